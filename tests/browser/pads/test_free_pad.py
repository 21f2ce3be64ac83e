"""A visitor scores a first game: no account, a reload without a network in the middle, and a game file at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from scoring.check import check_rubber
from scoring.notation import read_one
from tests.browser.looking import OpenPage, axe_faults, excess_width, watch
from tests.browser.pads.tapping import DealTaps, PadOnPage, Phone
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.e2e


@pytest.mark.usefixtures("transactional_db")
def test_visitor_scores_a_game_through_a_reload_without_a_network(phone: Phone) -> None:
    pad = PadOnPage(phone(has_touch=True, accept_downloads=True).new_page())
    watched = watch(pad.page)
    pad.open("/score/")
    pad.is_at("start")
    assert (axe_faults(pad.page), excess_width(pad.page)) == ([], 0)
    pad.page.get_by_label("Player A").fill("Adams")
    pad.page.get_by_label("Player B").fill("Dunn")
    pad.tap("length", "1")
    pad.tap("begin")
    pad.tap("dealer", "A")
    pad.write(DealTaps("stood", winner="B", won="vole"), DealTaps("refused", king="A", winner="A"))
    pad.has_score(3, 2)
    pad.page.wait_for_function("() => window.pad.pad.keepsPage")
    pad.page.context.set_offline(True)
    pad.page.reload()
    pad.is_at("deal")
    pad.has_score(3, 2)
    pad.tap("undo")
    pad.has_score(0, 2)
    pad.write(DealTaps("refused", winner="B", won="vole"), DealTaps("stood", king="B"))
    pad.is_at("end")
    expect(pad.page.locator("#end-title")).to_have_text("Dunn wins, 5–\u20600")
    pad.tap("take")
    expect(pad.page.locator("#pad")).to_contain_text("This needs a network.")
    pad.page.context.set_offline(False)
    with pad.page.expect_download() as download:
        pad.tap("take")
    record = read_one(Path(download.value.path()).read_text(encoding="utf-8"))
    assert record.players == ("Adams", "Dunn")
    assert check_rubber(record).is_clean
    assert check_rubber(record).winner == "B"
    assert (axe_faults(pad.page), excess_width(pad.page)) == ([], 0)
    pad.tap("leaving", "yes")
    pad.tap("restart")
    pad.is_at("start")
    assert [each for each in watched.complaints if "net::ERR" not in each] == []


def test_member_gives_a_game_to_their_club_where_it_is_checked(people: People, open_page: OpenPage) -> None:
    pad = PadOnPage(open_page(people.users["Orford"]).page)
    pad.open("/score/")
    pad.page.get_by_label("Player A").fill("Orford")
    pad.page.get_by_label("Player B").fill("Baldwin")
    pad.tap("begin")
    pad.tap("dealer", "A")
    pad.write(DealTaps("stood", winner="B", won="vole"))
    pad.tap("open", "menu")
    pad.page.get_by_role("button", name="Give it to Portland").click()
    expect(pad.page.get_by_role("heading", name="Nothing to settle")).to_be_visible()
    assert "1. A S =B5 (0-2)" in pad.page.get_by_label("Text").input_value()
