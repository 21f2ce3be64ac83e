"""Colours contrast with their background as much as WCAG 2.2 AA requires, in the light and the dark theme."""

from __future__ import annotations

import re
from itertools import product

import pytest

from matches.pages.common.static_sources import static_source

SHEET = static_source("web/base.css")
WORDS = 4.5
SHAPES = 3.0
"""The least contrast of the border of a field and of the outline of the focus."""
READ = [
    *product(("ink", "soft", "link"), ("paper", "sheet")),
    *product(("ink", "soft", "link"), ("wash", "gold-wash", "bad-wash")),
    *product(("bad", "gold"), ("paper", "sheet")),
    ("bad", "bad-wash"),
    ("gold", "gold-wash"),
    *product(("on-baize", "on-baize-soft"), ("baize", "baize-deep")),
    *product(("on-action",), ("action", "action-deep")),
]
SEEN = [*product(("rule-strong", "focus"), ("paper", "sheet")), ("link", "paper"), ("bad", "paper")]


def colours(scheme: str) -> dict[str, str]:
    """Return the colours of a scheme by name, as ``#rrggbb``."""
    blocks = re.findall(r":root \{(.*?)\}", SHEET.read_text(encoding="utf-8"), re.DOTALL)
    stated: dict[str, str] = {}
    for block in blocks if scheme == "dark" else blocks[:1]:
        stated |= dict(re.findall(r"--([\w-]+): (#\w{6}|var\([\w-]+\));", block))

    def value(name: str) -> str:
        return value(stated[name][6:-1]) if stated[name].startswith("var(--") else stated[name]

    return {name: value(name) for name in stated}


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, as WCAG defines it."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("least", "pairs"), [(WORDS, READ), (SHAPES, SEEN)], ids=["words", "borders and outlines"]
)
def test_colour_stands_out(scheme: str, least: float, pairs: list[tuple[str, str]]) -> None:
    stated = colours(scheme)
    faint = {
        f"{over} on {under}": round(contrast(stated[over], stated[under]), 2)
        for over, under in pairs
        if contrast(stated[over], stated[under]) < least
    }
    assert faint == {}
