"""The round of a rubber in an event with a draw, as a program names it."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Player, Rubber
from tests.matches.api.calling import Caller, problem, result, token_for
from tests.matches.api.rubbers.test_rubber_views import entered
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]


class TestRounds:
    @pytest.fixture
    def event_hands(self) -> EventHands:
        return playing("swiss", rounds=3)

    @pytest.fixture
    def api(self, event_hands: EventHands) -> Caller:
        return Caller(token_for(make_member(event_hands.hands.club, "d@example.org", role="director")))

    def body(self, event_hands: EventHands, round_label: str, **more: Any) -> dict[str, Any]:
        pairing = event_hands.state.pairing_at((1, 1, 1))
        a, b = (Player.objects.get(public_id=player) for player in (pairing.a, pairing.b))
        event = {"event": event_hands.event.public_id, "round": round_label}
        return result(event_hands.hands.club, a, b, **event, **more)

    @pytest.mark.parametrize("written", ["1", "Round 1", "ronde 1", "1.1"])
    def test_any_name_of_the_round_is_found_and_the_answer_has_its_label(
        self, api: Caller, event_hands: EventHands, written: str
    ) -> None:
        made = entered(api, self.body(event_hands, written))
        assert made["round"] == "1"
        assert event_hands.state.pairing_at((1, 1, 1)).rubber == made["id"]

    def test_second_result_of_a_pairing_is_refused_unless_it_is_another(
        self, api: Caller, event_hands: EventHands
    ) -> None:
        first = entered(api, self.body(event_hands, "1"))
        second = self.body(event_hands, "Round 1", table="9")
        problem(api.post("rubbers/", second), 409, "same_rubber")
        entered(api, {**second, "is_another": True})
        assert event_hands.state.pairing_at((1, 1, 1)).rubber == first["id"]

    def test_record_keeps_its_text(self, api: Caller, event_hands: EventHands) -> None:
        body = self.body(event_hands, "") | {"form": "egn"}
        del body["games_won"], body["round"]
        egn = '[EGN "1"]\n[Round "Tour 1"]\n[A "x"]\n[B "y"]\n[BestOf "3"]\n[Result "2-0"]\n'
        made = entered(api, {**body, "egn": egn})
        assert made["round"] == "1"
        assert '[Round "Tour 1"]' in Rubber.objects.get().egn
