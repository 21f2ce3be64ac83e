from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.clubs.access import Viewer
from matches.models import Club, Rubber, TableLink
from matches.pads.table_links import DAY, MAX_LIFETIME, make_link, revoke_links
from matches.pages.pads.authorize import (
    NAME,
    SALT,
    PadAccessError,
    authorize_pad,
    read_pad_cookie,
    set_pad_cookie,
)
from tests.matches.pages.pads.at_table import phone
from tests.matches.pages.rubbers.entry.people import People, at, opened, other_club

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def link(people: People, live: Rubber) -> TableLink:
    return make_link(live, by=people.users["Owner"], good_for=MAX_LIFETIME).link


def cookie_of(link: TableLink, live: Rubber) -> str:
    response = HttpResponse()
    set_pad_cookie(response, link, live)
    return response.cookies[NAME].value


def request_with(cookie: str = "", viewer: Viewer | None = None) -> HttpRequest:
    request = RequestFactory().get("/pad/")
    request.user = viewer or AnonymousUser()
    if cookie:
        request.COOKIES[NAME] = cookie
    return request


def refusal(request: HttpRequest, public_id: str) -> tuple[str, int]:
    with pytest.raises(PadAccessError) as refused:
        authorize_pad(request, public_id)
    assert refused.value.message
    return refused.value.code, refused.value.status


def test_cookie_lets_in_without_the_tables_of_sittings(
    link: TableLink, live: Rubber, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Joining them doubled the time that every tap spends on its link."""
    request = request_with(cookie_of(link, live))
    with django_assert_num_queries(2) as queries:
        admitted_to, user = authorize_pad(request, live.public_id)
        names = (admitted_to.club.slug, admitted_to.player_a.name, admitted_to.event.name)
    assert (admitted_to, names) == (live, ("portland", "Orford", ""))
    assert (user.link, user.by) == (link, link.created_by)
    assert not [query for query in queries if "matches_sitting" in query["sql"]]


def test_account_lets_in(people: People, live: Rubber) -> None:
    _, user = authorize_pad(request_with(viewer=people.users["Orford"]), live.public_id)
    assert (user.link, user.side) == (None, "A")


@pytest.mark.parametrize("who", ["Stranger", ""])
def test_nobody_else_is_let_in(people: People, live: Rubber, who: str) -> None:
    assert refusal(request_with(viewer=people.users.get(who)), live.public_id) == ("not_admitted", 401)


@pytest.mark.parametrize("public_id", ["bcdfghjkmnpqrs", "nonsense", "x" * 5_000, "a\x00b"])
def test_unknown_rubber_is_refused(people: People, link: TableLink, live: Rubber, public_id: str) -> None:
    assert refusal(request_with(), public_id) == ("not_admitted", 401)
    assert refusal(request_with(viewer=people.users["Owner"]), public_id) == ("not_admitted", 401)
    assert refusal(request_with(cookie_of(link, live)), public_id) == ("wrong_table", 403)


def test_cookie_of_another_table_opens_nothing(people: People, link: TableLink, live: Rubber) -> None:
    other = opened(people, a="Baldwin", b="Clay")
    elsewhere = opened(other_club())
    for each in (other, elsewhere):
        assert refusal(request_with(cookie_of(link, live)), each.public_id) == ("wrong_table", 403)


def test_cookie_is_signed(link: TableLink, live: Rubber) -> None:
    real = cookie_of(link, live)
    value = [link.public_id, "device"]
    forged = [
        signing.dumps(value),
        signing.dumps(value, salt=SALT, key="another secret"),
        real[:-1] + ("A" if real[-1] != "A" else "B"),
        signing.dumps(["' OR 1=1", "x"], salt=SALT),
        signing.dumps({"link": link.public_id}, salt=SALT),
        signing.dumps(None, salt=SALT),
        "nonsense",
        "\x00:é:x",
    ]
    assert [read_pad_cookie(request_with(each)) for each in forged] == [None] * len(forged)
    assert {refusal(request_with(each), live.public_id) for each in forged} == {("not_admitted", 401)}


def test_link_runs_out_whatever_the_phone_keeps(people: People, live: Rubber) -> None:
    link = make_link(live, by=people.users["Owner"]).link
    cookie = cookie_of(link, live)
    with time_machine.travel(timezone.now() + DAY + timedelta(seconds=1)):
        assert refusal(request_with(cookie), live.public_id) == ("link_expired", 403)


def test_link_taken_back_is_out_at_once_and_its_refusal_logged(
    club: Club, link: TableLink, live: Rubber, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "matches.pads")
    cookie = cookie_of(link, live)
    revoke_links(club, [link], by=None)
    assert refusal(request_with(cookie), live.public_id) == ("link_revoked", 403)
    assert caplog.messages == [f"pad refused: link_revoked, link {link.public_id}"]


@pytest.mark.parametrize(
    "name", ["rubber", "rubber_history", "enter_deal", "table_links", "rubber_book", "close_rubber"]
)
def test_link_opens_no_other_page_of_a_members_only_club(people: People, live: Rubber, name: str) -> None:
    table = phone(people, live)
    assert table.get(at("pad_state", live.public_id)).status_code == 200
    assert table.get(at(name, live.public_id)).status_code in (302, 403, 404)
    assert table.get(at("club", people.club.slug)).status_code == 404
