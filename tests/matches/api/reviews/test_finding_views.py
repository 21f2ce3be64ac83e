"""Findings, incidents and the state of reviews in the API."""

from __future__ import annotations

from copy import deepcopy
from typing import Final

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import Club, Event, Review, Rubber
from matches.reviews.claims import CURRENT_ENGINE
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.api.calling import Caller, guests, opening, path_of, problem, signed
from tests.matches.api.season import played, whole
from tests.matches.pages.records import import_text, review, text

__all__ = ["made_once"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_findings(made_once: None) -> Rubber:
    club = make_club("lyceum")
    rubber = played(club, "Walker", "2026.11.14")
    played(club, "Clay", "2026.11.15", "Spring Cup")
    Rubber.objects.filter(pk=rubber.pk).update(findings=FINDINGS)
    return Rubber.objects.select_related("club", "event", "player_a", "player_b").get(pk=rubber.pk)


@pytest.fixture
def rubber_with_findings(db: None, made_findings: Rubber) -> Rubber:
    """Return a rubber with findings, one that needs a ruling and a note."""
    return deepcopy(made_findings)


def _finding(variant: str, severity: str, law: int, deal: int) -> dict[str, object]:
    return {
        "code": "L26",
        "variant": variant,
        "severity": severity,
        "law": law,
        "game": 1,
        "deal": deal,
        "trick": None,
        "cause": None,
        "params": {},
    }


FINDINGS: Final = [_finding("no_giving", "ruling", 22, 1), _finding("no_exchange", "note", 45, 2)]


def test_rubber_s_findings_are_those_that_the_rubber_has(
    anybody: Caller, rubber_with_findings: Rubber
) -> None:
    body = anybody.get(path_of(rubber_with_findings, "findings")).json()
    assert body["rubber"] == rubber_with_findings.public_id
    assert body["results"] == anybody.get(path_of(rubber_with_findings)).json()["findings"]
    assert [row["law"] for row in body["results"]] == [22, 45]


@pytest.mark.parametrize(
    ("query", "laws"),
    [
        ("", [[22, 45]]),
        ("?law=22", [[22]]),
        ("?severity=note", [[45]]),
        ("?law=22&severity=note", []),
        ("?law=45&severity=note", [[45]]),
        ("?law=3", []),
        ("?state=confirmed", [[22, 45]]),
        ("?state=draft", []),
        ("?date_from=2026-11-14&date_to=2026-11-14", [[22, 45]]),
        ("?date_from=2026-11-15", []),
    ],
)
def test_rubbers_with_findings(
    anybody: Caller, rubber_with_findings: Rubber, query: str, laws: list[list[int]]
) -> None:
    rows = whole(anybody, path_of(rubber_with_findings.club, "findings") + query)
    assert [[finding["law"] for finding in row["findings"]] for row in rows] == laws
    assert {row["rubber"] for row in rows} <= {rubber_with_findings.public_id}


def test_rubbers_of_an_event_with_findings(anybody: Caller, rubber_with_findings: Rubber) -> None:
    spring = Event.objects.get(club=rubber_with_findings.club, name="Spring Cup")
    path = path_of(rubber_with_findings.club, "findings")
    assert whole(anybody, f"{path}?event={spring.public_id}") == []
    assert len(whole(anybody, f"{path}?event={rubber_with_findings.event.public_id}")) == 1


@pytest.mark.parametrize("query", ["law=many", "severity=grave", "state=live", "x=1", "order=date"])
def test_what_the_list_does_not_know(anybody: Caller, rubber_with_findings: Rubber, query: str) -> None:
    answer = anybody.get(f"{path_of(rubber_with_findings.club, 'findings')}?{query}")
    problem(answer, 400, "invalid_parameter")


def test_while_a_rubber_is_played_nothing_of_it_shows(anybody: Caller, api: Caller, club: Club) -> None:
    path = api.post("rubbers/", opening(club, *guests(club))).headers["Location"]
    Rubber.objects.update(findings=FINDINGS)
    problem(anybody.get(f"{path}findings/"), 404, "not_found")
    problem(anybody.get(f"{path}incidents/"), 404, "not_found")
    for more in ("findings", "incidents", "reviews"):
        assert whole(anybody, path_of(club, more)) == []


# Incidents


@pytest.fixture(scope="module")
def made_irregular(made_once: None) -> Rubber:
    club = make_club("garrick")
    played(club, "Walker", "2026.11.14")
    rubber = import_text(club, text(tags='[Event "Spring Cup"]\n[Date "2026.11.15"]\n'))[0]
    game = rubber.games.get()
    deal = game.deals.get(number=2)
    game.incidents.create(position=1, law=2, offender="A", facts=["thrown"], remedy="reshuffle")
    game.incidents.create(position=2, deal=deal, law=41, offender="B", argument="HA")
    game.incidents.create(position=3, deal=deal, law=41)
    return Rubber.objects.select_related("club", "event", "player_a", "player_b").get(pk=rubber.pk)


@pytest.fixture
def irregular(db: None, made_irregular: Rubber) -> Rubber:
    """Return a rubber in whose game Boiteau and Walker caused incidents; another of their club has none."""
    return deepcopy(made_irregular)


def test_incidents_of_a_club_and_of_a_rubber(anybody: Caller, irregular: Rubber) -> None:
    rows = whole(anybody, path_of(irregular.club, "incidents"))
    assert rows == whole(anybody, path_of(irregular, "incidents"))
    boiteau = {"id": irregular.player_a.public_id, "name": "Boiteau"}
    walker = {"id": irregular.player_b.public_id, "name": "Walker"}
    assert rows[0] == {
        "rubber": irregular.public_id,
        "event": irregular.event.public_id,
        "date": "2026.11.15",
        "players": {"A": boiteau, "B": walker},
        "game": 1,
        "deal": None,
        "position": 1,
        "law": 2,
        "offender": "A",
        "offending_player": boiteau,
        "facts": ["thrown"],
        "remedy": "reshuffle",
        "argument": None,
    }
    assert (rows[1]["deal"], rows[1]["offending_player"], rows[1]["argument"]) == (2, walker, "HA")
    assert (rows[2]["offender"], rows[2]["offending_player"]) == (None, None)


@pytest.mark.parametrize(
    ("query", "positions"),
    [
        ("law=41", [2, 3]),
        ("offender={walker}", [2]),
        ("offender={boiteau}&law=41", []),
        ("event={spring}", [1, 2, 3]),
        ("date_to=2026-11-14", []),
    ],
)
def test_incidents_that_are_asked_for(
    anybody: Caller, irregular: Rubber, query: str, positions: list[int]
) -> None:
    parameters = query.format(
        walker=irregular.player_b.public_id,
        boiteau=irregular.player_a.public_id,
        spring=irregular.event.public_id,
    )
    rows = whole(anybody, f"{path_of(irregular.club, 'incidents')}?{parameters}")
    assert [row["position"] for row in rows] == positions


@pytest.mark.parametrize("cursor", ["after.x", "after.22222222222222.1.1", "before.22222222222222.1"])
def test_a_cursor_of_nothing(anybody: Caller, irregular: Rubber, cursor: str) -> None:
    answer = anybody.get(f"{path_of(irregular.club, 'incidents')}?cursor={signed(cursor)}")
    problem(answer, 400, "invalid_parameter")


# Reviews


def test_how_far_reviews_have_come(anybody: Caller, club: Club) -> None:
    done, old, failed, waiting = (played(club, f"W{day}", f"2026.11.1{day}") for day in range(4))
    played(club, "Clay", "2026.11.20", is_won=True)
    review(done, [{}], engine=CURRENT_ENGINE)
    review(old, [{}], engine="review 1, policy 2")
    Review.objects.create(
        rubber=failed, engine_version=CURRENT_ENGINE, play_checksum=failed.play_checksum, state="failed"
    )
    path = path_of(club, "reviews")
    rows = whole(anybody, path)
    assert [(row["rubber"], row["review"], row["is_current"]) for row in rows] == [
        (done.public_id, "done", True),
        (old.public_id, "done", False),
        (failed.public_id, "failed", False),
        (waiting.public_id, "waiting", False),
    ]
    assert rows[1]["versions"] == {"review": "1", "policy": "2"}
    assert (rows[2]["versions"], rows[2]["done_at"]) == ({}, None)
    assert rows[0]["done_at"] == anybody.get(path_of(done, "review")).json()["done_at"]
    for query, number in (
        ("review=done", 2),
        ("review=failed", 1),
        ("review=waiting", 1),
        ("date_from=2026-11-12", 2),
    ):
        assert len(whole(anybody, f"{path}?{query}")) == number
    problem(anybody.get(f"{path}?review=lost"), 400, "invalid_parameter")


@pytest.mark.parametrize("rows", [1, 3])
def test_calls_ask_the_same_with_one_row_and_with_three(
    anybody: Caller, club: Club, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    for number in range(rows):
        rubber = played(club, f"W{number}", "2026.11.14", f"Cup {number}", a=f"B{number}")
        review(rubber, [{}])
        rubber.games.get().incidents.create(position=1, law=2, offender="A")
    Rubber.objects.update(findings=FINDINGS)
    for queries, path in (
        (2, path_of(club, "findings")),
        (2, f"{path_of(club, 'findings')}?law=22"),
        (2, path_of(club, "incidents")),
        (3, path_of(club, "reviews")),
        (1, path_of(rubber, "findings")),
        (2, path_of(rubber, "incidents")),
    ):
        with django_assert_num_queries(queries, info=path):
            assert anybody.get(path).status_code == 200
