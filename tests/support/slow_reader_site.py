"""The site behind Caddy as it is shipped, with long responses, and the ways to read them slowly."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import httpx

from tests.support.processes import python_output
from tests.support.slow_readers import closed_windows, slow_readers
from tests.support.slow_senders import Front, served_in_front

_CONTENT: Final = """
import django, json
django.setup()
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text
from matches.models import Rubber
club = make_club("readers", is_public=True)
deal = "{number}. {dealer} S ={other}3 {{" + "x" * 99_000 + "}}\\n"
deals = "".join(deal.format(number=n + 1, dealer="AB"[n % 2], other="BA"[n % 2]) for n in range(9))
(long,) = import_text(club, text(deals=deals, final="#4-5"))
for start in range(0, 900, 300):
    import_text(club, *(text(tags=f'[Round "{number}"]\\n') for number in range(start, start + 300)))
usual = Rubber.objects.exclude(pk=long.pk).first()
print(json.dumps({"club": club.public_id, "rubber": usual.public_id, "long": long.public_id}))
"""
ADDRESSES: Final[Mapping[str, str]] = {
    "the document": "/api/v1/schema/",
    "a rubber's page": "/rubbers/{rubber}/",
    "a record of almost 1 MiB": "/rubbers/{long}.egn",
    "a CSV": "/api/v1/clubs/{club}/export.csv",
    "an export": "/api/v1/clubs/{club}/export.ndjson",
}
_PLAIN: Final = "Accept-Encoding: identity\r\n"


@dataclass(frozen=True, slots=True)
class Site:
    """The served site, and the public ids of its club, a usual rubber and a long one."""

    front: Front
    names: Mapping[str, str]

    def path(self, name: str) -> str:
        return ADDRESSES[name].format(**self.names)


@contextmanager
def served_site(environment: Mapping[str, str], folder: Path) -> Iterator[Site]:
    """Serve a public club with 901 rubbers over an empty migrated database; logs go to ``folder``."""
    around = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    names = json.loads(python_output(around, "-c", _CONTENT).splitlines()[-1])
    with served_in_front(environment, folder) as front:
        site = Site(front, names)
        for _ in range(8):  # so that both processes have made the document
            assert httpx.get(front.url + site.path("the document"), timeout=90).status_code == 200
        yield site


def windows(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    return closed_windows(site.front.port, number, site.path(name))


def readers(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    return slow_readers(site.front.port, number, site.path(name))


def plain_windows(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    """Streams of one HTTP/2 connection that accept no compressed response."""
    headers = (("accept-encoding", "identity"),)
    return closed_windows(site.front.port, number, site.path(name), headers=headers)


def plain_readers(site: Site, name: str, number: int) -> AbstractContextManager[Any]:
    """Readers over HTTP/1.1 that accept no compressed response."""
    return slow_readers(site.front.port, number, site.path(name), headers=_PLAIN)


Reading: TypeAlias = Callable[[Site, str, int], AbstractContextManager[Any]]
"""Ask for the address of this name so many times at once, and read next to nothing until the end."""
