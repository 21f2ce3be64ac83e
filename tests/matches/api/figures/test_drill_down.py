"""The lists behind figures by the API: as many as a figure says, the latest first."""

from __future__ import annotations

from collections import Counter

import pytest

from matches.models import Event, Player, Rubber
from tests.matches.api.calling import Caller, path_of, problem
from tests.matches.api.season import boiteau, club, figures_of, made_boiteau, made_once, named, played, whole

__all__ = ["boiteau", "club", "made_boiteau", "made_once"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("of_each", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_behind_every_figure_stand_as_many_as_it_says(api: Caller, boiteau: Player, of_each: int) -> None:
    """Of a player, a pair, a club and an event; a short run asks for each list once, of the first that has it."""
    played(boiteau.club, "Walker", "")
    lists = {row["figure"]: row["lists"] for row in figures_of(api, "figures/")["results"]}
    cup = Event.objects.get(name="Autumn Cup")
    walker = named("Walker")
    pair = f"{path_of(boiteau, 'against')}{walker.public_id}/figures/"
    of_pair = figures_of(api, pair)["sides"][0]["figures"]
    asked: Counter[tuple[str, str]] = Counter()
    for path, shown in (
        (path_of(boiteau, "figures"), figures_of(api, path_of(boiteau, "figures"))["figures"]),
        (pair, of_pair),
        (
            path_of(boiteau.club, "figures"),
            figures_of(api, path_of(boiteau.club, "figures"))["figures"],
        ),
        (
            f"events/{cup.public_id}/figures/",
            figures_of(api, f"events/{cup.public_id}/figures/")["figures"],
        ),
    ):
        for figure, value in shown.items():
            for part in lists[figure]:
                if value[part] and asked[figure, part] < of_each:
                    asked[figure, part] += 1
                    rows = figures_of(api, f"{path}{figure}/{part}/?page_size=100")["results"]
                    assert len(rows) == value[part], (path, figure)
    assert len(asked) > 30
    assert of_each == 1 or asked.total() > 100


def test_a_list_has_the_latest_first_and_tells_where(anybody: Caller, boiteau: Player) -> None:
    rows = whole(anybody, path_of(boiteau, "figures/deals/counted"))
    assert [(row["date"], row["game"], row["deal"]) for row in rows] == [
        ("2026.03.01", 1, 3),
        ("2026.03.01", 1, 2),
        ("2026.03.01", 1, 1),
        ("2026.01.20", 1, 2),
        ("2026.01.20", 1, 1),
        ("2026.01.10", 1, 2),
        ("2026.01.10", 1, 1),
    ]
    rubber = Rubber.objects.latest("pk")
    assert rows[0] == {
        "rubber": rubber.public_id,
        "club": boiteau.club.public_id,
        "event": rubber.event.public_id,
        "players": {
            "A": {"id": boiteau.public_id, "name": "Boiteau"},
            "B": {"id": named("Walker").public_id, "name": "Walker"},
        },
        "date": "2026.03.01",
        "game": 1,
        "deal": 3,
        "side": "A",
    }
    games = whole(anybody, f"{path_of(boiteau, 'figures/games_won/counted')}?since=2026-02-01")
    assert [(row["game"], row["deal"], row["side"]) for row in games] == [(1, None, "A")]
    rubbers = whole(anybody, path_of(boiteau, "figures/rubbers/counted"))
    assert [(row["game"], row["deal"]) for row in rubbers] == [(None, None)] * 3
    narrow = anybody.get(f"{path_of(boiteau, 'figures/deals/counted')}?fields=deal&page_size=1")
    assert narrow.json()["results"] == [{"deal": 3}]


@pytest.mark.parametrize(
    "which", ["luck/counted", "games/among", "marks/counted", "games/all", "offered/counted"]
)
def test_a_list_that_there_is_not(anybody: Caller, boiteau: Player, which: str) -> None:
    problem(anybody.get(path_of(boiteau, "figures", which)), 404, "not_found")


def test_a_list_of_both_sides_has_no_figure_of_one(anybody: Caller, boiteau: Player) -> None:
    problem(anybody.get(path_of(boiteau.club, "figures/games_won/counted")), 404, "not_found")


@pytest.mark.parametrize(
    "cursor",
    [
        "after.2026-01-10",
        "after.2026-99-10.22222222222222.1.1.A",
        "before.2026-01-10.22222222222222.1.1.A",
    ],
)
def test_a_cursor_of_nothing(anybody: Caller, boiteau: Player, cursor: str) -> None:
    path = path_of(boiteau, "figures/deals/counted")
    problem(anybody.get(f"{path}?cursor={cursor}"), 400, "invalid_parameter")
