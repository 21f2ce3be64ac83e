"""Games dealt and played at random within the laws, as text, with a single fault on request.

The generator deals, calls, exchanges and plays by rules written out here, so that the engine is checked against a
separate implementation. Scores are kept by ``Scorer``, in ten lines of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SUITS, RANKS = "SHDC", "789TAJQK"
PACK = [suit + rank for suit in SUITS for rank in RANKS]


def strength(card: str) -> int:
    return RANKS.index(card[1])


def show(cards: list[str]) -> str:
    """Return the text for a list of cards, such as ``SKQ.HJ7``."""
    groups = []
    for suit in SUITS:
        ranks = sorted((card[1] for card in cards if card[0] == suit), key=RANKS.index, reverse=True)
        if ranks:
            groups.append(suit + "".join(ranks))
    return ".".join(groups)


def wins(reply: str, lead: str, trump: str) -> bool:
    if reply[0] == lead[0]:
        return strength(reply) > strength(lead)
    return reply[0] == trump


def lawful(hand: list[str], lead: str, trump: str) -> list[str]:
    """Law 43: follow suit and win if able; void, trump if able."""
    following = [card for card in hand if card[0] == lead[0]]
    winning = [card for card in following if wins(card, lead, trump)]
    trumps = [card for card in hand if card[0] == trump]
    return winning or following or trumps or hand


def other(player: str) -> str:
    return "B" if player == "A" else "A"


@dataclass
class Scorer:
    """Five up; a mark after the fifth point of either player does not count."""

    points: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})

    @property
    def is_over(self) -> bool:
        return max(self.points.values()) >= 5

    def mark(self, player: str, number: int) -> None:
        if not self.is_over:
            self.points[player] = min(5, self.points[player] + number)

    def __str__(self) -> str:
        return f"({self.points['A']}-{self.points['B']})"


@dataclass
class PlayedDeal:
    """One deal in its parts, so that a fault can be put into any of them."""

    number: int
    dealer: str
    packets: str
    turn_up: str
    hands: dict[str, list[str]]
    calls: list[str]
    exchanges: list[tuple[list[str], list[str]]]
    stood: bool
    tricks: list[tuple[str, str]] = field(default_factory=list)
    king: tuple[str, int] | None = None
    """The player who marks the king, and before which card: -1 before the calls, 11 behind the score."""
    outcome: tuple[str, int] | None = None
    score: str = ""
    late_score: str = ""
    stock: list[str] = field(default_factory=list)
    final_hands: dict[str, list[str]] = field(default_factory=dict)

    def text(self) -> str:
        elder = other(self.dealer)
        tokens = [f"{self.number}.", self.dealer, self.packets, f"^{self.turn_up}"]
        tokens += [f"{player}:{show(self.hands[player])}" for player in (elder, self.dealer)]
        king = f"K{self.king[0].lower()}" if self.king else ""
        if self.king and self.king[1] == -1:
            tokens.append(king)
        exchanges = iter(self.exchanges)
        for call in self.calls:
            tokens.append(call)
            if call == "G":
                for _ in range(2):
                    exchange = next(exchanges, None)
                    if exchange is not None:
                        out, taken = exchange
                        tokens.append(f"-{show(out)}+{show(taken)}" if out else "-0")
        if self.stood:
            tokens.append("S")
        cards = [card for trick in self.tricks for card in trick]
        for position, card in enumerate(cards):
            if self.king and self.king[1] == position:
                tokens.append(king)
            tokens.append(card)
        if self.king and self.king[1] in range(len(cards), 11):
            tokens.append(king)
        if self.outcome:
            tokens.append(f"={self.outcome[0]}{self.outcome[1]}")
        tokens.append(self.score)
        if self.king and self.king[1] == 11:
            tokens += [king, self.late_score]
        return " ".join(tokens)


def play_deal(rng: Random, scorer: Scorer, number: int, dealer: str, packets: str) -> PlayedDeal:
    """Deal, call, exchange and play one hand to its end, or to the end of the game if that comes first."""
    elder = other(dealer)
    pack = PACK.copy()
    rng.shuffle(pack)
    hands = {elder: pack[:5], dealer: pack[5:10]}
    turn_up, stock = pack[10], pack[11:]
    deal = PlayedDeal(number, dealer, packets, turn_up, {p: list(h) for p, h in hands.items()}, [], [], False)
    trump, king = turn_up[0], turn_up[0] + "K"
    turned_up = turn_up == king
    late = turned_up and rng.random() < 0.3 and scorer.points[dealer] < 4
    if turned_up and not late:
        deal.king = (dealer, -1)
        scorer.mark(dealer, 1)
        if scorer.is_over:
            return finish(deal, scorer)
    vulnerable = elder
    if rng.random() < 0.5:
        vulnerable = ""
        while True:
            deal.calls.append("P")
            if rng.random() < 0.4 or len(stock) < 2:
                deal.calls.append("R")
                if deal.calls == ["P", "R"]:
                    vulnerable = dealer
                break
            deal.calls.append("G")
            for player, least in ((elder, 1), (dealer, 0)):
                count = min(rng.randint(least, 5), len(stock))
                out = rng.sample(hands[player], count)
                taken, stock = stock[:count], stock[count:]
                hands[player] = [card for card in hands[player] if card not in out] + taken
                deal.exchanges.append((out, taken))
            if rng.random() < 0.7:
                deal.stood = True
                break
    else:
        deal.stood = True
    deal.stock = stock
    deal.final_hands = {player: list(hand) for player, hand in hands.items()}
    holder = next((player for player in "AB" if king in hands[player]), None)
    won = {"A": 0, "B": 0}
    leader, played = elder, 0
    for trick in range(5):
        lead = rng.choice(hands[leader])
        reply = rng.choice(lawful([*hands[other(leader)]], lead, trump))
        if holder and deal.king is None and not turned_up:
            first = 0 if holder == elder else 1
            own = lead if holder == elder else reply
            if trick == 0:
                position = first
                if own == king and rng.random() < 0.7:
                    position = 1 if holder == elder else 2
                deal.king = (holder, position)
                scorer.mark(holder, 1)
        hands[leader].remove(lead)
        hands[other(leader)].remove(reply)
        deal.tricks.append((lead, reply))
        if scorer.is_over and trick == 0:
            return finish(deal, scorer)
        played += 2
        if wins(reply, lead, trump):
            leader = other(leader)
        won[leader] += 1
    winner = "A" if won["A"] > won["B"] else "B"
    deal.outcome = (winner, won[winner])
    points = 2 if won[winner] == 5 or (vulnerable and vulnerable != winner) else 1
    scorer.mark(winner, points)
    finish(deal, scorer)
    if late and not scorer.is_over:
        deal.king = (dealer, 11)
        scorer.mark(dealer, 1)
        deal.late_score = str(scorer)
    return deal


def finish(deal: PlayedDeal, scorer: Scorer) -> PlayedDeal:
    deal.score = str(scorer)
    return deal


@dataclass
class PlayedGame:
    """A rubber of one game, with the cut in its heading."""

    cut: list[tuple[str, str]]
    deals: list[PlayedDeal]
    final: str
    ending: str

    def text(self) -> str:
        cut = " ".join(f"A={a} B={b}" for a, b in self.cut)
        lines = [f"Game 1 cut {cut}", *(deal.text() for deal in self.deals), self.final, self.ending]
        return "\n".join(line for line in lines if line)


def play_game(rng: Random) -> PlayedGame:
    """Play a whole game within the laws."""
    cut = []
    while True:
        a, b = rng.sample(PACK, 2)
        cut.append((a, b))
        if strength(a) != strength(b):
            break
    dealer = "A" if strength(a) > strength(b) else "B"
    packets = {player: rng.choice(["3-2", "2-3"]) for player in "AB"}
    scorer = Scorer()
    deals: list[PlayedDeal] = []
    while not scorer.is_over:
        deals.append(play_deal(rng, scorer, len(deals) + 1, dealer, packets[dealer]))
        dealer = other(dealer)
    a_points, b_points = scorer.points["A"], scorer.points["B"]
    ending = "##1-0" if a_points > b_points else "##0-1"
    return PlayedGame(cut, deals, f"#{a_points}-{b_points}", ending)
