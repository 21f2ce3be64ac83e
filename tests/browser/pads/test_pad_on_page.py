"""The score pad when a deal is corrected, an entry refused, another phone faster, or the rubber over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matches.common.commands import CommandContext
from matches.models import PadEntry, Rubber
from matches.rubbers.change_rubbers import record_deal
from tests.browser.looking import axe_faults
from tests.browser.pads.tapping import DealTaps, PadOnPage, Phone, marks_of
from tests.matches.pages.rubbers.entry.people import People, at, opened

pytestmark = pytest.mark.e2e

WINS = DealTaps("stood", king="A", winner="A", won="vole")


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people, best_of=1)


def test_bar_is_above_the_score_and_covers_no_button(phone: Phone, token: str) -> None:
    pad = PadOnPage.begun(phone(viewport={"width": 390, "height": 560}), token)
    pad.page.evaluate("scrollTo(0, 0)")
    bar = pad.page.locator("[data-part=bar]").bounding_box()
    score = pad.page.locator(".score").bounding_box()
    assert bar is not None
    assert score is not None
    assert 0 <= bar["y"] < bar["y"] + bar["height"] <= score["y"]


@pytest.mark.parametrize(
    ("answer", "score"), [("king-now", (1, 1)), pytest.param("king-too-late", (0, 1), marks=pytest.mark.soak)]
)
def test_turned_up_king_is_marked_until_the_next_card_is_turned(
    phone: Phone, people: People, rubber: Rubber, token: str, answer: str, score: tuple[int, int]
) -> None:
    record_deal(rubber, "A ^CK S =B (0-1)", act=CommandContext(by=people.users["Owner"], key=""))
    pad = PadOnPage.by_link(phone(), token, screen="deal")
    pad.has_score(0, 1)
    pad.fix()
    pad.tap("late-king", "A")
    assert axe_faults(pad.page) == []
    pad.tap(answer)
    pad.is_at("deal")
    pad.is_sent()
    pad.has_score(*score)
    (game,) = marks_of(rubber)
    assert [tuple(deal["score"]) for deal in game["deals"]] == [score]


def test_refused_entry_is_shown_with_its_reason_until_it_is_dismissed(
    phone: Phone, rubber: Rubber, token: str
) -> None:
    pad = PadOnPage.begun(phone(), token)
    pad.page.evaluate("() => pad.pad.enter('undo', {game: 1, deal: 4})")
    refused = pad.page.locator("[data-refused]")
    expect(refused).to_have_count(1)
    entry = PadEntry.objects.get(rubber=rubber, kind="undo")
    assert entry.outcome == "refused"
    reason = pad.page.evaluate("() => pad.pad.waiting[0].message")
    assert reason
    expect(refused).to_contain_text(reason)
    refused.get_by_text("As text").click()
    expect(refused.locator("pre")).to_have_text('{"kind":"undo","told":{"game":1,"deal":4}}')
    assert axe_faults(pad.page) == []
    pad.tap("dismiss", entry.key)
    expect(refused).to_have_count(0)
    pad.page.reload()
    pad.is_at("deal")
    expect(refused).to_have_count(0)


def test_half_a_deal_is_kept_as_text_where_the_other_phone_wrote_it_meanwhile(
    phone: Phone, token: str
) -> None:
    one = PadOnPage.begun(phone(), token, "A")
    two = PadOnPage.by_link(phone(), token, "B", screen="deal")
    two.tap("cards")
    for each in ("3-2", "^C9", "S"):
        two.token(each)
    one.write(DealTaps("stood", winner="B"))
    orphan = two.page.locator(".notice pre")
    expect(orphan).to_have_text("3-2 ^C9 S")
    two.is_at("deal")
    two.has_score(0, 1)
    assert axe_faults(two.page) == []
    two.tap("drop-orphan")
    expect(orphan).to_have_count(0)


def test_second_phone_confirms_and_both_show_a_rubber_that_is_over(
    phone: Phone, rubber: Rubber, token: str
) -> None:
    one = PadOnPage.begun(phone(), token, "A")
    two = PadOnPage.by_link(phone(), token, "B", screen="deal")
    one.write(WINS, WINS)
    one.is_at("end")
    one.is_sent()
    one.tap("report", "A")
    two.tap("confirm", "B")
    for pad in (one, two):
        expect(pad.page.locator("#pad")).to_contain_text("Both sides agree")
        pad.page.goto(at("pad", rubber.public_id))
        pad.is_at("end")
        expect(pad.page.locator('[data-games="A"]')).to_have_text("1")
        for does in ("write", "undo", "report", "confirm", "dispute"):
            expect(pad.button(does)).to_have_count(0)
        assert axe_faults(pad.page) == []
    rubber.refresh_from_db()
    assert rubber.is_agreed
