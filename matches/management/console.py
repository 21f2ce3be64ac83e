"""Helpers of commands: check the database, and write to a standard output that may be closed."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError, OutputWrapper
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor


def require_database() -> None:
    """Raise ``CommandError`` if the database does not answer, or migrations have not been applied."""
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        reason = str(error).partition("\n")[0]
        raise CommandError(f"the database does not answer ({reason})") from error
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("the database has no tables of this version yet; run: python manage.py migrate")


def reconfigure(stdout: OutputWrapper, *, encoding: str | None = None, errors: str, newline: str) -> None:
    """Change the encoding (None: keep it) and line ends of standard output, unless it is in memory, as in tests."""
    stream: object = stdout._out
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=encoding, errors=errors, newline=newline)


class OutputWriter:
    """Writes to standard output until its reader (such as ``head``) closes the pipe, then discards the text."""

    def __init__(self, stdout: OutputWrapper) -> None:
        self._stdout = stdout
        self._has_reader = True

    @property
    def has_reader(self) -> bool:
        return self._has_reader

    def write(self, text: str) -> None:
        """Write the text unchanged, without adding a line end."""
        with self._stop_without_reader():
            self._stdout.write(text, ending="")

    def flush(self) -> None:
        with self._stop_without_reader():
            self._stdout.flush()

    @contextmanager
    def _stop_without_reader(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self._has_reader = False
            # The rest of the buffer must not raise again at exit.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stdout.fileno())
            os.close(nowhere)
