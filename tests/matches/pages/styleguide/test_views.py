"""The page guide shows the very files that pages are made of, all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from matches import pages as web
from matches.pages.events.public.pairing_lines import BYES, DECIDED, NOBODY_CAME
from matches.pages.styleguide import events
from matches.pages.styleguide.samples import EGN, ROOM, address, checked
from matches.pages.styleguide.views import TITLES
from scoring.findings import Severity
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page

SLIDE_KINDS = ("pairings", "standings", "places", "drawing", "text")
OF_ONE_PAGE = ('id="fresh"', "<meta")
"""Marks what of a page is sent alone to a script that fetches it again, and what nobody sees."""
SHARED = Path(str(web.__file__)).parent


@pytest.mark.parametrize("part", TITLES)
def test_part_answers_without_asking_the_database(client: Client, part: str) -> None:
    assert '<meta name="robots" content="noindex">' in page(client, address(part))


def test_part_that_there_is_not_is_not_found(client: Client, db: None) -> None:
    assert client.get("/guide/nowhere/").status_code == 404


def test_every_shared_part_of_the_pages_is_on_the_guide(client: Client) -> None:
    shown: set[str] = set()
    for part in TITLES:
        shown |= {str(template.name) for template in client.get(address(part)).templates}
    shown |= {str(template.name) for template in client.get(address(ROOM)).templates}
    shared = {
        path.relative_to(SHARED).as_posix()
        for folder in (SHARED / "common", SHARED / "events" / "public", SHARED / "figures")
        for path in folder.glob("_*.html")
        if not any(mark in path.read_text() for mark in OF_ONE_PAGE)
    }
    assert shared
    assert shared - shown == set()


def test_screen_for_the_room_begins_with_the_slide_that_is_asked_for(client: Client) -> None:
    def shown(query: str) -> list[str]:
        slides = tags(page(client, address(ROOM) + query), "section", class_="slide")
        return [slide.attributes["aria-labelledby"] for slide in slides if "hidden" not in slide.attributes]

    assert [shown(query) for query in ("", "?slide=3", "?slide=99", "?slide=x")] == [
        ["slide-1"],
        ["slide-3"],
        ["slide-1"],
        ["slide-1"],
    ]


def test_screen_for_the_room_gives_its_slides_alone_to_the_script(client: Client) -> None:
    whole, part = (client.get(address(ROOM) + query) for query in ("", "?part=slides"))
    assert ("styleguide/room.html" in {each.name for each in whole.templates}) is True
    assert {each.name for each in part.templates if str(each.name).startswith("styleguide/")} == set()
    assert len(tags(part.content.decode(), "section", class_="slide")) == len(events.slides())


def test_pairing_is_shown_in_every_way_that_it_may_be_decided() -> None:
    abouts = {line.about for line in events.pairing_lines()}
    assert {str(words) for words in (*DECIDED.values(), *BYES.values(), NOBODY_CAME)} - abouts == set()


def test_slide_of_every_kind_is_shown() -> None:
    kinds = {name for slide in events.slides() for name in SLIDE_KINDS if getattr(slide, name)}
    assert kinds == set(SLIDE_KINDS)


def test_pad_s_cards_are_shown_in_every_look(client: Client) -> None:
    html = page(client, address("pad"))
    cards = [
        tag.attributes["class"] for tag in tags(html, "button") if "pip" in tag.attributes.get("class", "")
    ]
    assert len(cards) == 32
    assert {look.removeprefix("pip ") for look in cards} == {"lawful", "unlawful", "gone", "picked"}


def test_pad_s_answers_to_an_offered_point_are_shown(client: Client) -> None:
    shown = [tag.text for tag in tags(page(client, address("pad")), "button", class_="choice")]
    assert sum(text.endswith("takes it") for text in shown) == 2
    assert sum(text.endswith("refuses") for text in shown) == 2
    assert "Nobody offered the point" in shown


def test_every_severity_of_a_finding_is_shown(client: Client) -> None:
    severities: tuple[Severity, ...] = ("error", "ruling", "warning", "note")
    assert {finding.severity for finding in checked().findings} == set(severities)
    html = page(client, address("records"))
    for severity in severities:
        assert tags(html, "div", class_=severity), severity


def test_source_shows_every_line_of_the_record_by_its_number(client: Client) -> None:
    html = page(client, address("records"))
    lines = EGN.splitlines()
    assert [code.text for number, _ in enumerate(lines, 1) for code in tags(html, "li", id=f"line-{number}")]
    assert len(tags(html, "li", id=f"line-{len(lines)}")) == 1
    assert tags(html, "li", id=f"line-{len(lines) + 1}") == []
