"""Facts about an event, which its log contains: decisions, but no results and nothing that follows from results.

The log of an event is a sequence of ``Fact``. ``fold`` turns them into ``EventFacts``; ``state.EventState``
adds the rubbers. Players are identified by their public ids, stages and rounds by numbers from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_args

from matches.rules.events.plan import EventPlan

PlayerId: TypeAlias = str
SeedRating: TypeAlias = tuple[int, int]
"""A player's rating and its deviation, both rounded to whole points."""
FactKind: TypeAlias = Literal[
    "planned",
    "entered",
    "entry_removed",
    "seeded",
    "checked_in",
    "check_in_undone",
    "withdrawn",
    "returned",
    "bye_requested",
    "bye_request_undone",
    "forbidden",
    "drawn",
    "draw_changed",
    "draw_discarded",
    "released",
    "awarded",
    "award_undone",
    "kept",
    "keep_undone",
    "completed",
    "reopened",
    "undone",
]
FACT_KINDS: Final[tuple[FactKind, ...]] = get_args(FactKind)
AwardKind: TypeAlias = Literal["walkover", "double_walkover", "decision"]
"""The kind of a director's award.

``walkover``: the other side did not come. ``double_walkover``: neither came, and neither scores.
``decision``: the director awards the rubber to one side for another reason, which is stored with the fact.
"""
Side: TypeAlias = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One entry of an event's log.

    ``kind`` is the kind of the log entry without its prefix ``event.``. ``at`` is the time of recording, in
    ISO 8601 and UTC. ``by`` is the public id of the user who recorded the fact, or empty if no user did.
    """

    version: int
    kind: str
    payload: Mapping[str, Any]
    at: str = ""
    by: str = ""
    reason: str = ""


# Payloads, by kind. ``undone`` has the version of the fact that it undoes: the last one that is not undone.


class Planned(TypedDict):
    plan: dict[str, Any]


class Entered(TypedDict):
    """Payload of the fact ``entered``: the new players, in order of entry.

    The players get the next numbers of entry. The other keys are present for a late entry into a drawn round
    robin. ``place`` is the empty number that the player takes: the group (from 1) and the number in the
    group's Berger table. From round ``from_round`` onwards (default: the first), the player plays against
    those who would have had a bye.
    """

    players: list[PlayerId]
    place: NotRequired[tuple[int, int]]
    from_round: NotRequired[int]


class OnePlayer(TypedDict):
    """Payload of the facts ``entry_removed``, ``checked_in`` and ``check_in_undone``: the player's id."""

    player: PlayerId


class Seeded(TypedDict):
    """Payload of the fact ``seeded``: all seeds, best first.

    Players who are not in ``order`` have no seed and come after the seeded players, by number of entry.
    ``ratings`` is present if the players were ordered by rating. It has the rating and the deviation of each
    player in ``order``, or None for a player without a rating.
    """

    order: list[PlayerId]
    ratings: NotRequired[list[SeedRating | None]]


class Absence(TypedDict):
    """Payload of ``withdrawn`` and ``returned``: absent, or present again, from this stage and round onwards."""

    player: PlayerId
    stage: int
    round: int


class ByeRequest(TypedDict):
    """Payload of the facts ``bye_requested`` and ``bye_request_undone``: the player and the Swiss round."""

    player: PlayerId
    stage: int
    round: int


class Forbidden(TypedDict):
    """Payload of ``forbidden``: all pairs that draws, but for round robins, avoid if possible."""

    pairs: list[tuple[PlayerId, PlayerId]]


class PairingDrawn(TypedDict):
    """A pairing in the payload of a draw. Player ``a`` deals first, or if ``b`` is null, has a bye of ``kind``.

    ``why`` is the reason for the pairing, as a code with its parameters.
    """

    a: PlayerId
    b: PlayerId | None
    kind: NotRequired[Literal["rubber", "bye", "requested_bye"]]
    table: NotRequired[str]
    group: NotRequired[int]
    why: NotRequired[list[Any]]


class RoundDrawn(TypedDict):
    number: int
    label: str
    due: NotRequired[str]
    pairings: list[PairingDrawn]


class Drawn(TypedDict):
    """Payload of the fact ``drawn``: the draft of a draw.

    The draft has the next round of a Swiss stage, all rounds of a round robin, or a whole bracket. The first
    draw of a stage also has ``entrants``, the stage's players in order of seed.

    - Round robin: ``groups`` has the players of each group by their number in the Berger table, null for an
      empty number.
    - Bracket: ``positions`` are the players from the top, null for a bye. ``labels`` are the labels of the
      rounds; there are no ``rounds``.
    - Swiss: ``undecided`` is how many of the stage's pairings were undecided when the round was drawn.
      ``method`` is ``swiss`` or ``berger``; it is decided with the first round, like ``planned_rounds``, the
      number of rounds.
    """

    stage: int
    entrants: NotRequired[list[PlayerId]]
    groups: NotRequired[list[list[PlayerId | None]]]
    positions: NotRequired[list[PlayerId | None]]
    labels: NotRequired[list[str]]
    rounds: NotRequired[list[RoundDrawn]]
    method: NotRequired[Literal["swiss", "berger"]]
    planned_rounds: NotRequired[int]
    undecided: NotRequired[int]
    warnings: NotRequired[list[list[Any]]]


class DrawChanged(TypedDict):
    """Payload of ``draw_changed``: all pairings of a round, or all ``positions`` of a bracket, after the change."""

    stage: int
    round: NotRequired[int]
    pairings: NotRequired[list[PairingDrawn]]
    positions: NotRequired[list[PlayerId | None]]


