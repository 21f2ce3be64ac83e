"""The handbook lists every power and every state transition of the code's own tables, and has its pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.text import capfirst

from ecarte_site.setup.environment import PROJECT
from matches.clubs.roles import ACTIONS, GRANTS, ROLES, Grant, action_words
from matches.pages.handbook.roles_and_states import CELLS
from matches.pages.handbook.views import CHAPTERS
from matches.reviews.review_figures import LEAST_DECISIONS
from matches.rubbers.states import NEW, STATES, TRANSITIONS
from tests.matches.pages.reading import page, words

FOLDER = PROJECT / "matches" / "pages" / "handbook" / "static" / "web" / "handbook"
ILLUSTRATED = ("entering", "pad", "review", "standings")
MOST_BYTES = 36_000


def test_handbook_leads_to_every_chapter(client: Client) -> None:
    contents = page(client, reverse("web:handbook"))
    for chapter in CHAPTERS:
        assert f'href="{chapter.url}"' in contents
        assert f"<title>{escape(str(chapter.title))}" in page(client, chapter.url)


def test_players_are_shown_the_manners_of_the_table(client: Client) -> None:
    html = page(client, reverse("web:handbook_players"))
    text = words(html)
    for manner in ("Shuffle well", "look at your cards", "Announce the king", "at once", "pretend"):
        assert manner in text
    for name in ("old_book_standing", "old_hands", "old_book", "laws", "abridged_code"):
        assert f'href="{reverse(f"web:{name}")}"' in html


def test_every_power_is_told_role_by_role(client: Client) -> None:
    html = page(client, reverse("web:handbook_roles"))
    for action in ACTIONS:
        row = re.search(rf'<tr role="row" id="{action}">(.*?)</tr>', html, re.DOTALL)
        assert row is not None, action
        cells = re.sub(r'<span class="role" aria-hidden="true">.*?</span>', "", row[1])
        head = escape(capfirst(action_words(action)))
        assert re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", cells) == [
            head,
            *(str(CELLS[GRANTS[action][role]]) for role in ROLES),
        ]
    for grant in Grant:
        if grant not in (Grant.YES, Grant.NO):
            assert words(html).count(capfirst(str(CELLS[grant]))) == 1


def test_every_state_has_every_way_out(client: Client) -> None:
    html = page(client, reverse("web:handbook_states"))
    assert re.findall(r'<h2 id="(\w+)">', html) == ["new", *STATES]
    ways = dict(re.findall(r'<div id="([\w.-]+)">(.*?)</div>', html, re.DOTALL))
    assert set(ways) == {
        f"{state or 'new'}-{kind}"
        for kind, transition in TRANSITIONS.items()
        for state in (NEW, *STATES)
        if state in transition.before
    }
    who = {name: words(way).strip() for name, way in ways.items()}
    assert who["draft-rubber.corrected"].endswith("Owner, director, scorer (until it counts)")
    final = [each for name, each in who.items() if name.endswith(("-rubber.entered", "-rubber.closed"))]
    assert len(final) >= 2
    assert all(each.endswith("Owner, director, scorer (other players’ rubbers)") for each in final)


def test_labels_are_told_with_the_losses_from_which_they_hold(client: Client) -> None:
    html = page(client, reverse("web:handbook_review"))
    labels = [words(pair).strip() for pair in re.findall(r"<div><dt>(.*?)</dd></div>", html)]
    assert labels == [
        f"{name} {cost} % of the winning chance, or more"
        for name, cost in (("Inaccuracy", 2), ("Mistake", 5), ("Blunder", 10))
    ]
    assert f"of a kind are counted from {LEAST_DECISIONS} decisions on" in words(html)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ILLUSTRATED)
def test_chapter_shows_its_picture_in_the_readers_language(client: Client, name: str, language: str) -> None:
    html = client.get(reverse(f"web:handbook_{name}"), headers={"accept-language": language}).content.decode()
    ((source, alt),) = re.findall(r'<img src="/static/([^"]+)" alt="([^"]+)"', html)
    assert source == f"web/handbook/{name}.{language}.webp"
    assert len(alt) > 20
    assert finders.find(source)


def test_no_picture_lies_about_and_none_is_heavy() -> None:
    files: list[Path] = sorted(FOLDER.iterdir())
    assert [file.name for file in files] == [
        f"{name}.{language}.webp" for name in ILLUSTRATED for language in ("en", "fr")
    ]
    assert all(file.stat().st_size < MOST_BYTES for file in files)
