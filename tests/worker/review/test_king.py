"""Announcing the king of trumps, or keeping silent."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.worker.review.deals import NAMES
from tests.worker.review.judging import deal_and_stakes
from tests.worker.solver import naive
from tests.worker.solver.naive import position_of
from worker.review.chances import chance_of_game
from worker.review.decision import Decision
from worker.review.king import king_decisions

# A is the elder; B, who deals, has the king of diamonds, the nine being turned up.
DEALT = "B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DK.C9"
PLAY = "SK {}S8, SQ SA, HJ HQ, C9 CA, C7 DK"
ANNOUNCED, SILENT = PLAY.format("Kb "), PLAY.format("")
ELDERS = "B 3-2 ^D9 A:SKQ.HJ.DK7 B:SA8.HQ.DT.C9"


def judged(text: str, *earlier: str) -> list[Decision]:
    deal, stakes = deal_and_stakes(text, *earlier)
    return list(king_decisions(deal.course, stakes))


def only(text: str, *earlier: str) -> Decision:
    (decision,) = judged(text, *earlier)
    return decision


FOUR_TO_THREE = ("1. A =A4 (1-0)", "2. B =B4 (1-1)", "3. A =A5 (3-1)", "4. B =B5 (3-3)", "5. A =A3 (4-3)")
FOUR_ALL = (*FOUR_TO_THREE, "6. B =B3 (4-4)")
LOVE_FOUR = ("1. A =B3 (0-1)", "2. B =B3 (0-2)", "3. A =B5 (0-4)")


def test_at_four_to_three_after_standing_the_mark_is_idle() -> None:
    """An elder who stood at once pays two, so that the dealer's point is enough with or without the king."""
    for text, chosen in ((ANNOUNCED, "K"), (SILENT, "-")):
        decision = only(f"6. {DEALT} S {text}", *FOUR_TO_THREE)
        assert (decision.player, decision.chosen) == ("B", chosen)
        with_mark, without = (option.chance for option in decision.options)
        assert with_mark is not None
        assert without is not None
        assert decision.equity_loss is not None
        assert decision.equity_se is not None
        assert decision.method == "hands hidden"
        # Silence hides the king from the elder hand, which hardly ever costs anything.
        assert without - with_mark > -3 * decision.equity_se
        own, other = (with_mark, without) if chosen == "K" else (without, with_mark)
        assert decision.equity_loss == pytest.approx(max(0.0, other - own))
        assert all(option.hidden_marks is not None for option in decision.options)
        assert [reason.code for reason in decision.reasons] == ["mark_idle"]
        assert decision.book is not None
        assert (decision.book.rule, decision.book.choices) == ("king-silent", ("-",))


def test_at_four_to_three_after_a_proposal_the_mark_is_worth_having() -> None:
    exchange = "P G -C7+CJ -0"
    decision = only(f"6. {DEALT} {exchange} S SK S8, SQ SA, HJ HQ, C9 CJ, CA DK", *FOUR_TO_THREE)
    assert decision.equity_loss
    assert decision.label == "blunder"
    assert decision.book is not None
    assert decision.book.choices == ("K",)


def test_silence_at_love_all_gives_a_mark_away() -> None:
    decision = only(f"1. {DEALT} S {SILENT}")
    assert (decision.kind, decision.player, decision.chosen, decision.best) == ("king", "B", "-", ("K",))
    assert decision.loss == 1
    assert decision.label == "blunder"
    assert [reason.code for reason in decision.reasons] == ["loses_mark"]
    assert (decision.method, decision.se) == ("counted", None)


def test_who_announces_loses_nothing() -> None:
    decision = only(f"1. {DEALT} S {ANNOUNCED}")
    assert (decision.chosen, decision.loss, decision.equity_loss, decision.label) == ("K", 0, 0, None)
    assert decision.reasons == ()


def test_the_mark_that_wins_the_game_is_all_of_it() -> None:
    """At four all: it is marked before the tricks."""
    announced, silent = (only(f"7. {DEALT} S {text}", *FOUR_ALL) for text in (ANNOUNCED, SILENT))
    assert announced.options == silent.options
    assert announced.options[0].chance == 1
    assert announced.options[1].chance is not None
    assert announced.options[1].chance < 1
    assert silent.equity_loss == pytest.approx(1 - announced.options[1].chance)


