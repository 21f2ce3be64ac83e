"""The rubbers of an event, found by the round that they name and the two who played; and those that nobody drew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from matches.rules.events.facts import EventFacts, PlayerId
from matches.rules.events.state import Result, StageState, Why

WHY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "no_draw": (),
    "no_such_round": ("label",),
    "not_entered": ("player",),
    "not_paired": ("label",),
    "second_result": ("label", "rubber"),
}
"""Why a rubber is outside the draw. ``second_result``: ``rubber`` is the one that counts for these two there."""
VOID: Final = "void"
"""The state of a rubber that is as if it had not been."""

Found: TypeAlias = tuple[Result | None, tuple[Result, ...]]
"""The rubber that decides a pairing or is on its way, and any others of the same two in the same round."""
NOTHING: Final[Found] = (None, ())


class Book:
    """``book(label, a, b)``: what there is of two players, in either order, in the round of that label.

    Of several rubbers the first settled one is the pairing's, else the first; void ones are nowhere.
    """

    def __init__(self, results: Iterable[Result]) -> None:
        self.results: Sequence[Result] = sorted(
            (result for result in results if result.state != VOID),
            key=lambda result: (result.order, result.rubber),
        )
        self._by_pair: dict[tuple[str, PlayerId, PlayerId], list[Result]] = defaultdict(list)
        for result in self.results:
            self._by_pair[_key(result.round_label, result.a, result.b)].append(result)

    def __call__(self, label: str, a: PlayerId, b: PlayerId) -> Found:
        found = self._by_pair.get(_key(label, a, b))
        if found is None:
            return NOTHING
        if len(found) == 1:
            return found[0], ()
        first = next((result for result in found if result.is_settled), found[0])
        return first, tuple(result for result in found if result is not first)

    def outside(self, facts: EventFacts, stages: Sequence[StageState]) -> tuple[tuple[str, Why], ...]:
        """The rubbers that belong to no pairing of ``stages``, with why, in the order of entering."""
        belonging: set[str] = set()
        second: dict[str, str] = {}
        for stage in stages:
            for round_ in stage.rounds:
                for pairing in round_.pairings:
                    belonging.add(pairing.rubber)
                    second.update(dict.fromkeys(pairing.also, pairing.rubber))
        labels = {round_.label for stage in facts.stages for round_ in stage.rounds}
        labels.update(label for stage in facts.stages for label in stage.labels)
        entered = {entry.player for entry in facts.entries}
        return tuple(
            (result.rubber, _why_outside(result, second.get(result.rubber), labels, entered))
            for result in self.results
            if result.rubber not in belonging
        )


def _key(label: str, a: PlayerId, b: PlayerId) -> tuple[str, PlayerId, PlayerId]:
    return (label, a, b) if a < b else (label, b, a)


def _why_outside(result: Result, counting: str | None, labels: set[str], entered: set[PlayerId]) -> Why:
    if counting is not None:
        return "second_result", result.round_label, counting
    if not labels:
        return ("no_draw",)
    if result.round_label not in labels:
        return "no_such_round", result.round_label
    for player in (result.a, result.b):
        if player not in entered:
            return "not_entered", player
    return "not_paired", result.round_label
