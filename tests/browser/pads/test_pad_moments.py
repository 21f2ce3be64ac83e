"""The pad shows the end of a game and of a rubber, names the dealer, and has a whole deal in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from matches.models import Membership, Rubber
from matches.pads.table_links import DrawnTable, make_link, make_links
from tests.browser.looking import axe_faults, excess_width
from tests.browser.pads.tapping import FOUR_DEALS, DealTaps, PadOnPage, Phone
from tests.matches.clubs.people import make_member, user_of
from tests.matches.events.event_hands import playing
from tests.matches.pages.rubbers.entry.people import People, opened
from tests.matches.rubbers.hands import make_hands

pytestmark = pytest.mark.e2e

WINS = DealTaps("stood", king="A", winner="A", won="vole")
SIZES = [(390, 844), (360, 640), (320, 568), (844, 390)]


def joined(text: str) -> str:
    """Return a text with its scores as the pad writes them, which do not break behind the dash."""
    return text.replace("–", "–\u2060")


def moment(pad: PadOnPage) -> Locator:
    return pad.page.locator(".moment")


class TestMoment:
    def test_game_won_stays_two_seconds_on_both_phones(self, phone: Phone, token: str) -> None:
        one = PadOnPage.begun(phone(), token, "A")
        two = PadOnPage.by_link(phone(), token, "B", screen="deal")
        one.write(WINS, WINS)
        for pad in (one, two):
            pad.is_at("moment")
            expect(moment(pad)).to_contain_text(joined("Game to Orford, 5–0"))
            expect(moment(pad)).to_contain_text(joined("A treble, worth 3. Orford leads 1–0."))
            expect(pad.page.locator("#pad-status")).to_have_text(joined("Game to Orford, 5–0"))
        assert axe_faults(one.page) == []
        for pad in (one, two):
            pad.is_at("deal")
            pad.has_score(0, 0)
        expect(one.page.locator(":focus")).to_have_attribute("id", "deal-title")

    @pytest.mark.parametrize("motion", ["reduce", "no-preference"])
    def test_nothing_moves_for_those_who_do_not_want_it(self, phone: Phone, token: str, motion: str) -> None:
        pad = PadOnPage.begun(phone(reduced_motion=motion), token)
        pad.write(WINS, WINS)
        pad.is_at("moment")
        moving = pad.page.evaluate("document.getAnimations().length")
        assert moving == (0 if motion == "reduce" else 1)
        pad.is_sent()
        expect(moment(pad)).to_contain_text(joined("Game to Orford, 5–0"))

    def test_last_deal_is_undone_in_the_moment(self, phone: Phone, token: str) -> None:
        pad = PadOnPage.begun(phone(), token)
        pad.write(WINS, WINS)
        pad.is_at("moment")
        pad.tap("undo")
        pad.is_at("deal")
        pad.has_score(3, 0)
        pad.is_sent()

    def test_rubber_won_names_the_winner_first(self, phone: Phone, token: str) -> None:
        pad = PadOnPage.begun(phone(), token)
        loses = DealTaps("stood", king="B", winner="B", won="vole")
        pad.write(loses, loses, loses, loses)
        pad.is_at("moment")
        expect(moment(pad)).to_contain_text(joined("Baldwin wins the rubber, 2–0"))
        pad.is_at("end")
        expect(pad.page.get_by_role("heading", level=2)).to_have_text(joined("Baldwin wins the rubber, 2–0"))
        assert pad.page.locator(".games td").all_inner_texts() == ["0", "0", "0", "5", "5", "2"]

    def test_game_that_was_won_before_a_reload_is_not_celebrated_again(
        self, phone: Phone, token: str
    ) -> None:
        context = phone()
        pad = PadOnPage.begun(context, token)
        context.set_offline(True)
        pad.write(WINS, WINS)
        pad.is_at("deal")
        context.set_offline(False)
        pad.page.reload()
        pad.page.locator("#pad[data-screen]").wait_for()
        pad.is_sent()
        assert pad.page.locator("#pad").get_attribute("data-screen") == "deal"


class TestSecondPhone:
    @pytest.fixture
    def reported(self, phone: Phone, people: People) -> tuple[Rubber, str]:
        """Return a rubber that one phone has reported for Orford, and the code of its table."""
        rubber = opened(people, best_of=1)
        token = make_link(rubber, by=people.users["Owner"]).token
        one = PadOnPage.begun(phone(), token, "A")
        one.write(WINS, WINS)
        one.is_at("end")
        one.is_sent()
        one.tap("report", "A")
        expect(one.page.locator("#pad")).to_contain_text(joined("Orford says: Orford won 1–0"))
        return rubber, token

    def test_second_phone_confirms_in_two_taps(self, phone: Phone, reported: tuple[Rubber, str]) -> None:
        rubber, token = reported
        two = PadOnPage(phone(viewport={"width": 320, "height": 568}).new_page())
        two.page.goto(f"/t/#{token}")
        two.is_at("end")
        expect(two.page.get_by_role("heading", level=2)).to_have_text("Are you Baldwin?")
        text = two.page.locator("#pad").inner_text()
        assert joined("Orford says: Orford won 1–0") in text
        assert "phone" not in text
        assert excess_width(two.page) <= 0
        assert axe_faults(two.page) == []
        two.page.get_by_role("button", name="Yes, that is right").click()
        expect(two.page.locator("#pad")).to_contain_text("Both sides agree")
        rubber.refresh_from_db()
        assert rubber.is_agreed
        assert two.page.evaluate("pad.pad.side") == "B"

    def test_second_phone_of_the_same_player_waits_for_the_other(
        self, phone: Phone, reported: tuple[Rubber, str]
    ) -> None:
        _rubber, token = reported
        two = PadOnPage(phone().new_page())
        two.page.goto(f"/t/#{token}")
        two.is_at("end")
        two.page.get_by_role("button", name="No, I am Orford").click()
        expect(two.page.locator("#pad")).to_contain_text(
            "Baldwin can confirm it on their own phone, or here:"
        )
        expect(two.page.get_by_role("button", name="I am Baldwin: correct")).to_be_visible()

    def test_second_phone_says_that_it_is_wrong(self, phone: Phone, reported: tuple[Rubber, str]) -> None:
        rubber, token = reported
        two = PadOnPage(phone().new_page())
        two.page.goto(f"/t/#{token}")
        two.is_at("end")
        two.page.get_by_role("button", name="Yes, but it is wrong").click()
        two.page.get_by_label("What is wrong?").fill("It was 5–3.")
        two.tap("dispute", "B")
        expect(two.page.locator("#pad")).to_contain_text("The result is disputed")
        rubber.refresh_from_db()
        assert rubber.state == Rubber.State.DISPUTED


class TestDealer:
    def test_dealer_chosen_on_one_phone_reaches_the_other_at_once(self, phone: Phone, token: str) -> None:
        one = PadOnPage.by_link(phone(), token, "A")
        two = PadOnPage.by_link(phone(), token, "B")
        one.tap("no-cut", "B")
        for pad in (one, two):
            pad.is_at("deal")
            expect(pad.page.locator('[data-side="B"] .dealer')).to_be_visible()
        two.tap("asks-dealer")
        two.tap("dealer", "A")
        for pad in (one, two):
            expect(pad.page.locator('[data-side="A"] .dealer')).to_be_visible()
        one.write(FOUR_DEALS[0])
        two.has_score(0, 1)
        expect(two.page.locator('[data-side="B"] .dealer')).to_be_visible()

    def test_dealer_chosen_without_network_is_sent_before_the_deal(
        self, phone: Phone, token: str, rubber: Rubber
    ) -> None:
        pad = PadOnPage.by_link(phone(), token)
        with pad.offline():
            pad.tap("no-cut", "B")
            pad.write(DealTaps("stood", winner="B"))
            pad.has_score(0, 2)
        rubber.refresh_from_db()
        assert "1. B S =B (0-2)" in rubber.egn

    def test_drawn_rubber_asks_for_no_cut(self, phone: Phone) -> None:
        hands = make_hands()
        hands.director = user_of(make_member(hands.club, "Scorer", Membership.Role.SCORER))
        event_hands = playing("knockout", hands=hands)
        pairing = event_hands.pairings()[0]
        players = {player.public_id: player for player in event_hands.players}
        table = DrawnTable("Semi-final", pairing.table, (players[pairing.a or ""], players[pairing.b or ""]))
        (made,) = make_links(event_hands.event, [table], by=hands.director)
        pad = PadOnPage.by_link(phone(), made.token, screen="deal")
        expect(pad.page.locator('[data-side="A"] .dealer')).to_be_visible()


class TestTaps:
    def test_deal_takes_three_taps_and_four_with_the_king(self, phone: Phone, token: str) -> None:
        pad = PadOnPage.begun(phone(), token)
        assert pad.button("king").first.get_attribute("aria-pressed") == "true"
        assert pad.write(DealTaps("stood", winner="B")) == 3
        assert pad.write(DealTaps("given_stood", king="A", winner="A")) == 4
        pad.is_sent()


@pytest.mark.parametrize("size", SIZES)
def test_everything_of_a_deal_is_in_view(phone: Phone, token: str, size: tuple[int, int]) -> None:
    width, height = size
    pad = PadOnPage.begun(phone(viewport={"width": width, "height": height}, has_touch=True), token)
    pad.write(DealTaps("stood", winner="B"))
    pad.choose(DealTaps("given_refused", king="A", winner="A"))
    assert excess_width(pad.page) <= 0
    assert pad.page.evaluate("scrollY") == 0
    for does in ("undo", "said", "then", "again", "king", "won", "write", "open"):
        for button in pad.button(does).all():
            box = button.bounding_box()
            if box is None:
                continue
            assert box["y"] >= 0, does
            assert box["y"] + box["height"] <= height, does
            assert min(box["width"], box["height"]) >= 44, does
    covers = pad.page.evaluate(
        """() => [...document.querySelectorAll('#pad .deal .choice')].filter((each) => {
            const {left, right, top, bottom} = each.getBoundingClientRect();
            const seen = right > left && document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return seen && !each.contains(seen);
        }).length"""
    )
    assert covers == 0
    pad.is_sent()


def test_rare_ways_wait_in_the_menu_of_a_short_phone(phone: Phone, token: str) -> None:
    pad = PadOnPage.begun(phone(viewport={"width": 360, "height": 640}), token)
    for does in ("void", "asks-dealer", "cards"):
        expect(pad.button(does)).to_be_hidden()
    pad.tap("open", "menu")
    names = pad.page.locator("#pad .row.three button").all_inner_texts()
    assert names == ["Redeal", "Change dealer", "Record cards"]
    pad.tap("void")
    pad.is_at("deal")
    expect(pad.button("write")).to_contain_text("Save deal: redeal")
    pad.tap("write")
    pad.is_sent()
    expect(pad.page.locator('[data-side="A"] .dealer')).to_be_visible()
    pad.has_score(0, 0)


def test_answers_wear_their_players_colours(phone: Phone, token: str) -> None:
    pad = PadOnPage.begun(phone(), token)
    looks = {
        value: pad.button(*value).first.get_attribute("class")
        for value in (("said", "stood"), ("said", "refused"), ("king", "A"), ("won", "B vole"))
    }
    assert looks == {
        ("said", "stood"): "choice of b",
        ("said", "refused"): "choice of a",
        ("king", "A"): "choice of a",
        ("won", "B vole"): "choice of b",
    }
    pad.tap("said", "stood")
    expect(pad.page.locator(".then .hint")).to_have_text("Baldwin stood: the point is worth 2 to Orford")
    expect(pad.button("won", "A point")).to_contain_text("point +2")
    expect(pad.button("won", "B point")).to_contain_text("point +1")
