"""A deal step by step: what lies where after each of them."""

from __future__ import annotations

from typing import Any

import pytest

from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.deal_page import deal_page
from matches.pages.rubbers.deal_steps import Board, BoardCard, board
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.matches.pages.records import DEALS, EXCHANGED, text
from tests.matches.pages.rubbers.test_deal_page import judgement

NAMES = ("Boiteau", "Walker")
UNFINISHED = '[Termination "unfinished"]\n'
FIRST = EXCHANGED.replace("2. B", "1. B")


def stepped(
    deals: str, *, moments: tuple[dict[str, Any], ...] = (), judged: tuple[Judgement, ...] = ()
) -> Board | None:
    checked = check_rubber(read_one(text(deals=deals, final="", ending="*", tags=UNFINISHED)))
    deal = checked.games[0].deals[0]
    page = deal_page(deal, names=NAMES, judgements=judged)
    return board(deal, page, names=NAMES, moments=moments)


def shown(deals: str, **given: Any) -> Board:
    found = stepped(deals, **given)
    assert found is not None
    return found


def lying(cards: tuple[BoardCard, ...], step: int) -> str:
    """The cards that lie there at a step, as the page's script reads the spans."""
    there = []
    for card in cards:
        spans = [[int(end) for end in span.split("-")] for span in card.at.split(",")]
        if any(first <= step <= last for first, last in spans):
            there.append(card.face.code)
    return " ".join(there)


def test_every_call_exchange_and_card_is_a_step() -> None:
    assert [step.text for step in shown(FIRST).steps] == [
        "Walker has dealt. Hearts are trumps.",
        "Boiteau proposes.",
        "Walker gives cards.",
        "Boiteau puts out three cards and takes as many.",
        "Walker puts out four cards and takes as many.",
        "Boiteau stands, and proposes no more.",
        "Boiteau leads the ace of clubs.",
        "Walker plays the king of clubs and wins the trick.",
        "Walker leads the ten of clubs.",
        "Boiteau plays the ten of hearts and wins the trick.",
        "Boiteau leads the nine of hearts.",
        "Walker plays the eight of hearts, and Boiteau wins the trick.",
        "Boiteau leads the nine of diamonds.",
        "Walker plays the knave of clubs, and Boiteau wins the trick.",
        "Boiteau leads the eight of diamonds.",
        "Walker plays the seven of clubs, and Boiteau wins the trick.",
    ]


@pytest.mark.parametrize(
    ("step", "elder", "dealer", "table"),
    [
        (0, "SA H9 DQ D9 D7", "SQ SJ H8 DA C8", " / "),
        (2, "SA H9 DQ D9 D7", "SQ SJ H8 DA C8", " / "),
        (3, "HT H9 D9 D8 CA", "SQ SJ H8 DA C8", " / "),
        (4, "HT H9 D9 D8 CA", "H8 CK CJ CT C7", " / "),
        (6, "HT H9 D9 D8", "H8 CK CJ CT C7", "CA / "),
        (7, "HT H9 D9 D8", "H8 CJ CT C7", "CA / CK"),
        (8, "HT H9 D9 D8", "H8 CJ C7", " / CT"),
        (9, "H9 D9 D8", "H8 CJ C7", "HT / CT"),
        (15, "", "", "D8 / C7"),
    ],
)
def test_cards_leave_the_hands_and_lie_on_the_table_until_the_next_trick(
    step: int, elder: str, dealer: str, table: str
) -> None:
    seats = shown(FIRST).seats
    assert [seat.name for seat in seats] == ["Boiteau", "Walker"]
    assert [" ".join(sorted(lying(seat.hand, step).split())) for seat in seats] == [
        " ".join(sorted(hand.split())) for hand in (elder, dealer)
    ]
    assert f"{lying(seats[0].table, step)} / {lying(seats[1].table, step)}" == table


def test_king_announced_is_a_step_where_it_was_announced() -> None:
    texts = [step.text for step in shown(DEALS).steps]
    assert texts[1:4] == [
        "Walker plays without proposing.",
        "Walker announces the king of clubs and marks it.",
        "Walker leads the ten of clubs.",
    ]


def test_tricks_are_counted_and_the_chance_is_the_last_one_reached() -> None:
    moments = (
        {"step": "start", "token": 0, "chance": 0.5},
        {"step": "dealt", "token": 5, "chance": 0.4},
        {"step": "turned", "token": 3, "chance": 0.42},
        {"step": "drawn", "token": 9, "chance": 0.55},
        {"step": "trick", "token": 12, "chance": 0.3},
    )
    standings = [step.standing for step in shown(FIRST, moments=moments).steps]
    assert standings[0] == "Boiteau wins the game 42.0 times in 100."
    assert standings[3] == "Boiteau wins the game 42.0 times in 100."
    assert standings[4] == "Boiteau wins the game 55.0 times in 100."
    assert standings[7] == "Tricks: Boiteau 0, Walker 1. Boiteau wins the game 30.0 times in 100."
    assert shown(FIRST).steps[0].standing == ""
    assert shown(FIRST).steps[15].standing == "Tricks: Boiteau 4, Walker 1."


def test_decision_stands_at_its_step() -> None:
    called = judgement(kind="reply", trick=None, token=7, player="B", chosen="G", best=["R"], expected={})
    led = judgement(trick=1, token=11, player="A", chosen="CA", best=["HT"], expected={})
    followed = judgement(trick=2, token=14, player="A", chosen="HT", best=["H9"], expected={})
    steps = shown(FIRST, judged=(called, led, followed)).steps
    assert {
        number: [flag.anchor for flag in step.flags] for number, step in enumerate(steps) if step.flags
    } == {
        2: ["reply-7-b"],
        6: ["trick-1-a"],
        9: ["trick-2-a"],
    }


@pytest.mark.parametrize(
    "deals",
    [
        "1. A ^C9 S =B3 (0-1)",
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8~ S =B3 (0-1)",
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 P G -3 -2 S =B3 (0-1)",
        "1. A =void",
    ],
)
def test_deal_of_which_not_every_card_is_on_record_has_no_board(deals: str) -> None:
    assert stepped(deals) is None


def test_trick_taken_up_again_is_not_stepped_through() -> None:
    found = shown(
        "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ !43a(SQ):replay CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)"
    )
    assert [step.text for step in found.steps].count("Walker leads the ten of clubs.") == 1
    assert lying(found.seats[0].hand, 2) == "HA DQ D8 CK CT"
