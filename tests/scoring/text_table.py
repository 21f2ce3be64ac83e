"""Tables of cases as text: a row a line, with ``|`` between its cells; an indented line goes on with the row above.

A line that begins with ``#`` is a heading of the rows below it.
"""

from __future__ import annotations


def rows_of(table: str) -> list[tuple[str, ...]]:
    lines = table.strip().replace("\n    ", " ").splitlines()
    return [tuple(cell.strip() for cell in line.split("|")) for line in lines if not line.startswith("#")]
