"""Write one page that shows all pictures of a folder beside each other, or beside those of an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote

NAME: Final = "index.html"
STYLE: Final = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 1rem; background: #eee; color: #111; }
section { margin: 0 0 2rem; }
h2 { font-size: 1rem; margin: 0 0 .4rem; }
.row { display: flex; gap: .75rem; align-items: start; overflow-x: auto; }
figure { margin: 0; flex: none; }
figcaption { font-size: .8rem; }
img { display: block; border: 1px solid #999; background: #fff; }
.phone img { width: 300px; }
.desktop img { width: 760px; }
.same { opacity: .6; }
"""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of a page: the page's name and address, who looks, the size of the window, and its file's name."""

    page: str
    address: str
    viewer: str
    size: str
    file: str


def write_sheet(folder: Path, shots: Sequence[Shot], *, before: Path | None = None) -> Path:
    """Write the sheet into ``folder`` and return its path. With ``before``, the pages that changed come first."""
    by_page: dict[str, list[Shot]] = {}
    for shot in shots:
        by_page.setdefault(shot.page, []).append(shot)
    changed = {
        page
        for page, rows in by_page.items()
        if before and any(_differs(folder, before, each) for each in rows)
    }
    ordered = sorted(by_page, key=lambda page: page not in changed)
    about = f"{len(by_page)} pages, {len(shots)} pictures"
    if before is not None:
        about += f", {len(changed)} pages changed"
    sections = "\n".join(_section(folder, page, by_page[page], before, page in changed) for page in ordered)
    path = folder / NAME
    path.write_text(
        f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>Pictures</title><style>{STYLE}</style>\n"
        f"<h1>{about}</h1>\n{sections}\n</html>\n",
        encoding="utf-8",
    )
    return path


def _section(folder: Path, page: str, shots: Iterable[Shot], before: Path | None, is_changed: bool) -> str:
    figures = []
    for shot in shots:
        caption = f"{shot.viewer}, {shot.size}"
        if before is not None and (before / shot.file).exists():
            figures.append(_figure((before / shot.file).resolve().as_uri(), f"{caption}, before", shot.size))
            caption += ", after"
        figures.append(_figure(quote(shot.file), caption, shot.size))
    look = "" if before is None or is_changed else " class=same"
    return (
        f"<section{look}><h2>{escape(page)} <code>{escape(next(iter(shots)).address)}</code></h2>"
        f"<div class=row>{''.join(figures)}</div></section>"
    )


def _figure(source: str, caption: str, size: str) -> str:
    return (
        f"<figure class={size}><figcaption>{escape(caption)}</figcaption>"
        f'<a href="{source}"><img src="{source}" alt="" loading=lazy></a></figure>'
    )


def _differs(folder: Path, before: Path, shot: Shot) -> bool:
    earlier = before / shot.file
    return not earlier.exists() or earlier.read_bytes() != (folder / shot.file).read_bytes()
