"""Guests who come with a record: on the club's list where it was taken, and nowhere where it was refused."""

from __future__ import annotations

import pytest

from matches.models import Conflict, Player
from matches.rubbers.enter_with_guests import correct_with_guests
from matches.rubbers.errors import StaleRubberError, StateError
from tests.matches.helpers.hands import Hands

pytestmark = pytest.mark.django_db

NAMES = ("Orford", "Wheble")


def test_correction_puts_its_guest_on_the_list(hands: Hands) -> None:
    corrected = correct_with_guests(
        hands.enter(),
        hands.result((3, 5)),
        event_name="Autumn Cup",
        names=NAMES,
        known={"Orford": hands.a},
        act=hands.act(),
    )
    assert (corrected.player_a, corrected.player_b.name) == (hands.a, "Wheble")


def test_correction_that_is_refused_leaves_no_guest(hands: Hands) -> None:
    with pytest.raises(StateError):
        correct_with_guests(
            hands.open(),
            hands.result((3, 5)),
            event_name="Autumn Cup",
            names=NAMES,
            known={"Orford": hands.a},
            act=hands.act(),
        )
    assert not Player.objects.filter(name="Wheble").exists()


def test_correction_that_comes_too_late_is_kept_with_its_guest(hands: Hands) -> None:
    rubber = hands.corrected()
    with pytest.raises(StaleRubberError) as late:
        correct_with_guests(
            rubber,
            hands.result((4, 5)),
            event_name="Autumn Cup",
            names=NAMES,
            known={"Orford": hands.a},
            act=hands.act(version=1),
        )
    assert Conflict.objects.get(rubber=rubber) == late.value.conflict
    assert Player.objects.filter(name="Wheble").exists()
