"""A rubber's history is open to everyone who sees the rubber, but only the club's people see the actors."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import LogEntry, User
from matches.rubbers.change_rubbers import CommandContext, confirm_rubber
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import ROLES, People, at, stored
from tests.matches.roles_table import expected_grants

READERS = [*ROLES, "Stranger", "nobody"]


@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize("name", ["rubber_history", "rubber_then"])
def test_actor_is_named_to_those_who_see_members(people: People, who: str, name: str) -> None:
    User.objects.filter(pk=people.users["Director"].pk).update(name="Jane Dering")
    people.players["Director"].name = "Jane Dering"
    people.players["Director"].save()
    rubber = stored(people, by="Orford")
    act = CommandContext(by=people.users["Director"], key="", reason="Jane Dering, director, has the sheet.")
    confirm_rubber(rubber, seat="", act=act)
    client = Client() if who == "nobody" else people.client(who)
    html = words(page(client, at(name, rubber.public_id, *([2] if name == "rubber_then" else []))))
    role = ROLES.get(who, "stranger")
    sees = expected_grants()["see_members", role] == "yes"
    assert ("Orford – Baldwin 2–1 was confirmed." in html) is not sees
    assert ("Jane Dering (director) confirmed Orford – Baldwin 2–1." in html) is sees
    assert ("Jane" in html) is sees
    assert ("director" in html) is sees
    assert LogEntry.objects.get(kind="rubber.confirmed").reason not in html or sees
