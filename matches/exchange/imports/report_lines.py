"""The lines of an import report, and its counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import orjson
from django.db.models import F

from matches.common.bulk import insert_rows
from matches.exchange.imports.outcomes import Fate, Outcome
from matches.models import ImportLine, ImportReport

LINE_COLUMNS: Final = (
    "report_id",
    "index",
    "line",
    "fate",
    "name_a",
    "name_b",
    "rubber_id",
    "held",
    "reasons",
    "new_guests",
)


def report_outcomes(report: ImportReport, outcomes: Sequence[Outcome]) -> None:
    """Write down what became of each rubber, and add them up, in the transaction that stores them."""
    insert_rows(ImportLine, LINE_COLUMNS, [(report.pk, *_line(outcome)) for outcome in outcomes])

    def how_many(fate: Fate) -> int:
        return sum(outcome.fate == fate for outcome in outcomes)

    ImportReport.objects.filter(pk=report.pk).update(
        confirmed=F("confirmed") + how_many("confirmed"),
        drafts=F("drafts") + how_many("draft"),
        skipped=F("skipped") + how_many("skipped"),
        conflicts=F("conflicts") + how_many("conflict"),
        held=F("held") + how_many("held"),
        refused=F("refused") + how_many("refused"),
        deals=F("deals") + sum(outcome.deals for outcome in outcomes),
        repeats=F("repeats") + sum(outcome.repeats for outcome in outcomes),
    )


def _line(outcome: Outcome) -> tuple[object, ...]:
    """The outcome in the order of ``LINE_COLUMNS``, from the second on."""
    return (
        outcome.index,
        outcome.line,
        outcome.fate,
        *outcome.players,
        outcome.rubber_id or "",
        outcome.held,
        orjson.dumps(outcome.reasons).decode(),
        orjson.dumps(outcome.new_guests).decode(),
    )
