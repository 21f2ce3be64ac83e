"""The filters of rubbers are in one list, and the page, the API and the query each have all of them."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import date
from typing import Any, get_args

import pytest

from ecarte_site.setup.environment import PROJECT
from matches.api.exchange.export_serializers import ExportFilters, RecordsQuery
from matches.api.rubbers.serializers import RubberFilters
from matches.exchange.exports.requests import _FIND, Scope
from matches.exchange.exports.select_rubbers import RubberFilter, filter_rubbers
from matches.models import Rubber
from matches.pages.exchange.exports import ExportForm

FILTERS = [field.name for field in fields(RubberFilter)]
OF_LISTS = {"club"}
"""A file's URL names its club, event or player; only lists of rubbers are filtered by club."""
OF_FILES = {"what", "ids", "annotated", "after"}
OF_FORMS = {"key", "form", "what", "ids", "season"}


@pytest.mark.parametrize("name", FILTERS)
def test_query_knows_every_filter(name: str) -> None:
    value: Any = date(2026, 11, 21) if name.startswith("date_") else "x"
    assert filter_rubbers(Rubber.objects.all(), RubberFilter(**{name: value})).query.where, (
        f"filter_rubbers has no line for {name}: matches/exchange/exports/select_rubbers.py"
    )


def test_lists_and_files_of_the_api_have_every_filter() -> None:
    assert set(RubberFilters.base_filters) - OF_LISTS == set(FILTERS), (
        "RubberFilters has each field of RubberFilter: matches/api/rubbers/serializers.py"
    )
    assert set(RecordsQuery().fields) - OF_FILES == set(FILTERS), (
        "_Filters has each field of RubberFilter: matches/api/exchange/export_serializers.py"
    )
    assert set(ExportFilters().fields) == set(FILTERS), "ExportFilters has each field of RubberFilter"


def test_form_has_every_filter() -> None:
    assert set(ExportForm.base_fields) - OF_FORMS == set(FILTERS), (
        "ExportForm has each field of RubberFilter: matches/pages/exchange/exports.py"
    )


def test_documentation_names_every_filter() -> None:
    text = (PROJECT / "docs" / "api" / "exports.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "narrow a file" in line)
    assert re.findall(r"`([a-z_]+)`", line) == FILTERS, (
        "the filters are in docs/api/exports.md, in the same order"
    )


def test_every_kind_of_file_is_found() -> None:
    assert set(_FIND) == set(get_args(Scope)), "_FIND has each Scope: matches/exchange/exports/requests.py"
