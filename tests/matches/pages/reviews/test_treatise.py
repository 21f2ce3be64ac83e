"""The pages that set the old treatise beside the count: every hand, odds and chance is there as it was worked out."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.test import Client

from ecarte_site.setup.environment import PROJECT
from matches.common.localized_numbers import decimal, grouped, hundredths, signed
from matches.pages.reviews.treatise_page import price_rows
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words
from worker.review.chances import chances
from worker.review.treatise_page import Compared, Price, prices, treatise_page

pytestmark = pytest.mark.django_db

CELLS = 6
"""In the row of a hand."""


def hand_rows(client: Client, address: str) -> list[list[str]]:
    """The cells of each hand's row, the cards left out."""
    cells = [cell.text for cell in tags(page(client, address), "td")]
    return [cells[start + 1 : start + CELLS] for start in range(0, len(cells), CELLS)]


@pytest.mark.parametrize(
    ("address", "field", "choices"),
    [
        ("/review/book/standing/", "standing", ("stand", "propose")),
        ("/review/book/refusing/", "refusing", ("refuse", "give")),
    ],
)
def test_every_hand_has_a_row_with_its_figures(
    client: Client, address: str, field: str, choices: tuple[str, str]
) -> None:
    rows: tuple[Compared, ...] = getattr(treatise_page(), field)
    assert hand_rows(client, address) == [
        [
            f"{decimal(row.odds, 2)}{grouped(row.makes)} of {grouped(row.hands)}",
            signed(row.ends),
            signed(row.goes_on),
            choices[0] if row.holds else choices[1],
            "either" if row.is_close else choices[0] if row.should_hold else choices[1],
        ]
        for row in rows
    ]


def test_where_book_and_count_differ_is_marked(client: Client) -> None:
    marked = tags(page(client, "/review/book/standing/"), "td", class_="other")
    assert len(marked) == sum(not row.agrees for row in treatise_page().standing) > 0


def test_hand_is_read_aloud_and_the_treatise_lead_marked(client: Client) -> None:
    html = page(client, "/review/book/standing/")
    assert (
        tags(html, class_="five")[1]["aria-label"] == "spades queen knave seven, hearts nine, diamonds eight"
    )
    assert [card.text for card in tags(html, class_="led")][:3] == ["9", "Q", "9"]
    assert len(tags(html, class_="led")) == sum(row.holds for row in treatise_page().standing)
    assert tags(page(client, "/review/book/refusing/"), class_="led") == []


def test_rules_stand_above_their_hands(client: Client) -> None:
    heads = [head.text for head in tags(page(client, "/review/book/standing/"), "th", scope="rowgroup")]
    assert len(heads) == len({row.name for row in treatise_page().standing})
    assert heads[1].startswith("Two trumps, three of a suit")
    assert "Stand with two trumps and three cards of one plain suit." in heads[1]


def test_known_counts_the_policy_and_the_command_are_told(client: Client) -> None:
    said = words(page(client, "/review/book/"))
    for text in ("37,310 37,310", "47,768 47,768", "28,958 28,958", "python -m worker.review.tables --book"):
        assert text in said
    assert f"against {100 * treatise_page().assumptions['shares'][0][0][0]:.0f} in 100 hands" in said
    assert chances().checksum[:12] in said


def test_odds_of_every_score_are_told_and_judged(client: Client) -> None:
    said = words(page(client, "/review/book/"))
    for row in prices():
        odds = [row.with_deal / (1 - row.with_deal), row.without_deal / (1 - row.without_deal)]
        figures = " ".join(decimal(value, 2) for value in (row.odds[0] / row.odds[1], *odds))
        assert f"{row.leader}–{row.other} {row.odds[0]} to {row.odds[1]} {figures}" in said
    warned = [row for row in prices() if row.is_bad_to_lay]
    assert said.count("The treatise says") == len(warned) == 2


@pytest.mark.parametrize(
    ("score", "odds", "dealing", "leading", "verdicts"),
    [
        ((4, 2), (3, 1), 0.8, 0.8, ("Good to lay, whoever deals.",)),
        ((4, 2), (3, 1), 0.75, 0.7, ("Fair with the deal, bad to lay without it.",)),
        (
            (3, 2),
            (3, 2),
            0.5,
            0.7,
            (
                "Bad to lay with the deal, good without it.",
                "The treatise says bad with the deal, and is right.",
            ),
        ),
        (
            (4, 3),
            (2, 1),
            0.7,
            0.6,
            (
                "Good to lay with the deal, bad without it.",
                "The treatise says bad with the deal: the count doesn't bear it out.",
            ),
        ),
    ],
)
def test_what_it_is_to_lay_the_odds(
    score: tuple[int, int], odds: tuple[int, int], dealing: float, leading: float, verdicts: tuple[str, ...]
) -> None:
    (row,) = price_rows([Price(*score, odds, dealing, leading)])
    assert row.verdicts == verdicts


def test_both_tables_of_scores_are_there_whole(client: Client) -> None:
    said = words(page(client, "/review/book/"))
    for points in range(5):
        row = chances().chance[points]
        assert f" {points} {' '.join(hundredths(value) for value in row)} " in said
        assert f" {points} {' '.join(signed(value) for value in chances().stake[points])} " in said


def test_every_threshold_and_score_has_a_row_of_moves(client: Client) -> None:
    html = page(client, "/review/book/")
    moves = treatise_page().moves
    for start in range(0, len(moves), 4):
        first = moves[start]
        assert {(move.role, move.call, move.king_safe, move.score) for move in moves[start : start + 4]} == {
            (first.role, first.call, first.king_safe, first.score)
        }
    heads = [head.text for head in tags(html, "th", scope="row")]
    assert heads.count("The elder stands") == heads.count("The dealer refuses") == len(moves) / 8
    gain = next(move.gain for move in moves if move.is_in_marks and move.gain < -0.001)
    assert f"−{decimal(-gain, 4)}" in words(html)


def test_every_page_of_the_site_links_to_it(client: Client) -> None:
    assert 'href="/review/book/"' in page(client, "/laws/")


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
