"""Figures of two who met, beside each other."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.models import Player
from tests.factories.clubs import make_club
from tests.matches.pages.figures.reading import counted_facts, figures_of
from tests.matches.pages.markup import tag, tags
from tests.matches.pages.reading import page


def test_both_sides_stand_beside_each_other(client: Client, boiteau: Player) -> None:
    walker = Player.objects.get(name="Walker")
    html = page(client, reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id]))
    won = tag(html, "tr", id="figure-games_won").text
    assert won == "Games won0 of 2 games 2 of 2 games"
    assert [dd.text for dd in tags(html, "dd")] == ["games won 0", "games won 2"]


def test_turned_round_it_is_the_same(client: Client, boiteau: Player) -> None:
    walker = Player.objects.get(name="Walker")
    html = page(client, reverse("web:pair_figures", args=[walker.public_id, boiteau.public_id]))
    assert tag(html, "tr", id="figure-games_won").text == "Games won2 of 2 games 0 of 2 games"


def test_two_of_one_club_are_led_to_what_their_ratings_foretell(client: Client, boiteau: Player) -> None:
    walker = Player.objects.get(name="Walker")
    pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
    chances = reverse("web:rating_chances", args=[boiteau.club.slug])
    assert f'href="{chances}?a={boiteau.public_id}&amp;b={walker.public_id}"' in page(client, pair)
    page(client, f"{chances}?a={boiteau.public_id}&b={walker.public_id}")
    Player.objects.filter(pk=walker.pk).update(club=make_club("garrick"))
    assert chances not in page(client, pair)


def test_nobody_meets_himself(client: Client, boiteau: Player) -> None:
    page(client, reverse("web:pair_figures", args=[boiteau.public_id] * 2), status=404)


def test_player_s_figures_against_one_lead_to_both(client: Client, boiteau: Player) -> None:
    walker = Player.objects.get(name="Walker")
    html = page(client, figures_of(boiteau, f"?opponent={walker.public_id}&depth=play"))
    pair = reverse("web:pair_figures", args=[boiteau.public_id, walker.public_id])
    assert f'href="{pair}?depth=play"' in html


def test_nobody_is_led_to_a_page_that_does_not_open_to_him(client: Client, boiteau: Player) -> None:
    walker = Player.objects.get(name="Walker")
    Player.objects.filter(pk=walker.pk).update(club=make_club("garrick", is_public=False))
    html = page(client, figures_of(boiteau, f"?opponent={walker.public_id}"))
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"
    assert f"/against/{walker.public_id}/" not in html
