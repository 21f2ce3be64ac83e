"""The stored figures of the sample season equal a count that shares no code with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from ecarte_site.setup.environment import PROJECT
from matches.api.figures.filters import OfPlayer
from matches.api.figures.serializers import KeptTo
from matches.figures.statistics import (
    Scope,
    figures,
    figures_and_months,
    figures_of_both,
    scope_figures,
    within,
)
from matches.figures.statistics_lists import (
    LISTED_DEALS,
    LISTED_GAMES,
    LISTED_RUBBERS,
    deals_behind,
    form,
    games_behind,
    player_lines,
    rows_by_person,
    rubbers_behind,
)
from matches.models import Club, Event, Membership, Player, Rubber, Tally
from matches.pages.figures.filters import FilterForm, Filters
from matches.rules.figures.tallies import SHARED_COUNTERS
from tests.factories.rubbers import stored_rubbers, stored_sample
from tests.matches.clubs.people import make_member, user_of
from tests.matches.files import SEASON, import_text, rubber_text
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
    """Return the club with its 40 rubbers of the season."""
    records = SEASON.read_text().split(RECORD_START)[1:]
    stored_rubbers(*(RECORD_START + record for record in records if '[Club "Garrick"]' in record))
    return Club.objects.get(name="Garrick")


def plain_sums(
    plain: Iterable[PlainRubber], which: Which = _any, *, name: str = "", depth: str = ""
) -> dict[str, int]:
    """Return the plain count for one player, or for both sides together with shared events counted once."""
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
        for result, narrowed in zip(both, (scope, replace(scope, player=other, opponent=one)), strict=True):
            assert result == figures(ANYBODY, narrowed)
        assert both[0].is_empty is (other == stranger)


@pytest.mark.parametrize("depth", ["marks", "play"])
def test_depth_is_that_of_the_deals(depth: str, plain: list[PlainRubber], garrick: Club) -> None:
    expected = plain_sums(plain, of_club("Garrick"), depth=depth)
    assert sums(Scope(club=garrick, depth=depth)) == expected != {}


def test_days_are_both_counted(plain: list[PlainRubber], garrick: Club) -> None:
    days = sorted(rubber.day for rubber in plain if rubber.club == "Garrick")
    first, last = days[10], days[20]
    inside = [rubber for rubber in plain if first <= rubber.day <= last]
    period = Scope(club=garrick, since=first, until=last)
    assert sums(period) == plain_sums(inside, of_club("Garrick"))
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


# Lists behind a figure


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
    """The counted and the base list of each scope's figures are checked."""
    for scope in _scopes(garrick):
        result = figures(ANYBODY, scope)
        for figure in scope_figures(scope):
            for keys in filter(None, (figure.counted, figure.among)):
                for listed, rows in LISTS:
                    if listed >= set(keys):
                        length = sum(result.sums[key] for key in keys)
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
    lines = player_lines(scope, rows_by_person(ANYBODY, scope, ["games_won"]))
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
    lines = player_lines(scope, rows_by_person(ANYBODY, scope, [], by="games_won", least=10))
    expected = {}
    for name in {name for rubber in plain for name in rubber.names}:
        own = plain_sums(plain, of_club("Garrick"), name=name)
        if own.get("games", 0) >= 10:
            expected[name] = own["game_won"] / own["games"]
    assert {line.player.name: line.figures["games_won"].value for line in lines} == expected
    shares = [line.figures["games_won"].value for line in lines]
    assert shares == sorted(expected.values(), reverse=True)
    up = player_lines(scope, rows_by_person(ANYBODY, scope, [], by="games_won", least=10, is_up=True))
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


# Access


