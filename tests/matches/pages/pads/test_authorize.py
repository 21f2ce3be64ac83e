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
from matches.pads.table_links import DAY, LONGEST, make_link, revoke_links
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.cookies import NAME, SALT, read_pad_cookie, set_pad_cookie
from matches.rubbers.commands import Act, void_rubber
from tests.matches.pages.pads.at_table import phone
from tests.matches.pages.rubbers.entry.people import People, at, opened, other_club

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people)


@pytest.fixture
def link(people: People, rubber: Rubber) -> TableLink:
    return make_link(rubber, by=people.users["Owner"], good_for=LONGEST).link


def cookie_of(link: TableLink, rubber: Rubber) -> str:
    response = HttpResponse()
    set_pad_cookie(response, link, rubber)
    return response.cookies[NAME].value


def asked(cookie: str = "", viewer: Viewer | None = None) -> HttpRequest:
    request = RequestFactory().get("/pad/")
    request.user = viewer or AnonymousUser()
    if cookie:
        request.COOKIES[NAME] = cookie
    return request


def refusal(request: HttpRequest, public_id: str) -> tuple[str, int]:
    with pytest.raises(NotAdmittedError) as refused:
        admitted(request, public_id)
    assert refused.value.message
    return refused.value.code, refused.value.status


def test_cookie_lets_in(
    link: TableLink, rubber: Rubber, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    request = asked(cookie_of(link, rubber))
    with django_assert_num_queries(2):
        found, user = admitted(request, rubber.public_id)
        assert (found, found.club.slug, found.player_a.name, found.event.name) == (
            rubber, "portland", "Orford", "",
        )  # fmt: skip
    assert (user.link, user.by) == (link, link.created_by)


def test_account_lets_in(people: People, rubber: Rubber) -> None:
    _, user = admitted(asked(viewer=people.users["Orford"]), rubber.public_id)
    assert (user.link, user.side) == (None, "A")


@pytest.mark.parametrize("who", ["Stranger", ""])
def test_nobody_else_is_let_in(people: People, rubber: Rubber, who: str) -> None:
    assert refusal(asked(viewer=people.users.get(who)), rubber.public_id) == ("not_admitted", 401)


@pytest.mark.parametrize("public_id", ["bcdfghjkmnpqrs", "nonsense", "x" * 5_000, "a\x00b"])
def test_rubber_that_there_is_not_is_told_from_none_that_is(
    people: People, link: TableLink, rubber: Rubber, public_id: str
) -> None:
    assert refusal(asked(), public_id) == ("not_admitted", 401)
    assert refusal(asked(viewer=people.users["Owner"]), public_id) == ("not_admitted", 401)
    assert refusal(asked(cookie_of(link, rubber)), public_id) == ("wrong_table", 403)


def test_cookie_of_another_table_opens_nothing(people: People, link: TableLink, rubber: Rubber) -> None:
    other = opened(people, a="Baldwin", b="Clay")
    elsewhere = opened(other_club())
    for each in (other, elsewhere):
        assert refusal(asked(cookie_of(link, rubber)), each.public_id) == ("wrong_table", 403)


def test_cookie_is_signed(link: TableLink, rubber: Rubber) -> None:
    real = cookie_of(link, rubber)
    told = [link.public_id, "device"]
    forged = [
        signing.dumps(told),
        signing.dumps(told, salt=SALT, key="another secret"),
        real[:-1] + ("A" if real[-1] != "A" else "B"),
        signing.dumps(["' OR 1=1", "x"], salt=SALT),
        signing.dumps({"link": link.public_id}, salt=SALT),
        signing.dumps(None, salt=SALT),
        "nonsense",
        "\x00:é:x",
    ]
    assert [read_pad_cookie(asked(each)) for each in forged] == [None] * len(forged)
    assert {refusal(asked(each), rubber.public_id) for each in forged} == {("not_admitted", 401)}


def test_link_runs_out_whatever_the_phone_keeps(people: People, rubber: Rubber) -> None:
    link = make_link(rubber, by=people.users["Owner"]).link
    cookie = cookie_of(link, rubber)
    with time_machine.travel(timezone.now() + DAY + timedelta(seconds=1)):
        assert refusal(asked(cookie), rubber.public_id) == ("link_expired", 403)


def test_link_taken_back_is_out_at_once(club: Club, link: TableLink, rubber: Rubber) -> None:
    cookie = cookie_of(link, rubber)
    revoke_links(club, [link], by=None)
    assert refusal(asked(cookie), rubber.public_id) == ("link_revoked", 403)


def test_maker_who_may_enter_no_more_takes_his_links_along(
    people: People, link: TableLink, rubber: Rubber
) -> None:
    cookie = cookie_of(link, rubber)
    people.club.memberships.filter(player=people.players["Owner"]).delete()
    assert refusal(asked(cookie), rubber.public_id) == ("link_revoked", 403)


def test_bad_link_is_no_hindrance_to_an_account(club: Club, people: People, rubber: Rubber) -> None:
    link = make_link(rubber, by=people.users["Owner"]).link
    cookie = cookie_of(link, rubber)
    revoke_links(club, [link], by=None)
    _, user = admitted(asked(cookie, people.users["Orford"]), rubber.public_id)
    assert user.by == people.users["Orford"]


def test_pad_is_read_by_its_link_once_the_rubber_is_over(
    people: People, link: TableLink, rubber: Rubber
) -> None:
    void_rubber(rubber, act=Act(by=people.users["Owner"], key=""))
    assert admitted(asked(cookie_of(link, rubber)), rubber.public_id)[1].link == link


def test_refused_link_is_logged(
    club: Club, link: TableLink, rubber: Rubber, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "matches.pads")
    cookie = cookie_of(link, rubber)
    revoke_links(club, [link], by=None)
    refusal(asked(cookie), rubber.public_id)
    assert caplog.messages == [f"pad refused: link_revoked, link {link.public_id}"]


@pytest.mark.parametrize(
    "name", ["rubber", "rubber_history", "enter_deal", "table_links", "rubber_book", "close_rubber"]
)
def test_link_opens_no_other_page_of_a_members_only_club(people: People, rubber: Rubber, name: str) -> None:
    table = phone(people, rubber)
    assert table.get(at("pad_state", rubber.public_id)).status_code == 200
    assert table.get(at(name, rubber.public_id)).status_code in (302, 403, 404)
    assert table.get(at("club", people.club.slug)).status_code == 404
