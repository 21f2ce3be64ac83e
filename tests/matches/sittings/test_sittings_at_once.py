"""Two phones at one table at the same moment, and a pad that ends the game meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from matches.clubs.locks import locked_club
from matches.common.command_context import Act
from matches.models import Posting, Rubber, Sitting
from matches.rubbers.commands import close_rubber, confirm_rubber, record_deal
from matches.rules.sittings.state import SittingState
from matches.sittings.errors import StaleSittingError
from matches.sittings.games import begin_game, say_who_won
from matches.sittings.record_facts import put_down
from matches.sittings.rows import expected_sitting
from matches.sittings.write_sitting import stored_sitting
from tests.matches.helpers.hands import DEALS, differences
from tests.matches.helpers.sitting_hands import SittingHands, table
from tests.matches.helpers.together import PATIENCE, begin, pool

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def three(transactional_db: None) -> Iterator[SittingHands]:
    told = table()
    told.put("seated", out=told.id("Clay"))
    yield told
    assert stored_sitting(Sitting.objects.get()) == expected_sitting(told.state)
    assert sum(Posting.objects.values_list("amount", flat=True)) == 0
    assert differences() == []


def test_of_two_phones_the_second_is_told(three: SittingHands) -> None:
    seen = Sitting.objects.get().rows_version
    acts = [replace(three.act(), version=seen) for _phone in range(2)]
    with pool() as threads:
        with transaction.atomic():
            locked_club(three.hands.club.pk)
            calls = [begin(threads, partial(begin_game, three.sitting, act=act)) for act in acts]
        errors = [call.exception(PATIENCE) for call in calls]
    assert [type(error) for error in errors if error is not None] == [StaleSittingError]
    assert (Rubber.objects.count(), len(three.state.games)) == (1, 1)


def test_one_tap_that_came_twice_is_one(three: SittingHands) -> None:
    act = replace(three.act(), version=Sitting.objects.get().rows_version)
    with pool() as threads:
        with transaction.atomic():
            locked_club(three.hands.club.pk)
            calls = [begin(threads, lambda: begin_game(three.sitting, act=act)) for _tap in range(2)]
        assert [call.exception(PATIENCE) for call in calls] == [None, None]
    assert (Rubber.objects.count(), len(three.state.games)) == (1, 1)


def test_pad_and_table_end_the_game_at_once(three: SittingHands) -> None:
    rubber = three.begin()
    for deal in DEALS:
        record_deal(rubber, deal, act=three.act())
    with pool() as threads:
        with transaction.atomic():
            list(Rubber.objects.select_for_update(no_key=True).filter(pk=rubber.pk))
            act, other = three.act(), three.act()
            calls: list[Future[Any]] = [
                begin(threads, lambda: close_rubber(rubber, word="final", act=act)),
                begin(threads, lambda: say_who_won(three.sitting, 1, "B", act=other)),
            ]
        errors = [call.exception(PATIENCE) for call in calls]
    # Whoever came second found it ended, as he said.
    assert errors == [None, None]
    assert Rubber.objects.get().version == 4
    assert three.state.games[0].winner == "B"


def test_result_that_is_confirmed_while_the_next_game_begins(three: SittingHands) -> None:
    rubber = three.begin()
    for deal in DEALS:
        record_deal(rubber, deal, act=three.act())
    close_rubber(rubber, word="A", act=three.act())
    with pool() as threads:
        with transaction.atomic():
            list(Sitting.objects.select_for_update(no_key=True))
            act, other = three.act(), three.act()
            calls: list[Future[Any]] = [
                begin(threads, lambda: confirm_rubber(rubber, act=act, seat="B")),
                begin(threads, lambda: begin_game(three.sitting, act=other)),
            ]
        assert [call.exception(PATIENCE) for call in calls] == [None, None]
    assert len(three.state.games) == 2


def test_two_bets_made_at_once_both_stand() -> None:
    told = table("french", "Orford", "Baldwin", "Clay")
    with pool() as threads:
        with transaction.atomic():
            locked_club(told.hands.club.pk)
            calls = [begin(threads, partial(_bet, told, name, told.act())) for name in ("Orford", "Baldwin")]
        assert [call.exception(PATIENCE) for call in calls] == [None, None]
    assert sorted(told.name(each.player) for each in told.state.bets) == ["Baldwin", "Orford"]


def _bet(told: SittingHands, name: str, act: Act) -> SittingState:
    payload = {"player": told.id(name), "on": told.id(name), "amount": 100}
    return put_down(told.sitting, "bet", payload, act=act)
