"""From the log of an event to what was decided: ``fold``.

The log is trusted: each fact was looked at by ``lifecycle.check_fact`` before it was appended. What cannot have
followed all the same raises ``FactError``, so that a log which was tampered with does not pass for a sound one.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from typing import Final

from matches.rules.events.facts import FACT_KINDS, EventFacts, Fact
from matches.rules.events.folding import draws, entries
from matches.rules.events.folding.draft import ERROR_CODES, EventDraft, FactError

__all__ = ["ERROR_CODES", "FactError", "Folding", "counting_facts", "fold"]

_FOLDS: Final[dict[str, Callable[[EventDraft, Fact], None]]] = {
    "planned": entries.plan_event,
    "entered": entries.enter,
    "entry_removed": entries.remove_entry,
    "seeded": entries.seed,
    "checked_in": entries.check_in,
    "check_in_undone": entries.undo_check_in,
    "withdrawn": entries.withdraw,
    "returned": entries.come_back,
    "bye_requested": entries.request_bye,
    "bye_request_undone": entries.undo_bye_request,
    "forbidden": entries.forbid,
    "drawn": draws.draw,
    "draw_changed": draws.change_draw,
    "draw_discarded": draws.discard_draw,
    "released": draws.release,
    "awarded": draws.award,
    "award_undone": draws.undo_award,
    "kept": draws.keep,
    "keep_undone": draws.undo_keep,
    "completed": draws.complete,
    "reopened": draws.reopen,
}
"""All kinds but ``undone``, which ``counting_facts`` settles before."""


def fold(facts: Iterable[Fact]) -> EventFacts:
    """What the facts, in order of their versions, come to. Other kinds than ``FACT_KINDS`` only count in
    ``version``.

    Raises ``FactError``.
    """
    return Folding(facts).folded


class Folding:
    """A fold that goes on: after each fact that is added ``folded`` is what all of them come to."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        log = list(facts)
        check_versions(log)
        self._version = log[-1].version if log else 0
        self._standing = counting_facts(log)
        self._draft = _drafted(self._standing)

    @property
    def folded(self) -> EventFacts:
        facts = self._draft.facts(version=self._version, last=self._standing[-1] if self._standing else None)
        # The draft may go on; what was given out stays as it is.
        return replace(facts, awards=dict(facts.awards), kept=dict(facts.kept))

    def add(self, fact: Fact) -> None:
        """Take the next fact. Raises ``FactError``, and then there is no going on."""
        if fact.version <= self._version:
            raise FactError(fact, "fact_version", self._version)
        self._version = fact.version
        if fact.kind == "undone":
            self._standing = counting_facts([*self._standing, fact])
            self._draft = _drafted(self._standing)
        elif fact.kind in FACT_KINDS:
            self._standing.append(fact)
            _take(self._draft, fact)


def _drafted(standing: Iterable[Fact]) -> EventDraft:
    draft = EventDraft()
    for fact in standing:
        _take(draft, fact)
    return draft


def _take(draft: EventDraft, fact: Fact) -> None:
    try:
        _FOLDS[fact.kind](draft, fact)
    except FactError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise FactError(fact, "fact_unreadable", fact.kind) from error


def counting_facts(facts: Iterable[Fact], kinds: Container[str] = FACT_KINDS) -> list[Fact]:
    """The facts of these ``kinds`` that stand: without those that were undone, and without what undid them.

    Raises ``FactError`` where another than the last one that stood was undone.
    """
    standing: list[Fact] = []
    for fact in facts:
        if fact.kind == "undone":
            last = standing[-1].version if standing else 0
            undone = fact.payload.get("version")
            if not last or undone != last:
                raise FactError(fact, "fact_not_the_last", undone, last)
            standing.pop()
        elif fact.kind in kinds:
            standing.append(fact)
    return standing


def check_versions(log: Sequence[Fact]) -> None:
    """Raises ``FactError`` where a fact does not come after the one before it."""
    before = 0
    for fact in log:
        if fact.version <= before:
            raise FactError(fact, "fact_version", before)
        before = fact.version
