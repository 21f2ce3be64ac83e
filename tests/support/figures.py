"""Figures as docs/benchmarks.md shows them: a table for each benchmark module, put in place of the last one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.bench import Figure

HEAD = ("| what | figure | budget | times as good | in reference loops |", "|---|--:|--:|--:|--:|")


def table(figures: Sequence[Figure], reference_seconds: float) -> str:
    """The figures as a table in Markdown, a row each."""
    return "\n".join([*HEAD, *(_row(figure, reference_seconds) for figure in figures)])


def put_section(page: str, name: str, content: str) -> str:
    """The page with `content` as the section of `name`: in place of what stood there, else at the end."""
    begin, end = f"<!-- figures: {name} -->", "<!-- end -->"
    section = f"{begin}\n{content}\n{end}"
    standing = re.compile(re.escape(begin) + r".*?" + re.escape(end), re.DOTALL)
    if standing.search(page):
        return standing.sub(lambda _: section, page, count=1)
    return f"{page.rstrip()}\n\n## {name.replace('_', ' ').capitalize()}\n\n{section}\n"


def _row(figure: Figure, reference_seconds: float) -> str:
    budget = "" if figure.budget is None else f"{number(figure.budget)} {figure.unit}"
    share = figure.share_of_budget
    relative = figure.per_reference(reference_seconds)
    cells = [
        figure.name,
        f"{number(figure.value)} {figure.unit}",
        budget,
        "" if share is None else f"{share:.2f}",
        "" if relative is None else number(relative),
    ]
    return "| " + " | ".join(cells) + " |"


def number(value: float) -> str:
    """Three digits that count, and the thousands parted."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
