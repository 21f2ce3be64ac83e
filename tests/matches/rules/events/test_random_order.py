from __future__ import annotations

import pytest

from matches.rules.events.facts import EntryFacts, EventFacts
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.random_order import Lots, event_lots
from tests.matches.rules.events.some_lots import some_lots

PLAYERS = [f"player{number:03}" for number in range(100)]


def test_everybody_draws_another_number_whatever_order_they_come_in() -> None:
    lots = some_lots(PLAYERS, "spring")
    drawn = lots.ranks(PLAYERS, "table")

    assert sorted(drawn.values()) == list(range(1, 101))
    assert lots.ranks(PLAYERS[::-1], "table") == drawn
    assert list(lots.order(PLAYERS, "table")) == sorted(PLAYERS, key=drawn.__getitem__)


def test_who_comes_later_changes_nothing_between_the_others() -> None:
    before, after = some_lots(PLAYERS[:50], "spring"), some_lots(PLAYERS, "spring")
    early = set(PLAYERS[:50])

    assert tuple(player for player in after.order(PLAYERS, "table") if player in early) == before.order(
        PLAYERS[:50], "table"
    )


def test_lots_hang_on_the_seed_and_on_what_is_drawn_for() -> None:
    drawn = some_lots(PLAYERS, "spring").order(PLAYERS, "table")

    assert some_lots(PLAYERS, "autumn").order(PLAYERS, "table") != drawn
    assert some_lots(PLAYERS, "spring").order(PLAYERS, "groups") != drawn


def test_lots_of_a_seed_are_the_same_for_ever() -> None:
    assert "".join(some_lots("abcdefgh", "spring").order("abcdefgh", "table")) == "acghbfed"


def test_same_number_of_entry_draws_the_same_lot_whoever_it_is() -> None:
    others = {player: player.replace("player", "x")[::-1] for player in PLAYERS}
    lots = some_lots(PLAYERS, "spring")
    same = Lots("spring", {others[player]: number for player, number in lots.numbers.items()})

    assert same.order(others.values(), "table") == tuple(
        others[player] for player in lots.order(PLAYERS, "table")
    )


def test_who_is_not_entered_has_no_lot() -> None:
    with pytest.raises(KeyError):
        some_lots("abc").order("abd", "table")


def test_event_draws_by_its_plans_seed_and_the_order_of_entry() -> None:
    entries = (EntryFacts("ann", 1, ""), EntryFacts("bea", 3, ""))
    plan = EventPlan(stages=(StagePlan(kind="swiss"),), lot_seed="spring")

    assert event_lots(EventFacts(4, plan, entries)) == Lots("spring", {"ann": 1, "bea": 3})
    assert event_lots(EventFacts(1)) == Lots("", {})
