"""No migration may block play, unless it is listed here with the reason.

A table that grows with play is never locked for as long as it takes to read it through (docs/backup.md,
"Updating while people play"). On tables that existed before the migration, the tests look for an index or a
constraint made in the ordinary way, a column that is rewritten or gets an index of its own, code or SQL that
may touch every row, and removals of things that processes of the previous version still use.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import migrations, models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Expression, GeneratedField, Value
from django.db.models.fields import NOT_PROVIDED
from django.db.models.functions import Now

from tests.matches.migration_operations import database_operations, operations_by_migration

GROWING = {
    *("conflict", "deal", "dealreview", "decision", "delivery", "entrant", "exercise", "exportpart", "game"),
    *("heldtext", "importline", "importreport", "incident", "logentry", "padentry", "pairing", "posting"),
    *("rating", "review", "rubber", "sentrequest", "sittinggame", "standing", "tally"),
}
"""Models with rows for each deal, rubber, result, request or week. Clubs, people and events are few."""
EARLY = "of the first days, when a club's tables held some evenings: a second on each of them"
GUARD = "the log's guard is taken away and put back, which touches no row; "
ACCEPTED: dict[str, tuple[str, set[str]]] = {
    "0001_start": ("puts the guard on a log that is empty", {"RunPython"}),
    "0002_people_and_entry": (
        GUARD + EARLY,
        {
            *("AddConstraint conflict", "AddConstraint rubber", "AddField conflict.by"),
            *("AddField conflict.resolved_by", "AddField heldtext.settled_by", "AddField importreport.club"),
            *("AddField logentry.club", "AddIndex importreport", "AddIndex logentry", "AddIndex rubber"),
            *("AlterField conflict.report", "RunPython"),
        },
    ),
    "0003_fill_in": ("tells each entry its club; " + EARLY, {"RunPython"}),
    "0004_filled_in": (
        GUARD + EARLY,
        {"AlterField logentry.club", "AlterField rubber.changed_at", "RunPython"},
    ),
    "0006_reviews_of_decisions": (
        EARLY,
        {"AddField review.play_checksum", "AlterField decision.label", "AlterField review.engine_version"},
    ),
    "0007_fill_in_play_keys": ("reads each record once, five hundred at a time; " + EARLY, {"RunPython"}),
    "0008_reviews_by_play_key": (
        EARLY,
        {
            "AddConstraint decision",
            "AddIndex decision",
            "AlterField review.rubber_version",
            "RemoveField review.rubber_version",
        },
    ),
    "0009_rounds_on_rubbers": (EARLY, {"AddIndex rubber", "AlterField rubber.pairing"}),
    "0010_fill_in_rounds": ("counts each rubber once, five hundred at a time; " + EARLY, {"RunPython"}),
    "0011_draws": (
        GUARD + "what it takes away had held nothing that the rubbers do not say; " + EARLY,
        {
            "AddConstraint entrant",
            "AddConstraint pairing",
            "AddConstraint standing",
            "DeleteModel pairing",
            "DeleteModel round",
            "RemoveField rubber.pairing",
            "RunPython",
        },
    ),
    "0012_event_versions": ("one row for each event; " + EARLY, {"RunPython"}),
    "0013_rows_keys": (EARLY, {"AddIndex logentry"}),
    "0014_table_links": (GUARD + EARLY, {"AddConstraint rubber", "AddField logentry.link", "RunPython"}),
    "0017_statistics": ("counts each rubber once; " + EARLY, {"RunPython"}),
    "0018_ratings": ("one row for each club; " + EARLY, {"AddIndex rubber", "RunPython"}),
    "0022_findings_index": ("a partial index, of rubbers with findings alone; " + EARLY, {"AddIndex rubber"}),
    "0024_request_ids": ("columns with a constant, for which neither database touches a row", {"RunSQL"}),
    "0026_advisories": (
        "rubbers with incidents and of La Triomphe alone, fifty at a time, each lot in a transaction of its own",
        {"RunPython"},
    ),
    "0031_fill_in_names": (
        "names of clubs, events and players, five hundred at a time, each lot in a transaction of its own",
        {"RunPython"},
    ),
    "0029_demonstration": ("replaces the guard's function alone, and touches no row", {"RunPython"}),
}
"""The reason for which each migration may lock, and the operations it may."""


def long_locks(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Yield the locking operations on tables that existed before, each as the operation and its model."""
    there = {name for app, name in before.models if app == "matches"}
    for operation in database_operations(migration.operations):
        model = str(getattr(operation, "model_name", getattr(operation, "name", ""))).lower()
        label = f"{type(operation).__name__} {model}".strip()
        match operation:
            case operations.RunPython() | operations.RunSQL():
                yield type(operation).__name__
            case operations.DeleteModel() | operations.RenameModel():
                yield label
            case operations.RemoveField() | operations.RenameField() if model in there:
                yield f"{label}.{getattr(operation, 'name', getattr(operation, 'old_name', ''))}"
            case AddIndexConcurrently() | AddConstraintNotValid():
                continue
            case operations.AddIndex() | operations.AddConstraint() if model in there & GROWING:
                yield label
            case operations.AlterField() if model in there & GROWING:
                yield f"{label}.{operation.name}"
            case operations.AddField() if model in there & GROWING and _reads_the_table(operation):
                yield f"{label}.{operation.name}"


