"""Tables rank players by a figure."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Player
from tests.matches.pages.figures.reading import pair_url
from tests.matches.pages.reading import page, tag, tags, words


@pytest.fixture
def table(boiteau: Player) -> str:
    return reverse("web:club_players", args=[boiteau.club.slug])


def order(client: Client, address: str) -> list[str]:
    return [head.text for head in tags(page(client, address), "th", scope="row")]


def test_table_is_sorted_by_the_figure_asked_for_either_way(client: Client, table: str) -> None:
    assert order(client, f"{table}?sort=games_won&least=0")[-1] == "Boiteau"
    assert order(client, f"{table}?sort=games_won&up=1&least=0")[0] == "Boiteau"
    assert order(client, f"{table}?sort=games&least=0") == ["Boiteau", "Walker", "Clay"]


def test_sorted_column_is_turned_round(client: Client, table: str) -> None:
    html = page(client, f"{table}?sort=games&least=2")
    head = tag(html, "th", aria_sort="descending")
    assert head.text.startswith("Games")
    assert f'href="{table}?sort=games&amp;least=2&amp;up=1"' in html
    assert f'href="{table}?sort=marks&amp;least=2"' in html
    html = page(client, f"{table}?sort=games&least=2&up=1")
    filters = html[html.index('<details class="filter"') : html.index("</details>")]
    kept = re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', filters)
    assert kept == [("sort", "games"), ("least", "2"), ("up", "1")]


def test_who_has_played_less_than_asked_is_left_out(client: Client, table: str) -> None:
    assert order(client, f"{table}?sort=games&least=2") == ["Boiteau", "Walker"]
    html = page(client, f"{table}?sort=games&least=20")
    assert "Nobody has 20 games yet." in words(html)
    assert tag(html, "a", href=f"{table}?sort=games").text == "Show all"


def test_few_games_come_last(client: Client, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Boiteau 0 of 3 games too few games yet" in words(page(client, table))
    monkeypatch.setattr("matches.pages.figures.tables.LEAST_OBSERVATIONS", 2)
    assert order(client, table) == ["Walker", "Boiteau", "Clay"]
    assert order(client, f"{table}?sort=games_won&up=1") == ["Boiteau", "Walker", "Clay"]


@pytest.mark.parametrize("least", ["-1", "many", "1.5", "1" * 30, "0" * 9 + "1" * 30, "0" * 5000])
def test_wrong_least_number_is_told(client: Client, table: str, least: str) -> None:
    html = page(client, f"{table}?least={least}&sort=games")
    message = "Write a whole number from 0 to 100000. Until then, everyone is shown."
    assert message in tag(html, "div", class_="problem").text


def test_opponents_lead_to_the_pair(client: Client, boiteau: Player, walker: Player) -> None:
    html = page(client, reverse("web:player_players", args=[boiteau.public_id]) + "?least=0&depth=play")
    pair = pair_url(boiteau, walker)
    assert f'href="{pair}?depth=play"' in html
