"""Records of three games by script, from seeds: rubbers in EGN, games of chess in PGN, boards of bridge in PBN.

Players choose at random among what their laws allow, and every record is whole: each card or move is in it, with
the calls before and the result behind. With ``unlawful``, a single card or move of the record is one that was
played before or that the position does not allow. EGN and PBN are written here by hand, moves of chess in the
words of python-chess.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from tests.bench.peers.beside import peer
from tests.scoring.egn import egn
from tests.scoring.generate import play_game

PLIES: Final = 80
"""Moves of a game of chess, both sides', as in a game of forty moves each."""
LINE: Final = 79

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
SEATS: Final = "NESW"
STRAINS: Final = ("C", "D", "H", "S", "NT")


def egn_rubber(seed: int, *, unlawful: bool = False) -> str:
    """Return a rubber of one game; an unlawful one has a card in it twice."""
    random = Random(seed)
    game = play_game(random)
    while unlawful and not any(len(deal.tricks) == 5 for deal in game.deals):
        game = play_game(random)
    if unlawful:
        played = next(deal for deal in game.deals if len(deal.tricks) == 5)
        played.tricks[-1] = (played.tricks[-1][0], played.tricks[0][0])
    return egn(game.text(), Event="Evening", Date="2026.11.22", Round=str(seed))


def pgn_game(seed: int, *, unlawful: bool = False) -> str:
    """Return a game of chess, at most ``PLIES`` long; an unlawful one ends in a move that can't be made."""
    chess = peer("chess")
    random = Random(seed)
    board = chess.Board()
    moves: list[str] = []
    while len(moves) < PLIES and not board.is_game_over():
        move = random.choice(list(board.legal_moves))
        moves.append(board.san(move))
        board.push(move)
    result = board.result()
    if unlawful:
        board.pop()
        moves[-1] = next(san for san in moves if not _is_legal(board, san))
    numbered = [f"{index // 2 + 1}. {san}" if index % 2 == 0 else san for index, san in enumerate(moves)]
    tags = {
        "Event": "Evening",
        "Site": "Club",
        "Date": "2026.11.22",
        "Round": str(seed),
        "White": "Orford",
        "Black": "Baldwin",
        "Result": result,
    }
    return "\n".join([*_tags(tags), "", *textwrap.wrap(" ".join([*numbered, result]), LINE)]) + "\n"


def _is_legal(board: Any, san: str) -> bool:
    try:
        board.parse_san(san)
    except ValueError:
        return False
    return True


def pbn_board(seed: int, *, unlawful: bool = False) -> str:
    """Return a board of bridge, called and played to the last trick; an unlawful one has a card in it twice."""
    random = Random(seed)
    pack = [suit + rank for suit in SUITS for rank in RANKS]
    random.shuffle(pack)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    dealer = seed % 4
    calls, contract, declarer = _called(random, dealer)
    rows, tricks = _played_out(random, hands, contract[1:], declarer)
    if unlawful:
        rows[-1][-1] = rows[0][0]
    tags = {
        "Event": "Evening",
        "Site": "Club",
        "Date": "2026.11.22",
        "Board": str(seed + 1),
        "West": "Orford",
        "North": "Baldwin",
        "East": "Eliza",
        "South": "Worth",
        "Dealer": SEATS[dealer],
        "Vulnerable": "None",
        "Deal": "N:" + " ".join(map(_hand, hands)),
        "Scoring": "IMP",
        "Declarer": SEATS[declarer],
        "Contract": contract,
        "Result": str(tricks),
    }
    auction = [" ".join(calls[start : start + 4]) for start in range(0, len(calls), 4)]
    leader = SEATS[(declarer + 1) % 4]
    return "\n".join(
        [
            *_tags(tags),
            f'[Auction "{SEATS[dealer]}"]',
            *auction,
            f'[Play "{leader}"]',
            *map(" ".join, rows),
            "",
        ]
    )


def _called(random: Random, dealer: int) -> tuple[list[str], str, int]:
    """Return the calls, the contract and the declarer: the first player of the side to name its strain."""
    ladder = [f"{level}{strain}" for level in range(1, 8) for strain in STRAINS]
    bids = sorted(random.sample(range(len(ladder)), random.randint(1, 6)))
    calls: list[str] = []
    named: dict[tuple[int, str], int] = {}
    for bid in bids:
        calls += ["Pass"] * random.randint(0, 2)
        caller = (dealer + len(calls)) % 4
        named.setdefault((caller % 2, ladder[bid][1:]), caller)
        calls.append(ladder[bid])
    contract = ladder[bids[-1]]
    side = (dealer + len(calls) - 1) % 2
    return [*calls, "Pass", "Pass", "Pass"], contract, named[side, contract[1:]]


def _played_out(
    random: Random, hands: Sequence[Sequence[str]], strain: str, declarer: int
) -> tuple[list[list[str]], int]:
    """Return a row for each trick, with the first leader always in the first column, and the declarer's tricks."""
    left = [list(hand) for hand in hands]
    first = leader = (declarer + 1) % 4
    rows, won = [], 0
    for _ in range(13):
        trick: dict[int, str] = {}
        for seat in ((leader + turn) % 4 for turn in range(4)):
            suit = trick[leader][0] if trick else ""
            following = [card for card in left[seat] if card[0] == suit]
            trick[seat] = random.choice(following or left[seat])
            left[seat].remove(trick[seat])
        suit = trick[leader][0]
        leader = max(trick, key=lambda seat: _strength(trick[seat], suit, strain))
        won += leader % 2 == declarer % 2
        rows.append([trick[(first + turn) % 4] for turn in range(4)])
    return rows, won


def _strength(card: str, suit: str, strain: str) -> tuple[bool, bool, int]:
    return card[0] == strain, card[0] == suit, RANKS.index(card[1])


def _hand(cards: Sequence[str]) -> str:
    """Return ``AKQ.J2..T``: spades, hearts, diamonds, clubs, each from the top."""
    return ".".join(
        "".join(sorted((card[1] for card in cards if card[0] == suit), key=RANKS.index, reverse=True))
        for suit in SUITS
    )


def _tags(tags: dict[str, str]) -> list[str]:
    return [f'[{name} "{value}"]' for name, value in tags.items()]
