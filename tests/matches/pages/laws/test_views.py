from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.laws.index import LAWS
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db


def test_all_laws_stand_on_one_page_with_what_the_service_does(client: Client) -> None:
    html = page(client, "/laws/")
    for law in LAWS:
        assert f'href="/laws/{law.number}/"' in html
        assert law.summary.replace("'", "&#x27;") in html
    assert "Every record is checked for it (L43R, L43W)." in html


@pytest.mark.parametrize(
    ("said", "law"),
    [
        ("two cards turned up", 11),
        ("did not follow suit", 43),
        ("announced the king without having it", 25),
        ("law 38", 38),
    ],
)
def test_law_is_found_by_plain_words(client: Client, said: str, law: int) -> None:
    found = tags(page(client, f"/laws/?q={said}"), "h3")
    assert found[0].text.startswith(f"Law {law}:")


def test_words_that_no_law_speaks_of_say_so(client: Client) -> None:
    assert "No law speaks of that." in page(client, "/laws/?q=xylophone")


@pytest.mark.parametrize("law", [law.number for law in LAWS])
def test_each_law_has_a_page(client: Client, law: int) -> None:
    said = words(page(client, reverse("web:law", args=[law])))
    assert f"Law {law}:" in said
    assert "What follows" in said


def test_law_says_what_its_remedies_depend_on_and_who_chooses(client: Client) -> None:
    said = words(page(client, "/laws/13/"))
    assert "Who chooses the elder hand" in said
    own, _, rest = said.partition(
        "A card of the adversary's, the adversary had not looked at his hand".replace("'", "&#x27;")
    )
    assert "Fresh deal" not in own
    assert "Fresh deal" in rest


@pytest.mark.parametrize("number", [0, 56, 999])
def test_law_that_there_is_not_is_not_found(client: Client, number: int) -> None:
    page(client, f"/laws/{number}/", status=404)


def test_laws_speak_the_readers_language(client: Client) -> None:
    html = client.get("/laws/43/", headers={"Accept-Language": "fr"}).content.decode()
    assert '<html lang="fr">' in html
