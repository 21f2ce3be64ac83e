"""The kinds of facts in the log of a sitting (a pool or a French table), and their payloads.

The log is a sequence of ``matches.rules.events.facts.Fact``, with kinds without their prefix ``sitting.``.
The winner of a game is not a fact: it is read from the game's rubber, and passed in as a ``GameResult``.
Players are identified by their public ids; amounts are positive integers in the currency's smallest unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_args

from matches.rules.events.facts import PlayerId, Side

Amount: TypeAlias = int
GameNumber: TypeAlias = int
"""The number of a game of the sitting, from 1, in the order in which games begin."""
RubberId: TypeAlias = str
CardName: TypeAlias = str
"""A card in the notation, such as ``HK`` for the king of hearts."""
SittingKind: TypeAlias = Literal["pool", "french"]
Custom: TypeAlias = Literal["loser", "entrant"]
"""The player who pays into a pool after a game: its loser, or the one who comes in for the loser (``entrant``)."""
FirstStakes: TypeAlias = Literal["all", "engaged"]
"""The players who stake when a pool begins: all three, or only the two who play its first game (``engaged``)."""
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
    """The current result of the rubber of one game.

    ``is_final`` means that the result counts, because the rubber is confirmed or corrected. If ``is_final``
    is set and ``winner`` is empty, nobody won. ``is_void`` means that the game counts as not played.
    """

    winner: Side | Literal[""] = ""
    is_final: bool = False
    is_void: bool = False


Results: TypeAlias = Mapping[RubberId, GameResult]


# Payloads, by kind. ``undone`` has the version of the fact that it undoes: the last one that is not undone.


class PoolTerms(TypedDict):
    """The terms of a pool. ``stake`` is the amount of each payment into the pool.

    ``first_stakes`` says which players stake when a pool begins. It is missing in pools opened before the key
    existed: then all three players stake. ``engaged`` is allowed only if ``custom`` is ``entrant``
    (Cavendish, Pool écarté).
    """

    stake: Amount
    custom: Custom
    first_stakes: NotRequired[FirstStakes]


def first_stakes(terms: Mapping[str, Any]) -> FirstStakes:
    """Return which players stake when a pool with these terms begins; ``all`` if the terms do not say."""
    stakers: FirstStakes = terms.get("first_stakes", "all")
    return stakers


class FrenchTerms(TypedDict):
    """The terms of a French table. ``least`` is the minimum of a player's stake and of each bet."""

    least: Amount


class Opened(TypedDict):
    """Payload of the fact ``opened``, the first of a sitting.

    ``date`` is the day by the club's clock, in ISO 8601; ``currency`` is an ISO 4217 code; ``terms`` are
    ``PoolTerms`` or ``FrenchTerms``.
    """

    kind: SittingKind
    name: str
    date: str
    currency: str
    terms: dict[str, Any]


class Agreed(TypedDict):
    """Payload of ``agreed``: the terms that apply from now on."""

    terms: dict[str, Any]


class Joined(TypedDict):
    """Payload of ``joined``. ``only_bets`` is set at a French table for a person who waits for no seat."""

    player: PlayerId
    only_bets: NotRequired[bool]


class OnePlayer(TypedDict):
    """Payload of the facts ``left`` and ``returned``: the id of the person who leaves or returns.

    At a French table it is also the payload of ``stood_aside``, after which the player only bets, and of
    ``stood_in``, after which the player waits for a seat again.
    """

    player: PlayerId


class CutMade(TypedDict):
    """Payload of ``cut`` in a pool: the cards of each round, by player. Players who tied cut again."""

    rounds: list[dict[PlayerId, CardName]]


class PoolSeated(TypedDict):
    """Payload of ``seated`` in a pool whose cut is not recorded: the player who stays out of the first game."""

    out: PlayerId


class FrenchSeated(TypedDict):
    """Payload of ``seated`` at a French table: the players of the next game, even out of turn."""

    a: PlayerId
    b: PlayerId


class BetMade(TypedDict):
    """Payload of ``bet``: ``player`` bets that ``on``, who may be themselves, wins the next game."""

    player: PlayerId
    on: PlayerId
    amount: Amount


class BetWithdrawn(TypedDict):
    """Payload of ``bet_withdrawn``: what a person takes back, latest bets first; without ``amount``, everything."""

    player: PlayerId
    amount: NotRequired[Amount]


class Levelled(TypedDict):
    """Payload of ``levelled``: what each person on the larger side takes back, until both sides stake the same."""

    withdrawn: list[BetWithdrawn]


class BetsTaken(TypedDict):
    """Payload of ``bets_taken``: a seated player takes ``amount`` of the bets on their opponent, ahead of bystanders.

    ``withdrawn`` are the bets that bystanders on the player's side take back to make way (Cavendish, French écarté).
    """

    player: PlayerId
    amount: Amount
    withdrawn: list[BetWithdrawn]


class ChouetteDeclared(TypedDict):
    """Payload of ``chouette``: a seated player covers everything that is bet on their opponent.

    ``withdrawn`` are the bets of bystanders on the player's side, who take back everything; missing if there
    are none.
    """

    player: PlayerId
    withdrawn: NotRequired[list[BetWithdrawn]]


class GameBegun(TypedDict):
    """Payload of ``game_begun``: no more bets are taken. ``a`` and ``b`` are the sides in the record of ``rubber``."""

    game: GameNumber
    a: PlayerId
    b: PlayerId
    rubber: RubberId


class GameAbandoned(TypedDict):
    """Payload of ``game_abandoned``: the game ends undecided, and all stakes on it are returned."""

    game: GameNumber


class PoolShared(TypedDict):
    """Payload of ``pool_shared``: a pool is shared equally, or (``paid``) by what was paid for each place."""

    how: Sharing


# ``paid``: cash that one person handed to another, this evening or later. ``from`` is a keyword of Python.
Paid = TypedDict("Paid", {"from": PlayerId, "to": PlayerId, "amount": Amount})


class Undone(TypedDict):
    version: int
