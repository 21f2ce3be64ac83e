"""The pages in a real browser: a walk by clicking, and what holds on every page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Club, Decision, Player, Rubber
from matches.reviews.queries import LABELLED
from tests.browser.looking import SWEEPS_BOTH_WAYS, OpenPage, faults_of_pages, watch

pytestmark = pytest.mark.e2e


def flagged_deal(rubber: Rubber) -> Decision:
    decision = Decision.objects.filter(LABELLED, review__rubber=rubber).order_by("-equity_loss").first()
    assert decision is not None
    return decision


def kinds_of_page(club: Club) -> dict[str, str]:
    rubbers = Rubber.objects.filter(club=club).order_by("pk")
    cup = rubbers.filter(event__name="Autumn Cup")
    decision = Decision.objects.filter(LABELLED, review__rubber__in=cup).order_by("-equity_loss").first()
    assert decision is not None
    rubber = decision.review.rubber
    drafts = rubbers.filter(state=Rubber.State.DRAFT)
    revoked = next(draft for draft in drafts if any(problem["law"] == 43 for problem in draft.findings))
    live = cup.exclude(pk=rubber.pk).last()
    assert live is not None
    Rubber.objects.filter(pk=live.pk).update(state=Rubber.State.LIVE)
    empty, _ = Club.objects.get_or_create(slug="garrick", name="Garrick")
    clay, _ = Player.objects.get_or_create(club=empty, name="Clay")
    deal = f"/rubbers/{rubber.public_id}/games/{decision.game}/deals/{decision.deal}/"
    pages = {
        "home": "/",
        "club": f"/clubs/{club.slug}/",
        "club that is empty": f"/clubs/{empty.slug}/",
        "event": f"/clubs/{club.slug}/events/{rubber.event.public_id}/",
        "rubber": f"/rubbers/{rubber.public_id}/",
        "live rubber": f"/rubbers/{live.public_id}/",
        "deal with a flagged card": deal,
        "its steps": f"{deal}steps/",
        "player": f"/players/{(rubber.player_a if decision.player == 'A' else rubber.player_b).public_id}/",
        "player without rubbers": f"/players/{clay.public_id}/",
        "sign in": "/accounts/login/",
        "page not found": "/nowhere/",
    }
    wordy = rubbers.get(event__name="Long names")
    pages["rubber of long names"] = f"/rubbers/{wordy.public_id}/"
    pages["event of long names"] = f"/clubs/{club.slug}/events/{wordy.event.public_id}/"
    pages["player of a long name"] = f"/players/{wordy.player_a.public_id}/"
    for number in range(1, 6):
        pages[f"deal {number} of long names"] = f"/rubbers/{wordy.public_id}/games/1/deals/{number}/"
    for number, draft in enumerate([revoked, *drafts[:6]]):
        pages[f"draft {number}"] = f"/rubbers/{draft.public_id}/"
        finding = next((problem for problem in draft.findings if problem["deal"]), None)
        if finding:
            pages[f"draft's deal {number}"] = (
                f"/rubbers/{draft.public_id}/games/{finding['game']}/deals/{finding['deal']}/"
            )
    return pages


def test_from_club_to_event_to_rubber_to_flagged_card_without_javascript(
    evening: Club, plain_context: BrowserContext
) -> None:
    watched = watch(plain_context.new_page())
    page = watched.page
    page.goto("/")
    page.get_by_role("link", name="Portland", exact=True).click()
    page.wait_for_url(f"**/clubs/{evening.slug}/")  # The home page has links of the same name.
    # Rows of results have the event's name, too, and lead to rubbers.
    page.locator("a[href*='/events/']", has_text="Autumn Cup").first.click()
    expect(page.get_by_role("row", name="1 Clay")).to_be_visible()
    expect(page.get_by_text("Ahead of Orford: 4 rubbers to 2")).to_be_attached()
    rubber = evening.rubbers.filter(event__name="Autumn Cup", reviews__decisions__in=flagged()).first()
    assert rubber is not None
    page.locator(f'a[href="/rubbers/{rubber.public_id}/"]').click()
    page.locator(".deal-rows tr").filter(has=page.locator(".mark")).first.get_by_role("link").first.click()
    page.get_by_role("link", name="Next mistake").click()
    note = page.locator("article")
    expect(note.locator(".verdict").first).to_contain_text(" cost ", use_inner_text=True)
    note.get_by_text("Why").first.click()
    expect(note.get_by_text("All choices").first).to_be_visible()
    assert watched.complaints == []


def flagged() -> Any:
    return Decision.objects.filter(LABELLED)


def test_flagged_card_on_a_players_page_leads_to_its_note(
    evening: Club, plain_context: BrowserContext
) -> None:
    rubber = evening.rubbers.filter(reviews__decisions__in=flagged()).earliest("pk")
    decision = flagged_deal(rubber)
    player = rubber.player_a if decision.player == "A" else rubber.player_b
    page = plain_context.new_page()
    page.goto(f"/players/{player.public_id}/review/")
    page.locator(".decisions a").first.click()
    expect(page.locator("article .verdict").first).to_contain_text(" cost ", use_inner_text=True)


def test_first_tab_leads_past_the_navigation(evening: Club, page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/clubs/portland/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    assert skip.evaluate("link => document.activeElement === link")
    assert skip.evaluate("link => link.getBoundingClientRect().top >= 0")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


@pytest.mark.e2e(first=True)
@pytest.mark.parametrize(("width", "height", "scheme", "apart"), SWEEPS_BOTH_WAYS)
def test_every_page_is_accessible_and_fits_and_is_light(
    evening: Club, open_page: OpenPage, width: int, height: int, scheme: str, apart: int
) -> None:
    watched = open_page(width=width, height=height, color_scheme=scheme)
    faults = faults_of_pages(watched.page, kinds_of_page(evening), apart=apart)
    expected = "404 (Not Found)"
    complaints = [
        complaint
        for complaint in watched.complaints
        if expected not in complaint and not complaint.endswith("/nowhere/")
    ]
    assert faults + complaints == []


def test_headings_of_the_standings_are_not_broken_on_a_telephone(evening: Club, open_page: OpenPage) -> None:
    event = Rubber.objects.filter(club=evening, event__name="Autumn Cup").first()
    assert event is not None
    page = open_page(width=360, height=740).page
    page.goto(f"/clubs/{evening.slug}/events/{event.event.public_id}/")
    page.evaluate("document.fonts.ready")
    lines = page.evaluate(
        """() => [...document.querySelectorAll(".ranking thead .num")].map((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getClientRects().length;
        })"""
    )
    assert lines == [1, 1, 1]
