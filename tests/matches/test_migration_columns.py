"""Old processes can leave out each column that a migration adds, or it is listed here.

Processes of the previous version write rows during an update (docs/backup.md, "Updating while people play"),
on tables of any size. A column that is not nullable and has no default in the database would stop them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import GeneratedField
from django.db.models.fields import NOT_PROVIDED

from tests.matches.migration_operations import database_operations, operations_by_migration

ACCEPTED: dict[str, set[str]] = {
    "0002_people_and_entry": {
        *("conflict.at", "conflict.reason", "conflict.resolution", "importreport.repeats"),
        *("rubber.reported_by", "user.language"),
    },
    "0005_attempts_and_held": {"importline.held", "importreport.attempts"},
    "0006_reviews_of_decisions": {
        *("decision.chances", "decision.method", "decision.reasons", "decision.token"),
        *("review.play_checksum", "rubber.play_checksum"),
    },
    "0009_rounds_on_rubbers": {
        *("rubber.round_label", "rubber.table", "rubber.trebles_a", "rubber.trebles_b", "rubber.voles_a"),
        "rubber.voles_b",
    },
    "0011_draws": {
        *("entrant.is_entered", "event.phase", "event.version", "logentry.by_elsewhere", "stage.phase"),
        *("standing.figures", "standing.group", "standing.halves", "standing.is_through"),
    },
    "0013_rows_keys": {"event.rows_key"},
    "0014_table_links": {"rubber.is_agreed"},
    "0015_pad_entry_faults": {"padentry.faults"},
    "0016_pad_entry_steps": {"padentry.steps"},
    "0017_statistics": {
        *("club.season_month", "deal.traits_a", "deal.traits_b", "game.traits_a", "game.traits_b"),
        "rubber.variant",
    },
    "0021_programs": {"importreport.is_trial"},
}
"""Accepted columns by migration: hosts update across one of these while no one plays.

A new column gets ``db_default``, or is nullable.
"""


def unfilled_columns(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Yield the columns of existing tables that the previous version leaves empty when it writes a row.

    Django fills in a ``default`` itself, row by row, and does not pass it to the database.
    """
    there = {name for app, name in before.models if app == "matches"}
    for operation in database_operations(migration.operations):
        if not isinstance(operation, operations.AddField) or operation.model_name.lower() not in there:
            continue
        field = operation.field
        fills_itself = field.many_to_many or isinstance(field, GeneratedField)
        if not (field.null or fills_itself or field.db_default is not NOT_PROVIDED):
            yield f"{operation.model_name.lower()}.{operation.name}"


def test_no_migration_adds_a_column_that_the_version_before_cannot_fill_but_the_early_ones() -> None:
    assert operations_by_migration(unfilled_columns) == ACCEPTED


QUICK = migrations.AddField("rubber", "note", models.CharField(default="", max_length=9))
NOTE: dict[str, Any] = {"default": "", "max_length": 9}
COLUMNS: list[tuple[Operation, list[str]]] = [
    (QUICK, ["rubber.note"]),
    (migrations.AddField("Club", "note", models.CharField(**NOTE)), ["club.note"]),
    (migrations.AddField("club", "by", models.ForeignKey("matches.user", models.CASCADE)), ["club.by"]),
    (migrations.AddField("club", "note", models.CharField(db_default="", **NOTE)), []),
    (migrations.AddField("club", "at", models.DateTimeField(null=True)), []),
    (migrations.AddField("club", "guests", models.ManyToManyField("matches.user")), []),
    (
        migrations.AddField(
            "club",
            "twice",
            models.GeneratedField(
                expression=models.F("pk") * 2, output_field=models.BigIntegerField(), db_persist=True
            ),
        ),
        [],
    ),
    (migrations.AddField("club_that_is_new", "note", models.CharField(**NOTE)), []),
    (migrations.SeparateDatabaseAndState([], [QUICK]), []),
    (migrations.SeparateDatabaseAndState([QUICK], []), ["rubber.note"]),
]


@pytest.mark.parametrize(("operation", "columns"), COLUMNS, ids=range(len(COLUMNS)))
def test_a_column_that_the_version_before_cannot_fill_is_found(
    operation: Operation, columns: list[str]
) -> None:
    tried = type("Tried", (Migration,), {"operations": [operation]})("tried", "matches")
    assert list(unfilled_columns(tried, MigrationLoader(None).project_state())) == columns
