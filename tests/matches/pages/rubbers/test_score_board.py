from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.models import Player, Rubber
from matches.pages.rubbers.score_board import GAMES_SHOWN, score_board
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubber() -> Rubber:
    (stored,) = import_text(make_club(), text())
    return Rubber.objects.select_related("club", "player_a__club", "player_b__club").get(pk=stored.pk)


def test_both_players_have_their_games_and_the_points_of_each(rubber: Rubber) -> None:
    board = score_board(rubber, AnonymousUser(), [(1, (0, 5), "B"), (2, None, None)])
    a, b = board.rows
    assert (a.look, a.name, a.games_won, a.is_winner) == ("a", "Boiteau", 0, False)
    assert (b.look, b.name, b.games_won, b.is_winner) == ("b", "Walker", 1, True)
    assert [(game.points, game.is_won) for game in b.games] == [("5", True), ("—", False)]
    assert board.numbers == (1, 2)
    assert a.url == f"/players/{rubber.player_a.public_id}/"


def test_game_known_by_its_winner_alone_has_no_points(rubber: Rubber) -> None:
    assert score_board(rubber, AnonymousUser(), [(1, None, "B")]).numbers == ()


def test_last_games_of_a_long_rubber_stand_beside_the_score(rubber: Rubber) -> None:
    games = [(number, (5, 0), "A") for number in range(1, GAMES_SHOWN + 3)]
    assert score_board(rubber, AnonymousUser(), games).numbers == tuple(range(3, GAMES_SHOWN + 3))


def test_erased_player_has_no_link(rubber: Rubber) -> None:
    Player.objects.filter(pk=rubber.player_a_id).update(name="")
    rubber.player_a.name = ""
    assert score_board(rubber, AnonymousUser(), []).rows[0].url == ""
