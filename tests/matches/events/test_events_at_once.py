"""Two people change one event at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from matches.clubs.locks import locked_club
from matches.events.corrections import correct_result
from matches.events.errors import ResultThereError, StaleEventError
from matches.events.record_facts import locked_row, record_fact
from matches.events.results import WrittenResult
from matches.events.undo import undo_last
from matches.events.write_standings import write_standings
from matches.models import LogEntry, Rubber
from scoring.notation import read_one
from tests.matches.common.together import run_behind
from tests.matches.events.event_hands import enter_result, playing
from tests.matches.rubbers.hands import differences

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

STRAIGHT = WrittenResult(games_won=(2, 0))


def kinds() -> list[str]:
    return list(LogEntry.objects.order_by("-pk").values_list("kind", flat=True))


def test_same_fact_sent_twice_at_once_is_one() -> None:
    event_hands = playing("swiss", size=5)
    act = event_hands.act(version=event_hands.state.facts.version)
    withdrawn = {"player": event_hands.players[0].public_id, "stage": 1, "round": 2}
    calls = [partial(record_fact, event_hands.event, "withdrawn", withdrawn, act=act)] * 2
    states = [call.result() for call in run_behind(partial(locked_row, event_hands.event), *calls)]

    assert states[0] == states[1]
    assert kinds().count("event.withdrawn") == 1
    assert event_hands.is_stored()


def test_two_results_of_one_pairing_at_once_are_one_and_a_refusal() -> None:
    event_hands = playing("knockout")
    enter = partial(enter_result, event_hands.event, (1, 1, 1), STRAIGHT, authority="final")
    calls = [partial(enter, act=event_hands.act()) for _ in range(2)]
    sent = run_behind(partial(locked_club, event_hands.event.club_id), *calls)
    refused = [call.exception() for call in sent]

    assert {type(each) for each in refused} == {type(None), ResultThereError}
    assert Rubber.objects.count() == 1


def test_correction_a_fact_and_standings_at_once_are_all_there() -> None:
    """The fact is written on the corrected event, or the correction on the event with the fact."""
    event_hands = playing("knockout")
    rubber, _ = event_hands.play()
    turned = read_one(rubber.egn.replace('"2-0"', '"0-2"').replace("##2-0", "##0-2"))
    final = {"stage": 1, "round": 2, "number": 1, "kind": "double_walkover", "winner": None}
    calls: list[Callable[[], object]] = [
        partial(correct_result, event_hands.event, rubber, turned, act=event_hands.act("misread")),
        partial(record_fact, event_hands.event, "awarded", final, act=event_hands.act("both left")),
        partial(write_standings, event_hands.event.pk),
    ]
    done = run_behind(partial(locked_row, event_hands.event), *calls)
    assert [call.exception() for call in done] == [None, None, None]

    write_standings(event_hands.event.pk)
    assert event_hands.is_stored()
    assert differences() == []


def test_of_two_who_undo_at_once_the_second_is_told() -> None:
    event_hands = playing("knockout")
    seen = event_hands.state.facts.version
    acts = [event_hands.act("no", version=seen), event_hands.act("no", version=seen)]
    calls = [partial(undo_last, event_hands.event, act=act) for act in acts]
    undone = run_behind(partial(locked_club, event_hands.event.club_id), *calls)
    refused = [call.exception() for call in undone]
    assert {type(each) for each in refused} == {type(None), StaleEventError}
    assert kinds().count("event.undone") == 1
    assert event_hands.is_stored()
