from __future__ import annotations

from typing import Any

import pytest

from matches.models import Event, LogEntry
from matches.rubbers.errors import HeldRecordError, SamePlayerError, SameRubberError
from scoring.errors import RecordError
from scoring.notation import read_one
from tests.matches.files import rubber_text
from tests.matches.rubbers.hands import Hands, played

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.mark.parametrize(
    ("authority", "state", "side", "kind"),
    [
        ("final", "confirmed", "", "rubber.entered"),
        ("A", "reported", "A", "rubber.reported"),
        ("B", "reported", "B", "rubber.reported"),
        ("helper", "reported", "", "rubber.reported"),
    ],
)
def test_result_counts_at_once_where_the_word_is_final(
    hands: Hands, authority: Any, state: str, side: str, kind: str
) -> None:
    rubber = hands.store(hands.result((5, 3)), authority=authority, act=hands.act("as they told me"))
    assert (rubber.state, rubber.reported_by, rubber.winner, rubber.version) == (state, side, "A", 1)
    assert (rubber.event.name, rubber.round_label, rubber.table) == ("Autumn Cup", "1", "1")
    entry = LogEntry.objects.get(stream=f"rubber:{rubber.public_id}")
    assert (entry.kind, entry.by) == (kind, hands.director)
    assert (entry.reason, entry.club) == ("as they told me", hands.club)
    assert "Orford" not in str(entry.payload)


@pytest.mark.parametrize("authority", ["final", "A"])
def test_record_with_findings_to_settle_is_a_draft_whoever_enters_it(hands: Hands, authority: Any) -> None:
    text = rubber_text(deals=["1. A =B5 (0-1)", "2. B S Kb =B5 (0-5)"])
    rubber = hands.store(played(text), event="", authority=authority)
    assert rubber.state == "draft"
    assert rubber.findings


def test_event_and_club_stand_in_the_text(hands: Hands) -> None:
    rubber = hands.enter(event="  Spring Cup ")
    tags = read_one(rubber.egn)
    assert (tags.tag("Event"), tags.tag("Club")) == ("Spring Cup", "Portland")
    assert rubber.event.name == "Spring Cup"


def test_record_of_no_event_loses_the_tag(hands: Hands) -> None:
    rubber = hands.store(played(), event="")
    assert (read_one(rubber.egn).tag("Event"), rubber.event.name) == (None, "")


def test_same_act_twice_is_one_rubber(hands: Hands) -> None:
    act = hands.act()
    first, again = (hands.store(hands.result(), event="", act=act) for _ in range(2))
    assert first == again
    assert LogEntry.objects.filter(kind="rubber.entered").count() == 1


def test_same_occasion_is_told_and_kept_as_another_only_when_said(hands: Hands) -> None:
    first = hands.enter()
    with pytest.raises(SameRubberError) as error:
        hands.enter((3, 5))
    assert error.value.rubber == first
    second, third = hands.enter((3, 5), is_another=True), hands.enter((5, 0), is_another=True)
    assert len({first.identity, second.identity, third.identity}) == 3


def test_players_the_other_way_round_are_another_record(hands: Hands) -> None:
    hands.enter()
    turned = hands.store(hands.result(), players=(hands.b, hands.a))
    assert (turned.player_a, turned.player_b) == (hands.b, hands.a)


@pytest.mark.parametrize(
    ("code", "body"),
    [("E05", "Game 1 1. A S =B5 (0-2) 2. B S Kb =B5 (0-5) #3-5 ##0-1"), ("E04", "Game 2 #3-5 ##0-1")],
)
def test_record_that_contradicts_itself_is_not_stored(hands: Hands, code: str, body: str) -> None:
    record = read_one(f'[EGN "1"] [A "Orford"] [B "Baldwin"] [BestOf "1"] {body}')
    with pytest.raises(HeldRecordError) as refused:
        hands.store(record, event="")
    assert [fault.code for fault in refused.value.faults] == [code]
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("event", ["two\nlines", "x" * 201, "\0"])
def test_event_that_no_record_can_name_is_refused(hands: Hands, event: str) -> None:
    with pytest.raises(RecordError):
        hands.enter(event=event)
    assert not Event.objects.exists()


def test_nobody_plays_against_himself(hands: Hands) -> None:
    with pytest.raises(SamePlayerError):
        hands.store(hands.result(), event="", players=(hands.a, hands.a))
