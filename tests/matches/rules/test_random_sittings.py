"""Random evenings through the services: the rows updated at each act equal those of a rebuild from the log."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from matches.models import Posting, Rubber, Sitting
from matches.rubbers.change_rubbers import correct_rubber, void_rubber
from matches.rubbers.record_from_input import result_record
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.french import levelling_payload
from matches.rules.sittings.rows import expected_sitting
from matches.rules.sittings.state import SittingState
from matches.sittings.errors import SittingChangeError
from matches.sittings.games import abandon_game, begin_game, game_tags, record_winner, undo_at_table
from matches.sittings.record_facts import record_sitting_fact
from matches.sittings.write_sitting import stored_sitting
from tests.matches.rubbers.hands import differences
from tests.matches.sittings.sitting_hands import SittingHands, table

pytestmark = pytest.mark.django_db

STEPS = 40
Step = Callable[[SittingHands, SittingState, random.Random], object]


def _put(sitting_hands: SittingHands, kind: str, **payload: object) -> object:
    return record_sitting_fact(sitting_hands.sitting, kind, payload, act=sitting_hands.act())  # type: ignore[arg-type]


def _people(state: SittingState) -> Sequence[str]:
    return [person.player for person in state.people]


def _sit(sitting_hands: SittingHands, state: SittingState, lots: random.Random) -> object:
    if state.stage == "cut":
        return _put(sitting_hands, "seated", out=lots.choice(_people(state)))
    return begin_game(sitting_hands.sitting, act=sitting_hands.act())


def _stake(sitting_hands: SittingHands, state: SittingState, lots: random.Random) -> object:
    for player in state.seats:
        _put(sitting_hands, "bet", player=player, on=player, amount=lots.randint(100, 300))
    better, on = lots.choice(_people(state)), lots.choice(state.seats)
    return _put(sitting_hands, "bet", player=better, on=on, amount=150)


def _level(sitting_hands: SittingHands, state: SittingState, _lots: random.Random) -> object:
    payload = levelling_payload(state)
    return _put(sitting_hands, "levelled", **payload) if payload else None


def _win(sitting_hands: SittingHands, state: SittingState, lots: random.Random) -> object:
    return record_winner(sitting_hands.sitting, len(state.games), lots.choice("AB"), act=sitting_hands.act())  # type: ignore[arg-type]


def _correct(sitting_hands: SittingHands, state: SittingState, lots: random.Random) -> object:
    """Correct a result as a director, whatever followed it."""
    over = [game for game in state.games if game.status == "won"]
    if not over:
        return None
    game = lots.choice(over)
    won = lots.choice([(1, 0), (0, 1)])
    record = result_record(game_tags(sitting_hands.sitting, game.number), games_won=won)
    return correct_rubber(Rubber.objects.get(public_id=game.rubber), record, act=sitting_hands.act("a slip"))


def _void(sitting_hands: SittingHands, state: SittingState, lots: random.Random) -> object:
    over = [game for game in state.games if game.status == "won"]
    if not over:
        return None
    return void_rubber(Rubber.objects.get(public_id=lots.choice(over).rubber), act=sitting_hands.act())


def _undo(sitting_hands: SittingHands, state: SittingState, _lots: random.Random) -> object:
    if not state.last:
        return None
    return undo_at_table(sitting_hands.sitting, version=state.last, act=sitting_hands.act())


def _abandon(sitting_hands: SittingHands, state: SittingState, _lots: random.Random) -> object:
    return abandon_game(sitting_hands.sitting, len(state.games), act=sitting_hands.act())


def _come_or_go(sitting_hands: SittingHands, state: SittingState, lots: random.Random) -> object:
    person = lots.choice(state.people)
    return _put(sitting_hands, "left" if person.is_here else "returned", player=person.player)


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
    sitting_hands = table(kind, "Ann", "Bea", "Cat", "Dan", **terms)
    steps, weights = zip(*EVENING, strict=True)
    for _step in range(STEPS):
        try:
            lots.choices(steps, weights)[0](sitting_hands, sitting_hands.state, lots)
        except (SittingActError, SittingChangeError):
            continue
        assert stored_sitting(Sitting.objects.get()) == expected_sitting(sitting_hands.state)
        assert sum(Posting.objects.values_list("amount", flat=True)) == 0
    assert sitting_hands.state.games
    assert differences() == []
