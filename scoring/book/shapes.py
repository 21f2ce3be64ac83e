"""What the director's rulings ask and answer: places, rulings, options and their effects, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.cards import CardMask, Player
from scoring.incidents import FactSpec, Remedy
from scoring.incidents.rows import Argument
from scoring.record import Incident, Pair

NO_PARAMS: Final[Mapping[str, str | int]] = {}


class Place(NamedTuple):
    """Where an incident goes: before the token of that number, at the end where there is none.

    ``game`` and ``deal`` are positions from 0; ``token`` counts as in ``record.Comment.after``. ``deal`` None: in the
    game's heading.
    """

    game: int
    deal: int | None
    token: int


class Effect(NamedTuple):
    """One thing that a remedy does: ``key`` picks the sentence in ``scoring.book.words``, ``params`` fill it."""

    key: str
    params: Mapping[str, str | int] = NO_PARAMS


class ScoreAfter(NamedTuple):
    """The game's score if ``player`` wins the point, or the vole, once the remedy is taken.

    ``scores`` has one figure, or several where the calls are not on record and the point may count one or two (law 49),
    at La Triomphe for the adversary as well; none where the score before the deal is not known.
    """

    player: Player
    is_vole: bool
    scores: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A remedy that the law allows, with all that it does.

    ``needs``: whether it names a card or cards besides; those come from ``cards_from``, ``count`` of them, each None
    where the record does not tell. ``score``: the game's when the remedy has been taken and nothing more has
    happened; None where it is not known. ``outcomes``: those that the cards played leave open, empty where the remedy
    ends the deal or concerns none. ``next_dealer`` is set where it ends the deal.
    """

    remedy: Remedy
    needs: Argument | None
    cards_from: CardMask | None
    count: int | None
    effects: tuple[Effect, ...]
    ends_deal: bool
    next_dealer: Player | None
    score: Pair | None
    outcomes: tuple[ScoreAfter, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the laws say of an incident at a place: ``incident`` is as it was asked, without remedy.

    ``chooser`` is None where nobody chooses, or he is not known. ``facts`` are what the law asks for. ``score``: the
    game's before the deal, None where it is not known or there is no deal.
    """

    incident: Incident
    is_forced: bool
    offender: Player | None
    chooser: Player | None
    facts: tuple[FactSpec, ...]
    options: tuple[Option, ...]
    score: Pair | None

    @property
    def law(self) -> int:
        return self.incident.law


class Pending(NamedTuple):
    """What a record waits for: ``incident`` at ``place``, with one of the ruling's remedies, settles it.

    ``finding`` is the position of the finding among those of the checked rubber.
    """

    place: Place
    incident: Incident
    finding: int
