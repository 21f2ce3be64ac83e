"""Games of La Triomphe dealt and played at random within its rules, as text, by nothing of the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.scoring.generate import PACK, lawful, other, show, wins
from tests.scoring.variants.reference import COURSES, score_after, taker, worth

LOVE_ALL = (0, 0)


@dataclass
class DealtDeal:
    """One deal in its parts, so that a fault can be put into any of them; ``extra`` is written behind the calls."""

    number: int
    dealer: str
    turn_up: str
    hands: dict[str, list[str]]
    calls: list[str]
    tricks: list[tuple[str, str]] = field(default_factory=list)
    outcome: str = ""
    began: tuple[int, int] = LOVE_ALL
    score: tuple[int, int] = LOVE_ALL
    extra: str = ""

    @property
    def elder(self) -> str:
        return other(self.dealer)

    def text(self) -> str:
        hands = [f"{player}:{show(self.hands[player])}" for player in (self.elder, self.dealer)]
        played = ", ".join(" ".join(trick) for trick in self.tricks)
        parts = [f"{self.number}. {self.dealer} 3-2 ^{self.turn_up}", *hands, *self.calls, self.extra, played]
        score = f"({self.score[0]}-{self.score[1]})"
        return " ".join(part for part in (*parts, self.outcome, score) if part)


def play_tricks(chance: Random, deal: DealtDeal) -> int:
    """Play the deal out, and return how many tricks were A's."""
    hands = {player: list(hand) for player, hand in deal.hands.items()}
    trump, leader, won = deal.turn_up[0], deal.elder, 0
    deal.tricks = []
    for _ in range(5):
        lead = chance.choice(hands[leader])
        reply = chance.choice(lawful(list(hands[other(leader)]), lead, trump))
        hands[leader].remove(lead)
        hands[other(leader)].remove(reply)
        deal.tricks.append((lead, reply))
        leader = other(leader) if wins(reply, lead, trump) else leader
        won += leader == "A"
    return won


def play_deal(chance: Random, number: int, dealer: str, score: tuple[int, int]) -> DealtDeal:
    pack = chance.sample(PACK, len(PACK))
    hands = {other(dealer): pack[:5], dealer: pack[5:10]}
    letters = chance.choice(COURSES)
    deal = DealtDeal(number, dealer, pack[10], hands, list(letters))
    took = taker(letters, dealer)
    tricks = 0 if took else play_tricks(chance, deal)
    winner = took or ("A" if tricks >= 3 else "B")
    deal.outcome = f"={winner}" if took else f"={winner}{max(tricks, 5 - tricks)}"
    deal.began = score
    deal.score = score_after(score, worth(letters, dealer, tricks))
    return deal


@dataclass
class DealtGame:
    deals: list[DealtDeal]
    ending: str

    def text(self) -> str:
        return "\n".join(["Game 1", *(deal.text() for deal in self.deals), self.ending])


def play_game(chance: Random) -> DealtGame:
    """Play a whole game, best of one."""
    dealer, score = chance.choice("AB"), LOVE_ALL
    deals: list[DealtDeal] = []
    while max(score) < 5:
        deals.append(play_deal(chance, len(deals) + 1, dealer, score))
        dealer, score = other(dealer), deals[-1].score
    return DealtGame(deals, f"#{score[0]}-{score[1]}\n" + ("##1-0" if score[0] > score[1] else "##0-1"))
