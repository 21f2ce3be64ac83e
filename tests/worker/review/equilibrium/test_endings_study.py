"""The losses of the review's search in the last three tricks: the measure, the work, and the data that is shipped."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from scoring.cards import parse_cards
from worker.review.chances import checksum_of
from worker.review.equilibrium import endings_measure, endings_replies, endings_study
from worker.review.equilibrium.endings import Ending, new_plan
from worker.review.equilibrium.endings_catalogue import Place, catalogue
from worker.review.equilibrium.endings_measure import Kind, Measured, measure
from worker.review.equilibrium.endings_replies import WrongReply
from worker.review.equilibrium.endings_response import search_plan
from worker.review.equilibrium.endings_study import (
    WAYS,
    Name,
    games,
    kind_of,
    scale_of,
    stored,
    stored_games,
    study,
    summarise,
)
from worker.review.equilibrium.endings_types import Game, Plan

SMALL = Ending(parse_cards("S789.H789.D78.C7"), parse_cards("S78.H789.D78.C7"), parse_cards("S9"), 0)


def test_the_search_is_measured_within_the_bracket() -> None:
    measured, _ = measure(SMALL, "none", 100)
    assert 0 <= sum(measured.gains) < 0.001
    assert sum(measured.search_gains) >= 0
    # The equilibrium's value lies between what both best responses to the search leave.
    against_follower, against_leader = measured.search_gains
    low, high = measured.search - against_leader, measured.search + against_follower
    assert low - 0.001 <= measured.value <= high + 0.001
    assert 0 <= measured.leads.mean <= measured.leads.worst
    assert 0 <= measured.replies.mean <= measured.replies.worst
    assert measured.leads.choices == 1
    assert 0 < measured.replies.choices < 1


def test_a_worse_search_is_seen_to_be_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    before, _ = measure(SMALL, "none", 100)

    def disturbed(game: Game) -> Plan:
        plan = search_plan(game)
        return plan._replace(lead=np.roll(plan.lead, 1, axis=1), reply=new_plan(game).reply)

    monkeypatch.setattr(endings_measure, "search_plan", disturbed)
    after, _ = measure(SMALL, "none", 100)
    assert after.leads.mean > before.leads.mean + 0.02
    assert sum(after.search_gains) > sum(before.search_gains) + 0.02


def test_vulnerable_players_by_the_way_the_deal_came_to_be_played() -> None:
    ahead = Place(SMALL, 2, True)
    assert [kind_of(ahead, way) for way in WAYS] == ["leader", "follower", "none"]
    assert [kind_of(ahead._replace(elder_leads=False), way) for way in WAYS] == ["follower", "leader", "none"]
    even = Place(SMALL, 1, True)
    assert {kind_of(even, way) for way in WAYS} == {"even"}
    assert [scale_of(even, way) for way in WAYS] == [1.5, 1.5, 1.0]


def test_every_place_is_a_game() -> None:
    assert {
        Name(place.ending, kind_of(place, way)) for place in catalogue("announced") for way in WAYS
    } == set(games())
    assert sum(games().values()) == 3 * sum(count.plays for count in catalogue("announced").values())


def test_work_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(games())[:3]
    endings: list[Ending] = []

    wrong = [WrongReply(1, (0, 8, 9), (0, 1, 2))]

    def quickly(ending: Ending, kind: Kind, iterations: int) -> tuple[Measured, list[WrongReply]]:
        endings.append(ending)
        return next(iter(stored_games().values())), wrong

    monkeypatch.setattr(endings_study, "measure", quickly)
    monkeypatch.setattr(endings_study, "games", lambda: dict.fromkeys(names[:2], 1))
    study(tmp_path)
    monkeypatch.setattr(endings_study, "games", lambda: dict.fromkeys(names, 1))
    done = study(tmp_path)
    assert list(done) == names
    assert all(each.wrong == wrong for each in done.values())
    assert len({each.measured for each in done.values()}) == 1
    assert endings == [name.ending for name in names]


def test_what_is_shipped_is_consistent() -> None:
    measured = stored_games()
    data = stored()
    assert data["checksum"] == endings_study.contents(measured, data["assumptions"]["iterations"])["checksum"]
    assert data["summaries"] == endings_study.contents(measured)["summaries"]
    for way in WAYS:
        summary = summarise(measured, way)
        assert summary.covered > 0.6
        assert summary.gap < 0.001
        assert summary.leads.mean < 0.001
        assert summary.mended.mean < 0.0005
        assert summary.mended_gain < summary.lead_gain


@pytest.fixture(scope="module")
def measured_once() -> Iterator[None]:
    """Measure a game that is checked again only once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(endings_study, "measure", cache(measure))
        yield


@pytest.mark.usefixtures("measured_once")
def test_check_is_red_if_the_data_are_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert endings_study.check(1)
    rows = [list(row) for row in stored()["rows"]]
    rows[0][5] += 0.001
    monkeypatch.setattr(endings_study, "stored", lambda: {**stored(), "rows": rows})
    assert not endings_study.check(0)
    changed = {**stored(), "rows": rows, "checksum": checksum_of(rows)}
    monkeypatch.setattr(endings_study, "stored", lambda: changed)
    assert not endings_study.check(1)


@pytest.mark.usefixtures("measured_once")
def test_check_is_red_if_the_table_of_replies_is_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    replies = endings_replies.unpack(endings_replies.stored())
    first = next(name.ending for name in games() if name.kind == "even")
    row = replies[first][0]
    replies[first][0] = row._replace(chances=(5_000, 5_000, 5_000))
    monkeypatch.setattr(endings_replies, "stored", lambda: endings_replies.pack(replies))
    assert not endings_study.check(1)
