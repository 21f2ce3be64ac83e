from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from matches.pages.rubbers.board import Board, BoardCard, BoardMaker, BoardSeat
from matches.pages.rubbers.board_states import Timed
from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.deal_steps import steps_of
from tests.matches.pages.records import DEALS, first_deal
from tests.matches.pages.rubbers.test_deal_page import FIRST, NAMES, judgement
from tests.support.calls import calls_of


def board_at(now: int, deals: str = FIRST, **given: Any) -> Board:
    deal = first_deal(deals)
    steps = steps_of(deal, DealPage(deal, names=NAMES), names=NAMES)
    return BoardMaker(deal, steps, names=NAMES, now=now, **given).make()


def there(cards: Iterable[BoardCard], look: str | None = None) -> str:
    """Return the cards that are there at the page's step and have a look, or, with "", none that says they are gone."""
    return " ".join(
        card.face.code
        for card in cards
        if card.there.is_now
        and (look is None or (look in card.looks.now.split() if look else "gone" not in card.looks.now))
    )


def now(values: Iterable[Timed[Any]]) -> list[Any]:
    return [each.value for each in values if each.is_now]


@pytest.mark.parametrize(
    ("step", "elder", "dealer", "table"),
    [
        (1, "SA H9 DQ D9 D7", "SQ SJ H8 DA C8", " / "),
        (3, "SA H9 DQ D9 D7", "SQ SJ H8 DA C8", " / "),
        (4, "HT H9 D9 D8 CA", "SQ SJ H8 DA C8", " / "),
        (5, "HT H9 D9 D8 CA", "H8 CK CJ CT C7", " / "),
        (7, "HT H9 D9 D8", "H8 CK CJ CT C7", "CA / "),
        (8, "HT H9 D9 D8", "H8 CJ CT C7", "CA / CK"),
        (9, "HT H9 D9 D8", "H8 CJ C7", " / CT"),
        (10, "H9 D9 D8", "H8 CJ C7", "HT / CT"),
        (16, "", "", "D8 / C7"),
    ],
)
def test_cards_leave_the_hands_for_the_table(step: int, elder: str, dealer: str, table: str) -> None:
    upper, lower = board_at(step).seats
    assert (upper.name, lower.name) == ("Walker", "Boiteau")
    hands = [sorted(there((*seat.plain, *seat.trumps), "").split()) for seat in (lower, upper)]
    assert hands == [sorted(hand.split()) for hand in (elder, dealer)]
    assert f"{there(lower.laid)} / {there(upper.laid)}" == table


def test_exchanges_are_gone_through_once() -> None:
    many = 600
    with calls_of() as calls:
        board_at(2, f"1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 {'P G -SA+HT -SQ+CK ' * many}")
    assert many < calls.count < 200 * many


def test_trumps_lie_at_the_end() -> None:
    lower = board_at(10).seats[1]
    assert there(lower.plain, "gone") == "CA"
    assert there(lower.trumps) == "HT H9"
    assert there(lower.trumps, "gone") == "HT"


def test_exchange_shows_cards_put_out_and_drawn() -> None:
    def exchange(seat: BoardSeat) -> str:
        out = " ".join(face.code for faces in now(seat.put_out) for face in faces)
        return f"{out} + {there((*seat.plain, *seat.trumps), 'drawn')}"

    shown = [[exchange(seat) for seat in reversed(board_at(step).seats)] for step in (3, 4, 5, 6)]
    assert shown == [
        [" + ", " + "],
        ["SA DQ D7 + D8 CA HT", " + "],
        ["SA DQ D7 + D8 CA HT", "SQ SJ DA C8 + CK CJ CT C7"],
        [" + ", " + "],
    ]


def test_what_is_said_stands_between_the_hands() -> None:
    assert [now(board_at(step).aloud) for step in (1, 2, 3, 4)] == [[], ["I propose."], ["I accept."], []]


def test_pack_tricks_and_risk_are_counted() -> None:
    assert [now(board_at(step).aside)[0] for step in (1, 4, 5, 7, 8, 10)] == [
        ("21 left", "in the pack"),
        ("18 left", "in the pack"),
        ("14 left", "in the pack"),
        ("Tricks 0–0", ""),
        ("Tricks 0–1", ""),
        ("Tricks 1–1", ""),
    ]
    played = board_at(2, DEALS)
    assert now(played.aside) == [("At risk: 2", "")]


def test_points_are_those_of_the_moment_and_new_ones_are_gold() -> None:
    upper = [board_at(step, DEALS).seats[0] for step in (1, 3, 13)]
    assert [[(each.number, " ".join(each.pips).strip()) for each in now(seat.points)] for seat in upper] == [
        [(0, "")],
        [(1, "new")],
        [(3, "new new new")],
    ]


def test_mistake_marks_card_played_and_best() -> None:
    led = judgement(trick=1, token=11, player="A", chosen="CA", best=["HT"], expected={}, label="blunder")
    lower = board_at(7, judged={6: led}).seats[1]
    assert (there(lower.laid, "fault"), there(lower.trumps, "best")) == ("CA", "HT")
    lower = board_at(8, judged={6: led}).seats[1]
    assert (there(lower.laid, "fault"), there(lower.trumps, "best")) == ("", "")


@pytest.mark.parametrize(("view", "down"), [("both", ""), ("a", "b"), ("b", "a")])
def test_the_other_hand_lies_face_down(view: str, down: str) -> None:
    assert "".join(seat.player for seat in board_at(1, view=view).seats if seat.is_down) == down
