from __future__ import annotations

from typing import Any

import pytest

from matches.pages.reviews.judgements import Judgement, flag
from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.deal_steps import steps_of
from matches.pages.rubbers.step_comments import (
    Bar,
    Comment,
    Verdict,
    bars_of,
    chances_after,
    comments,
    is_certain,
    judged_badly,
    verdict,
)
from tests.matches.pages.records import first_deal
from tests.matches.pages.rubbers.test_deal_page import FIRST, NAMES, judgement

EXPECTED = {"CA": -0.2, "HT": 0.1, "H9": 0.1, "D9": 0.0, "D8": -0.3}
CHANCES = {"CA": 0.4, "HT": 0.53, "H9": 0.53, "D9": 0.47, "D8": 0.31}


def lead(**fields: Any) -> Judgement:
    usual: dict[str, Any] = {"trick": 1, "token": 11, "player": "A", "chosen": "CA", "best": ["HT", "H9"]}
    usual |= {"expected": EXPECTED, "chances": CHANCES, "label": "blunder", "equity_loss": 0.13}
    return judgement(**{**usual, **fields})


def verdict_of(made: Judgement) -> Verdict:
    return verdict(flag(made, NAMES), made, names=NAMES)


def commented(
    *judgements: Judgement, moments: tuple[dict[str, Any], ...] = (), now: int = 1
) -> tuple[Comment, ...]:
    deal = first_deal(FIRST)
    steps = steps_of(deal, DealPage(deal, names=NAMES, judgements=judgements), names=NAMES)
    chances = chances_after(steps, moments)
    return comments(steps, judgements, names=NAMES, chances=chances, now=now, ending="Boiteau wins.")


def test_choices_of_equal_worth_share_a_bar() -> None:
    assert bars_of(lead()) == (
        Bar("9♥ 10♥", 53, "53\N{NO-BREAK SPACE}%", "", "is-best"),
        Bar("9♦", 47, "47\N{NO-BREAK SPACE}%", "", ""),
        Bar("A♣", 40, "40\N{NO-BREAK SPACE}%", "", "is-bad"),
        Bar("8♦", 31, "31\N{NO-BREAK SPACE}%", "", ""),
    )


def test_each_exchange_has_a_bar_that_names_the_cards_kept() -> None:
    expected = {"HT.D7": 0.1, "HT.D7.C8": 0.1, "HT.D7.C8.SA.SQ": -0.2, "-": -0.3}
    chances = {"HT.D7": 0.5, "HT.D7.C8": 0.5, "HT.D7.C8.SA.SQ": 0.4, "-": 0.3}
    bars = bars_of(lead(kind="discard", chosen="HT.D7", best=["HT.D7"], expected=expected, chances=chances))
    assert [bar.names for bar in bars] == ["Q♠ A♠ 8♣", "Q♠ A♠", "Change all five", "Keep all five"]


def test_bars_show_points_where_the_score_is_unknown() -> None:
    bars = bars_of(lead(chances=None, equity_loss=None, best=["HT", "H9"]))
    worths = [(bar.width, bar.worth) for bar in bars]
    assert worths == [(52, "+0.10"), (50, "0.00"), (45, "−0.20"), (42, "−0.30")]


def test_the_own_choice_is_among_the_bars_that_show_at_once() -> None:
    shown = verdict_of(lead(chosen="D8", equity_loss=0.22))
    assert [bar.names for bar in shown.bars] == ["9♥ 10♥", "9♦", "8♦"]
    assert [bar.names for bar in shown.more_bars] == ["A♣"]


def test_sentence_is_parted_into_heading_and_best() -> None:
    shown = verdict_of(lead())
    assert (shown.heading, shown.rest) == ("A♣ cost 13\N{NO-BREAK SPACE}%", "Best: 9♥ or 10♥.")
    assert (shown.badge, shown.look, shown.name) == ("??", "blunder", NAMES[0])


@pytest.mark.parametrize(("error", "badge"), [(None, "??"), (0.02, "??"), (0.13, ""), (0.2, "")])
def test_verdict_within_its_error_has_no_badge(error: float | None, badge: str) -> None:
    made = lead(equity_se=error)
    assert is_certain(made) == bool(badge)
    assert verdict_of(made).badge == badge


def test_calls_show_how_often_the_best_mix_makes_each() -> None:
    call = {"kind": "proposal", "trick": None, "token": 6, "player": "A", "chosen": "P", "best": ["P"]}
    values = {"expected": {"P": 0.1, "S": 0.1}, "chances": {"P": 0.55, "S": 0.55}}
    made = judgement(**call, **values, reasons=[{"code": "call_frequency", "by": "S", "share": 0.4}])
    shown = verdict_of(made)
    assert shown.heading == "Either call is right"
    assert [(bar.names, bar.often, bar.look) for bar in shown.bars] == [
        ("Propose", "60\N{NO-BREAK SPACE}%", "is-best"),
        ("Stand", "40\N{NO-BREAK SPACE}%", "is-best"),
    ]
    assert shown.has_mix


def test_comments_are_numbered() -> None:
    made = commented(lead(), now=7)
    assert [comment.number for comment in made if comment.is_now] == [7]
    assert [comment.number for comment in made if comment.badge] == [7]
    assert [comment.number for comment in made if comment.ending] == [16]
    assert (made[6].by, made[7].by, made[0].by) == ("a", "b", "")


def test_mistakes_are_found_by_their_step() -> None:
    deal = first_deal(FIRST)
    made = (lead(), lead(trick=2, token=14, chosen="HT", label=""), lead(trick=3, token=15, equity_se=0.5))
    steps = steps_of(deal, DealPage(deal, names=NAMES, judgements=made), names=NAMES)
    assert list(judged_badly(steps, made)) == [6]


def test_chance_is_that_of_the_last_moment_reached() -> None:
    moments = (
        {"step": "start", "token": 0, "chance": 0.5},
        {"step": "dealt", "token": 5, "chance": 0.4},
        {"step": "turned", "token": 3, "chance": 0.42},
        {"step": "called", "token": 6, "chance": 0.43},
        {"step": "drawn", "token": 9, "chance": 0.55},
    )
    made = commented(moments=moments)
    said = [comment.values for comment in made]
    both_open = "Chance to win the game with both hands open:"
    assert said[0] == f"{both_open} Walker 58\N{NO-BREAK SPACE}%, Boiteau 42\N{NO-BREAK SPACE}%."
    chances = [values.rpartition("Boiteau ")[2][:2] for values in said[:6]]
    assert chances == ["42", "43", "43", "43", "55", "55"]
    assert {comment.values for comment in commented()} == {""}
