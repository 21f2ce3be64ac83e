"""The page guide shows the very files that pages are made of, all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from matches import web
from matches.web.guide.samples import EGN, address, checked
from matches.web.guide.views import TITLES
from scoring.findings import Severity
from tests.matches.web.markup import tags
from tests.matches.web.reading import page

SHARED = Path(str(web.__file__)).parent / "templates" / "web"


@pytest.mark.parametrize("part", TITLES)
def test_part_answers_without_asking_the_database(client: Client, part: str) -> None:
    assert '<meta name="robots" content="noindex">' in page(client, address(part))


def test_part_that_there_is_not_is_not_found(client: Client, db: None) -> None:
    assert client.get("/guide/nowhere/").status_code == 404


def test_every_shared_part_of_the_pages_is_on_the_guide(client: Client) -> None:
    shown: set[str] = set()
    for part in TITLES:
        shown |= {str(template.name) for template in client.get(address(part)).templates}
    shared = {f"web/{path.name}" for path in SHARED.glob("_*.html")}
    assert shared
    assert shared - shown == set()


def test_every_severity_of_a_finding_is_shown(client: Client) -> None:
    severities: tuple[Severity, ...] = ("error", "ruling", "warning", "note")
    assert {finding.severity for finding in checked().findings} == set(severities)
    html = page(client, address("records"))
    for severity in severities:
        assert tags(html, "div", class_=severity), severity


def test_source_shows_every_line_of_the_record_by_its_number(client: Client) -> None:
    html = page(client, address("records"))
    lines = EGN.splitlines()
    assert [code.text for number, _ in enumerate(lines, 1) for code in tags(html, "li", id=f"line-{number}")]
    assert len(tags(html, "li", id=f"line-{len(lines)}")) == 1
    assert tags(html, "li", id=f"line-{len(lines) + 1}") == []
