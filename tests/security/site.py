"""The site as a server runs it: gunicorn as docker-compose.yml has it, a database of its own, one file of logs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from tests.support.processes import free_port, python_output, running_program, web_command

PASSWORD: Final = "hunter2-but-long-enough"
OWNER: Final = "owner@example.org"
PEOPLE: Final = f"""
import django, json
django.setup()
from matches.models import *
from matches.rubbers.change_rubbers import CommandContext, open_rubber
from scoring.notation import read_one
club = Club.objects.create(slug="portland", name="Portland")
owner = User.objects.create_user({OWNER!r}, {PASSWORD!r}, name="Owner")
clay = User.objects.create_user("clay@example.org", {PASSWORD!r}, name="Clay")
players = [Player.objects.create(club=club, user=user, name=user.name) for user in (owner, clay)]
Membership.objects.create(club=club, player=players[0], role="owner")
Membership.objects.create(club=club, player=players[1], role="member")
host = User.objects.create_superuser("host@example.org", {PASSWORD!r})
record = read_one('[EGN "1"]\\n[A "A"]\\n[B "B"]\\n')
rubber = open_rubber(club, record, event_name="", players=tuple(players), act=CommandContext(by=owner, key=""))
print(json.dumps({{"rubber": rubber.public_id, "clay": players[1].public_id, "club": club.public_id}}))
"""


@dataclass(frozen=True, slots=True)
class ServedSite:
    url: str
    ids: Mapping[str, str]
    """``rubber`` (being played), ``clay`` (a member's player), ``club``."""
    log: Path

    def visitor(self) -> Visitor:
        return Visitor(self.url)


class Visitor:
    """A browser without scripts: it keeps cookies and sends forms with the proof that pages hold."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, follow_redirects=False, timeout=30)
        self.pages: list[str] = []

    def get(self, path: str, *, follow: bool = True, headers: Mapping[str, str] | None = None) -> str:
        answer = self.http.get(path, headers=headers, follow_redirects=follow)
        self.pages.append(answer.text)
        return answer.text

    def post(self, path: str, form_at: str = "", **fields: str | list[str]) -> str:
        """Send a form, as the page at ``form_at``, or else at ``path``, has it."""
        page = self.http.get(form_at or path, follow_redirects=True).text
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        proof = {"csrfmiddlewaretoken": token[1]} if token else {}
        answer = self.http.post(path, data={**hidden, **proof, **fields}, follow_redirects=True)
        self.pages.append(answer.text)
        return answer.text

    def sign_in(self, email: str, password: str = PASSWORD) -> None:
        self.post("/accounts/login/", login=email, password=password)


@contextmanager
def served(environment: Mapping[str, str], folder: Path, *options: str) -> Iterator[ServedSite]:
    """Run the site with a club, its people and a rubber; stopped at the end, so that its log is complete."""
    port = free_port()
    url = f"http://localhost:{port}"
    around = {**environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings", "SITE_URL": url}
    ids = json.loads(python_output(around, "-c", PEOPLE).splitlines()[-1])
    log = folder / "site.log"
    with running_program([*web_command(port), *options], around, log, port=port):
        assert httpx.get(f"{url}/healthz", timeout=90).status_code == 200
        yield ServedSite(url, ids, log)
