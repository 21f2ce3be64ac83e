"""docs/api/people.md promises what there is: its examples are run, and its table is the code's."""

from __future__ import annotations

import re
from string import Template
from typing import Any

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.api.clubs import people_urls as people
from matches.api.core.scopes import scopes_by_address
from matches.clubs.api_tokens import make_token
from matches.common.command_context import Act
from matches.models import Club, Player, Rubber, User
from matches.sittings.open_sitting import NewSitting, open_sitting
from tests.matches.api.calling import guests, token_for
from tests.matches.api.core.test_docs import call
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

TEXT = (PROJECT / "docs" / "api" / "people.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, int]]:
    """The calls of curl in their order, each with the status that the page says comes back."""
    blocks = re.findall(r"((?:^    (?!#).*\n)+)    # (\d{3})\n", TEXT, re.MULTILINE)
    return [(block.replace("\n    ", "\n").strip(), int(status)) for block, status in blocks]


def test_every_example_says_its_status() -> None:
    assert len(examples()) == TEXT.count("    curl ") == 25


def test_examples_do_what_the_page_says(club: Club, owner: User, rubber: Rubber) -> None:
    ann, bob, robert = guests(club, "Ann", "Bob", "Robert")
    make_member(club, "clay@example.org")
    make_member(club, "dan@example.org")
    ids = dict(club.players.values_list("name", "public_id"))
    said = NewSitting(kind="french", name="Green table", terms={"least": 100})
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "OLD": make_token(owner, name="old", scopes=["read"])[0].public_id,
        "CLUB": club.public_id,
        "EVENT": rubber.event.public_id,
        "RUBBER": rubber.public_id,
        "TABLE": open_sitting(club, said, act=Act(by=owner, key="")).public_id,
        "ME": Player.objects.get(user=owner).public_id,
        "ANN": ann.public_id,
        "BOB": bob.public_id,
        "ROBERT": robert.public_id,
        "CLAY": ids["clay"],
        "DAN": ids["dan"],
    }
    last: dict[str, str] = {}
    for command, status in examples():
        if "$LINK" in command and "LINK" not in values:
            # The one that the page makes is taken back before it shows how another is used.
            made = _made(last["invitation"], values)
            values["LINK"] = made["url"].rstrip("/").rpartition("/")[2]
        if "$INVITATION" in command:
            made = _made(last["invitation"], values)
            values["INVITATION"] = made["id"]
        answer = call(Template(command).substitute(values))
        assert answer.status_code == status, (command, b"".join(answer))
        if "/invitations/" in command and status == 201:
            last["invitation"] = command
        if "ETag" in answer.headers:
            values["TAG"] = answer.headers["ETag"].replace('"', '\\"')


def _made(command: str, values: dict[str, str]) -> Any:
    """What comes of the page's call that makes an invitation."""
    answer = call(Template(command).substitute(values))
    values["TAG"] = answer.headers["ETag"].replace('"', '\\"')
    return answer.json()


def test_addresses() -> None:
    told = dict(re.findall(r"^\| `/api/(v1/\S+)` \| (.*) \|$", TEXT, re.MULTILINE))
    scopes = scopes_by_address(people.ADDRESSES)
    expected = {
        re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)): ", ".join(
            f"{method} `{scope}`" for (name, method), scope in scopes.items() if name == pattern.name
        )
        for pattern in people.ADDRESSES
    }
    assert told == expected
