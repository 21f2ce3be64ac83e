"""The reasons that reviews give: each code, and what its sentence needs. Nothing is worded here; pages do that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from scoring.cards import CARD_BY_NAME, HAND_SIZE, CardSetError, UnknownCardError, format_cards, parse_cards
from scoring.findings import JsonValue
from worker.review.decision import Reason

ParamKind: TypeAlias = Literal["count", "trick", "marks", "share", "call", "card", "cards", "line"]

REASON_CODES: Final[Mapping[str, Mapping[str, ParamKind]]] = {
    # Cards: what the choice does against the hands that the adversary could hold.
    "loses_against": {"worlds": "count", "loses": "count", "gains": "count", "best": "card"},
    "cant_lose": {"card": "card"},
    # Cards: what the adversary's play and his king had told.
    "neither_suit_nor_trump": {"trick": "trick", "led": "card", "threw": "card"},
    "no_suit": {"trick": "trick", "led": "card", "trumped": "card"},
    "nothing_higher": {"trick": "trick", "led": "card", "played": "card"},
    "king_announced": {},
    "king_silent": {},
    # Cards: one hand against which the choice loses, and how.
    "refutation": {
        "hand": "cards",
        "chosen_line": "line",
        "best_line": "line",
        "chosen_marks": "marks",
        "best_marks": "marks",
        "best": "card",
    },
    # Before the play at La Triomphe: how many hands fit what the adversary said.
    "as_said": {"worlds": "count", "hands": "count"},
    # Before the play.
    "makes_point": {"makes": "count", "worlds": "count"},
    "after_exchange": {"share": "share"},
    "counts_two": {"by": "call"},
    "four_all_one": {},
    "loses_mark": {},
    "mark_idle": {},
    "keeps": {"cards": "cards"},
    # Before the play at La Triomphe, behind ``makes_point``.
    "loses_all": {"loses": "count", "worlds": "count"},
    "offer_refused": {"refuses": "count", "worlds": "count"},
    "makes_vole": {"makes": "count", "worlds": "count"},
}
"""Which parameters each code has, and of what kind, in the order in which reviews give and pages tell them.

``count``: a number of hands. ``trick``: 1 to 5. ``marks``: the player's less the adversary's. ``share``: 0 to 1.
``call``: the letter of a call. ``card``: ``HT``. ``cards``: a set, ``SKQ.H7``. ``line``: a list of cards in the order
in which they are played.
"""

_MOST_MARKS: Final = 2
_CALLS: Final = ("P", "S", "G", "R")


def fault_in(reason: Reason) -> str | None:
    """What is wrong with a reason: an unknown code, parameters too many or missing, or one that is not of its kind."""
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


def _is_count(value: JsonValue) -> bool:
    return _is_whole(value, 0, None)


def _is_trick(value: JsonValue) -> bool:
    return _is_whole(value, 1, HAND_SIZE)


def _is_marks(value: JsonValue) -> bool:
    return _is_whole(value, -_MOST_MARKS, _MOST_MARKS)


def _is_whole(value: JsonValue, least: int, most: int | None) -> bool:
    return type(value) is int and value >= least and (most is None or value <= most)


def _is_share(value: JsonValue) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator]  # A number, as just asked.


def _is_call(value: JsonValue) -> bool:
    return value in _CALLS


def _is_card(value: JsonValue) -> bool:
    return isinstance(value, str) and value in CARD_BY_NAME


def _is_cards(value: JsonValue) -> bool:
    """A set as the notation's writer puts it."""
    if not isinstance(value, str):
        return False
    try:
        return format_cards(parse_cards(value)) == value
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
    "count": _is_count,
    "trick": _is_trick,
    "marks": _is_marks,
    "share": _is_share,
    "call": _is_call,
    "card": _is_card,
    "cards": _is_cards,
    "line": _is_line,
}
