"""Two phones act at one table at the same moment, and a pad ends the game meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from matches.clubs.locks import locked_club
from matches.models import Posting, Rubber, Sitting
from matches.rubbers.change_rubbers import close_rubber, confirm_rubber, record_deal
from matches.rules.sittings.rows import expected_sitting
from matches.sittings.errors import StaleSittingError
from matches.sittings.games import begin_game, record_winner
from matches.sittings.write_sitting import stored_sitting
from tests.matches.common.together import run_behind
from tests.matches.rubbers.hands import DEALS, differences
from tests.matches.sittings.sitting_hands import SittingHands, table

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def three(transactional_db: None) -> Iterator[SittingHands]:
    sitting_hands = table()
    sitting_hands.put("seated", out=sitting_hands.id("Clay"))
    yield sitting_hands
    assert stored_sitting(Sitting.objects.get()) == expected_sitting(sitting_hands.state)
    assert sum(Posting.objects.values_list("amount", flat=True)) == 0
    assert differences() == []


def test_of_two_phones_the_second_is_told(three: SittingHands) -> None:
    seen = Sitting.objects.get().rows_version
    acts = [replace(three.act(), version=seen) for _phone in range(2)]
    calls = [partial(begin_game, three.sitting, act=act) for act in acts]
    errors = [call.exception() for call in run_behind(partial(locked_club, three.hands.club.pk), *calls)]
    assert [type(error) for error in errors if error is not None] == [StaleSittingError]
    assert (Rubber.objects.count(), len(three.state.games)) == (1, 1)


def test_one_tap_that_came_twice_is_one(three: SittingHands) -> None:
    act = replace(three.act(), version=Sitting.objects.get().rows_version)
    taps = [partial(begin_game, three.sitting, act=act)] * 2
    calls = run_behind(partial(locked_club, three.hands.club.pk), *taps)
    assert [call.exception() for call in calls] == [None, None]
    assert (Rubber.objects.count(), len(three.state.games)) == (1, 1)


def test_pad_and_table_end_the_game_at_once(three: SittingHands) -> None:
    rubber = three.begin()
    for deal in DEALS:
        record_deal(rubber, deal, act=three.act())
    calls = run_behind(
        lambda: list(Rubber.objects.select_for_update(no_key=True).filter(pk=rubber.pk)),
        partial(close_rubber, rubber, authority="final", act=three.act()),
        partial(record_winner, three.sitting, 1, "B", act=three.act()),
    )
    # The second caller finds the sitting ended, as requested.
    assert [call.exception() for call in calls] == [None, None]
    assert Rubber.objects.get().version == 4
    assert three.state.games[0].winner == "B"


def test_result_that_is_confirmed_while_the_next_game_begins(three: SittingHands) -> None:
    rubber = three.begin()
    for deal in DEALS:
        record_deal(rubber, deal, act=three.act())
    close_rubber(rubber, authority="A", act=three.act())
    calls = run_behind(
        lambda: list(Sitting.objects.select_for_update(no_key=True)),
        partial(confirm_rubber, rubber, act=three.act(), seat="B"),
        partial(begin_game, three.sitting, act=three.act()),
    )
    assert [call.exception() for call in calls] == [None, None]
    assert len(three.state.games) == 2


def test_two_bets_made_at_once_both_stand() -> None:
    sitting_hands = table("french", "Orford", "Baldwin", "Clay")
    bets = [partial(sitting_hands.bet, name, name, 100) for name in ("Orford", "Baldwin")]
    calls = run_behind(partial(locked_club, sitting_hands.hands.club.pk), *bets)
    assert [call.exception() for call in calls] == [None, None]
    assert {sitting_hands.name(each.player) for each in sitting_hands.state.bets} == {"Baldwin", "Orford"}
    assert len(sitting_hands.state.bets) == 2