def _reads_the_table(adding: operations.AddField) -> bool:
    """Return whether a column needs a scan: a constant or NULL for all rows changes only the catalogue."""
    field = adding.field
    default = field.db_default
    by_function = (
        default is not NOT_PROVIDED and isinstance(default, Expression) and not isinstance(default, Value)
    )
    has_index = getattr(field, "db_index", False) or field.unique
    return by_function or has_index or isinstance(field, GeneratedField)


def test_no_migration_holds_up_play_but_those_that_are_accepted() -> None:
    assert operations_by_migration(long_locks) == {name: what for name, (_reason, what) in ACCEPTED.items()}


AT_LEAST_ONE = models.CheckConstraint(condition=models.Q(number__gte=1), name="c")
QUICK = migrations.AddField("rubber", "note", models.CharField(default="", max_length=9))
TRIED: list[tuple[Operation, list[str]]] = [
    (QUICK, []),
    (
        migrations.AddField("rubber", "by", models.ForeignKey("matches.user", models.CASCADE)),
        ["AddField rubber.by"],
    ),
    (migrations.AddField("rubber", "at", models.DateTimeField(db_default=Now())), ["AddField rubber.at"]),
    (migrations.AddField("rubber", "note", models.CharField(db_default="", max_length=9)), []),
    (migrations.AlterField("deal", "number", models.BigIntegerField()), ["AlterField deal.number"]),
    (migrations.AlterField("club", "name", models.TextField()), []),
    (migrations.AddIndex("deal", models.Index(fields=["number"], name="i")), ["AddIndex deal"]),
    (AddIndexConcurrently("deal", models.Index(fields=["number"], name="i")), []),
    (migrations.AddConstraint("game", AT_LEAST_ONE), ["AddConstraint game"]),
    (AddConstraintNotValid("game", AT_LEAST_ONE), []),
    (migrations.RemoveField("club", "name"), ["RemoveField club.name"]),
    (migrations.DeleteModel("Tally"), ["DeleteModel tally"]),
    (migrations.RunSQL("SELECT 1"), ["RunSQL"]),
    (migrations.SeparateDatabaseAndState([migrations.RunSQL("SELECT 1")], [QUICK]), ["RunSQL"]),
]


@pytest.mark.parametrize(("operation", "operations"), TRIED, ids=range(len(TRIED)))
def test_what_would_hold_up_play_is_found(operation: Operation, operations: list[str]) -> None:
    tried = type("Tried", (Migration,), {"operations": [operation]})("tried", "matches")
    assert list(long_locks(tried, MigrationLoader(None).project_state())) == operations


def test_models_that_grow_are_models() -> None:
    state = MigrationLoader(None).project_state()
    assert {name for app, name in state.models if app == "matches"} >= GROWING
