"""Records of three games and their readers, as far as they can be tested without the peers."""

from __future__ import annotations

import importlib.util
import re

import pytest

from tests.bench import MissingServiceError
from tests.bench.peers.bench_reading import judge_rubbers, main, rates, read_games, read_rubbers, rows
from tests.bench.peers.records import egn_rubber, pbn_board, pgn_game

pytestmark = pytest.mark.long


def test_rubbers_are_within_the_laws_and_one_card_twice_is_not() -> None:
    text = "\n".join(egn_rubber(seed) for seed in range(5))
    assert (judge_rubbers(text), read_rubbers(text)) == (5, 5)
    unlawful = "\n".join(egn_rubber(seed, unlawful=True) for seed in range(5))
    assert (judge_rubbers(unlawful), read_rubbers(unlawful)) == (0, 5)


def test_boards_of_bridge_are_played_to_the_last_of_52_cards() -> None:
    for seed in range(20):
        board = pbn_board(seed)
        deal = re.search(r'\[Deal "N:(.*)"\]', board)
        assert deal
        dealt = {
            suit + rank
            for hand in deal[1].split()
            for suit, ranks in zip("SHDC", hand.split("."), strict=True)
            for rank in ranks
        }
        played = board.split("[Play")[1].split()[1:]
        assert (len(dealt), len(played), set(played)) == (52, 52, dealt)


def test_side_that_names_the_strain_first_has_the_declarer() -> None:
    for seed in range(20):
        board = pbn_board(seed)
        tags = dict(re.findall(r'\[(\w+) "(.*)"\]', board))
        calls = board.split("[Auction")[1].split("[Play")[0].split()[1:]
        assert calls[-4:] == [tags["Contract"], "Pass", "Pass", "Pass"]
        last = len(calls) - 4
        naming = [
            at for at, call in enumerate(calls) if call[1:] == tags["Contract"][1:] and (last - at) % 2 == 0
        ]
        assert "NESW"[("NESW".index(tags["Dealer"]) + naming[0]) % 4] == tags["Declarer"]


def test_an_unlawful_board_has_one_card_twice() -> None:
    played = pbn_board(3, unlawful=True).split("[Play")[1].split()[1:]
    assert (len(played), len(set(played))) == (52, 51)


def test_rates_are_of_the_whole_text() -> None:
    amounts = rates("a bb\nccc\n", 1, [0.5])
    assert amounts == {"records/s": [2.0], "tokens/s": [6.0], "bytes/s": [18.0]}
    assert [row.ratio for row in rows("theirs", "", amounts, ours=amounts)] == [1.0, 1.0, 1.0]


def test_without_the_peers_the_benchmark_says_which_is_missing() -> None:
    if importlib.util.find_spec("chess"):
        assert read_games(pgn_game(1)) == 1
    else:
        with pytest.raises(MissingServiceError, match="chess is not installed here"):
            main(small=True)
