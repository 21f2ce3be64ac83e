from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import signing
from django.test import override_settings
from django.utils import timezone

from ecarte_site.live.tickets import (
    MOST_TOPICS,
    TicketError,
    make_ticket,
    read_ticket,
    seconds_left,
    topics_of,
)


def test_ticket_says_what_its_bearer_may_hear() -> None:
    assert read_ticket(make_ticket(["event.a", "rubber.b"])) == ("event.a", "rubber.b")


@pytest.mark.parametrize("forge", [lambda text: "", lambda text: text[:-1], lambda text: "x" + text])
def test_what_was_not_made_here_is_none(forge: object) -> None:
    with pytest.raises(TicketError):
        read_ticket(forge(make_ticket(["event.a"])))  # type: ignore[operator]


def test_signature_of_another_key_or_for_another_use_is_none() -> None:
    with override_settings(SECRET_KEY="another"):
        foreign = make_ticket(["event.a"])
    for text in (foreign, signing.dumps("event.a")):
        with pytest.raises(TicketError):
            read_ticket(text)


@pytest.mark.parametrize(("seconds", "is_good"), [(50, True), (61, False), (600, False), (86_400, False)])
def test_ticket_is_good_for_a_minute(seconds: int, is_good: bool) -> None:
    ticket = make_ticket(["event.a"])
    with time_machine.travel(timezone.now() + timedelta(seconds=seconds)):
        assert (seconds_left(ticket) > 0) is is_good
        if is_good:
            assert read_ticket(ticket) == ("event.a",)
        else:
            with pytest.raises(TicketError):
                read_ticket(ticket)
        # What it was for is known still, to be asked about again.
        assert topics_of(ticket) == ("event.a",)


@pytest.mark.parametrize("text", ["", "forged", "WyJldmVudC5hIl0:1:x", "a:b:c:d"])
def test_nothing_is_read_of_what_was_not_made_here(text: str) -> None:
    with pytest.raises(TicketError):
        topics_of(text)


def test_very_many_topics_make_no_endless_address() -> None:
    assert len(read_ticket(make_ticket([f"rubber.{number}" for number in range(200)]))) == MOST_TOPICS
