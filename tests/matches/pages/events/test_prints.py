"""Sheets are printed as pages, and as PDF if the library for it is installed."""

from __future__ import annotations

import re
import sys

import pytest
from django.test import Client

from matches.pages.events.prints import can_make_pdf
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.events.scenes import address, drawn, finish, names_of
from tests.matches.pages.reading import page, tags, words

pytestmark = pytest.mark.django_db

SHEETS = ("draw", "sheets", "crosstable", "prizes")


def printed(event_hands: EventHands, what: str) -> str:
    return address(event_hands, "event_print", what)


def test_draw_has_a_line_for_each_pairing(client: Client) -> None:
    event_hands = playing("swiss", size=5, rounds=3)
    assert len(tags(page(client, printed(event_hands, "draw")), "tr")) == 1 + 3


def test_round_in_the_address_and_the_crosstable_are_printed(client: Client) -> None:
    event_hands = playing("round_robin")
    html = page(client, printed(event_hands, "draw") + "?round=2")
    assert [each.text for each in tags(html, "h1")] == ["Round 2"]
    assert len(tags(page(client, printed(event_hands, "crosstable")), "td", class_="cell")) == 16


def test_score_sheets_are_for_what_is_still_to_be_played(client: Client) -> None:
    event_hands = playing("swiss", size=7, rounds=3)
    assert len(tags(page(client, printed(event_hands, "sheets")), "section")) == 3
    event_hands.win((1, 1, 1))
    html = page(client, printed(event_hands, "sheets"))
    assert len(tags(html, "section")) == 2
    expected = ["Player", "Game 1", "Game 2", "Game 3"]
    assert [each.text for each in tags(html, "th", scope="col")][:4] == expected


@pytest.mark.parametrize("what", ["draw", "sheets"])
def test_table_of_a_knockout_is_the_number_of_its_pairing(client: Client, what: str) -> None:
    text = words(page(client, printed(playing("knockout", size=8), what)))
    if what == "sheets":
        assert re.findall(r"· table (\d)", text) == ["1", "2", "3", "4"]
    else:
        assert re.findall(r"(\d) [A-Z]", text.split("Result Player")[1]) == ["1", "2", "3", "4"]


def test_prize_list_says_that_it_is_not_final_until_it_is(client: Client) -> None:
    event_hands = drawn("round_robin", size=4)
    assert "So far: the event is not complete." in words(page(client, printed(event_hands, "prizes")))
    finish(event_hands)
    html = page(client, printed(event_hands, "prizes"))
    assert "As it stands" not in words(html)
    names = names_of(event_hands)
    in_order = sorted(event_hands.state.places, key=event_hands.state.places.__getitem__)
    assert [each.text for each in tags(html, "td")][1::2] == [names[player] for player in in_order]


def test_sheet_that_there_is_not_is_not_found(client: Client) -> None:
    event_hands = playing("knockout")
    assert client.get(printed(event_hands, "menu")).status_code == 404
    assert client.get(printed(event_hands, "crosstable")).status_code == 404
    assert client.get(address(event_hands, "event_print_pdf", "menu")).status_code == 404


@pytest.mark.parametrize("what", SHEETS)
def test_pdf_is_made_where_its_library_is_installed(client: Client, what: str) -> None:
    event_hands = playing("round_robin")
    link = address(event_hands, "event_print_pdf", what)
    response = client.get(link)
    if can_make_pdf():
        assert (response.status_code, response.content[:5]) == (200, b"%PDF-")
    else:
        assert (response.status_code, response.headers["Content-Type"]) == (404, "text/plain; charset=utf-8")
    assert (f'href="{link}"' in page(client, printed(event_hands, what))) == can_make_pdf()


def test_without_the_library_pdf_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setitem(sys.modules, "weasyprint.text.fonts", None)
    can_make_pdf.cache_clear()
    event_hands = playing("round_robin")
    response = client.get(address(event_hands, "event_print_pdf", "draw"))
    can_make_pdf.cache_clear()
    assert response.status_code == 404
    assert response.content.decode() == (
        "This site can’t make PDF files. Print the page itself: it has a style for paper."
    )
