from __future__ import annotations

import pytest

from matches.models import Event, LogEntry, Stage
from matches.rubbers.open_event import (
    EventInUseError,
    EventNameError,
    free_name,
    open_event_by_hand,
    rename_event,
)
from tests.matches.rubbers.hands import Hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_event_opened_by_hand_has_a_stage_and_its_entry(hands: Hands) -> None:
    event = open_event_by_hand(hands.club, "  Spring Cup ", act=hands.act("for the spring"))
    assert (event.name, event.club) == ("Spring Cup", hands.club)
    assert Stage.objects.get().event == event
    entry = LogEntry.objects.get()
    assert (entry.kind, entry.by, entry.reason) == ("event.opened", hands.director, "for the spring")


def test_form_sent_twice_opens_one_event(hands: Hands) -> None:
    act = hands.act()
    assert open_event_by_hand(hands.club, "Cup", act=act) == open_event_by_hand(hands.club, "Cup", act=act)


def test_name_that_is_taken_is_told_with_its_event(hands: Hands) -> None:
    event = open_event_by_hand(hands.club, "Cup", act=hands.act())
    other = open_event_by_hand(hands.club, "League", act=hands.act())
    with pytest.raises(EventNameError) as error:
        open_event_by_hand(hands.club, "Cup", act=hands.act())
    assert error.value.event == event
    with pytest.raises(EventNameError):
        rename_event(other, "Cup", act=hands.act())


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "two\nlines", "x" * 201])
def test_name_that_no_record_can_give_is_refused(hands: Hands, name: str) -> None:
    with pytest.raises(EventNameError):
        open_event_by_hand(hands.club, name, act=hands.act())
    assert not Event.objects.exists()


def test_event_is_renamed_while_it_has_no_rubber(hands: Hands) -> None:
    event = open_event_by_hand(hands.club, "Cup", act=hands.act())
    act = hands.act()
    for _ in range(2):
        assert rename_event(event, "League", act=act).name == "League"
    assert rename_event(event, "Cup", act=hands.act()).name == "Cup"
    entries = LogEntry.objects.filter(stream=f"event:{event.public_id}").order_by("version")
    kinds = ["event.opened", "event.renamed", "event.renamed"]
    assert list(entries.values_list("version", "kind")) == list(enumerate(kinds, start=1))


def test_event_that_rubbers_name_keeps_its_name(hands: Hands) -> None:
    rubber = hands.enter()
    with pytest.raises(EventInUseError):
        rename_event(rubber.event, "League", act=hands.act())


def test_name_that_is_taken_gets_the_next_number(hands: Hands) -> None:
    names = []
    for _evening in range(3):
        names.append(free_name(hands.club, "Thursday, 26 November"))
        open_event_by_hand(hands.club, names[-1], act=hands.act())
    assert names == ["Thursday, 26 November", "Thursday, 26 November (2)", "Thursday, 26 November (3)"]
