"""Tests of putting a rubber that is outside the draw into its pairing."""

from __future__ import annotations

from typing import Any

import pytest

from matches.events.errors import DecidedPairingError, NotOutsideError, NotPairedError, ResultThereError
from matches.events.place_rubber import free_places, place_rubber
from matches.events.undo import undo_last
from matches.models import Player, Rubber
from matches.rubbers.change_rubbers import confirm_rubber, dispute_rubber
from matches.rubbers.errors import StateError
from matches.rules.events.act_errors import EventActError
from matches.rules.events.plan import StagePlan
from scoring.notation import read_one
from tests.matches.events.event_hands import EventHands, planned, playing
from tests.matches.files import fates, import_text
from tests.matches.rubbers.hands import differences
from tests.matches.rubbers.test_find_round import enter, pair, written

pytestmark = [pytest.mark.django_db, pytest.mark.core]
FIRST = (1, 1, 1)


def put(event_hands: EventHands, rubber: Rubber, place: tuple[int, int, int] = FIRST, **act: Any) -> None:
    state = place_rubber(event_hands.event, rubber, place, act=event_hands.act(**act))
    assert state == event_hands.state
    assert event_hands.is_stored()
    rubber.refresh_from_db()


def outside(event_hands: EventHands, label: str = "Round 3", **more: Any) -> Rubber:
    rubber = enter(event_hands, written(label), pair(event_hands), **more)
    assert [each for each, _why in event_hands.state.outside] == [rubber.public_id]
    return rubber


def test_placed_rubber_decides_its_pairing_and_its_record_stays() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = outside(event_hands)
    before = rubber.egn, rubber.checksum, rubber.identity
    put(event_hands, rubber)
    pairing = event_hands.state.pairing_at(FIRST)
    assert (pairing.rubber, pairing.outcome is not None) == (rubber.public_id, True)
    assert (rubber.round_label, rubber.egn, rubber.checksum, rubber.identity) == ("1", *before)
    assert differences() == []


def test_command_sent_twice_places_once() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = outside(event_hands)
    put(event_hands, rubber, key="one tap")
    put(event_hands, rubber, key="one tap")
    assert rubber.version == 2


def test_placing_is_undone_like_a_correction() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = outside(event_hands)
    before = event_hands.state
    put(event_hands, rubber)
    assert undo_last(event_hands.event, act=event_hands.act()).outside == before.outside
    rubber.refresh_from_db()
    assert (rubber.round_label, event_hands.state.pairing_at(FIRST).rubber) == ("Round 3", "")
    assert differences() == []


def test_rubber_stored_before_rounds_were_found_is_placed_on_request_alone() -> None:
    event_hands = planned(StagePlan(kind="round_robin"), size=2)
    a, b = (player.public_id for player in event_hands.players)
    rubber = enter(event_hands, written("Round 1"), (a, b))
    event_hands.draw().release()
    assert event_hands.state.pairing_at(FIRST).rubber == ""
    put(event_hands, rubber)
    assert event_hands.state.pairing_at(FIRST).rubber == rubber.public_id


def test_report_stays_a_report_when_it_is_placed() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = outside(event_hands, authority="A")
    put(event_hands, rubber)
    assert (rubber.state, rubber.reported_by, rubber.round_label) == ("reported", "A", "1")
    assert event_hands.state.pairing_at(FIRST).outcome is None
    confirm_rubber(rubber, seat="B", act=event_hands.act())
    assert event_hands.state.pairing_at(FIRST).outcome is not None
    assert differences() == []


def test_disputed_rubber_is_decided_before_it_is_placed() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = outside(event_hands)
    dispute_rubber(rubber, seat="B", act=event_hands.act())
    with pytest.raises(StateError):
        put(event_hands, rubber)


def test_pairing_that_has_a_result_or_an_award_is_not_taken() -> None:
    event_hands = playing("round_robin", cycles=2)
    people = pair(event_hands)
    rubber = outside(event_hands, "Round 99")
    assert free_places(event_hands.state, frozenset(people)) == [(1, 1, 1), (1, 4, 1)]
    event_hands.win(FIRST)
    with pytest.raises(ResultThereError):
        put(event_hands, rubber)
    event_hands.record("awarded", "ill", stage=1, round=4, number=1, winner=people[0])
    with pytest.raises(DecidedPairingError):
        put(event_hands, rubber, (1, 4, 1))
    assert free_places(event_hands.state, frozenset(people)) == []


def test_rubber_is_placed_only_between_its_players_and_once() -> None:
    event_hands = playing("round_robin", cycles=2)
    rubber = outside(event_hands, "Round 99")
    with pytest.raises(NotPairedError):
        put(event_hands, rubber, (1, 1, 2))
    with pytest.raises(EventActError):
        put(event_hands, rubber, (1, 9, 1))
    put(event_hands, rubber)
    with pytest.raises(NotOutsideError):
        put(event_hands, rubber, (1, 4, 1))


def test_file_is_known_again_after_its_rubber_was_placed() -> None:
    event_hands = playing("swiss", rounds=3)
    names = [Player.objects.get(public_id=player).name for player in pair(event_hands)]
    head = ['[EGN "1"]', '[Event "Autumn Cup"]', '[Club "Portland"]', '[Round "Round 3"]']
    file = "\n".join([*head, f'[A "{names[0]}"]', f'[B "{names[1]}"]', '[BestOf "3"]', '[Result "2-0"]', ""])
    import_text(file)
    rubber = Rubber.objects.get()
    put(event_hands, rubber)
    assert fates(import_text(file)) == ["skipped"]
    assert read_one(rubber.egn).tag("Round") == "Round 3"
