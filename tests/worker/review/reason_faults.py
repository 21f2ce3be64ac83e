"""Check that a reason of a review has the parameters of its code, each of its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from scoring.cards import CARD_BY_NAME, HAND_SIZE, CardSetError, UnknownCardError, format_cards, parse_cards
from scoring.findings import JsonValue
from worker.review.decision import Reason
from worker.review.reasons import REASON_CODES, ParamKind


def fault_in(reason: Reason) -> str | None:
    """Return the error in a reason: an unknown code, too many or missing parameters, or one of the wrong kind.

    None if there is no error.
    """
    kinds = REASON_CODES.get(reason.code)
    if kinds is None:
        return f"{reason.code} is no reason"
    if reason.params.keys() != kinds.keys():
        return (
            f"{reason.code} has {', '.join(reason.params) or 'nothing'}, not {', '.join(kinds) or 'nothing'}"
        )
    for name, kind in kinds.items():
        if not _IS_OF_KIND[kind](reason.params[name]):
            return f"{reason.code}: {name} is {reason.params[name]!r}, which is no {kind}"
    return None


def _is_whole(value: JsonValue, least: int, most: int | None = None) -> bool:
    return type(value) is int and value >= least and (most is None or value <= most)


def _is_share(value: JsonValue) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator]  # A number, by the first condition.


def _is_card(value: JsonValue) -> bool:
    return isinstance(value, str) and value in CARD_BY_NAME


def _is_cards(value: JsonValue) -> bool:
    """Return whether the value is a set in the notation's canonical form."""
    try:
        return isinstance(value, str) and format_cards(parse_cards(value)) == value
    except (CardSetError, UnknownCardError):
        return False


def _is_line(value: JsonValue) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= 2 * HAND_SIZE
        and all(map(_is_card, value))
        and len(set(map(str, value))) == len(value)
    )


_IS_OF_KIND: Final[Mapping[ParamKind, Callable[[JsonValue], bool]]] = {
    "count": lambda value: _is_whole(value, 0),
    "trick": lambda value: _is_whole(value, 1, HAND_SIZE),
    "marks": lambda value: _is_whole(value, -2, 2),
    "share": _is_share,
    "call": lambda value: value in ("P", "S", "G", "R"),
    "card": _is_card,
    "cards": _is_cards,
    "line": _is_line,
}
