"""Replaying the log gives the stored rows, whatever sequence of commands was run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.clubs.errors import PeopleError
from matches.models import Conflict, Event, Player, Rubber, Standing
from matches.operations.rebuild import Rebuild
from matches.privacy.merge import merge_players
from matches.rubbers.change_rubbers import (
    RubberEnd,
    close_rubber,
    confirm_rubber,
    correct_rubber,
    dispute_rubber,
    record_deal,
    undo_deal,
    void_rubber,
)
from matches.rubbers.conflicts import settle_conflict
from matches.rubbers.errors import RubberChangeError
from matches.rubbers.open_event import EventInUseError, EventNameError, open_event_by_hand, rename_event
from matches.rubbers.stored_projection import stored_projections
from tests.matches.files import import_text, other_result, rubber_text
from tests.matches.rubbers.hands import BROKEN_DEALS, DEALS, Hands, differences, make_hands
from tests.support.examples import examples

pytestmark = [pytest.mark.django_db, pytest.mark.core]

NAMES = ("Autumn Cup", "Winter Cup")
Step = Callable[[Hands, Rubber | None, int], object]


def _correct(hands: Hands, rubber: Rubber, number: int) -> object:
    wheble, _ = Player.objects.get_or_create(club=hands.club, name="Wheble")
    players = [None, (hands.b, hands.a), (hands.a, wheble)][number % 3]
    record = hands.result([(5, 3), (2, 5)][number % 2], table=str(number % 2))
    act = hands.act(version=1 if number == 7 else None)
    event = NAMES[number % 2] if number < 5 else None
    return correct_rubber(rubber, record, act=act, players=players, event_name=event)


def _rename(hands: Hands, number: int) -> object:
    event = Event.objects.order_by("pk").last()
    return event and rename_event(event, f"Cup {number}", act=hands.act())


def _settle(hands: Hands, number: int) -> object:
    conflict = Conflict.objects.filter(resolution="").first()
    return conflict and settle_conflict(conflict, take=bool(number % 2), act=hands.act())


def _merge(hands: Hands) -> object:
    wheble = Player.objects.filter(club=hands.club, name="Wheble").first()
    return wheble and merge_players(hands.b, wheble, by=hands.director)


BEGINNINGS: dict[str, Step] = {
    "enter": lambda hands, rubber, number: hands.enter(table=str(number % 2), is_another=True),
    "report": lambda hands, rubber, number: hands.report(table=str(number)),
    "open": lambda hands, rubber, number: hands.open(table=str(number), deals=DEALS[: number % 3]),
    "draft": lambda hands, rubber, number: hands.draft(),
    "import": lambda hands, rubber, number: import_text(
        [rubber_text(), other_result(rubber_text()), rubber_text("Wheble")][number % 3], club=hands.club
    ),
    "open event": lambda hands, rubber, number: open_event_by_hand(
        hands.club, f"Cup {number}", act=hands.act()
    ),
    "rename": lambda hands, rubber, number: _rename(hands, number),
    "settle": lambda hands, rubber, number: _settle(hands, number),
    "merge": lambda hands, rubber, number: _merge(hands),
}
CHANGES: dict[str, Callable[[Hands, Rubber, int], object]] = {
    "confirm": lambda hands, rubber, number: confirm_rubber(rubber, act=hands.act()),
    "dispute": lambda hands, rubber, number: dispute_rubber(
        rubber, seat=("A", "B", "")[number % 3], act=hands.act()
    ),
    "void": lambda hands, rubber, number: void_rubber(rubber, act=hands.act()),
    "correct": _correct,
    "deal": lambda hands, rubber, number: record_deal(
        rubber, (*DEALS, *BROKEN_DEALS)[number % 4], act=hands.act()
    ),
    "undo": lambda hands, rubber, number: undo_deal(rubber, act=hands.act()),
    "close": lambda hands, rubber, number: close_rubber(
        rubber,
        authority=("final", "A", "helper")[number % 3],
        act=hands.act(),
        ending=RubberEnd("retired", "A") if number % 2 else RubberEnd("unfinished"),
    ),
}
STEPS = st.tuples(
    st.sampled_from(sorted(BEGINNINGS) + sorted(CHANGES) * 2), st.integers(0, 3), st.integers(0, 8)
)


@settings(
    max_examples=examples(10, many=40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=3, max_size=10))
def test_rebuild_has_nothing_to_say(steps: list[tuple[str, int, int]]) -> None:
    with transaction.atomic():
        take(steps)
        assert differences() == []
        transaction.set_rollback(True)


def take(steps: list[tuple[str, int, int]]) -> None:
    hands = make_hands()
    hands.enter()
    for name, which, drawn in steps:
        rubbers = list(hands.club.rubbers.order_by("pk"))
        try:
            if name in BEGINNINGS:
                BEGINNINGS[name](hands, None, drawn)
            else:
                CHANGES[name](hands, rubbers[which % len(rubbers)], drawn)
        except (RubberChangeError, EventNameError, EventInUseError, PeopleError):
            # Not lawful just now, and nothing is to be left of it.
            pass


def test_changed_rubbers_are_rebuilt_from_the_log_alone() -> None:
    """They include rubbers that were moved to an event opened after them."""
    hands = make_hands()
    first = hands.enter(table="1")
    second = hands.enter(table="2")
    third = hands.open(table="3", deals=DEALS[:1])
    correct_rubber(first, hands.result((5, 1), table="2"), act=hands.act(), event_name="Winter Cup")
    dispute_rubber(second, seat="A", act=hands.act())
    rename_event(open_event_by_hand(hands.club, "Spring Cup", act=hands.act()), "Summer Cup", act=hands.act())
    ids = [first.public_id, second.public_id, third.public_id]
    before = stored_projections(ids)
    assert differences() == []
    Standing.objects.all().delete()
    Rubber.objects.all().delete()
    Event.objects.filter(name__contains=" ").delete()
    assert differences(write=True) != []
    assert stored_projections(ids) == before
    assert set(Event.objects.values_list("name", flat=True)) == {"Autumn Cup", "Winter Cup", "Summer Cup"}
    assert differences() == []


def test_wrong_name_of_a_renamed_event_is_told_and_mended() -> None:
    hands = make_hands()
    event = open_event_by_hand(hands.club, "Spring Cup", act=hands.act())
    rename_event(event, "Summer Cup", act=hands.act())
    Event.objects.update(name="Spring Cup")
    (difference,) = differences()
    assert "the log says" in difference
    assert "Summer Cup" in difference
    differences(write=True)
    assert Event.objects.get().name == "Summer Cup"


def test_standings_of_an_event_that_a_rubber_left_are_compared() -> None:
    hands = make_hands()
    rubber = hands.enter()
    correct_rubber(rubber, hands.result(), act=hands.act(), event_name="Winter Cup")
    assert differences() == []
    autumn = Event.objects.get(name="Autumn Cup")
    assert autumn.log_position == autumn.standings_position > 0
    Event.objects.filter(pk=autumn.pk).update(log_position=1, standings_position=1)
    (difference,) = map(str, Rebuild(write=False).differences())
    assert f"event:{autumn.public_id}" in difference
