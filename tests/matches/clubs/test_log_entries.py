from __future__ import annotations

import pytest

from matches.clubs.log_entries import append_club_fact
from matches.common.log import club_log
from matches.models import LogEntry
from matches.rubbers.change_rubbers import confirm_rubber
from matches.rubbers.history import rubber_history
from tests.matches.rubbers.hands import differences, make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_facts_are_numbered_in_the_clubs_own_stream() -> None:
    hands = make_hands()
    append_club_fact(hands.club, "club.changed", {"settings": ["name"]}, by=hands.director, reason="at last")
    append_club_fact(hands.club, "club.changed", {"settings": ["currency"]}, by=None, key="once")
    append_club_fact(hands.club, "club.changed", {"settings": ["currency"]}, by=None, key="once")
    first, second = LogEntry.objects.order_by("pk")
    assert (first.stream, first.version) == (f"club:{hands.club.public_id}", 1)
    assert (first.by, first.reason) == (hands.director, "at last")
    assert (second.version, second.payload, second.club) == (2, {"settings": ["currency"]}, hands.club)
    assert differences() == []


def test_fact_about_something_else_is_refused() -> None:
    hands = make_hands()
    with pytest.raises(ValueError, match="rubber"):
        append_club_fact(hands.club, "rubber.lost", {}, by=None)


def test_log_is_read_newest_first_and_a_history_from_its_beginning() -> None:
    hands = make_hands()
    rubber = confirm_rubber(hands.report(), act=hands.act())
    make_hands("garrick").enter()
    kinds = [entry.kind for entry in club_log(hands.club)]
    assert kinds == ["rubber.confirmed", "rubber.reported", "event.opened"]
    assert [entry.kind for entry in rubber_history(rubber)] == ["rubber.reported", "rubber.confirmed"]
