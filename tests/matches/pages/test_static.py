"""Static files: vendored files match their description, and no reference is broken."""

from __future__ import annotations

import hashlib
import posixpath
import re
from pathlib import Path

import matches
from matches.pages.common.static_sources import static_source, static_sources


def test_vendored_files_match_their_checksums() -> None:
    folders = [path for path in static_sources("vendor/*") if path.is_dir()]
    assert folders
    for folder in folders:
        lines = (folder / "SHA256SUMS").read_text(encoding="ascii").splitlines()
        stated = {name: checksum for checksum, name in (line.split() for line in lines)}
        files = {path.name for path in folder.iterdir()} - {"SHA256SUMS", "README"}
        assert "LICENSE" in files
        assert {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files} == stated


def test_every_address_in_a_style_sheet_is_served() -> None:
    named = []
    for sheet in static_sources("web/*.css"):
        for address in re.findall(r'url\("([^"]+)"\)', sheet.read_text(encoding="utf-8")):
            assert static_source(posixpath.normpath(f"web/{address}")), f"{sheet.name}: {address}"
            named.append(address)
    assert named


def test_what_scrolls_contains_its_hidden_words() -> None:
    """An absolute element (``.visually-hidden``) in a scroller without a position widens the whole page instead."""
    rules = [
        rule
        for sheet in static_sources("web/**/*.css")
        for rule in re.findall(r"\{([^{}]*)\}", sheet.read_text(encoding="utf-8"))
        if re.search(r"overflow(-x)?:[^;]*(auto|scroll)", rule)
    ]
    assert len(rules) > 5
    positions = r"position: (relative|absolute|fixed|sticky)"
    assert [rule for rule in rules if not re.search(positions, rule)] == []


_STRINGS = r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`"
OF_THE_FRAMEWORK = {"errorlist"}
"""The classes that Django's own widgets write."""


def test_every_class_of_a_style_sheet_is_used() -> None:
    """A class counts as used if a template names it in ``class`` or in a tag, or a script or module in a string."""
    source = Path(matches.__file__).parent
    used = set(OF_THE_FRAMEWORK)
    patterns = {"html": r'class="([^>]*)"|\{[%{](.*?)[%}]\}', "js": _STRINGS, "py": _STRINGS}
    for suffix, places in patterns.items():
        for path in source.rglob(f"*.{suffix}"):
            names = re.findall(places, path.read_text(encoding="utf-8"), re.DOTALL)
            used.update(*(re.findall(r"[\w-]+", " ".join(each)) for each in names))
    for sheet in static_sources("web/**/*.css"):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        selectors = " ".join(re.findall(r"[^{}]+(?=\{)", text))
        assert set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors)) <= used, sheet.name
