"""A deal on the table: the cards where they lie, the tokens written so far, and the marks as they are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.scoring.generate import PACK, other, show
from tests.scoring.incidents_at_random.remedies import Settled, allowed

FIVE_UP = 5

# What is left to choose from when a law gives the adversary a choice of ending the deal.
ENDS_DEAL = ("fresh", "void")


class DealVoidError(Exception):
    """The deal does not count, and is dealt again."""


class GameDecidedError(Exception):
    """A king has brought a player to five: nothing more is played."""


@dataclass
class Unfound:
    """An irregularity that nobody has noticed yet: its law, its offender, the facts, and the card if it is one."""

    law: int
    player: str
    facts: list[str] = field(default_factory=list)


@dataclass
class Table:
    rng: Random
    dealer: str
    score: dict[str, int]
    injuries: float
    """How likely an irregularity is at each occasion."""
    laws: set[int] = field(default_factory=set)
    """The laws that may still be broken; empty for a deal within the laws."""
    tokens: list[str | Settled] = field(default_factory=list)
    hands: dict[str, set[str]] = field(default_factory=lambda: {"A": set(), "B": set()})
    stock: list[str] = field(default_factory=list)
    turn_up: str = ""
    misdealt_by: int = 0
    """The law under which a hand is too long or too short from the deal on; 0 where none is."""
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
    """Before everything has come to light."""
    is_abandoned: bool = False
    has_made_point: bool = False
    """The hand that is given up has three tricks or more."""
    is_void: bool = False
    replays: int = 0
    is_led_out_of_turn: bool = False
    """The lead that lies on the table is the wrong player's, and nobody has said so yet."""

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
        """Whether this law is broken now."""
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
        """Write the incident with a remedy chosen at random among those that are open.

        ``without``: remedies that can't be carried out here, for want of cards. Raises ``DealVoidError`` where the
        remedy ends the deal.
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
        """The offender's letter may be left out where the law itself says who it is."""
        return player if self.rng.random() < 0.7 else ""

    def give(self, player: str, number: int) -> list[str]:
        """Cards from the top of the stock into a hand."""
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
        """A short hand is completed from the stock: the argument names the cards."""
        incident.argument = show(self.give(player, number))

    def mark(self, player: str, law: int, points: int) -> None:
        """Nothing is marked after the fifth point of either player."""
        if not self.is_over:
            self.score[player] = min(FIVE_UP, self.score[player] + points)
            self.marks.append((player, law, points))

    def announce_king(self, player: str) -> None:
        """Raises ``GameDecidedError`` at the fifth point."""
        self.write(f"K{player.lower()}")
        self.kings_announced.add(player)
        self.mark(player, 47, 1)
        if self.is_over:
            raise GameDecidedError

    def may_mark(self, player: str) -> bool:
        """A king that would end the game before everything is found out is left unmarked here."""
        return self.score[player] < FIVE_UP - 1 or not self.unfound

    def void(self) -> None:
        self.write("=void")
        self.is_void = True
        self.score.update(self.score_before)
        self.marks.clear()
