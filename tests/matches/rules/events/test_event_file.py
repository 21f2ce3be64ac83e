"""Differences between two documents are located, and the published schema covers every kind."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import matches.rules.events
from ecarte_site.setup.environment import PROJECT
from matches.events.words import FIGURE_NAMES
from matches.rubbers.states import TRANSITIONS
from matches.rules.events.event_file import (
    FORMAT,
    FORMAT_VERSION,
    MOST_DIFFERENCES,
    derived_differences,
    differences,
    plain,
)
from matches.rules.events.facts import FACT_KINDS
from matches.rules.events.plan import STAGE_KINDS, TIE_BREAKS

SCHEMA = json.loads(
    Path(matches.rules.events.__file__).with_name("event.schema.json").read_text(encoding="utf-8")
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", "b/c~d"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["x", "y/z"]), inner, max_size=2)
    ),
    max_leaves=8,
)


@given(value=JSON)
def test_value_does_not_differ_from_itself(value: Any) -> None:
    assert list(differences(value, json.loads(json.dumps(value)), "")) == []


@pytest.mark.parametrize(
    ("stated", "follows", "expected"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, [("/a/1", 2, 3)]),
        ({"a": 1}, {}, [("/a", 1, None)]),
        ([1], [1, 2], [("/1", None, 2)]),
        ({"a/b~c": 1}, {"a/b~c": 2}, [("/a~1b~0c", 1, 2)]),
        ([True], [1], [("/0", True, 1)]),
        ({"a": {}}, {"a": []}, [("/a", {}, [])]),
    ],
)
def test_difference_is_told_with_its_place(stated: Any, follows: Any, expected: list[Any]) -> None:
    assert list(differences(stated, follows, "")) == expected


def test_differences_of_one_part_are_told_up_to_a_number() -> None:
    stated = {"places": dict.fromkeys(map(str, range(2 * MOST_DIFFERENCES)), 1), "phase": "entry"}
    reported_differences = list(derived_differences(stated, {"places": {}, "phase": "open"}))
    assert [each.code for each in reported_differences] == ["place_differs"] * MOST_DIFFERENCES + [
        "derived_differs"
    ]


def test_sets_and_tuples_become_lists() -> None:
    assert plain({"a": (1, frozenset({"c", "b"}))}) == {"a": [1, ["b", "c"]]}


def test_schema_knows_every_kind_of_fact_and_stage() -> None:
    kinds = SCHEMA["$defs"]["event_entry"]["properties"]["kind"]["enum"]
    stage = SCHEMA["$defs"]["event_entry"]["allOf"][2]["then"]["properties"]["payload"]["properties"]["plan"]
    assert set(kinds) == {f"event.{kind}" for kind in ("opened", "renamed", *FACT_KINDS)}
    assert set(SCHEMA["$defs"]["rubber_entry"]["properties"]["kind"]["enum"]) == set(TRANSITIONS)
    assert tuple(stage["properties"]["stages"]["items"]["properties"]["kind"]["enum"]) == STAGE_KINDS
    assert SCHEMA["properties"]["format"]["const"] == FORMAT
    assert SCHEMA["properties"]["version"]["const"] == FORMAT_VERSION


PAGE = (PROJECT / "docs" / "events.md").read_text(encoding="utf-8")


def test_every_kind_of_entry_is_told_once_in_its_order() -> None:
    kinds = re.findall(r"^\| `(event\.[a-z_]+)` \|", PAGE, flags=re.MULTILINE)
    assert kinds == [f"event.{kind}" for kind in ("opened", "renamed", *FACT_KINDS)]


def test_every_tie_break_has_its_line_in_the_docs_with_its_name_on_pages() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ", PAGE.partition("### Tie-breaks")[2], flags=re.MULTILINE)
    expected = [(key, str(FIGURE_NAMES[key])) for key in TIE_BREAKS]
    assert rows[: len(expected)] == expected, "write the table of tie-breaks in docs/events.md"


def test_every_part_of_the_document_is_told() -> None:
    rows = re.findall(r"^\| (`[^|]*`) \| ", PAGE.partition("### Entries")[0], flags=re.MULTILINE)
    assert set(re.findall(r"`([a-z]+)`", " ".join(rows))) == set(SCHEMA["properties"])
