"""The API's document as tests read it, and a club in which there is whatever its addresses name by an id."""

from __future__ import annotations

import contextlib
import functools
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator

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
    "held_id": "held",
    "import_id": "report",
    "draw_id": "draw",
    "webhook_id": "webhook",
    "delivery_id": "delivery",
    "invitation_id": "invitation",
    "link_id": "link",
}
"""Which thing of a ``Scene`` a parameter of a path stands for."""
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
"""What stands in a path for a parameter that is no id."""


@functools.cache
def document() -> dict[str, Any]:
    """Made once, since that takes a while: who changes it takes a copy."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


def operations(described: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation."""
    for path, methods in described["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def json_schema(shape: Mapping[str, Any]) -> dict[str, Any]:
    """A shape of the document in JSON Schema's own words, which know no ``nullable``."""
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
    """The id that stands in the document for whatever the parameter ``name`` means in a ``Scene``."""
    # Of letters alone: digits occur in numbers as well.
    letters = [sign for sign in ALPHABET if sign.isalpha()]
    return letters[list(THINGS).index(name)] * PUBLIC_ID_LENGTH


def address(path: str, scene: Scene) -> str:
    """The ``path`` of the document with what there is in a ``Scene``; raises ``KeyError`` for what it has none of."""
    ids: dict[str, Any] = {name: getattr(scene, thing).public_id for name, thing in THINGS.items()}
    ids["opponent_id"] = scene.own.public_id
    return path.format_map({**NUMBERS, **ids})


def known_scene(rows: int = 2) -> Scene:
    """The club of every page; its owner is nothing more than that."""
    scene = make_scene(rows)
    User.objects.update(is_superuser=False, is_staff=False)
    return scene


class WithIds:
    """The site's WSGI application, of which one asks with stand-ins for the ids of things that are not made yet."""

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
    """The WSGI application works in the test's own transaction: it lets go of no connection between its requests."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
