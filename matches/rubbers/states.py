"""The states of a rubber: the one table of what may follow what. Data alone; knows neither database nor people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

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
]
State: TypeAlias = Literal["draft", "live", "reported", "confirmed", "disputed", "corrected", "void"]
Before: TypeAlias = Literal["", "draft", "live", "reported", "confirmed", "disputed", "corrected", "void"]
"""The state that an entry finds; empty where it is the first of its stream."""

NEW: Final[Before] = ""
STATES: Final[tuple[State, ...]] = (
    "draft",
    "live",
    "reported",
    "confirmed",
    "disputed",
    "corrected",
    "void",
)
SETTLED: Final[frozenset[State]] = frozenset({"confirmed", "corrected"})
"""The states in which a rubber counts."""
CLEAN: Final[frozenset[State]] = SETTLED | {"reported"}
"""The states that no rubber has whose findings are to be settled first: it is a draft in their place."""


@dataclass(frozen=True, slots=True)
class Transition:
    """From which states a kind of entry may come, and the state it leads to.

    ``is_judged``: it brings a text, and leads to a draft in place of ``to`` where that has findings which are to be
    settled before it may count.
    """

    before: frozenset[Before]
    to: State
    is_judged: bool = False


def _from(*before: Before) -> frozenset[Before]:
    return frozenset(before)


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
}


def may_follow(kind: RubberKind, state: str) -> bool:
    """Whether an entry of this kind may follow where the rubber is in ``state``; empty: where there is none yet."""
    return state in TRANSITIONS[kind].before


def state_after(kind: str) -> State:
    """Where an entry of a rubber's stream leads, its findings apart. Raises ``KeyError`` for any other entry."""
    return TRANSITIONS[cast(RubberKind, kind)].to


def judged_state(state: State, *, is_clean: bool) -> State:
    """The state of a rubber whose entries lead to ``state``; ``is_clean``: its record has no findings to be settled."""
    return "draft" if state in CLEAN and not is_clean else state


def kinds_from(state: str) -> tuple[RubberKind, ...]:
    """What may be done with a rubber in ``state``, in the order of the table; empty: how one may begin."""
    return tuple(kind for kind in TRANSITIONS if may_follow(kind, state))


def table_rows() -> Iterator[tuple[str, str, str]]:
    """The table in words: a kind, the states before it, the state after it."""
    order = (NEW, *STATES)
    for kind, transition in TRANSITIONS.items():
        before = ", ".join(state or "(new)" for state in order if state in transition.before)
        yield kind, before, f"{transition.to}, or draft" if transition.is_judged else transition.to
