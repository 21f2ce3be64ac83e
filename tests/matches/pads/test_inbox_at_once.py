"""Two phones of one table that send at the same moment, and one whose network makes it send everything again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import transaction

from matches.clubs.locks import locked_club
from matches.models import Deal, LogEntry, PadEntry, Rubber
from matches.pads.conflicts import settle_conflict
from matches.pads.inbox import Outcome
from matches.privacy.merging import merge_players
from matches.rubbers.transition import lock_rubber, stored_rubber
from tests.matches.helpers.hands import DEALS, Hands, differences
from tests.matches.helpers.phones import Phone, at_the_table, deal, outcomes_of
from tests.matches.helpers.together import begin, pool

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def phones(hands: Hands, rubber: Rubber) -> tuple[Phone, Phone]:
    user = at_the_table(rubber, hands.director)
    return Phone(rubber, user, "one"), Phone(rubber, user, "two")


def at_once(rubber: Rubber, *calls: Callable[[], list[Outcome]]) -> list[list[Outcome]]:
    """What the calls answer that are all begun before the first can get at the rubber."""
    with pool() as threads:
        with transaction.atomic():
            lock_rubber(rubber)
            sent = [begin(threads, call) for call in calls]
        return [call.result(timeout=20) for call in sent]


def both(rubber: Rubber, one: Phone, two: Phone) -> list[str]:
    return sorted(each for found in at_once(rubber, one.post, two.post) for each in outcomes_of(found))


def test_one_request_five_times_at_once_is_carried_out_once(hands: Hands) -> None:
    rubber = hands.open()
    one, _ = phones(hands, rubber)
    one.write("deal", deal("A", "B"))
    one.write("deal", deal("B", "A"))

    answers = at_once(rubber, *([one.post] * 4))

    assert answers == [answers[0]] * 4
    assert Deal.objects.count() == 2
    assert LogEntry.objects.filter(kind="rubber.deal_recorded").count() == 2


def test_same_deal_from_both_is_one(hands: Hands) -> None:
    rubber = hands.open()
    one, two = phones(hands, rubber)
    for each in (one, two):
        each.write("deal", deal("A", "B"))

    assert both(rubber, one, two) == ["done", "same"]
    assert Deal.objects.count() == 1


def test_deals_that_differ_are_one_recorded_and_one_kept(hands: Hands) -> None:
    rubber = hands.open()
    one, two = phones(hands, rubber)
    one.write("deal", deal("A", "B"))
    two.write("deal", deal("A", "A"))

    assert both(rubber, one, two) == ["done", "kept"]
    assert Deal.objects.count() == 1


def test_deal_against_undo_is_one_done_and_one_kept(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS[:1])
    one, two = phones(hands, rubber)
    one.write("deal", deal("B", "A"))
    two.write("undo", {"game": 1, "deal": 1})

    assert both(rubber, one, two) == ["done", "kept"]


def test_report_against_report_is_one_end(hands: Hands) -> None:
    rubber = hands.open(deals=DEALS)
    one, two = phones(hands, rubber)
    one.write("report", {"side": "A", "termination": "normal", "winner": ""})
    two.write("report", {"side": "B", "termination": "normal", "winner": ""})

    assert both(rubber, one, two) == ["done", "same"]
    assert Rubber.objects.get().state == "reported"


def test_report_against_a_deal_that_contradicts_ends_nothing_over_it(hands: Hands) -> None:
    rubber = hands.open()
    one, two = phones(hands, rubber)
    one.tap("deal", deal("A", "B"))
    one.write("report", {"side": "A", "termination": "unfinished", "winner": ""})
    two.write("deal", deal("A", "A"))

    outcomes = both(rubber, one, two)

    # Whichever came first: the deal is kept, at the table or before the director.
    assert outcomes in (["done", "kept"], ["kept", "refused"])
    assert PadEntry.objects.filter(outcome="kept").count() == 1


def test_choice_made_twice_at_once_is_one(hands: Hands) -> None:
    rubber = hands.open()
    one, two = phones(hands, rubber)
    two.write("deal", deal("A", "A"))
    one.tap("deal", deal("A", "B"))
    two.send()
    conflict = PadEntry.objects.get(outcome="kept").public_id
    take = partial(settle_conflict, rubber, conflict, "taken", user=one.user)
    with pool() as threads:
        with transaction.atomic():
            lock_rubber(rubber)
            sent = [begin(threads, partial(take, key=f"key-of-choice-{each}")) for each in "ab"]
        versions = {call.result(timeout=20).version for call in sent}

    assert versions == {4}
    assert Deal.objects.get().egn == "1. A S =A (2-0)"
    assert differences() == []


def test_entries_and_what_locks_the_whole_club_wait_for_each_other_in_one_order(hands: Hands) -> None:
    rubber = hands.open()
    one, _ = phones(hands, rubber)
    guest = hands.a.club.players.create(name="Orfort")
    for each in range(3):
        one.write("deal", deal("AB"[each % 2], "B"))
    one.write("report", {"side": "A", "termination": "unfinished", "winner": ""})
    with pool() as threads:
        with transaction.atomic():
            locked_club(hands.club.pk)
            merging = begin(threads, partial(merge_players, hands.a, guest, by=hands.director))
            sending = begin(threads, one.post)
        merging.result(timeout=20)
        assert outcomes_of(sending.result(timeout=20)) == ["done"] * 4

    assert stored_rubber(rubber.pk).state == "reported"
    assert differences() == []
