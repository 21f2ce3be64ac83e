"""Call the API as a client does: JSON both ways, a token, and the headers that a call needs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from django.test import Client

from matches.api.core.paging import signed_cursor
from matches.clubs.api_tokens import SCOPES, make_token
from matches.models import Club, Player, Rubber, User
from tests.matches.pages.records import text

Answer: TypeAlias = Any
"""A response of Django's test client, whose stubs have no name for its type."""

CORRECT: Final = text(
    deals="1. A S =A5 (2-0)\n2. B S =A5 (4-0)\n3. A S =A3 (5-0)", final="#5-0", ending="##1-0"
)
"""A record to replace one that B won: in it A won."""


def token_for(user: User, scopes: Iterable[str] = tuple(SCOPES)) -> str:
    return make_token(user, name="a program", scopes=scopes)[1]


def signed(cursor: str) -> str:
    """Return a made-up cursor such as ``after.x`` with the signature of the site."""
    way, _dot, place = cursor.partition(".")
    return signed_cursor(way, place)


class Caller:
    """A client of the API, anonymous without a token. A server error is returned as a response."""

    def __init__(self, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = Client(headers=headers, raise_request_exception=False)

    def get(self, path: str, **headers: str) -> Answer:
        return self._client.get(_address(path), headers=_named(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self._send("POST", path, body, headers)

    def patch(self, path: str, body: Any, **headers: str) -> Answer:
        return self._send("PATCH", path, body, headers)

    def delete(self, path: str, **headers: str) -> Answer:
        return self._send("DELETE", path, None, headers)

    def put(self, path: str, body: Any, **headers: str) -> Answer:
        return self._send("PUT", path, body, headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        return self.get(path, **headers) if method == "GET" else self._send(method, path, body, headers)

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        return self._client.generic(
            method, _address(path), data, content_type="application/json", headers=_named(headers)
        )

    def read(self, path: str) -> Any:
        """Return the body of the resource at ``path``, which must be there."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def tag(self, path: str) -> str:
        """Return the current ETag of the resource at ``path``."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return str(answer.headers["ETag"])


def _address(path: str) -> str:
    return path if path.startswith(("/", "http")) else f"/api/v1/{path}"


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def path_of(thing: Club | Player | Rubber, *more: str) -> str:
    kind = {Club: "clubs", Player: "players", Rubber: "rubbers"}[type(thing)]
    return "/".join([kind, thing.public_id, *more, ""])


def problem(answer: Answer, status: int, code: str) -> dict[str, Any]:
    """Return the body of a response that reports this problem, in the format of RFC 9457."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body.keys() >= {"type", "title", "status", "detail", "instance", "code"}
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"] == f"/api/v1/problems/{code}/"
    return body


def result(club: Club, a: Player, b: Player, **members: Any) -> dict[str, Any]:
    """Return the body that enters a rubber which A won by two games."""
    players = [a.public_id, b.public_id]
    return {"form": "result", "club": club.public_id, "players": players, "games_won": [2, 0], **members}


def opening(club: Club, a: Player, b: Player, **members: Any) -> dict[str, Any]:
    """Return the body that opens a rubber of one game, to be recorded deal by deal."""
    players = [a.public_id, b.public_id]
    return {"form": "live", "club": club.public_id, "players": players, "best_of": 1, **members}


def guests(club: Club, *names: str) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in names or ("Ann", "Bob")]
