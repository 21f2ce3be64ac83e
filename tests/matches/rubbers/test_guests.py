"""Guests of a record are added to the club's list, and removed once a correction leaves them without a rubber."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from structlog.contextvars import bound_contextvars

from matches.clubs.players import add_players
from matches.models import Conflict, Entrant, LogEntry, Player, Rubber, User
from matches.rubbers.change_rubbers import (
    CommandContext,
    correct_rubber,
    correct_with_guests,
    enter_with_guests,
)
from matches.rubbers.errors import StaleRubberError, StateError
from matches.rubbers.history import rubber_then
from tests.matches.files import import_text, rubber_text
from tests.matches.rubbers.hands import Hands, differences

pytestmark = pytest.mark.django_db


def correct(hands: Hands, rubber: Rubber, points: tuple[int, int], act: CommandContext) -> Rubber:
    """Correct points and players, of whom one is not known."""
    names, known = ("Orford", "Wheble"), {"Orford": hands.a}
    result = hands.result(points)
    return correct_with_guests(rubber, result, event_name="Autumn Cup", names=names, known=known, act=act)


def test_correction_puts_its_guest_on_the_list(hands: Hands) -> None:
    corrected = correct(hands, hands.enter(), (3, 5), hands.act())
    assert (corrected.player_a, corrected.player_b.name) == (hands.a, "Wheble")


def test_correction_that_is_refused_leaves_no_guest(hands: Hands) -> None:
    with pytest.raises(StateError):
        correct(hands, hands.open(), (3, 5), hands.act())
    assert not Player.objects.filter(name="Wheble").exists()


def test_correction_that_comes_too_late_is_kept_with_its_guest(hands: Hands) -> None:
    rubber = hands.corrected()
    with pytest.raises(StaleRubberError) as late:
        correct(hands, rubber, (4, 5), hands.act(version=1))
    assert Conflict.objects.get(rubber=rubber) == late.value.conflict
    assert Player.objects.filter(name="Wheble").exists()


def misspelt(hands: Hands) -> Rubber:
    """Enter a rubber of Orford's with Bel, whom the club does not know yet."""
    with bound_contextvars(request_id="entry"):
        return enter_with_guests(
            hands.club,
            hands.result((5, 3)),
            event_name="Autumn Cup",
            names=("Orford", "Bel"),
            known={"Orford": hands.a},
            authority="final",
            act=hands.act(),
        )


def put_right(hands: Hands, rubber: Rubber) -> Rubber:
    with bound_contextvars(request_id="correction"):
        return correct_rubber(rubber, hands.result((5, 3)), players=hands.players, act=hands.act())


def test_correction_removes_the_guest_whom_its_record_had_made(hands: Hands) -> None:
    rubber = misspelt(hands)
    bel = Player.objects.get(name="Bel")
    corrected = put_right(hands, rubber)
    assert corrected.player_b == hands.b
    assert not Player.objects.filter(name="Bel").exists()
    entry = LogEntry.objects.get(kind="club.guest_removed")
    assert (entry.by, entry.payload) == (
        hands.director,
        {"player": bel.public_id, "rubber": rubber.public_id},
    )
    assert differences() == []
    then = rubber_then(corrected, 1)
    assert then is not None
    assert (then.player_a.name, then.player_b.name, then.player_b.public_id) == ("Orford", "", bel.public_id)


def test_correction_removes_the_guest_whom_an_import_had_made(hands: Hands) -> None:
    import_text(rubber_text("Orford", "Bel", club=None), club=hands.club)
    rubber = Rubber.objects.get()
    put_right(hands, rubber)
    assert not Player.objects.filter(name="Bel").exists()
    assert differences() == []


def other_rubber(hands: Hands, bel: Player) -> None:
    hands.store(hands.result(table="2"), players=(hands.a, bel))


def account(hands: Hands, bel: Player) -> None:
    Player.objects.filter(pk=bel.pk).update(user=User.objects.create_user("bel@example.org"))


def entry_for_the_event(hands: Hands, bel: Player) -> None:
    Entrant.objects.filter(player=bel).update(is_entered=True, number=1)


def corrected_away_before(hands: Hands, bel: Player) -> None:
    correct_rubber(
        hands.store(hands.result(table="2"), players=(hands.a, bel)),
        hands.result(table="2"),
        players=hands.players,
        act=hands.act(),
    )


@pytest.mark.parametrize("has", [other_rubber, account, entry_for_the_event, corrected_away_before])
def test_guest_who_has_anything_else_stays(hands: Hands, has: Callable[[Hands, Player], None]) -> None:
    rubber = misspelt(hands)
    has(hands, Player.objects.get(name="Bel"))
    put_right(hands, rubber)
    assert Player.objects.filter(name="Bel").exists()
    assert not LogEntry.objects.filter(kind="club.guest_removed").exists()


def test_guest_who_was_put_on_the_list_before_stays(hands: Hands) -> None:
    with bound_contextvars(request_id="list"):
        (bel,) = add_players(hands.club, ["Bel"], by=hands.director).players
    with bound_contextvars(request_id="entry"):
        rubber = hands.store(hands.result((5, 3)), players=(hands.a, bel))
    put_right(hands, rubber)
    assert Player.objects.filter(name="Bel").exists()
