"""Entrants in the order of their ratings in the club."""

from __future__ import annotations

from matches.formats.facts import PlayerId, SeedRating
from matches.models import Player
from matches.queries.ratings import rated_players
from matches.web.dates import club_today
from matches.web.events.places import Desk


def entrants_ratings(desk: Desk) -> dict[PlayerId, SeedRating | None]:
    """All entrants, the highest rating first; who has none comes after those who have, in the order of entry.

    Of two of one rating the one who is known better comes first, and then who was entered first.
    """
    entries = sorted(desk.state.entries, key=lambda entry: entry.number)
    players = Player.objects.filter(public_id__in=[entry.player for entry in entries])
    rated = rated_players(desk.club, players, today=club_today(desk.club))
    ratings = {
        each.player.public_id: (round(each.strength.rating), round(each.strength.deviation)) for each in rated
    }
    order = sorted((entry.player for entry in entries), key=lambda player: _rank(ratings.get(player)))
    return {player: ratings.get(player) for player in order}


def _rank(rating: SeedRating | None) -> tuple[bool, int, int]:
    return (True, 0, 0) if rating is None else (False, -rating[0], rating[1])
