"""Pages that follow the play in a browser: by polling while there is no event stream, and by a stream."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from matches.models import Club, Rubber
from matches.rubbers.change_rubbers import close_rubber, record_deal
from tests.browser.looking import OpenPage
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.common.test_live_updates import address, begin

pytestmark = pytest.mark.e2e

WON_BY_B = 2 * ("A S =B5 (0-2)", "B S Kb =B5 (0-5)")
SCORE = "[data-live-text=score]"


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page(width=1280, height=720).page


@pytest.fixture
def event_hands(transactional_db: None) -> EventHands:
    return playing("swiss", rounds=3)


def deal(event_hands: EventHands, rubber: Rubber, line: str) -> Rubber:
    return record_deal(rubber, line, act=event_hands.act())


@pytest.mark.parametrize(
    "name",
    [
        "event_round",
        "rubber",
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("event_room", "event", "club")),
    ],
)
def test_score_comes_to_every_page_that_is_open(event_hands: EventHands, page: Page, name: str) -> None:
    rubber = begin(event_hands)
    where = {
        "event_round": lambda: address(event_hands, "event_round", 1, 1),
        "club": lambda: f"/clubs/{event_hands.hands.club.slug}/",
        "rubber": lambda: f"/rubbers/{rubber.public_id}/",
    }.get(name, lambda: address(event_hands, name))()
    with page.expect_response("**/live/poll*"):
        page.goto(where)
    score = page.locator("[data-live-text=b]" if name == "rubber" else SCORE).first
    expect(score).to_have_text("0" if name == "rubber" else "0–0")
    rubber = deal(event_hands, rubber, "A S =B5 (0-2)")
    expect(score).to_have_text("2" if name == "rubber" else "0–2")
    rubber = deal(event_hands, rubber, "B S Kb =B5 (0-5)")
    expect(score).to_have_text("0" if name == "rubber" else "0–0")


def test_score_of_a_rubber_in_play_does_not_touch_the_names(
    event_hands: EventHands, open_page: OpenPage
) -> None:
    deal(event_hands, begin(event_hands), "A S =B5 (0-2)")
    page = open_page(width=390).page
    page.goto(f"/clubs/{event_hands.hands.club.slug}/")
    score = page.locator(".club-results .score:has(.points)")
    expect(score).to_have_text(re.compile(r"0–0\s*in this game 0–2"))
    assert score.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_result_brings_the_pairings_anew(event_hands: EventHands, page: Page) -> None:
    rubber = begin(event_hands)
    page.goto(address(event_hands, "event_round", 1, 1))
    expect(page.locator("#fresh")).to_contain_text("Being played")
    expect(page.locator("#fresh")).not_to_contain_text("to confirm")
    for line in WON_BY_B:
        rubber = deal(event_hands, rubber, line)
    close_rubber(rubber, authority="A", act=event_hands.act())
    expect(page.locator("#fresh")).to_contain_text("to confirm")


def test_rubber_s_page_becomes_the_record_when_it_is_over(event_hands: EventHands, page: Page) -> None:
    rubber = begin(event_hands)
    page.goto(f"/rubbers/{rubber.public_id}/")
    for line in WON_BY_B:
        rubber = deal(event_hands, rubber, line)
    close_rubber(rubber, authority="final", act=event_hands.act())
    expect(page.get_by_role("heading", name="The record")).to_be_visible()


def test_who_is_cut_off_is_told_and_catches_up(event_hands: EventHands, page: Page) -> None:
    rubber = begin(event_hands)
    page.clock.install()
    page.goto(address(event_hands, "event_round", 1, 1))
    word = page.locator("[data-cut-off]")
    expect(word).to_be_hidden()
    page.context.set_offline(True)
    deal(event_hands, rubber, "A S =B5 (0-2)")
    for _ in range(13):
        page.clock.run_for(1_000)
    expect(word).to_be_visible()
    page.context.set_offline(False)
    for _ in range(12):
        page.clock.run_for(1_000)
    expect(page.locator(SCORE)).to_have_text("0–2")
    expect(word).to_be_hidden()


def test_page_out_of_sight_asks_for_nothing(event_hands: EventHands, page: Page) -> None:
    begin(event_hands)
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url) if "/live/poll" in request.url else None)
    page.goto(address(event_hands, "event_room"))
    page.wait_for_timeout(1_000)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.wait_for_timeout(1_000)
    before = len(polls)
    page.wait_for_timeout(2_000)
    assert len(polls) == before
    with page.expect_request("**/live/poll*", timeout=1_500):
        page.evaluate(
            "Object.defineProperty(document, 'hidden', {value: false, configurable: true});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )


def test_where_there_is_a_stream_nobody_asks(event_hands: EventHands, page: Page) -> None:
    rubber = begin(event_hands)
    polls: list[str] = []

    def stream(route: Route) -> None:
        data = f'{{"rubber":"{rubber.public_id}","state":"live","games":[0,0],"score":[4,3]}}'
        # It ends at once, and the browser mends it by itself.
        body = f"retry: 60000\n\nid: 9999999999999\nevent: score\ndata: {data}\n\n"
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    page.route("**/live/stream*", stream)
    page.on("request", lambda request: polls.append(request.url) if "/live/poll" in request.url else None)
    page.goto(address(event_hands, "event_round", 1, 1))
    expect(page.locator(SCORE)).to_have_text("4–3")
    assert polls == []


@pytest.mark.parametrize(("listeners", "waits"), [(0, False), (150, True)])
def test_the_more_hear_the_same_the_longer_a_page_waits_before_it_fetches_its_part(
    event_hands: EventHands, page: Page, listeners: int, waits: bool
) -> None:
    crowd = f'event: among\ndata: {{"listeners":{listeners}}}\n\n' if listeners else ""
    body = f"retry: 60000\n\n{crowd}id: 9999999999999\nevent: rows\ndata: {{}}\n\n"
    page.route(
        "**/live/stream*",
        lambda route: route.fulfill(status=200, content_type="text/event-stream", body=body),
    )
    fetched: list[str] = []
    page.on(
        "request",
        lambda request: (
            fetched.append(request.url)
            if request.resource_type == "fetch" and "/live/" not in request.url
            else None
        ),
    )
    page.add_init_script("Math.random = () => 0.999")
    page.goto(address(event_hands, "event_round", 1, 1))
    page.wait_for_timeout(2_200)
    assert (not fetched) is waits
    page.wait_for_timeout(1_800)
    assert fetched


def test_part_that_was_asked_for_before_a_score_does_not_take_it_back(
    event_hands: EventHands, page: Page
) -> None:
    rubber = begin(event_hands)
    held_back: list[tuple[Route, APIResponse]] = []
    page.route("**/*part=fresh*", lambda route: held_back.append((route, route.fetch())))
    page.goto(address(event_hands, "event_round", 1, 1))
    with page.expect_request("**/*part=fresh*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    deal(event_hands, rubber, "A S =B5 (0-2)")
    expect(page.locator(SCORE)).to_have_text("0–2")
    ((route, answer),) = held_back
    assert "0–0" in answer.text()
    page.evaluate("window.before = document.getElementById('fresh')")
    route.fulfill(response=answer)
    page.wait_for_function("document.getElementById('fresh') !== window.before")
    expect(page.locator(SCORE)).to_have_text("0–2")


def test_page_whose_stream_is_neither_opened_nor_refused_asks(event_hands: EventHands, page: Page) -> None:
    rubber = begin(event_hands)
    page.route("**/live/stream*", lambda _route: None)
    with page.expect_response("**/live/poll*"):
        page.goto(address(event_hands, "event_round", 1, 1))
    deal(event_hands, rubber, "A S =B5 (0-2)")
    expect(page.locator(SCORE)).to_have_text("0–2")


class TestTickets:
    """A page's ticket for the event stream lasts for a minute; its script renews the ticket without a reload."""

    def leave_open(self, page: Page, clock: time_machine.Traveller, *, minutes: int) -> None:
        """Let time pass here and in the browser, a minute at a time, with each ticket answered in its minute."""
        waiting: set[Request] = set()
        page.on("request", lambda request: waiting.add(request) if "/live/ticket" in request.url else None)
        for ended in ("requestfinished", "requestfailed"):
            page.on(ended, lambda request: waiting.discard(request))
        for _minute in range(minutes):
            clock.shift(60)
            page.clock.fast_forward(60_000)
            page.wait_for_timeout(50)
            while waiting:
                page.wait_for_timeout(20)

    @pytest.mark.parametrize("name", ["event_round", "event_room", "rubber"])
    def test_page_that_was_left_open_for_an_hour_hears_news_without_being_loaded_again(
        self, event_hands: EventHands, page: Page, name: str
    ) -> None:
        rubber = begin(event_hands)
        renewed: list[int] = []
        page.on(
            "response", lambda answer: renewed.append(answer.status) if "/live/ticket" in answer.url else None
        )
        more = (1, 1) if name == "event_round" else ()
        where = f"/rubbers/{rubber.public_id}/" if name == "rubber" else address(event_hands, name, *more)
        with time_machine.travel(datetime.now(UTC)) as clock:
            page.clock.install()
            with page.expect_response("**/live/poll*"):
                page.goto(where)
            page.evaluate("window.isStillHere = true")
            self.leave_open(page, clock, minutes=60)
            deal(event_hands, rubber, "A S =B5 (0-2)")
            self.leave_open(page, clock, minutes=1)
            score = page.locator("[data-live-text=b]" if name == "rubber" else SCORE).first
            expect(score).to_have_text("2" if name == "rubber" else "0–2")
        assert page.evaluate("window.isStillHere") is True
        assert set(renewed) == {200}
        assert len(renewed) >= 5

    def test_page_that_slept_through_its_ticket_renews_it_when_it_is_looked_at(
        self, event_hands: EventHands, page: Page
    ) -> None:
        rubber = begin(event_hands)
        with page.expect_response("**/live/poll*"):
            page.goto(address(event_hands, "event_round", 1, 1))
        page.evaluate("window.isStillHere = true")
        with time_machine.travel(datetime.now(UTC) + timedelta(hours=8)):
            deal(event_hands, rubber, "A S =B5 (0-2)")
            expect(page.locator(SCORE)).to_have_text("0–2")
        assert page.evaluate("window.isStillHere") is True

    def test_who_may_not_see_the_page_any_more_is_led_away_from_it(
        self, event_hands: EventHands, page: Page
    ) -> None:
        rubber = begin(event_hands)
        with page.expect_response("**/live/poll*"):
            page.goto(address(event_hands, "event_round", 1, 1))
        Club.objects.update(is_public=False)
        with time_machine.travel(datetime.now(UTC) + timedelta(minutes=2)):
            deal(event_hands, rubber, "A S =B5 (0-2)")
            expect(page.locator(SCORE)).to_have_count(0)
            expect(page.locator("body")).not_to_contain_text(event_hands.event.name)

    def test_stream_goes_on_with_the_next_ticket(self, event_hands: EventHands, page: Page) -> None:
        """A browser never gets more of a stream than its ticket's time: the page opens the next one itself."""
        rubber = begin(event_hands)
        opened: list[str] = []

        def stream(route: Route) -> None:
            opened.append(route.request.url.partition("ticket=")[2].partition("&")[0])
            data = f'{{"rubber":"{rubber.public_id}","state":"live","games":[0,0],"score":[{len(opened)},0]}}'
            body = f"retry: 60000000\n\nid: {9999999999900 + len(opened)}\nevent: score\ndata: {data}\n\n"
            route.fulfill(status=200, content_type="text/event-stream", body=body)

        page.route("**/live/stream*", stream)
        with time_machine.travel(datetime.now(UTC)) as clock:
            page.clock.install()
            page.goto(address(event_hands, "event_round", 1, 1))
            expect(page.locator(SCORE)).to_have_text("1–0")
            with page.expect_request(
                lambda request: "/live/stream" in request.url and opened[0] not in request.url
            ):
                self.leave_open(page, clock, minutes=8)
            expect(page.locator(SCORE)).not_to_have_text("1–0")
