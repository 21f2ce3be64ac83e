"""Every call answers behind the server in front as it does without it, and takes the ETags that come from there.

The calls are those of the roles table, sent by somebody whom they let through.
"""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any, Final

import httpx
import pytest
from pytest_django.live_server_helper import LiveServer

from matches.api.urls import ALL
from matches.models import Conflict, User
from tests.matches.api.calling import CORRECT, token_for
from tests.matches.api.described import document, operations
from tests.matches.api.roles.scene import Call, Scene, scene, user_who
from tests.matches.api.test_every_call import CALLS
from tests.matches.roles_table import ROLES

Operation = tuple[str, str]
"""An operation's URL name and method."""

NAMES: Final = {
    "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)): str(pattern.name) for pattern in ALL
}
TAKE_A_TAG: Final[set[Operation]] = {
    (NAMES[path], method.upper())
    for path, method, operation in operations(document())
    if any(parameter["name"] == "If-Match" for parameter in operation.get("parameters", []))
}
ROWS: Final = [call for call in CALLS if (call.name, call.method) in TAKE_A_TAG]

TAG_IS_OF: Final[dict[Operation, str]] = {
    ("event_undo", "POST"): "{path}",
    ("event_corrections", "POST"): "{path}preview/",
    ("last_deal", "DELETE"): "{thing}",
}
"""The address whose ETag an operation takes, if it is not the usual one.

POST takes that of the rubber, event or table at the address's beginning; other methods that of their own address.
"""

DIFFERS: Final[dict[Operation, dict[str, str]]] = {
    ("rubber_correct", "POST"): {"egn": CORRECT.replace("A S =A3", "A S =A3 {Late.}")},
    ("pad_conflict", "POST"): {"stands": "recorded"},
}
"""The fields of a second request that says something else, where the same once more would be no conflict."""

GONE: Final = (404, "not_found")
SECOND: Final[dict[Operation, tuple[int, str]]] = {
    ("event_entrant", "DELETE"): GONE,
    ("membership", "DELETE"): GONE,
    ("webhook", "DELETE"): GONE,
    ("event_draws", "POST"): (409, "event_refused"),
    ("event_corrections", "POST"): (409, "wrong_state"),
    ("pad_conflict", "POST"): (409, "conflict"),
}
"""The status and code of a second request with the first one's ETag, if they are not those of a changed object."""


def test_every_operation_that_takes_a_tag_has_a_call() -> None:
    assert len(TAKE_A_TAG) > 40
    assert {(call.name, call.method) for call in ROWS} == TAKE_A_TAG
    assert {*TAG_IS_OF, *DIFFERS, *SECOND} <= TAKE_A_TAG


def token_who_may(call: Call, here: Scene) -> str:
    """Return a token of the owner, of a new member if the call is not for owners, or of who made the thing."""
    who = "owner" if call.may == "maker" else next(role for role in ("owner", *ROLES) if call.allows(role))
    user = here.owner if who == "owner" else user_who(here.club, who)
    if call.name in ("exercise", "exercises"):
        user = User.objects.get(email="walker@example.org")
    assert user is not None
    return token_for(user)


def tag_for(client: httpx.Client, call: Call, path: str, body: Any) -> str:
    """Return the ETag that ``call`` takes, with the mark that the server in front adds to what it compresses."""
    usual = "{thing}" if call.method == "POST" else "{path}"
    form = TAG_IS_OF.get((call.name, call.method), usual)
    address = form.format(path=path, thing="".join(re.findall(r"[^/]+/", path)[:2]))
    if address.endswith("/preview/"):
        answer = client.post(address, json={name: body[name] for name in body if name != "reason"})
    else:
        answer = client.get(address)
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
    assert answer.status_code == 200, address
    tag, coding = answer.headers["ETag"], client.headers["Accept-Encoding"]
    is_compressed = answer.headers.get("Content-Encoding") == coding
    assert is_compressed == tag.endswith(f'-{coding}"')
    # A response of less than 512 bytes is passed on as it is. The club's next one may be longer.
    return tag if is_compressed else f'{tag[:-1]}-{coding}"'


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("call", "coding"),
    list(zip(ROWS, cycle(("gzip", "zstd")))),
    ids=lambda value: value if isinstance(value, str) else f"{value.name} {value.method}",
)
def test_tag_is_taken_once(front: str, transactional_db: None, call: Call, coding: str) -> None:
    here = scene()
    path, body = call.ready(here)
    token = token_who_may(call, here)
    path = path.removeprefix("/api/v1/")
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": coding}
    with httpx.Client(base_url=f"{front}/api/v1/", headers=headers, timeout=30) as client:
        tag = tag_for(client, call, path, body)
        first = client.request(call.method, path, json=body or {}, headers={"If-Match": tag})
        assert first.status_code in (200, 201, 204)

        operation = (call.name, call.method)
        other = {**(body or {}), **DIFFERS.get(operation, {})}
        headers = {"If-Match": tag, "Accept-Encoding": "identity"}
        second = client.request(call.method, path, json=other, headers=headers)
        expected = SECOND.get(operation, (412, "changed_meanwhile"))
        assert (second.status_code, second.json().get("code")) == expected
        assert Conflict.objects.count() - int(call.name == "conflict_settle") == int(
            "conflict" in second.json()
        )


OF_THE_WAY: Final = {
    "alt-svc",
    "connection",
    "content-encoding",
    "content-length",
    "date",
    "server",
    "transfer-encoding",
    "vary",
    "via",
}
"""The headers that a server in front may add, remove or change."""
OF_THE_REQUEST: Final = {"etag", "ratelimit", "x-request-id"}
READS: Final = [call for call in CALLS if call.method == "GET"]


@pytest.mark.e2e
@pytest.mark.parametrize("call", READS, ids=lambda call: call.name)
def test_response_is_the_same_behind_the_front(
    front: str, live_server: LiveServer, transactional_db: None, call: Call
) -> None:
    here = scene()
    path, _body = call.ready(here)
    headers = {"Authorization": f"Bearer {token_who_may(call, here)}", **call.headers}
    address = f"/api/v1/{path.removeprefix('/api/v1/')}"
    with httpx.Client(headers=headers, timeout=30) as client:
        bare = client.get(live_server.url + address, headers={"Accept-Encoding": "identity"})
        behind = client.get(front + address, headers={"Accept-Encoding": "gzip"})
        assert behind.status_code == bare.status_code == 200
        assert behind.content.replace(front.encode(), live_server.url.encode()) == bare.content
        for name in (set(bare.headers) | set(behind.headers)) - OF_THE_WAY - OF_THE_REQUEST:
            assert behind.headers.get(name) == bare.headers.get(name), name
        assert set(bare.headers["Vary"].split(", ")) <= set(
            ", ".join(behind.headers.get_list("Vary")).split(", ")
        )

        head = client.head(front + address, headers={"Accept-Encoding": "gzip"})
        assert (head.status_code, head.content) == (200, b"")
        if "ETag" in bare.headers:
            again = client.get(front + address, headers={"If-None-Match": behind.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
