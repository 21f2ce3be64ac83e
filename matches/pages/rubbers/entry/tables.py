"""List the tables that still have to play, each with the results that it may come to, and enter one by one touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.http import HttpRequest
from django.utils.functional import cached_property

from matches.clubs.roles import Powers
from matches.common.commands import CommandContext
from matches.events.pairings import rubber_of_pairing
from matches.events.queries import tables_to_play
from matches.events.results import WrittenResult, enter_results
from matches.models import Club, Event, Pairing, Player, Rubber
from matches.pages.common.club_context import acting_user
from matches.pages.common.results import score_text
from scoring.record import Pair, Rules

MOST_TABLES: Final = 12
"""The most tables of the list: more are on the director's desk."""
_SCORE: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Score:
    """A result that a rubber may come to: what its button sends, and what it says."""

    value: str
    text: str
    side: str


@dataclass(frozen=True)
class TableToPlay:
    pairing: Pairing

    @property
    def event(self) -> Event:
        return self.pairing.round.stage.event

    @property
    def players(self) -> tuple[Player, Player]:
        a, b = self.pairing.entrant_a, self.pairing.entrant_b
        assert a is not None and b is not None  # noqa: S101, PT018 -- tables_to_play leaves others out
        return a.player, b.player

    @cached_property
    def scores(self) -> list[Score]:
        """The results of a rubber that is played out, A's best first."""
        rules = (self.event.plan or {}).get("rules") or {}
        won = Rules(best_of=rules.get("best_of", Rules().best_of)).majority
        pairs = [(won, lost) for lost in range(won)] + [(lost, won) for lost in reversed(range(won))]
        return [Score(f"{a}-{b}", score_text(a, b), "a" if a > b else "b") for a, b in pairs]


def open_tables(club: Club, powers: Powers) -> Iterator[TableToPlay]:
    """Yield the tables of which the viewer may enter the result."""
    everybody = powers.may_enter(0, 0)
    pairings = tables_to_play(club, None if everybody else powers.players)
    return (TableToPlay(pairing) for pairing in islice(pairings[:MOST_TABLES], MOST_TABLES))


def find_table(club: Club, powers: Powers, pk: str) -> TableToPlay | None:
    """Return the table with this primary key, if it still has to play and the viewer may enter its result."""
    if not pk.isdecimal() or len(pk) > 18:
        return None
    pairing = tables_to_play(club, None if powers.may_enter(0, 0) else powers.players).filter(pk=pk).first()
    return None if pairing is None else TableToPlay(pairing)


def read_score(text: str) -> Pair | None:
    match = _SCORE.fullmatch(text)
    return None if match is None else (int(match[1]), int(match[2]))


def enter_score(
    request: HttpRequest, powers: Powers, table: TableToPlay, score: Pair, key: str
) -> Rubber | ValueError:
    """Store the games won at a table. Return its rubber, or the error that kept the result from being entered."""
    pairing, (a, b) = table.pairing, table.players
    place = (pairing.round.stage.number, pairing.round.number, pairing.number)
    act = CommandContext(by=acting_user(request), key=key)
    authority = powers.authority_on(a.pk, b.pk)
    return enter_results(table.event, {place: WrittenResult(games_won=score)}, authority=authority, act=act)[
        place
    ]


def open_pad(request: HttpRequest, table: TableToPlay) -> Rubber:
    """Return the rubber of a table, open to be scored. Raises what ``rubber_of_pairing`` raises."""
    a, b = table.players
    act = CommandContext(by=acting_user(request), key="")
    return rubber_of_pairing(table.event, table.pairing.round.label, (a.public_id, b.public_id), act=act)
