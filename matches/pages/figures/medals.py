"""The records that a player holds, as medals: a number in a ring, and in few words what it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise

from matches.clubs.access import Viewer
from matches.common.number_format import grouped, percent
from matches.figures.record_words import MEDAL_WORDS
from matches.figures.seasons import player_honours
from matches.models import Honour, Player
from matches.rules.figures.records import BY_KEY
from matches.rules.figures.seasons import Season

MEDALS_FIRST: Final = 6
"""The number of medals that are seen without unfolding the others."""
MOST_MEDALS: Final = 36


@dataclass(frozen=True, slots=True)
class Medal:
    """A record that a player holds or shares; ``about`` is the season, the club if it is another one, or ""."""

    url: str
    value: str
    name: str | Promise
    about: str


@dataclass(frozen=True, slots=True)
class Medals:
    """A player's medals, those of all time before those of seasons: ``first`` are seen, ``more`` are folded."""

    first: tuple[Medal, ...]
    more: tuple[Medal, ...]
    count: int


def medals(viewer: Viewer, player: Player) -> Medals:
    """Return the records that the player holds and the viewer may see. The player's club must be loaded.

    A record of a season is left out if the same value is the club's record of all time, and so are those of single
    evenings, which a season has in dozens.
    """
    honours = list(player_honours(viewer, player))
    ever = [honour for honour in honours if honour.season is None]
    best = {(honour.club_id, honour.kind, honour.value) for honour in ever}
    of_seasons = [
        honour
        for honour in honours
        if honour.season is not None
        and BY_KEY[honour.kind].group == "season"
        and (honour.club_id, honour.kind, honour.value) not in best
    ]
    every = [_medal(honour, player) for honour in (*ever, *of_seasons)][:MOST_MEDALS]
    return Medals(tuple(every[:MEDALS_FIRST]), tuple(every[MEDALS_FIRST:]), len(every))


def record_number(honour: Honour) -> str:
    """Return the number in the ring of a record: "23", or "58 %" for a share."""
    thousandths = honour.value
    return percent(thousandths / 1000) if BY_KEY[honour.kind].is_share else grouped(thousandths // 1000)


def _medal(honour: Honour, player: Player) -> Medal:
    club = honour.club
    season = None if honour.season is None else Season(honour.season, club.season_month)
    url = reverse("web:records", args=[club.slug])
    if season is not None:
        url = reverse("web:season", args=[club.slug, season.year])
    about = (season.label if season is not None else "", club.name if club.pk != player.club_id else "")
    return Medal(
        f"{url}#{honour.kind}",
        record_number(honour),
        MEDAL_WORDS[honour.kind],
        ", ".join(part for part in about if part),
    )
