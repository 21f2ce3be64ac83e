"""The sample rubbers: every known line, and what holds for every line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.cards import PLAYERS, Card, Player, adversary, cards_of, format_card, lawful_cards
from scoring.check import check_file
from scoring.checked import CheckedRubber
from scoring.course import Course
from worker.review import CardDecision, review_rubber
from worker.review.flags import FLAGGED_FROM

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
TOLERANCE = 1e-5
KEYS = [
    "rubber",
    "game",
    "deal",
    "kind",
    "trick",
    "player",
    "chosen",
    "best",
    "double_dummy_loss",
    "expected",
    "loss",
    "worlds",
    "equity_loss",
    "label",
    "flagged",
]


def checked(name: str) -> list[CheckedRubber]:
    with (SAMPLES / name).open("rb") as stream:
        return list(check_file(stream))


def moment(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[key] for key in ("rubber", "game", "deal", "kind", "trick", "player"))


@pytest.fixture(scope="module")
def season() -> list[tuple[CheckedRubber, list[CardDecision]]]:
    return [(rubber, review_rubber(rubber)) for rubber in checked("season.egn")]


def test_every_known_line_is_found() -> None:
    lines = [decision.as_json() for rubber in checked("review.egn") for decision in review_rubber(rubber)]
    found = {moment(line): line for line in lines}
    rows = [json.loads(row) for row in (SAMPLES / "review.expected.jsonl").read_text().splitlines()]
    for row in rows:
        line: dict[str, Any] = {key: found[moment(row)][key] for key in row}
        assert list(line["expected"]) == list(row["expected"])
        assert line.pop("expected") == pytest.approx(row.pop("expected"), abs=TOLERANCE)
        assert line.pop("loss") == pytest.approx(row.pop("loss"), abs=TOLERANCE)
        assert line == row
    assert len(rows) == 18
    assert len(found) == len(lines)


def test_lines_have_the_keys_of_the_contract() -> None:
    (first, *_) = checked("review.egn")
    for decision in review_rubber(first):
        line = decision.as_json()
        assert list(line) == KEYS
        assert (line["kind"], line["equity_loss"], line["label"]) == ("card", None, None)
        assert line["flagged"] == (decision.loss >= FLAGGED_FROM)


def choices_in(course: Course) -> list[tuple[int, Player, list[Card]]]:
    """Trick, player and lawful cards wherever there are two or more, up to where play stopped."""
    assert course.trump is not None
    left = dict(zip(PLAYERS, course.hands, strict=True))
    choices = []
    for number, trick in enumerate(course.tricks, 1):
        lead = -1
        for player, card in ((trick.leader, trick.lead), (adversary(trick.leader), trick.reply)):
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
    season: list[tuple[CheckedRubber, list[CardDecision]]],
) -> None:
    for rubber, decisions in season:
        assert [
            (game.number, deal.number, *choice)
            for game in rubber.games
            for deal in game.deals
            if deal.depth == "play"
            for choice in choices_in(deal.course)
        ] == [
            (each.game, each.deal, each.trick, each.player, [card for card, _ in each.totals])
            for each in decisions
        ]


def test_figures_keep_within_their_bounds(season: list[tuple[CheckedRubber, list[CardDecision]]]) -> None:
    for _, decisions in season:
        for each in decisions:
            assert all(-2 <= marks <= 2 for marks in each.expected.values())
            assert each.loss == max(each.expected.values()) - each.expected[each.chosen]
            assert (each.loss == 0) == (each.chosen in each.best)
            assert each.double_dummy_loss >= 0
            assert each.worlds >= 1
            assert not (each.flagged and each.chosen in each.best)


def test_cards_worth_the_same_lose_nothing_against_each_other() -> None:
    """Rubber 1, deal 1, trick 4: nine of hearts or eight of diamonds."""
    first = checked("review.egn")[0]
    each = next(each for each in review_rubber(first) if (each.deal, each.trick, each.player) == (1, 4, "A"))
    assert [format_card(card) for card in each.best] == ["H9", "D8"]
    assert each.loss == 0
    assert not each.flagged


@pytest.mark.parametrize("name", ["faults.egn", "evening.egn"])
def test_no_record_is_too_faulty_to_review(name: str) -> None:
    decisions = [decision for rubber in checked(name) for decision in review_rubber(rubber)]
    assert decisions
    assert all(decision.worlds for decision in decisions)