def test_values_are_counted_over_every_hand() -> None:
    """B knows that A led the king of spades; every other four cards are as likely, and are played out by search."""
    decision = only(f"1. {DEALT} S {SILENT}")
    lead, own = NAMES.index("SK"), [NAMES.index(card) for card in ("SA", "S8", "HQ", "DK", "C9")]
    unseen = [card for card in range(32) if card not in (lead, *own, NAMES.index("D9"))]
    marks = {"K": 0.0, "-": 0.0}
    chances = {"K": 0.0, "-": 0.0}
    worlds = 0
    trump = NAMES.index("D9") // 8
    for rest in combinations(unseen, 4):
        theirs = [lead, *rest]
        row = position_of(theirs, own, trump)
        led = next(
            (place, at)
            for place, suit in enumerate([trump, 0, 1, 3])
            for at, card in enumerate(sorted(card for card in [*theirs, *own] if card // 8 == suit))
            if card == lead
        )
        tricks = max(naive.replies(row, led).values())
        # The elder stood: losing costs them two.
        a, b = (0, 2) if tricks >= 3 else (2 if tricks == 0 else 1, 0)
        worlds += 1
        marks["K"] += 1 + b - a
        marks["-"] += b - a
        chances["K"] += chance_of_game(1 + b, a, deals=False)
        chances["-"] += chance_of_game(b, a, deals=False)
    assert decision.worlds == worlds
    for option in decision.options:
        assert option.marks == pytest.approx(marks[option.name] / worlds)
        assert option.chance == pytest.approx(chances[option.name] / worlds)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        (f"{ELDERS} S Ka SK S8, SQ SA, HJ HQ, C9 D7, DK DT", "K"),
        (f"{ELDERS} S SK S8, SQ SA, HJ HQ, C9 D7, DK DT", "-"),
        # Law 24: behind the king itself as the first card.
        (f"{ELDERS} S DK Ka DT, SK S8, SQ SA, HJ HQ, C9 D7", "K"),
    ],
)
def test_the_elder_decides_before_the_lead(text: str, chosen: str) -> None:
    decision = only(f"1. {text}")
    assert (decision.player, decision.chosen) == ("A", chosen)


def test_a_first_card_that_was_forced_leaves_the_choice() -> None:
    """B must follow with their only spade; announcing the king is their choice all the same."""
    decision = only("1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:S8.HQ.DKT.C9 S SK S8, SQ DT, DK C7, HQ HJ, C9 CA")
    assert (decision.player, decision.chosen, decision.label) == ("B", "-", "blunder")


def test_a_king_announced_too_late_was_kept_back() -> None:
    decision = only(f"1. {DEALT} S SK S8, SQ Kb SA, HJ HQ, C9 CA, C7 DK")
    assert decision.chosen == "-"


@pytest.mark.parametrize(
    "text",
    [
        # Turned up: it is marked or not, and nobody's secret.
        "1. B 3-2 ^DK A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9 Kb S SK S8, SQ SA, HJ HQ, C9 CA, C7 DT",
        # Nobody has it.
        "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9 S SK S8, SQ SA, HJ HQ, C9 CA, C7 DT",
        # An incident.
        f"1. {DEALT} !13b(HQ;own):stand S {SILENT}",
    ],
)
def test_there_may_be_nothing_to_announce(text: str) -> None:
    assert judged(text) == []


def test_nothing_is_judged_once_the_game_is_over() -> None:
    assert judged(f"5. {DEALT} S {SILENT}", *LOVE_FOUR, "4. B =B5 (0-5)") == []


def test_without_a_score_the_mark_alone_is_told() -> None:
    text = f"2. {DEALT} S {SILENT}"
    deal, stakes = deal_and_stakes(text, "1. A -2 =void")
    (decision,) = king_decisions(deal.course, stakes.__class__("B", None))
    assert (decision.loss, decision.equity_loss, decision.label) == (1, None, None)
    assert [option.chance for option in decision.options] == [None, None]
