"""A member corrects their report in a real browser, and the other side answers the new one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matches.models import Rubber
from tests.browser.looking import SIZES, OpenPage
from tests.matches.pages.rubbers.entry.people import People, at, stored

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_report_is_corrected_and_the_new_one_confirmed(
    people: People, open_page: OpenPage, width: int, height: int
) -> None:
    rubber = stored(people, by="Orford")
    url = at("rubber", rubber.public_id)
    other = open_page(people.users["Baldwin"], width=width, height=height).page
    other.goto(url)
    own = open_page(people.users["Orford"], width=width, height=height, java_script_enabled=False).page
    own.goto(url)
    own.get_by_role("link", name="Correct my report").click()
    for game, points in enumerate((("2", "5"), ("1", "5"), ("", "")), start=1):
        for side, figure in enumerate(points):
            own.locator(f"[name=game_{game}_{side}]").fill(figure)
    own.get_by_role("button", name="Correct my report").click()
    expect(own.get_by_text("Your report is corrected.")).to_be_visible()
    other.get_by_role("button", name="Yes, that is right").click()
    expect(other.get_by_text("The report was corrected after you opened it.")).to_be_visible()
    other.goto(url)
    expect(other.get_by_text("Orford says you won 2–0.")).to_be_visible()
    other.get_by_role("button", name="Yes, that is right").click()
    expect(other.get_by_text("The result is confirmed")).to_be_visible()
    rubber = Rubber.objects.get()
    assert (rubber.state, rubber.winner, rubber.is_agreed) == ("confirmed", "B", True)
