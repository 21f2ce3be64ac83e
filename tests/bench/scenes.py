"""Prepare the data of a benchmark as people do: by the pages' forms, the API and management commands.

Addresses, fields and commands stay from one commit to the next, functions do not. So a benchmark that prepares its
data here also runs at an earlier commit (``manage.py soak NAME --against REV``). ``django.setup()`` comes first.
"""

from __future__ import annotations

import html
import re
from typing import Any, Final
from urllib.parse import urljoin

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from tests.support.html_forms import form_with

PASSWORD: Final = "a long password for measuring"
JSON: Final = "application/json"
Fields = dict[str, str | list[str]]


class SceneError(Exception):
    """A form or a request was not accepted."""


class Person:
    """A person with an account who is signed in to the site, as its owner if ``is_superuser``."""

    def __init__(self, email: str, *, is_superuser: bool = False) -> None:
        users: Any = get_user_model().objects
        users.create_user(email, PASSWORD, is_superuser=is_superuser, is_staff=is_superuser)
        self.browser = Client(SERVER_NAME="127.0.0.1")
        self.fill("/accounts/login/", "login", login=email, password=PASSWORD)

    def page(self, path: str) -> str:
        return self._opened(path)[1]

    def _opened(self, path: str) -> tuple[str, str]:
        """Return the address to which ``path`` leads, and its page. Raises SceneError if there is none."""
        response = self.browser.get(path, follow=True)
        if response.status_code != 200:
            raise SceneError(f"{path}: {response.status_code}")
        return response.request["PATH_INFO"], response.content.decode()

    def fill(self, path: str, has: str, **fields: str | list[str]) -> str:
        """Open a page, fill in and send the form that has the field ``has``; return the page that follows.

        Raises SceneError if the server refuses the form.
        """
        address, page = self._opened(path)
        form = form_with(page, has)
        response = self.browser.post(urljoin(address, form.action), {**form.values, **fields}, follow=True)
        if response.status_code != 200:
            raise SceneError(f"{path}: {response.status_code}: {_words(response.content.decode())}")
        return str(response.content.decode())

    def read(self, path: str) -> Any:
        """Return a resource of the API."""
        response = self.browser.get(f"/api/v1/{path}")
        if response.status_code != 200:
            raise SceneError(f"{path}: {response.status_code}")
        return response.json()

    def has(self, path: str) -> bool:
        """Return whether this commit has such a page or resource."""
        return bool(self.browser.get(path).status_code == 200)

    def send(self, path: str, body: object) -> Any:
        """Create a resource of the API and return it."""
        response = self.browser.post(f"/api/v1/{path}", body, content_type=JSON)
        if response.status_code != 201:
            raise SceneError(f"{path}: {response.status_code}: {response.content.decode()}")
        return response.json()

    def make_club(self, name: str) -> str:
        """Make a public club and return its slug."""
        page = self.fill(
            "/clubs/new/", "time_zone", name=name, time_zone="UTC", currency="EUR", is_public="yes"
        )
        slugs = re.findall(r'href="/clubs/([^/"]+)/members/', page)
        if not slugs:
            raise SceneError(f"no club was made: {_words(page)}")
        return str(slugs[0])

    def invite(self, club: str, guest: Person, *, role: str = "member") -> None:
        """Invite another person into a club, who accepts."""
        link = _marked(self.fill(f"/clubs/{club}/members/invite/", "role", role=role), "made-link")
        path = re.sub(r"^https?://[^/]+", "", link)
        guest.page(path)
        response = guest.browser.post("/invitations/")
        if response.headers.get("Location") != f"/clubs/{club}/":
            raise SceneError(f"the invitation into {club} was not accepted: {response.status_code}")

    def make_token(self, *scopes: str) -> str:
        """Make an API token and return its secret."""
        if 'name="life"' not in self.page("/accounts/tokens/new/"):
            self.fill(
                "/accounts/tokens/new/", "password", password=PASSWORD
            )  # Earlier commits ask once more.
        page = self.fill("/accounts/tokens/new/", "life", name="a program", scopes=list(scopes))
        return _marked(page, "made-token")


def club_id(person: Person, slug: str) -> str:
    """Return the id by which the API knows the club."""
    for club in person.read("clubs/")["results"]:
        if club["slug"] == slug:
            return str(club["id"])
    raise SceneError(f"the API has no club {slug}")


def add_guests(person: Person, club: str, names: list[str]) -> dict[str, str]:
    """Add guests to a club, and return the ids of its players by name."""
    person.fill(f"/clubs/{club}/members/add/", "names", names="\n".join(names))
    players: list[dict[str, Any]] = []
    path = f"clubs/{club_id(person, club)}/players/"
    while path:
        answer = person.read(path)
        players += answer["results"]
        path = str(answer.get("next") or "").rpartition("/api/v1/")[2]
    return {player["name"]: player["id"] for player in players}


def import_file(file: str, club: str) -> None:
    call_command("import_egn", file, club=club, verbosity=0)


def import_event(file: str, club: str) -> None:
    call_command("import_event", file, club=club, verbosity=0)


def _marked(page: str, mark: str) -> str:
    """Return the text of the element with the id ``mark``."""
    match = re.search(rf'id="{mark}"[^>]*>([^<]+)<', page)
    if match is None:
        raise SceneError(f"no {mark} on the page: {_words(page)}")
    return html.unescape(match[1].strip())


def _words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())[:600]
