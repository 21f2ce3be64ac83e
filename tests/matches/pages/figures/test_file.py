"""Figures as a file."""

from __future__ import annotations

import csv
import io

from django.test import Client
from django.urls import reverse

from matches.models import Player


def rows_of(client: Client, address: str) -> list[dict[str, str]]:
    response = client.get(address)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_file_has_the_figures_of_the_page(client: Client, boiteau: Player) -> None:
    rows = rows_of(client, reverse("web:player_csv", args=[boiteau.public_id]) + "?depth=play")
    won = next(row for row in rows if row["Figure"] == "Games won")
    assert won == {
        "Of": "Boiteau",
        "Kept to": "Every card written down",
        "Group": "Games",
        "Figure": "Games won",
        "Value": "",
        "Standard error": "",
        "Counted": "0",
        "Among": "3",
        "In": "games",
    }


def test_pair_s_file_has_both(client: Client, boiteau: Player) -> None:
    walker = Player.objects.get(name="Walker")
    rows = rows_of(client, reverse("web:pair_csv", args=[boiteau.public_id, walker.public_id]))
    assert [(row["Of"], row["Counted"]) for row in rows if row["Figure"] == "Games won"] == [
        ("Boiteau", "0"),
        ("Walker", "2"),
    ]


def test_name_that_begins_a_formula_is_text(client: Client, boiteau: Player) -> None:
    Player.objects.filter(pk=boiteau.pk).update(name="=1+1")
    rows = rows_of(client, reverse("web:player_csv", args=[boiteau.public_id]))
    assert {row["Of"] for row in rows} == {"'=1+1"}
