"""Data types of a record of play: frozen values that hold exactly what was written.

This module does not know the position of a token in a file, or whether the laws allow a record.
``scoring.notation`` knows positions, ``scoring.laws`` the laws, ``scoring.marks`` the marks. Two records are
equal if their canonical texts are equal.

A comment belongs to the token before it. ``Comment.after`` is the number of that token in the deal or in the
game's heading, from 0, in the order in which the writer emits tokens. In a deal, token 0 is the deal's
number, token 1 its dealer, and token ``2 + i`` its item ``i``. In a heading, token 0 is ``Game`` and token 1
the number, followed by one token for each incident, ``cut``, card cut, and choice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from scoring.cards import Card, Player

Pair: TypeAlias = tuple[int, int]
CallLetter: TypeAlias = Literal["P", "S", "G", "R"]
ChoiceKind: TypeAlias = Literal["cards", "seat"]
CHOICES: Final[tuple[ChoiceKind, ...]] = ("cards", "seat")
"""The choices that the player who cuts the higher card may make (law 5), in the order in which they are written."""
Chosen: TypeAlias = tuple[tuple[ChoiceKind, str], ...]
Reckoning: TypeAlias = Literal["plain", "treble"]
Termination: TypeAlias = Literal["normal", "walkover", "retired", "unfinished"]
Depth: TypeAlias = Literal["result", "marks", "play"]
Code: TypeAlias = Literal["English", "French"]
"""The code of laws, English or French, which differ in what bystanders may do (laws 52 to 54)."""
Variant: TypeAlias = Literal["ecarte", "triomphe"]
"""The game that is played: écarté, or its ancestor La Triomphe. The tag ``Variant`` states it."""
VARIANT_TAGS: Final[dict[Variant, str]] = {"ecarte": "Ecarte", "triomphe": "Triomphe"}
"""The value of the tag ``Variant`` for each game. A record without the tag is écarté."""

DEALER_TOKEN = 1
FIRST_ITEM_TOKEN = 2
FIRST_OPENING_TOKEN = 2
_TERMINATIONS: dict[str, Termination] = {
    "walkover": "walkover",
    "retired": "retired",
    "unfinished": "unfinished",
}


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment in a record, written after the token with the number ``after``.

    ``text`` never contains ``}``, because the reader replaces this character by ``)``.
    """

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Packets:
    """The packets in which the five cards were dealt: ``3-2`` or ``2-3`` (law 8)."""

    order: str


@dataclass(frozen=True, slots=True)
class TurnUp:
    card: Card


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as dealt.

    ``cards`` is a tally (see ``scoring.cards``). ``partial`` is whether the hand also has other cards, which
    are unknown (written ``~``).
    """

    player: Player
    cards: int
    partial: bool = False


@dataclass(frozen=True, slots=True)
class KingAnnounced:
    """The king of trumps, announced from hand but not marked at the same time: ``ka``, ``kb`` (laws 23 and 50)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Call:
    """A call, by its letter. ``suffix`` is a reviewer's mark such as ``!?``.

    ``is_conditional`` is whether the player accepted on condition that the stock has enough cards: ``g`` (law
    38).
    """

    letter: CallLetter
    suffix: str = ""
    is_conditional: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """The exchange of one player.

    - ``out`` and ``taken``: the cards discarded and drawn, as tallies; None if unknown.
    - ``count``: the number of cards discarded.

    ``-2+HK.D7`` has ``count`` 2 and ``out`` None. ``-0`` has ``count`` 0, ``out`` None and ``taken`` None.
    """

    count: int
    out: int | None = None
    taken: int | None = None


