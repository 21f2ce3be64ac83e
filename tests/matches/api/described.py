"""Read the API's document, and make a club with everything that its paths identify by an id."""

from __future__ import annotations

import contextlib
import functools
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.urls import URLPattern
from drf_spectacular.generators import SchemaGenerator

from matches.clubs.api_tokens import Scope
from matches.models import User
from matches.models.ids import ALPHABET, PUBLIC_ID_LENGTH
from tests.matches.pages.every_page import SEASON, Scene, make_scene

METHODS: Final = ("get", "post", "put", "patch", "delete")

THINGS: Final[Mapping[str, str]] = {
    "club_id": "club",
    "player_id": "guest",
    "event_id": "planned",
    "rubber_id": "rubber",
    "sitting_id": "sitting",
    "conflict_id": "conflict",
    "held_id": "held_text",
    "import_id": "report",
    "draw_id": "draw",
    "webhook_id": "webhook",
    "delivery_id": "delivery",
    "invitation_id": "invitation",
    "link_id": "link",
}
"""The attribute of a ``Scene`` for each path parameter."""
NUMBERS: Final = {
    "year": SEASON,
    "stage": 1,
    "round": 1,
    "game": 1,
    "deal": 1,
    "number": 1,
    "version": 1,
    "figure": "trebles_won",
    "part": "among",
}
"""The values of path parameters that are not ids."""


@functools.cache
def document() -> dict[str, Any]:
    """Return the document, generated once because it is slow. Copy it before changing it."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


def operations(described: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the path, method and operation of every call."""
    for path, methods in described["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def json_schema(shape: Mapping[str, Any]) -> dict[str, Any]:
    """Return a shape of the document in plain JSON Schema, which has no ``nullable``."""
    return {**_without_nullable(shape), "components": _components()}


@functools.cache
def _components() -> Any:
    return _without_nullable(document()["components"])


def _without_nullable(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_nullable(each) for each in value]
    if not isinstance(value, dict):
        return value
    plain = {name: _without_nullable(each) for name, each in value.items() if name != "nullable"}
    return {"anyOf": [plain, {"type": "null"}]} if value.get("nullable") is True else plain


def stand_in(name: str) -> str:
    """Return the placeholder id in the document for the parameter ``name`` of a ``Scene``."""
    # Use letters alone, since digits occur in numbers as well.
    letters = [sign for sign in ALPHABET if sign.isalpha()]
    return letters[list(THINGS).index(name)] * PUBLIC_ID_LENGTH


def address(path: str, scene: Scene) -> str:
    """Fill in the document's ``path`` for a ``Scene``.

    Raises ``KeyError`` if the scene lacks what it names.
    """
    ids: dict[str, Any] = {name: getattr(scene, thing).public_id for name, thing in THINGS.items()}
    ids["opponent_id"] = scene.own.public_id
    return path.format_map({**NUMBERS, **ids})


def known_scene(rows: int = 2) -> Scene:
    """Return the club with a page of everything, whose owner has no other role."""
    scene = make_scene(rows)
    User.objects.update(is_superuser=False, is_staff=False)
    return scene


class WithIds:
    """The site's WSGI application, with placeholders for the ids of things that are not created yet."""

    def __init__(self) -> None:
        self._application = get_wsgi_application()
        self._ids: list[tuple[str, str]] = []

    def take_ids_of(self, scene: Scene) -> None:
        self._ids = [(stand_in(name), getattr(scene, thing).public_id) for name, thing in THINGS.items()]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        body = environ["wsgi.input"].read()
        for stands, is_meant in self._ids:
            for name in ("PATH_INFO", "QUERY_STRING"):
                environ[name] = environ[name].replace(stands, is_meant)
            body = body.replace(stands.encode(), is_meant.encode())
        environ["wsgi.input"] = io.BytesIO(body)
        return self._application(environ, start_response)


@contextlib.contextmanager
def one_connection() -> Iterator[None]:
    """Keep the WSGI application in the test's transaction: its requests close no connection."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def scopes_by_address(patterns: Iterable[URLPattern]) -> dict[tuple[str, str], Scope | None]:
    """Return the scope, or None, that each operation requires, by URL name and HTTP method."""
    return {
        (str(pattern.name), method): operation.scope
        for pattern in patterns
        for method, operation in pattern.callback.view_class.operations.items()  # type: ignore[attr-defined]
    }
