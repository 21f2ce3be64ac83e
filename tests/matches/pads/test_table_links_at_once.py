"""Phones that open one table's link at the same moment."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import transaction

from matches.clubs.locks import locked_club
from matches.events.results import WrittenResult, enter_result
from matches.models import Membership, Rubber
from matches.pads.table_links import TableLinkError, make_links, open_link
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.helpers.hands import differences, make_hands
from tests.matches.helpers.people import make_member, user_of
from tests.matches.helpers.together import begin, pool
from tests.matches.pads.test_table_links import table_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def told() -> EventHands:
    hands = make_hands()
    hands.director = user_of(make_member(hands.club, "Scorer", Membership.Role.SCORER))
    return playing("knockout", hands=hands)


def test_two_phones_at_once_open_one_rubber(told: EventHands) -> None:
    made = make_links(told.event, [table_of(told), table_of(told)], by=told.hands.director)
    tokens = [made[0].token, made[0].token, made[1].token]
    with pool() as threads:
        with transaction.atomic():
            locked_club(told.event.club_id)
            calls = [begin(threads, partial(open_link, token)) for token in tokens]
        rubbers = {call.result()[1].pk for call in calls}

    assert len(rubbers) == 1
    assert Rubber.objects.count() == 1
    assert differences() == []


def test_result_and_first_look_at_once_are_one_rubber(told: EventHands) -> None:
    made = make_links(told.event, [table_of(told)], by=told.hands.director)[0]
    result = WrittenResult(games_won=(2, 0))
    entering = partial(enter_result, told.event, (1, 1, 1), result, word="final", act=told.act())
    with pool() as threads:
        with transaction.atomic():
            locked_club(told.event.club_id)
            opening = begin(threads, partial(open_link, made.token))
            entered = begin(threads, entering)
        # Whoever came second found it over, or took its place.
        assert {type(opening.exception()), type(entered.exception())} <= {type(None), TableLinkError}

    assert [rubber.winner for rubber in Rubber.objects.all()] == ["A"]
    assert told.pairings()[0].also == ()
