"""Figures as docs/benchmarks.md shows them: a table for each benchmark module, and a description of the machine.

The description names nobody: model, cores, memory, kernel and versions.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

from tests.bench import Figure

HEAD = ("| what | figure | budget | times as good | in reference loops |", "|---|--:|--:|--:|--:|")


def table(figures: Sequence[Figure], reference_seconds: float) -> str:
    """Return the figures as a table in Markdown, a row each."""
    return "\n".join([*HEAD, *(_row(figure, reference_seconds) for figure in figures)])


def put_section(page: str, name: str, content: str) -> str:
    """Return the page with `content` as the section of `name`: it replaces the old section, or is added at the end."""
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


PROCESSORS = Path("/proc/cpuinfo")
MEMORY = Path("/proc/meminfo")


def machine() -> str:
    """Return for example ``AMD EPYC, 2 cores, 24 GiB, Linux 6.1 x86_64``; details the system lacks are left out."""
    parts = [_processor(), f"{os.cpu_count()} cores", _memory(), f"{_kernel()} {platform.machine()}"]
    return ", ".join(filter(None, parts))


def versions(packages: Iterable[str]) -> str:
    """Python's, then those of the packages that are installed."""
    parts = [f"Python {platform.python_version()}"]
    for package in packages:
        try:
            parts.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(parts)


def _processor() -> str:
    match = re.search(r"^model name\s*: *(.+)$", _text(PROCESSORS), re.MULTILINE)
    return match[1].strip() if match else platform.processor()


def _memory() -> str:
    match = re.search(r"^MemTotal: *(\d+) kB$", _text(MEMORY), re.MULTILINE)
    return f"{int(match[1]) / (1 << 20):.0f} GiB" if match else ""


def _kernel() -> str:
    """System and release to the second number: what follows may name a machine or its maker."""
    release = re.match(r"\d+(\.\d+)?", platform.release())
    return f"{platform.system()} {release[0]}" if release else platform.system()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
