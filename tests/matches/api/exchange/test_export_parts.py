"""The API serves a prepared export in part."""

from __future__ import annotations

import pytest

from matches.exchange.exports import prepare
from matches.models import ExportPart
from tests.matches.api.calling import Caller, problem
from tests.matches.api.exchange.test_export_views import export_path, written
from tests.matches.api.exchange.test_record_file_views import got, season
from tests.matches.api.shared_scene import People, api, made_once, people

__all__ = ["api", "made_once", "people"]
pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture(scope="module")
def parts(people: People) -> tuple[str, bytes]:
    """Return the path of a file of several parts, and its bytes."""
    api, club = people.caller(), people.club
    season(club, "2026.11.14", "2026.11.15")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prepare, "PART_BYTES", 100)
        path = str(written(api, export_path(api, club))["file"])
    assert ExportPart.objects.count() > 5
    return path, got(api.get(path))


@pytest.mark.parametrize("asked_for", ["0-0", "0-99", "99-101", "100-", "-1", "-150", "50-999999", "0-"])
def test_part_of_a_file(api: Caller, parts: tuple[str, bytes], asked_for: str) -> None:
    path, content = parts
    first, _, last = asked_for.partition("-")
    start = int(first) if first else len(content) - int(last)
    end = min(len(content), int(last) + 1) if first and last else len(content)
    answer = api.get(path, Range=f"bytes={asked_for}")
    assert answer.status_code == (200 if asked_for == "0-" else 206)
    assert answer.getvalue() == content[start:end]
    if asked_for != "0-":
        assert answer.headers["Content-Range"] == f"bytes {start}-{end - 1}/{len(content)}"


@pytest.mark.parametrize(
    "asked_for", ["lines=1-2", "bytes=0-1,3-4", "bytes=5-2", "bytes=-", "bytes=a-b", "0-1"]
)
def test_what_is_no_range_is_overlooked(api: Caller, parts: tuple[str, bytes], asked_for: str) -> None:
    path, content = parts
    assert got(api.get(path, Range=asked_for)) == content


@pytest.mark.parametrize("asked_for", ["bytes=999999-", "bytes=-0"])
def test_range_that_is_not_there(api: Caller, parts: tuple[str, bytes], asked_for: str) -> None:
    path, content = parts
    answer = api.get(path, Range=asked_for)
    problem(answer, 416, "range_not_satisfiable")
    assert answer.headers["Content-Range"] == f"bytes */{len(content)}"


def test_range_of_another_file_brings_the_whole(api: Caller, parts: tuple[str, bytes]) -> None:
    path, content = parts
    part = api.get(path, Range="bytes=0-1")
    tag = part.headers["ETag"]
    assert part.getvalue() == content[:2]
    assert api.get(path, Range="bytes=0-1", If_Range=tag).getvalue() == content[:2]
    assert got(api.get(path, Range="bytes=0-1", If_Range='"another"')) == content
    assert api.get(path, If_None_Match=tag).status_code == 304
