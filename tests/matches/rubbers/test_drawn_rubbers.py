"""What becomes of a draw when a rubber that decided one of its pairings is changed, by whatever way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matches.events.write_standings import write_standings
from matches.models import Player, Rubber
from matches.privacy.erasing import erase_person
from matches.privacy.merging import merge_players
from matches.rubbers.commands import correct_rubber, void_rubber
from matches.rules.events.state import EventState, PairingState
from scoring.notation import read_one
from tests.matches.files import import_text
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.helpers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def told() -> EventHands:
    """A knockout of four: of the first semi-final A won, and so did A of the other."""
    told = playing("knockout")
    told.play()
    return told


def first_rubber() -> Rubber:
    return Rubber.objects.select_related("event", "club", "player_a", "player_b").earliest("pk")


def void(told: EventHands) -> None:
    void_rubber(first_rubber(), act=told.act())


def move(told: EventHands) -> None:
    rubber = first_rubber()
    correct_rubber(rubber, read_one(rubber.egn), event_name="Winter Cup", act=told.act())


def move_outside_any_event(told: EventHands) -> None:
    rubber = first_rubber()
    correct_rubber(rubber, read_one(rubber.egn), event_name="", act=told.act())


def swap_players(told: EventHands) -> None:
    rubber = first_rubber()
    people = (rubber.player_b, rubber.player_a)
    correct_rubber(rubber, read_one(rubber.egn), players=people, act=told.act())


def give_to_another(told: EventHands) -> None:
    rubber = first_rubber()
    correct_rubber(rubber, read_one(rubber.egn), players=(rubber.player_a, told.hands.b), act=told.act())


def change_round(told: EventHands) -> None:
    rubber = first_rubber()
    other = read_one(rubber.egn.replace('"Semi-final"', '"Quarter-final"'))
    correct_rubber(rubber, other, act=told.act())


def import_again(told: EventHands) -> None:
    rubber = first_rubber()
    names = f'[A "{rubber.player_a.name}"]\n[B "{rubber.player_b.name}"]\n[BestOf'
    text = rubber.egn.replace('[A "A"]\n', "").replace('[B "B"]\n', "").replace("[BestOf", names, 1)
    import_text(text, club=told.hands.club)


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
    told: EventHands,
    change: Callable[[EventHands], None],
    decided_by: str,
    winner: str | None,
    outside: int,
) -> None:
    first = told.pairings()[0]

    change(told)
    write_standings(told.event.pk)

    pairing = told.pairings()[0]
    assert _decision(pairing) == (decided_by, winner)
    final = told.pairings(number=2)[0]
    assert final.a == {"A": first.a, "B": first.b, None: None}[winner]
    assert len(told.state.outside) == outside
    assert told.is_stored()
    assert differences() == []


def _decision(pairing: PairingState) -> tuple[str, str | None]:
    outcome = pairing.outcome
    return ("", None) if outcome is None else (outcome.decided_by, outcome.winner)


def test_entrant_who_is_forgotten_keeps_his_place_and_goes_on(told: EventHands) -> None:
    state = told.state
    erase_person(told.players[0], by=told.hands.director)
    write_standings(told.event.pk)
    assert told.state == state

    told.play(number=2)

    assert told.state.stages[0].phase == "complete"
    assert told.is_stored()
    assert differences() == []


def test_log_that_was_read_before_a_merge_is_read_with_it(told: EventHands) -> None:
    """The same process has the log in its memory, and nothing was appended to it since."""
    goes = Player.objects.get(public_id=told.pairings()[0].a)
    before = told.state

    merge_players(told.hands.a, goes, by=None)

    after = told.state
    assert goes.public_id in _entered(before)
    assert [told.hands.a.public_id if each == goes.public_id else each for each in _entered(before)] == (
        _entered(after)
    )
    assert _decision(told.pairings()[0]) == ("rubber", "A")


def _entered(state: EventState) -> list[str]:
    return [entry.player for entry in state.entries]
