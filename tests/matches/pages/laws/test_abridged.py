"""The abridged code of 25 laws: a table from its numbers to those of the full code."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.pages.laws.abridged import ABRIDGED, left_out
from scoring.laws.index import LAWS
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db

FULL = {
    1: (3, 7),
    2: (8, 9),
    3: (11,),
    4: (12,),
    5: (13,),
    6: (14,),
    7: (15, 16, 17, 18, 19),
    8: (20, 21),
    9: (22, 23, 24),
    10: (25,),
    11: (26, 27),
    12: (28,),
    13: (29, 30, 33, 34),
    14: (31, 32),
    15: (35,),
    16: (36,),
    17: (37,),
    18: (38,),
    19: (39, 40),
    20: (41,),
    21: (42,),
    22: (43,),
    23: (45,),
    24: (52, 53),
    25: (54,),
}
"""Read from the article that prints the abridged code, beside the code of 1877."""


def test_each_law_leads_to_those_that_it_shortens() -> None:
    assert {row.number: row.laws for row in ABRIDGED} == FULL


def test_every_law_of_the_full_code_is_shortened_once_or_left_out() -> None:
    kept = [number for row in ABRIDGED for number in row.laws]
    assert sorted([*kept, *left_out()]) == [law.number for law in LAWS]
    assert left_out() == (1, 2, 4, 5, 6, 10, 44, 46, 47, 48, 49, 50, 51, 55)


def test_page_links_every_law_once(client: Client) -> None:
    html = page(client, "/laws/abridged/")
    links = [link["href"] for link in tags(html, "a") if (link["href"] or "").startswith("/laws/")]
    assert sorted(link for link in links if link != "/laws/") == sorted(
        f"/laws/{law.number}/" for law in LAWS
    )
    assert "there must be a fresh deal where the elder hand did so" in words(html)
    assert 'href="/laws/abridged/"' in page(client, "/laws/")
