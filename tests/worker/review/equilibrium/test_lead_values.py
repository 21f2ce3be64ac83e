"""Changes by hidden play in first leads are estimated from leads that were tried, shipped, and used by reviews."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, cards_of, format_card, parse_card, parse_cards
from tests.worker.review.judging import deal_and_stakes
from worker.review.card_play import card_decisions
from worker.review.equilibrium.lead_values import (
    DATA,
    LEVELS,
    MOST_STEPS,
    as_json,
    estimate_leads,
    fill_codes,
    lead_changes,
    lead_table,
    steps_behind,
)
from worker.review.equilibrium.sampled_leads import LEAD, WORLDS, play_part, play_parts
from worker.review.tables import FOLDER

# A, the elder hand, stands; hearts are trumps.
DEAL = "1. B 2-3 ^HT A:HQ8.SA.D97 B:H97.SKQ.C8 S HQ H7, H8 H9, SK SA, SQ D7, C8 D9"


def codes(hand: str, turned: int, vulnerable: int, lead: str, behind: int = 2) -> list[int]:
    codes = np.zeros(LEVELS, np.int64)
    fill_codes(parse_cards(hand), turned, vulnerable, parse_card(lead), behind, codes)
    return codes.tolist()


def test_plain_suits_are_alike_and_what_a_level_looks_at_is_not() -> None:
    first = codes("SQ8.HA7.D9", 3, 1, "HA")
    assert first == codes("SQ8.CA7.H9", 3, 1, "CA")
    refused = codes("SQ8.HA7.D9", 3, 2, "HA")
    assert all(one != other for one, other in zip(first, refused, strict=True))
    assert codes("SQ8.HA7.D9", 3, 1, "HA", 3)[1] != first[1]
    assert codes("SQ8.HA7.D9", 3, 1, "SQ")[1] != first[1]
    assert codes("SQ8.HA7.D9", 7, 1, "HA")[2] != first[2]
    assert codes("SQ8.HA7.D9", 3, 1, "H7")[:3] == first[:3]
    assert codes("SQ8.HA7.D9", 3, 1, "H7")[3] != first[3]
    assert codes("SQ8.HA.D97", 3, 1, "HA")[3] != first[3]


def test_a_lead_is_so_many_steps_behind_the_best_one() -> None:
    assert steps_behind(np.array([0.4, 0.51, -1.2, 0.29])).tolist() == [2, 0, MOST_STEPS, 4]


def tried(number: int, change: float) -> NDArray[np.void]:
    """Leads of random hands. A trump is worth ``change`` less in hidden play; all else is chance."""
    random = np.random.default_rng(1)
    rows = np.zeros((number, HAND_SIZE), LEAD)
    for deal, row in enumerate(rows):
        cards = np.sort(random.permutation(np.arange(1, 32))[:HAND_SIZE])
        row["deal"], row["hand"], row["lead"] = deal, sum(1 << int(card) for card in cards), cards
        for name in ("change", "other"):
            row[name] = np.where(cards < 8, -change, 0.0) + 0.3 * random.standard_normal(HAND_SIZE)
    return rows.ravel()


def test_estimates_find_what_is_there_and_leave_chance_out() -> None:
    table = estimate_leads(tried(2_000, 0.2))
    differences = []
    for hand in ("SQ8.HA7.D9", "SKJ.HQ.D98", "S7.HKA.CT8"):
        values: dict[bool, list[float]] = {True: [], False: []}
        for lead in cards_of(parse_cards(hand)):
            parts = zip(table.levels, codes(hand, 0, 0, format_card(lead)), strict=True)
            values[lead < 8].append(sum(level.get(code, 0.0) for level, code in parts))
        differences.append(np.mean(values[True]) - np.mean(values[False]))
    assert differences == pytest.approx([-0.2] * 3, abs=0.08)
    assert table.error < 0.08


def test_what_the_levels_cannot_see_is_the_error() -> None:
    """Each lead of each deal has a value of its own, the same in both halves: nothing can be learnt from others."""
    rows = tried(1_000, 0.0)
    own = 0.2 * np.random.default_rng(2).standard_normal(len(rows))
    for name in ("change", "other"):
        rows[name] += own
    assert estimate_leads(rows).error == pytest.approx(0.2 * np.sqrt(2), abs=0.04)


def test_leads_are_tried_alike_for_a_seed_and_stored_in_parts(tmp_path: Path) -> None:
    rows = play_part(3, 20)
    assert len(rows) == 20 * HAND_SIZE
    assert all(row["hand"] >> row["lead"] & 1 and not row["hand"] >> row["turned"] & 1 for row in rows)
    # Marks change by whole numbers in each of the hands.
    for name in ("change", "other"):
        assert (rows[name] * WORLDS == np.round(rows[name] * WORLDS)).all()
        assert (np.abs(rows[name]) <= 4).all()
    assert (play_parts(tmp_path, 2, 3, 20)[: len(rows)] == rows).all()
    assert (play_parts(tmp_path, 2, 3, 20)[: len(rows)] == rows).all()


def test_the_shipped_file_is_read_as_it_is_written() -> None:
    table = lead_table()
    assert json.loads((FOLDER / DATA).read_text("utf-8")) == as_json(table)
    assert 0 < table.error < 0.3
    assert len(table.levels) == LEVELS


def test_a_review_judges_first_leads_by_hidden_play_and_keeps_the_counts_beside() -> None:
    deal, stakes = deal_and_stakes(DEAL)
    (first, *others) = card_decisions(deal.course, stakes)
    assert (first.trick, first.player, first.method) == (1, "A", "hands hidden")
    line = first.as_json()
    hidden, expected = line["hidden"], line["expected"]
    assert isinstance(hidden, dict)
    assert isinstance(expected, dict)
    assert list(hidden) == list(expected)
    # Spades and hearts change places for the table.
    swap = str.maketrans("SH", "HS")
    leads = [parse_card(option.name.translate(swap)) for option in first.options]
    means = [option.marks for option in first.options]
    changes = lead_changes(parse_cards("SQ8.HA.D97"), 3, 1, leads, np.array(means))
    assert any(changes)
    for option, change in zip(first.options, changes, strict=True):
        assert option.hidden_marks == pytest.approx(option.marks + change)
    assert first.equity_se is not None
    assert line["equity_se"] == round(first.equity_se, 6)
    assert "se" not in line
    assert 0 < first.equity_se < 0.03
    assert all(option.hidden_marks is None for other in others for option in other.options)
    chances = {option.name: option.chance or 0.0 for option in first.options}
    assert first.equity_loss == pytest.approx(max(chances.values()) - chances[first.chosen], abs=1e-8)
