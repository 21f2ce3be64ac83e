"""``python -m worker.review.tables``: work out the data that is shipped, or check it.

Without an option the strengths, the chances of winning and what stands beside the old treatise are measured anew and
written to ``worker/review/data``, and docs/treatise.md from them; with ``--book`` the last two alone, with
``--triomphe`` what La Triomphe needs. ``--moves`` prints what moving the policy's thresholds gains or loses.
``--check`` compares what is there with a fresh reckoning, and plays whole games besides.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring.record import Variant
from worker.review import chances, offer_chain, offer_hands, strength, treatise_hands, treatise_page
from worker.review.chain import SCORES, count_outcomes, marks_of_deals, play_games, solve
from worker.review.policy import SHARES
from worker.review.policy_version import OFFER_POLICY_VERSION, POLICY_VERSION
from worker.review.treatise import JEUX_DE_REGLE, REFUSALS
from worker.review.treatise_counts import (
    compare_refusing,
    compare_standing,
    count_hands,
    count_kings,
    known_counts,
)
from worker.review.treatise_document import document, moves_table
from worker.review.treatise_moves import weigh_moves
from worker.review.treatise_page import TreatisePage
from worker.solver import table_checksum

FOLDER: Final = Path(__file__).parent / "data"
DEALS: Final = 1 << 24
"""For each of the six kinds of score that the policy tells apart."""
SEED: Final = 1886
GAMES: Final = 400_000
"""From each of the 25 scores, for the second road."""
PARTS: Final = 16
WORLDS: Final = 1 << 16
"""In which proposing or giving is tried with each hand of the old treatise, for each turn-up."""
KING_DEALS: Final = 1 << 22
MOVE_DEALS: Final = 1 << 20
OFFER_DEALS: Final = 1 << 22
"""For each of the 25 scores of La Triomphe."""
DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "treatise.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0; 1 where ``--check`` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m worker.review.tables", description=__doc__)
    options = parser.add_mutually_exclusive_group()
    options.add_argument("--check", action="store_true", help="compare, and write nothing")
    options.add_argument("--book", action="store_true", help="what stands beside the old treatise alone")
    options.add_argument("--hands", action="store_true", help="the treatise's illustrative hands alone")
    options.add_argument("--triomphe", action="store_true", help="what La Triomphe needs alone")
    options.add_argument(
        "--moves", action="store_true", help="print what moving the policy's thresholds brings"
    )
    chosen = parser.parse_args(arguments)
    if chosen.check:
        return _check()
    if chosen.moves:
        print("\n".join(moves_table(weigh_moves(MOVE_DEALS, SEED))))
        return 0
    if chosen.book:
        _write_book()
        return 0
    if chosen.hands:
        _write_hands()
        return 0
    if chosen.triomphe:
        _write_triomphe()
        return 0
    _write_strengths()
    _write_chances("ecarte", reckon_chances(DEALS, SEED))
    _write_book()
    _write_triomphe()
    return 0


def _write_chances(variant: Variant, stored: dict[str, Any]) -> None:
    (FOLDER / chances.DATA[variant]).write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    chances.chances.cache_clear()
    print(f"chances of winning: {stored['checksum'][:12]}, give or take {stored['error']:.6f}")


def _write_triomphe() -> None:
    packed = offer_hands.packed(strength.measure_hands())
    (FOLDER / offer_hands.DATA).write_bytes(packed)
    offer_hands.fares.cache_clear()
    print(f"how hands fare at La Triomphe: {len(packed):,} bytes")
    _write_chances("triomphe", reckon_offer_chances(OFFER_DEALS, SEED))


def _write_strengths() -> None:
    kinds = strength.measure_hands().point
    packed = strength.packed(kinds)
    (FOLDER / strength.DATA).write_bytes(packed)
    strength.strengths.cache_clear()
    print(f"strengths of {len(kinds):,} kinds of hand: {len(packed):,} bytes")


def reckon_chances(deals: int, seed: int) -> dict[str, Any]:
    """The contents of the file of chances; its error is that of ``PARTS`` parts reckoned apart."""
    parts = [count_outcomes(deals // PARTS, seed + 100 * part) for part in range(PARTS)]
    chance, stake = (np.round(table, 6) for table in solve(np.sum(parts, axis=0)))
    marks = np.round(marks_of_deals(np.sum(parts, axis=0)), 6)
    apart = np.array([solve(part)[0] for part in parts])
    error = float((apart.std(axis=0, ddof=1) / np.sqrt(PARTS)).max())
    return {
        "version": chances.CHANCES_VERSION,
        "checksum": chances.checksum_of(chance.tolist(), stake.tolist(), marks.tolist()),
        "assumptions": {
            "policy": POLICY_VERSION,
            "shares": SHARES,
            "deals": 6 * deals,
            "seed": seed,
            "play": "both hands seen from the first lead",
            "king": "announced always",
            "next deal": "the players deal in turn",
        },
        "error": round(error, 6),
        "chance": chance.tolist(),
        "stake": stake.tolist(),
        "marks": marks.tolist(),
    }


def reckon_offer_chances(deals: int, seed: int) -> dict[str, Any]:
    """The same of La Triomphe: ``deals`` for each score, in parts whose means make the table."""
    parts = [offer_chain.solve(deals // PARTS, seed + 100 * part) for part in range(PARTS)]
    chance, stake, marks = (_mean(tables) for tables in zip(*parts, strict=True))
    apart = np.array([part.chance for part in parts])
    error = float((apart.std(axis=0, ddof=1) / np.sqrt(PARTS)).max())
    return {
        "version": chances.OFFER_CHANCES_VERSION,
        "checksum": chances.checksum_of(chance, stake, marks),
        "assumptions": {
            "policy": OFFER_POLICY_VERSION,
            "deals": SCORES**2 * deals,
            "seed": seed,
            "play": "both hands seen from the first lead",
            "next deal": "the players deal in turn",
        },
        "error": round(error, 6),
        "chance": chance,
        "stake": stake,
        "marks": marks,
    }


def _mean(tables: Sequence[NDArray[np.float64]]) -> list[list[float]]:
    mean: list[list[float]] = np.stack(tables).mean(axis=0).round(6).tolist()
    return mean


def _write_book() -> None:
    page = reckon_book()
    (FOLDER / treatise_page.DATA).write_text(row_by_row(page.as_json()), "utf-8")
    treatise_page.treatise_page.cache_clear()
    DOCUMENT.write_text(document(page), "utf-8")
    _write_hands()
    print(
        f"beside the old treatise: {len(page.standing)} hands to stand with, {len(page.refusing)} to refuse with"
    )


def _write_hands() -> None:
    (FOLDER / treatise_hands.DATA).write_text(row_by_row(treatise_hands.as_json(count_hands())), "utf-8")
    treatise_hands.questions.cache_clear()
    print(f"illustrative hands: {len(treatise_hands.questions())} questions")


def row_by_row(stored: dict[str, Any]) -> str:
    """JSON with a line for each row of a list, so that what changed can be seen."""
    parts = []
    for key, value in stored.items():
        rows = ",\n".join(map(json.dumps, value)) if isinstance(value, list) else ""
        parts.append(f'"{key}": ' + (f"[\n{rows}\n]" if rows else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def reckon_book() -> TreatisePage:
    """Every hand, count and odds of the old treatise worked out anew; takes some minutes."""
    return TreatisePage(
        {
            "policy": POLICY_VERSION,
            "shares": [[list(pair) for pair in calls] for calls in SHARES],
            "chances": chances.checksum(),
            "solver": table_checksum(),
            "seed": SEED,
            "worlds": WORLDS,
            "king deals": KING_DEALS,
            "move deals": MOVE_DEALS,
        },
        tuple(compare_standing(example, WORLDS, SEED) for example in JEUX_DE_REGLE),
        tuple(compare_refusing(example, WORLDS, SEED) for example in REFUSALS),
        known_counts(),
        count_kings(KING_DEALS, SEED),
        weigh_moves(MOVE_DEALS, SEED),
    )


def _check() -> int:
    """Strengths measured anew, the chain from other deals, and games played from every score."""
    worst = worst_of_games(GAMES, SEED + 1)
    print(f"games played from each score: at worst {worst:.1f} standard errors from the table")
    same = strength.packed(strength.measure_hands().point) == strength.stored()
    print("strengths: " + ("the same" if same else "NOT the same"))
    stored = chances.chances()
    again = np.array(reckon_chances(DEALS, SEED)["chance"])
    difference = float(np.abs(again - np.array(stored.chance)).max())
    print(f"chances reckoned again: at most {difference:.6f} away")
    is_triomphe_same = check_triomphe()
    print("La Triomphe: " + ("the same" if is_triomphe_same else "NOT the same"))
    is_book_same = reckon_book() == treatise_page.treatise_page()
    print("beside the old treatise: " + ("the same" if is_book_same else "NOT the same"))
    are_hands_same = count_hands() == treatise_hands.questions()
    print("illustrative hands: " + ("the same" if are_hands_same else "NOT the same"))
    same = same and is_book_same and are_hands_same and is_triomphe_same
    return 0 if same and difference == 0 and worst < 5 else 1


def check_triomphe() -> bool:
    """Whether hands measured and the chain reckoned anew come to what is stored."""
    again = reckon_offer_chances(OFFER_DEALS, SEED)
    same_chances = again["checksum"] == chances.checksum("triomphe")
    return same_chances and offer_hands.packed(strength.measure_hands()) == offer_hands.stored()


def worst_of_games(games: int, seed: int) -> float:
    """How many standard errors the table is from games played out, at the score where it is farthest."""
    table: NDArray[np.float64] = np.array(chances.chances().chance)
    errors: list[float] = []
    for elder in range(SCORES):
        for dealer in range(SCORES):
            share, error = play_games(
                games, seed + 10_000_000 * (SCORES * elder + dealer), score=(elder, dealer)
            )
            errors.append(abs(share - table[elder, dealer]) / error)
    return max(errors)


if __name__ == "__main__":
    sys.exit(main())
