"""Sheets of paper: each as a page and, where the library for it is installed, as PDF."""

from __future__ import annotations

import sys

import pytest
from django.test import Client
from django.urls import reverse

from matches.pages.events.public.pdf import can_make_pdf
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.pages.events.public.scenes import drawn, finish
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db

SHEETS = ("draw", "sheets", "crosstable", "prizes")


def address(told: EventHands, what: str, name: str = "event_print") -> str:
    return reverse(f"web:{name}", args=[told.event.club.slug, told.event.public_id, what])


def test_draw_has_a_line_for_each_pairing(client: Client) -> None:
    told = playing("swiss", size=5, rounds=3)
    assert len(tags(page(client, address(told, "draw")), "tr")) == 1 + 3


def test_round_in_the_address_is_printed(client: Client) -> None:
    told = playing("round_robin")
    assert [each.text for each in tags(page(client, address(told, "draw") + "?round=2"), "h1")] == ["Round 2"]


def test_score_sheets_are_for_what_is_still_to_be_played(client: Client) -> None:
    told = playing("swiss", size=7, rounds=3)
    assert len(tags(page(client, address(told, "sheets")), "section")) == 3
    told.win((1, 1, 1))
    html = page(client, address(told, "sheets"))
    assert len(tags(html, "section")) == 2
    assert [each.text for each in tags(html, "th", scope="col")][:4] == [
        "Player",
        "Game 1",
        "Game 2",
        "Game 3",
    ]


def test_prize_list_says_that_it_is_not_final_until_it_is(client: Client) -> None:
    told = drawn("round_robin", size=4)
    assert "As it stands: the event is not complete." in words(page(client, address(told, "prizes")))
    finish(told)
    html = page(client, address(told, "prizes"))
    assert "As it stands" not in words(html)
    names = {player.public_id: player.name for player in told.players}
    in_order = sorted(told.state.places, key=told.state.places.__getitem__)
    assert [each.text for each in tags(html, "td")][1::3] == [names[player] for player in in_order]


def test_crosstable_is_printed(client: Client) -> None:
    told = playing("round_robin")
    assert len(tags(page(client, address(told, "crosstable")), "td", class_="cell")) == 16


def test_sheet_that_there_is_not_is_not_found(client: Client) -> None:
    told = playing("knockout")
    assert client.get(address(told, "menu")).status_code == 404
    assert client.get(address(told, "crosstable")).status_code == 404
    assert client.get(address(told, "menu", "event_print_pdf")).status_code == 404


@pytest.mark.parametrize("what", SHEETS)
def test_pdf_is_made_where_its_library_is_installed(client: Client, what: str) -> None:
    told = playing("round_robin")
    response = client.get(address(told, what, "event_print_pdf"))
    link = address(told, what, "event_print_pdf")
    if can_make_pdf():
        assert (response.status_code, response.content[:5]) == (200, b"%PDF-")
    else:
        assert (response.status_code, response.headers["Content-Type"]) == (404, "text/plain; charset=utf-8")
    assert (f'href="{link}"' in page(client, address(told, what))) == can_make_pdf()


def test_without_the_library_the_answer_says_what_to_do(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setitem(sys.modules, "weasyprint.text.fonts", None)
    can_make_pdf.cache_clear()
    told = playing("round_robin")
    response = client.get(address(told, "draw", "event_print_pdf"))
    can_make_pdf.cache_clear()
    assert response.status_code == 404
    assert response.content.decode() == (
        "This site can't make PDF files. Print the page itself: it has a style for paper."
    )
