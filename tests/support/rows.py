"""Run a table of quick cases as one test, because setting up a test takes longer than most of the cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from reprlib import Repr
from typing import Any

import pytest

__all__ = ["each_row"]

Test = Callable[..., None]

_SHORT = Repr()
_SHORT.maxtuple = _SHORT.maxlist = 12
_SHORT.maxstring = _SHORT.maxother = 200


def each_row(
    names: str | Sequence[str], rows: Iterable[Any], *, ids: Sequence[str] | None = None
) -> Callable[[Test], Test]:
    """Call the test for each row, as `pytest.mark.parametrize` does, but in one test.

    Every row is tried. The failure holds an exception for each row that fails, with the row or its id as a note.
    Raises ExceptionGroup if a row fails, and ValueError if there are no rows.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [(row,) if len(columns) == 1 else tuple(row) for row in rows]
    if not table:
        raise ValueError("a table without rows shows nothing")

    def name_of(index: int) -> str:
        return ids[index] if ids is not None else _SHORT.repr(table[index])

    def decorate(test: Test) -> Test:
        def run(*instance: Any, **outer: Any) -> None:
            failures: list[BaseException] = []
            for index, row in enumerate(table):
                try:
                    test(*instance, **outer, **dict(zip(columns, row, strict=True)))
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"row: {name_of(index)}")
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(table)} rows fail", failures)

        # Omit `__wrapped__`: pytest looks for fixtures in the signature, which must not contain the columns.
        whole = signature(test)
        run.__signature__ = whole.replace(  # type: ignore[attr-defined]  # what `signature` looks for
            parameters=[one for name, one in whole.parameters.items() if name not in columns]
        )
        run.__name__, run.__qualname__ = test.__name__, test.__qualname__
        run.__module__, run.__doc__ = test.__module__, test.__doc__
        return run

    return decorate
