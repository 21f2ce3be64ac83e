"""One club's data is out of reach through another's URLs, whatever ids they contain, and each URL has a known
owner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from matches.models import LogEntry, User
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.matches.pages.every_page import ARGUMENTS, NO_PAGES, Scene, _argument, addresses, make_scene
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

NOT_THERE: Final = (404, 405)
CLUBS_ALONE: Final = frozenset({"slug"})
KEEP_THEIR_OWN: Final = frozenset(
    {"number", "stage", "year", "round_number", "figure", "part", "what", "version"}
)


def every_pattern() -> dict[str, URLPattern]:
    """Yield all named addresses of the pages, those that answer no GET as well."""

    def walk(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLPattern):
                if pattern.name:
                    yield space + pattern.name, pattern
            elif pattern.namespace not in ("admin", "api"):
                yield from walk(pattern, f"{pattern.namespace}:" if pattern.namespace else space)

    return dict(walk(get_resolver()))


MORE: Final = {"delivery_id": "delivery", "request_id": "draw", "invitation": "invitation"}


def of_scene(name: str, argument: str, scene: Scene) -> object:
    if argument in MORE and (name, argument) not in ARGUMENTS:
        return getattr(scene, MORE[argument]).public_id
    return _argument(name, argument)(scene)


@pytest.fixture
def scene(db: None) -> Scene:
    """A members-only club with one of everything."""
    return make_scene(2)


def own_club(user_email: str = "rival@example.org") -> User:
    return make_member(make_club("garrick"), user_email, role="owner")


def tried(client: Client, method: str, path: str) -> int:
    with transaction.atomic():
        answer = getattr(client, method)(path)
        transaction.set_rollback(True)
    return int(answer.status_code)


def test_ids_of_another_club_are_not_there_below_ones_own(scene: Scene) -> None:
    client = client_of(own_club())
    entries = LogEntry.objects.count()
    reached = {}
    for name, pattern in every_pattern().items():
        wanted = set(pattern.pattern.regex.groupindex)
        if "slug" not in wanted or not wanted - CLUBS_ALONE - KEEP_THEIR_OWN:
            continue
        given = {argument: of_scene(name, argument, scene) for argument in wanted - CLUBS_ALONE}
        path = reverse(name, kwargs={**given, "slug": "garrick"})
        for method in ("get", "post"):
            reached[name, method] = tried(client, method, path)
    assert len(reached) >= 60
    assert {key: status for key, status in reached.items() if status not in NOT_THERE} == {}
    assert LogEntry.objects.count() == entries


def test_nothing_of_a_members_only_club_is_shown_to_others(scene: Scene) -> None:
    """The owner of another club gets 404, a refusal, or a page about themselves at the club's own URLs."""
    client = client_of(own_club())
    names = re.compile("Orford|Baldwin|Guest 0|Member 0|Autumn Cup|Portland Cup|Nations Cup|evening")
    requests = 0
    answered: list[tuple[str, int]] = []
    leaks: list[tuple[str, str]] = []
    for name, pattern in every_pattern().items():
        wanted = set(pattern.pattern.regex.groupindex) - KEEP_THEIR_OWN
        if not wanted or name.startswith(("account_", "mfa_", "web:open_", "web:embed", "web:reference")):
            continue
        try:
            path = reverse(
                name, kwargs={each: of_scene(name, each, scene) for each in pattern.pattern.regex.groupindex}
            )
        except KeyError:
            continue
        requests += 1
        answer = client.get(path)
        if answer.status_code not in (302, 401, 403, 404, 405):
            answered.append((name, answer.status_code))
        if not answer.streaming and (match := names.search(answer.content.decode().replace(path, ""))):
            leaks.append((name, match[0]))
    # The pad's entry for a home screen: browsers request it without a cookie, and it names nobody.
    assert (answered, leaks) == ([("web:pad_manifest", 200)], [])
    assert requests >= 70


@pytest.mark.long
def test_nobodys_mail_address_is_shown_to_members(scene: Scene) -> None:
    client = client_of(make_member(scene.club, "clay@example.org", role="member"))
    pages = 0
    for name, path in addresses(scene).items():
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming:
            pages += 1
            shown_addresses = set(re.findall(r"[\w.+-]+@example\.org", answer.content.decode()))
            assert shown_addresses <= {"clay@example.org"}, name
    assert pages >= 50


def test_what_is_tried_here_is_all_there_is(scene: Scene) -> None:
    """Each address that has an id of a club's can be written with the scene's."""
    missing = []
    for name, pattern in every_pattern().items():
        for argument in pattern.pattern.regex.groupindex:
            try:
                of_scene(name, argument, scene)
            except KeyError:
                missing.append((name, argument))
    assert {name for name, _argument in missing} <= set(NO_PAGES), missing
