"""docs/api.md promises what there is: its tables are the code's, and its examples are run."""

from __future__ import annotations

import re
import shlex
from string import Template
from typing import Any

import pytest
from django.test import Client

from ecarte_site.setup.environment import PROJECT
from matches.api.all_urls import ALL
from matches.api.core.problem_codes import KINDS
from matches.api.core.scopes import scopes_by_address
from matches.api.core.throttles import RATES
from matches.clubs.api_tokens import SCOPES
from matches.models import Club, User
from tests.matches.api.calling import guests, token_for

pytestmark = [pytest.mark.django_db, pytest.mark.core]

TEXT = (PROJECT / "docs" / "api.md").read_text(encoding="utf-8")


def rows(*, after: str) -> list[tuple[str, str]]:
    """The rows of the first table behind the heading ``after``."""
    part = TEXT.split(f"\n## {after}\n")[1]
    table = re.search(r"\|---\|---\|\n((?:\|.*\n)+)", part)
    assert table
    return [
        (row[0].strip(), row[1].strip()) for row in (line.split("|")[1:3] for line in table[1].splitlines())
    ]


def test_codes() -> None:
    expected = [(f"`{code}`", str(kind.status)) for code, kind in KINDS.items()]
    assert rows(after="Problems") == expected


def test_scopes() -> None:
    assert rows(after="A token") == [(f"`{scope}`", str(words)) for scope, words in SCOPES.items()]


def test_rates() -> None:
    expected = [(f"`{limit}`", str(calls)) for limit, calls in RATES.items()]
    assert rows(after="Limits") == expected


def test_addresses() -> None:
    expected: dict[str, list[str]] = {}
    for pattern in ALL:
        route = re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        told = [
            f"{method} `{scope}`" if scope else method
            for (name, method), scope in scopes_by_address(ALL).items()
            if name == pattern.name
        ]
        expected[f"`/api/{route}`"] = told
    assert {address: told.split(", ") for address, told in rows(after="Addresses")} == expected


def test_pages_of_areas_are_led_to_and_tried() -> None:
    folder, here = PROJECT / "docs" / "api", PROJECT / "tests" / "matches" / "api"
    tests = "".join(each.read_text(encoding="utf-8") for each in here.rglob("test_*.py"))
    for page in folder.glob("*.md"):
        assert f"(api/{page.name})" in TEXT
        assert f'"{page.name}"' in tests


def examples() -> list[tuple[list[str], int]]:
    """The calls of curl in their order, each with the status that the page says comes back."""
    blocks = re.findall(r"(?:^    .*\n)+", TEXT, re.MULTILINE)
    found = []
    for block in blocks:
        lines = [line.removeprefix("    ") for line in block.splitlines()]
        if lines[0].startswith("curl"):
            status = re.fullmatch(r"# (\d{3})", lines.pop())
            assert status, block
            found.append((lines, int(status[1])))
    return found


def call(command: str) -> Any:
    """What the API answers to a call of curl with these options."""
    words = shlex.split(command.replace("\\\n", " "))[1:]
    method, headers, data, url = "GET", {}, "", ""
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name] = value
        elif word == "--data":
            data = words.pop(0)
        elif word != "-i":
            url = word
    media_type = headers.pop("Content-Type", "")
    return Client().generic(method, url, data, content_type=media_type, headers=headers)


def test_examples_do_what_the_page_says(club: Club, owner: User) -> None:
    ann, bob = guests(club, "Ann", "Bob")
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "CLUB": club.public_id,
        "ANN": ann.public_id,
        "BOB": bob.public_id,
    }
    reads_of_a_rubber = []
    ran = 0
    for lines, status in examples():
        command = "\n".join(lines)
        if "$RUBBER" in command and "RUBBER" not in values:
            reads_of_a_rubber.append((command, status))
            continue
        answer = call(Template(command).substitute(values))
        assert answer.status_code == status, (command, answer.content)
        ran += 1
        if "ETag" in answer.headers:
            values["TAG"] = answer.headers["ETag"].replace('"', '\\"')
        if '"form": "result"' in command:
            values["RUBBER"] = answer.json()["id"]
        if '"form": "live"' in command:
            values["LIVE"] = answer.json()["id"]
    # The page shows how to read a rubber before it shows how to enter one.
    for command, status in reads_of_a_rubber:
        assert call(Template(command).substitute(values)).status_code == status
    assert ran + len(reads_of_a_rubber) == len(examples()) == 20
