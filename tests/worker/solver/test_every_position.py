"""All 81,500 positions, against a search that shares no code with the solver, at every public entry.

The first run tries a share of those of four and five cards, the run of all tests all of up to four and one in
twelve of five, and the soak all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from random import Random

import numpy as np
import pytest

from scoring.cards import format_card, format_cards
from tests.worker.solver import naive
from tests.worker.solver.naive import deal_position, hand_mask
from worker.solver import solve_leads, solve_leads_many, solve_many, solve_replies, solve_replies_many
from worker.solver.__main__ import main

NO_CARD = 255
ALL = 81_500


@dataclass
class Solved:
    """One position in real cards, and the naive search's result for it."""

    leader: int
    follower: int
    trump: int
    leads: dict[int, int]
    replies: dict[int, dict[int, int]]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param({4: 6, 5: 48}, id="some"),
        pytest.param({5: 12}, id="one_in_twelve_of_five", marks=pytest.mark.long),
        pytest.param({}, id="all", marks=pytest.mark.soak),
    ],
)
def solved(request: pytest.FixtureRequest) -> list[Solved]:
    random = Random(ALL)
    positions = []
    for cards in range(1, 6):
        every = request.param.get(cards, 1)
        for number, position in enumerate(islice(naive.every_position(cards), 0, None, every)):
            trump = number % 4
            card_at = deal_position(position, trump, random)
            replies = {
                card_at[lead]: {
                    card_at[reply]: value for reply, value in naive.replies(position, lead).items()
                }
                for lead in naive.hand_of(position, "L")
            }
            leads = {lead: cards - max(tricks.values()) for lead, tricks in replies.items()}
            leader, follower = (hand_mask(position, card_at, side) for side in "LF")
            positions.append(Solved(leader, follower, trump, leads, replies))
    return positions


def arrays(rows: list[tuple[int, ...]]) -> list[np.ndarray]:
    types = (np.uint32, np.uint32, np.uint8, np.uint8)
    return [np.array(column, dtype) for column, dtype in zip(zip(*rows, strict=True), types, strict=False)]


def by_place(hand: int, tricks: dict[int, int]) -> list[int]:
    """Return a row in the form of the arrays: the hand's cards from bit 0 up, 255 where there is no value."""
    cards = [card for card in range(32) if hand >> card & 1]
    return [tricks.get(card, NO_CARD) for card in cards] + [NO_CARD] * (5 - len(cards))


def test_there_are_81500_positions() -> None:
    by_cards = [sum(1 for _ in naive.every_position(cards)) for cards in range(1, 6)]
    assert by_cards == [20, 210, 1_680, 11_550, 68_040]


@pytest.mark.parametrize("solved", [pytest.param({}, id="all", marks=pytest.mark.soak)], indirect=True)
def test_none_of_them_is_left_out(solved: list[Solved]) -> None:
    by_cards = [row.leader.bit_count() for row in solved]
    assert [by_cards.count(cards) for cards in range(1, 6)] == [20, 210, 1_680, 11_550, 68_040]


def test_best_of_every_position(solved: list[Solved]) -> None:
    tricks = solve_many(*arrays([(row.leader, row.follower, row.trump) for row in solved]))
    assert tricks.tolist() == [max(row.leads.values()) for row in solved]


def test_every_lead_of_every_position(solved: list[Solved]) -> None:
    tricks = solve_leads_many(*arrays([(row.leader, row.follower, row.trump) for row in solved]))
    assert tricks.tolist() == [by_place(row.leader, row.leads) for row in solved]


def test_every_reply_of_every_position(solved: list[Solved]) -> None:
    rows = [(row, lead) for row in solved for lead in row.leads]
    tricks = solve_replies_many(*arrays([(row.leader, row.follower, row.trump, lead) for row, lead in rows]))
    assert tricks.tolist() == [by_place(row.follower, row.replies[lead]) for row, lead in rows]


def test_one_position_at_a_time(solved: list[Solved]) -> None:
    for row in solved:
        assert solve_leads(row.leader, row.follower, row.trump) == row.leads
        lead = next(iter(row.leads))
        assert solve_replies(row.leader, row.follower, row.trump, lead) == row.replies[lead]


def test_command_line(solved: list[Solved], capsys: pytest.CaptureFixture[str]) -> None:
    """In a plain run for a tenth of those: it is the same at every one."""
    rows = solved if len(solved) == ALL else solved[::10]
    for row in rows:
        hands = ["--leader", format_cards(row.leader), "--follower", format_cards(row.follower)]
        assert main(["--trump", "SHDC"[row.trump], *hands, "--json"]) == 0
    expected = [
        {
            "best": max(row.leads.values()),
            "cards": {format_card(card): value for card, value in row.leads.items()},
        }
        for row in rows
    ]
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == expected
