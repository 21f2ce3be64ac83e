"""Players come back under their names, and a closed table limits what its phone may do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches.common.commands import CommandContext
from matches.models import LogEntry, TableLink
from matches.pads.table_links import make_sitting_link
from matches.sittings.errors import ClosedToLinkError
from matches.sittings.games import undo_at_table
from matches.sittings.record_facts import join_sitting, open_to, record_sitting_fact
from tests.matches.sittings.sitting_hands import SittingHands, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def french() -> SittingHands:
    return table("french")


def is_waiting(sitting_hands: SittingHands, name: str) -> bool:
    return sitting_hands.id(name) in {
        *sitting_hands.state.seats,
        *(each.player for each in sitting_hands.state.queue),
    }


@pytest.mark.parametrize("is_betting", [True, False])
def test_who_comes_again_waits_for_a_seat_unless_he_only_bets(french: SittingHands, is_betting: bool) -> None:
    clay = french.id("Clay")
    french.put("left", player=clay)
    for only_bets in (is_betting, not is_betting):
        act = french.act()
        for _time in range(2):
            join_sitting(french.sitting, "Clay", only_bets=only_bets, act=act)
        assert french.state.person(clay).is_here
        assert is_waiting(french, "Clay") is not only_bets
        french.put("left", player=clay)
    assert LogEntry.objects.filter(kind="sitting.returned").count() == 2


def by_phone(sitting_hands: SittingHands, link: TableLink) -> CommandContext:
    return replace(sitting_hands.act(), link=link)


def test_phone_that_closed_the_table_writes_cash_down_and_does_not_open_it_again(
    french: SittingHands,
) -> None:
    link = make_sitting_link(french.sitting, by=french.hands.director).link
    record_sitting_fact(french.sitting, "closed", {}, act=by_phone(french, link))
    closed = french.state
    assert open_to(closed, link) == {"paid"}
    assert open_to(closed, None) == {"paid", "reopened", "undone"}
    with pytest.raises(ClosedToLinkError):
        record_sitting_fact(french.sitting, "reopened", {}, act=by_phone(french, link))
    with pytest.raises(ClosedToLinkError):
        undo_at_table(french.sitting, version=closed.last, act=by_phone(french, link))

    cash = {"from": french.id("Clay"), "to": french.id("Orford"), "amount": 100}
    paid = record_sitting_fact(french.sitting, "paid", cash, act=by_phone(french, link))
    assert open_to(paid, link) == {"paid", "undone"}
    undo_at_table(french.sitting, version=paid.last, act=by_phone(french, link))
    assert french.balances()["Clay"] == 0
    assert french.put("reopened").phase == "open"
