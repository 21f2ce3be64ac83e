"""The tables of docs/api.md and of the pages below docs/api match the code, and their examples run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from string import Template
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern

from ecarte_site.setup.environment import PROJECT
from matches.api.core.access import RATES
from matches.api.core.errors import KINDS
from matches.api.sittings.fact_serializers import FACTS
from matches.api.urls import ALL, AREAS
from matches.clubs.api_tokens import SCOPES, make_token
from matches.common.commands import CommandContext
from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Club, Player, Rubber, User
from matches.sittings.record_facts import NewSitting, open_sitting
from tests.matches.api.calling import Answer, Caller, guests, opening, token_for
from tests.matches.api.described import scopes_by_address
from tests.matches.api.event_calls import done
from tests.matches.api.tables import at_odds
from tests.matches.pages.records import make_member, review

pytestmark = pytest.mark.django_db

PAGES = {
    page: (PROJECT / "docs" / page).read_text(encoding="utf-8")
    for page in ("api.md", "api/events.md", "api/figures.md", "api/people.md", "api/tables.md")
}


def rows(*, after: str) -> list[tuple[str, str]]:
    """Return the rows of the first table of docs/api.md behind the heading ``after``."""
    part = PAGES["api.md"].split(f"\n## {after}\n")[1]
    table = re.search(r"\|---\|---\|\n((?:\|.*\n)+)", part)
    assert table
    return [
        (row[0].strip(), row[1].strip()) for row in (line.split("|")[1:3] for line in table[1].splitlines())
    ]


@pytest.mark.core
def test_codes() -> None:
    expected = [(f"`{code}`", str(kind.status)) for code, kind in KINDS.items()]
    assert rows(after="Problems") == expected


@pytest.mark.core
def test_scopes() -> None:
    assert rows(after="A token") == [(f"`{scope}`", str(words)) for scope, words in SCOPES.items()]


@pytest.mark.core
def test_rates() -> None:
    expected = [(f"`{limit}`", str(calls)) for limit, calls in RATES.items()]
    assert rows(after="Limits") == expected


@pytest.mark.parametrize(
    ("page", "patterns"),
    [
        pytest.param("api.md", ALL, marks=pytest.mark.core),
        ("api/people.md", AREAS["people"]),
        ("api/events.md", AREAS["events"]),
        ("api/tables.md", AREAS["sittings"]),
    ],
    ids=["api", "people", "events", "tables"],
)
def test_addresses(page: str, patterns: list[URLPattern]) -> None:
    expected: dict[str, str] = {}
    for pattern in patterns:
        route = re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        methods = [
            f"{method} `{scope}`" if scope else method
            for (name, method), scope in scopes_by_address(patterns).items()
            if name == pattern.name
        ]
        expected[f"/api/{route}"] = ", ".join(methods)
    assert dict(re.findall(r"^\| `(/api/\S*)` \| (.*) \|$", PAGES[page], re.MULTILINE)) == expected


@pytest.mark.core
def test_pages_of_areas_are_led_to_and_tried() -> None:
    folder, here = PROJECT / "docs" / "api", PROJECT / "tests" / "matches" / "api"
    tests = "".join(each.read_text(encoding="utf-8") for each in here.rglob("test_*.py"))
    for page in folder.glob("*.md"):
        assert f"(api/{page.name})" in PAGES["api.md"]
        assert f'"{page.name}"' in tests or f'"api/{page.name}"' in tests


def test_every_kind_of_fact_is_told() -> None:
    part = PAGES["api/tables.md"].partition("| kind |")[2].partition("\n\n")[0]
    kinds = [kind for line in part.splitlines() for kind in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert sorted(kinds) == sorted(FACTS)


def examples(page: str, count: int) -> list[tuple[str, int]]:
    """Return the ``count`` calls of curl of a page of docs in order, each with the expected status."""
    text = (PROJECT / "docs" / page).read_text(encoding="utf-8")
    blocks = re.findall(r"((?:^    (?!#).*\n)+)    # (\d{3})$", text, re.MULTILINE)
    assert len(blocks) == text.count("    curl ") == count
    return [(block.replace("\n    ", "\n").strip(), int(status)) for block, status in blocks]


def call(command: str) -> Any:
    """Send the request that this curl command describes to the API, and return the response."""
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


def run(commands: list[tuple[str, int]], values: dict[str, str]) -> Iterator[tuple[str, Answer]]:
    """Send each command with ``values`` in place of its variables, and yield it with its response.

    The response must have the expected status. Its ETag becomes the value of ``TAG``.
    """
    for command, status in commands:
        answer = call(Template(command).substitute(values))
        assert answer.status_code == status, (command, b"".join(answer))
        if "ETag" in answer.headers:
            values["TAG"] = answer.headers["ETag"].replace('"', '\\"')
        yield command, answer


@pytest.mark.core
def test_examples_of_the_first_page(club: Club, owner: User) -> None:
    ann, bob = guests(club, "Ann", "Bob")
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "CLUB": club.public_id,
        "ANN": ann.public_id,
        "BOB": bob.public_id,
    }
    commands = examples("api.md", 20)
    # The page shows how to read a rubber before it shows how to enter one.
    entered = next(place for place, (command, _) in enumerate(commands) if '"form": "result"' in command)
    early = [each for each in commands[:entered] if "$RUBBER" in each[0]]
    for command, answer in run([each for each in commands if each not in early], values):
        if '"form": "result"' in command:
            values["RUBBER"] = answer.json()["id"]
        if '"form": "live"' in command:
            values["LIVE"] = answer.json()["id"]
    assert len(list(run(early, values))) == len(early)


def test_examples_about_people(club: Club, owner: User, rubber: Rubber) -> None:
    ann, bob, robert = guests(club, "Ann", "Bob", "Robert")
    make_member(club, "clay@example.org")
    make_member(club, "dan@example.org")
    ids = dict(club.players.values_list("name", "public_id"))
    sitting = NewSitting(kind="french", name="Green table", terms={"least": 100})
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "OLD": make_token(owner, name="old", scopes=["read"])[0].public_id,
        "CLUB": club.public_id,
        "EVENT": rubber.event.public_id,
        "RUBBER": rubber.public_id,
        "TABLE": open_sitting(club, sitting, act=CommandContext(by=owner, key="")).public_id,
        "ME": Player.objects.get(user=owner).public_id,
        "ANN": ann.public_id,
        "BOB": bob.public_id,
        "ROBERT": robert.public_id,
        "CLAY": ids["clay"],
        "DAN": ids["dan"],
    }
    invitation = ""
    for command, status in examples("api/people.md", 26):
        if "$LINK" in command and "LINK" not in values:
            # The one that the page makes is taken back before it shows how another is used.
            ((_command, made),) = run([(invitation, 201)], values)
            values["LINK"] = made.json()["url"].rstrip("/").rpartition("/")[2]
        if "$INVITATION" in command:
            ((_command, made),) = run([(invitation, 201)], values)
            values["INVITATION"] = made.json()["id"]
        assert len(list(run([(command, status)], values))) == 1
        if "/invitations/" in command and status == 201:
            invitation = command


def test_examples_about_events(api: Caller, club: Club, owner: User) -> None:
    ann, bob = guests(club, "Ann", "Bob")
    event = done(api.post(f"clubs/{club.public_id}/events/", {"name": "Autumn Cup 2026"}), 201)["id"]
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "EVENT": event,
        "ANN": ann.public_id,
        "BOB": bob.public_id,
    }
    for _command, _answer in run(examples("api/events.md", 16), values):
        if rubber := Rubber.objects.first():
            values["RUBBER"] = rubber.public_id


def test_examples_about_figures(club: Club, owner: User, rubber: Rubber) -> None:
    review(rubber, [{}])
    rate_club(club.pk)
    write_honours(club.pk)
    owner.players.update(user=None)
    rubber.player_b.user = owner
    rubber.player_b.save()
    values = {
        "SITE": "",
        "TOKEN": token_for(owner),
        "CLUB": club.public_id,
        "ANN": rubber.player_b.public_id,
        "BOB": rubber.player_a.public_id,
        "RUBBER": rubber.public_id,
        "YEAR": "2026",
    }
    assert len(list(run(examples("api/figures.md", 24), values))) == 24


def test_examples_about_tables(club: Club, owner: User, api: Caller) -> None:
    ann, bea, cat = guests(club, "Ann", "Bea", "Cat")
    live = api.post("rubbers/", opening(club, *guests(club, "Dan", "Eve"))).json()["id"]
    odd = api.post("rubbers/", opening(club, *guests(club, "Fay", "Gil"))).json()["id"]
    conflict = at_odds(f"rubbers/{odd}/", owner)
    people = {"ANN": ann.public_id, "BEA": bea.public_id, "CAT": cat.public_id}
    values = {"SITE": "", "TOKEN": token_for(owner), "CLUB": club.public_id, "LIVE": live, **people}
    values |= {"AT_ODDS": odd, "PAD_CONFLICT": conflict}
    for command, answer in run(examples("api/tables.md", 15), values):
        if '"kind": "pool"' in command:
            values["TABLE"] = answer.json()["id"]
        if "/links/" in command and answer.status_code == 201:
            values["LINK"] = answer.json()["id"]
