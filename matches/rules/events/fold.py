"""``fold``, which turns an event's log into the facts decided so far.

The log is trusted: each fact was checked by ``lifecycle.check_fact`` before it was appended. Even so, a fact
that cannot follow those before it raises ``FactError``, so that a log which was tampered with is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from typing import Final

from matches.rules.events import fold_draws, fold_entries
from matches.rules.events.facts import FACT_KINDS, EventFacts, Fact
from matches.rules.events.fold_draft import EventDraft, FactError

_FOLDS: Final[dict[str, Callable[[EventDraft, Fact], None]]] = {
    "planned": fold_entries.plan_event,
    "entered": fold_entries.enter,
    "entry_removed": fold_entries.remove_entry,
    "seeded": fold_entries.seed,
    "checked_in": fold_entries.check_in,
    "check_in_undone": fold_entries.undo_check_in,
    "withdrawn": fold_entries.withdraw,
    "returned": fold_entries.come_back,
    "bye_requested": fold_entries.request_bye,
    "bye_request_undone": fold_entries.undo_bye_request,
    "forbidden": fold_entries.forbid,
    "drawn": fold_draws.draw,
    "draw_changed": fold_draws.change_draw,
    "draw_discarded": fold_draws.discard_draw,
    "released": fold_draws.release,
    "awarded": fold_draws.award,
    "award_undone": fold_draws.undo_award,
    "kept": fold_draws.keep,
    "keep_undone": fold_draws.undo_keep,
    "completed": fold_draws.complete,
    "reopened": fold_draws.reopen,
}
"""All kinds but ``undone``, which ``counting_facts`` applies before."""


def fold(facts: Iterable[Fact]) -> EventFacts:
    """Return an event's facts from its log in order of versions; other kinds than ``FACT_KINDS`` only count.

    Raises ``FactError`` if a fact cannot follow those before it.
    """
    return Folding(facts).folded


class Folding:
    """A fold that can be continued fact by fact: ``folded`` is the result for all facts added so far."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        log = list(facts)
        check_versions(log)
        self._version = log[-1].version if log else 0
        self._counting = counting_facts(log)
        self._draft = _fold_all(self._counting)

    @property
    def folded(self) -> EventFacts:
        facts = self._draft.facts(version=self._version, last=self._counting[-1] if self._counting else None)
        # The draft may be changed later; the returned value must not change.
        return replace(facts, awards=dict(facts.awards), kept=dict(facts.kept))

    def add(self, fact: Fact) -> None:
        """Add the next fact. After a ``FactError``, for one that cannot follow, do not use this object any more."""
        if fact.version <= self._version:
            raise FactError(fact, "fact_version", self._version)
        self._version = fact.version
        if fact.kind == "undone":
            self._counting = counting_facts([*self._counting, fact])
            self._draft = _fold_all(self._counting)
        elif fact.kind in FACT_KINDS:
            self._counting.append(fact)
            _apply(self._draft, fact)


def _fold_all(counting: Iterable[Fact]) -> EventDraft:
    draft = EventDraft()
    for fact in counting:
        _apply(draft, fact)
    return draft


def _apply(draft: EventDraft, fact: Fact) -> None:
    try:
        _FOLDS[fact.kind](draft, fact)
    except FactError:
        raise
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise FactError(fact, "fact_unreadable", fact.kind) from error


def counting_facts(facts: Iterable[Fact], kinds: Container[str] = FACT_KINDS) -> list[Fact]:
    """Return the facts of these ``kinds`` that count. Raises ``FactError`` for undoing any but the last of them."""
    counting: list[Fact] = []
    for fact in facts:
        if fact.kind == "undone":
            last = counting[-1].version if counting else 0
            undone = fact.payload.get("version")
            if not last or undone != last:
                raise FactError(fact, "fact_not_the_last", undone, last)
            counting.pop()
        elif fact.kind in kinds:
            counting.append(fact)
    return counting


def check_versions(log: Sequence[Fact]) -> None:
    """Check that the versions of a log's facts increase; raise ``FactError`` otherwise."""
    before = 0
    for fact in log:
        if fact.version <= before:
            raise FactError(fact, "fact_version", before)
        before = fact.version
