"""The documents are in step with the code: commands, pages that lead nowhere, words that are used and not explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from ecarte_site.setup import ENTRIES
from ecarte_site.setup.environment import PROJECT
from matches.models import Rubber
from scoring.notation.tags import CANONICAL_TAGS

CONTRIBUTING = PROJECT / "CONTRIBUTING.md"
DOCUMENTS = sorted(
    [
        PROJECT / "README.md",
        CONTRIBUTING,
        *(PROJECT / "docs").rglob("*.md"),
        *(PROJECT / "scoring").glob("*.md"),
    ]
)
OF_DJANGO = frozenset({"changepassword", "check", "collectstatic", "createsuperuser", "migrate"})
"""Commands of the framework that a host needs."""


def named(document: Path) -> str:
    return str(document.relative_to(PROJECT))


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_links_lead_to_files_and_headings(document: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)", text_of(document)):
        page = (document.parent / target).resolve() if target else document
        assert page.exists(), target
        if heading and page.suffix == ".md":
            assert heading in headings(page), f"{target}#{heading}"


def headings(page: Path) -> set[str]:
    """Return the names by which a page's headings are linked to."""
    lines = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_commands_that_are_named_exist(document: Path) -> None:
    known = {*ENTRIES, *get_commands()}
    for command in re.findall(r"(?:`|python[0-9.]* )manage\.py ([a-z_]+)", text_of(document)):
        assert command in known, command


def test_every_command_is_told_of() -> None:
    own = {name for name, app in get_commands().items() if app == "matches"} | set(ENTRIES) | OF_DJANGO
    mentioned = set(re.findall(r"manage\.py ([a-z_]+)", "\n".join(map(text_of, DOCUMENTS))))
    assert own <= mentioned, own - mentioned


def test_every_document_is_led_to() -> None:
    led = {
        (document.parent / target).resolve()
        for document in DOCUMENTS
        for target in re.findall(r"\]\(([^)#:\s]+)", text_of(document))
    }
    assert {document for document in DOCUMENTS if document not in led} <= {PROJECT / "README.md"}


def test_every_path_that_contributors_are_sent_to_exists() -> None:
    text = text_of(CONTRIBUTING)
    paths = {path for path in re.findall(r"[\w.-]+(?:/[\w.-]+)+", text) if not path.startswith(".venv/")}
    assert len(paths) > 100
    assert sorted(path for path in paths if not (PROJECT / path).exists()) == []


def test_every_tag_is_in_the_notations_reference() -> None:
    tags = set(re.findall(r"`(\w+)`", text_of(PROJECT / "scoring" / "notation.md")))
    assert set(CANONICAL_TAGS) <= tags


def test_every_state_of_a_rubber_is_in_the_glossary() -> None:
    row = re.search(r"^\| state \|(.*)\|$", text_of(PROJECT / "docs" / "glossary.md"), re.MULTILINE)
    assert row is not None
    assert set(Rubber.State.values) <= set(re.findall(r"\w+", row[1]))


def test_the_changelog_begins_with_this_version() -> None:
    version = re.search(r'^version = "(.+)"', text_of(PROJECT / "pyproject.toml"), re.MULTILINE)
    newest = re.search(r"^## (\S+)", text_of(PROJECT / "docs" / "changelog.md"), re.MULTILINE)
    assert version is not None
    assert newest is not None
    assert newest[1] == version[1]
