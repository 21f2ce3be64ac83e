"""The page about events and their files keeps up with what there is."""

from __future__ import annotations

import re

from ecarte_site.setup.environment import PROJECT
from matches.rules.events.facts import FACT_KINDS
from tests.matches.rules.events.test_event_file import SCHEMA

PAGE = (PROJECT / "docs" / "events.md").read_text(encoding="utf-8")


def test_every_kind_of_entry_is_told_once_in_its_order() -> None:
    told = re.findall(r"^\| `(event\.[a-z_]+)` \|", PAGE, flags=re.MULTILINE)

    assert told == [f"event.{kind}" for kind in ("opened", "renamed", *FACT_KINDS)]


def test_every_part_of_the_document_is_told() -> None:
    rows = re.findall(r"^\| (`[^|]*`) \| ", PAGE.partition("### Entries")[0], flags=re.MULTILINE)

    assert set(re.findall(r"`([a-z]+)`", " ".join(rows))) == set(SCHEMA["properties"])