def test_closed_club_counts_for_its_members_alone(garrick: Club) -> None:
    member = user_of(make_member(garrick, "Clay the younger", Membership.Role.MEMBER))
    Club.objects.update(is_public=False)
    player = Player.objects.get(club=garrick, name="Bescherelle")
    for scope in (Scope(), Scope(club=garrick), Scope(player=player)):
        assert sums(scope) == {}
        assert not deals_behind(ANYBODY, scope, ("deals",)).exists()
        assert not rows_by_person(ANYBODY, scope, ["games"]).exists()
        assert figures(member, scope).sums["rubbers"] > 0
        assert deals_behind(member, scope, ("deals",)).exists()
    assert form(ANYBODY, Scope(player=player)) == []


# Numbers of queries


def _queries(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def test_queries_do_not_grow(garrick: Club) -> None:
    player = Player.objects.select_related("club").get(club=garrick, name="Bescherelle")
    scope, pair = Scope(club=garrick), Scope(player=player)
    rubber = Rubber.objects.filter(club=garrick).select_related("player_a", "player_b").earliest("pk")
    met = Scope(player=rubber.player_a, opponent=rubber.player_b)
    cases: list[tuple[int, Callable[[], object]]] = [
        (1, lambda: figures(ANYBODY, scope)),
        (1, lambda: figures_and_months(ANYBODY, scope)),
        (1, lambda: figures_of_both(ANYBODY, met)),
        (1, lambda: form(ANYBODY, pair)),
        (2, lambda: player_lines(scope, rows_by_person(ANYBODY, scope, ["games_won"], by="games_won")[:20])),
        (2, lambda: player_lines(pair, rows_by_person(ANYBODY, pair, ["games_won"])[:20])),
        (1, lambda: _names(deals_behind(ANYBODY, scope, ("deals",))[:50])),
        (1, lambda: _names(deals_behind(ANYBODY, scope, ("deals",))[:3])),
    ]
    for count, work in cases:
        assert _queries(work) == count


def _names(deals: Iterable[object]) -> list[str]:
    """Load everything that a row of a list shows, and return it row by row."""
    names = []
    for deal in deals:
        rubber = deal.game.rubber  # type: ignore[attr-defined]
        names.append(f"{rubber.player_a} {rubber.player_b.club} {rubber.event} {rubber.club}")
    return names


FILTERS = {field.name for field in fields(Scope)} - {"player"}
"""The filters, without the player whose figures they are."""
VALUES: dict[str, Any] = {
    "club": Club(pk=1),
    "player": Player(pk=1),
    "opponent": Player(pk=2),
    "event": Event(pk=1),
    "since": date(2026, 1, 2),
    "until": date(2026, 1, 2),
    "depth": "marks",
    "variant": "triomphe",
}


@pytest.mark.parametrize("name", [field.name for field in fields(Scope)])
def test_query_knows_every_filter(name: str) -> None:
    assert name in VALUES, f"give {name} a value in this test"
    narrowed = within(AnonymousUser(), Scope(**{name: VALUES[name]}))
    assert VALUES[name] in [value for key, value in narrowed.items() if key != "club__in"], (
        f"within() has no line for {name}: matches/figures/statistics.py"
    )


def test_pages_have_every_filter() -> None:
    assert set(FilterForm.base_fields) == FILTERS, (
        "FilterForm has each of Scope: matches/pages/figures/filters.py"
    )
    assert {field.name for field in fields(Filters)} == FILTERS, (
        "Filters has each of Scope: matches/pages/figures/filters.py"
    )


def test_api_has_every_filter() -> None:
    assert set(OfPlayer().fields) == FILTERS, "OfPlayer has each of Scope: matches/api/figures/filters.py"
    assert set(KeptTo().fields) == {*FILTERS, "player"}, (
        "KeptTo has each of Scope: matches/api/figures/serializers.py"
    )


def test_documentation_names_every_filter() -> None:
    text = (PROJECT / "docs" / "api" / "figures.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "narrow the statistics" in line)
    named = set(re.findall(r"`([a-z_]+)`", line.partition("narrow")[0]))
    assert named == FILTERS, "the filters are in docs/api/figures.md"
