"""Records whose cards can't all be true are reviewed as far as they go, and never end the worker."""

from __future__ import annotations

from random import Random

import pytest

from scoring.check import check_read
from scoring.notation import read_text
from tests.worker.review.deals import NAMES, deal_text, random_deal, rubber_text
from tests.worker.review.judging import deal_and_stakes
from worker.review import review_rubber
from worker.review.before_play import decisions_before_play
from worker.review.turns import turns_of

HANDS = "A:SA.H9.DQ97 B:SQJ.H8.DA.C8"
PLAY = "CA CK, CT HT, H9 H8, D9 CJ, D8 C7"
IMPOSSIBLE = [
    ("a card put out that is not in the hand", "^H7", HANDS, "P G -SK.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S", PLAY),
    ("a card taken that is in a hand", "^H7", HANDS, "P G -SA.DQ7+SQ.D8.CA -0 S", "CA C8, D8 DA, SJ SQ"),
    ("the turn-up in a hand", "^H9", HANDS, "S", "SA SQ, H8 H9, DQ DA, D9 SJ, D7 C8"),
    ("a card in both hands", "^H7", "A:SA.H9.DQ97 B:SAJ.H8.DA.C8", "S", "SA SJ, H8 H9, DQ DA, D9 SA, D7 C8"),
]


@pytest.mark.parametrize(
    ("turn_up", "hands", "calls", "play"),
    [case[1:] for case in IMPOSSIBLE],
    ids=[case[0] for case in IMPOSSIBLE],
)
def test_nothing_before_the_play_is_judged(turn_up: str, hands: str, calls: str, play: str) -> None:
    deal, stakes = deal_and_stakes(f"1. B 2-3 {turn_up} {hands} {calls} {play}")
    assert deal.course.letters
    assert list(turns_of(deal.course)) == []
    assert decisions_before_play(deal.course, stakes) == []


def garbled(random: Random, text: str) -> str:
    """The deal with one slip of the pen: a token left out, written twice or elsewhere, or another card."""
    tokens = text.split()
    at, to = random.randrange(2, len(tokens)), random.randrange(2, len(tokens))
    slip = random.randrange(4)
    if slip == 0:
        del tokens[at]
    elif slip == 1:
        tokens.insert(at, tokens[to])
    elif slip == 2:
        tokens[at], tokens[to] = tokens[to], tokens[at]
    else:
        card = random.choice(NAMES)
        tokens[at] = tokens[at].replace(random.choice(NAMES), card) if len(tokens[at]) > 2 else card
    return " ".join(tokens)


def test_a_slip_of_the_pen_leaves_sensible_values() -> None:
    random = Random(1)
    judged = 0
    for _ in range(40):
        deals = [deal_text(random_deal(random, revokes=0.1), number) for number in (1, 2)]
        text = rubber_text(*(garbled(random, deal) for deal in deals))
        for read in read_text(text):
            for review in review_rubber(check_read(read)):
                for decision in review.decisions:
                    judged += 1
                    marks = {option.name: option.marks for option in decision.options}
                    assert len(marks) == len(decision.options) >= 2, text
                    assert decision.chosen in marks, text
                    assert max(map(abs, marks.values())) <= 3, text
                    assert decision.loss == pytest.approx(max(marks.values()) - marks[decision.chosen]), text
    assert judged > 100
