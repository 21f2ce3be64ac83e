"""Pages of figures: what they count and for whom, where they lead, what they do with a wrong address."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, Event, Player, Rubber
from matches.pages.figures.drill_down import LINES_A_PAGE
from matches.rubbers.commands import Act, dispute_rubber
from tests.factories.clubs import make_club
from tests.matches.files import import_text as import_files
from tests.matches.files import triomphe_text
from tests.matches.pages.figures.reading import behind_links, counted_facts, figures_of
from tests.matches.pages.markup import tag, tags
from tests.matches.pages.reading import doubled_ids, page, words
from tests.matches.pages.records import make_member


def length_of_list(client: Client, address: str) -> int:
    """By counting the lines of the last page of it."""
    html = page(client, address)
    pages = re.search(r"Page 1 of ([\d,]+)", html)
    last = int(pages[1]) if pages else 1
    if last > 1:
        html = page(client, f"{address}{'&' if '?' in address else '?'}page={last}")
    body = re.search(r'<(?:ol class="ledger behind"|ul class="results").*?</[ou]l>', html, re.DOTALL)
    return LINES_A_PAGE * (last - 1) + (body[0].count("<li>") if body else 0)


@pytest.mark.parametrize("apart", [6, pytest.param(1, marks=pytest.mark.soak)])
def test_every_figure_leads_to_as_many_as_it_says(client: Client, garrick: Club, apart: int) -> None:
    """Of a player, a pair, a club and an event; a short run follows one link in six, others of each."""
    rubber = Rubber.objects.filter(club=garrick).earliest("pk")
    a, b = rubber.player_a, rubber.player_b
    addresses = (
        figures_of(a),
        reverse("web:pair_figures", args=[a.public_id, b.public_id]),
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


def test_list_shows_who_played_how_it_went_and_where_to_read_on(client: Client, boiteau: Player) -> None:
    address = reverse("web:player_behind", args=[boiteau.public_id, "deals", "counted"])
    html = page(client, address)
    told = words(html)
    assert "Boiteau 6 deals" in told
    latest = Rubber.objects.latest("date")
    first = tags(html, "a", class_="name")[0]
    assert (first.text, first["href"]) == (
        "Game 1, deal 2",
        reverse("web:deal", args=[latest.public_id, 1, 2]),
    )
    assert (
        told.count("Walker deals · Played without proposing · Walker takes three · Walker: king 1, point 2")
        == 2
    )
    assert told.count("Autumn Cup · 1 March 2026") == 2


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
    ],
)
def test_figures_are_kept_to_what_the_address_asks(
    client: Client, boiteau: Player, query: str, expected: str
) -> None:
    assert counted_facts(page(client, figures_of(boiteau, query))) == expected


def test_figures_are_kept_to_an_event_and_an_adversary(client: Client, boiteau: Player) -> None:
    walker, cup = Player.objects.get(name="Walker"), Event.objects.get(name="Spring Cup")
    for query, expected in (
        (f"?opponent={walker.public_id}", "2 rubbers 2 games 4 deals"),
        (f"?event={cup.public_id}", "1 rubber 1 game 2 deals"),
        (f"?event={cup.public_id}&opponent={walker.public_id}", "0 rubbers 0 games 0 deals"),
    ):
        assert counted_facts(page(client, figures_of(boiteau, query))) == expected


def test_figures_of_one_who_plays_in_two_clubs_are_kept_to_one(
    client: Client, boiteau: Player, garrick_too: Club
) -> None:
    walker = Player.objects.get(name="Walker")
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
    pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
    html = page(client, f"{pair}?club={garrick_too.slug}")
    assert "No club of that address has such figures." in tag(html, "div", class_="problem").text


def test_table_of_a_club_leads_to_what_each_played_there(
    client: Client, boiteau: Player, garrick_too: Club
) -> None:
    html = page(client, reverse("web:club_players", args=[garrick_too.slug]) + "?least=0&sort=games")
    assert f'href="{figures_of(boiteau, "?club=garrick")}"' in html


@pytest.mark.parametrize("wrong", ["%00", "white-s", "portland%0A"])
def test_club_that_nobody_can_have_is_told(client: Client, boiteau: Player, wrong: str) -> None:
    html = page(client, figures_of(boiteau, f"?club={wrong}&until=2026-01-31"))
    assert "No club of that address has such figures." in tag(html, "div", class_="problem").text
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"


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
    assert (
        f'href="{reverse("web:player_csv", args=[boiteau.public_id])}?until=2026-01-31&amp;depth=play"'
        in html
    )


def test_wrong_day_is_told_and_the_rest_is_kept(client: Client, boiteau: Player) -> None:
    html = page(client, figures_of(boiteau, "?since=2026-02-30&until=2026-01-31"))
    assert tag(html, "div", class_="problem").text.endswith(
        "From: 2026-02-30 is no day. A day is written as 2026-11-14."
    )
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"
    assert tag(html, id="id_until")["value"] == "2026-01-31"
    assert "until 31 January 2026" in words(html)


@pytest.mark.parametrize("wrong", ["event", "opponent"])
def test_address_that_nobody_can_have_is_told(client: Client, boiteau: Player, wrong: str) -> None:
    html = page(client, figures_of(boiteau, f"?{wrong}=%00&until=2026-01-31"))
    assert "of that address" in tag(html, "div", class_="problem").text
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"


@pytest.mark.parametrize(
    ("figure", "part"),
    [
        ("fortune", "counted"),
        ("marks", "counted"),
        ("games", "among"),
        ("games", "all"),
        ("offered", "counted"),
    ],
)
def test_what_has_no_list_is_not_found(client: Client, boiteau: Player, figure: str, part: str) -> None:
    page(client, reverse("web:player_behind", args=[boiteau.public_id, figure, part]), status=404)


def test_figure_of_one_side_is_none_of_a_club(client: Client, boiteau: Player) -> None:
    slug = boiteau.club.slug
    page(client, reverse("web:club_behind", args=[slug, "games_won", "counted"]), status=404)
    page(client, reverse("web:club_behind", args=[slug, "trebles_won", "counted"]))


def test_long_list_ends_with_how_to_see_the_rest(
    client: Client, boiteau: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.pages.figures.drill_down.LINES_A_PAGE", 2)
    monkeypatch.setattr("matches.pages.figures.drill_down.MOST_LISTED", 4)
    address = reverse("web:player_behind", args=[boiteau.public_id, "deals", "counted"])
    told = words(page(client, f"{address}?page=999999999"))
    assert "Page 2 of 2" in told
    assert "Boiteau 6 deals" in told
    assert (
        "Only the newest 4 stand here. To see older ones, ask above for those until an earlier day." in told
    )
    assert "Only the newest" not in words(page(client, f"{address}?until=2026-01-31"))


def test_few_are_said_to_be_few(client: Client, boiteau: Player) -> None:
    told = words(page(client, figures_of(boiteau)))
    assert "Games won 0 of 3 games too few to tell —" in told


def test_nothing_that_counts_is_said(client: Client, boiteau: Player) -> None:
    director = make_member(boiteau.club)
    for rubber in Rubber.objects.all():
        dispute_rubber(rubber, seat="A", act=Act(by=director, key="", reason="Nobody was there."))
    html = page(client, figures_of(boiteau))
    assert "No rubber that counts is in it." in words(html)
    assert tags(html, "table") == []


def test_what_is_all_of_the_other_game_is_led_to_from_where_nothing_is(client: Client, db: None) -> None:
    club = make_club("brooks")
    import_files(triomphe_text(), club=club)
    event = Event.objects.get(club=club)
    player = Player.objects.get(name="Orford")
    other = Player.objects.get(name="Baldwin")
    for address in (
        reverse("web:event_figures", args=[club.slug, event.public_id]),
        reverse("web:pair_figures", args=[player.public_id, other.public_id]),
    ):
        html = page(client, f"{address}?depth=play")
        there = f"{address}?depth=play&amp;variant=triomphe"
        assert f'<a href="{there}">Figures of La Triomphe, which are counted apart</a>' in html
        assert "Games won" in words(page(client, there.replace("&amp;", "&"))) or "event" in address
        html = page(client, f"{address}?until=2020-01-01&variant=triomphe")
        assert f'<a href="{address}?until=2020-01-01">Figures of écarté, which are counted apart</a>' in html


def test_month_leads_to_its_figures(client: Client, boiteau: Player) -> None:
    html = page(client, figures_of(boiteau, "?since=2026-01-11"))
    months = {link.text: link["href"] for link in tags(html, "a") if link.text.endswith(" 2026")}
    assert set(months) == {"January 2026", "March 2026"}
    assert counted_facts(page(client, months["January 2026"])) == "1 rubber 1 game 2 deals"
    assert counted_facts(page(client, months["March 2026"])) == "1 rubber 1 game 2 deals"
