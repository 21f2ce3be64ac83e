"""The states of a rubber, and the one table of transitions between them. Pure data, without database or permissions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

RubberKind: TypeAlias = Literal[
    "rubber.imported",
    "rubber.entered",
    "rubber.reported",
    "rubber.opened",
    "rubber.cut_recorded",
    "rubber.deal_recorded",
    "rubber.deal_undone",
    "rubber.closed",
    "rubber.confirmed",
    "rubber.disputed",
    "rubber.corrected",
    "rubber.voided",
    "rubber.report_changed",
    "rubber.report_withdrawn",
]
State: TypeAlias = Literal["draft", "live", "reported", "confirmed", "disputed", "corrected", "void"]
Before: TypeAlias = Literal["", "draft", "live", "reported", "confirmed", "disputed", "corrected", "void"]
"""The state of a rubber before a log entry; empty before the first entry of its stream."""

NEW: Final[Before] = ""
STATES: Final[tuple[State, ...]] = get_args(State)
SETTLED: Final[frozenset[State]] = frozenset({"confirmed", "corrected"})
"""The states in which a rubber counts in standings and statistics."""
CLEAN: Final[frozenset[State]] = SETTLED | {"reported"}
"""The states that require a record without blocking findings. A rubber with such findings is a draft instead."""


@dataclass(frozen=True, slots=True)
class Transition:
    """The states in which a kind of log entry is allowed (``before``), and the state to which it leads (``to``).

    ``is_judged``: the entry contains a record or ends a live rubber, and leads to ``draft`` with blocking
    findings.
    """

    before: frozenset[Before]
    to: State
    is_judged: bool = False


def _from(*before: Before) -> frozenset[Before]:
    return frozenset(before)


# A kind or a state that is added here has its column, sentences and places elsewhere, too:
# tests/matches/test_code_lists.py and tests/matches/rubbers/test_states.py say which lack it.
TRANSITIONS: Final[Mapping[RubberKind, Transition]] = {
    "rubber.imported": Transition(_from(NEW), "confirmed", is_judged=True),
    "rubber.entered": Transition(_from(NEW), "confirmed", is_judged=True),
    "rubber.reported": Transition(_from(NEW, "live"), "reported", is_judged=True),
    "rubber.opened": Transition(_from(NEW), "live"),
    "rubber.cut_recorded": Transition(_from("live"), "live"),
    "rubber.deal_recorded": Transition(_from("live"), "live"),
    "rubber.deal_undone": Transition(_from("live"), "live"),
    "rubber.closed": Transition(_from("live"), "confirmed", is_judged=True),
    "rubber.confirmed": Transition(_from("reported", "disputed"), "confirmed"),
    "rubber.disputed": Transition(_from("reported", "confirmed", "corrected"), "disputed"),
    "rubber.corrected": Transition(
        _from("draft", "reported", "confirmed", "disputed", "corrected", "void"), "corrected", is_judged=True
    ),
    "rubber.voided": Transition(
        _from("draft", "live", "reported", "confirmed", "disputed", "corrected"), "void"
    ),
    "rubber.report_changed": Transition(_from("reported"), "reported"),
    "rubber.report_withdrawn": Transition(_from("reported"), "void"),
}


STATE_AFTER: Final[Mapping[str, State]] = {kind: each.to for kind, each in TRANSITIONS.items()}
"""The state after an entry of each kind, before its record is judged."""


def may_follow(kind: RubberKind, state: str) -> bool:
    """Return whether a log entry of this kind is allowed in ``state``, which is empty for a new rubber."""
    return state in TRANSITIONS[kind].before


def kinds_from(state: str) -> tuple[RubberKind, ...]:
    """Return the kinds of log entry allowed in ``state`` (empty: a new rubber), in the order of the table."""
    return tuple(kind for kind in TRANSITIONS if may_follow(kind, state))
