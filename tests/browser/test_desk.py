"""A director at his desk in a real browser: a file brought in, its report, a conflict settled, a text repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.exchange.imports.uploads import receive_upload
from matches.models import Club, Conflict, HeldText, Rubber
from tests.browser.looking import SIZES, SWEEPS_BOTH_WAYS, faults_of_pages, picture_keeper, watch
from tests.browser.sessions import sign_in
from tests.matches.files import FAULTS, import_text, other_result, rubber_text
from tests.matches.pages.exchange.club import staffed_club, user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.e2e

keep = picture_keeper("desk")


@pytest.fixture
def club(transactional_db: None, live_server: LiveServer) -> Club:
    """The Portland, with a rubber and another content for it."""
    club = staffed_club()
    good = rubber_text()
    import_text(good, club=club)
    import_text(other_result(good), club=club, source="second-sheet.egn")
    return club


def signed_in(
    browser: Browser, live_server: LiveServer, role: str, width: int, height: int
) -> BrowserContext:
    """A browser without scripts in which somebody of this role is signed in."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, java_script_enabled=False, base_url=live_server.url
    )
    sign_in(context, live_server, user(role))
    return context


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_file_with_faults_is_brought_in_and_settled(
    club: Club, browser: Browser, live_server: LiveServer, width: int, height: int
) -> None:
    context = signed_in(browser, live_server, "director", width, height)
    watched = watch(context.new_page())
    page = watched.page

    page.goto(f"/clubs/{club.slug}/imports/")
    page.get_by_label("File", exact=True).set_input_files(FAULTS)
    page.get_by_role("button", name="Import it").click()
    expect(page.get_by_role("heading", name="faults.egn")).to_be_visible()
    keep(page, "import")
    page.get_by_role("link", name="Held for repair").click()
    first = page.locator("#lines ~ ul > li").first
    expect(first.get_by_text("Held for repair")).to_be_visible()

    page.get_by_role("link", name="To settle").click()
    keep(page, "settle")
    page.get_by_role("link", name="Orford and Baldwin").click()
    expect(page.get_by_text("differs").first).to_be_visible()
    keep(page, "conflict")
    page.get_by_label("Take the other content").check()
    page.get_by_label("Reason").fill("The second sheet is signed by both.")
    page.get_by_role("button", name="Settle it").click()
    expect(page.get_by_text("The conflict is settled.")).to_be_visible()
    assert Conflict.objects.get(report__source="second-sheet.egn").resolution == "taken"

    import_text(rubber_text("Clay", "Dering").replace("=B5", "=X9"), club=club, source="torn.egn")
    page.goto(f"/clubs/{club.slug}/settle/")
    page.get_by_role("link", name="torn.egn").click()
    expect(page.locator(".source .finding")).to_be_visible()
    keep(page, "held")
    box = page.get_by_role("textbox", name="The record")
    box.fill(box.input_value().replace("=X9", "=B5"))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Nothing wrong was found.")).to_be_visible()
    page.get_by_role("button", name="Store").click()
    expect(page.get_by_text("Clay – Dering is stored and confirmed.")).to_be_visible()
    assert not HeldText.objects.filter(report__source="torn.egn", repaired_at__isnull=True).exists()

    page.get_by_role("link", name="Log").click()
    expect(page.get_by_text("Orford – Baldwin 0–1 corrected to 1–0 by Director (director).")).to_be_visible()
    expect(page.get_by_text("The second sheet is signed by both.")).to_be_visible()
    keep(page, "log")
    assert watched.complaints == []
    context.close()


def test_records_are_downloaded_under_the_clubs_name(
    club: Club, browser: Browser, live_server: LiveServer
) -> None:
    context = signed_in(browser, live_server, "member", 390, 844)
    page = context.new_page()
    page.goto(f"/clubs/{club.slug}/exports/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as EGN").click()
    assert download.value.suggested_filename.startswith("portland-20")
    assert download.value.path().read_text(encoding="utf-8") == rubber_text()
    context.close()


def pages_of_desk(club: Club) -> dict[str, str]:
    """An address for every kind of page of the desk and of the handbook."""
    home = f"/clubs/{club.slug}/"
    draft = Rubber.objects.filter(club=club, state=Rubber.State.DRAFT)
    assert draft.exists()
    held = HeldText.objects.filter(club=club).earliest("pk")
    report = club.imports.latest("pk")
    event = club.events.exclude(name="").latest("pk")
    return {
        "settings": home + "settings/",
        "new-event": home + "events/new/",
        "rename-event": f"{home}events/{event.public_id}/rename/",
        "imports": home + "imports/",
        "report": f"{home}imports/{report.public_id}/",
        "to-settle": home + "settle/",
        "one-conflict": f"{home}conflicts/{Conflict.objects.earliest('pk').public_id}/",
        "one-held": f"{home}held/{held.public_id}/",
        "whole-log": home + "log/",
        "exports": home + "exports/",
        "handbook": "/handbook/",
        "handbook-roles": "/handbook/roles/",
        "handbook-states": "/handbook/states/",
        "handbook-entering": "/handbook/entering/",
        "handbook-review": "/handbook/review/",
        "handbook-privacy": "/handbook/privacy/",
    }


@pytest.fixture
def busy(club: Club) -> Club:
    receive_upload(club, FAULTS.read_bytes(), FAULTS.name, by=user("director"))
    return club


@pytest.mark.parametrize(("width", "height", "scheme", "apart"), SWEEPS_BOTH_WAYS)
def test_pages_of_the_desk_are_accessible_and_fit_and_are_light(
    busy: Club, browser: Browser, live_server: LiveServer, width: int, height: int, scheme: str, apart: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        base_url=live_server.url,
    )
    sign_in(context, live_server, user("owner"))
    watched = watch(context.new_page())
    page = watched.page
    pages = pages_of_desk(busy)
    faults = faults_of_pages(page, pages, lambda name: keep(page, f"{name}-{scheme}"), apart=apart)
    context.close()
    assert faults + watched.complaints == []
