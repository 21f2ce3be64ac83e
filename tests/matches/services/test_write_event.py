from __future__ import annotations

from typing import Any

import pytest

from matches.formats.plan import StageKind, StagePlan
from matches.models import Event
from tests.matches.services.event_hands import planned

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.mark.parametrize("kind", ["knockout", "double_elimination", "round_robin", "swiss", "league"])
def test_rows_follow_every_step_of_an_event(kind: StageKind) -> None:
    more: dict[str, Any] = {"first_due": "2026-11-01"} if kind == "league" else {}
    told = planned(StagePlan(kind=kind, **more), size=5)
    assert told.is_stored()

    for _ in range(8):
        stage = told.state.stages[0]
        if stage.phase == "complete":
            break
        if not stage.rounds or (kind == "swiss" and stage.rounds[-1].is_complete):
            told.draw()
            assert told.is_stored()
        for round_ in told.state.stages[0].rounds:
            if not round_.is_released and (
                kind not in ("knockout", "double_elimination") or round_.number == 1
            ):
                told.release(number=round_.number)
                assert told.is_stored()
        for round_ in told.state.stages[0].rounds:
            told.play(number=round_.number)
            assert told.is_stored()
    assert told.state.stages[0].phase == "complete"
    told.record("completed")
    assert told.is_stored()
    assert Event.objects.get().phase == "complete"
