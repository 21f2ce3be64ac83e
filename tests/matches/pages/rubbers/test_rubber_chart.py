from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.deal_lines import Place
from matches.pages.rubbers.rubber_chart import RubberChart, chances_in_game, rubber_chart
from matches.pages.rubbers.rubber_page import places_of
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from tests.matches.pages.rubbers.test_deal_rows import judgement
from worker.review.chances import chance_of_game

NAMES = ("Boiteau", "Walker")
TWO_GAMES = """Game 1
1. A S =B5 (0-2)
2. B S =B3 (0-3)
3. A S =B5 (0-5)
#0-5
Game 2
1. A S =A3 (1-0)
2. B S =B3 (1-2)
*"""


def checked(body: str, *, tags: str = "") -> CheckedRubber:
    return check_rubber(read_one(f'[EGN "1"]\n[A "A"]\n[B "B"]\n[Termination "unfinished"]\n{tags}\n{body}'))


def chart_of(
    record: CheckedRubber, mistakes: Mapping[Place, Sequence[Judgement]] | None = None
) -> RubberChart | None:
    return rubber_chart(record, places_of(record), public_id="bcd", names=NAMES, mistakes=mistakes or {})


def drawn(record: CheckedRubber, mistakes: Mapping[Place, Sequence[Judgement]] | None = None) -> RubberChart:
    chart = chart_of(record, mistakes)
    assert chart is not None
    return chart


def test_chances_follow_score_and_deal() -> None:
    record = checked(TWO_GAMES)
    assert chances_in_game(record, record.games[0]) == [
        chance_of_game(0, 0, deals=True),
        chance_of_game(0, 2, deals=False),
        chance_of_game(0, 3, deals=True),
        0.0,
    ]
    assert chances_in_game(record, record.games[1])[-1] == chance_of_game(1, 2, deals=True)


def test_games_follow_each_other_in_one_chart() -> None:
    chart = drawn(checked(TWO_GAMES))
    first, second = chart.stretches
    assert first.line.startswith("0,")
    assert first.line.endswith(" 60,100")
    assert second.line.startswith("60,")
    assert chart.edges == ("60",)
    assert first.area.startswith("0,50 ")
    assert first.area.endswith(" 60,50")
    assert [(label.x, label.name, label.score) for label in chart.labels] == [
        ("30", "Game 1", "0–5"),
        ("80", "Game 2", "1–2"),
    ]


def test_last_chance_is_that_of_the_player_ahead() -> None:
    won = drawn(checked("Game 1\n1. A S =B5 (0-2)\n2. B S =B3 (0-3)\n3. A S =B5 (0-5)\n#0-5\n*"))
    assert won.last is not None
    text = won.last.text.replace("\N{NO-BREAK SPACE}", " ")
    assert (text, won.last.look, won.last.y) == ("100 %", "b", "100")


def test_no_chart_without_deals() -> None:
    assert chart_of(checked("Game 1 #5-3\n*")) is None
    assert chart_of(checked("*")) is None


def test_la_triomphe_has_its_own_chances() -> None:
    body = "Game 1\n1. A =B4 (0-1)\n*"
    record = checked(body, tags='[Variant "Triomphe"]')
    assert chances_in_game(record, record.games[0])[0] == chance_of_game(0, 0, deals=True, variant="triomphe")


def test_mistakes_are_dots() -> None:
    mistakes = {
        (1, 1): [judgement("mistake", 0.06), judgement("inaccuracy", 0.03)],
        (1, 2): [judgement("inaccuracy", 0.03)],
        (2, 1): [judgement("blunder", 0.2), judgement("mistake", 0.06)],
    }
    first, second = drawn(checked(TWO_GAMES), mistakes).dots
    assert (first.badge.sign, first.text) == ("?", "Game 1, deal 1, Walker: Mistake")
    assert first.badge.url == "/rubbers/bcd/games/1/deals/1/?step=trick-3-b"
    assert (second.badge.sign, second.text) == ("??", "Game 2, deal 1, Walker: Blunder and 1 more")
    assert (first.x, second.x) == ("10", "70")


@pytest.mark.parametrize("number", [2, 9])
def test_no_two_dots_answer_to_the_same_finger(number: int) -> None:
    line = "\n".join(f"{deal}. {'AB'[deal % 2]} !12(HK):fresh =void" for deal in range(1, number + 1))
    mistakes = {(1, deal): [judgement("mistake", 0.06)] for deal in range(1, number + 1)}
    dots = drawn(checked(f"Game 1\n{line}\n*"), mistakes).dots
    assert len(dots) == number
    for dot, following in pairwise(dots):
        assert float(dot.left) + float(dot.width) <= float(following.left) + 0.15
        assert float(dot.left) <= float(dot.x) <= float(dot.left) + float(dot.width)
