"""Orders of seeds: as they are, and the usual ones to choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from matches.clubs.clock import club_today
from matches.events.errors import NobodyRatedError
from matches.figures.queries.ratings import rated_players
from matches.models import Club, Player
from matches.rules.events.facts import EntryFacts, PlayerId, Seeded, SeedRating
from matches.rules.events.random_order import event_lots
from matches.rules.events.state import EventState

SeedOrder: TypeAlias = Literal["entry", "name", "lot", "rating"]
SEED_ORDERS: Final[tuple[SeedOrder, ...]] = get_args(SeedOrder)


def in_order(state: EventState) -> list[EntryFacts]:
    """Entrants by seed, and who has none after them by his number."""
    return sorted(state.entries, key=lambda entry: (entry.seed is None, entry.seed or 0, entry.number))


def moved(order: Sequence[PlayerId], wanted: Mapping[PlayerId, int]) -> list[PlayerId]:
    """``order`` with these players put in the places that are wanted for them, from 1; the others keep theirs.

    >>> moved(["a", "b", "c", "d"], {"d": 1})
    ['d', 'a', 'b', 'c']
    >>> moved(["a", "b", "c", "d"], {"a": 4, "b": 3})
    ['c', 'd', 'b', 'a']
    """
    found = [player for player in order if player not in wanted]
    for player, place in sorted(wanted.items(), key=lambda item: item[1]):
        found.insert(min(place - 1, len(found)), player)
    return found


def seeding(club: Club, state: EventState, how: SeedOrder, called: Callable[[PlayerId], str]) -> Seeded:
    """All entrants in another order: by what they are ``called``, by lot, by rating or by their entry.

    By rating the ratings of today are written down with the order, so that it can be told from them later. Raises
    ``NobodyRatedError``.
    """
    players = [entry.player for entry in sorted(state.entries, key=lambda entry: entry.number)]
    if how == "name":
        return {"order": sorted(players, key=lambda player: called(player).casefold())}
    if how == "lot":
        return {"order": list(event_lots(state.facts).order(players, "seeds"))}
    if how == "rating":
        ratings = entrants_ratings(club, players)
        if not any(ratings.values()):
            raise NobodyRatedError
        return {"order": list(ratings), "ratings": list(ratings.values())}
    return {"order": players}


def entrants_ratings(club: Club, entered: Sequence[PlayerId]) -> dict[PlayerId, SeedRating | None]:
    """All entrants, the highest rating first; who has none comes after those who have, in the order of entry.

    Of two of one rating the one who is known better comes first, and then who was entered first.
    """
    players = Player.objects.filter(public_id__in=entered)
    today = club_today(club)
    ratings = {
        each.player.public_id: (round(each.strength.rating), round(each.strength.deviation))
        for each in rated_players(club, players, today=today)
    }
    order = sorted(entered, key=lambda player: _rank(ratings.get(player)))
    return {player: ratings.get(player) for player in order}


def _rank(rating: SeedRating | None) -> tuple[bool, int, int]:
    return (True, 0, 0) if rating is None else (False, -rating[0], rating[1])
