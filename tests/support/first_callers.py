"""Let many callers ask the site's application at the same moment, in a process that has answered nobody yet.

``scene`` writes a club to the database and prints what ``ask`` reads: the addresses, and the headers of the club's
owner. ``ask`` loads the application as gunicorn does. A copy of that process answers each group of callers, so
that every group is the first. It prints the statuses of each address.

The addresses of ``first`` are asked of copies that have answered nothing. Before the others the process itself
answers a few pages, once: loading what all pages share takes a second each time, which hides what a page has of
its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, TypedDict
from wsgiref.util import setup_testing_defaults

CALLERS: Final = 16
"""The number of callers at once of a process that has answered nothing at all."""
LATER_CALLERS: Final = 6
"""The number of callers at once of each other address."""
LANGUAGES: Final = ("en", "fr")


class Addresses(TypedDict):
    """This holds the addresses to request, and what identifies the owner on pages and in the API."""

    first: list[str]
    common: list[str]
    others: list[str]
    cookie: str
    token: str


def make_addresses() -> Addresses:
    """Write a club with one of everything, and return the addresses of all that a GET gives."""
    from tests.factories.browsers import client_of
    from tests.matches.api.calling import token_for
    from tests.matches.api.described import address, document, operations
    from tests.matches.pages.every_page import addresses, file_addresses, make_scene

    scene = make_scene(2)
    club, rubber = f"/clubs/{scene.club.slug}/", f"/rubbers/{scene.rubber.public_id}/"
    others = ["/admin/", "/healthz", "/readyz", *addresses(scene).values(), *file_addresses(scene).values()]
    for path, method, _operation in operations(document()):
        # An export or an exercise is the caller's own, and the club has none.
        with contextlib.suppress(KeyError):
            if method == "get":
                known = path.replace("{form}", "csv").replace("{code}", "gone")
                others.append(address(known, scene))
    cookies = client_of(scene.owner).cookies
    return {
        "first": ["/", club, rubber, "/score/", "/reference/", "/api/v1/", "/api/v1/schema/"],
        "common": ["/", club, rubber, "/api/v1/"],
        "others": others,
        "cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items()),
        "token": token_for(scene.owner),
    }


def ask_all(asked: Addresses) -> dict[str, list[int]]:
    """Return the statuses that the callers of each address got, without repetition; 599 is no answer at all."""
    from django.db import connections

    first = asked["first"]
    statuses = {"the first ones together": _ask_a_copy(asked, first, CALLERS)}
    for path in first:
        statuses[f"{path} first"] = _ask_a_copy(asked, [path], CALLERS)
    for path in asked["common"]:
        for language in LANGUAGES:
            _ask(asked, path, language)
    connections.close_all()
    for path in asked["others"]:
        statuses[path] = _ask_a_copy(asked, [path], LATER_CALLERS)
    return statuses


def _ask_a_copy(asked: Addresses, paths: Sequence[str], callers: int) -> list[int]:
    reading, writing = os.pipe()
    copy = os.fork()
    if copy == 0:
        os.close(reading)
        os.write(writing, json.dumps(_ask_at_once(asked, paths, callers)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answers:
        text = answers.read()
    os.waitpid(copy, 0)
    statuses: list[int] = json.loads(text or "[599]")
    return statuses


def _ask_at_once(asked: Addresses, paths: Sequence[str], callers: int) -> list[int]:
    ready = threading.Barrier(callers)
    answers: list[int] = []

    def call(number: int) -> None:
        path, language = paths[number % len(paths)], LANGUAGES[number // len(paths) % 2]
        ready.wait()
        answers.append(_ask(asked, path, language))

    threads = [threading.Thread(target=call, args=[number]) for number in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted({*answers, *([599] if len(answers) < callers else [])})


def _ask(asked: Addresses, path: str, language: str) -> int:
    from ecarte_site.wsgi import application

    environ: dict[str, Any] = {
        "HTTP_HOST": "testserver",
        "PATH_INFO": path,
        "HTTP_ACCEPT_LANGUAGE": language,
        "HTTP_ACCEPT_ENCODING": "gzip",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.errors": sys.stderr,
    }
    if path.startswith("/api/"):
        environ["HTTP_AUTHORIZATION"] = f"Bearer {asked['token']}"
    else:
        environ["HTTP_COOKIE"] = asked["cookie"]
    setup_testing_defaults(environ)
    started: list[str] = []

    def start_response(status: str, *_headers: Any) -> Callable[[bytes], object]:
        started.append(status)
        return lambda _part: None

    body = application(environ, start_response)
    try:
        for _part in body:
            pass
    finally:
        close: Any = getattr(body, "close", None)
        if close is not None:
            close()
    return int(started[0].split()[0])


if __name__ == "__main__":
    if sys.argv[1] == "scene":
        import django

        django.setup()
        print(json.dumps(make_addresses()))
    else:
        import ecarte_site.wsgi  # noqa: F401 - loads the application, as a server does before it answers anyone

        print(json.dumps(ask_all(json.load(sys.stdin))))
