from __future__ import annotations

from matches.models import DealReview
from matches.pages.rubbers.deal_chart import deal_chart, luck_bar
from tests.matches.pages.rubbers.test_deal_page import NAMES
from tests.matches.pages.rubbers.test_step_comments import commented, lead

MOMENTS = ({"step": "start", "token": 0, "chance": 0.5}, {"step": "turned", "token": 3, "chance": 0.25})


def test_mistakes_are_dots_on_the_line() -> None:
    chart = deal_chart(commented(lead()), [0.25] * 15 + [1], MOMENTS, now=8)
    assert chart is not None
    points = chart.points.split()
    assert (points[0], points[1], points[-1], len(points)) == ("0,50", "6.2,75", "100,0", 17)
    assert chart.now == 50
    assert [(dot.step, dot.x, dot.y, dot.badge, dot.look) for dot in chart.dots] == [
        (7, 43.8, 75, "??", "blunder")
    ]


def test_there_is_no_chart_without_the_chance_of_every_step() -> None:
    assert deal_chart(commented(), [None] * 16, (), now=1) is None
    assert deal_chart(commented(), [None, *[0.5] * 15], MOMENTS, now=1) is None


def test_luck_is_one_bar_on_the_side_of_the_lucky_player() -> None:
    bar = luck_bar(DealReview(dealt_marks=-0.5, turned_marks=0.22, drawn_marks=0.0), NAMES)
    assert bar is not None
    assert (bar.player, bar.name, bar.total) == ("b", "Walker", "+0.28")
    assert bar.parts == "In points: cards dealt +0.50, turn-up −0.22"
    assert (bar.solid, bar.pale_from, bar.pale) == (17, 117, 13)


def test_very_good_luck_stays_within_the_bar() -> None:
    bar = luck_bar(DealReview(dealt_marks=3.0, turned_marks=0.0, drawn_marks=0.0), NAMES)
    assert bar is not None
    assert bar.solid + bar.pale <= 100


def test_unknown_luck_has_no_bar() -> None:
    assert luck_bar(None, NAMES) is None
    assert luck_bar(DealReview(dealt_marks=0.1), NAMES) is None