class Discarded(TypedDict):
    """Payload of ``draw_discarded``: the stage's draw is discarded from ``round`` onwards, as a whole from 1."""

    stage: int
    round: int


class Released(TypedDict):
    """Payload of ``released``: rounds ``round`` to ``until`` become visible.

    In a bracket all rounds become visible together, and ``round`` is 1.
    """

    stage: int
    round: int
    until: NotRequired[int]


class Awarded(TypedDict):
    """Payload of the fact ``awarded``: the director decides a pairing without a rubber.

    ``winner`` is a player's id, or null for a double walkover. ``a`` and ``b`` are the two players of the
    pairing, in either order; ``play_rules.with_people`` adds them. The award counts only while ``a`` and
    ``b`` are the pairing's players. Without ``a`` and ``b``, it counts for any two players. The payload of
    the fact ``award_undone`` has only ``stage``, ``round`` and ``number``.
    """

    stage: int
    round: int
    number: int
    kind: NotRequired[AwardKind]
    winner: NotRequired[PlayerId | None]
    a: NotRequired[PlayerId]
    b: NotRequired[PlayerId]


class Kept(TypedDict):
    """Payload of ``kept``: ``a`` and ``b`` remain a bracket's pairing. That of ``keep_undone`` has only the place."""

    stage: int
    round: int
    number: int
    a: NotRequired[PlayerId]
    b: NotRequired[PlayerId]


class Undone(TypedDict):
    version: int


Place: TypeAlias = tuple[int, int]
"""Identifies a round: the stage's number, and the round's number in it."""
PairingPlace: TypeAlias = tuple[int, int, int]
"""Identifies a pairing: the numbers of its stage, its round, and the pairing in the round."""


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """A player's entry in the event. ``number`` counts from 1 in the order of entry.

    ``seed_rating`` is the rating by which the player was seeded, None if they were seeded otherwise.
    ``absences`` are pairs: the first round that the player misses, and the round in which the player is back,
    or None if the player left for good.
    """

    player: PlayerId
    number: int
    entered_at: str
    seed: int | None = None
    seed_rating: SeedRating | None = None
    checked_in_at: str = ""
    withdrawn_at: str = ""
    absences: tuple[tuple[Place, Place | None], ...] = ()
    requested_byes: frozenset[Place] = frozenset()

    def is_absent(self, place: Place) -> bool:
        return any(start <= place and (end is None or place < end) for start, end in self.absences)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A drawn round that is not of a bracket. ``changes`` are the versions of entries that changed it by hand."""

    number: int
    label: str
    pairings: tuple[PairingDrawn, ...]
    due: str = ""
    is_released: bool = False
    undecided: int = 0
    changes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageFacts:
    """The facts of one stage.

    If ``entrants`` is empty, no round of the stage is drawn, not even as a draft. ``drawn_positions`` are a
    bracket's positions in the original draw, and ``positions`` those after changes by hand. ``changes`` are
    the versions of the log entries that made these changes. A bracket has ``labels`` of its rounds and no ``rounds``;
    another stage has ``rounds``, and, if it is played by Berger tables, ``groups``. ``method`` and
    ``planned_rounds`` are those of ``Drawn``, empty and 0 in a bracket.
    """

    number: int
    entrants: tuple[PlayerId, ...] = ()
    groups: tuple[tuple[PlayerId | None, ...], ...] = ()
    positions: tuple[PlayerId | None, ...] = ()
    labels: tuple[str, ...] = ()
    method: str = ""
    planned_rounds: int = 0
    rounds: tuple[RoundFacts, ...] = ()
    is_bracket_released: bool = False
    warnings: tuple[tuple[Any, ...], ...] = ()
    changes: tuple[int, ...] = ()
    drawn_positions: tuple[PlayerId | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """A director's award that decides a pairing for the players in ``pair``, for any if that is empty."""

    kind: AwardKind
    winner: PlayerId | None
    version: int
    pair: frozenset[PlayerId] = frozenset()

    def is_of(self, a: PlayerId, b: PlayerId) -> bool:
        """Return whether the award counts for these players, and was not made for others who were in the pairing."""
        return self.winner in (a, b, None) and (not self.pair or self.pair == {a, b})


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The facts of an event as of its last log entry.

    If ``plan`` is None, the event is open and has no other facts. ``version`` is the number of facts.
    ``last_fact`` is the last fact that was not undone, and ``last`` is its version, 0 if there is no such
    fact. Only this fact can be undone. ``tie_break_changes`` are the versions of the facts that changed the
    score or tie-breaks of a stage after its draw.
    """

    version: int
    plan: EventPlan | None = None
    entries: tuple[EntryFacts, ...] = ()
    forbidden: frozenset[frozenset[PlayerId]] = frozenset()
    stages: tuple[StageFacts, ...] = ()
    awards: Mapping[PairingPlace, Award] = field(default_factory=dict)
    kept: Mapping[PairingPlace, tuple[PlayerId, PlayerId]] = field(default_factory=dict)
    is_complete: bool = False
    last: int = 0
    tie_break_changes: tuple[int, ...] = ()
    last_fact: Fact | None = None

    def entry(self, player: PlayerId) -> EntryFacts:
        """Return a player's entry. Raises ``KeyError`` if the player is not entered."""
        for entry in self.entries:
            if entry.player == player:
                return entry
        raise KeyError(player)
