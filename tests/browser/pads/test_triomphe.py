"""La Triomphe on the score pad: the point offered, accepted and refused, in marks and card by card."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matches.models import Rubber
from matches.pads.table_links import make_link
from matches.pages.common.rubber_context import checked_record
from tests.browser.looking import axe_faults
from tests.browser.pads.tapping import DealTaps, PadOnPage, Phone, is_stored
from tests.matches.pages.rubbers.entry.people import People, opened

pytestmark = pytest.mark.e2e


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people, best_of=1, reckoning="treble", variant="triomphe")


def test_rubber_is_scored_with_a_refused_offer_that_loses_two(
    phone: Phone, rubber: Rubber, token: str
) -> None:
    pad = PadOnPage.by_link(phone(), token)
    pad.cut([("D9", "CJ")])
    pad.is_at("deal")
    # No king is marked, and no card exchanged.
    expect(pad.button("king")).to_have_count(0)
    expect(pad.page.locator("#pad .called .choice")).to_have_count(5)
    # A dealt; B offers the point and A takes it: one tap, and the deal is recorded.
    pad.tap("said", "taken_by_dealer")
    expect(pad.button("won")).to_have_count(0)
    expect(pad.page.locator("#pad .called > .hint")).to_contain_text("Orford marks the point")
    assert axe_faults(pad.page) == []
    pad.tap("write")
    pad.has_score(1, 0)
    # B dealt; A offers, B refuses and wins four tricks of the five: A marks two.
    pad.choose(DealTaps("refused_by_dealer", winner="B"))
    expect(pad.page.locator("#pad .called > .hint")).to_contain_text(
        "Baldwin wins all five tricks, or Orford marks two"
    )
    expect(pad.page.locator("#comes-to")).to_contain_text("Orford 3, Baldwin 0")
    pad.tap("write")
    pad.has_score(3, 0)
    # A dealt; B plays, A offers, B refuses and wins the vole; then nobody offers anything.
    pad.write(DealTaps("refused_by_elder", winner="B", won="vole"))
    pad.has_score(3, 2)
    pad.write(DealTaps("unoffered", winner="A", won="vole"))
    pad.is_sent()
    is_stored(rubber, [(1, 0), (3, 0), (3, 2), (5, 2)])
    (game,) = checked_record(rubber).games
    assert [deal.course.letters for deal in game.deals] == ["PG", "PR", "SPR", "S"]
    assert [mark.law for deal in game.deals for mark in deal.marks] == [48, 49, 48, 48]
    assert (game.winner, game.value) == ("A", 2)


def test_deal_is_written_card_by_card(phone: Phone, rubber: Rubber, token: str) -> None:
    pad = PadOnPage.by_link(phone(), token)
    # B dealt by the cut, the lower card, so that A is the elder hand.
    pad.cut([("CJ", "D9")])
    pad.tap("cards")
    pad.is_at("cards")
    for each in ("2-3", "^H7"):
        pad.token(each)
    expect(pad.page.locator("#cards-title")).to_have_text("Orford: offers the point or plays?")
    pad.token("P")
    expect(pad.page.locator("#cards-title")).to_have_text("Baldwin: takes the point or refuses?")
    assert axe_faults(pad.page) == []
    pad.write_cards("R H9 H8, DQ DA, D9 C8, D7 SJ, SA SQ")
    pad.is_sent()
    pad.has_score(2, 0)
    rubber.refresh_from_db()
    (game,) = checked_record(rubber).games
    assert [(mark.player, mark.law, mark.points) for mark in game.deals[0].marks] == [("A", 49, 2)]
    assert game.deals[0].tricks == (4, 1)


def test_point_that_is_taken_ends_the_game_and_no_king(phone: Phone, people: People) -> None:
    rubber = opened(people, best_of=3, variant="triomphe")
    pad = PadOnPage.by_link(phone(), make_link(rubber, by=people.users["Owner"]).token)
    pad.cut([("D9", "CJ")])
    pad.write(*[DealTaps("unoffered", winner="A", won="vole")] * 2)
    pad.has_score(4, 0)
    # A winner of the tricks was chosen before the entry that there were none.
    pad.choose(DealTaps("unoffered", winner="B", won="vole"))
    pad.tap("said", "taken_by_dealer")
    comes_to = pad.page.locator("#comes-to")
    expect(comes_to).to_contain_text("Game to Orford, 5–\u20600")
    expect(comes_to).not_to_contain_text("king")
    assert pad.page.evaluate("[pad.form.winner, pad.form.won]") == ["", ""]


def test_offers_are_written_card_by_card_without_a_network(phone: Phone, rubber: Rubber, token: str) -> None:
    pad = PadOnPage.by_link(phone(), token)
    pad.cut([("D9", "CJ")])
    pad.tap("cards")
    pad.is_at("cards")
    pad.is_sent()
    title = pad.page.locator("#cards-title")
    with pad.offline():
        for each, text in (
            ("^H7", "Point offered, or played?"),
            ("S", "Point offered, or played?"),  # The dealer may offer it yet.
            ("P", "Point taken, or refused?"),
            ("G", "The play is over"),
        ):
            pad.token(each)
            expect(title).to_have_text(text)
        # Baldwin is the elder hand, and takes it.
        expect(pad.page.locator("#comes-to")).to_contain_text("Orford 0, Baldwin 1")
        expect(pad.page.locator("#pad [data-value='=A']")).to_have_count(0)
        pad.tap("write")
        pad.has_score(0, 1)
    is_stored(rubber, [(0, 1)])


def test_point_is_offered_after_the_lead(phone: Phone, rubber: Rubber, token: str) -> None:
    context = phone()
    pad = PadOnPage.by_link(context, token)
    # The lower card deals: B did, so that A is the elder hand.
    expect(pad.page.locator("#pad .cut .hint")).to_have_text("The lower card deals first.")
    pad.cut([("CJ", "D9")])
    pad.tap("cards")
    pad.is_at("cards")
    title, offers = pad.page.locator("#cards-title"), pad.button("token", "P")
    for each in ("^H7", "S", "S", "H9"):
        pad.token(each)
    expect(title).to_have_text("Baldwin plays to it")
    expect(offers).to_contain_text("offers the point")
    pad.token("P")
    expect(title).to_have_text("Orford: takes the point or refuses?")
    pad.token("R")
    expect(title).to_have_text("Baldwin plays to it")
    expect(offers).to_have_count(0)
    pad.tap("back-token")
    pad.tap("back-token")
    context.set_offline(True)
    expect(offers).to_contain_text("offers the point")
    pad.token("P")
    expect(title).to_have_text("Point taken, or refused?")
    pad.token("G")
    expect(title).to_have_text("The play is over")
    expect(pad.page.locator("#comes-to")).to_contain_text("Orford 1, Baldwin 0")
    pad.tap("write")
    context.set_offline(False)
    pad.is_sent()
    is_stored(rubber, [(1, 0)])
