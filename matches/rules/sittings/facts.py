"""What is put down at a pool or a French table: the kinds of facts of its log, and their payloads.

The log of a sitting is a sequence of ``matches.rules.events.facts.Fact``, their kinds without ``sitting.``. Who won a
game is no fact of it: that is read from the game's rubber, and comes in from outside as a ``GameResult``. Players are
named by their public ids; amounts are whole numbers of the currency's smallest unit, above nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_args

from matches.rules.events.facts import PlayerId, Side

Amount: TypeAlias = int
GameNumber: TypeAlias = int
"""From 1, in the order in which they are begun."""
RubberId: TypeAlias = str
CardName: TypeAlias = str
"""As the notation has it: ``HK``."""
SittingKind: TypeAlias = Literal["pool", "french"]
Custom: TypeAlias = Literal["loser", "entrant"]
"""Who pays into a pool that goes on: whoever loses a game, or whoever comes in for the loser."""
FirstStakes: TypeAlias = Literal["all", "engaged"]
"""Who stakes as a pool begins: all three, or only the two engaged in its first game."""
Sharing: TypeAlias = Literal["paid", "equal"]

SittingFactKind: TypeAlias = Literal[
    "opened",
    "agreed",
    "joined",
    "left",
    "returned",
    "stood_aside",
    "stood_in",
    "cut",
    "seated",
    "bet",
    "bet_withdrawn",
    "levelled",
    "bets_taken",
    "chouette",
    "chouette_undone",
    "game_begun",
    "game_abandoned",
    "pool_shared",
    "paid",
    "closed",
    "reopened",
    "undone",
]
SITTING_FACT_KINDS: Final[tuple[SittingFactKind, ...]] = get_args(SittingFactKind)
SITTING_KINDS: Final[tuple[SittingKind, ...]] = get_args(SittingKind)
CUSTOMS: Final[tuple[Custom, ...]] = get_args(Custom)
FIRST_STAKES: Final[tuple[FirstStakes, ...]] = get_args(FirstStakes)
SHARINGS: Final[tuple[Sharing, ...]] = get_args(Sharing)
MOST_AMOUNT: Final[Amount] = 1_000_000_000
MOST_PEOPLE: Final = 100


@dataclass(frozen=True, slots=True)
class GameResult:
    """How the rubber of one game stands now. ``is_final``: it counts, as confirmed or corrected.

    ``winner`` empty and final: nobody won. ``is_void``: it is to be as if it had not been played.
    """

    winner: Side | Literal[""] = ""
    is_final: bool = False
    is_void: bool = False


Results: TypeAlias = Mapping[RubberId, GameResult]


# Payloads, by kind. ``undone`` names the version that it takes back: the last one that is not undone.


class PoolTerms(TypedDict):
    """``stake``: one payment into the pool. Without ``first_stakes`` all three stake as the pool begins: pools opened
    before the field existed were played so. ``engaged`` goes with the custom of the entrant alone (Cavendish, Pool
    écarté).
    """

    stake: Amount
    custom: Custom
    first_stakes: NotRequired[FirstStakes]


def first_stakes(terms: Mapping[str, Any]) -> FirstStakes:
    """Return who stakes as a pool of these terms begins."""
    stakers: FirstStakes = terms.get("first_stakes", "all")
    return stakers


class FrenchTerms(TypedDict):
    """``least``: the least that a player stakes, or that anybody bets at a time."""

    least: Amount


class Opened(TypedDict):
    """``date``: the club's day, ISO 8601. ``currency``: ISO 4217. ``terms``: ``PoolTerms`` or ``FrenchTerms``."""

    kind: SittingKind
    name: str
    date: str
    currency: str
    terms: dict[str, Any]


class Agreed(TypedDict):
    """Other terms from now on."""

    terms: dict[str, Any]


class Joined(TypedDict):
    """``only_bets``, at a French table: he does not wait for a seat."""

    player: PlayerId
    only_bets: NotRequired[bool]


class OnePlayer(TypedDict):
    """``left``, ``returned``; at a French table ``stood_aside`` (he only bets from now on), ``stood_in`` (he waits for
    a seat again).
    """

    player: PlayerId


class CutMade(TypedDict):
    """``cut``, of a pool, for who stays out: each round's cards. Those who tied cut again in the next."""

    rounds: list[dict[PlayerId, CardName]]


class PoolSeated(TypedDict):
    """``seated`` of a pool: who stays out, where the cut's cards were not put down."""

    out: PlayerId


class FrenchSeated(TypedDict):
    """``seated`` of a French table: who plays next, whoever's turn it is."""

    a: PlayerId
    b: PlayerId


class BetMade(TypedDict):
    """``bet`` on the next game. A player's own stake is his bet on himself."""

    player: PlayerId
    on: PlayerId
    amount: Amount


class BetWithdrawn(TypedDict):
    """``bet_withdrawn``: so much of it, his latest bets first; all of it without ``amount``."""

    player: PlayerId
    amount: NotRequired[Amount]


class Levelled(TypedDict):
    """The larger side takes back what is not covered: from whose bets how much."""

    withdrawn: list[BetWithdrawn]


class BetsTaken(TypedDict):
    """One of the two who sit takes ``amount`` of what is bet on the other, ahead of bystanders (Cavendish, French
    écarté). ``withdrawn``: which bystanders on the same side give way, and by how much.
    """

    player: PlayerId
    amount: Amount
    withdrawn: list[BetWithdrawn]


class ChouetteDeclared(TypedDict):
    """``chouette``: one of the two who sit covers all that is bet on the other. ``withdrawn``: the bystanders on the
    same side, who give way with all that they bet; left out where there are none.
    """

    player: PlayerId
    withdrawn: NotRequired[list[BetWithdrawn]]


class GameBegun(TypedDict):
    """The cards are dealt: nothing more is bet on it. ``a`` and ``b`` as in the record of ``rubber``."""

    game: GameNumber
    a: PlayerId
    b: PlayerId
    rubber: RubberId


class GameAbandoned(TypedDict):
    """It is given up undecided, and all stakes on it go back."""

    game: GameNumber


class PoolShared(TypedDict):
    """A pool that nobody won is shared by what was ``paid`` for each place, or in ``equal`` parts."""

    how: Sharing


# ``paid``: cash that one handed to another, this evening or after it. ``from`` is no name of Python's.
Paid = TypedDict("Paid", {"from": PlayerId, "to": PlayerId, "amount": Amount})


class Undone(TypedDict):
    version: int
