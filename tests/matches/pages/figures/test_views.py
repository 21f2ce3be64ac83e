"""Pages of figures: the counts, the viewers, the links and invalid URLs."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Event, Player, Rubber
from matches.pages.figures.behind import LINES_A_PAGE
from matches.rubbers.change_rubbers import CommandContext, dispute_rubber
from tests.factories.clubs import make_club
from tests.matches.files import import_text as import_files
from tests.matches.files import triomphe_text
from tests.matches.pages.figures.reading import behind_links, counted_facts, figures_of, pair_url
from tests.matches.pages.reading import doubled_ids, page, tag, tags, words
from tests.matches.pages.records import make_member


def length_of_list(client: Client, address: str) -> int:
    """Return the length of a list, counted by the rows of its last page."""
    html = page(client, address)
    pages = re.search(r"Page 1 of ([\d,]+)", html)
    last = int(pages[1]) if pages else 1
    if last > 1:
        html = page(client, f"{address}{'&' if '?' in address else '?'}page={last}")
    body = re.search(r'<(?:ol class="ledger behind"|ul class="results").*?</[ou]l>', html, re.DOTALL)
    return LINES_A_PAGE * (last - 1) + (body[0].count("<li>") if body else 0)


@pytest.mark.parametrize("apart", [6, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.long
def test_every_figure_leads_to_as_many_as_it_says(client: Client, garrick: Club, apart: int) -> None:
    """The figures of a player, a pair, a club and an event are checked.

    A short run follows one link in six, and different ones for each.
    """
    rubber = Rubber.objects.filter(club=garrick).earliest("pk")
    a, b = rubber.player_a, rubber.player_b
    addresses = (
        figures_of(a),
        pair_url(a, b),
        reverse("web:club_figures", args=[garrick.slug]),
        reverse("web:event_figures", args=[garrick.slug, rubber.event.public_id]),
    )
    for number, address in enumerate(addresses):
        html = page(client, address)
        assert doubled_ids(html) == [], address
        links = behind_links(html)
        assert len(links) > 20, address
        followed = dict(list(links.items())[number % apart :: apart])
        assert {link: length_of_list(client, link) for link in followed} == followed


def test_list_shows_each_deal(client: Client, boiteau: Player) -> None:
    address = reverse("web:player_behind", args=[boiteau.public_id, "deals", "counted"])
    html = page(client, address)
    text = words(html)
    assert "Boiteau 6 deals" in text
    latest = Rubber.objects.latest("date")
    first = tags(html, "a", class_="name")[0]
    deal = reverse("web:deal", args=[latest.public_id, 1, 2])
    assert (first.text, first["href"]) == ("Game 1, deal 2", deal)
    assert text.count("Walker deals · Stood · Walker takes three tricks · Walker: king 1, point 2") == 2
    assert text.count("Autumn Cup · 1 March 2026") == 2


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", "3 rubbers 3 games 6 deals"),
        ("?since=2026-01-20", "2 rubbers 2 games 4 deals"),
        ("?until=2026-01-20", "2 rubbers 2 games 4 deals"),
        ("?since=2026-01-11&until=2026-02-28", "1 rubber 1 game 2 deals"),
        ("?depth=play", "3 rubbers 3 games 6 deals"),
        ("?depth=marks", "0 rubbers 0 games 0 deals"),
        ("?variant=triomphe", "0 rubbers 0 games 0 deals"),
        ("?opponent={walker}", "2 rubbers 2 games 4 deals"),
        ("?event={cup}", "1 rubber 1 game 2 deals"),
        ("?event={cup}&opponent={walker}", "0 rubbers 0 games 0 deals"),
    ],
)
def test_page_is_filtered(client: Client, boiteau: Player, walker: Player, query: str, expected: str) -> None:
    cup = Event.objects.get(name="Spring Cup").public_id
    url = figures_of(boiteau, query.format(cup=cup, walker=walker.public_id))
    assert counted_facts(page(client, url)) == expected


@pytest.mark.long
def test_figures_of_one_club_only(client: Client, boiteau: Player, walker: Player, garrick_too: Club) -> None:
    for query, expected in (
        ("", "4 rubbers 4 games 8 deals"),
        (f"?club={garrick_too.slug}", "1 rubber 1 game 2 deals"),
        (f"?club={boiteau.club.slug}", "3 rubbers 3 games 6 deals"),
    ):
        html = page(client, figures_of(boiteau, query))
        assert counted_facts(html) == expected
        choices = [option["value"] for option in tags(html, "option")]
        assert [each for each in choices if each in ("portland", "garrick")] == ["garrick", "portland"]
    links = behind_links(page(client, figures_of(boiteau, f"?club={garrick_too.slug}")))
    assert {link: length_of_list(client, link) for link in links} == links
    pair = pair_url(boiteau, walker)
    html = page(client, f"{pair}?club={garrick_too.slug}")
    assert "No club has this address." in tag(html, "div", class_="problem").text


def test_table_of_a_club_keeps_to_it(client: Client, boiteau: Player, garrick_too: Club) -> None:
    html = page(client, reverse("web:club_players", args=[garrick_too.slug]) + "?least=0&sort=games")
    assert f'href="{figures_of(boiteau, "?club=garrick")}"' in html


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("club=%00", "No club has this address."),
        ("club=white-s", "No club has this address."),
        ("club=portland%0A", "No club has this address."),
        ("event=%00", "No event has this address."),
        ("opponent=%00", "No opponent has this address."),
        ("since=2026-02-30", "From: 2026-02-30 is not a date. Write it as in 2026-11-14."),
    ],
)
def test_wrong_filter_is_told(client: Client, boiteau: Player, wrong: str, expected: str) -> None:
    html = page(client, figures_of(boiteau, f"?{wrong}&until=2026-01-31"))
    assert expected in tag(html, "div", class_="problem").text
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"
    assert tag(html, id="id_until")["value"] == "2026-01-31"
    assert "until 31 January 2026" in words(html)


def test_closed_club_is_not_among_the_clubs(client: Client, boiteau: Player, garrick_too: Club) -> None:
    Club.objects.filter(pk=garrick_too.pk).update(is_public=False)
    html = page(client, figures_of(boiteau, "?club=garrick"))
    assert "Garrick" not in html
    assert counted_facts(html) == "3 rubbers 3 games 6 deals"


def test_lists_and_files_are_kept_to_the_same(client: Client, boiteau: Player) -> None:
    html = page(client, figures_of(boiteau, "?until=2026-01-31&depth=play"))
    links = behind_links(html)
    assert links
    assert all(link.endswith("?until=2026-01-31&depth=play") for link in links)
    assert {link: length_of_list(client, link) for link in links} == links
    csv = f"{reverse('web:player_csv', args=[boiteau.public_id])}?until=2026-01-31&amp;depth=play"
    assert f'href="{csv}"' in html


def test_list_of_all_cases_says_how_many_count(client: Client, boiteau: Player) -> None:
    every, counted = (
        words(page(client, reverse("web:club_behind", args=[boiteau.club.slug, "kings_held", part])))
        for part in ("among", "counted")
    )
    number = re.search(r"Portland (\d+) hands", counted)
    assert number is not None
    assert f"{number[1]} of them count. Show only these" in every
    assert "of them count" not in counted
    assert "Show all cases" in counted


@pytest.mark.parametrize(
    ("figure", "part"),
    [
        *[("fortune", "counted"), ("marks", "counted"), ("offered", "counted")],
        *[("games", "among"), ("games", "all")],
    ],
)
def test_what_has_no_list_is_not_found(client: Client, boiteau: Player, figure: str, part: str) -> None:
    page(client, reverse("web:player_behind", args=[boiteau.public_id, figure, part]), status=404)


def test_figure_of_one_side_is_none_of_a_club(client: Client, boiteau: Player) -> None:
    slug = boiteau.club.slug
    page(client, reverse("web:club_behind", args=[slug, "games_won", "counted"]), status=404)
    page(client, reverse("web:club_behind", args=[slug, "trebles_won", "counted"]))


def test_long_list_is_cut(client: Client, boiteau: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.pages.figures.behind.LINES_A_PAGE", 2)
    monkeypatch.setattr("matches.pages.figures.behind.MOST_LISTED", 4)
    address = reverse("web:player_behind", args=[boiteau.public_id, "deals", "counted"])
    text = words(page(client, f"{address}?page=999999999"))
    assert "Page 2 of 2" in text
    assert "Boiteau 6 deals" in text
    assert "Only the newest 4 are shown. To see older ones, choose an earlier last day above." in text
    assert "Only the newest" not in words(page(client, f"{address}?until=2026-01-31"))


def test_few_are_said_to_be_few(client: Client, boiteau: Player) -> None:
    text = words(page(client, figures_of(boiteau)))
    assert "Games won too few games yet 0 of 3 games" in text


def test_nothing_that_counts_is_said(client: Client, boiteau: Player) -> None:
    director = make_member(boiteau.club)
    for rubber in Rubber.objects.all():
        dispute_rubber(rubber, seat="A", act=CommandContext(by=director, key="", reason="Nobody was there."))
    html = page(client, figures_of(boiteau))
    assert "No rubber here counts yet." in words(html)
    assert tags(html, "table") == []


def test_empty_page_leads_to_the_other_game(client: Client, db: None) -> None:
    club = make_club("brooks")
    import_files(triomphe_text(), club=club)
    event = Event.objects.get(club=club)
    player = Player.objects.get(name="Orford")
    other = Player.objects.get(name="Baldwin")
    for address in (reverse("web:event_figures", args=[club.slug, event.public_id]), pair_url(player, other)):
        html = page(client, f"{address}?depth=play")
        there = f"{address}?depth=play&amp;variant=triomphe"
        assert f'<a href="{there}">Statistics of La Triomphe, counted separately</a>' in html
        assert "Games won" in words(page(client, there.replace("&amp;", "&"))) or "event" in address
        html = page(client, f"{address}?until=2020-01-01&variant=triomphe")
        assert f'<a href="{address}?until=2020-01-01">Statistics of écarté, counted separately</a>' in html


def test_month_leads_to_its_figures(client: Client, boiteau: Player) -> None:
    html = page(client, figures_of(boiteau, "?since=2026-01-11"))
    months = {link.text: link["href"] for link in tags(html, "a") if link.text.endswith(" 2026")}
    assert set(months) == {"January 2026", "March 2026"}
    for address in months.values():
        assert counted_facts(page(client, address)) == "1 rubber 1 game 2 deals"
