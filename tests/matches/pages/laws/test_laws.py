from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.pages.laws.laws import ABRIDGED, left_out
from scoring.laws.index import LAWS
from tests.matches.pages.reading import page, tags, words

pytestmark = pytest.mark.django_db


def test_all_laws_stand_on_one_page_with_what_the_service_does(client: Client) -> None:
    html = page(client, "/laws/")
    for law in LAWS:
        assert f'href="/laws/{law.number}/"' in html
        assert law.summary.replace("'", "&#x27;") in html
    assert "Every record is checked for it (L43R, L43W)." in html


@pytest.mark.parametrize(
    ("expected", "law"),
    [
        ("two cards turned up", 11),
        ("did not follow suit", 43),
        ("announced the king without having it", 25),
        ("law 38", 38),
    ],
)
def test_law_is_found_by_plain_words(client: Client, expected: str, law: int) -> None:
    elements = tags(page(client, f"/laws/?q={expected}"), "h3")
    assert elements[0].text.startswith(f"Law {law}:")


@pytest.mark.parametrize("law", [law.number for law in LAWS])
def test_each_law_has_a_page(client: Client, law: int) -> None:
    text = words(page(client, reverse("web:law", args=[law])))
    assert f"Law {law}:" in text
    assert "What follows" in text


def test_law_says_what_its_remedies_depend_on_and_who_chooses(client: Client) -> None:
    text = words(page(client, "/laws/13/"))
    assert "Who chooses the elder hand" in text
    own, _, rest = text.partition("A card of the opponent’s, the opponent had not looked at their hand")
    assert "Fresh deal" not in own
    assert "Fresh deal" in rest


def test_law_that_there_is_not_is_not_found(client: Client) -> None:
    assert "No law speaks of that." in page(client, "/laws/?q=xylophone")
    for number in (0, 56, 999):
        page(client, f"/laws/{number}/", status=404)


def test_laws_speak_the_readers_language(client: Client) -> None:
    html = client.get("/laws/43/", headers={"Accept-Language": "fr"}).content.decode()
    assert '<html lang="fr">' in html


FULL = (
    "3 7, 8 9, 11, 12, 13, 14, 15 16 17 18 19, 20 21, 22 23 24, 25, 26 27, 28, 29 30 33 34, 31 32, 35, 36, 37, 38, "
    "39 40, 41, 42, 43, 45, 52 53, 54"
)
"""The laws of the code of 1877 beside each of the abridged code, from the article that prints both."""


def test_each_law_leads_to_those_it_shortens() -> None:
    rows = [tuple(map(int, row.split())) for row in FULL.split(", ")]
    assert {row.number: row.laws for row in ABRIDGED} == dict(enumerate(rows, start=1))
    kept = [number for row in rows for number in row]
    assert sorted([*kept, *left_out()]) == [law.number for law in LAWS]
    assert left_out() == (1, 2, 4, 5, 6, 10, 44, 46, 47, 48, 49, 50, 51, 55)


def test_page_links_every_law_once(client: Client) -> None:
    html = page(client, "/laws/abridged/")
    links = [link["href"] for link in tags(html, "a") if (link["href"] or "").startswith("/laws/")]
    expected = sorted(f"/laws/{law.number}/" for law in LAWS)
    assert sorted(link for link in links if link != "/laws/") == expected
    assert "there must be a fresh deal where the elder hand did so" in words(html)
    assert 'href="/laws/abridged/"' in page(client, "/laws/")
