"""Random evenings through the services: what is kept up act by act is what a rebuild makes of the log."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from matches.models import Posting, Rubber, Sitting
from matches.rubbers.build_record import result_record
from matches.rubbers.commands import correct_rubber, void_rubber
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.french import levelling
from matches.rules.sittings.state import SittingState
from matches.sittings.errors import SittingChangeError
from matches.sittings.games import abandon_game, begin_game, game_tags, say_who_won, undo_at_table
from matches.sittings.record_facts import put_down
from matches.sittings.rows import expected_sitting
from matches.sittings.write_sitting import stored_sitting
from tests.matches.helpers.hands import differences
from tests.matches.helpers.sitting_hands import SittingHands, table

pytestmark = pytest.mark.django_db

STEPS = 40
Step = Callable[[SittingHands, SittingState, random.Random], object]


def _put(told: SittingHands, kind: str, **payload: object) -> object:
    return put_down(told.sitting, kind, payload, act=told.act())  # type: ignore[arg-type]


def _people(state: SittingState) -> Sequence[str]:
    return [person.player for person in state.people]


def _sit(told: SittingHands, state: SittingState, lots: random.Random) -> object:
    if state.stage == "cut":
        return _put(told, "seated", out=lots.choice(_people(state)))
    return begin_game(told.sitting, act=told.act())


def _stake(told: SittingHands, state: SittingState, lots: random.Random) -> object:
    for player in state.seats:
        _put(told, "bet", player=player, on=player, amount=lots.randint(100, 300))
    return _put(told, "bet", player=lots.choice(_people(state)), on=lots.choice(state.seats), amount=150)


def _level(told: SittingHands, state: SittingState, _lots: random.Random) -> object:
    payload = levelling(state)
    return _put(told, "levelled", **payload) if payload else None


def _win(told: SittingHands, state: SittingState, lots: random.Random) -> object:
    return say_who_won(told.sitting, len(state.games), lots.choice("AB"), act=told.act())  # type: ignore[arg-type]


def _correct(told: SittingHands, state: SittingState, lots: random.Random) -> object:
    """By a director, whatever came after."""
    over = [game for game in state.games if game.status == "won"]
    if not over:
        return None
    game = lots.choice(over)
    won = lots.choice([(1, 0), (0, 1)])
    record = result_record(game_tags(told.sitting, game.number), games_won=won)
    return correct_rubber(Rubber.objects.get(public_id=game.rubber), record, act=told.act("a slip"))


def _void(told: SittingHands, state: SittingState, lots: random.Random) -> object:
    over = [game for game in state.games if game.status == "won"]
    return (
        void_rubber(Rubber.objects.get(public_id=lots.choice(over).rubber), act=told.act()) if over else None
    )


def _undo(told: SittingHands, state: SittingState, _lots: random.Random) -> object:
    return undo_at_table(told.sitting, version=state.last, act=told.act()) if state.last else None


def _abandon(told: SittingHands, state: SittingState, _lots: random.Random) -> object:
    return abandon_game(told.sitting, len(state.games), act=told.act())


def _come_or_go(told: SittingHands, state: SittingState, lots: random.Random) -> object:
    person = lots.choice(state.people)
    return _put(told, "left" if person.is_here else "returned", player=person.player)


EVENING: list[tuple[Step, int]] = [
    (_sit, 10),
    (_stake, 6),
    (_level, 3),
    (_win, 10),
    (_correct, 2),
    (_void, 1),
    (_undo, 2),
    (_abandon, 1),
    (_come_or_go, 2),
]


@pytest.mark.parametrize(
    ("kind", "terms"),
    [("pool", {}), ("pool", {"custom": "entrant", "first_stakes": "engaged"}), ("french", {})],
    ids=["pool", "pool of those engaged", "french"],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_evening_kept_up_is_the_evening_rebuilt(kind: str, terms: dict[str, Any], seed: int) -> None:
    lots = random.Random(seed)
    told = table(kind, "Ann", "Bea", "Cat", "Dan", **terms)
    steps, weights = zip(*EVENING, strict=True)
    for _step in range(STEPS):
        try:
            lots.choices(steps, weights)[0](told, told.state, lots)
        except (SittingActError, SittingChangeError):
            continue
        assert stored_sitting(Sitting.objects.get()) == expected_sitting(told.state)
        assert sum(Posting.objects.values_list("amount", flat=True)) == 0
    assert told.state.games
    assert differences() == []
