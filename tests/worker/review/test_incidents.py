"""What an irregularity tells: the number of hands left at one choice, counted card by card.

A is the elder and B deals; trumps are diamonds, by the nine turned up.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from scoring.follow import follow_deal
from scoring.notation import read_one
from tests.scoring.egn import egn
from tests.scoring.test_check_long_records import lines_run
from tests.worker.review.deals import NAMES
from tests.worker.review.test_knowledge import worlds
from worker.review.card_play import choices_of

DEALT = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9"
PLAY = "SK S8, SQ SA, HJ HQ, C9 CA, C7 DT"
ELDERS = "SK SQ HJ CA C7 D9"


def hands(size: int, elsewhere: str, held: str = "") -> int:
    """How many hands of that size hold all of ``held`` and nothing that is ``elsewhere``."""
    unseen = [card for card in NAMES if card not in elsewhere.split()]
    return sum(set(held.split()) <= set(hand) for hand in combinations(unseen, size))


CASES = [
    ("exposed in dealing", f"{DEALT} !13b(HQ;own):stand S {PLAY}", (1, "A"), hands(5, ELDERS, "HQ")),
    (
        "a faced card lies aside",
        f"{DEALT} P G -C7+C8 !35(H7):aside -0 S SK S8, SQ SA, HJ HQ, C9 CA, C8 DT",
        (1, "A"),
        hands(5, "SK SQ HJ CA C8 C7 D9 H7"),
    ),
    (
        "exposed, and one card put out since: it may be gone",
        f"{DEALT} !13b(HQ;own):stand P G -C7+C8 -C9+CT S SK S8, SQ SA, HJ HQ, CT CA, C8 DT",
        (1, "A"),
        hands(5, "SK SQ HJ CA C8 C7 D9"),
    ),
    (
        "a false king is taken down",
        f"{DEALT} S Kb !25b:correct {PLAY}",
        (1, "A"),
        hands(5, f"{ELDERS} DK"),
    ),
    (
        "a play is replayed: its cards are known",
        f"{DEALT} S HJ S8 !43b(S8):replay {PLAY}",
        (1, "A"),
        hands(5, ELDERS, "S8"),
    ),
]


@pytest.mark.parametrize(
    ("deal", "moment", "number"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_an_irregularity_showed(deal: str, moment: tuple[int, str], number: int) -> None:
    assert worlds(deal)[moment] == number


def test_a_void_deal_gives_no_lines() -> None:
    assert worlds(f"{DEALT} !14b(before):void =void") == {}


def test_a_revoke_that_stood_is_no_choice_and_the_rest_is_judged() -> None:
    found = worlds(f"{DEALT} S HJ S8 !43b(S8):stand SK SA, SQ DT, HQ C7, C9 CA")
    assert (1, "A") in found
    assert (1, "B") not in found
    assert found[2, "A"] == hands(4, f"{ELDERS} S8 DK")


def test_kings_taken_down_again_and_again_are_work_that_grows_with_their_number() -> None:
    def work(times: int) -> int:
        text = f"Game 1\n{DEALT} S {'Ka ' * times}{'!25:correct ' * times}{PLAY}\n*"
        (deal,) = read_one(egn(text)).games[0].deals
        course = follow_deal(deal)
        return lines_run(lambda: list(choices_of(course)))

    assert work(400) < 5 * work(100)
