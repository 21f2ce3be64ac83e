"""A player's medals are the records held, each once, those of all time first."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.figures.record_words import MEDAL_WORDS
from matches.models import Club, Honour, Player
from matches.pages.figures.medals import MEDALS_FIRST, Medal, medals
from matches.rules.figures.records import KINDS
from tests.factories.clubs import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def clay(club: Club) -> Player:
    return Player.objects.create(club=club, name="Clay")


def hold(
    player: Player, kind: str, value: int, *, season: int | None = None, club: Club | None = None
) -> None:
    fields = {"rank": 1, "position": 1, "value": 1000 * value, "season": season}
    Honour.objects.create(club=club or player.club, kind=kind, player=player, **fields)


def shown(player: Player) -> list[Medal]:
    held = medals(AnonymousUser(), player)
    assert held.count == len(held.first) + len(held.more)
    return [*held.first, *held.more]


def test_every_kind_of_record_has_a_medal() -> None:
    assert list(MEDAL_WORDS) == [kind.key for kind in KINDS]


def test_equal_season_has_no_medal_of_its_own(clay: Player) -> None:
    hold(clay, "voles_made", 7)
    hold(clay, "voles_made", 7, season=2026)
    hold(clay, "voles_made", 5, season=2025)
    assert [(medal.value, str(medal.name), medal.about) for medal in shown(clay)] == [
        ("7", "voles in a season", ""),
        ("5", "voles in a season", "2025/26"),
    ]


def test_records_of_single_evenings_of_a_season_have_no_medals(clay: Player) -> None:
    hold(clay, "voles_in_day", 3, season=2026)
    assert shown(clay) == []


def test_medal_leads_to_its_record_and_names_another_club(clay: Player) -> None:
    hold(clay, "share_of_games", 0)
    Honour.objects.update(value=613)
    hold(clay, "run_of_games", 4, club=make_club("garrick"))
    hold(clay, "run_of_games", 9, club=make_club("hidden", is_public=False))
    garrick, portland = sorted(shown(clay), key=lambda medal: medal.url)
    assert (garrick.url, garrick.about) == ("/clubs/garrick/records/#run_of_games", "Garrick")
    assert (portland.url, portland.value) == (
        "/clubs/portland/records/#share_of_games",
        "61\N{NO-BREAK SPACE}%",
    )


def test_six_medals_are_seen_and_the_others_unfold(clay: Player) -> None:
    for kind in KINDS:
        hold(clay, kind.key, 2)
    held = medals(AnonymousUser(), clay)
    assert (len(held.first), len(held.more)) == (MEDALS_FIRST, len(KINDS) - MEDALS_FIRST)
