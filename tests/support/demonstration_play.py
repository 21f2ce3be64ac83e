"""Play the rubbers that the demonstration club ships card by card, by rules of thumb and a player's skill.

    .venv/bin/python -m tests.support.demonstration_play > matches/demo/rubbers.egn

The laws and the marks are those of ``scoring``: this module only chooses among the moves that ``scoring.board``
allows. The same seed gives the same rubbers. Their players are called after their skill, so that a rubber can be
given to any two players of the club with these skills.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random
from typing import Final

from scoring.board import Board, next_moves
from scoring.cards import (
    PACK,
    PLAYERS,
    Card,
    CardMask,
    Player,
    cards_of,
    king_of,
    mask_of,
    opponent,
    rank_of,
    suit_of,
)
from scoring.notation.writer import write_rubber
from scoring.record import (
    Call,
    CardPlayed,
    Cut,
    Deal,
    Ending,
    Exchange,
    Game,
    Hand,
    Item,
    KingMarked,
    Packets,
    Pair,
    Rubber,
    Score,
    TurnUp,
)

SKILLS: Final[Mapping[str, float]] = {"Strong": 0.95, "Middling": 0.7, "Weak": 0.4}
"""The chance that a player decides by rule and not at random, by the name in the file."""
RUBBERS_A_PAIR: Final = 14
SEED: Final = 1886
MAX_PROPOSALS: Final = 2
STRONG: Final = 9
"""The worth of a hand from which a skilled player stands or refuses; see ``_worth``."""
GAME: Final = 5


@dataclass(slots=True)
class _Table:
    """One deal at the table: what each player holds, the rest of the pack, and what is written so far."""

    random: Random
    skill: Mapping[Player, float]
    deal: Deal
    hands: dict[Player, CardMask]
    stock: list[Card]
    trump: int
    proposals: int = 0

    def write(self, item: Item) -> None:
        self.deal = Deal(self.deal.number, self.deal.dealer, (*self.deal.items, item))


def play_rubber(
    random: Random, tags: tuple[tuple[str, str], ...], skill: Mapping[Player, float], *, best_of: int
) -> Rubber:
    """Return a whole rubber with these tags, without findings. ``skill`` goes from 0 (plays at random) to 1."""
    dealer: Player = random.choice(("A", "B"))
    packets = {player: random.choice(("3-2", "2-3")) for player in PLAYERS}
    games: list[Game] = []
    won = {"A": 0, "B": 0}
    while max(won.values()) <= best_of // 2:
        number = len(games) + 1
        opening = (_cut(random, dealer),) if number == 1 else ()
        game, dealer = _play_game(random, number, opening, dealer, skill, packets)
        games.append(game)
        assert game.final is not None
        won["A" if game.final[0] > game.final[1] else "B"] += 1
    return Rubber(tags, tuple(games), Ending((won["A"], won["B"])))


def _cut(random: Random, dealer: Player) -> Cut:
    """Return a cut of two different ranks by which ``dealer`` deals: the player of the higher card (law 8)."""
    low, high = sorted(random.sample(range(8), 2))
    suits = random.choices(range(4), k=2)
    cards = {dealer: 8 * suits[0] + high, opponent(dealer): 8 * suits[1] + low}
    return Cut(((cards["A"], cards["B"]),))


def _play_game(
    random: Random,
    number: int,
    opening: tuple[Cut, ...],
    dealer: Player,
    skill: Mapping[Player, float],
    packets: Mapping[Player, str],
) -> tuple[Game, Player]:
    """Return a game and the dealer of the deal after it."""
    score: Pair = (0, 0)
    deals: list[Deal] = []
    while max(score) < GAME:
        deal, score = _play_deal(random, len(deals) + 1, dealer, score, skill, packets[dealer])
        deals.append(deal)
        dealer = opponent(dealer)
    return Game(number, opening, tuple(deals), score), dealer


def _play_deal(
    random: Random, number: int, dealer: Player, before: Pair, skill: Mapping[Player, float], packets: str
) -> tuple[Deal, Pair]:
    """Return a deal and the score after it."""
    pack = cards_of(PACK)
    random.shuffle(pack)
    elder = opponent(dealer)
    hands = {elder: mask_of(pack[:5]), dealer: mask_of(pack[5:10])}
    start = (Packets(packets), TurnUp(pack[10]))
    shown = (Hand(elder, hands[elder]), Hand(dealer, hands[dealer]))
    table = _Table(random, skill, Deal(number, dealer, (*start, *shown)), hands, pack[11:], suit_of(pack[10]))
    while True:
        board = next_moves(table.deal, before=before)
        if board.phase == "over":
            assert board.score is not None, table.deal
            if board.outcome is not None:
                table.write(board.outcome)
            table.write(Score(board.score))
            return table.deal, board.score
        _move(table, board)


def _move(table: _Table, board: Board) -> None:
    player = board.player
    assert player is not None, board
    if player in board.kings and board.phase in ("king", "lead", "follow"):
        table.write(KingMarked(player))
        return
    if board.phase == "call":
        table.write(Call("P" if _proposes(table, player) else "S"))
        table.proposals += 1
    elif board.phase == "reply":
        table.write(Call("G" if _gives(table, player) else "R"))
    elif board.phase == "exchange":
        _exchange(table, player)
    else:
        lawful = [card for card in cards_of(table.hands[player]) if board.cards.get(card, ()) is None]
        card = _choose(table, player, lawful, _lead_of(table) if board.phase == "follow" else None)
        table.hands[player] &= ~(1 << card)
        table.write(CardPlayed(card))


def _is_careless(table: _Table, player: Player) -> bool:
    return table.random.random() > table.skill[player]


def _worth(table: _Table, player: Player) -> int:
    """Return what a hand is worth by a rule of thumb: trumps, kings, queens and cards in sequence of one suit."""
    worth = 0
    for card in cards_of(table.hands[player]):
        worth += 2 if suit_of(card) == table.trump else 0
        worth += max(0, rank_of(card) - 4)
    return worth


def _proposes(table: _Table, player: Player) -> bool:
    if table.proposals >= MAX_PROPOSALS or len(table.stock) < 8:
        return False
    is_strong = _worth(table, player) >= STRONG
    return table.random.random() < 0.5 if _is_careless(table, player) else not is_strong


def _gives(table: _Table, player: Player) -> bool:
    is_strong = _worth(table, player) >= STRONG
    return table.random.random() < 0.6 if _is_careless(table, player) else not is_strong


def _exchange(table: _Table, player: Player) -> None:
    """Discard the cards that are neither trumps nor kings, at least one for the elder hand, and draw as many."""
    hand = table.hands[player]
    cards = cards_of(hand)
    out = [card for card in cards if suit_of(card) != table.trump and card != king_of(suit_of(card))]
    if _is_careless(table, player):
        out = out[: table.random.randint(1, 3)]
    least = 1 if player != table.deal.dealer else 0
    if len(out) < least:
        out = [min(cards, key=rank_of)]
    out = out[: len(table.stock) - (1 if least else 0)]
    taken, table.stock = table.stock[: len(out)], table.stock[len(out) :]
    table.hands[player] = hand & ~mask_of(out) | mask_of(taken)
    table.write(Exchange(len(out), mask_of(out) or None, mask_of(taken) or None))


def _lead_of(table: _Table) -> Card:
    last = table.deal.items[-1]
    if isinstance(last, KingMarked):
        last = table.deal.items[-2]
    assert isinstance(last, CardPlayed), table.deal
    assert last.card is not None, table.deal
    return last.card


def _choose(table: _Table, player: Player, lawful: list[Card], lead: Card | None) -> Card:
    if len(lawful) == 1 or _is_careless(table, player):
        return table.random.choice(lawful)

    def strength(card: Card) -> tuple[bool, int]:
        return suit_of(card) == table.trump, rank_of(card)

    if lead is not None:
        return min(lawful, key=strength)
    suits = {
        suit: [card for card in lawful if suit_of(card) == suit]
        for suit in {suit_of(card) for card in lawful}
    }
    trumps = suits.get(table.trump, [])
    if len(trumps) >= 3 or (trumps and len(lawful) <= 2):
        return max(trumps, key=rank_of)
    plain = [cards for suit, cards in suits.items() if suit != table.trump] or [trumps]
    longest = max(plain, key=lambda cards: (len(cards), max(map(rank_of, cards))))
    return max(longest, key=rank_of)


def main() -> None:
    random = Random(SEED)
    for first, second in combinations_with_replacement(SKILLS, 2):
        for _ in range(RUBBERS_A_PAIR):
            tags = (
                ("EGN", "1"),
                ("A", first),
                ("B", f"{second} 2" if first == second else second),
                ("BestOf", "3"),
            )
            print(
                write_rubber(play_rubber(random, tags, {"A": SKILLS[first], "B": SKILLS[second]}, best_of=3))
            )


if __name__ == "__main__":
    main()
