"""Two who change one event at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import transaction

from matches.clubs.locks import locked_club
from matches.events.corrections import correct_result
from matches.events.errors import ResultThereError, StaleEventError
from matches.events.record_facts import locked_row, record_fact
from matches.events.results import WrittenResult, enter_result
from matches.events.undo import undo_last
from matches.events.write_standings import write_standings
from matches.models import LogEntry, Rubber
from scoring.notation import read_one
from tests.matches.helpers.event_hands import playing
from tests.matches.helpers.hands import differences
from tests.matches.helpers.together import begin, pool

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

STRAIGHT = WrittenResult(games_won=(2, 0))


def kinds() -> list[str]:
    return list(LogEntry.objects.order_by("-pk").values_list("kind", flat=True))


def test_same_fact_sent_twice_at_once_is_one() -> None:
    told = playing("swiss", size=5)
    act = told.act(version=told.state.facts.version)
    withdrawn = {"player": told.players[0].public_id, "stage": 1, "round": 2}
    with pool() as threads:
        with transaction.atomic():
            locked_row(told.event)
            sent = [
                begin(threads, partial(record_fact, told.event, "withdrawn", withdrawn, act=act))
                for _ in range(2)
            ]
        states = [call.result() for call in sent]

    assert states[0] == states[1]
    assert kinds().count("event.withdrawn") == 1
    assert told.is_stored()


def test_two_results_of_one_pairing_at_once_are_one_and_a_refusal() -> None:
    told = playing("knockout")
    acts = [told.act(), told.act()]
    with pool() as threads:
        with transaction.atomic():
            locked_club(told.event.club_id)
            calls = [
                partial(enter_result, told.event, (1, 1, 1), STRAIGHT, word="final", act=a) for a in acts
            ]
            sent = [begin(threads, call) for call in calls]
        refused = [call.exception() for call in sent]

    assert {type(each) for each in refused} == {type(None), ResultThereError}
    assert Rubber.objects.count() == 1


def test_correction_a_fact_and_standings_at_once_are_all_there() -> None:
    """The fact is written on the event as the correction has left it, or the other way round."""
    told = playing("knockout")
    rubber, _ = told.play()
    turned = read_one(rubber.egn.replace('"2-0"', '"0-2"').replace("##2-0", "##0-2"))
    final = {"stage": 1, "round": 2, "number": 1, "kind": "double_walkover", "winner": None}
    calls: list[Callable[[], object]] = [
        partial(correct_result, told.event, rubber, turned, act=told.act("misread")),
        partial(record_fact, told.event, "awarded", final, act=told.act("both left")),
        partial(write_standings, told.event.pk),
    ]
    with pool() as threads:
        with transaction.atomic():
            locked_row(told.event)
            done = [begin(threads, call) for call in calls]
        assert [call.exception() for call in done] == [None, None, None]

    write_standings(told.event.pk)
    assert told.is_stored()
    assert differences() == []


def test_of_two_who_undo_at_once_the_second_is_told() -> None:
    told = playing("knockout")
    seen = told.state.facts.version
    acts = [told.act("no", version=seen), told.act("no", version=seen)]
    with pool() as threads:
        with transaction.atomic():
            locked_club(told.event.club_id)
            undone = [begin(threads, partial(undo_last, told.event, act=act)) for act in acts]
        refused = [call.exception() for call in undone]

    assert {type(each) for each in refused} == {type(None), StaleEventError}
    assert kinds().count("event.undone") == 1
    assert told.is_stored()
