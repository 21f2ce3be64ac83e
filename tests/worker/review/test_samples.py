"""The sample rubbers: every known line, and what holds for every line."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

from scoring.cards import PLAYERS, Card, Player, cards_of, format_card, lawful_cards, opponent
from scoring.check import check_file
from scoring.checked import CheckedRubber
from scoring.deal_course import Course
from tests.samples import SAMPLES, sample
from tests.worker.review.judging import reviewed_sample
from worker.review.card_play import card_decisions
from worker.review.decision import Decision
from worker.review.stakes import stakes_of

TOLERANCE = 1e-5
RUBBERS = [4, pytest.param(15, marks=pytest.mark.long), pytest.param(300, marks=pytest.mark.soak)]
"""The number of rubbers from the season, whose deals are much alike."""


def moment(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[key] for key in ("rubber", "game", "deal", "kind", "trick", "player"))


def decisions_of(rubber: CheckedRubber) -> list[Decision]:
    """Those of the play alone."""
    return [
        decision
        for game in rubber.games
        for deal in game.deals
        if deal.depth == "play"
        for decision in card_decisions(
            deal.course,
            stakes_of(rubber, game, deal),
            rubber=rubber.index,
            game=game.number,
            deal=deal.number,
        )
    ]


@pytest.fixture(scope="module", params=RUBBERS)
def season(request: pytest.FixtureRequest) -> list[tuple[CheckedRubber, list[Decision]]]:
    with sample("season.egn").open("rb") as stream:
        return [(rubber, decisions_of(rubber)) for rubber in islice(check_file(stream), request.param)]


def test_every_known_line_is_found() -> None:
    lines = [
        decision.as_json()
        for _, deals in reviewed_sample("review.egn")
        for deal in deals
        for decision in deal.decisions
    ]
    by_moment = {moment(line): line for line in lines}
    rows = [json.loads(row) for row in (SAMPLES / "review.expected.jsonl").read_text().splitlines()]
    for row in rows:
        line: dict[str, Any] = {key: by_moment[moment(row)][key] for key in row}
        assert list(line["expected"]) == list(row["expected"])
        assert line.pop("expected") == pytest.approx(row.pop("expected"), abs=TOLERANCE)
        assert line.pop("loss") == pytest.approx(row.pop("loss"), abs=TOLERANCE)
        assert line == row
    assert len(rows) == 18


def choices_in(course: Course) -> list[tuple[int, Player, list[Card]]]:
    """Return trick, player and lawful cards of each choice between two or more, up to the point where play stopped."""
    assert course.trump is not None
    left = dict(zip(PLAYERS, course.hands, strict=True))
    choices = []
    for number, trick in enumerate(course.tricks, 1):
        lead = -1
        for player, card in ((trick.leader, trick.lead), (opponent(trick.leader), trick.reply)):
            hand = left[player]
            if card is None or hand is None:
                break
            lawful = cards_of(lawful_cards(hand, lead, course.trump))
            if len(lawful) > 1:
                choices.append((number, player, lawful))
            left[player] = hand & ~(1 << card)
            lead = card
    return choices


def test_a_line_for_every_card_played_by_choice_and_no_other(
    season: list[tuple[CheckedRubber, list[Decision]]],
) -> None:
    for rubber, decisions in season:
        assert [
            (game.number, deal.number, trick, player, list(map(format_card, cards)))
            for game in rubber.games
            for deal in game.deals
            if deal.depth == "play"
            for trick, player, cards in choices_in(deal.course)
        ] == [
            (each.game, each.deal, each.trick, each.player, [option.name for option in each.options])
            for each in decisions
        ]


def test_figures_keep_within_their_bounds(season: list[tuple[CheckedRubber, list[Decision]]]) -> None:
    for _, decisions in season:
        for each in decisions:
            marks = {option.name: option.marks for option in each.options}
            chances = [option.chance for option in each.options]
            assert all(-2 <= worth <= 2 for worth in marks.values())
            assert each.loss == pytest.approx(max(marks.values()) - marks[each.chosen], abs=1e-12)
            assert (each.loss == 0) == (each.chosen in each.best)
            assert each.double_dummy_loss is not None
            assert each.double_dummy_loss >= 0
            assert each.worlds
            assert all(chance is not None and -1e-9 <= chance <= 1 + 1e-9 for chance in chances)
            assert each.equity_loss is not None
            assert 0 <= each.equity_loss <= 1


def test_cards_worth_the_same_lose_nothing_against_each_other() -> None:
    """Rubber 1, deal 1, trick 4: nine of hearts or eight of diamonds."""
    _, (first, *_) = reviewed_sample("review.egn")[0]
    each = next(each for each in first.decisions if (each.trick, each.player) == (4, "A"))
    assert each.best == ("H9", "D8")
    assert (each.loss, each.equity_loss, each.label) == (0, 0, None)


def test_no_record_is_too_faulty_to_review() -> None:
    decisions = [
        decision
        for _, deals in reviewed_sample("faults.egn")
        for deal in deals
        for decision in deal.decisions
        if decision.kind == "card"
    ]
    assert decisions
    assert all(decision.worlds for decision in decisions)
