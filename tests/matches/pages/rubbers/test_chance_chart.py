"""The line of chances through a game."""

from __future__ import annotations

from matches.pages.rubbers.chance_chart import LABELS_SHOWN, ChartDeal, chart


def deals(count: int) -> list[ChartDeal]:
    return [
        ChartDeal(number, f"/{number}/", "0–0", "5 to 5", "50.0", "60.0") for number in range(1, count + 1)
    ]


def moments(*chances: float) -> list[dict[str, float]]:
    return [{"chance": chance} for chance in chances]


def test_line_goes_from_deal_to_deal_and_certainty_is_at_the_top() -> None:
    drawn = chart("Boiteau", deals(2), [moments(0.5, 0.75, 0.6), moments(0.6, 1)])
    assert drawn is not None
    assert drawn.width == 200
    assert drawn.lines == ("0,50 50,25 100,40 100,40 200,0",)
    assert drawn.edges == (100,)


def test_line_is_broken_where_a_deal_was_not_reviewed() -> None:
    drawn = chart("Boiteau", deals(3), [moments(0.5, 0.6), (), moments(0.25, 0)])
    assert drawn is not None
    assert drawn.lines == ("0,50 100,40", "200,75 300,100")


def test_there_is_no_chart_without_two_moments_in_a_row() -> None:
    assert chart("Boiteau", deals(2), [(), ()]) is None
    assert chart("Boiteau", deals(1), [moments(0.5)]) is None


def test_deals_are_named_below_the_line_where_a_finger_has_room() -> None:
    for count, has_labels in ((1, False), (2, True), (LABELS_SHOWN, True), (LABELS_SHOWN + 1, False)):
        drawn = chart("Boiteau", deals(count), [moments(0.5, 0.6)] * count)
        assert drawn is not None
        assert drawn.has_labels == has_labels
