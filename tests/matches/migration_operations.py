"""The operations of every migration of the service, for the tests that read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


def database_operations(given: Sequence[Operation]) -> Iterator[Operation]:
    """Yield the operations that change the database."""
    for operation in given:
        if isinstance(operation, operations.SeparateDatabaseAndState):
            yield from operation.database_operations
        else:
            yield operation


def operations_by_migration(look: Callable[[Migration, ProjectState], Iterator[str]]) -> dict[str, set[str]]:
    """Return what ``look`` yields for each migration, given the models before it.

    Empty results are left out.
    """
    loader = MigrationLoader(None)
    everything = loader.graph._generate_plan(loader.graph.leaf_nodes("matches"), at_end=True)
    plan = [key for key in everything if key[0] == "matches"]
    return {
        key[1]: seen
        for key in plan
        if (seen := set(look(loader.graph.nodes[key], loader.project_state(key, at_end=False))))
    }
