"""Two phones of one table send at the same moment, and one resends everything after a network error."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from matches.clubs.locks import locked_club
from matches.models import Deal, LogEntry, PadEntry, Rubber
from matches.pads.conflicts import settle_conflict
from matches.pads.inbox import Outcome
from matches.privacy.merge import merge_players
from matches.rubbers.transition import lock_rubber, stored_rubber
from tests.matches.common.together import run_behind
from tests.matches.pads.phones import Phone, deal, outcomes_of, two_phones
from tests.matches.rubbers.hands import DEALS, Hands, differences

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(rubber: Rubber, *calls: Callable[[], list[Outcome]]) -> list[list[Outcome]]:
    """Start all calls before the first can lock the rubber, and return their outcomes."""
    return [call.result() for call in run_behind(partial(lock_rubber, rubber), *calls)]


def both(one: Phone, two: Phone) -> list[str]:
    answers = at_once(one.rubber, one.post, two.post)
    return sorted(each for answer in answers for each in outcomes_of(answer))


def test_one_request_five_times_at_once_is_carried_out_once(hands: Hands) -> None:
    rubber = hands.open()
    one, _ = two_phones(hands, rubber)
    one.write("deal", deal("A", "B"))
    one.write("deal", deal("B", "A"))
    answers = at_once(rubber, *([one.post] * 4))
    assert answers == [answers[0]] * 4
    assert Deal.objects.count() == 2
    assert LogEntry.objects.filter(kind="rubber.deal_recorded").count() == 2


def test_same_deal_from_both_is_one(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    for each in (one, two):
        each.write("deal", deal("A", "B"))
    assert both(one, two) == ["done", "same"]
    assert Deal.objects.count() == 1


def test_deals_that_differ_are_one_recorded_and_one_kept(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    one.write("deal", deal("A", "B"))
    two.write("deal", deal("A", "A"))
    assert both(one, two) == ["done", "kept"]
    assert Deal.objects.count() == 1


def test_deal_against_undo_is_one_done_and_one_kept(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open(deals=DEALS[:1]))
    one.write("deal", deal("B", "A"))
    two.write("undo", {"game": 1, "deal": 1})
    assert both(one, two) == ["done", "kept"]


def test_report_against_report_is_one_end(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open(deals=DEALS))
    one.write("report", {"side": "A", "termination": "normal", "winner": ""})
    two.write("report", {"side": "B", "termination": "normal", "winner": ""})
    assert both(one, two) == ["done", "same"]
    assert Rubber.objects.get().state == "reported"


def test_report_against_a_deal_that_contradicts_ends_nothing_over_it(hands: Hands) -> None:
    one, two = two_phones(hands, hands.open())
    one.tap("deal", deal("A", "B"))
    one.write("report", {"side": "A", "termination": "unfinished", "winner": ""})
    two.write("deal", deal("A", "A"))
    outcomes = both(one, two)
    # Whichever came first: the deal is kept, at the table or before the director.
    assert outcomes in (["done", "kept"], ["kept", "refused"])
    assert PadEntry.objects.filter(outcome="kept").count() == 1


def test_choice_made_twice_at_once_is_one(hands: Hands) -> None:
    rubber = hands.open()
    one, two = two_phones(hands, rubber)
    two.write("deal", deal("A", "A"))
    one.tap("deal", deal("A", "B"))
    two.send()
    conflict = PadEntry.objects.get(outcome="kept").public_id
    take = partial(settle_conflict, rubber, conflict, "taken", user=one.user)
    choices = [partial(take, key=f"key-of-choice-{each}") for each in "ab"]
    sent = run_behind(partial(lock_rubber, rubber), *choices)
    assert {call.result().version for call in sent} == {4}
    assert Deal.objects.get().egn == "1. A S =A (2-0)"
    assert differences() == []


def test_entries_and_what_locks_the_whole_club_wait_for_each_other_in_one_order(hands: Hands) -> None:
    rubber = hands.open()
    one, _ = two_phones(hands, rubber)
    guest = hands.a.club.players.create(name="Orfort")
    for each in range(3):
        one.write("deal", deal("AB"[each % 2], "B"))
    one.write("report", {"side": "A", "termination": "unfinished", "winner": ""})
    merge = partial(merge_players, hands.a, guest, by=hands.director)
    merging, sending = run_behind(partial(locked_club, hands.club.pk), merge, one.post)
    merging.result()
    assert outcomes_of(sending.result()) == ["done"] * 4
    assert stored_rubber(rubber.pk).state == "reported"
    assert differences() == []
