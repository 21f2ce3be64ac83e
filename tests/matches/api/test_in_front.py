"""The API behind the server in front, as it is shipped, called by clients that accept compressed responses."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import httpx
import pytest

from matches.api.exchange.export_serializers import rubber_record
from matches.exchange.exports.prepare import prepare_export
from matches.models import Club, Export, Rubber
from tests.factories.clubs import make_club
from tests.matches.api import page_examples
from tests.matches.api.calling import guests, opening, path_of, token_for
from tests.matches.api.exchange.test_import_docs import program
from tests.matches.api.roles.scene import scene
from tests.matches.files import rubber_text
from tests.matches.pages.records import import_text, make_member, text

pytestmark = [pytest.mark.e2e]

GZIP_EVERYTHING: Final = """
import gzip, io, urllib.request

class Compressed(urllib.request.BaseHandler):
    def http_request(self, request):
        request.add_unredirected_header("Accept-encoding", "gzip")
        return request

    def http_response(self, request, response):
        if response.headers.get("Content-Encoding") == "gzip":
            response.fp = io.BytesIO(gzip.decompress(response.read()))
            response.read = response.fp.read
            del response.headers["Content-Encoding"]
        return response

urllib.request.install_opener(urllib.request.build_opener(Compressed))
"""
"""A ``sitecustomize`` module: every request of a program asks for gzip, as those of other libraries do."""


@pytest.fixture
def club(transactional_db: None) -> Club:
    return make_club()


@pytest.fixture
def token(club: Club) -> str:
    return token_for(make_member(club, "owner@example.org", role="owner"))


@pytest.fixture(params=["gzip", "zstd"])
def api(front: str, token: str, request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": request.param}
    with httpx.Client(base_url=f"{front}/api/v1/", headers=headers, timeout=30) as client:
        yield client


def test_deals_are_recorded_on_the_tag_of_the_response_before(api: httpx.Client, club: Club) -> None:
    opened = api.post("rubbers/", json=opening(club, *guests(club)))
    live = path_of(Rubber.objects.get())
    first = api.post(f"{live}deals/", json={"egn": "A S =A5"}, headers={"If-Match": opened.headers["ETag"]})
    assert first.status_code == 201
    key = {"Idempotency-Key": "undo"}
    undo = {"If-Match": first.headers["ETag"], **key}
    assert api.delete(f"{live}deals/last/", headers=undo).status_code == 200
    # The same request may come by another way, with another mark.
    undo["If-Match"] = f"W/{first.headers['ETag']}"
    assert api.delete(f"{live}deals/last/", headers=undo).headers["Idempotency-Replayed"] == "true"


def test_prepared_file_has_the_tag_and_the_ranges_of_its_bytes(api: httpx.Client, club: Club) -> None:
    import_text(club, *(text(f"A{number}") for number in range(5)))
    assert api.post(f"{path_of(club)}exports/", json={"form": "csv"}).status_code == 202
    export = Export.objects.get()
    assert prepare_export(export.pk, rubber_record)
    path = f"exports/{export.public_id}/file"
    whole = api.get(path)
    tag = whole.headers["ETag"]
    assert tag == f'"{sha256(whole.content).hexdigest()}"'
    assert int(whole.headers["Content-Length"]) == len(whole.content) > 1000
    for given in (tag, f'{tag[:-1]}-gzip"'):
        rest = api.get(path, headers={"Range": "bytes=700-", "If-Range": given})
        assert (rest.status_code, rest.content) == (206, whole.content[700:]), given


def test_addresses_in_responses_lead_on_through_the_front(api: httpx.Client, front: str, club: Club) -> None:
    guests(club, *(f"Player {number}" for number in range(3)))
    with httpx.Client(headers={**api.headers, "Accept-Encoding": "gzip"}) as client:
        page = client.get(f"{front}/api/v1/{path_of(club)}players/?page_size=1").json()
        assert page["next"].startswith(f"{front}/api/v1/")
        assert client.get(page["next"]).status_code == 200
        assert client.get(f"{front}/api/v1/{path_of(club).rstrip('/')}").status_code == 404


@pytest.mark.parametrize("name", page_examples.PAGES)
def test_calls_of_the_pages_do_what_they_say(front: str, transactional_db: None, name: str) -> None:
    page_examples.PAGES[name](front, scene())


def test_programs_of_the_page_run(front: str, token: str, club: Club, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(GZIP_EVERYTHING, encoding="utf-8")
    (tmp_path / "evening.egn").write_text(rubber_text("Carnac", "Deschamps"), encoding="utf-8")
    ids = [club.public_id, *(guest.public_id for guest in guests(club))]
    environment = {**os.environ, "SITE": front, "TOKEN": token, "PYTHONPATH": str(tmp_path)}
    runs = [
        ("score.py", ids, "A S Kb =B5\nB S =B5\n", "confirmed"),
        ("send_file.py", [club.public_id, str(tmp_path / "evening.egn")], "", "1 stored"),
    ]
    for name, arguments, lines, said in runs:
        done = subprocess.run(
            [sys.executable, str(program(name, tmp_path)), *arguments],
            input=lines,
            env=environment,
            capture_output=True,
            text=True,
            timeout=50,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert said in done.stdout
