"""``python -m worker.review.tables``: compute the data that is shipped with the package, or check it.

Without an option, compute the strengths of hands, how deals end after an exchange, the probabilities of winning, what
hidden play changes, the calls at the equilibrium, the mean value of a deal, and the numbers beside the old treatise,
write them to ``worker/review/data``, and write docs/treatise.md from them. One option computes one part alone:
``--exchanges`` how deals end after the first acceptance, ``--hidden`` what hidden play changes, ``--calls`` the calls
at the equilibrium, ``--luck`` the mean value of a deal, ``--lessons`` the calls that the old rules get wrong most,
``--book`` what belongs to the treatise, ``--positions`` the positions to try, ``--triomphe`` the tables of La
Triomphe, ``--endings`` how the search with hidden hands plays the last three tricks. ``--moves`` prints what changing
the policy's thresholds gains or loses. ``--check`` computes the data again (of the last three tricks, the most frequent
endings), compares, prints what best responses gain against the calls, and also plays whole games.

Deals played hidden, exchanges and endings are kept in the folder that ``--work`` names, part by part, so that the
command can be stopped and started again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring.record import Variant
from worker.review import (
    chances,
    exchange_study,
    exchange_values,
    lessons,
    luck_start,
    luck_study,
    offer_chain,
    offer_hands,
    position_verdicts,
    positions,
    strength,
    treatise_hands,
    treatise_page,
)
from worker.review.chain import SCORES, count_outcomes, marks_of_deals, play_games, solve
from worker.review.equilibrium import (
    call_values,
    calls_tables,
    endings_replies,
    endings_study,
    lead_values,
    lessons_study,
    sampled_leads,
)
from worker.review.equilibrium.hidden_chances import describe_gaps, with_hidden_play
from worker.review.equilibrium.sampled_deals import play_parts
from worker.review.equilibrium.silent_king import measure_silence
from worker.review.policy import SHARES
from worker.review.policy_version import OFFER_POLICY_VERSION, THRESHOLDS_VERSION
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
"""The number of random deals that are played for each of the six kinds of score that the policy
distinguishes.
"""
SEED: Final = 1886
GAMES: Final = 400_000
"""The number of games played from each of the 25 scores, to check the table of probabilities."""
PARTS: Final = 16
WORLDS: Final = 1 << 16
"""The number of random deals in which each hand of the old treatise proposes or accepts, for each turn-up."""
KING_DEALS: Final = 1 << 22
MOVE_DEALS: Final = 1 << 20
HIDDEN_PARTS: Final = 64
"""The number of parts of ``sampled_deals.PART`` deals that are played hidden."""
LEAD_PARTS: Final = 24
"""The number of parts of ``sampled_leads.PART`` deals whose first leads are tried."""
WORK: Final = Path(__file__).parents[2] / "var" / "tables"
"""The folder of finished parts, unless ``--work`` names another."""
OFFER_DEALS: Final = 1 << 22
"""The number of random deals that are played for each of the 25 scores at La Triomphe."""
DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "treatise.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program. Return the exit status: 0, or 1 if ``--check`` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m worker.review.tables", description=__doc__)
    options = parser.add_mutually_exclusive_group()
    options.add_argument("--check", action="store_true", help="compare, and write nothing")
    for name, (words, _) in _WRITERS.items():
        options.add_argument(f"--{name}", action="store_true", help=f"{words} alone")
    options.add_argument(
        "--moves", action="store_true", help="print what moving the policy's thresholds brings"
    )
    parser.add_argument("--work", type=Path, default=WORK, help="the folder of finished parts")
    chosen = parser.parse_args(arguments)
    if chosen.check:
        return _check(chosen.work)
    if chosen.moves:
        print("\n".join(moves_table(weigh_moves(MOVE_DEALS, SEED))))
        return 0
    wanted = [name for name in _WRITERS if getattr(chosen, name)]
    if not wanted:
        _write_strengths()
        _write_exchanges(chosen.work)
        _write_chances("ecarte", reckon_chances(DEALS, SEED, play_parts(chosen.work, HIDDEN_PARTS, SEED)))
        # The book's part writes the illustrative hands, too.
        wanted = [name for name in _WRITERS if name not in ("exchanges", "hands")]
    for name in wanted:
        _WRITERS[name][1](chosen.work)
    return 0


def _write_chances(variant: Variant, stored: dict[str, Any]) -> None:
    (FOLDER / chances.DATA[variant]).write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    chances.chances.cache_clear()
    print(f"chances of winning: {stored['checksum'][:12]}, give or take {stored['error']:.6f}")


def _write_hidden(work: Path) -> None:
    """Write what hidden play changes: the values of first calls, and the probabilities of winning.

    The probabilities with both hands seen are taken from the data file.
    """
    rows = play_parts(work, HIDDEN_PARTS, SEED)
    contents = call_values.packed(call_values.estimate_calls(rows))
    (FOLDER / call_values.DATA).write_bytes(contents)
    call_values.call_values.cache_clear()
    print(f"first calls in hidden play: {len(contents):,} bytes")
    table = lead_values.estimate_leads(sampled_leads.play_parts(work, LEAD_PARTS, SEED))
    (FOLDER / lead_values.DATA).write_text(json.dumps(lead_values.as_json(table)) + "\n", "utf-8")
    lead_values.lead_table.cache_clear()
    print(f"first leads in hidden play: differences to {table.error:.3f} marks")
    stored = json.loads((FOLDER / chances.DATA["ecarte"]).read_text("utf-8"))
    _write_chances("ecarte", with_hidden_play(stored, rows, PARTS))
    print("\n".join(describe_gaps(rows)))
    silence = measure_silence(rows)
    print(
        f"the king kept back at four to three: {silence.gain:+.4f} of the game, give or take {silence.error:.4f},"
        f" in {silence.deals:,} deals"
    )


def _write_calls(work: Path) -> None:
    calls_tables.make_calls(play_parts(work, HIDDEN_PARTS, SEED), work / "calls")


def _write_endings(work: Path) -> None:
    done = endings_study.study(work)
    contents = endings_study.contents({name: each.measured for name, each in done.items()})
    (FOLDER / endings_study.DATA).write_text(row_by_row(contents), "utf-8")
    endings_study.stored.cache_clear()
    replies = endings_replies.pack(endings_study.table_of_replies(done))
    (FOLDER / endings_replies.DATA).write_bytes(replies)
    endings_replies.table.cache_clear()
    print("\n".join(endings_study.bracket_lines(endings_study.stored_games())))
    print(f"replies at which the search is wrong: {len(replies):,} bytes")


def _write_triomphe(_work: Path) -> None:
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


def _write_exchanges(work: Path) -> None:
    contents = exchange_values.pack(exchange_study.compute_exchanges(exchange_study.DEALS, SEED, work))
    (FOLDER / exchange_values.DATA).write_bytes(contents)
    exchange_values.exchange_table.cache_clear()
    print(f"how deals end after an exchange: {len(contents):,} bytes")


def reckon_chances(deals: int, seed: int, rows: NDArray[np.void]) -> dict[str, Any]:
    """Return the contents of the data file with écarté's probabilities of winning.

    ``deals`` random deals are played for each kind of score with both hands seen. The standard error is estimated
    from ``PARTS`` separate samples. ``rows`` are the deals that were also played hidden (``sampled_deals.DEAL``).
    """
    parts = [count_outcomes(deals // PARTS, seed + 100 * part) for part in range(PARTS)]
    chance, stake = (np.round(table, 6) for table in solve(np.sum(parts, axis=0)))
    marks = np.round(marks_of_deals(np.sum(parts, axis=0)), 6)
    apart = np.array([solve(part)[0] for part in parts])
    error = float((apart.std(axis=0, ddof=1) / np.sqrt(PARTS)).max())
    seen = {
        "assumptions": {
            "policy": THRESHOLDS_VERSION,
            "shares": SHARES,
            "deals": 6 * deals,
            "seed": seed,
            "king": "announced always",
            "next deal": "the players deal in turn",
        },
        "error": round(error, 6),
        "chance": chance.tolist(),
        "stake": stake.tolist(),
        "marks": marks.tolist(),
    }
    return with_hidden_play(seen, rows, PARTS)


def reckon_offer_chances(deals: int, seed: int) -> dict[str, Any]:
    """Return the contents of the data file with La Triomphe's probabilities of winning.

    ``deals`` random deals are played for each score. The table is the mean of ``PARTS`` separate samples.
    """
    parts = [offer_chain.solve(deals // PARTS, seed + 100 * part) for part in range(PARTS)]
    chance, stake, marks = (_average(tables) for tables in zip(*parts, strict=True))
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


def _average(tables: Sequence[NDArray[np.float64]]) -> list[list[float]]:
    mean: list[list[float]] = np.stack(tables).mean(axis=0).round(6).tolist()
    return mean


def _write_book(work: Path) -> None:
    page = compute_treatise_page()
    (FOLDER / treatise_page.DATA).write_text(row_by_row(page.as_json()), "utf-8")
    treatise_page.treatise_page.cache_clear()
    _write_hands(work)
    DOCUMENT.write_text(document(page), "utf-8")
    print(
        f"beside the old treatise: {len(page.standing)} hands to stand with, {len(page.refusing)} to refuse with"
    )


def _write_hands(_work: Path) -> None:
    (FOLDER / treatise_hands.DATA).write_text(row_by_row(treatise_hands.as_json(count_hands())), "utf-8")
    treatise_hands.questions.cache_clear()
    print(f"illustrative hands: {len(treatise_hands.questions())} questions")


def _write_luck(_work: Path) -> None:
    contents = luck_study.compute_start(luck_study.DEALS, SEED)
    (FOLDER / luck_start.DATA).write_text(json.dumps(contents, indent=1) + "\n", "utf-8")
    luck_start.stored.cache_clear()
    print(f"mean value of a deal: the elder hand's chance at love-all {contents['chance'][0][0]:.6f}")


def _write_lessons(_work: Path) -> None:
    contents = lessons_study.compute_lessons(SEED)
    (FOLDER / lessons.DATA).write_text(row_by_row(contents), "utf-8")
    lessons.lessons.cache_clear()
    print(f"calls that old rules get wrong: {len(lessons.lessons())}")


def _write_positions(_work: Path) -> None:
    contents = position_verdicts.file_contents(position_verdicts.compute_positions())
    (FOLDER / positions.DATA).write_text(row_by_row(contents), "utf-8")
    positions.positions.cache_clear()
    print(f"positions to try: {len(positions.positions())}")


_WRITERS: Final[dict[str, tuple[str, Callable[[Path], None]]]] = {
    "exchanges": ("how deals end after an exchange", _write_exchanges),
    "hidden": ("what hidden play changes", _write_hidden),
    "calls": ("the calls at the equilibrium", _write_calls),
    "luck": ("the mean value of a deal", _write_luck),
    "book": ("what stands beside the old treatise", _write_book),
    "hands": ("the treatise's illustrative hands", _write_hands),
    "lessons": ("the calls that old rules get wrong", _write_lessons),
    "positions": ("the positions to try", _write_positions),
    "triomphe": ("what La Triomphe needs", _write_triomphe),
    "endings": ("the last three tricks", _write_endings),
}
"""The parts that can be computed alone, in the order in which all are computed: what each is, and its function."""


def row_by_row(stored: dict[str, Any]) -> str:
    """Return JSON text with one line for each item of a list, so that changes are easy to see."""
    parts = []
    for key, value in stored.items():
        rows = ",\n".join(map(json.dumps, value)) if isinstance(value, list) else ""
        parts.append(f'"{key}": ' + (f"[\n{rows}\n]" if rows else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def compute_treatise_page() -> TreatisePage:
    """Compute every hand, count and odds that are shown beside the old treatise. This takes some minutes."""
    return TreatisePage(
        {
            "policy": THRESHOLDS_VERSION,
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


def _check(work: Path) -> int:
    """Compute the data again, and play games from every score. Return the exit status."""
    worst = worst_of_games(GAMES, SEED + 1)
    print(f"games played from each score: at worst {worst:.1f} standard errors from the table")
    rows = play_parts(work, HIDDEN_PARTS, SEED)
    again = np.array(reckon_chances(DEALS, SEED, rows)["chance"])
    difference = float(np.abs(again - np.array(chances.chances().chance)).max())
    print(f"chances reckoned again: at most {difference:.6f} away")
    are_gains_small = calls_tables.check_calls(rows)
    print("gains of best responses: " + ("within" if are_gains_small else "NOT within") + " the limits")
    print("\n".join(endings_study.bracket_lines(endings_study.stored_games())))
    are_same = []
    for words, is_same in _compare(work, rows):
        print(f"{words}: " + ("the same" if is_same else "NOT the same"))
        are_same.append(is_same)
    return 0 if all(are_same) and are_gains_small and difference == 0 and worst < 5 else 1


def _compare(work: Path, rows: NDArray[np.void]) -> Iterator[tuple[str, bool]]:
    """Compute each part of the data again. Yield what it is, and whether it is the same as the data on file."""
    yield "strengths", strength.packed(strength.measure_hands().point) == strength.stored()
    exchanged = exchange_study.compute_exchanges(exchange_study.DEALS, SEED, work)
    yield "how deals end after an exchange", exchange_values.pack(exchanged) == exchange_values.read_stored()
    yield (
        "first calls in hidden play",
        call_values.packed(call_values.estimate_calls(rows)) == call_values.stored(),
    )
    leads = lead_values.estimate_leads(sampled_leads.play_parts(work, LEAD_PARTS, SEED))
    yield (
        "first leads in hidden play",
        leads._replace(error=round(leads.error, 3)) == lead_values.lead_table(),
    )
    yield "La Triomphe", check_triomphe()
    yield "beside the old treatise", compute_treatise_page() == treatise_page.treatise_page()
    yield "mean value of a deal", luck_study.compute_start(luck_study.DEALS, SEED) == luck_start.stored()
    yield "calls that old rules get wrong", lessons_study.compute_lessons(SEED) == lessons.shipped()
    yield "illustrative hands", count_hands() == treatise_hands.questions()
    yield "positions to try", position_verdicts.compute_positions() == positions.positions()
    yield "last three tricks", endings_study.check()


def check_triomphe() -> bool:
    """Compute the tables of La Triomphe again. Return whether they agree with the stored data."""
    again = reckon_offer_chances(OFFER_DEALS, SEED)
    same_chances = again["checksum"] == chances.checksum("triomphe")
    return same_chances and offer_hands.packed(strength.measure_hands()) == offer_hands.stored()


def worst_of_games(games: int, seed: int) -> float:
    """Play ``games`` games from each score to check the table of probabilities with both hands seen.

    Return the largest difference between the games and the table, in standard errors.
    """
    table: NDArray[np.float64] = np.array(chances.chances().hands_seen)
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
