"""Whole rubbers reviewed: their deals in order, the lines that scripts rely on, and contradictory records,
which never crash the worker.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.cards import PLAYERS, king_of, seat
from scoring.check import check_file, check_read
from scoring.checked import CheckedRubber
from scoring.notation import read_text
from tests.samples import sample
from tests.scoring.egn import checked as checked_body
from tests.support.rows import each_row
from tests.worker.review.deals import NAMES, deal_text, random_deal, rubber_text
from tests.worker.review.judging import deal_and_stakes, reviewed_sample
from worker.review import review_rubber
from worker.review.before_play import decisions_before_play
from worker.review.decision import DealReview
from worker.review.policy_version import POLICY_VERSION
from worker.review.turns import turns_of

KEYS = [
    *("rubber", "game", "deal", "kind", "trick", "player", "chosen", "best", "double_dummy_loss", "expected"),
    *("loss", "worlds", "chances", "equity_loss", "label", "rubber_loss", "stake_loss", "method", "book"),
    "reasons",
]


def evening() -> tuple[tuple[CheckedRubber, tuple[DealReview, ...]], ...]:
    return reviewed_sample("evening.egn")


def lines() -> list[dict[str, Any]]:
    return [decision.as_json() for _, deals in evening() for deal in deals for decision in deal.decisions]


def test_every_fully_recorded_deal_is_reviewed_in_order() -> None:
    for rubber, reviews in evening():
        assert [(each.rubber, each.game, each.deal) for each in reviews] == [
            (rubber.index, game.number, deal.number)
            for game in rubber.games
            for deal in game.deals
            if deal.depth == "play"
        ]


def test_decisions_of_a_deal_stand_in_the_order_of_their_tokens() -> None:
    for _, reviews in evening():
        for review in reviews:
            order = [
                (decision.token, ("proposal", "reply", "discard", "king", "card").index(decision.kind))
                for decision in review.decisions
            ]
            assert order == sorted(order)
            assert len(set(order)) == len(order)
            assert all(
                (each.rubber, each.game, each.deal) == (review.rubber, review.game, review.deal)
                for each in review.decisions
            )


def test_lines_have_the_keys_of_the_contract() -> None:
    rows = lines()
    assert {line["kind"] for line in rows} == {"card", "proposal", "reply", "discard", "king"}
    for line in rows:
        more = [] if line["kind"] == "card" else ["policy"]
        is_call = line["kind"] in ("proposal", "reply", "discard")
        is_first_lead = line["kind"] == "card" and line["trick"] == 1 and line["method"] == "hands hidden"
        is_tried = is_first_lead or (is_call and line["method"] == "hands hidden") or line["kind"] == "king"
        hidden = ["hidden"] if is_tried and line["method"] == "hands hidden" else []
        errors = ["se", "equity_se"] if is_call else ["equity_se"] if hidden else []
        frequency = [key for key in ("frequency",) if key in line]
        assert not frequency or line["kind"] in ("proposal", "reply")
        assert list(line) == [*KEYS, *frequency, *hidden, *errors, *more]
        assert line.get("policy", POLICY_VERSION) == POLICY_VERSION
        assert (
            (line["kind"] == "card") == (line["trick"] is not None) == (line["double_dummy_loss"] is not None)
        )
        assert line["kind"] != "discard" or line["method"] == "sampled"
        assert (line["method"] in ("sampled", "hands hidden")) or not is_call
        assert list(line["expected"]) == list(line["chances"])
        assert line["chosen"] in line["expected"]
        assert len(line["expected"]) > 1
        assert set(line["best"]) <= set(line["expected"])


def test_the_evening_s_scores_are_known_and_its_stakes_are_treble() -> None:
    treble = 0
    for rubber, reviews in evening():
        is_treble = rubber.rubber.rules.reckoning == "treble"
        treble += is_treble
        for review in reviews:
            for decision in review.decisions:
                assert decision.equity_loss is not None
                assert decision.rubber_loss is not None
                assert decision.rubber_loss <= decision.equity_loss + 1e-12
                assert (decision.stake_loss is not None) == is_treble
    assert treble


def test_every_king_of_the_evening_is_judged() -> None:
    """A player with the king of trumps decides on it, unless the deal ends before their first card."""
    kings = 0
    for rubber, reviews in evening():
        for review in reviews:
            course = rubber.games[review.game - 1].deals[review.deal - 1].course
            king = 1 << king_of(course.trump or 0)
            holders = [player for player in PLAYERS if (course.hands[seat(player)] or 0) & king]
            cards = {player: [trick.card_of(player) for trick in course.tricks] for player in holders}
            played = [player for player in holders if set(cards[player]) - {None}]
            assert [each.player for each in review.decisions if each.kind == "king"] == played
            kings += len(played)
    assert kings > 20


def test_luck_and_moments_are_told_of_every_deal_of_the_evening() -> None:
    for _, reviews in evening():
        for review in reviews:
            assert review.luck is not None
            assert review.moments[0].step == "start"
            assert review.moments[-1].step == "end"


BODY = "Game 1\n1. A ^C9 B:HA.DQ8.CQT A:SQ8.DJ.C87 S CT C8, CQ C7, DQ DJ, HA SQ, D8 S8{}\n2. B =A3\n*"


def test_deals_of_marks_alone_are_left_out() -> None:
    (only,) = review_rubber(checked_body(BODY.format(""), Termination="unfinished"))
    assert only.deal == 1
    assert only.decisions


@pytest.mark.parametrize("name", ["faults.egn", "season.egn"])
def test_a_second_review_says_the_same(name: str) -> None:
    with sample(name).open("rb") as stream:
        rubber, first = next((each, review) for each in check_file(stream) if (review := review_rubber(each)))
    assert review_rubber(rubber) == first


HANDS = "A:SA.H9.DQ97 B:SQJ.H8.DA.C8"
PLAY = "CA CK, CT HT, H9 H8, D9 CJ, D8 C7"
IMPOSSIBLE = [
    ("a card put out that is not in the hand", "^H7", HANDS, "P G -SK.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S", PLAY),
    ("a card taken that is in a hand", "^H7", HANDS, "P G -SA.DQ7+SQ.D8.CA -0 S", "CA C8, D8 DA, SJ SQ"),
    ("the turn-up in a hand", "^H9", HANDS, "S", "SA SQ, H8 H9, DQ DA, D9 SJ, D7 C8"),
    ("a card in both hands", "^H7", "A:SA.H9.DQ97 B:SAJ.H8.DA.C8", "S", "SA SJ, H8 H9, DQ DA, D9 SA, D7 C8"),
]


@each_row(("name", "turn_up", "hands", "calls", "play"), IMPOSSIBLE)
def test_nothing_before_the_play_is_judged(
    name: str, turn_up: str, hands: str, calls: str, play: str
) -> None:
    deal, stakes = deal_and_stakes(f"1. B 2-3 {turn_up} {hands} {calls} {play}")
    assert deal.course.letters
    assert list(turns_of(deal.course)) == []
    assert decisions_before_play(deal.course, stakes) == []


def garbled(random: Random, text: str) -> str:
    """Return the deal with one slip of the pen: a token left out, written twice or elsewhere, or another card."""
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
