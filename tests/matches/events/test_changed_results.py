"""A draw is updated when a rubber that decided one of its pairings changes, in whatever way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matches.events.write_standings import write_standings
from matches.models import Player, Rubber
from matches.privacy.erase import erase_person
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import correct_rubber, void_rubber
from matches.rules.events.state import EventState, PairingState
from scoring.notation import read_one
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.files import import_text
from tests.matches.rubbers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def event_hands() -> EventHands:
    """Return a knockout of four in which A won both semi-finals."""
    event_hands = playing("knockout")
    event_hands.play()
    return event_hands


def first_rubber() -> Rubber:
    return Rubber.objects.select_related("event", "club", "player_a", "player_b").earliest("pk")


def void(event_hands: EventHands) -> None:
    void_rubber(first_rubber(), act=event_hands.act())


def move(event_hands: EventHands) -> None:
    rubber = first_rubber()
    correct_rubber(rubber, read_one(rubber.egn), event_name="Winter Cup", act=event_hands.act())


def move_outside_any_event(event_hands: EventHands) -> None:
    rubber = first_rubber()
    correct_rubber(rubber, read_one(rubber.egn), event_name="", act=event_hands.act())


def swap_players(event_hands: EventHands) -> None:
    rubber = first_rubber()
    people = (rubber.player_b, rubber.player_a)
    correct_rubber(rubber, read_one(rubber.egn), players=people, act=event_hands.act())


def give_to_another(event_hands: EventHands) -> None:
    rubber = first_rubber()
    people = (rubber.player_a, event_hands.hands.b)
    correct_rubber(rubber, read_one(rubber.egn), players=people, act=event_hands.act())


def change_round(event_hands: EventHands) -> None:
    rubber = first_rubber()
    other = read_one(rubber.egn.replace('"Semi-final"', '"Quarter-final"'))
    correct_rubber(rubber, other, act=event_hands.act())


def import_again(event_hands: EventHands) -> None:
    rubber = first_rubber()
    names = f'[A "{rubber.player_a.name}"]\n[B "{rubber.player_b.name}"]\n[BestOf'
    text = rubber.egn.replace('[A "A"]\n', "").replace('[B "B"]\n', "").replace("[BestOf", names, 1)
    import_text(text, club=event_hands.hands.club)


@pytest.mark.parametrize(
    ("change", "decided_by", "winner", "outside"),
    [
        (void, "", None, 0),
        (move, "", None, 0),
        (move_outside_any_event, "", None, 0),
        (swap_players, "rubber", "B", 0),
        (give_to_another, "", None, 1),
        (change_round, "", None, 1),
        (import_again, "rubber", "A", 0),
    ],
)
def test_draw_follows_what_becomes_of_its_rubber(
    event_hands: EventHands,
    change: Callable[[EventHands], None],
    decided_by: str,
    winner: str | None,
    outside: int,
) -> None:
    first = event_hands.pairings()[0]
    change(event_hands)
    write_standings(event_hands.event.pk)
    pairing = event_hands.pairings()[0]
    assert _decision(pairing) == (decided_by, winner)
    final = event_hands.pairings(number=2)[0]
    assert final.a == {"A": first.a, "B": first.b, None: None}[winner]
    assert len(event_hands.state.outside) == outside
    assert event_hands.is_stored()
    assert differences() == []


def _decision(pairing: PairingState) -> tuple[str, str | None]:
    outcome = pairing.outcome
    return ("", None) if outcome is None else (outcome.decided_by, outcome.winner)


def test_entrant_who_is_forgotten_keeps_his_place_and_goes_on(event_hands: EventHands) -> None:
    state = event_hands.state
    erase_person(event_hands.players[0], by=event_hands.hands.director)
    write_standings(event_hands.event.pk)
    assert event_hands.state == state
    event_hands.play(number=2)
    assert event_hands.state.stages[0].phase == "complete"
    assert event_hands.is_stored()
    assert differences() == []


def test_log_that_was_read_before_a_merge_is_read_with_it(event_hands: EventHands) -> None:
    """The process has the log cached, and no entry was appended since."""
    goes = Player.objects.get(public_id=event_hands.pairings()[0].a)
    before = event_hands.state
    merge_players(event_hands.hands.a, goes, by=None)
    after = event_hands.state
    assert goes.public_id in _entered(before)
    stays = event_hands.hands.a.public_id
    assert [stays if each == goes.public_id else each for each in _entered(before)] == _entered(after)
    assert _decision(event_hands.pairings()[0]) == ("rubber", "A")


def _entered(state: EventState) -> list[str]:
    return [entry.player for entry in state.entries]
