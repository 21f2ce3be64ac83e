"""Decisions made up for tests of what is written about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from worker.review.decision import BookAdvice, Decision, Option, Reason

CARD: Final = Decision(
    rubber=1,
    game=2,
    deal=3,
    kind="card",
    token=12,
    player="A",
    chosen="HT",
    options=(Option("HA", 0.12, 0.56), Option("HT", -0.1923456789, 0.4999999999), Option("D8", 0.1, 0.52)),
    best=("HA",),
    loss=0.3123456789,
    method="hands seen",
    trick=3,
    double_dummy_loss=1,
    worlds=253,
    equity_loss=0.0600000001,
    rubber_loss=0.03,
    reasons=(
        Reason("no_suit", {"trick": 2, "led": "SK", "trumped": "D7"}),
        Reason("loses_against", {"worlds": 253, "loses": 41, "gains": 0, "best": "HA"}),
    ),
)
PROPOSED: Final = replace(
    CARD,
    game=1,
    deal=1,
    kind="proposal",
    token=5,
    player="B",
    chosen="P",
    options=(Option("P", 0.1, 0.5), Option("S", 0.4, 0.604)),
    best=("S",),
    loss=0.3,
    method="sampled",
    trick=None,
    double_dummy_loss=None,
    worlds=None,
    se=0.01987654,
    equity_loss=0.104,
    equity_se=0.0081,
    book=BookAdvice("stand-3a", ("S",)),
    reasons=(Reason("makes_point", {"makes": 37310, "worlds": 65780}),),
)
