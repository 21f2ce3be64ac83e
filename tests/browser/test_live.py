"""Pages that follow what is played, in a browser: by asking where there is no stream, and by a stream that comes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Club, Rubber
from matches.rubbers.commands import close_rubber, record_deal
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.pages.common.test_live import address, begin

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Page, Route

pytestmark = pytest.mark.e2e

WON_BY_B = 2 * ("A S =B5 (0-2)", "B S Kb =B5 (0-5)")
SCORE = "[data-live-text=score]"


@pytest.fixture
def told(transactional_db: None) -> EventHands:
    return playing("swiss", rounds=3)


def deal(told: EventHands, rubber: Rubber, line: str) -> Rubber:
    return record_deal(rubber, line, act=told.act())


@pytest.mark.parametrize(
    "name",
    [
        "event_round",
        "rubber",
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("event_room", "event", "club")),
    ],
)
def test_score_comes_to_every_page_that_is_open(
    told: EventHands, live_server: LiveServer, page: Page, name: str
) -> None:
    rubber = begin(told)
    where = {
        "event_round": lambda: address(told, "event_round", 1, 1),
        "club": lambda: f"/clubs/{told.hands.club.slug}/",
        "rubber": lambda: f"/rubbers/{rubber.public_id}/",
    }.get(name, lambda: address(told, name))()
    with page.expect_response("**/live/poll*"):
        page.goto(live_server.url + where)
    shown = page.locator("tr:last-child > [data-live-text=b]" if name == "rubber" else SCORE).first
    expect(shown).to_have_text("0" if name == "rubber" else "0–0")
    rubber = deal(told, rubber, "A S =B5 (0-2)")
    expect(shown).to_have_text("2" if name == "rubber" else "0–2")
    rubber = deal(told, rubber, "B S Kb =B5 (0-5)")
    expect(shown).to_have_text("0" if name == "rubber" else "0–0")


def test_result_brings_the_pairings_anew(told: EventHands, live_server: LiveServer, page: Page) -> None:
    rubber = begin(told)
    page.goto(live_server.url + address(told, "event_round", 1, 1))
    expect(page.locator("#fresh")).to_contain_text("Being played")
    for line in WON_BY_B:
        rubber = deal(told, rubber, line)
    close_rubber(rubber, word="A", act=told.act())
    expect(page.locator("#fresh")).to_contain_text("Reported by one side")


def test_rubber_s_page_becomes_the_record_when_it_is_over(
    told: EventHands, live_server: LiveServer, page: Page
) -> None:
    rubber = begin(told)
    page.goto(f"{live_server.url}/rubbers/{rubber.public_id}/")
    for line in WON_BY_B:
        rubber = deal(told, rubber, line)
    close_rubber(rubber, word="final", act=told.act())
    expect(page.get_by_role("heading", name="The record")).to_be_visible()


def test_who_is_cut_off_is_told_and_catches_up(told: EventHands, live_server: LiveServer, page: Page) -> None:
    rubber = begin(told)
    page.clock.install()
    page.goto(live_server.url + address(told, "event_round", 1, 1))
    word = page.locator("[data-cut-off]")
    expect(word).to_be_hidden()
    page.context.set_offline(True)
    deal(told, rubber, "A S =B5 (0-2)")
    for _ in range(13):
        page.clock.run_for(1_000)
    expect(word).to_be_visible()
    page.context.set_offline(False)
    for _ in range(12):
        page.clock.run_for(1_000)
    expect(page.locator(SCORE)).to_have_text("0–2")
    expect(word).to_be_hidden()


def test_page_out_of_sight_asks_for_nothing(told: EventHands, live_server: LiveServer, page: Page) -> None:
    begin(told)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/live/poll" in request.url else None)
    page.goto(live_server.url + address(told, "event_room"))
    page.wait_for_timeout(1_000)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.wait_for_timeout(1_000)
    before = len(asked)
    page.wait_for_timeout(2_000)
    assert len(asked) == before
    with page.expect_request("**/live/poll*", timeout=1_500):
        page.evaluate(
            "Object.defineProperty(document, 'hidden', {value: false, configurable: true});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )


def test_where_there_is_a_stream_nobody_asks(told: EventHands, live_server: LiveServer, page: Page) -> None:
    rubber = begin(told)
    asked: list[str] = []

    def stream(route: Route) -> None:
        data = f'{{"rubber":"{rubber.public_id}","state":"live","games":[0,0],"score":[4,3]}}'
        # It ends at once, and the browser mends it by itself.
        body = f"retry: 60000\n\nid: 9999999999999\nevent: score\ndata: {data}\n\n"
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    page.route("**/live/stream*", stream)
    page.on("request", lambda request: asked.append(request.url) if "/live/poll" in request.url else None)
    page.goto(live_server.url + address(told, "event_round", 1, 1))
    expect(page.locator(SCORE)).to_have_text("4–3")
    assert asked == []


@pytest.mark.parametrize(("listeners", "waits"), [(0, False), (150, True)])
def test_the_more_hear_the_same_the_longer_a_page_waits_before_it_fetches_its_part(
    told: EventHands, live_server: LiveServer, page: Page, listeners: int, waits: bool
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
    page.goto(live_server.url + address(told, "event_round", 1, 1))
    page.wait_for_timeout(2_200)
    assert (not fetched) is waits
    page.wait_for_timeout(1_800)
    assert fetched


def test_part_that_was_asked_for_before_a_score_does_not_take_it_back(
    told: EventHands, live_server: LiveServer, page: Page
) -> None:
    rubber = begin(told)
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/*part=fresh*", lambda route: held.append((route, route.fetch())))
    page.goto(live_server.url + address(told, "event_round", 1, 1))
    with page.expect_request("**/*part=fresh*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    deal(told, rubber, "A S =B5 (0-2)")
    expect(page.locator(SCORE)).to_have_text("0–2")
    ((route, answer),) = held
    assert "0–0" in answer.text()
    page.evaluate("window.before = document.getElementById('fresh')")
    route.fulfill(response=answer)
    page.wait_for_function("document.getElementById('fresh') !== window.before")
    expect(page.locator(SCORE)).to_have_text("0–2")


class TestTickets:
    """What a page may hear lasts for minutes; its script has that renewed, and nobody loads the page again."""

    def leave_open(self, page: Page, clock: time_machine.Traveller, *, minutes: int) -> None:
        """Let time pass here and in the browser, a minute at a time."""
        for _minute in range(minutes):
            clock.shift(60)
            page.clock.fast_forward(60_000)
            page.wait_for_timeout(50)

    @pytest.mark.parametrize("name", ["event_round", "event_room", "rubber"])
    def test_page_that_was_left_open_for_an_hour_hears_news_without_being_loaded_again(
        self, told: EventHands, live_server: LiveServer, page: Page, name: str
    ) -> None:
        rubber = begin(told)
        renewed: list[int] = []
        page.on(
            "response",
            lambda answer: renewed.append(answer.status) if "/live/ticket" in answer.url else None,
        )
        more = (1, 1) if name == "event_round" else ()
        where = f"/rubbers/{rubber.public_id}/" if name == "rubber" else address(told, name, *more)
        with time_machine.travel(datetime.now(UTC)) as clock:
            page.clock.install()
            with page.expect_response("**/live/poll*"):
                page.goto(live_server.url + where)
            page.evaluate("window.isStillHere = true")
            self.leave_open(page, clock, minutes=60)
            deal(told, rubber, "A S =B5 (0-2)")
            self.leave_open(page, clock, minutes=1)
            shown = page.locator("tr:last-child > [data-live-text=b]" if name == "rubber" else SCORE).first
            expect(shown).to_have_text("2" if name == "rubber" else "0–2")
        assert page.evaluate("window.isStillHere") is True
        assert set(renewed) == {200}
        assert len(renewed) >= 5

    def test_page_that_slept_through_its_ticket_renews_it_when_it_is_looked_at(
        self, told: EventHands, live_server: LiveServer, page: Page
    ) -> None:
        rubber = begin(told)
        with page.expect_response("**/live/poll*"):
            page.goto(live_server.url + address(told, "event_round", 1, 1))
        page.evaluate("window.isStillHere = true")
        with time_machine.travel(datetime.now(UTC) + timedelta(hours=8)):
            deal(told, rubber, "A S =B5 (0-2)")
            expect(page.locator(SCORE)).to_have_text("0–2")
        assert page.evaluate("window.isStillHere") is True

    def test_who_may_not_see_the_page_any_more_is_led_away_from_it(
        self, told: EventHands, live_server: LiveServer, page: Page
    ) -> None:
        rubber = begin(told)
        with page.expect_response("**/live/poll*"):
            page.goto(live_server.url + address(told, "event_round", 1, 1))
        Club.objects.update(is_public=False)
        with time_machine.travel(datetime.now(UTC) + timedelta(minutes=11)):
            deal(told, rubber, "A S =B5 (0-2)")
            expect(page.locator(SCORE)).to_have_count(0)
            expect(page.locator("body")).not_to_contain_text(told.event.name)

    def test_stream_goes_on_with_the_next_ticket(
        self, told: EventHands, live_server: LiveServer, page: Page
    ) -> None:
        """A browser never gets more of a stream than its ticket's time: the page opens the next one itself."""
        rubber = begin(told)
        opened: list[str] = []

        def stream(route: Route) -> None:
            opened.append(route.request.url.partition("ticket=")[2].partition("&")[0])
            data = f'{{"rubber":"{rubber.public_id}","state":"live","games":[0,0],"score":[{len(opened)},0]}}'
            body = f"retry: 60000000\n\nid: {9999999999900 + len(opened)}\nevent: score\ndata: {data}\n\n"
            route.fulfill(status=200, content_type="text/event-stream", body=body)

        page.route("**/live/stream*", stream)
        with time_machine.travel(datetime.now(UTC)) as clock:
            page.clock.install()
            page.goto(live_server.url + address(told, "event_round", 1, 1))
            expect(page.locator(SCORE)).to_have_text("1–0")
            with page.expect_request(
                lambda request: "/live/stream" in request.url and opened[0] not in request.url
            ):
                self.leave_open(page, clock, minutes=8)
            expect(page.locator(SCORE)).not_to_have_text("1–0")
