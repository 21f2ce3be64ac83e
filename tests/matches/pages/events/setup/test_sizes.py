"""Estimates of rounds, rubbers, byes and time for a number of players."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from matches.pages.events.setup.presets import PRESETS
from matches.pages.events.setup.sizes import event_size, size_table, size_words, time_words
from matches.rules.events.plan import EventPlan, StagePlan


def plain(text: str) -> str:
    """Return the text with the no-break spaces of its time as spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


PLANS = {preset.key: EventPlan(stages=preset.stages) for preset in PRESETS}


@pytest.mark.parametrize(
    ("key", "players", "expected"),
    [
        ("swiss", 12, "4 rounds, 24 rubbers, about 2 h 40"),
        ("round_robin", 12, "11 rounds, 66 rubbers, about 7 h 20"),
        ("knockout", 12, "4 rounds, 11 rubbers, about 2 h 40"),
        ("groups", 12, "6 rounds, 19 rubbers, about 4 h 00"),
        ("league", 12, "11 rounds, 66 rubbers"),
        ("swiss", 2, "1 round, 1 rubber, about 40 min"),
        ("swiss", 1, ""),
        ("swiss", 0, ""),
    ],
)
def test_size_in_words(key: str, players: int, expected: str) -> None:
    assert plain(size_words(event_size(PLANS[key], players), 3)) == expected


def test_few_tables_take_longer() -> None:
    plan = EventPlan(stages=(StagePlan(kind="swiss", rounds=4),), tables=3)
    assert event_size(plan, 12).turns == 8


@pytest.mark.parametrize(
    ("key", "players", "expected"),
    [
        ("swiss", 12, ""),
        ("swiss", 13, "An odd number: one player has a bye each round."),
        ("groups", 12, "In a group of odd size, one player has a bye each round."),
        ("groups", 16, ""),
        ("knockout", 12, "4 players have a bye in round 1."),
        ("knockout", 16, ""),
        ("knockout", 1, "A draw needs at least two players."),
    ],
)
def test_byes_are_said(key: str, players: int, expected: str) -> None:
    assert event_size(PLANS[key], players).note == expected


def test_time_depends_on_the_length_of_a_rubber() -> None:
    times = [plain(time_words(4, best_of)) for best_of in (1, 3, 5)]
    assert times == ["about 1 h 00", "about 2 h 40", "about 4 h 20"]


def test_a_row_of_the_table_has_the_numbers_of_the_estimate() -> None:
    table = size_table(PLANS, 16)
    for key, plan in PLANS.items():
        for players in range(17):
            rounds, rubbers, turns, note = table["formats"][key][players]
            size = event_size(plan, players)
            expected = (size.rounds, size.rubbers, size.turns, size.note)
            assert (rounds, rubbers, turns, table["notes"][note]) == expected
    assert table["minutes"]["3"] == 40


def test_texts_of_the_table_leave_a_place_for_the_number() -> None:
    words = size_table(PLANS, 2)["words"]
    assert words["rounds"] == ["# round", "# rounds"]
    assert words["rubbers"] == ["# rubber", "# rubbers"]
    assert [plain(text) for text in words["time"]] == ["about # min", "about # h ##"]
    with override("fr"):
        assert size_table(PLANS, 2)["words"]["players"] == ["# joueur", "# joueurs"]
