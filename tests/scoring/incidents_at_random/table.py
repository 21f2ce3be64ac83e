"""The state of a deal, the remedies that the laws allow, and incidents as they are settled and written down."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.scoring.generate import PACK, other, show

REMEDIES = (
    *("reshuffle", "recut", "stand", "rectify", "fresh", "choose", "void", "discard", "complete", "draw"),
    *("replay", "correct", "note", "short", "aside", "take", "share", "takeback", "play", "require"),
    *("abandon", "mark"),
)

# Laws whose remedies depend on no fact and on nothing that the record shows.
WHATEVER_THE_FACTS: dict[int, tuple[str, ...]] = {
    1: ("reshuffle",),
    2: ("reshuffle",),
    3: ("recut",),
    4: ("recut",),
    6: ("stand",),
    7: ("recut",),
    12: ("fresh",),
    15: ("fresh", "discard"),
    16: ("complete", "fresh"),
    17: ("fresh", "draw"),
    18: ("complete", "fresh"),
    20: ("fresh",),
    21: ("fresh", "stand"),
    28: ("note",),
    29: ("fresh", "draw"),
    30: ("short",),
    31: ("fresh", "discard"),
    32: ("fresh", "complete"),
    33: ("fresh", "draw"),
    35: ("aside",),
    37: ("take", "aside"),
    38: ("share",),
    39: ("takeback",),
    43: ("stand", "replay"),
    44: ("note",),
    45: ("void",),
    50: ("mark",),
    51: ("correct",),
    52: ("note",),
    53: ("note",),
    54: ("note",),
    55: ("note",),
}


def allowed(
    law: int, words: list[str], *, has_played: bool = False, holds_suit: bool = True
) -> tuple[str, ...]:
    """Return the remedies open under ``law`` when ``words`` are among its facts.

    ``has_played``: the offender has (law 25). ``holds_suit``: the leader has a card of the suit named (law 41).
    """
    looked = "looked" in words
    if law == 9:
        return ("stand",) if looked else ("rectify", "fresh")
    if law == 11:
        return ("fresh",) if looked else ("choose", "fresh")
    if law == 13:
        return ("stand",) if looked or "own" in words else ("fresh", "stand")
    if law == 14:
        return ("void",) if "before" in words else ("stand",)
    if law == 25:
        return ("stand", "replay") if has_played else ("correct",)
    if law == 34:
        return ("short",) if "played" in words else ("complete",)
    if law == 36:
        return ("take",) if "own" in words else ("take", "aside")
    if law == 40:
        return ("takeback",) if "before" in words else ("stand",)
    if law == 41:
        return ("play", "require") if holds_suit else ("play",)
    if law == 42:
        return ("note",) if "claim" in words else ("abandon",)
    return WHATEVER_THE_FACTS[law]


LAWS_WITH_A_REMEDY = frozenset({*WHATEVER_THE_FACTS, 9, 11, 13, 14, 25, 34, 36, 40, 41, 42})


@dataclass
class Settled:
    """An incident of a record and the remedy taken. ``is_tacit``: a forced remedy that is not written."""

    law: int
    player: str
    facts: list[str]
    open_to: tuple[str, ...]
    remedy: str
    argument: str = ""
    is_tacit: bool = False
    leaves_unfound: bool = False
    """Another irregularity of the deal has not been discovered yet."""

    def __str__(self) -> str:
        facts = f"({';'.join(self.facts)})" if self.facts else ""
        head = f"!{self.law}{self.player.lower()}{facts}"
        if self.is_tacit:
            return head
        return f"{head}:{self.remedy}" + (f"({self.argument})" if self.argument else "")


FIVE_UP = 5
# What is left to choose from when a law gives the opponent a choice of ending the deal.
ENDS_DEAL = ("fresh", "void")


class DealVoidError(Exception):
    """The deal does not count, and is dealt again."""


class GameDecidedError(Exception):
    """A king has given a player the fifth point, so that the play ends."""


@dataclass
class Unfound:
    """An irregularity not noticed yet: its law, its offender, the facts, and the card if it concerns one."""

    law: int
    player: str
    facts: list[str] = field(default_factory=list)


@dataclass
class Table:
    rng: Random
    dealer: str
    score: dict[str, int]
    injuries: float
    """The probability of an irregularity on each occasion."""
    laws: set[int] = field(default_factory=set)
    """The laws that may still be broken; empty for a deal within the laws."""
    tokens: list[str | Settled] = field(default_factory=list)
    hands: dict[str, set[str]] = field(default_factory=lambda: {"A": set(), "B": set()})
    stock: list[str] = field(default_factory=list)
    turn_up: str = ""
    misdealt_by: int = 0
    """The law under which a hand is too long or too short from the deal on; 0 if there is none."""
    is_king_barred: bool = False
    vulnerable: str = "none"
    marks: list[tuple[str, int, int]] = field(default_factory=list)
    """(player, law, points) as they were made."""
    unfound: list[Unfound] = field(default_factory=list)
    penalised: set[str] = field(default_factory=set)
    kings_announced: set[str] = field(default_factory=set)
    at_first_lead: dict[str, set[str]] = field(default_factory=dict)
    won: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    cards_played: int = 0
    has_played: set[str] = field(default_factory=set)
    is_outcome_written: bool = False
    """True if the outcome is written before all irregularities have been discovered."""
    is_abandoned: bool = False
    has_made_point: bool = False
    """True if the player who gives up their hand has three tricks or more."""
    is_void: bool = False
    replays: int = 0
    is_led_out_of_turn: bool = False
    """The current lead is the wrong player's, and has not been challenged yet."""

    def __post_init__(self) -> None:
        self.score_before = dict(self.score)
        self.stock = list(PACK)
        self.rng.shuffle(self.stock)

    @property
    def elder(self) -> str:
        return other(self.dealer)

    @property
    def trump(self) -> str:
        return self.turn_up[0]

    @property
    def king(self) -> str:
        return self.trump + "K"

    @property
    def is_over(self) -> bool:
        return max(self.score.values()) >= FIVE_UP

    def happens(self, law: int, likelihood: float = 1.0) -> bool:
        return law in self.laws and self.rng.random() < self.injuries * likelihood

    def write(self, token: str) -> None:
        self.tokens.append(token)

    def settle(
        self,
        law: int,
        player: str,
        facts: list[str],
        *,
        without: tuple[str, ...] = (),
        holds_suit: bool = True,
    ) -> Settled:
        """Write the incident with a random remedy that is allowed, except ``without``, for lack of cards.

        Raises ``DealVoidError`` if the remedy ends the deal.
        """
        open_to = allowed(law, facts, has_played=player in self.has_played, holds_suit=holds_suit)
        remedy = self.rng.choice([one for one in open_to if one not in without])
        incident = Settled(law, player, facts, open_to, remedy)
        incident.leaves_unfound = self.is_led_out_of_turn or bool(self.unfound)
        # What is forced under law 41 hangs on the leader's hand, under law 25 on whether cards were played or only not
        # written down: neither is certain in every record.
        may_be_tacit = (
            len(open_to) == 1
            and law not in (25, 41)
            and remedy not in ("choose", "discard", "complete", "draw")
        )
        incident.is_tacit = may_be_tacit and self.rng.random() < 0.5
        self.tokens.append(incident)
        if remedy in ENDS_DEAL:
            raise DealVoidError
        return incident

    def offender_or_nobody(self, player: str) -> str:
        """Return the offender's letter, or sometimes nothing if the law itself determines the offender."""
        return player if self.rng.random() < 0.7 else ""

    def give(self, player: str, number: int) -> list[str]:
        """Move cards from the top of the stock into a hand."""
        cards, self.stock = self.stock[:number], self.stock[number:]
        self.hands[player].update(cards)
        return cards

    def put_out(self, player: str, cards: list[str]) -> None:
        self.hands[player].difference_update(cards)

    def any_of(self, player: str, number: int = 1) -> list[str]:
        return self.rng.sample(sorted(self.hands[player]), number)

    def take_surplus(self, incident: Settled, player: str, number: int) -> None:
        """Cards over are discarded or drawn: the argument names them."""
        cards = self.any_of(player, number)
        self.put_out(player, cards)
        incident.argument = show(cards)

    def make_up(self, incident: Settled, player: str, number: int) -> None:
        """Complete a short hand from the stock; the argument names the cards."""
        incident.argument = show(self.give(player, number))

    def mark(self, player: str, law: int, points: int) -> None:
        """Mark points. Nothing is marked after the fifth point of either player."""
        if not self.is_over:
            self.score[player] = min(FIVE_UP, self.score[player] + points)
            self.marks.append((player, law, points))

    def announce_king(self, player: str) -> None:
        """Mark the king. Raises ``GameDecidedError`` at the fifth point."""
        self.write(f"K{player.lower()}")
        self.kings_announced.add(player)
        self.mark(player, 47, 1)
        if self.is_over:
            raise GameDecidedError

    def may_mark(self, player: str) -> bool:
        """Return False for a king that would end the game before all irregularities are found: it is left unmarked."""
        return self.score[player] < FIVE_UP - 1 or not self.unfound

    def void(self) -> None:
        self.write("=void")
        self.is_void = True
        self.score.update(self.score_before)
        self.marks.clear()
