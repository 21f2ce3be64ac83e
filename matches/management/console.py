"""What the commands that read and write files share: a standard output that holds out, a database that is there."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError, OutputWrapper
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor


def require_database() -> None:
    """Raises ``CommandError`` where the database does not answer, or where its tables are not this version's."""
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        said = str(error).partition("\n")[0]
        raise CommandError(f"the database does not answer ({said})") from error
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("the database has no tables of this version yet; run: python manage.py migrate")


def reconfigure(stdout: OutputWrapper, *, encoding: str | None = None, errors: str, newline: str) -> None:
    """Change how a real stream writes text; one that keeps its text in memory takes any."""
    stream: object = stdout._out
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=encoding, errors=errors, newline=newline)


class Teller:
    """Writes to standard output for as long as somebody reads it; after that, nowhere."""

    def __init__(self, stdout: OutputWrapper) -> None:
        self._stdout = stdout
        self._heard = True

    @property
    def heard(self) -> bool:
        """False once the reader has gone."""
        return self._heard

    def write(self, text: str) -> None:
        """Write the text as it is, with no line end put to it."""
        with self._until_unheard():
            self._stdout.write(text, ending="")

    def flush(self) -> None:
        with self._until_unheard():
            self._stdout.flush()

    @contextmanager
    def _until_unheard(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self._heard = False
            # What is left in the buffer must not raise again at exit.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stdout.fileno())
            os.close(nowhere)
