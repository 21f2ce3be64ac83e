"""Decisions in English, for the command line and for comments in records: always the same words for the same verdict.

Pages have their own words, in the language of who reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from worker.review.decision import NOTHING, Decision, Kind, Reason

_DID: Final[dict[tuple[Kind, str], str]] = {
    ("proposal", "P"): "proposed",
    ("proposal", "S"): "stood",
    ("reply", "G"): "gave",
    ("reply", "R"): "refused",
    ("discard", NOTHING): "put out nothing",
    ("king", "K"): "announced the king",
    ("king", NOTHING): "kept silent about the king",
}
_DOING: Final[dict[tuple[Kind, str], str]] = {
    ("proposal", "P"): "proposing",
    ("proposal", "S"): "standing",
    ("reply", "G"): "giving",
    ("reply", "R"): "refusing",
    ("discard", NOTHING): "putting out nothing",
    ("king", "K"): "announcing the king",
    ("king", NOTHING): "keeping silent",
}
_DID_OFFERING: Final[dict[tuple[Kind, str], str]] = {
    ("proposal", "P"): "offered the point",
    ("proposal", "S"): "played",
    ("reply", "G"): "took the point",
    ("reply", "R"): "refused the point",
}
"""At La Triomphe, where the letters stand for other words."""
_OFFERING: Final[dict[tuple[Kind, str], str]] = {
    ("proposal", "P"): "offering the point",
    ("proposal", "S"): "playing",
    ("reply", "G"): "taking the point",
    ("reply", "R"): "refusing the point",
}
_LEAST_TOLD: Final = 0.001
"""A loss in chances below this reads as nought."""
_SAME: Final = 1e-9
_MOST_NAMED: Final = 3


def describe(decision: Decision) -> str:
    """One line: where, what was chosen, what would have been better, and the label."""
    where = f"rubber {decision.rubber} game {decision.game} deal {decision.deal}"
    if decision.trick is not None:
        where += f" trick {decision.trick}"
    counts = _counts(decision)
    told = [f"{decision.player} {_did(decision)}", *_verdict(decision, decimals=3), *counts, *_book(decision)]
    if decision.worlds is not None and not counts:
        told.append("one hand possible" if decision.worlds == 1 else f"{decision.worlds:,} hands possible")
    if decision.double_dummy_loss:
        tricks = "1 trick" if decision.double_dummy_loss == 1 else f"{decision.double_dummy_loss} tricks"
        told.append(f"both hands seen it cost {tricks}")
    label = f" [{decision.label}]" if decision.label else ""
    return f"{where}: {'; '.join(told)}{label}"


def remark(decision: Decision) -> str:
    """What a comment behind the decision's token says: the label, what would have been better, and why."""
    label = f"{decision.label}: " if decision.label else ""
    return label + "; ".join([*_verdict(decision, decimals=2), *_counts(decision), *_book(decision)])


def _verdict(decision: Decision, *, decimals: int) -> list[str]:
    """What the choice was beside the better ones; ``decimals`` are those of marks."""
    better = _better(decision)
    if decision.chosen in better:
        return ["the best choice" if len(better) == 1 else f"as good as any ({_named(decision, better)})"]
    named = _named(decision, better)
    if decision.equity_loss is None:
        return [
            f"{named} was better by {decision.loss:.{decimals}f} marks{_give_or_take(decision.se, decimals)}"
        ]
    error = "" if decision.equity_se is None else _give_or_take(100 * decision.equity_se, 1)
    told = [f"{named} was worth {_in_hundred(decision.equity_loss)} more of the game{error}"]
    if round(decision.loss, decimals) > 0:
        told.append(f"{decision.loss:.{decimals}f} marks{_give_or_take(decision.se, decimals)}")
    return told


def _counts(decision: Decision) -> list[str]:
    """On how many hands the verdict rests; the other reasons need sentences of their own."""
    told = []
    for reason in decision.reasons:
        if reason.code == "loses_against" and decision.chosen not in _better(decision):
            worlds, loses, gains = (_number(reason, name) for name in ("worlds", "loses", "gains"))
            against = f"{loses:,} of {worlds:,} hands" if worlds > 1 else "the only hand possible"
            told.append(f"loses against {against}" + (f", gains against {gains:,}" if gains else ""))
        elif reason.code == "makes_point":
            makes, worlds = _number(reason, "makes"), _number(reason, "worlds")
            doing = _word(decision, "S" if decision.kind == "proposal" else "R")
            told.append(f"{doing} makes the point against {makes:,} of {worlds:,} hands")
        elif reason.code == "loses_all":
            told.append(f"loses every trick against {_number(reason, 'loses'):,}")
        elif reason.code == "makes_vole":
            makes, worlds = _number(reason, "makes"), _number(reason, "worlds")
            told.append(f"the cards make the vole against {makes:,} of {worlds:,} hands")
    return told


def _book(decision: Decision) -> list[str]:
    """Return what the old treatise would have done, where that is none of the better choices in any passage."""
    book = decision.book
    if book is None or not book.choices or set(book.all_choices) & set(_better(decision)):
        return []
    return [f"by the old treatise: {_named(decision, list(dict.fromkeys(book.all_choices)))}"]


def _better(decision: Decision) -> list[str]:
    """The choices with the best chance of the game, those worth most in marks first; without a score the latter."""
    chances = {option.name: option.chance for option in decision.options if option.chance is not None}
    if decision.equity_loss is None or not chances:
        return list(decision.best)
    top = max(chances.values())
    found = {name for name, chance in chances.items() if chance >= top - _SAME}
    return [name for name in decision.best if name in found] + sorted(found.difference(decision.best))


def _did(decision: Decision) -> str:
    plain = "played" if decision.kind == "card" else "put out"
    words = _DID if decision.variant == "ecarte" else _DID_OFFERING
    return words.get((decision.kind, decision.chosen), f"{plain} {decision.chosen}")


def _named(decision: Decision, choices: Sequence[str]) -> str:
    names = [_word(decision, choice) for choice in choices[:_MOST_NAMED]]
    return " or ".join([*names, "another"] if len(choices) > _MOST_NAMED else names)


def _word(decision: Decision, choice: str) -> str:
    words = _DOING if decision.variant == "ecarte" else _OFFERING
    plain = f"putting out {choice}" if decision.kind == "discard" else choice
    return words.get((decision.kind, choice), plain)


def _in_hundred(chance: float) -> str:
    if chance < _LEAST_TOLD:
        return "less than 0.1 in 100"
    return f"{100 * chance:.1f}".removesuffix(".0") + " in 100"


def _give_or_take(error: float | None, decimals: int) -> str:
    return "" if error is None else f", give or take {error:.{decimals}f}"


def _number(reason: Reason, name: str) -> int:
    return cast(int, reason.params[name])
