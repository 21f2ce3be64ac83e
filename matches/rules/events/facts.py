"""What was decided about an event, folded from its log: no results, and nothing that follows from results.

The log of an event is a sequence of ``Fact``s. ``fold`` makes ``EventFacts`` of them; ``state.EventState`` adds
what the rubbers say. Players are named by their public ids, stages and rounds by numbers from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_args

from matches.rules.events.plan import EventPlan

PlayerId: TypeAlias = str
SeedRating: TypeAlias = tuple[int, int]
"""A rating and its deviation, in whole points."""
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
"""``walkover``: the other side did not come. ``double_walkover``: nobody came, nobody scores. ``decision``: the
director gives the rubber to one side, for another reason, which he writes down.
"""
Side: TypeAlias = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class Fact:
    """An entry of the event's log. ``kind`` is without ``event.``; ``at`` is ISO 8601 in UTC; ``by`` a public
    id or empty.
    """

    version: int
    kind: str
    payload: Mapping[str, Any]
    at: str = ""
    by: str = ""
    reason: str = ""


# Payloads, by kind. ``undone`` names the version that it takes back: the last one that is not undone.


class Planned(TypedDict):
    plan: dict[str, Any]


class Entered(TypedDict):
    """Entries in order; they get the next numbers. A late entry into a drawn stage: ``place`` is the group
    (from 1) and the Berger number of the empty place that it takes, where the stage is a round robin with one;
    from ``from_round`` on (the first, where it is left out) the byes against that number are pairings with him.
    """

    players: list[PlayerId]
    place: NotRequired[tuple[int, int]]
    from_round: NotRequired[int]


class OnePlayer(TypedDict):
    """``entry_removed``, ``checked_in``, ``check_in_undone``."""

    player: PlayerId


class Seeded(TypedDict):
    """All seeds from now on, first to last; who is left out has none and comes after them by his number.

    ``ratings``, where that is what they were ordered by: rating and deviation of each of ``order``, None for who had
    none.
    """

    order: list[PlayerId]
    ratings: NotRequired[list[SeedRating | None]]


class Absence(TypedDict):
    """``withdrawn``: from this round on, of this stage; ``returned``: there again from this round on."""

    player: PlayerId
    stage: int
    round: int


class ByeRequest(TypedDict):
    """``bye_requested`` and ``bye_request_undone``."""

    player: PlayerId
    stage: int
    round: int


class Forbidden(TypedDict):
    """All pairs that are not to meet from now on, as far as that can be avoided (round robins apart)."""

    pairs: list[tuple[PlayerId, PlayerId]]


class PairingDrawn(TypedDict):
    """``a`` deals first. ``b`` null: a bye, of ``kind`` ``bye`` or ``requested_bye``. ``why``: code and
    parameters.
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
    """``drawn``: a draft of a stage's next round or, of a round robin, of all its rounds; or of a whole
    bracket.

    The first draw of a stage names its ``entrants`` in their order of seed, and, of a round robin, its
    ``groups`` by Berger number (null: an empty place). A bracket has ``positions``, from the top, null for a
    bye, and ``labels`` of its rounds, and no ``rounds``. ``undecided``: how many pairings of the stage were
    undecided when a Swiss round was drawn. ``method`` of a Swiss stage: ``swiss`` or ``berger``, decided at its
    first round, with the number of ``planned_rounds``.
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
    """One round's pairings as they are from now on, or a bracket's ``positions``; the entry's reason says why."""

    stage: int
    round: NotRequired[int]
    pairings: NotRequired[list[PairingDrawn]]
    positions: NotRequired[list[PlayerId | None]]


class Discarded(TypedDict):
    """``draw_discarded``: the stage's rounds from this number on are not drawn any more; 1: nothing of the
    stage is.
    """

    stage: int
    round: int


class Released(TypedDict):
    """The round may be played; of a bracket ``round`` is 1 and means all of it; of a round robin all its rounds
    from there up to ``until``.
    """

    stage: int
    round: int
    until: NotRequired[int]


class Awarded(TypedDict):
    """``winner`` is a player's id, null for a double walkover. ``a`` and ``b``, in either order: to whom it is given
    (``checks.results.with_people``); it counts while these two stand there, without them whoever does.
    ``award_undone`` has ``stage``, ``round``, ``number`` alone.
    """

    stage: int
    round: int
    number: int
    kind: NotRequired[AwardKind]
    winner: NotRequired[PlayerId | None]
    a: NotRequired[PlayerId]
    b: NotRequired[PlayerId]


class Kept(TypedDict):
    """``kept``: these two stay the bracket's pairing there, whatever came after. ``keep_undone`` names the
    place alone.
    """

    stage: int
    round: int
    number: int
    a: NotRequired[PlayerId]
    b: NotRequired[PlayerId]


class Undone(TypedDict):
    version: int


Place: TypeAlias = tuple[int, int]
"""A stage's number and a round's within it."""
PairingPlace: TypeAlias = tuple[int, int, int]
"""Stage, round, number of the pairing."""


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """One entrant. ``number`` from 1 in the order of entry. ``seed_rating``: by which he was seeded, where it was by
    rating. ``absences``: from a place, until another or for good (None).
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
    """A drawn round of a stage that is not a bracket. ``changes``: versions of the entries that changed it by
    hand.
    """

    number: int
    label: str
    pairings: tuple[PairingDrawn, ...]
    due: str = ""
    is_released: bool = False
    undecided: int = 0
    changes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage that was drawn, or is in draft. Empty ``entrants``: nothing of it is drawn. ``drawn_positions``: as they
    were before somebody changed them by hand.
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
    """``pair`` empty: it is not said to which two it was given."""

    kind: AwardKind
    winner: PlayerId | None
    version: int
    pair: frozenset[PlayerId] = frozenset()

    def is_of(self, a: PlayerId, b: PlayerId) -> bool:
        """Whether it counts while these two stand in the pairing: in a bracket others may have come into it since."""
        return self.winner in (a, b, None) and (not self.pair or self.pair == {a, b})


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Everything decided so far. ``plan`` None: the event is open, and the rest is empty.

    ``last`` is the version of the last fact that counts (the one ``undone`` may take back), 0 where none is
    left, and ``last_fact`` is that fact; ``version`` the number of facts. ``tie_break_changes``: versions of
    plans that changed a drawn stage's score or tie-breaks.
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
        """Raises ``KeyError`` for somebody who is not entered."""
        for entry in self.entries:
            if entry.player == player:
                return entry
        raise KeyError(player)
