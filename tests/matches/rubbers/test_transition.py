from __future__ import annotations

from functools import partial

import pytest
from django.db import transaction

from matches.events.write_standings import events_with_pending_standings, write_standings
from matches.models import Entrant, Event, Player, Standing
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import confirm_rubber, correct_rubber
from tests.matches.common.together import begin, pool
from tests.matches.files import import_text, rubber_text
from tests.matches.rubbers.hands import differences, make_hands

pytestmark = [pytest.mark.core, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def write_owed() -> None:
    for event in events_with_pending_standings():
        write_standings(event.pk)


def test_entry_that_commits_late_owes_standings_all_the_same() -> None:
    hands = make_hands()
    hands.enter(table="1")
    reported = hands.report(table="2")
    write_owed()
    event = Event.objects.get()
    late = rubber_text("Orford", "Pole", tags=['[Round "7"]'])
    pole = Player.objects.create(club=hands.club, name="Pole")

    def confirm() -> None:
        confirm_rubber(reported, act=hands.act())
        write_owed()

    with pool() as threads:
        with transaction.atomic():
            # Keeps the import waiting, with its entry appended and nothing of it written.
            Entrant.objects.create(event=event, player=pole)
            importing = begin(threads, lambda: import_text(late, club=hands.club))
            confirming = begin(threads, confirm)
            transaction.set_rollback(True)
        importing.result()
        confirming.result()
    write_owed()
    assert sorted(Standing.objects.values_list("played", flat=True)) == [1, 2, 3]
    assert differences() == []


def test_correction_waits_for_standings_that_are_being_written() -> None:
    hands = make_hands()
    rubber = hands.enter()
    pole = Player.objects.create(club=hands.club, name="Pole")
    with pool() as threads:
        with transaction.atomic():
            write_standings(rubber.event_id)
            correct = partial(correct_rubber, players=(hands.a, pole), act=hands.act())
            moving = begin(threads, lambda: correct(rubber, hands.result((5, 1))))
        moving.result()
    assert differences() == []
    assert set(Standing.objects.values_list("entrant__player__name", flat=True)) == {"Orford", "Pole"}


def test_merging_waits_for_standings_that_are_being_written() -> None:
    hands = make_hands()
    rubber = hands.enter()
    pole = Player.objects.create(club=hands.club, name="Pole")
    correct_rubber(rubber, hands.result((5, 1)), players=(hands.a, pole), act=hands.act())
    hands.enter()
    with pool() as threads:
        with transaction.atomic():
            write_standings(rubber.event_id)
            merging = begin(threads, lambda: merge_players(hands.b, pole, by=None))
        merging.result()
    assert differences() == []


def test_merging_and_confirming_wait_for_each_other_in_one_order() -> None:
    hands = make_hands()
    hands.enter(table="1")
    rubber = hands.report(table="2")
    pole = Player.objects.create(club=hands.club, name="Pole")
    with pool() as threads:
        with transaction.atomic():
            confirm_rubber(rubber, act=hands.act())
            merging = begin(threads, lambda: merge_players(pole, hands.b, by=None))
        merging.result()
    assert differences() == []
