"""What the page guide shows of reviews: a decision of every kind, a line of chances, a deal to step through."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from matches.pages.reviews.judgements import Flag, Judgement, flag
from matches.pages.rubbers.chance_chart import Chart, ChartDeal, chart
from matches.pages.rubbers.deal_page import DealPage, deal_page
from matches.pages.rubbers.deal_steps import Board, board
from matches.pages.styleguide.samples import FLAGGED, NAMES, address, checked

EXCHANGED: Final = 2
"""The sample's deal with an exchange, by its position from 1."""
DECISIONS: Final = (
    Judgement(
        game=1,
        deal=EXCHANGED,
        kind="reply",
        trick=None,
        player="B",
        chosen="G",
        best=["R"],
        expected={"G": -0.1, "R": 0.1},
        loss=0.2,
        worlds=65780,
        double_dummy_loss=None,
        label="inaccuracy",
        token=7,
        chances={"G": 0.48, "R": 0.511},
        equity_loss=0.031,
        rubber_loss=0.016,
        stake_loss=0.06,
        method="counted",
        book={"rule": "accept", "choices": ["G"]},
        reasons=[
            {"code": "makes_point", "makes": 37310, "worlds": 65780},
            {"code": "after_exchange", "share": 0.41},
            {"code": "counts_two", "by": "R"},
        ],
    ),
    Judgement(
        game=1,
        deal=EXCHANGED,
        kind="discard",
        trick=None,
        player="A",
        chosen="SA.DQ7",
        best=["SA.DQ97"],
        expected={"SA.DQ7": 0.12, "SA.DQ97": 0.3, "SA": -0.1, "-": -0.4},
        loss=0.18,
        worlds=None,
        double_dummy_loss=None,
        label="mistake",
        token=8,
        se=0.02,
        chances={"SA.DQ7": 0.5, "SA.DQ97": 0.57, "SA": 0.4, "-": 0.3},
        equity_loss=0.07,
        equity_se=0.004,
        method="sampled",
        book={"rule": "discard-all", "choices": ["SA.DQ97"]},
        reasons=[{"code": "keeps", "cards": "H9"}],
    ),
    Judgement(
        game=1,
        deal=EXCHANGED,
        kind="card",
        trick=1,
        player="A",
        chosen="CA",
        best=["HT", "H9"],
        expected={"CA": -0.24, "HT": 0.12, "H9": 0.12, "D9": -0.31, "D8": -0.31},
        loss=0.36,
        worlds=12650,
        double_dummy_loss=1,
        label="blunder",
        token=11,
        chances={"CA": 0.4, "HT": 0.53, "H9": 0.53, "D9": 0.39, "D8": 0.39},
        equity_loss=0.13,
        method="hands hidden",
        reasons=[
            {"code": "loses_against", "worlds": 12650, "loses": 4123, "gains": 31, "best": "HT"},
            {
                "code": "refutation",
                "hand": "H8.CKJT7",
                "chosen_line": ["CA", "CK", "CT", "HT", "H9", "H8", "D9", "CJ", "D8", "C7"],
                "best_line": ["HT", "H8", "H9", "C7", "D9", "CT", "D8", "CJ", "CA", "CK"],
                "chosen_marks": -1,
                "best_marks": 1,
                "best": "HT",
            },
        ],
    ),
    Judgement(
        game=1,
        deal=EXCHANGED,
        kind="proposal",
        trick=None,
        player="A",
        chosen="P",
        best=["P"],
        expected={"P": 0.1, "S": -0.3},
        loss=0,
        worlds=65780,
        double_dummy_loss=None,
        label=None,
        token=6,
        chances={"P": 0.52, "S": 0.44},
        equity_loss=0,
        method="counted",
        book={"rule": "propose", "choices": ["P"]},
    ),
)
"""One of each label, dear and cheap, and a choice that was best; all in the deal with the exchange."""
MOMENTS: Final[tuple[dict[str, Any], ...]] = tuple(
    {"step": "trick", "token": token, "trick": None, "chance": chance}
    for token, chance in ((1, 0.42), (5, 0.47), (9, 0.55), (12, 0.41), (14, 0.52), (20, 0.66))
)


def page() -> DealPage:
    return deal_page(checked().games[0].deals[EXCHANGED - 1], names=NAMES, judgements=DECISIONS[2:3])


def flags() -> list[Flag]:
    """Each of the decisions, and one whose figures are marks alone."""
    bare = dataclasses.replace(FLAGGED, label=None, equity_loss=None, chances=None, token=0)
    return [flag(judgement, NAMES) for judgement in (*DECISIONS, bare)]


def steps() -> Board | None:
    return board(checked().games[0].deals[EXCHANGED - 1], page(), names=NAMES, moments=MOMENTS)


def line() -> Chart | None:
    """A game of three deals, of which the second was not reviewed."""
    here = address("reviews")
    deals = [
        ChartDeal(1, here, "0–0", "5 to 5", "42.0", "66.0"),
        ChartDeal(2, here, "0–1", "4 to 5", "", ""),
        ChartDeal(3, here, "1–1", "4 to 4", "42.0", "66.0"),
    ]
    return chart(NAMES[0], deals, [MOMENTS, (), MOMENTS])
