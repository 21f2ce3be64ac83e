"""docs/api/events.md promises what there is: its examples are run, and its table is the code's."""

from __future__ import annotations

import re
from string import Template

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.api.core.scopes import scopes_by_address
from matches.api.events import urls as events
from matches.models import Club, Rubber, User
from tests.matches.api.calling import Caller, guests, token_for
from tests.matches.api.core.test_docs import call
from tests.matches.api.event_calls import done

pytestmark = pytest.mark.django_db

TEXT = (PROJECT / "docs" / "api" / "events.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, int]]:
    """The calls of curl in their order, each with the status that the page says comes back."""
    blocks = re.findall(r"((?:^    (?!#).*\n)+)    # (\d{3})\n", TEXT, re.MULTILINE)
    return [(block.replace("\n    ", "\n").strip(), int(status)) for block, status in blocks]


def test_every_example_says_its_status() -> None:
    assert len(examples()) == TEXT.count("    curl ") == 16


def test_examples_do_what_the_page_says(api: Caller, club: Club, owner: User) -> None:
    ann, bob = guests(club, "Ann", "Bob")
    event = done(api.post(f"clubs/{club.public_id}/events/", {"name": "Autumn Cup 2026"}), 201)["id"]
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "EVENT": event,
        "ANN": ann.public_id,
        "BOB": bob.public_id,
    }
    for command, status in examples():
        if rubber := Rubber.objects.first():
            values["RUBBER"] = rubber.public_id
        answer = call(Template(command).substitute(values))
        assert answer.status_code == status, (command, answer.content)
        values["TAG"] = answer.headers.get("ETag", "").replace('"', '\\"')


def test_table_is_the_codes() -> None:
    scopes = scopes_by_address(events.ADDRESSES)
    expected = {}
    for pattern in events.ADDRESSES:
        route = re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        told = [f"{method} `{scope}`" for (name, method), scope in scopes.items() if name == pattern.name]
        expected[f"`/api/{route}`"] = ", ".join(told)
    rows = re.findall(r"^\| (`/api\S+`) \| (.*) \|$", TEXT, re.MULTILINE)
    assert dict(rows) == expected
