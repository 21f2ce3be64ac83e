"""A director at the desk in a real browser: a file imported, its report, a conflict resolved, a text repaired."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matches.models import Club, Conflict, HeldText
from tests.browser.looking import SIZES, OpenPage
from tests.matches.files import FAULTS, import_text, other_result, rubber_text
from tests.matches.pages.exchange.club import user

pytestmark = pytest.mark.e2e


@pytest.fixture
def club(club: Club) -> Club:
    good = rubber_text()
    import_text(good, club=club)
    import_text(other_result(good), club=club, source="second-sheet.egn")
    return club


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_file_with_faults_is_brought_in_and_settled(
    club: Club, open_page: OpenPage, width: int, height: int
) -> None:
    watched = open_page(user("director"), width=width, height=height, java_script_enabled=False)
    page = watched.page
    page.goto(f"/clubs/{club.slug}/imports/")
    page.get_by_label("File", exact=True).set_input_files(FAULTS)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="faults.egn")).to_be_visible()
    page.get_by_role("link", name="Needs repair").click()
    first = page.locator("#lines ~ ul > li").first
    expect(first.get_by_text("Needs repair")).to_be_visible()
    page.goto(f"/clubs/{club.slug}/settle/")
    page.get_by_role("link", name="Orford and Baldwin").click()
    expect(page.get_by_text("differs").first).to_be_visible()
    page.get_by_label("Take the other version").check()
    page.get_by_label("Reason").fill("The second sheet is signed by both.")
    page.get_by_role("button", name="Settle it").click()
    expect(page.get_by_text("The conflict is settled.")).to_be_visible()
    assert Conflict.objects.get(report__source="second-sheet.egn").resolution == "taken"
    import_text(rubber_text("Clay", "Dering").replace("=B5", "=X9"), club=club, source="torn.egn")
    page.goto(f"/clubs/{club.slug}/settle/")
    page.get_by_role("link", name="torn.egn").click()
    expect(page.get_by_role("region", name="1 thing to settle")).to_contain_text(
        "can't be read as an outcome"
    )
    expect(page.locator(".source .marked")).to_contain_text("=X9")
    box = page.get_by_role("textbox", name="Game file")
    box.fill(box.input_value().replace("=X9", "=B5"))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Nothing wrong was found.")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Clay – Dering is stored and confirmed.")).to_be_visible()
    assert not HeldText.objects.filter(report__source="torn.egn", repaired_at__isnull=True).exists()
    page.get_by_role("navigation", name=club.name).get_by_role("link", name="Manage").click()
    page.get_by_role("main").get_by_role("link", name="Log").click()
    expect(
        page.get_by_text("Director (director) corrected Orford – Baldwin from 0–1 to 1–0.")
    ).to_be_visible()
    expect(page.get_by_text("The second sheet is signed by both.")).to_be_visible()
    assert watched.complaints == []
