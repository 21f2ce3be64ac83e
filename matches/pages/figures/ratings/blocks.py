"""What other pages show of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.clubs.access import Viewer, visible_clubs
from matches.clubs.clock import club_today
from matches.figures.queries.ratings import Mover, ratings_of
from matches.models import Club, Player
from matches.pages.common.club_lines import Line
from matches.pages.figures.ratings.words import aloud, change_text, rating_text
from worker.ratings.constants import PROVISIONAL_ABOVE

MOVERS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class MoverRow:
    name: str
    url: str
    change: str
    rating: str
    aloud: str


def ratings_of_player(viewer: Viewer, player: Player) -> list[Line]:
    """His rating in each club where the viewer may see it, for ``figures/ratings/_of_player.html``. One query."""
    found = ratings_of(visible_clubs(viewer), player, today=club_today)
    return [
        Line(
            url=reverse("web:player_rating", args=[club.slug, player.public_id]),
            name=rating_text(strength),
            summary=" · ".join(
                [club.name, *([_("provisional")] if strength.deviation > PROVISIONAL_ABOVE else [])]
            ),
        )
        for club, strength in found
    ]


def risen(club: Club, movers: Sequence[Mover]) -> list[MoverRow]:
    """Those who rose most of ``movers`` (``queries.ratings.movers``), for ``figures/ratings/_movers.html``."""
    return [
        MoverRow(
            name=each.player.name,
            url=reverse("web:player_rating", args=[club.slug, each.player.public_id]),
            change=change_text(each.change),
            rating=rating_text(each.now),
            aloud=aloud(each.now),
        )
        for each in movers[:MOVERS_SHOWN]
        if each.change > 0
    ]
