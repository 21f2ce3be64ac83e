"""The handbook lists every power and every way between states, as the code's own tables have them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.text import capfirst

from matches.clubs.permissions import ACTIONS, GRANTS, ROLES, Grant, action_words
from matches.pages.handbook.roles import CELLS
from matches.pages.handbook.views import CHAPTERS
from matches.reviews.queries.figures import LEAST_DECISIONS
from matches.rubbers.states import NEW, STATES, TRANSITIONS
from tests.matches.pages.reading import page, words


def test_handbook_is_open_to_anybody_and_leads_to_every_chapter(client: Client) -> None:
    contents = page(client, reverse("web:handbook"))
    for chapter in CHAPTERS:
        assert f'href="{chapter.url}"' in contents
        assert f"<title>{escape(str(chapter.title))}" in page(client, chapter.url)


def test_players_are_shown_the_manners_of_the_table_and_where_to_learn(client: Client) -> None:
    html = page(client, reverse("web:handbook_players"))
    said = words(html)
    for manner in (
        "Shuffle well",
        "not to look at your cards",
        "Announce the king",
        "without delay",
        "pretend",
    ):
        assert manner in said
    for name in ("old_book_standing", "old_hands", "old_book", "laws", "abridged_code"):
        assert f'href="{reverse(f"web:{name}")}"' in html


@pytest.mark.parametrize("action", ACTIONS)
def test_every_power_is_told_role_by_role(client: Client, action: str) -> None:
    html = page(client, reverse("web:handbook_roles"))
    row = re.search(rf'<tr role="row" id="{action}">(.*?)</tr>', html, re.DOTALL)
    assert row is not None
    cells = re.sub(r'<span class="role" aria-hidden="true">.*?</span>', "", row[1])
    told = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", cells)
    known = next(each for each in ACTIONS if each == action)
    head = escape(capfirst(action_words(known)))
    assert told == [head, *(str(CELLS[GRANTS[known][role]]) for role in ROLES)]


def test_every_condition_is_explained(client: Client) -> None:
    shown = words(page(client, reverse("web:handbook_roles")))
    for grant in Grant:
        if grant not in (Grant.YES, Grant.NO):
            assert shown.count(capfirst(str(CELLS[grant]))) == 1


def test_every_state_is_told_with_every_way_out_of_it(client: Client) -> None:
    html = page(client, reverse("web:handbook_states"))
    assert re.findall(r'<h2 id="(\w+)">', html) == ["new", *STATES]
    expected = {
        f"{state or 'new'}-{kind}"
        for kind, transition in TRANSITIONS.items()
        for state in (NEW, *STATES)
        if state in transition.before
    }
    assert set(re.findall(r'<div id="([\w.-]+)">', html)) == expected


def test_who_may_is_told_with_its_condition(client: Client) -> None:
    html = page(client, reverse("web:handbook_states"))
    way = re.search(r'<div id="draft-rubber.corrected">(.*?)</div>', html, re.DOTALL)
    assert way is not None
    assert words(way[1]).strip().endswith("Owner, director, scorer (until it counts)")


@pytest.mark.parametrize("kind", ["rubber.entered", "rubber.closed"])
def test_final_word_is_told_of_those_alone_who_have_it(client: Client, kind: str) -> None:
    html = page(client, reverse("web:handbook_states"))
    ways = re.findall(rf'<div id="\w+-{kind}">(.*?)</div>', html, re.DOTALL)
    assert ways
    for way in ways:
        assert words(way).strip().endswith("Owner, director, scorer (rubbers of others)")


def test_labels_are_told_with_the_losses_from_which_they_hold(client: Client) -> None:
    html = page(client, reverse("web:handbook_review"))
    told = [words(pair).strip() for pair in re.findall(r"<div><dt>(.*?)</dd></div>", html)]
    assert told == [
        f"{name} from {cost} in 100 of the game on"
        for name, cost in (("Inaccuracy", 2), ("Mistake", 5), ("Blunder", 10))
    ]
    assert f"under {LEAST_DECISIONS} decisions of a kind" in words(html)
