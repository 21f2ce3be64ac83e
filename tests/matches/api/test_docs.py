"""The tables of docs/api.md and of the pages below docs/api match the code, and the calls of all pages run."""

from __future__ import annotations

import re

import pytest
from django.urls import URLPattern

from ecarte_site.setup.environment import PROJECT
from matches.api.core.access import RATES
from matches.api.core.errors import KINDS
from matches.api.sittings.fact_serializers import FACTS
from matches.api.urls import ALL, AREAS
from matches.clubs.api_tokens import SCOPES
from tests.matches.api import page_examples
from tests.matches.api.described import scopes_by_address
from tests.matches.api.roles.scene import scene

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
    docs = PROJECT / "docs"
    for page in docs.glob("api/*.md"):
        assert f"(api/{page.name})" in PAGES["api.md"]
    with_calls = [page for page in docs.rglob("*.md") if "\n    curl " in page.read_text(encoding="utf-8")]
    assert {str(page.relative_to(docs)) for page in with_calls} == set(page_examples.PAGES)


def test_every_kind_of_fact_is_told() -> None:
    part = PAGES["api/tables.md"].partition("| kind |")[2].partition("\n\n")[0]
    kinds = [kind for line in part.splitlines() for kind in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert sorted(kinds) == sorted(FACTS)


IN_THE_MAIN_PATH = ("api.md", "api/imports.md", "api/webhooks.md", "howto/score-from-another-program.md")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.core] if name in IN_THE_MAIN_PATH else [])
        for name in page_examples.PAGES
    ],
)
def test_calls_of_the_page_do_what_it_says(name: str) -> None:
    page_examples.PAGES[name]("", scene())
