"""What holds of every page that the site has: its size, its queries, whatever there is to show."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.matches.pages.every_page import addresses, make_scene

COMPRESSED = {"Accept-Encoding": "gzip"}
MOST_QUERIES = 10
MOST_BYTES = 20_000
"""Of the page itself, as it is sent: letters and looks have the rest of the 100 KB of a first visit."""


# Of 120 every list has more than a page; what grows without a page's end is too large at 500. A query for each row
# shows at 8.
@pytest.mark.parametrize(
    "rows", [8, pytest.param(120, marks=pytest.mark.soak), pytest.param(500, marks=pytest.mark.soak)]
)
def test_pages_are_small_and_ask_little_however_much_there_is(client: Client, db: None, rows: int) -> None:
    scene = make_scene(rows)
    client.force_login(scene.owner)
    too_much = {}
    for name, address in addresses(scene).items():
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address, headers=COMPRESSED)
        size = len(response.content)
        if response.status_code >= 400 or len(queries) > MOST_QUERIES or size > MOST_BYTES:
            too_much[name] = (address, response.status_code, len(queries), size)
    assert too_much == {}, "\n".join(f"{name}: {told}" for name, told in too_much.items())
