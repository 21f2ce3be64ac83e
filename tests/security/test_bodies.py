"""Members that no body has, and ids of another club's in one's own: refused, and nothing is changed by them."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest
from django.test import Client

from matches.models import Club, LogEntry, User
from matches.models.ids import ALPHABET
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.factories.once import undone
from tests.matches.api.calling import Caller, token_for
from tests.matches.api.roles.scene import Scene, scene
from tests.matches.api.test_every_call import CALLS
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

ID: Final = re.compile(rf"\b[{ALPHABET}]{{14}}\b")
ODD: Final = ("is_superuser", "public_id", "club_id", "__proto__", "user")
DONE: Final = (200, 201, 202, 204)
CHANGES: Final = [call for call in CALLS if call.method != "GET"]


@pytest.fixture
def here(db: None) -> Scene:
    return scene()


@pytest.mark.long
def test_no_body_has_members_but_its_own(here: Scene) -> None:
    taken = {}
    for call in CHANGES:
        with undone():
            path, body = call.ready(here)
            if not isinstance(body, dict) or not call.allows("owner"):
                continue
            before = LogEntry.objects.count()
            answer = call.made_by(here.api, path, {**body, **dict.fromkeys(ODD, True)})
            problem = answer.json() if answer.status_code == 422 else {"errors": []}
            refused = {fault["pointer"].rpartition("/")[2] for fault in problem["errors"]}
            assert LogEntry.objects.count() == before, call.name
            taken[call.name, call.method] = sorted(set(ODD) - refused)
    assert len(taken) >= 30
    assert {key: names for key, names in taken.items() if names} == {}


def test_ids_of_another_club_are_not_there_below_ones_own(here: Scene) -> None:
    own = make_club("garrick")
    rival = Caller(token_for(make_member(own, "rival@example.org", role="owner")))
    reached = {}
    for call in CALLS:
        with undone():
            path, body = call.ready(here)
            text = json.dumps([path, None if isinstance(body, bytes) else body])
            if here.club.public_id not in text or not set(ID.findall(text)) - {here.club.public_id}:
                continue
            theirs, odd = json.loads(text.replace(here.club.public_id, own.public_id))
            before = LogEntry.objects.count()
            reached[call.name, call.method] = call.made_by(rival, theirs, odd).status_code
            assert LogEntry.objects.count() == before, call.name
    assert len(reached) >= 8
    assert {key: status for key, status in reached.items() if status in DONE or status >= 500} == {}


class TestForms:
    """A form accepts only the fields that it has."""

    MORE: Final[dict[str, Any]] = {
        "is_superuser": "1",
        "is_staff": "on",
        "is_active": "",
        "id": "1",
        "public_id": "bcdfghjkmnpqrs",
        "user": "1",
        "owner": "1",
        "role": "owner",
        "slug": "mine",
    }

    def test_account_is_a_plain_one(self, club: Club, owner: User, with_mail: None) -> None:
        fields = {"email": "new@example.org", "name": "New", "password1": "a long pass phrase", **self.MORE}
        Client().post("/accounts/signup/", fields)
        user = User.objects.get(email="new@example.org")
        assert (user.is_superuser, user.is_staff, user.is_active) == (False, False, True)
        assert user.public_id != self.MORE["public_id"]
        assert not user.players.exists()

    def test_club_stays_the_one_it_is(self, club: Club, owner: User) -> None:
        client = client_of(owner)
        page = client.get("/clubs/portland/settings/").content.decode()
        fields = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', page))
        client.post("/clubs/portland/settings/", {**fields, **self.MORE, "name": "Portland"})
        now = Club.objects.get(pk=club.pk)
        assert (now.slug, now.public_id) == (club.slug, club.public_id)
