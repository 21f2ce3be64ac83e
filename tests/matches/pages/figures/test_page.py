"""Figures compare two players who met, and are downloaded as a file."""

from __future__ import annotations

import csv
import io

from django.test import Client
from django.urls import reverse

from matches.models import Player
from tests.factories.clubs import make_club
from tests.matches.api.exchange.test_record_file_views import sheets_of
from tests.matches.pages.figures.reading import counted_facts, figures_of, pair_url
from tests.matches.pages.reading import page, tag, tags


def test_sides_stand_beside_each_other(client: Client, boiteau: Player, walker: Player) -> None:
    html = page(client, pair_url(boiteau, walker))
    assert tag(html, "tr", id="figure-games_won").text == "Games won0 of 2 games 2 of 2 games"
    assert [dd.text for dd in tags(html, "dd")] == ["games won 0", "games won 2"]
    html = page(client, pair_url(walker, boiteau))
    assert tag(html, "tr", id="figure-games_won").text == "Games won2 of 2 games 0 of 2 games"


def test_pair_leads_to_its_chances(client: Client, boiteau: Player, walker: Player) -> None:
    pair = pair_url(boiteau, walker)
    chances = reverse("web:rating_chances", args=[boiteau.club.slug])
    assert f'href="{chances}?a={boiteau.public_id}&amp;b={walker.public_id}"' in page(client, pair)
    page(client, f"{chances}?a={boiteau.public_id}&b={walker.public_id}")
    Player.objects.filter(pk=walker.pk).update(club=make_club("garrick"))
    assert chances not in page(client, pair)


def test_nobody_meets_himself(client: Client, boiteau: Player) -> None:
    page(client, pair_url(boiteau, boiteau), status=404)


def test_player_s_figures_against_one_lead_to_both(client: Client, boiteau: Player, walker: Player) -> None:
    html = page(client, figures_of(boiteau, f"?opponent={walker.public_id}&depth=play"))
    pair = pair_url(boiteau, walker)
    assert f'href="{pair}?depth=play"' in html


def test_hidden_opponent_is_not_linked(client: Client, boiteau: Player, walker: Player) -> None:
    Player.objects.filter(pk=walker.pk).update(club=make_club("garrick", is_public=False))
    html = page(client, figures_of(boiteau, f"?opponent={walker.public_id}"))
    assert counted_facts(html) == "2 rubbers 2 games 4 deals"
    assert f"/against/{walker.public_id}/" not in html


def rows_of(client: Client, address: str) -> list[dict[str, str]]:
    response = client.get(address)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_file_has_the_figures_of_the_page(client: Client, boiteau: Player) -> None:
    rows = rows_of(client, reverse("web:player_csv", args=[boiteau.public_id]) + "?depth=play")
    won = next(row for row in rows if row["Figure"] == "Games won")
    assert won == {
        "Of": "Boiteau",
        "Kept to": "Every card",
        "Group": "Games",
        "Figure": "Games won",
        "Value": "",
        "Standard error": "",
        "Counted": "0",
        "Among": "3",
        "In": "games",
    }


def cells_of(client: Client, address: str) -> list[list[str]]:
    [cells] = sheets_of(client.get(address).content).values()
    return cells


def test_spreadsheet_has_the_rows_of_the_csv(client: Client, boiteau: Player) -> None:
    Player.objects.filter(pk=boiteau.pk).update(name="=1+1")
    heads, *rows = cells_of(client, reverse("web:player_xlsx", args=[boiteau.public_id]))
    of_csv = rows_of(client, reverse("web:player_csv", args=[boiteau.public_id]))
    assert heads == list(of_csv[0])
    # Cells without a value are left out of what is read.
    assert [row[-3:] for row in rows] == [[row["Counted"], row["Among"], row["In"]] for row in of_csv]
    assert ({row[0] for row in rows}, {row["Of"] for row in of_csv}) == ({"=1+1"}, {"'=1+1"})


def test_pair_s_files_have_both(client: Client, boiteau: Player, walker: Player) -> None:
    rows = rows_of(client, pair_url(boiteau, walker, "pair_csv"))
    won = [(row["Of"], row["Counted"]) for row in rows if row["Figure"] == "Games won"]
    assert won == [("Boiteau", "0"), ("Walker", "2")]
    _heads, *cells = cells_of(client, pair_url(boiteau, walker, "pair_xlsx"))
    assert {row[0] for row in cells} == {"Boiteau", "Walker"}
