"""Phones open one table's link at the same moment."""

from __future__ import annotations

from functools import partial

import pytest

from matches.clubs.locks import locked_club
from matches.events.results import WrittenResult
from matches.models import Membership, Rubber
from matches.pads.table_links import TableLinkError, make_links, open_link
from tests.matches.clubs.people import make_member, user_of
from tests.matches.common.together import run_behind
from tests.matches.events.event_hands import EventHands, enter_result, playing
from tests.matches.pads.test_table_links import table_of
from tests.matches.rubbers.hands import differences, make_hands

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event_hands() -> EventHands:
    hands = make_hands()
    hands.director = user_of(make_member(hands.club, "Scorer", Membership.Role.SCORER))
    return playing("knockout", hands=hands)


def test_two_phones_at_once_open_one_rubber(event_hands: EventHands) -> None:
    made = make_links(event_hands.event, [table_of(event_hands)] * 2, by=event_hands.hands.director)
    opened = [partial(open_link, token) for token in (made[0].token, made[0].token, made[1].token)]
    calls = run_behind(partial(locked_club, event_hands.event.club_id), *opened)
    assert len({call.result()[1].pk for call in calls}) == 1
    assert Rubber.objects.count() == 1
    assert differences() == []


def test_result_and_first_look_at_once_are_one_rubber(event_hands: EventHands) -> None:
    made = make_links(event_hands.event, [table_of(event_hands)], by=event_hands.hands.director)[0]
    result = WrittenResult(games_won=(2, 0))
    entering = partial(
        enter_result, event_hands.event, (1, 1, 1), result, authority="final", act=event_hands.act()
    )
    lock = partial(locked_club, event_hands.event.club_id)
    calls = run_behind(lock, partial(open_link, made.token), entering)
    # The second call found the sitting closed, or took its place.
    assert {type(call.exception()) for call in calls} <= {type(None), TableLinkError}
    assert [rubber.winner for rubber in Rubber.objects.all()] == ["A"]
    assert event_hands.pairings()[0].also == ()
