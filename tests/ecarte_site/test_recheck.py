"""A file that is being sent ends once its reader has lost the right to it, whatever kind of file and of loss."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any, Final

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ecarte_site import recheck
from ecarte_site.downloads import PATIENCE_SECONDS
from ecarte_site.recheck import RIGHTS_LAST, RightLostError
from matches.api.exchange.export_serializers import rubber_record
from matches.clubs.api_tokens import revoke_tokens
from matches.clubs.memberships import end_membership
from matches.exchange.exports import send
from matches.exchange.exports.prepare import prepare_export
from matches.exchange.exports.requests import ExportRequest, request_export
from matches.models import Club, Player, Rubber, User
from matches.pages.accounts.adapter import SIGNED_IN_AT
from matches.pages.common import large_responses
from tests.factories.clubs import make_club
from tests.matches.api.calling import token_for
from tests.matches.pages.records import import_text, make_member, text

pytestmark = pytest.mark.django_db

DEAL: Final = "{number}. {dealer} S ={other}3 {{" + "x" * 99_000 + "}}\n"
DEALS: Final = "".join(DEAL.format(number=n + 1, dealer="AB"[n % 2], other="BA"[n % 2]) for n in range(9))
"""Deals with so many remarks that every file with them is sent in several pieces."""


INTERVAL: Final = recheck.RECHECK_SECONDS


@pytest.fixture(autouse=True)
def _checked_at_each_piece(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(recheck, "RECHECK_SECONDS", 0)
    monkeypatch.setattr(large_responses, "FRONT_BUFFER_BYTES", 10_000)
    monkeypatch.setattr(send, "_places", BoundedSemaphore(send.MOST_A_PROCESS))
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club() -> Club:
    club = make_club(is_public=False)
    import_text(club, text(deals=DEALS, final="#4-5"))
    return club


@pytest.fixture
def owner(club: Club) -> User:
    return make_member(club, "owner@example.org", role="owner")


@pytest.fixture
def member(club: Club) -> User:
    """A member who reads the club's records, and may lose the right to."""
    return make_member(club, "member@example.org", role="director")


Open = Callable[[Club, User], Any]


def by_token(user: User) -> Client:
    return Client(headers={"Authorization": f"Bearer {token_for(user)}"})


def by_session(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def export_by_token(club: Club, user: User) -> Any:
    return by_token(user).get(f"/api/v1/clubs/{club.public_id}/export.ndjson")


def prepared_by_token(club: Club, user: User) -> Any:
    export = request_export(user, ExportRequest("club", club.public_id), "ndjson")
    assert prepare_export(export.pk, rubber_record)
    return by_token(user).get(f"/api/v1/exports/{export.public_id}/file")


def person_by_token(club: Club, user: User) -> Any:
    return by_token(user).get("/api/v1/me/person/")


def export_by_page(club: Club, user: User) -> Any:
    return by_session(user).get(f"/clubs/{club.slug}/exports/records.egn")


def person_by_page(club: Club, user: User) -> Any:
    with time_machine.travel(timezone.now()):
        client = by_session(user)
        session = client.session
        session[SIGNED_IN_AT] = time.time()
        session.save()
        return client.get("/accounts/export/")


def large_page(club: Club, user: User) -> Any:
    """A page above the buffer of the server in front, which is streamed like a file."""
    return by_session(user).get(f"/rubbers/{Rubber.objects.earliest('pk').public_id}.egn")


FILES: Final[Mapping[str, Open]] = {
    "an export by token": export_by_token,
    "a prepared file by token": prepared_by_token,
    "personal data by token": person_by_token,
    "an export by session": export_by_page,
    "personal data by session": person_by_page,
    "a large page": large_page,
}


def revoke(club: Club, user: User, owner: User) -> None:
    revoke_tokens(user)


def sign_out(club: Club, user: User, owner: User) -> None:
    Session.objects.all().delete()


def deactivate(club: Club, user: User, owner: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def leave(club: Club, user: User, owner: User) -> None:
    end_membership(club, Player.objects.get(user=user), by=owner)


Lose = Callable[[Club, User, User], None]
TOKEN: Final = ("an export by token", "a prepared file by token", "personal data by token")
SESSION: Final = ("an export by session", "personal data by session", "a large page")
CLUB: Final = ("an export by token", "an export by session", "a large page")
LOSSES: Final[tuple[tuple[Lose, tuple[str, ...]], ...]] = (
    (revoke, TOKEN),
    (sign_out, SESSION),
    (deactivate, (*TOKEN, *SESSION)),
    (leave, CLUB),
)
"""Ways to lose a right, with the files that may be read by that right alone."""


def begun(response: Any) -> Iterator[bytes]:
    assert response.status_code == 200, response.status_code
    pieces: Iterator[bytes] = iter(response.streaming_content)
    assert next(pieces)
    return pieces


@pytest.mark.parametrize(
    ("lose", "file"),
    [(lose, file) for lose, files in LOSSES for file in files],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_file_ends_when_the_right_to_it_is_lost(
    club: Club, member: User, owner: User, lose: Lose, file: str
) -> None:
    pieces = begun(FILES[file](club, member))
    lose(club, member, owner)
    with pytest.raises(RightLostError):
        next(pieces)


@pytest.mark.parametrize("file", FILES)
def test_file_is_whole_while_the_right_lasts(club: Club, member: User, file: str) -> None:
    assert b"".join(begun(FILES[file](club, member)))


@pytest.mark.parametrize("is_public", [True, False])
def test_visitor_reads_on_while_the_club_is_public(club: Club, is_public: bool) -> None:
    Club.objects.update(is_public=True)
    pieces = begun(Client().get(f"/rubbers/{Rubber.objects.get().public_id}.egn"))
    Club.objects.update(is_public=is_public)
    if is_public:
        assert b"".join(pieces)
    else:
        with pytest.raises(RightLostError):
            next(pieces)


def test_personal_data_begun_in_time_is_sent_to_its_end(club: Club, member: User) -> None:
    with time_machine.travel(timezone.now()) as clock:
        pieces = begun(person_by_page(club, member))
        clock.shift(timedelta(hours=1))
        assert b"".join(pieces)


def test_interval_and_a_readers_patience_are_within_the_minute() -> None:
    assert RIGHTS_LAST.total_seconds() > INTERVAL + PATIENCE_SECONDS
