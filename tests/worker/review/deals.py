"""Random deals, dealt and played by the reference's own rules, and their text for the reader."""

from __future__ import annotations

from random import Random

from tests.scoring.egn import egn
from tests.worker.review.reference import PlayedDeal, lawful, other, play_out

NAMES = [suit + rank for suit in "SHDC" for rank in "789TAJQK"]


def random_deal(random: Random, *, revokes: float = 0.0) -> PlayedDeal:
    """Return a deal with everything that bears on a player's knowledge: exchanges, kings, sometimes a revoke."""
    pack = random.sample(range(32), 32)
    dealer = random.choice("AB")
    elder = other(dealer)
    hands = {elder: pack[:5], dealer: pack[5:10]}
    dealt = dict(hands)
    turn_up, stock = pack[10], pack[11:]
    out: dict[str, list[int]] = {"A": [], "B": []}
    letters = random.choice(["S", "PR", "PGS", "PGPR", "PGPGS"])
    calls = []
    for letter in letters:
        calls.append(letter)
        for player in (elder, dealer) if letter == "G" else ():
            gone = random.sample(hands[player], random.randint(1 if player == elder else 0, 3))
            taken, stock = stock[: len(gone)], stock[len(gone) :]
            hands[player] = [card for card in hands[player] if card not in gone] + taken
            out[player] += gone
            calls.append(f"-{format_hand(gone)}+{format_hand(taken)}" if gone else "-0")
    deal = PlayedDeal(dealer, turn_up, letters, dealt, out, hands, calls, [])
    _play(deal, random, revokes=revokes)
    return deal


def _play(deal: PlayedDeal, random: Random, *, revokes: float) -> None:
    """Play a deal. Kings are announced or kept back, in time; under law 24 also behind the king as first card."""
    announces = random.random() < 0.7

    def choose(player: str, left: dict[str, list[int]], lead: int | None) -> int:
        choices = left[player] if random.random() < revokes else lawful(left[player], lead, deal.trump)
        card = random.choice(choices)
        if announces and deal.king in left[player] and len(left[player]) == 5:
            deal.marked[player] = len(deal.plays) + (card == deal.king)
        return card

    play_out(deal, choose)


def format_hand(hand: list[int]) -> str:
    """Return the text of a hand, such as ``SKQ.HJ7``."""
    suits = []
    for suit in range(4):
        ranks = [NAMES[card][1] for card in sorted(hand, reverse=True) if card // 8 == suit]
        if ranks:
            suits.append("SHDC"[suit] + "".join(ranks))
    return ".".join(suits)


def deal_text(deal: PlayedDeal, number: int = 1) -> str:
    elder = other(deal.dealer)
    tokens = [f"{number}.", deal.dealer, "3-2", f"^{NAMES[deal.turn_up]}"]
    tokens += [f"{player}:{format_hand(deal.dealt[player])}" for player in (elder, deal.dealer)]
    tokens += deal.calls
    for index, (_, card) in enumerate(deal.plays):
        tokens += [f"K{player.lower()}" for player, when in deal.marked.items() if when == index]
        tokens.append(NAMES[card])
    return " ".join(tokens)


def rubber_text(*deals: str, **tags: str) -> str:
    """Return a rubber of one unfinished game."""
    return egn("\n".join(["Game 1", *deals, "*"]), Termination="unfinished", **tags)
