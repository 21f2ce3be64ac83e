"""The program ``python -m worker.solver``: print the tricks that each lead of one position wins, both hands seen."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import cache

from scoring.cards import (
    CARD_BY_NAME,
    PACK,
    SUITS,
    CardMask,
    CardSetError,
    UnknownCardError,
    format_card,
    parse_cards,
)
from worker.solver import solve_leads


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program. Return the exit status: 0, or 2 with a message on standard error if the position is invalid."""
    options = _make_parser().parse_args(arguments)
    try:
        leader = _parse_hand("leader", options.leader)
        follower = _parse_hand("follower", options.follower)
        leads = solve_leads(leader, follower, SUITS.index(options.trump))
    except ValueError as fault:
        print(f"worker.solver: {fault}", file=sys.stderr)
        return 2
    tricks = {format_card(card): value for card, value in leads.items()}
    best = max(tricks.values())
    if options.json:
        print(json.dumps({"best": best, "cards": tricks}))
    else:
        print(f"The leader can force {best} of {leader.bit_count()} tricks.")
        for card, value in tricks.items():
            print(f"{card} {value}")
    return 0


@cache
def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m worker.solver",
        description="The tricks that the leader can force with each lead, both hands seen.",
    )
    parser.add_argument("--trump", required=True, choices=list(SUITS), help="the trump suit")
    parser.add_argument("--leader", required=True, metavar="CARDS", help="one to five cards: SKQ.HJ7")
    parser.add_argument("--follower", required=True, metavar="CARDS", help="as many cards")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _parse_hand(name: str, text: str) -> CardMask:
    """Return the mask of a set of cards.

    Raises ``ValueError`` with a message for the user if the set can't be parsed or names a card twice.
    ``name`` is the option's.
    """
    try:
        tally = parse_cards(text)
    except CardSetError:
        raise ValueError(f"--{name} {text}: not a set of cards, such as SKQ.HJ7") from None
    except UnknownCardError as fault:
        if str(fault) not in CARD_BY_NAME:
            raise ValueError(f"--{name} {text}: the pack has no {fault}") from None
        tally = PACK + 1
    if tally > PACK:
        raise ValueError(f"--{name} {text}: a card is named twice")
    return tally


if __name__ == "__main__":
    sys.exit(main())
