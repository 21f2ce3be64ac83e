"""docs/api/tables.md promises what there is: its tables are the code's, and its examples are run."""

from __future__ import annotations

import re
from string import Template

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.api.core.scopes import scopes_by_address
from matches.api.sittings import urls as sittings
from matches.api.sittings.serializers.facts import FACTS
from matches.models import Club, User
from tests.matches.api.calling import Caller, guests, opening, token_for
from tests.matches.api.core.test_docs import call
from tests.matches.api.tables import at_odds

pytestmark = pytest.mark.django_db

TEXT = (PROJECT / "docs" / "api" / "tables.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, int]]:
    """The calls of curl in their order, each with the status that the page says comes back."""
    found = re.findall(r"^    (curl (?:.*\n)+?)    # (\d{3})$", TEXT, re.MULTILINE)
    return [(re.sub(r"\n    ", "\n", command), int(status)) for command, status in found]


def test_examples_do_what_the_page_says(club: Club, owner: User, api: Caller) -> None:
    ann, bea, cat = guests(club, "Ann", "Bea", "Cat")
    live = api.post("rubbers/", opening(club, *guests(club, "Dan", "Eve"))).json()["id"]
    odd = api.post("rubbers/", opening(club, *guests(club, "Fay", "Gil"))).json()["id"]
    conflict = at_odds(f"rubbers/{odd}/", owner)
    people = {"ANN": ann.public_id, "BEA": bea.public_id, "CAT": cat.public_id}
    values = {"SITE": "", "TOKEN": token_for(owner), "CLUB": club.public_id, "LIVE": live, **people}
    values |= {"AT_ODDS": odd, "PAD_CONFLICT": conflict}
    for command, status in examples():
        answer = call(Template(command).substitute(values))
        assert answer.status_code == status, (command, answer.content)
        if '"kind": "pool"' in command:
            values["TABLE"] = answer.json()["id"]
        if "/links/" in command and status == 201:
            values["LINK"] = answer.json()["id"]
        elif "ETag" in answer.headers:
            values["TAG"] = answer.headers["ETag"].replace('"', '\\"')
    assert len(examples()) == 15


def test_every_kind_of_fact_is_told() -> None:
    part = TEXT.partition("| kind |")[2].partition("\n\n")[0]
    told = [kind for line in part.splitlines() for kind in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert sorted(told) == sorted(FACTS)


def test_addresses() -> None:
    scopes = scopes_by_address(sittings.ADDRESSES)
    expected: dict[str, str] = {}
    for each in sittings.ADDRESSES:
        route = re.sub(r"<\w+:(\w+)>", r"{\1}", str(each.pattern))
        told = [f"{method} `{scope}`" for (name, method), scope in scopes.items() if name == each.name]
        expected[f"`/api/{route}`"] = ", ".join(told)
    rows = [line.split("|")[1:3] for line in TEXT.splitlines() if line.startswith("| `/api/")]
    assert {address.strip(): told.strip() for address, told in rows} == expected
