"""Exports in the API: requested, written by a worker, downloaded and deleted."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.api.exchange.export_serializers import rubber_record
from matches.exchange.exports.prepare import prepare_export
from matches.exchange.exports.requests import MOST_KEPT, MOST_WAITING, clear_exports
from matches.models import Club, Export, ExportPart, Membership, Rubber
from tests.matches.api.calling import Caller, path_of, problem, token_for
from tests.matches.api.exchange.test_record_file_views import got, season, sheets_of
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def export_path(api: Caller, club: Club, **body: Any) -> str:
    """Request an export and return its path."""
    answer = api.post(path_of(club, "exports"), {"form": "ndjson", **body})
    assert answer.status_code == 202, answer.content
    assert answer.headers["Location"] == f"/api/v1/exports/{answer.json()['id']}/"
    return str(answer.headers["Location"])


def written(api: Caller, path: str) -> dict[str, Any]:
    """Let a worker write the file, and return the export."""
    export = Export.objects.get(public_id=path.split("/")[-2])
    assert prepare_export(export.pk, rubber_record)
    body: dict[str, Any] = api.get(path).json()
    return body


def test_is_asked_for_written_and_fetched(api: Caller, club: Club) -> None:
    rubbers = season(club, "2026.11.14", "2026.11.15")
    path = export_path(api, club, filters={"date_from": "2026-11-15"})
    waiting = api.get(path).json()
    expected = ("waiting", None, None, None)
    assert (waiting["state"], waiting["file"], waiting["size"], waiting["checksum"]) == expected
    assert waiting["asked"] == {
        "of": "club",
        "id": club.public_id,
        "year": None,
        "what": "rubbers",
        "ids": False,
        "filters": {"date_from": "2026-11-15"},
    }

    export = written(api, path)

    assert (export["state"], export["done"], export["total"], export["problem"]) == ("ready", 1, 1, None)
    answer = api.get(export["file"])
    content = got(answer)
    assert [json.loads(line)["id"] for line in content.splitlines()] == [rubbers[1].public_id]
    sum_of_it = hashlib.sha256(content)
    assert (export["size"], export["checksum"]) == (len(content), sum_of_it.hexdigest())
    assert answer.headers["ETag"] == f'"{sum_of_it.hexdigest()}"'
    assert answer.headers["Repr-Digest"] == f"sha-256=:{b64encode(sum_of_it.digest()).decode()}:"
    assert answer.headers["Content-Length"] == str(len(content))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{export["name"]}"'


@pytest.mark.parametrize("form", ["egn", "annotated_egn", "json", "ndjson", "csv", "xlsx"])
def test_every_form_is_what_comes_at_once(api: Caller, club: Club, form: str) -> None:
    season(club, "2026.11.14", "2026.11.15")
    ending = "egn?annotated=true" if form == "annotated_egn" else form
    export = written(api, export_path(api, club, form=form, season=2026))
    at_once = got(api.get(f"clubs/{club.public_id}/seasons/2026/export.{ending}"))
    content = got(api.get(export["file"]))
    assert content == at_once if form != "xlsx" else sheets_of(content) == sheets_of(at_once)


@pytest.mark.parametrize(
    "of",
    [
        "clubs/{club}/export.csv",
        "players/{player}/export",
        "rubbers/{rubber}.xlsx",
        "events/{event}/export.egn",
    ],
)
def test_stream_is_prepared_for_who_prefers_it(api: Caller, rubber: Rubber, of: str) -> None:
    path = of.format(
        club=rubber.club.public_id,
        player=rubber.player_a.public_id,
        rubber=rubber.public_id,
        event=rubber.event.public_id,
    )
    answer = api.get(path, Prefer="respond-async, wait=10")
    assert answer.status_code == 202
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Preference-Applied"] == "respond-async"
    content = got(api.get(written(api, answer.headers["Location"])["file"]))
    at_once = got(api.get(path))
    assert content == at_once if not path.endswith("xlsx") else sheets_of(content) == sheets_of(at_once)


def test_preparing_needs_somebody_to_prepare_it_for(anybody: Caller, rubber: Rubber) -> None:
    problem(anybody.get(f"rubbers/{rubber.public_id}.json", Prefer="respond-async"), 401, "not_signed_in")


def test_file_that_is_not_there_yet(api: Caller, club: Club) -> None:
    path = export_path(api, club)
    answer = api.get(f"{path}file")
    problem(answer, 409, "not_ready")
    assert answer.headers["Retry-After"]


def test_file_is_kept_for_a_week_and_remembered_for_a_while(api: Caller, club: Club) -> None:
    season(club, "2026.11.14")
    path = export_path(api, club)
    written(api, path)
    Export.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert ExportPart.objects.exists()
    problem(api.get(f"{path}file"), 410, "gone")
    assert clear_exports() == 1
    assert not ExportPart.objects.exists()
    assert clear_exports() == 0
    body = api.get(path).json()
    assert (body["state"], body["file"]) == ("gone", None)
    problem(api.get(f"{path}file"), 410, "gone")
    Export.objects.update(finished_at=timezone.now() - timedelta(days=38))
    clear_exports()
    problem(api.get(path), 404, "not_found")


def test_deleted_file_is_gone_for_good(api: Caller, club: Club) -> None:
    path = export_path(api, club)
    written(api, path)
    assert api.delete(path).status_code == 204
    problem(api.get(path), 404, "not_found")
    problem(api.get(f"{path}file"), 404, "not_found")
    problem(api.delete(path), 404, "not_found")
    assert not ExportPart.objects.exists()


def test_same_key_asks_once(api: Caller, club: Club) -> None:
    body = {"form": "csv"}
    one = api.post(path_of(club, "exports"), body, Idempotency_Key="k")
    two = api.post(path_of(club, "exports"), body, Idempotency_Key="k")
    assert one.json() == two.json()
    assert two.headers["Idempotency-Replayed"] == "true"
    assert Export.objects.count() == 1
    problem(api.post(path_of(club, "exports"), {"form": "egn"}, Idempotency_Key="k"), 422, "key_reused")


def test_few_wait_and_few_are_kept(api: Caller, club: Club) -> None:
    paths = [export_path(api, club) for _ in range(MOST_WAITING)]
    problem(api.post(path_of(club, "exports"), {"form": "csv"}), 429, "too_many_streams")
    for path in paths:
        written(api, path)
    for _ in range(MOST_KEPT - MOST_WAITING):
        written(api, export_path(api, club))
    problem(api.post(path_of(club, "exports"), {"form": "csv"}), 409, "conflict")
    api.delete(paths[0])
    export_path(api, club)


@pytest.mark.parametrize("day", ["2026-11-15", "2026.11.15"])
def test_day_is_read_in_both_spellings(api: Caller, club: Club, day: str) -> None:
    asked = api.get(export_path(api, club, filters={"date_from": day})).json()["asked"]
    assert asked["filters"] == {"date_from": "2026-11-15"}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/form"),
        ({"form": "pdf"}, "/form"),
        ({"form": "csv", "what": "tricks"}, "/what"),
        ({"form": "csv", "season": 0}, "/season"),
        ({"form": "csv", "filters": {"date_from": "yesterday"}}, "/filters/date_from"),
        ({"form": "csv", "filters": {"who": "me"}}, "/filters/who"),
        ({"form": "csv", "filters": {"player": "a\0cdefghijklmn"}}, "/filters/player"),
        ({"form": "csv", "filters": []}, "/filters"),
        ({"form": "csv", "more": 1}, "/more"),
    ],
)
def test_wrong_bodies_are_told(api: Caller, club: Club, body: dict[str, Any], pointer: str) -> None:
    error = problem(api.post(path_of(club, "exports"), body), 422, "invalid")
    assert error["errors"][0]["pointer"] == pointer


def test_files_are_their_askers_own(api: Caller, club: Club) -> None:
    path = export_path(api, club)
    other = Caller(token_for(make_member(club, role="director")))
    assert other.get(path_of(club, "exports")).json()["results"] == []
    for answer in (other.get(path), other.get(f"{path}file"), other.delete(path)):
        problem(answer, 404, "not_found")
    assert [each["id"] for each in api.get(path_of(club, "exports")).json()["results"]] == [
        path.split("/")[-2]
    ]


def test_who_has_left_gets_nothing_any_more(club: Club) -> None:
    user = make_member(club, since=date(2026, 1, 1))
    member = Caller(token_for(user))
    one, two = export_path(member, club), export_path(member, club)
    written(member, one)
    Membership.objects.filter(player__user=user).update(until=timezone.localdate() - timedelta(days=1))
    problem(member.get(f"{one}file"), 404, "not_found")
    export = written(member, two)
    assert export["state"] == "failed"
    assert "no longer allowed to export these rubbers" in export["problem"]
    problem(member.get(f"{two}file"), 409, "conflict")


@pytest.mark.parametrize("rows", [1, 3])
def test_list_asks_the_same_whatever_there_is(
    api: Caller, club: Club, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    for _ in range(rows):
        export_path(api, club)
    with django_assert_num_queries(4):
        assert len(api.get(path_of(club, "exports")).json()["results"]) == rows


def test_asking_for_the_head_alone_prepares_nothing(api: Caller, rubber: Rubber) -> None:
    path = path_of(rubber.club, "export.csv").removesuffix("/")
    assert api.send("HEAD", path, Prefer="respond-async").status_code == 200
    assert not Export.objects.exists()