@dataclass(frozen=True, slots=True)
class KingMarked:
    player: Player


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card that a player plays.

    The card is None if a short hand has no card left to play (written ``--``). ``suffix`` is a reviewer's
    mark such as ``!?``.
    """

    card: Card | None
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a deal: the player who won the majority of the tricks.

    ``tricks`` is 3, 4 or 5, or None if the scorer wrote no number.
    """

    player: Player
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """A deal that does not count, ``=void``: the same dealer deals again."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of the game exactly as the scorer wrote them."""

    points: Pair


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity, by the number of the law that was broken.

    The facts, the remedy and its argument are stored as written.
    """

    law: int
    player: Player | None = None
    facts: tuple[str, ...] = ()
    remedy: str | None = None
    argument: str | None = None


Item: TypeAlias = (
    Packets
    | TurnUp
    | Hand
    | Call
    | Exchange
    | KingMarked
    | KingAnnounced
    | CardPlayed
    | Outcome
    | VoidDeal
    | Score
    | Incident
)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of the record: its number in the game, who deals, and what happened, in order."""

    number: int
    dealer: Player
    items: tuple[Item, ...] = ()
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """One cut for deal, with its pairs of cards: (A's card, B's card).

    There are several pairs if the first ones tied. ``chosen`` are the choices of the player who cut the
    higher card (law 5), each kind at most once, in the order of ``CHOICES``: the pack with which they deal
    (``("cards", "red")``) and their seat (``("seat", "north")``).
    """

    pairs: tuple[tuple[Card, Card], ...]
    chosen: Chosen = ()


Opening: TypeAlias = Cut | Incident


def tokens_of_opening(part: Opening) -> int:
    """Return how many tokens the writer emits for ``part``, a cut or an incident in the heading of a game."""
    return 1 if isinstance(part, Incident) else 1 + 2 * len(part.pairs) + len(part.chosen)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the record.

    ``opening`` has the cuts and incidents before the first deal. ``final`` has both players' points at the end, or None
    if they are not on record.
    """

    number: int
    opening: tuple[Opening, ...] = ()
    deals: tuple[Deal, ...] = ()
    final: Pair | None = None
    comments: tuple[Comment, ...] = ()
    final_comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a rubber: ``##2-1`` (the games won), or ``*`` for an unfinished rubber (``games_won`` is None)."""

    games_won: Pair | None
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of play that a record's tags state, with the notation's defaults for absent tags."""

    best_of: int = 3
    reckoning: Reckoning = "plain"
    rubber_bonus: int = 0
    cut: Literal["rubber", "game"] = "rubber"
    code: Code = "English"
    termination: Termination = "normal"
    variant: Variant = "ecarte"

    @property
    def majority(self) -> int:
        return self.best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber, as it is recorded.

    ``tags`` are in canonical order, and their values are unescaped. ``comments`` are the comments between the
    tags and after the last tag.
    """

    tags: tuple[tuple[str, str], ...]
    games: tuple[Game, ...] = ()
    ending: Ending | None = None
    comments: tuple[str, ...] = ()
    _by_name: dict[str, str] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", dict(self.tags))

    def tag(self, name: str) -> str | None:
        return self._by_name.get(name)

    @property
    def players(self) -> tuple[str | None, str | None]:
        """The names of the players A and B. A name is None if reading ended before the player's tag."""
        return self.tag("A"), self.tag("B")

    @property
    def rules(self) -> Rules:
        """The rules of play that the tags state, with defaults for absent tags."""
        return rules_of(self._by_name)


def rules_of(tags: dict[str, str]) -> Rules:
    """Return the rules of play that ``tags`` state, with the notation's defaults for absent tags.

    The values of the tags must be valid.
    """
    return Rules(
        best_of=int(tags.get("BestOf", "3")),
        reckoning="treble" if tags.get("Reckoning") == "treble" else "plain",
        rubber_bonus=int(tags.get("RubberBonus", "0")),
        cut="game" if tags.get("Cut") == "game" else "rubber",
        code="French" if tags.get("Code") == "French" else "English",
        termination=_TERMINATIONS.get(tags.get("Termination", ""), "normal"),
        variant="triomphe" if tags.get("Variant") == VARIANT_TAGS["triomphe"] else "ecarte",
    )


def pair_of(text: str) -> Pair:
    """Return a pair from its text: ``"2-1"`` -> ``(2, 1)``. The text must have the form that the reader accepts."""
    first, _, second = text.partition("-")
    return int(first), int(second)
