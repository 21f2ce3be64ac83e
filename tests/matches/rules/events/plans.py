"""Plans at random, for property tests: any that the types allow."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from matches.rules.events.plan import (
    SCORES,
    SEEDINGS,
    STAGE_KINDS,
    TIE_BREAKS,
    Cut,
    EventPlan,
    Reckoning,
    RequestedBye,
    RubberRules,
    StagePlan,
)

STAGE_PLANS = st.builds(
    StagePlan,
    kind=st.sampled_from(STAGE_KINDS),
    name=st.text(max_size=20),
    groups=st.integers(),
    cycles=st.integers(),
    rounds=st.integers(),
    seeding=st.sampled_from(SEEDINGS),
    third_place=st.booleans(),
    consolation=st.booleans(),
    bracket_reset=st.booleans(),
    qualifiers=st.integers(),
    score=st.sampled_from(SCORES),
    tie_breaks=st.lists(st.sampled_from(TIE_BREAKS), max_size=5).map(tuple),
    annul_below_half=st.booleans(),
    first_due=st.text(max_size=10) | st.dates().map(str),
    days_apart=st.integers(),
)
EVENT_PLANS = st.builds(
    EventPlan,
    stages=st.lists(STAGE_PLANS, max_size=4).map(tuple),
    rules=st.builds(
        RubberRules,
        best_of=st.integers(),
        reckoning=st.sampled_from(get_args(Reckoning)),
        rubber_bonus=st.integers(),
        cut=st.sampled_from(get_args(Cut)),
    ),
    tables=st.integers(),
    check_in=st.booleans(),
    requested_bye=st.sampled_from(get_args(RequestedBye)),
    lot_seed=st.text(max_size=20),
    starts_on=st.text(max_size=10) | st.dates().map(str),
)
