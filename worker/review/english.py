"""Describe decisions in English, for the command line and for comments in records.

The same verdict always gets the same words. Web pages have their own sentences, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from worker.review.decision import NOTHING, Decision, Kind, Reason
from worker.review.labels import SMALL_GAP, is_either_right

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
"""The English words for each choice at La Triomphe, where the letters of calls have other meanings than at
écarté.
"""
_OFFERING: Final[dict[tuple[Kind, str], str]] = {
    ("proposal", "P"): "offering the point",
    ("proposal", "S"): "playing",
    ("reply", "G"): "taking the point",
    ("reply", "R"): "refusing the point",
}
_LEAST_PRINTED: Final = 0.001
"""A loss of probability below this is printed as "less than 0.1 %"."""
_SAME: Final = 1e-9
_MOST_NAMED: Final = 3


def describe(decision: Decision) -> str:
    """Return a line of text about the decision: its position in the rubber, the choice, the better choice,
    the label.
    """
    place = f"rubber {decision.rubber} game {decision.game} deal {decision.deal}"
    if decision.trick is not None:
        place += f" trick {decision.trick}"
    counts = _describe_counts(decision)
    parts = [
        f"{decision.player} {_name_deed(decision)}",
        *_describe_verdict(decision, decimals=3),
        *counts,
        *_describe_book_advice(decision),
    ]
    if decision.worlds is not None and not counts:
        parts.append("one hand possible" if decision.worlds == 1 else f"{decision.worlds:,} hands possible")
    if decision.double_dummy_loss:
        tricks = "1 trick" if decision.double_dummy_loss == 1 else f"{decision.double_dummy_loss} tricks"
        parts.append(f"with both hands open it cost {tricks}")
    label = f" [{decision.label}]" if decision.label else ""
    return f"{place}: {'; '.join(parts)}{label}"


def remark(decision: Decision) -> str:
    """Return the text of the comment on a decision: the label, the better choice, and the reason."""
    label = f"{decision.label}: " if decision.label else ""
    return label + "; ".join(
        [
            *_describe_verdict(decision, decimals=2),
            *_describe_counts(decision),
            *_describe_book_advice(decision),
        ]
    )


def _describe_verdict(decision: Decision, *, decimals: int) -> list[str]:
    """Return phrases on what the choice cost, and the better ones. ``decimals`` is the number of decimals of points."""
    better = _find_better_choices(decision)
    if _is_either_right(decision):
        return [f"either call is right: {_describe_frequency(decision)}"]
    if decision.chosen in better:
        return [
            "the best choice" if len(better) == 1 else f"as good as any ({_name_choices(decision, better)})"
        ]
    named = _name_choices(decision, better)
    points = f"{decision.loss:.{decimals}f} points{_format_error(decision.se, decimals)}"
    if decision.equity_loss is None:
        return [f"cost {points}", f"best: {named}"]
    error = "" if decision.equity_se is None else _format_error(100 * decision.equity_se, 1)
    cost = f"cost {_format_chance(decision.equity_loss)}{error}"
    if round(decision.loss, decimals) > 0:
        cost += f" and {points}"
    return [cost, f"best: {named}"]


def _describe_counts(decision: Decision) -> list[str]:
    """Return phrases with the numbers of hands on which the verdict rests. Other reasons would need whole
    sentences.
    """
    parts = []
    for reason in decision.reasons:
        if reason.code == "loses_against" and decision.chosen not in _find_better_choices(decision):
            worlds, loses, gains = (_get_count(reason, name) for name in ("worlds", "loses", "gains"))
            against = f"{loses:,} of {worlds:,} hands" if worlds > 1 else "the only hand possible"
            parts.append(f"loses against {against}" + (f", gains against {gains:,}" if gains else ""))
        elif reason.code == "makes_point":
            makes, worlds = _get_count(reason, "makes"), _get_count(reason, "worlds")
            doing = _name_choice(decision, "S" if decision.kind == "proposal" else "R")
            parts.append(f"{doing} makes the point against {makes:,} of {worlds:,} hands")
        elif reason.code == "loses_all":
            parts.append(f"loses every trick against {_get_count(reason, 'loses'):,}")
        elif reason.code == "makes_vole":
            makes, worlds = _get_count(reason, "makes"), _get_count(reason, "worlds")
            parts.append(f"the cards make the vole against {makes:,} of {worlds:,} hands")
    return parts


def _describe_book_advice(decision: Decision) -> list[str]:
    """Return the old treatise's choice as a phrase, if no passage of it agrees with one of the better choices."""
    book = decision.book
    if book is None or not book.choices or set(book.all_choices) & set(_find_better_choices(decision)):
        return []
    return [f"by the old treatise: {_name_choices(decision, list(dict.fromkeys(book.all_choices)))}"]


def _describe_frequency(decision: Decision) -> str:
    frequency = decision.frequency or {}
    if not is_either_right(frequency[decision.chosen], None):
        return f"less than {100 * SMALL_GAP:.0f} % apart"
    return ", ".join(
        f"{_name_choice(decision, name)} {100 * share:.0f} %" for name, share in frequency.items()
    )


def _is_either_right(decision: Decision) -> bool:
    if decision.frequency is None or decision.equity_loss is None:
        return False
    chances = [option.chance for option in decision.options if option.chance is not None]
    return is_either_right(decision.frequency[decision.chosen], max(chances) - min(chances))


def _find_better_choices(decision: Decision) -> list[str]:
    """Return the choices with the best chance of winning the game, those with most marks first.

    If the score is unknown, return those with most marks.
    """
    chances = {option.name: option.chance for option in decision.options if option.chance is not None}
    if decision.equity_loss is None or not chances:
        return list(decision.best)
    top = max(chances.values())
    best = {name for name, chance in chances.items() if chance >= top - _SAME}
    return [name for name in decision.best if name in best] + sorted(best.difference(decision.best))


def _name_deed(decision: Decision) -> str:
    plain = "played" if decision.kind == "card" else "put out"
    words = _DID if decision.variant == "ecarte" else _DID_OFFERING
    return words.get((decision.kind, decision.chosen), f"{plain} {decision.chosen}")


def _name_choices(decision: Decision, choices: Sequence[str]) -> str:
    names = [_name_choice(decision, choice) for choice in choices[:_MOST_NAMED]]
    return " or ".join([*names, "another"] if len(choices) > _MOST_NAMED else names)


def _name_choice(decision: Decision, choice: str) -> str:
    words = _DOING if decision.variant == "ecarte" else _OFFERING
    plain = f"putting out {choice}" if decision.kind == "discard" else choice
    return words.get((decision.kind, choice), plain)


def _format_chance(chance: float) -> str:
    if chance < _LEAST_PRINTED:
        return "less than 0.1 %"
    return f"{100 * chance:.1f}".removesuffix(".0") + " %"


def _format_error(error: float | None, decimals: int) -> str:
    return "" if error is None else f" (give or take {error:.{decimals}f})"


def _get_count(reason: Reason, name: str) -> int:
    return cast(int, reason.params[name])
