"""Data types of the director's rulings: positions in a record, rulings, remedies and their effects."""

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
    """A position in a record: just before the token with the number ``token``, or at the end if there is no
    such token.

    ``game`` and ``deal`` are indexes from 0. ``deal`` is None for a position in the heading of a game, before
    its first deal. Tokens are numbered as in ``scoring.record.Comment.after``.
    """

    game: int
    deal: int | None
    token: int


class Effect(NamedTuple):
    """One effect of a remedy: ``key`` selects the sentence in ``scoring.book.words.EFFECTS``, and ``params``
    fill it.
    """

    key: str
    params: Mapping[str, str | int] = NO_PARAMS


class ScoreAfter(NamedTuple):
    """The game's possible scores if, after the remedy, ``player`` wins the point (or the vole if ``is_vole``).

    ``scores`` has one score, or several if the calls are not on record, because the point may then count one
    or two (law 49; at La Triomphe the opponent may mark it). It is empty if the score before the deal is
    unknown.
    """

    player: Player
    is_vole: bool
    scores: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A remedy that the law allows, with all its effects.

    - ``needs``: the argument that the remedy requires, such as one card or several, or None if it takes none.
    - ``cards_from`` and ``count``: the cards that the argument may name, and the number of cards to name;
      each is None if the record does not determine it.
    - ``score``: the game's score right after the remedy is applied; None if unknown.
    - ``outcomes``: the outcomes of the deal that are still possible after the cards played; empty if the
      remedy ends the deal or the law does not affect the outcome.
    - ``next_dealer``: the player who deals next if the remedy ends the deal; otherwise None.
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
    """The ruling of the laws on one incident in a record.

    - ``incident``: the incident that was ruled on, without a remedy.
    - ``is_forced``: whether the law allows only one remedy.
    - ``chooser``: the player who chooses the remedy, or None if nobody chooses or the player is unknown.
    - ``facts``: the facts for which the law asks about the incident.
    - ``score``: the game's score before the deal; None if it is unknown or the incident is not in a deal.
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
    """A ruling that a record still needs. The finding disappears once ``incident`` gets a remedy and is
    written at ``place``.

    ``finding`` is the index of the finding in ``CheckedRubber.findings``.
    """

    place: Place
    incident: Incident
    finding: int
