"""Every error is reported as problem+json, with a stable code."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client, override_settings

from matches.api.core import access
from matches.api.core.errors import KINDS
from matches.events.check_document import check_file
from matches.models import Club, Rubber
from tests.factories.once import undone
from tests.matches.api.calling import Caller, guests, path_of, problem, result
from tests.matches.api.shared_scene import api, club, made_once, made_rubber, people, rubber

__all__ = ["api", "club", "made_once", "made_rubber", "people", "rubber"]
pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_each_kind_is_described_where_its_type_says(anybody: Caller) -> None:
    kinds = anybody.get("problems/").json()["results"]
    assert [kind["code"] for kind in kinds] == list(KINDS)
    for kind in kinds:
        assert anybody.get(kind["type"]).json() == kind


@pytest.mark.parametrize(
    "path", ["nowhere/", "clubs/x/", "problems/song/", "/api/", "/api/v2/clubs/", "clubs"]
)
def test_what_is_not_there(anybody: Caller, club: Club, path: str) -> None:
    error = problem(anybody.get(path), 404, "not_found")
    assert error["instance"] == (path if path.startswith("/") else f"/api/v1/{path}")


def test_method_that_is_not_answered(api: Caller) -> None:
    answer = api.delete("clubs/")
    problem(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD, POST"


def test_media_types(api: Caller, club: Club, rubber: Rubber) -> None:
    problem(api.get("clubs/", Accept="text/html"), 406, "not_acceptable")
    problem(api.get(f"rubbers/{rubber.public_id}.egn", Accept="application/json"), 406, "not_acceptable")
    answer = api._client.post("/api/v1/clubs/", {"name": "Garrick"})
    problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b'{"name": NaN}',
        b'{"name": "\\ud800"}',
        b'{"best_of": 1e999}',
        b"[" * 5000,
        b'{"name": 1234567890123456789012345678901234567890',
    ],
)
def test_body_that_is_not_json(api: Caller, body: bytes) -> None:
    problem(api.post("clubs/", body), 400, "unreadable_body")


def test_body_that_is_too_large(api: Caller) -> None:
    body = b" " * (django_settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    problem(api.post("clubs/", body), 413, "too_large")


ODD: list[Any] = [
    None,
    [],
    "text",
    7,
    {"name": None},
    {"name": ""},
    {"name": " "},
    {"name": "x" * 201},
    {"name": "x" * 500_000},
    {"name": "a\x00b"},
    {"name": ["Ann"]},
    {"name": {"is": "Ann"}},
    {"name": True},
    {"name": "Ann", "id": "x"},
    {"name": "Ann", "": 1},
    {"name": "Ann", "a\x00b/~": 1},
]


@pytest.mark.parametrize("path", ["players", "events"])
def test_odd_names_are_refused(api: Caller, club: Club, path: str) -> None:
    for body in ODD:
        with undone():
            answer = api.post(path_of(club, path), b"null" if body is None else body)
        problem(answer, 422, "invalid")


@pytest.mark.parametrize("name", ["\u200b", "\u200e \u200f"])
def test_name_in_which_nothing_is_seen_is_refused(api: Caller, rubber: Rubber, name: str) -> None:
    club, player = path_of(rubber.club), path_of(rubber.player_a)
    answers = [
        api.post("clubs/", {"name": name}),
        api.patch(club, {"name": name}, If_Match="*"),
        api.post(f"{club}players/", {"name": name}),
        api.patch(player, {"name": name}, If_Match="*"),
    ]
    for answer in answers:
        assert problem(answer, 422, "invalid")["errors"] == [{"pointer": "/name", "detail": "Give a name."}]


@pytest.mark.parametrize(
    "member",
    [
        "club",
        "event",
        "players",
        "date",
        "round",
        "table",
        "best_of",
        "reckoning",
        "rubber_bonus",
        "cut",
        "code",
        "games",
        "games_won",
        "termination",
        "winner",
        "is_another",
        "reason",
    ],
)
def test_no_odd_value_is_our_fault(api: Caller, club: Club, member: str) -> None:
    a, b = guests(club)
    values: list[object] = [None, [], {}, "x" * 300_000, "a\x00b", 2**63 - 1, -1, 1.5, True, "\n", "é☃"]
    for value in values:
        with undone():
            answer = api.post("rubbers/", result(club, a, b) | {member: value})
        assert answer.status_code in (201, 404, 422), (value, answer.content)


@pytest.mark.parametrize(
    "egn", ["", " ", "\n", '[EGN "1"]', "{", '[EGN "1"]\n[A "x"]\n[B "y"]\n' * 2, "é" * 9999]
)
@pytest.mark.parametrize("action", ["correct/", "deals/"])
def test_no_odd_text_is_our_fault(api: Caller, rubber: Rubber, action: str, egn: str) -> None:
    reason = {"reason": "A slip."} if action == "correct/" else {}
    answer = api.post(f"{path_of(rubber)}{action}", {"egn": egn, **reason}, If_Match="*")
    assert answer.status_code in (409, 422), answer.content


@pytest.mark.parametrize(
    "path",
    [
        "games/99999999999999999999/",
        "games/0/",
        "games/1/deals/99999999999999999999/",
        "games/99999999999999999999/deals/",
        "games/-1/",
        "games/%00/",
    ],
)
def test_no_odd_number_is_our_fault(anybody: Caller, rubber: Rubber, path: str) -> None:
    problem(anybody.get(f"{path_of(rubber)}{path}"), 404, "not_found")


def test_host_that_is_not_ours(anybody: Caller) -> None:
    problem(anybody.get("clubs/", Host="elsewhere.example"), 400, "bad_request")


@override_settings(ROOT_URLCONF="tests.matches.api.broken_urls")
def test_our_own_fault(anybody: Caller) -> None:
    error = problem(anybody.get("/api/broken/"), 500, "server_error")
    assert "secret" not in str(error)


@override_settings(ROOT_URLCONF="tests.matches.api.broken_urls")
def test_database_that_is_away_is_to_be_asked_again(anybody: Caller) -> None:
    answer = anybody.get("/api/cut_off/")
    assert "secret" not in str(problem(answer, 503, "unavailable"))
    assert answer.headers["Retry-After"] == "5"


def test_too_many_requests(anybody: Caller, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "RATES", {**access.RATES, "anonymous": 2})
    answers = [anybody.get("clubs/") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.headers["RateLimit"].partition(";t")[0] for answer in answers] == [
        '"anonymous";r=1',
        '"anonymous";r=0',
    ]
    assert answers[0].headers["RateLimit-Policy"] == '"anonymous";q=2;w=60'
    answer = anybody.get("clubs/")
    problem(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60


def test_pages_keep_their_own_errors(anybody: Caller, club: Club) -> None:
    answer = anybody.get("/nowhere/")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_speaks_the_language_asked_for_and_says_so(anybody: Caller, club: Club) -> None:
    answer = anybody.get("nowhere/", Accept_Language="fr")
    assert problem(answer, 404, "not_found")["title"] == "Introuvable, ou pas visible pour vous."
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize(
    "accept", ["text", "a/b/c", "*/*;q=x", ";", "application/*", "é", "*/*" + ";a=b" * 500]
)
def test_no_odd_accept_is_our_fault(anybody: Caller, rubber: Rubber, accept: str) -> None:
    assert anybody.get(path_of(rubber), Accept=accept).status_code in (200, 406)


@pytest.mark.parametrize(
    "media_type", ["", "application", ";;", "application/json; charset=utf-16", "text/plain"]
)
def test_no_odd_media_type_is_our_fault(api: Caller, club: Club, media_type: str) -> None:
    answer = api._client.generic(
        "POST", f"/api/v1/{path_of(club)}players/", b'{"name": "Ann"}', content_type=media_type
    )
    assert answer.status_code in (201, 415), answer.content


@pytest.mark.parametrize(
    "authorization", ["Bearer", "Bearer é", "Bearer ecarte_" + "x" * 5000, "Basic eDp5", " "]
)
def test_no_odd_token_is_our_fault(club: Club, authorization: str) -> None:
    answer = Client(raise_request_exception=False).get(
        "/api/v1/clubs/", headers={"Authorization": authorization}
    )
    assert answer.status_code in (200, 401)


def test_head_is_get_without_a_body(anybody: Caller, rubber: Rubber) -> None:
    path = f"/api/v1/{path_of(rubber)}"
    answer = anybody._client.head(path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["ETag"] == anybody.tag(path)


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "TRACE", "SONG"])
def test_no_odd_method_is_our_fault(api: Caller, club: Club, method: str) -> None:
    problem(api._client.generic(method, f"/api/v1/{path_of(club)}"), 405, "method_not_allowed")


@pytest.mark.django_db
def test_byte_order_mark_in_front_of_json_is_skipped(api: Caller, club: Club) -> None:
    body = b'{"currency": "CHF"}'
    path = path_of(club)
    assert api.patch(path, b"\xef\xbb\xbf" + body, If_Match="*").json()["currency"] == "CHF"
    problem(api.patch(path, b"\xef\xbb\xbf" * 2 + body, If_Match="*"), 400, "unreadable_body")
    problem(api.patch(path, body + b"\xef\xbb\xbf", If_Match="*"), 400, "unreadable_body")


@pytest.mark.django_db
def test_parameter_against_caches_is_ignored(api: Caller, club: Club) -> None:
    for path in ("rubbers/", path_of(club), f"{path_of(club)}ratings/", f"{path_of(club)}figures/", "me/"):
        plain, answer = api.get(path), api.get(f"{path}?_=1732800000")
        assert (answer.status_code, answer.headers["ETag"]) == (200, plain.headers["ETag"]), path
    problem(api.get("rubbers/?_a=1"), 400, "invalid_parameter")


def test_byte_order_mark_in_front_of_an_events_file_is_skipped() -> None:
    (finding,) = check_file(b"\xef\xbb\xbf{")
    (marked, *_rest), (plain, *_others) = check_file(b"\xef\xbb\xbf{}"), check_file(b"{}")
    assert (finding.code, marked.code) == ("not_json", plain.code)
    assert marked.code != "not_json"
