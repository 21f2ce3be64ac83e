"""The score pad in trouble: no network, two phones that disagree, a director who corrects."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from tests.browser import looking
from tests.browser.looking import axe_faults
from tests.browser.pads.tapping import CUT, DealTaps, PadOnPage, Phone, marks_of
from tests.matches.pages.rubbers.entry.people import People, opened

pytestmark = pytest.mark.e2e


def test_cards_are_written_without_network_and_the_outcome_is_asked(
    phone: Phone, token: str, rubber: Rubber
) -> None:
    pad = PadOnPage.begun(phone(), token)
    with pad.offline():
        pad.tap("cards")
        for token in ("^C9", "S", "Kb", "CT", "C8", "CK", "C7"):
            pad.token(token)
        pad.tap("stops-here")
        pad.tap("token", "=B5")
        pad.tap("write")
        pad.has_score(0, 3)
    pad.has_score(0, 3)
    (game,) = marks_of(rubber)
    assert [deal["score"] for deal in game["deals"]] == [[0, 3]]


def test_deal_written_otherwise_on_two_phones_is_shown_and_settled(
    phone: Phone, token: str, rubber: Rubber
) -> None:
    first, second = phone(), phone()
    one = PadOnPage.begun(first, token, "A")
    two = PadOnPage.by_link(second, token, "B", screen="deal")
    second.set_offline(True)
    two.write(DealTaps("stood", winner="B", won="vole"))
    one.write(DealTaps("stood", winner="B"))
    one.is_sent()
    second.set_offline(False)
    conflict = two.page.locator("[data-conflict]")
    expect(conflict).to_contain_text("was recorded twice")
    assert axe_faults(two.page) == []
    assert conflict.get_by_role("button").all_inner_texts() == ["0–1, Baldwin’s point", "0–2, Baldwin’s vole"]
    conflict.get_by_role("button", name="0–2, Baldwin’s vole").click()
    expect(conflict).to_have_count(0)
    for pad in (one, two):
        pad.has_score(0, 2)
    (game,) = marks_of(rubber)
    assert [deal["score"] for deal in game["deals"]] == [[0, 2]]


def test_director_corrects_an_older_deal(
    phone: Phone, live_server: LiveServer, people: People, rubber: Rubber
) -> None:
    context = phone()
    looking.sign_in(context, live_server, people.users["Director"])
    pad = PadOnPage(context.new_page())
    pad.open(f"/pad/{rubber.public_id}/")
    pad.cut(CUT)
    pad.write(DealTaps("stood", winner="B"), DealTaps("stood", winner="A"))
    pad.is_sent()
    pad.has_score(1, 1)
    pad.fix()
    pad.page.locator('[data-deal="1.1"]').get_by_role("button", name="Correct this deal").click()
    expect(pad.page.get_by_role("heading", name="Correct game 1, deal 1")).to_be_focused()
    for does, value in (("said", "stood"), ("won", "B point")):
        expect(pad.button(does, value)).to_have_attribute("aria-pressed", "true")
    pad.tap("won", "B vole")
    pad.tap("write")
    pad.has_score(1, 2)
    (game,) = marks_of(rubber)
    assert [deal["score"] for deal in game["deals"]] == [[0, 2], [1, 2]]


def test_player_signed_in_reports_for_his_own_side_alone(
    phone: Phone, live_server: LiveServer, people: People
) -> None:
    rubber = opened(people, best_of=1)
    context = phone()
    looking.sign_in(context, live_server, people.users["Orford"])
    pad = PadOnPage(context.new_page())
    pad.open(f"/pad/{rubber.public_id}/")
    pad.cut(CUT)
    for _ in range(2):
        pad.write(DealTaps("stood", king="A", winner="A", won="vole"))
    pad.is_at("end")
    pad.is_sent()
    assert pad.button("report").all_inner_texts() == ["I am Orford: report it"]
    pad.tap("report", "A")
    expect(pad.page.locator("#pad")).to_contain_text("Waiting for Baldwin to confirm it")
