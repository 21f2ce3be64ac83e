"""Results against each opponent, and their sums, equal the figures of the player."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.figures.head_to_head import KEYS, head_to_head
from matches.figures.statistics import Scope, figures
from matches.models import Club, Player
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


def test_opponents_met_most_often_come_first_and_sums_are_the_figures(club: Club) -> None:
    import_text(
        club, text("Clay", "Walker"), text("Pole", "Walker"), text("Pole", "Walker", tags='[Round "2"]\n')
    )
    walker = Player.objects.get(name="Walker")
    results = head_to_head(VISITOR, walker)
    assert [(each.opponent.name, each.rubbers, each.games) for each in results.met] == [
        ("Pole", (2, 0), (2, 0)),
        ("Clay", (1, 0), (1, 0)),
    ]
    whole = figures(VISITOR, Scope(player=walker), KEYS)
    assert [results.figures[key] for key in KEYS] == [whole[key] for key in KEYS]
    pole = Player.objects.select_related("club").get(name="Pole")
    opponent = results.met[0].opponent
    assert (opponent, opponent.club.is_public, opponent.club_id) == (pole, True, pole.club_id)


def test_rubbers_of_clubs_that_are_hidden_do_not_count(club: Club) -> None:
    import_text(make_club("hidden", is_public=False), text("Clay", "Walker"))
    assert head_to_head(VISITOR, Player.objects.get(name="Walker")).met == []
