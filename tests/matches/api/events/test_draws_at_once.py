"""Two who change one draw at the same moment by the API."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import transaction

from matches.events.record_facts import locked_row
from tests.matches.api.calling import Caller
from tests.matches.api.event_calls import EventCalls
from tests.matches.helpers.together import begin, pool

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_changes_of_two_pairings_at_once_are_both_there(swiss: EventCalls, api: Caller) -> None:
    swiss.draw()
    before = [each["players"]["A"] for each in swiss.pairings()]
    path = f"{swiss.path}stages/1/rounds/1/changes/"
    bodies = [{"do": "turn", "number": number} for number in (1, 2)]
    with pool() as threads:
        with transaction.atomic():
            locked_row(swiss.event)
            sent = [begin(threads, partial(api.post, path, body, If_Match="*")) for body in bodies]
        assert [call.result().status_code for call in sent] == [200, 200]
    after = [each["players"]["A"] for each in swiss.pairings()]
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, True, False]
