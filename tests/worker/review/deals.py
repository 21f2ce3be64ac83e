"""Random deals, dealt and played by the reference's own rules, and their text for the reader."""

from __future__ import annotations

from random import Random

from tests.worker.review.reference import KING_RANK, PlayedDeal, lawful, other, takes

NAMES = [suit + rank for suit in "SHDC" for rank in "789TAJQK"]


def random_deal(random: Random, *, revokes: float = 0.0) -> PlayedDeal:
    """A deal with everything that bears on what a player knows: exchanges, kings, sometimes a revoke."""
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
    """Kings are announced or kept back, in time either way; under law 24 also behind the king as first card."""
    king = 8 * deal.trump + KING_RANK
    left = {player: list(hand) for player, hand in deal.hands.items()}
    announces = random.random() < 0.7
    leader = other(deal.dealer)
    while left[leader]:
        lead = None
        for player in (leader, other(leader)):
            choices = left[player] if random.random() < revokes else lawful(left[player], lead, deal.trump)
            card = random.choice(choices)
            if announces and king in left[player] and len(left[player]) == 5:
                deal.marked[player] = len(deal.plays) + (card == king)
            left[player].remove(card)
            deal.plays.append((player, card))
            if lead is None:
                lead = card
            elif takes(card, lead, deal.trump):
                leader = player


def format_hand(held: list[int]) -> str:
    """``SKQ.HJ7``"""
    suits = []
    for suit in range(4):
        ranks = [NAMES[card][1] for card in sorted(held, reverse=True) if card // 8 == suit]
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


def rubber_text(*deals: str) -> str:
    """A rubber of one unfinished game."""
    tags = ['[EGN "1"]', '[A "Orford"]', '[B "Baldwin"]', '[BestOf "1"]', '[Termination "unfinished"]']
    return "\n".join([*tags, "", "Game 1", *deals, "*", ""])
