from __future__ import annotations

import subprocess
import sys

import pytest
from django.test import Client

from ecarte_site.setup.environment import PROJECT
from matches.common.number_format import NO_BREAK, decimal, grouped, percent, signed
from tests.matches.pages.reading import page, tags, words
from worker.review.chances import chances
from worker.review.treatise_page import Compared, treatise_page

pytestmark = pytest.mark.django_db

CELLS = 5
"""The number of cells in the row of a hand."""


def hand_rows(client: Client, address: str) -> list[list[str]]:
    """Return the cells of each hand's row, the cards left out."""
    cells = [cell.text.strip() for cell in tags(page(client, address), "td")]
    return [cells[start + 1 : start + CELLS] for start in range(0, len(cells), CELLS)]


@pytest.mark.parametrize(
    ("address", "field", "choices"),
    [
        ("/review/book/standing/", "standing", ("stand", "propose")),
        ("/review/book/refusing/", "refusing", ("refuse", "give")),
    ],
)
def test_every_hand_has_a_row(client: Client, address: str, field: str, choices: tuple[str, str]) -> None:
    rows: tuple[Compared, ...] = getattr(treatise_page(), field)
    assert hand_rows(client, address) == [
        [
            f"{percent(row.share).replace(NO_BREAK, ' ')}{grouped(row.makes)} of {grouped(row.hands)}",
            choices[0] if row.holds else choices[1],
            "either"
            if row.is_close
            else f"{choices[0] if row.should_hold else choices[1]} +{decimal(abs(row.ends - row.goes_on), 2)}",
            f"{signed(row.ends)} · {signed(row.goes_on)}",
        ]
        for row in rows
    ]


def test_bar_goes_to_the_better_choice(client: Client) -> None:
    html = page(client, "/review/book/standing/")
    bars = [rect for rect in tags(html, "rect") if rect.attributes.get("y") == "1"]
    rows = treatise_page().standing
    assert len(tags(html, "td", class_="differ")) == sum(not row.agrees for row in rows) > 0
    assert len(bars) == len(rows)
    for bar, row in zip(bars, rows, strict=True):
        left, width = float(bar["x"]), float(bar["width"])
        if row.ends > row.goes_on:
            assert left == 50
        else:
            assert left < 50 or width <= 1
        assert 0 <= left <= left + width <= 101


def test_hand_is_read_aloud_and_the_treatise_lead_marked(client: Client) -> None:
    html = page(client, "/review/book/standing/")
    aloud = tags(html, class_="five")[1]["aria-label"]
    assert aloud == "spades queen jack seven, hearts nine, diamonds eight"
    assert [card.text for card in tags(html, class_="led")][:3] == ["9", "Q", "9"]
    assert len(tags(html, class_="led")) == sum(row.holds for row in treatise_page().standing)
    assert tags(page(client, "/review/book/refusing/"), class_="led") == []


def test_rules_are_above_their_hands(client: Client) -> None:
    heads = [head.text for head in tags(page(client, "/review/book/standing/"), "th", scope="rowgroup")]
    assert len(heads) == len({row.name for row in treatise_page().standing})
    assert heads[1].startswith("Two trumps, three of a suit")
    assert "Stand with two trumps and three cards of one plain suit." in heads[1]


def test_page_has_counts_and_both_tables(client: Client) -> None:
    text = words(page(client, "/review/book/"))
    for counts in ("37,310 37,310", "47,768 47,768", "28,958 28,958"):
        assert counts in text
    assert f"against {100 * treatise_page().assumptions['shares'][0][0][0]:.0f} % of hands" in text
    for points in range(5):
        row = chances().chance[points]
        assert f" {points} {' '.join(percent(value).replace(NO_BREAK, ' ') for value in row)} " in text
        assert f" {points} {' '.join(signed(value) for value in chances().stake[points])} " in text
    assert 'href="/review/book/"' in page(client, "/laws/")


@pytest.mark.e2e
def test_pages_need_no_numpy() -> None:
    asking = (
        "import os, sys, django\n"
        "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'ecarte_site.settings')\n"
        "django.setup()\n"
        "import matches.pages.reviews.treatise\n"
        "matches.pages.reviews.treatise.treatise_page()\n"
        "print('numpy' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, cwd=PROJECT)
    assert result.stdout.strip() == "False", result.stderr
