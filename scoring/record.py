"""A record of play as frozen values: what was written, no more.

Nothing here knows where in a file a token stood, or whether the laws allow it: places belong to the reader
(``scoring.notation``), laws to ``scoring.laws``, marks to ``scoring.marks``.  Two records are equal when
their canonical text is.

Comments hang on the token before them: ``Comment.after`` counts the tokens of the deal or of the game's
heading from 0, in the order in which the writer emits them (a deal: 0 its number, 1 its dealer, ``2 + i``
its item ``i``; a heading: 0 ``Game``, 1 the number, then a token for each incident, ``cut``, card cut, and choice).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from scoring.cards import Card, Player

Pair: TypeAlias = tuple[int, int]
CallLetter: TypeAlias = Literal["P", "S", "G", "R"]
ChoiceKind: TypeAlias = Literal["cards", "seat"]
CHOICES: Final[tuple[ChoiceKind, ...]] = ("cards", "seat")
"""What the player who cuts the higher card chooses (law 5), in the order in which it is written."""
Chosen: TypeAlias = tuple[tuple[ChoiceKind, str], ...]
Reckoning: TypeAlias = Literal["plain", "treble"]
Termination: TypeAlias = Literal["normal", "walkover", "retired", "unfinished"]
Depth: TypeAlias = Literal["result", "marks", "play"]
Code: TypeAlias = Literal["English", "French"]
"""The clubs' code that binds bystanders (laws 52 to 54)."""
Variant: TypeAlias = Literal["ecarte", "triomphe"]
"""Which game is played: écarté, or La Triomphe, its ancestor (the tag ``Variant``)."""
VARIANT_TAGS: Final[dict[Variant, str]] = {"ecarte": "Ecarte", "triomphe": "Triomphe"}
"""The tag's value for each; écarté where it is absent."""

DEALER_TOKEN = 1
FIRST_ITEM_TOKEN = 2
FIRST_OPENING_TOKEN = 2


@dataclass(frozen=True, slots=True)
class Comment:
    """``text`` never holds ``}``: the reader turns it into ``)``."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Packets:
    """How the five cards were given: ``3-2`` or ``2-3`` (law 8)."""

    order: str


@dataclass(frozen=True, slots=True)
class TurnUp:
    card: Card


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as dealt. ``cards`` is a tally (``scoring.cards``); ``partial`` where more is not known (``~``)."""

    player: Player
    cards: int
    partial: bool = False


@dataclass(frozen=True, slots=True)
class KingAnnounced:
    """The king of trumps announced from hand and not marked: ``ka``, ``kb`` (laws 23 and 50)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Call:
    """A call; ``is_conditional`` for cards given on condition that the stock has enough: ``g`` (law 38)."""

    letter: CallLetter
    suffix: str = ""
    is_conditional: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards put out and taken in, as tallies; None where only the count, or only what came in, is known.

    ``count`` is the number put out: the size of ``out`` where it is known, the written count otherwise, and
    None never.  ``-2+HK.D7`` has ``out`` None, count 2; ``-0`` has ``out`` None, ``taken`` None, count 0.
    """

    count: int
    out: int | None = None
    taken: int | None = None


@dataclass(frozen=True, slots=True)
class KingMarked:
    player: Player


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """The next card of the play; None where a short hand has none to play (``--``)."""

    card: Card | None
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won the majority of the tricks, and how many where that was written (3, 4 or 5)."""

    player: Player
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """``=void``: the deal does not count, and the same dealer deals again."""


@dataclass(frozen=True, slots=True)
class Score:
    """Points of the game as the scorer wrote them, verbatim."""

    points: Pair


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity by the number of its law. Facts, remedy and argument are kept as written."""

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
    number: int
    dealer: Player
    items: tuple[Item, ...] = ()
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """One ``cut`` and its pairs, (A's card, B's card), repeated while the ranks tie.

    ``chosen``: the choices of the player who cut higher (law 5), each kind once: the pack that they deal with
    (``("cards", "red")``), their seat (``("seat", "north")``), in the order of ``CHOICES``.
    """

    pairs: tuple[tuple[Card, Card], ...]
    chosen: Chosen = ()


Opening: TypeAlias = Cut | Incident


def tokens_of_opening(part: Opening) -> int:
    """How many tokens a part of a game's heading takes."""
    return 1 if isinstance(part, Incident) else 1 + 2 * len(part.pairs) + len(part.chosen)


@dataclass(frozen=True, slots=True)
class Game:
    number: int
    opening: tuple[Opening, ...] = ()
    deals: tuple[Deal, ...] = ()
    final: Pair | None = None
    comments: tuple[Comment, ...] = ()
    final_comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """``## 2-1`` (games won) or ``*`` (``games_won`` None: unfinished)."""

    games_won: Pair | None
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of play that the tags state, with the notation's defaults."""

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
    """A rubber: ``tags`` in canonical order, values as the reader unescaped them.

    ``comments`` are those that stood among or behind the tags.
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
        """The names of A and B; None where a broken rubber was cut off before them."""
        return self.tag("A"), self.tag("B")

    @property
    def rules(self) -> Rules:
        """The stated rules; a value that the reader refused (``E03``) falls back to the default."""
        return rules_of(self._by_name)


def rules_of(tags: dict[str, str]) -> Rules:
    """The rules of play that ``tags`` state, defaults for what is absent. Values are taken as valid."""
    return Rules(
        best_of=int(tags.get("BestOf", "3")),
        reckoning="treble" if tags.get("Reckoning") == "treble" else "plain",
        rubber_bonus=int(tags.get("RubberBonus", "0")),
        cut="game" if tags.get("Cut") == "game" else "rubber",
        code="French" if tags.get("Code") == "French" else "English",
        termination=_TERMINATIONS.get(tags.get("Termination", ""), "normal"),
        variant="triomphe" if tags.get("Variant") == VARIANT_TAGS["triomphe"] else "ecarte",
    )


_TERMINATIONS: dict[str, Termination] = {
    "walkover": "walkover",
    "retired": "retired",
    "unfinished": "unfinished",
}


def pair_of(text: str) -> Pair:
    """``"2-1"`` -> ``(2, 1)``, for a value that the reader has already accepted."""
    first, _, second = text.partition("-")
    return int(first), int(second)
