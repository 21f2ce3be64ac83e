"""No body of any content type makes an address answer with an error of the server."""

from __future__ import annotations

from typing import Final

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.factories.browsers import client_of
from tests.matches.api.calling import token_for
from tests.matches.api.described import document, operations
from tests.matches.files import rubber_text
from tests.matches.pages.every_page import NO_PAGES, Scene, addresses, make_scene

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

EGN: Final = rubber_text("Carnac", "Deschamps").encode()
PARTS: Final = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n1\r\n--x--\r\n'
BODIES: Final = {
    "": EGN,
    "application/x-www-form-urlencoded": b"text=1&file=2&egn=%FF&names=Ann",
    "multipart/form-data; boundary=x": PARTS,
    "multipart/form-data": PARTS,
    "application/json": b'{"egn": 1}',
    "text/plain": EGN,
    "text/vnd.ecarte.egn": EGN,
    "application/octet-stream": b"\x00\xff",
    "application/xml": b"<a/>",
    "text/csv": b"a;b",
    "text/plain; charset=no-such": EGN,
    "application/x-www-form-urlencoded; charset=utf-16": b"text=\xff",
    ";;=": EGN,
}
"""A body for each content type."""


def clients(scene: Scene) -> dict[str, Client]:
    """Return senders who are signed in, not signed in, and a program; a server error is returned as a response."""
    token = {"Authorization": f"Bearer {token_for(scene.owner)}"}
    return {
        "signed in": client_of(scene.owner, raise_request_exception=False),
        "nobody": Client(raise_request_exception=False),
        "a program": Client(headers=token, raise_request_exception=False),
    }


def failures(client: Client, methods: dict[str, list[str]]) -> list[tuple[str, str, str]]:
    """Return each method, path and content type that is answered with a server error."""
    failed = []
    for method, paths in methods.items():
        for path in paths:
            for content_type, body in BODIES.items():
                with transaction.atomic():
                    answer = client.generic(method, path, body, content_type=content_type)
                    if answer.streaming:
                        b"".join(answer)
                    transaction.set_rollback(True)
                if answer.status_code >= 500:
                    failed.append((method, path, content_type))
    return failed


@pytest.mark.parametrize("who", ["signed in", "nobody", "a program"])
def test_uploads_take_no_content_type_amiss(who: str) -> None:
    scene = make_scene(3)
    slug, club = scene.club.slug, scene.club.public_id
    paths = [
        *(reverse(f"web:{name}", args=[slug]) for name in ("imports", "enter_egn", "event_import")),
        f"/api/v1/clubs/{club}/imports/",
        f"/api/v1/clubs/{club}/rubbers/",
    ]
    assert failures(clients(scene)[who], {"POST": paths}) == []


@pytest.mark.long
def test_no_page_takes_any_content_type_amiss() -> None:
    scene = make_scene(3)
    pages = list(addresses(scene).values())
    assert len(pages) > len(NO_PAGES)
    assert failures(clients(scene)["signed in"], {"POST": pages}) == []


@pytest.mark.long
@pytest.mark.parametrize("who", [pytest.param("nobody", marks=pytest.mark.soak), "a program"])
def test_no_operation_takes_any_content_type_amiss(who: str) -> None:
    scene = make_scene(3)
    methods: dict[str, list[str]] = {}
    for path, method, _operation in operations(document()):
        if method != "get":
            known = {"club": scene.club.public_id, "rubber": scene.rubber.public_id}
            methods.setdefault(method.upper(), []).append(path.format_map(Ids(known)))
    assert failures(clients(scene)[who], methods) == []


class Ids(dict[str, str]):
    """Values for the parts of a path: what is known, else a number or an id of nothing."""

    def __missing__(self, name: str) -> str:
        return "1" if name in ("year", "stage", "round", "number", "game", "deal") else "x" * 14
