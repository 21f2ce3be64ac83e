"""Random evenings agree with a naive table at every step, and keep the ledger's invariants."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from matches.rules.events.facts import Fact
from matches.rules.sittings.act_errors import ERROR_CODES
from matches.rules.sittings.facts import GameResult, SittingFactKind
from matches.rules.sittings.fold import derive_sitting
from matches.rules.sittings.ledger import TABLE
from matches.rules.sittings.rows import read_sitting_json, sitting_json
from matches.rules.sittings.state import (
    ENTRY_CODES,
    HISTORY_CODES,
    WAITING_CODES,
    WARNING_CODES,
    SittingState,
)
from tests.matches.rules.sittings.evenings import Evening
from tests.matches.rules.sittings.naive_tables import NaivePool
from tests.matches.rules.sittings.random_evening import CUSTOMS, RandomEvening, Unwatched, random_evening

EVENINGS = 60
POOLS_OF_A_CUSTOM = 15
STEPS = 50
STEPS_AFTER_CORRECTION = 8
EVENINGS_IN_SOAK = 4_000
BLOCKS = 40


def check_evening(seed: int, custom: tuple[str, str | None] | None = None) -> RandomEvening:
    played = random_evening(seed, custom)
    for _ in range(STEPS):
        before = played.state
        played.step()
        if played.state is not before:
            check_against_naive(played, seed)
            check_ledger(played.state, seed)
    check_no_debt_outside(played.state, seed)
    check_codes(played, seed)
    check_stored(played, seed)
    check_settlement(played, seed)
    check_corrections(played, seed)
    return played


def check_against_naive(played: RandomEvening, seed: int) -> None:
    state, naive = played.state, played.naive
    balances, purse = (
        {who: sum_ for who, sum_ in each.items() if sum_} for each in (state.balances, naive.purse)
    )
    assert balances == purse, seed
    assert state.on_table == naive.pot, seed
    if isinstance(naive, NaivePool):
        assert (state.seats, [waiting.player for waiting in state.queue]) == (naive.seats, naive.queue), seed
        assert state.pool is not None
        assert [place.paid for place in state.pool.places] == naive.put_in, seed
        return
    order = [*(player for player in state.seats if player), *(waiting.player for waiting in state.queue)]
    settled = [player for player in naive.seats if player]
    assert set(settled) <= set(state.seats), seed
    assert [player for player in order if player not in settled] == naive.queue, seed


def check_ledger(state: SittingState, seed: int) -> None:
    """The sum is zero at every step, and the amount on the table never negative."""
    on_table = 0
    for number, entry in enumerate(state.ledger, start=1):
        assert entry.number == number, seed
        assert sum(amount for _, amount in entry.postings) == 0, seed
        assert len({account for account, _ in entry.postings}) == len(entry.postings), seed
        on_table += sum(amount for account, amount in entry.postings if account == TABLE)
        assert on_table >= 0, seed
    paid_out = Counter(entry.why for entry in state.ledger if entry.why != ("cash",))
    assert all(count == 1 for count in paid_out.values()), (seed, "somebody was paid twice")
    assert sum(state.balances.values()) + state.on_table == 0, seed


def check_no_debt_outside(state: SittingState, seed: int) -> None:
    """Once nothing is played for, everything that came on the table has left it."""
    if not state.game and not (state.pool and state.pool.is_standing):
        assert state.on_table == 0, seed
        assert not state.warnings, seed


def check_codes(played: RandomEvening, seed: int) -> None:
    """Codes have the number of parameters that their lists state."""
    state = played.state
    for known, codes in (
        (HISTORY_CODES, [line.why for line in state.history]),
        (WAITING_CODES, [waiting.why for waiting in state.queue]),
        (ENTRY_CODES, [entry.why for entry in state.ledger]),
        (WARNING_CODES, state.warnings),
    ):
        for code, *params in codes:
            assert len(params) == len(known[code]), (seed, code)
    assert set(played.refused) <= set(ERROR_CODES), seed


def check_stored(played: RandomEvening, seed: int) -> None:
    """State and log survive JSON, with results in another order and results of other rubbers."""
    assert read_sitting_json(json.loads(json.dumps(sitting_json(played.state)))) == played.state, seed
    log = [replace(fact, payload=json.loads(json.dumps(fact.payload))) for fact in played.evening.facts]
    results = dict(reversed(played.evening.results.items()))
    results["of another table"] = GameResult("A", is_final=True)
    assert derive_sitting(log, results) == played.state, seed


def check_settlement(played: RandomEvening, seed: int) -> None:
    """Paying every debt settles the table, in fewer payments than there are people."""
    state = played.state
    if state.on_table:
        return
    assert len(state.owed) < max(1, len(state.people)), seed
    facts = list(played.evening.facts)
    for payer, payee, amount in state.owed:
        facts.append(Fact(len(facts) + 1, "paid", {"from": payer, "to": payee, "amount": amount}))
    settled = derive_sitting(facts, played.evening.results)
    assert settled.owed == (), seed
    assert not any(settled.balances.values()), seed


def check_corrections(played: RandomEvening, seed: int) -> None:
    """The ledger stays balanced under any correction of results.

    Other games of a French table keep their money, and correcting back restores the state.
    """
    before, results = played.state, dict(played.evening.results)
    for rubber in played.chance.sample(sorted(results), min(3, len(results))):
        others = [GameResult("A", True), GameResult("B", True), GameResult(is_void=True), GameResult()]
        results[rubber] = played.chance.choice([each for each in others if each != results[rubber]])
        after = derive_sitting(played.evening.facts, results)
        check_ledger(after, seed)
        check_as_if_played_so(played, after, seed)
        check_goes_on(played, results, seed)
        if before.kind == "french":
            number = next((game.number for game in after.games if game.rubber == rubber), 0)
            assert money_but_of(after, number) == money_but_of(before, number), seed
            results[rubber] = played.evening.results[rubber]
    assert derive_sitting(played.evening.facts, played.evening.results) == before, seed


def check_goes_on(played: RandomEvening, results: dict[str, GameResult], seed: int) -> None:
    """After a correction the evening continues with any valid fact."""
    evening = Evening(list(played.evening.facts), dict(results))
    going_on = RandomEvening(Random(seed), evening, Unwatched(), Unwatched())
    for _ in range(STEPS_AFTER_CORRECTION):
        before = going_on.state
        going_on.step()
        if going_on.state is not before:
            check_ledger(going_on.state, seed)


def check_as_if_played_so(played: RandomEvening, after: SittingState, seed: int) -> None:
    """Corrected results give the same as an evening with these results, if the same players sat in it."""
    if after.warnings or after.game:
        return
    over = [game for game in after.games if game.status != "abandoned"]
    naive = played.naive_with({game.number: game.won_by() for game in over})
    assert after.on_table == naive.pot, seed
    assert all(after.balances[player] == naive.purse[player] for player in after.balances), seed


def money_but_of(state: SittingState, number: int) -> list[object]:
    return [(entry.why, entry.postings) for entry in state.ledger if entry.game != number]


def test_evenings_at_random_agree_with_a_table_kept_by_hand() -> None:
    kinds, refused = Counter[str](), Counter[str]()
    for seed in range(EVENINGS):
        played = check_evening(seed)
        kinds.update(fact.kind for fact in played.evening.facts)
        refused.update(played.refused)
    assert set(kinds) == set(get_args(SittingFactKind))
    assert len(refused) > 20


@pytest.mark.parametrize("custom", CUSTOMS)
def test_ledger_of_a_pool_adds_up_to_nothing_whatever_its_custom(custom: tuple[str, str | None]) -> None:
    for seed in range(POOLS_OF_A_CUSTOM):
        played = check_evening(seed, custom)
        assert played.state.terms.get("first_stakes") == custom[1]


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
def test_many_more_evenings_agree_with_a_table_kept_by_hand(block: int) -> None:
    size = EVENINGS_IN_SOAK // BLOCKS
    for seed in range(EVENINGS + block * size, EVENINGS + (block + 1) * size):
        check_evening(seed)
