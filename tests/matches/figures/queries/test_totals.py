"""Figures of the sample season as they are stored, against a count that shares no code with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from matches.figures.queries.by_player import by_opponent, by_player, form, player_lines
from matches.figures.queries.drill_down import (
    LISTED_DEALS,
    LISTED_GAMES,
    LISTED_RUBBERS,
    deals_behind,
    games_behind,
    rubbers_behind,
)
from matches.figures.queries.totals import (
    Scope,
    figures,
    figures_and_months,
    figures_of_both,
    scope_figures,
)
from matches.models import Club, Event, Membership, Player, Rubber, Tally
from matches.rules.figures.tallies import SHARED_COUNTERS
from tests.factories.rubbers import stored_rubbers, stored_sample
from tests.matches.files import SEASON, import_text, rubber_text
from tests.matches.helpers.people import make_member, user_of
from tests.matches.rules.figures.plain_count import SEASON_ANSWERS, PlainRubber, count_season

pytestmark = [pytest.mark.django_db, pytest.mark.core]

ANYBODY = AnonymousUser()
RECORD_START = '[EGN "1"]\n'
Which = Callable[[PlainRubber], bool]


LISTS: tuple[tuple[AbstractSet[str], Callable[..., QuerySet[Any]]], ...] = (
    (LISTED_DEALS.keys(), deals_behind),
    (LISTED_GAMES.keys(), games_behind),
    (LISTED_RUBBERS, rubbers_behind),
)


def _any(rubber: PlainRubber) -> bool:
    return True


@pytest.fixture(scope="module")
def plain() -> list[PlainRubber]:
    return count_season(SEASON, SEASON_ANSWERS)


@pytest.fixture
def garrick() -> Club:
    """The club with its 40 rubbers of the season."""
    records = SEASON.read_text().split(RECORD_START)[1:]
    stored_rubbers(*(RECORD_START + record for record in records if '[Club "Garrick"]' in record))
    return Club.objects.get(name="Garrick")


def plain_sums(
    plain: Iterable[PlainRubber], which: Which = _any, *, name: str = "", depth: str = ""
) -> dict[str, int]:
    """What the plain count gives for one player, or for both sides together: what they share once."""
    total: Counter[str] = Counter()
    for rubber in filter(which, plain):
        for (seat, of_depth), counts in rubber.counted.items():
            if (depth and of_depth != depth) or (name and rubber.names["AB".index(seat)] != name):
                continue
            for key, count in counts.items():
                if name or seat == "A" or key not in SHARED_COUNTERS:
                    total[key] += count
    return _not_zero(total)


def sums(scope: Scope) -> dict[str, int]:
    return _not_zero(figures(ANYBODY, scope).sums)


def _not_zero(counts: Mapping[str, int]) -> dict[str, int]:
    return {key: count for key, count in counts.items() if count}


def of_club(name: str) -> Which:
    return lambda rubber: rubber.club == name


def _meets(rubber: PlainRubber, club: str, *names: str) -> bool:
    return rubber.club == club and set(names) <= set(rubber.names)


def test_every_player_pair_event_and_club_of_the_season(plain: list[PlainRubber]) -> None:
    stored_sample(SEASON)
    assert sums(Scope()) == plain_sums(plain)
    for club in Club.objects.all():
        assert sums(Scope(club=club)) == plain_sums(plain, of_club(club.name))
    for event in Event.objects.select_related("club"):
        assert sums(Scope(event=event)) == plain_sums(plain, of_club(event.club.name))
    for player in Player.objects.select_related("club"):
        expected = plain_sums(plain, of_club(player.club.name), name=player.name)
        assert sums(Scope(player=player)) == expected
    pairs = Tally.objects.order_by("player", "opponent").values_list("player", "opponent").distinct()
    people = Player.objects.select_related("club").in_bulk()
    for first, second in pairs[::25]:
        one, other = people[first], people[second]
        met = [rubber for rubber in plain if _meets(rubber, one.club.name, one.name, other.name)]
        assert sums(Scope(player=one, opponent=other)) == plain_sums(met, name=one.name)


def test_both_of_a_pair_have_what_each_has_alone(garrick: Club) -> None:
    rubber = Rubber.objects.filter(club=garrick).select_related("player_a", "player_b").earliest("pk")
    a, b = rubber.player_a, rubber.player_b
    stranger = Player.objects.create(club=garrick, name="Stranger")
    for one, other in ((a, b), (b, a), (a, stranger)):
        scope = Scope(player=one, opponent=other, since=date(2026, 1, 1))
        both = figures_of_both(ANYBODY, scope)
        for found, asked in zip(both, (scope, replace(scope, player=other, opponent=one)), strict=True):
            assert found == figures(ANYBODY, asked)
        assert both[0].is_empty is (other == stranger)


@pytest.mark.parametrize("depth", ["marks", "play"])
def test_depth_is_that_of_the_deals(depth: str, plain: list[PlainRubber], garrick: Club) -> None:
    expected = plain_sums(plain, of_club("Garrick"), depth=depth)
    assert sums(Scope(club=garrick, depth=depth)) == expected != {}


def test_days_are_both_counted(plain: list[PlainRubber], garrick: Club) -> None:
    days = sorted(rubber.day for rubber in plain if rubber.club == "Garrick")
    first, last = days[10], days[20]
    inside = [rubber for rubber in plain if first <= rubber.day <= last]
    found = Scope(club=garrick, since=first, until=last)
    assert sums(found) == plain_sums(inside, of_club("Garrick"))
    assert sums(Scope(club=garrick, since=first))["rubbers"] == 30
    assert sums(Scope(club=garrick, until=last))["rubbers"] == 21


def test_months_add_up_to_the_whole(plain: list[PlainRubber], garrick: Club) -> None:
    import_text(rubber_text("Bescherelle", "Clay", club="Garrick", tags=['[Date "2026.??.??"]']))
    scope = Scope(club=garrick)
    whole, months = figures_and_months(ANYBODY, scope)
    assert whole.sums == figures(ANYBODY, scope).sums
    assert whole["rubbers"].counted == 1 + sum(line.figures["rubbers"].counted for line in months)
    assert [line.month for line in months] == sorted({rubber.day.replace(day=1) for rubber in plain})
    for line in months:
        of_month = [rubber for rubber in plain if rubber.day.replace(day=1) == line.month]
        expected = plain_sums(of_month, of_club("Garrick"))
        assert (line.figures["games"].counted, line.figures.sums["marks"]) == (
            expected.get("games", 0),
            expected["marks"],
        )


def test_undated_rubber_is_in_no_month_and_no_span() -> None:
    stored_rubbers(rubber_text(tags=['[Date "2026.11.??"]']))
    assert sums(Scope())["rubbers"] == 1
    assert sums(Scope(until=date(2030, 1, 1))) == sums(Scope(since=date(2000, 1, 1))) == {}
    assert sums(Scope(since=date.min)) == {}
    whole, months = figures_and_months(ANYBODY, Scope())
    assert (whole["rubbers"].counted, months) == (1, [])
    (line,) = form(ANYBODY, Scope(player=Player.objects.get(name="Orford")))
    assert line.day is None


def test_variants_are_never_added() -> None:
    deals = ("1. A P G =A (1-0)", "2. B S P R =A5 (3-0)", "3. A P R =A5 (5-0)")
    triomphe = rubber_text(tags=['[Variant "Triomphe"]', '[Table "2"]'], deals=deals)
    import_text(rubber_text(), triomphe.replace("#0-5", "#5-0").replace("##0-1", "##1-0"))
    baldwin = Player.objects.get(name="Baldwin")
    assert sums(Scope(player=baldwin))["game_won"] == 1
    ancestor = figures(ANYBODY, Scope(player=baldwin, variant="triomphe"))
    assert ancestor.sums["game_won"] == ancestor.sums["king_marked"] == 0
    assert (ancestor["offered"].counted, ancestor["offers_refused"].counted) == (3, 2)


# What stands behind a figure


def _scopes(garrick: Club) -> list[Scope]:
    one = Player.objects.get(club=garrick, name="Bescherelle")
    other = Player.objects.filter(tallies__opponent=one).order_by("pk").first()
    event = Event.objects.get(club=garrick)
    since, until = date(2026, 3, 1), date(2026, 9, 30)
    return [
        Scope(player=one),
        Scope(player=one, opponent=other),
        Scope(club=garrick),
        Scope(event=event, depth="play"),
        Scope(club=garrick, player=one, since=since, until=until),
    ]


def test_every_list_is_as_long_as_its_counter_says(garrick: Club) -> None:
    """Of the figures of each scope: what is counted, and among what."""
    for scope in _scopes(garrick):
        found = figures(ANYBODY, scope)
        for figure in scope_figures(scope):
            for keys in filter(None, (figure.counted, figure.among)):
                for listed, rows in LISTS:
                    if listed >= set(keys):
                        length = sum(found.sums[key] for key in keys)
                        assert rows(ANYBODY, scope, keys).count() == length, (figure.key, keys)


def test_lists_are_newest_first_with_the_side_they_count_for(garrick: Club) -> None:
    player = Player.objects.get(club=garrick, name="Bescherelle")
    deals = list(deals_behind(ANYBODY, Scope(player=player), ("as_dealer",)))
    places = [(deal.game.rubber.date, deal.game.rubber_id, deal.game.number, deal.number) for deal in deals]
    assert places == sorted(places, reverse=True)
    assert len({place[0] for place in places}) > 3
    for deal in deals:
        seat = "A" if deal.game.rubber.player_a_id == player.pk else "B"
        assert deal.side == seat == deal.dealer


def test_what_has_no_list_is_refused(garrick: Club) -> None:
    with pytest.raises(KeyError):
        deals_behind(ANYBODY, Scope(club=garrick), ("marks",))
    with pytest.raises(KeyError):
        games_behind(ANYBODY, Scope(club=garrick), ("deals",))
    with pytest.raises(KeyError):
        rubbers_behind(ANYBODY, Scope(club=garrick), ("games_taken",))


# Players, a line each


def test_opponents_are_those_met_by_rubbers(plain: list[PlainRubber], garrick: Club) -> None:
    player = Player.objects.get(club=garrick, name="Bescherelle")
    scope = Scope(player=player)
    lines = player_lines(scope, by_opponent(ANYBODY, scope, ["games_won"]))
    met: Counter[str] = Counter()
    for rubber in plain:
        if _meets(rubber, "Garrick", player.name):
            met.update(set(rubber.names) - {player.name})
    assert {line.player.name: line.figures.sums["rubbers"] for line in lines} == met
    assert [line.figures.sums["rubbers"] for line in lines] == sorted(met.values(), reverse=True)
    for line in lines:
        own = [each for each in plain if _meets(each, "Garrick", player.name, line.player.name)]
        assert line.figures["games_won"].counted == plain_sums(own, name=player.name).get("game_won", 0)


def test_players_of_a_club_are_sorted_by_a_share(plain: list[PlainRubber], garrick: Club) -> None:
    scope = Scope(club=garrick)
    lines = player_lines(scope, by_player(ANYBODY, scope, [], by="games_won", least=10))
    expected = {}
    for name in {name for rubber in plain for name in rubber.names}:
        own = plain_sums(plain, of_club("Garrick"), name=name)
        if own.get("games", 0) >= 10:
            expected[name] = own["game_won"] / own["games"]
    assert {line.player.name: line.figures["games_won"].value for line in lines} == expected
    shares = [line.figures["games_won"].value for line in lines]
    assert shares == sorted(expected.values(), reverse=True)
    up = player_lines(scope, by_player(ANYBODY, scope, [], by="games_won", least=10, is_up=True))
    assert [line.figures["games_won"].value for line in up] == sorted(expected.values())


def test_form_is_the_last_rubbers_with_who_won(garrick: Club) -> None:
    player = Player.objects.get(club=garrick, name="Bescherelle")
    lines = form(ANYBODY, Scope(player=player), length=5)
    played = [
        rubber
        for rubber in Rubber.objects.filter(club=garrick).order_by("-date", "-pk")
        if player.pk in (rubber.player_a_id, rubber.player_b_id)
    ]
    assert [line.rubber for line in lines] == played[:5]
    for line in lines:
        seat = "A" if line.rubber.player_a_id == player.pk else "B"
        won = (line.rubber.games_won_a, line.rubber.games_won_b)
        assert line.is_won is (line.rubber.winner == seat)
        assert line.games == (won if seat == "A" else won[::-1])
        assert line.day is not None


# Who may see what


def test_closed_club_counts_for_its_members_alone(garrick: Club) -> None:
    member = user_of(make_member(garrick, "Clay the younger", Membership.Role.MEMBER))
    Club.objects.update(is_public=False)
    player = Player.objects.get(club=garrick, name="Bescherelle")
    for scope in (Scope(), Scope(club=garrick), Scope(player=player)):
        assert sums(scope) == {}
        assert not deals_behind(ANYBODY, scope, ("deals",)).exists()
        assert not by_player(ANYBODY, scope, ["games"]).exists()
        assert figures(member, scope).sums["rubbers"] > 0
        assert deals_behind(member, scope, ("deals",)).exists()
    assert form(ANYBODY, Scope(player=player)) == []


# How many queries


def _queries(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def test_queries_do_not_grow(garrick: Club) -> None:
    player = Player.objects.get(club=garrick, name="Bescherelle")
    scope, pair = Scope(club=garrick), Scope(player=player)
    rubber = Rubber.objects.filter(club=garrick).select_related("player_a", "player_b").earliest("pk")
    met = Scope(player=rubber.player_a, opponent=rubber.player_b)
    asked: list[tuple[int, Callable[[], object]]] = [
        (1, lambda: figures(ANYBODY, scope)),
        (1, lambda: figures_and_months(ANYBODY, scope)),
        (1, lambda: figures_of_both(ANYBODY, met)),
        (1, lambda: form(ANYBODY, pair)),
        (2, lambda: player_lines(scope, by_player(ANYBODY, scope, ["games_won"], by="games_won")[:20])),
        (2, lambda: player_lines(pair, by_opponent(ANYBODY, pair, ["games_won"])[:20])),
        (1, lambda: _names(deals_behind(ANYBODY, scope, ("deals",))[:50])),
        (1, lambda: _names(deals_behind(ANYBODY, scope, ("deals",))[:3])),
    ]
    for count, work in asked:
        assert _queries(work) == count


def _names(deals: Iterable[object]) -> list[str]:
    """What a line of a list says, all of it loaded."""
    found = []
    for deal in deals:
        rubber = deal.game.rubber  # type: ignore[attr-defined]
        found.append(f"{rubber.player_a} {rubber.player_b.club} {rubber.event} {rubber.club}")
    return found
