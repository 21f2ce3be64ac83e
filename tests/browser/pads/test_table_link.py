"""Opening a pad by a table's link in a real browser: its requests, the scope of its cookie, and what stays behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import override_settings
from playwright.sync_api import BrowserContext, Request, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Club, Rubber
from matches.pads.table_links import NewLink, make_link, token_groups
from tests.browser.looking import OpenPage, axe_faults, sign_in, watch
from tests.matches.pages.rubbers.entry.people import People, at, make_people, opened

pytestmark = pytest.mark.e2e


@pytest.fixture
def people(transactional_db: None, live_server: LiveServer) -> Iterator[People]:
    cache.clear()
    with override_settings(SITE_URL=live_server.url):
        yield make_people(Club.objects.create(slug="portland", name="Portland", is_public=False))
    cache.clear()


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people)


@pytest.fixture
def made(people: People, rubber: Rubber) -> NewLink:
    return make_link(rubber, by=people.users["Owner"])


@pytest.fixture
def phone(open_page: OpenPage) -> BrowserContext:
    return open_page(width=320, height=640).page.context


def test_scanned_link_leads_to_the_pad_and_sends_its_code_once_in_a_body(
    phone: BrowserContext, made: NewLink, rubber: Rubber
) -> None:
    sent: list[Request] = []
    page = phone.new_page()
    page.on("request", lambda request: sent.append(request))
    page.goto("about:blank")
    page.goto(f"/t/#{made.token}")
    page.wait_for_url(f"**{at('pad', rubber.public_id)}")
    page.wait_for_load_state("load")
    requests = [f"{each.url} {each.all_headers()}" for each in sent]
    assert not [each for each in requests if made.token in each]
    assert [each.method for each in sent if made.token in (each.post_data or "")] == ["POST"]
    page.go_back()
    typed = page.evaluate("[...document.querySelectorAll('input')].map(each => each.value)")
    assert made.token not in " ".join([page.url, *typed])


def test_cookie_is_sent_to_this_pad_alone(
    phone: BrowserContext, made: NewLink, rubber: Rubber, people: People, live_server: LiveServer
) -> None:
    other = opened(people, a="Baldwin", b="Clay")
    page = phone.new_page()
    page.goto(f"/t/#{made.token}")
    page.wait_for_url(f"**{at('pad', rubber.public_id)}")

    def reaches(path: str) -> bool:
        return "table_link" in {cookie["name"] for cookie in phone.cookies(live_server.url + path)}

    assert reaches(at("pad", rubber.public_id))
    assert reaches(at("pad_entries", rubber.public_id))
    assert not [
        path
        for path in (
            "/",
            "/t/",
            "/pad/tables.json",
            at("pad", other.public_id),
            at("rubber", rubber.public_id),
        )
        if reaches(path)
    ]
    assert page.evaluate("document.cookie").find("table_link") == -1
    answer = page.goto(at("pad", other.public_id))
    assert answer is not None
    assert answer.status == 401


def test_code_is_typed_where_there_is_no_script(
    plain_context: BrowserContext, made: NewLink, rubber: Rubber
) -> None:
    page = plain_context.new_page()
    page.goto("/t/")
    page.get_by_label("Code").fill("0000 0000 0000 0000")
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("alert")).to_contain_text("There is no such code")
    page.get_by_label("Code").fill(token_groups(made.token).lower())
    page.get_by_role("button", name="Open the pad").click()
    page.wait_for_url(f"**{at('pad', rubber.public_id)}")


def test_second_scan_in_the_same_tab_is_taken(phone: BrowserContext, made: NewLink, rubber: Rubber) -> None:
    page = phone.new_page()
    page.goto("/t/")
    page.evaluate("code => { location.hash = code; }", made.token)
    page.wait_for_url(f"**{at('pad', rubber.public_id)}")


def test_players_square_is_drawn_and_fits_and_the_phone_can_be_passed_on(
    phone: BrowserContext, people: People, rubber: Rubber, live_server: LiveServer
) -> None:
    sign_in(phone, live_server, people.users["Orford"])
    page = phone.new_page()
    watched = watch(page)
    page.goto(at("table_links", rubber.public_id))
    page.get_by_role("button", name="Make a link").click()
    square = page.locator(".qr-code")
    expect(square).to_be_visible()
    box = square.bounding_box()
    assert box is not None
    assert 150 < box["width"] <= 290
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert axe_faults(page) == []
    assert watched.complaints == []
