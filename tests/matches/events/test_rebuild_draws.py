from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from matches.models import Entrant, Event, Pairing, Round, Rubber, Stage, Standing
from matches.rules.events.rows import expected_rows
from tests.factories.remembered import remembered
from tests.matches.events.event_hands import EventHands, playing, stored_of
from tests.matches.rubbers.hands import differences

pytestmark = pytest.mark.django_db


def _swap_pairings() -> None:
    first, second = Pairing.objects.order_by("round__number", "number")[:2]
    Pairing.objects.filter(pk=first.pk).update(number=99)
    Pairing.objects.filter(pk=second.pk).update(number=first.number)
    Pairing.objects.filter(pk=first.pk).update(number=second.number)


DAMAGE: dict[str, tuple[str, Callable[[], Any]]] = {
    "plan": ("plan is ", lambda: Event.objects.update(plan={})),
    "no plan": ("plan is None", lambda: Event.objects.update(plan=None, phase="open")),
    "phase": ("phase is 'complete'", lambda: Event.objects.update(phase="complete")),
    "version": ("version is 99", lambda: Event.objects.update(version=99)),
    "log position": ("log_position is 999999", lambda: Event.objects.update(log_position=999_999)),
    "seed": ("seed is 7", lambda: Entrant.objects.filter(number=1).update(seed=7)),
    "entry": (
        " is not stored",
        lambda: Entrant.objects.filter(number=1).update(is_entered=False, number=None),
    ),
    "place": ("place is 9", lambda: Entrant.objects.filter(number=1).update(place=9)),
    "stage kind": ("kind is 'swiss'", lambda: Stage.objects.filter(number=1).update(kind="swiss")),
    "stage": ("stage 1 is not stored", lambda: Stage.objects.filter(number=1).delete()),
    "stage too many": (
        "stage 3 is stored",
        lambda: Stage.objects.create(event=Event.objects.get(), number=3, kind="swiss"),
    ),
    "label": ("label is 'x'", lambda: Round.objects.filter(number=1).update(label="x")),
    "release": ("is_released is False", lambda: Round.objects.filter(number=1).update(is_released=False)),
    "round": ("round 1.2 is not stored", lambda: Round.objects.filter(number=2).delete()),
    "round too many": (
        "round 1.9 is stored",
        lambda: Round.objects.create(stage=Stage.objects.get(number=1), number=9, label="9"),
    ),
    "pairing": (
        "pairing 1.1.1 is not stored",
        lambda: Pairing.objects.filter(round__number=1, number=1).delete(),
    ),
    "two pairings": ("entrant_a is ", _swap_pairings),
    "rubber": ("rubber is ''", lambda: Pairing.objects.filter(round__number=1, number=1).update(rubber=None)),
    "winner": ("winner is 'B'", lambda: Pairing.objects.filter(round__number=1, number=1).update(winner="B")),
    "reason of a pairing": ("why is ", lambda: Pairing.objects.filter(round__number=1).update(why=["x"])),
    "standing": ("standing 1.", lambda: Standing.objects.filter(position=1).delete()),
    "score": ("halves is 77", lambda: Standing.objects.filter(position=1).update(halves=77)),
    "figures": ("figures is ", lambda: Standing.objects.filter(position=1).update(figures=[["score", 1]])),
    "standing of the open stage": (
        "standing 0.",
        lambda: Standing.objects.filter(position=1).update(stage=Stage.objects.get(number=0)),
    ),
}


@pytest.fixture
def event_hands() -> EventHands:
    """Return a knockout of four after its first round, with a rubber outside the draw."""

    def play() -> EventHands:
        event_hands = playing("knockout", third_place=True)
        event_hands.play()
        event_hands.hands.enter((5, 3), event="Autumn Cup")
        assert differences() == []
        return event_hands

    return remembered("knockout after its first round", play)


@pytest.mark.parametrize(("difference", "damage"), DAMAGE.values(), ids=DAMAGE.keys())
def test_damage_to_a_draw_is_told_and_mended(
    event_hands: EventHands, difference: str, damage: Callable[[], Any]
) -> None:
    damage()
    assert difference in "\n".join(differences())
    differences(write=True)
    assert differences() == []
    assert stored_of(event_hands.event) == expected_rows(event_hands.state)


@pytest.mark.core
def test_lost_event_comes_back_with_its_draw(event_hands: EventHands) -> None:
    before = stored_of(event_hands.event)
    Pairing.objects.all().delete()
    Rubber.objects.all().delete()
    Event.objects.all().delete()
    differences(write=True)
    assert differences() == []
    after = stored_of(Event.objects.get())
    assert (after.pairings, after.standings) == (before.pairings, before.standings)
    assert after.entrants == before.entrants
