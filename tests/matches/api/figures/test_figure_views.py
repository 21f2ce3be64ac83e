"""Figures in the API: the same as on the pages, with their parts, filters and the lists behind them."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import Club, Event, Player, Rubber, User
from matches.privacy.merge import merge_players
from matches.rules.figures.figures import FIGURES
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, path_of, problem, signed, token_for
from tests.matches.api.season import boiteau, club, made_boiteau, made_once, named, played, whole
from tests.matches.pages.records import import_text, make_member, review, text

__all__ = ["boiteau", "club", "made_boiteau", "made_once"]
pytestmark = pytest.mark.django_db
ODD: Final = "O'Brien; =1+1 Zoë 𝔄 \u202eabc"


# The catalogue


def test_catalogue_has_every_figure_in_words_with_the_lists_behind_it(anybody: Caller) -> None:
    catalogue = anybody.read("figures/")
    assert [row["figure"] for row in catalogue["results"]] == [figure.key for figure in FIGURES]
    won = next(row for row in catalogue["results"] if row["figure"] == "games_won")
    assert won == {
        "figure": "games_won",
        "group": "games",
        "kind": "share",
        "unit": "game",
        "name": "Games won",
        "meaning": "Of all games with a winner.",
        "variants": ["ecarte", "triomphe"],
        "is_one_sided": True,
        "lists": ["counted", "among"],
    }
    kings = next(row for row in catalogue["results"] if row["figure"] == "kings_turned")
    offers = next(row for row in catalogue["results"] if row["figure"] == "offered")
    assert (kings["variants"], offers["variants"]) == (["ecarte"], ["triomphe"])


def test_catalogue_speaks_the_language_asked_for(anybody: Caller) -> None:
    rows = anybody.get("figures/", Accept_Language="fr").json()["results"]
    assert rows[0]["meaning"] != anybody.read("figures/")["results"][0]["meaning"]


# A player's


def test_every_figure_of_a_player_with_its_parts(anybody: Caller, boiteau: Player) -> None:
    body = anybody.read(path_of(boiteau, "figures"))
    assert body["kept_to"] == {
        "club": None,
        "event": None,
        "player": boiteau.public_id,
        "opponent": None,
        "since": None,
        "until": None,
        "depth": None,
        "variant": "ecarte",
    }
    expected = {"counted": 1, "among": 3, "value": 0.333333, "se": 0.272166, "is_enough": False}
    assert body["figures"]["games_won"] == expected
    assert body["figures"]["games"] == {"counted": 3, "among": 3, "value": 3.0, "se": None, "is_enough": True}
    assert body["figures"]["came_back"]["value"] is None
    assert (body["months"], body["play"]) == (None, None)
    there = [figure.key for figure in FIGURES if figure.group != "offers"]
    assert list(body["figures"]) == there


@pytest.mark.parametrize(
    ("query", "games", "won"),
    [
        ("since=2026-02-01", 1, 1),
        ("until=2026-01-10", 1, 0),
        ("since=2026-01-10&until=2026-01-31", 2, 0),
        ("depth=play", 2, 0),
        ("depth=marks", 1, 1),
        ("variant=triomphe", 0, 0),
        ("event={cup}", 2, 1),
        ("opponent={walker}", 2, 1),
        ("opponent={clay}", 1, 0),
        ("club={club}", 3, 1),
    ],
)
def test_figures_are_kept_to_what_is_asked(
    anybody: Caller, boiteau: Player, query: str, games: int, won: int
) -> None:
    parameters = query.format(
        cup=Event.objects.get(name="Autumn Cup").public_id,
        walker=named("Walker").public_id,
        clay=named("Clay").public_id,
        club=boiteau.club.public_id,
    )
    body = anybody.read(f"{path_of(boiteau, 'figures')}?{parameters}")
    name, _, value = parameters.partition("&")[0].partition("=")
    assert body["kept_to"][name] == value
    assert (body["figures"]["games"]["counted"], body["figures"]["games_won"]["counted"]) == (games, won)


def test_figures_by_month(anybody: Caller, boiteau: Player) -> None:
    played(boiteau.club, "Walker", "")
    body = anybody.read(f"{path_of(boiteau, 'figures')}?by=month")
    assert [
        (each["month"], each["figures"]["games"]["counted"], each["figures"]["games_won"]["value"])
        for each in body["months"]
    ] == [("2026-01", 2, 0.0), ("2026-03", 1, 1.0)]
    assert body["figures"]["games"]["counted"] == 4


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("since=yesterday", "since"),
        ("since=20260110", "since"),
        ("since=2026-02-01&until=2026-01-01", "until"),
        ("depth=deep", "depth"),
        ("variant=whist", "variant"),
        ("by=week", "by"),
        ("event=22222222222222", "event"),
        ("event=%00", "event"),
        ("club=22222222222222", "club"),
        ("opponent=22222222222222", "opponent"),
        ("opponent=", "opponent"),
        ("name=x", "name"),
        ("fields=months,colour", "fields"),
    ],
)
def test_what_makes_no_sense_is_refused(anybody: Caller, boiteau: Player, query: str, parameter: str) -> None:
    answer = anybody.get(f"{path_of(boiteau, 'figures')}?{query}")
    assert problem(answer, 400, "invalid_parameter")["errors"][0]["parameter"] == parameter


def test_an_opponent_whom_he_never_met_is_none(anybody: Caller, boiteau: Player) -> None:
    clay = named("Clay")
    answer = anybody.get(f"{path_of(clay, 'figures')}?opponent={named('Walker').public_id}")
    problem(answer, 400, "invalid_parameter")


def test_some_members_alone_and_nothing_twice(anybody: Caller, boiteau: Player) -> None:
    path = path_of(boiteau, "figures")
    assert list(anybody.read(f"{path}?fields=kept_to")) == ["kept_to"]
    assert anybody.get(path, If_None_Match=anybody.tag(path)).status_code == 304


def test_names_come_back_as_they_went_in(anybody: Caller, boiteau: Player) -> None:
    Player.objects.filter(name="Walker").update(name=ODD)
    lines = whole(anybody, path_of(boiteau, "against"))
    assert ODD in [line["player"]["name"] for line in lines]


def test_an_alias_has_the_figures_of_whom_it_is(anybody: Caller, boiteau: Player, owner: User) -> None:
    other = Player.objects.create(club=boiteau.club, name="Boiteau II")
    played(boiteau.club, "Clay", "2026.04.01", a="Boiteau II")
    merge_players(boiteau, other, by=owner)
    body = anybody.read(path_of(other, "figures"))
    assert body["kept_to"]["player"] == boiteau.public_id
    assert body["figures"]["games"]["counted"] == 4


# Figures of two players, of a club, an event, a season


def test_two_against_each_other(anybody: Caller, boiteau: Player) -> None:
    walker = named("Walker")
    body = anybody.read(f"{path_of(boiteau, 'against')}{walker.public_id}/figures/")
    own, theirs = body["sides"]
    assert (own["player"], theirs["player"]) == (
        {"id": boiteau.public_id, "name": "Boiteau"},
        {"id": walker.public_id, "name": "Walker"},
    )
    for side in (own, theirs):
        assert (side["figures"]["games_won"]["counted"], side["figures"]["games"]["counted"]) == (1, 2)
    assert body["kept_to"]["opponent"] == walker.public_id


def test_nobody_is_met_by_himself(anybody: Caller, boiteau: Player) -> None:
    problem(anybody.get(f"{path_of(boiteau, 'against')}{boiteau.public_id}/figures/"), 404, "not_found")


def test_a_club_counts_once_what_both_sides_share(anybody: Caller, boiteau: Player) -> None:
    body = anybody.read(path_of(boiteau.club, "figures"))
    assert body["figures"]["games"]["counted"] == 3
    assert "games_won" not in body["figures"]
    assert body["kept_to"]["club"] == boiteau.club.public_id


def test_an_event_s_figures(anybody: Caller, boiteau: Player) -> None:
    cup = Event.objects.get(name="Spring Cup")
    body = anybody.read(f"events/{cup.public_id}/figures/?by=month")
    assert body["figures"]["rubbers"]["counted"] == 1
    assert [each["month"] for each in body["months"]] == ["2026-01"]


def test_an_event_of_another_club_is_none_of_this(anybody: Caller, boiteau: Player) -> None:
    there = Event.objects.create(club=make_club("garrick"), name="Elsewhere")
    answer = anybody.get(f"{path_of(boiteau.club, 'figures')}?event={there.public_id}")
    problem(answer, 400, "invalid_parameter")


# Access


def test_what_was_played_in_a_closed_club_is_counted_for_its_members(
    anybody: Caller, boiteau: Player
) -> None:
    walker = named("Walker")
    closed = make_club("garrick", is_public=False)
    rubber = played(closed, "Walker", "2026.04.01")
    Rubber.objects.filter(pk=rubber.pk).update(player_b=walker)
    rubber.tallies.filter(seat="A").update(opponent=walker)
    rubber.tallies.filter(seat="B").update(player=walker)
    path = path_of(walker, "figures")
    assert anybody.read(path)["figures"]["games"]["counted"] == 2
    he = make_member(closed, "he@example.org")
    assert Caller(token_for(he)).read(path)["figures"]["games"]["counted"] == 3
    answer = anybody.get(f"{path}?club={closed.public_id}")
    problem(answer, 400, "invalid_parameter")
    assert len(whole(anybody, path_of(walker, "figures/games/counted"))) == 2


@pytest.mark.parametrize("rows", [1, 3])
def test_calls_ask_the_same_with_one_row_and_with_three(
    anybody: Caller, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    club = make_club("garrick")
    texts = [
        text("Boiteau", f"W{number}", tags=f'[Event "Cup {number}"]\n[Date "2026.01.{number + 10}"]\n')
        for number in range(rows)
    ]
    import_text(club, *texts)
    boiteau = Player.objects.select_related("club").get(club=club, name="Boiteau")
    Club.objects.update(reviews_open=True)
    for rubber in Rubber.objects.filter(club=club):
        review(rubber, [{"player": "A"}])
    opponent = Player.objects.get(name="W0")
    event = Event.objects.get(name="Cup 0")
    for queries, path in (
        (4, path_of(boiteau, "figures")),
        (4, f"{path_of(boiteau, 'figures')}?by=month"),
        (2, path_of(boiteau, "figures/deals/counted")),
        (3, path_of(boiteau, "against")),
        (6, f"{path_of(boiteau, 'against')}{opponent.public_id}/figures/"),
        (3, path_of(club, "figures")),
        (2, path_of(club, "figures/games/counted")),
        (2, path_of(club, "figures/rubbers/counted")),
        (3, path_of(club, "figures/players")),
        (3, f"{path_of(club, 'figures/players')}?order=-marks"),
        (3, f"events/{event.public_id}/figures/"),
    ):
        with django_assert_num_queries(queries, info=path):
            assert anybody.get(path).status_code == 200


@pytest.mark.parametrize("of_each", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_behind_every_figure_stand_as_many_as_it_says(api: Caller, boiteau: Player, of_each: int) -> None:
    """The figures of a player, a pair, a club and an event are checked.

    A short run requests each list once, for the first scope that has it.
    """
    played(boiteau.club, "Walker", "")
    lists = {row["figure"]: row["lists"] for row in api.read("figures/")["results"]}
    cup = Event.objects.get(name="Autumn Cup")
    walker = named("Walker")
    pair = f"{path_of(boiteau, 'against')}{walker.public_id}/figures/"
    of_pair = api.read(pair)["sides"][0]["figures"]
    tried: Counter[tuple[str, str]] = Counter()
    for path, values in (
        (path_of(boiteau, "figures"), api.read(path_of(boiteau, "figures"))["figures"]),
        (pair, of_pair),
        (path_of(boiteau.club, "figures"), api.read(path_of(boiteau.club, "figures"))["figures"]),
        (f"events/{cup.public_id}/figures/", api.read(f"events/{cup.public_id}/figures/")["figures"]),
    ):
        for figure, value in values.items():
            for part in lists[figure]:
                if value[part] and tried[figure, part] < of_each:
                    tried[figure, part] += 1
                    rows = api.read(f"{path}{figure}/{part}/?page_size=100")["results"]
                    assert len(rows) == value[part], (path, figure)
    assert len(tried) > 30
    assert of_each == 1 or tried.total() > 100


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
    ["after.2026-01-10", "after.2026-99-10.22222222222222.1.1.A", "before.2026-01-10.22222222222222.1.1.A"],
)
def test_a_cursor_of_nothing(anybody: Caller, boiteau: Player, cursor: str) -> None:
    path = path_of(boiteau, "figures/deals/counted")
    problem(anybody.get(f"{path}?cursor={signed(cursor)}"), 400, "invalid_parameter")
