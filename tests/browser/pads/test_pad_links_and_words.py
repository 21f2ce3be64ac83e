"""The score pad when its link expires while entries wait, its texts elsewhere, and a result that both agree on."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import timedelta
from typing import Literal

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.common.commands import CommandContext
from matches.models import Rubber, TableLink
from matches.pads.table_links import NewLink, make_link, new_token, revoke_links
from matches.rubbers.enter import open_rubber
from matches.rubbers.record_from_input import live_record, tags_of
from scoring.record import Rules
from tests.browser import looking
from tests.browser.pads.tapping import (
    CUT,
    FOUR_DEALS,
    SCORES,
    DealTaps,
    PadOnPage,
    Phone,
    is_stored,
    outcomes,
)
from tests.factories.clubs import make_club
from tests.matches.pages.rubbers.entry.people import People, at, make_people, opened

pytestmark = pytest.mark.e2e

Ending = Literal["link_revoked", "link_expired"]
WINS = DealTaps("stood", king="A", winner="A", won="vole")


@pytest.fixture
def people(transactional_db: None) -> Iterator[People]:
    cache.clear()
    yield make_people(make_club(time_zone="Europe/London"))
    cache.clear()


@pytest.fixture
def made(people: People, rubber: Rubber) -> NewLink:
    return make_link(rubber, by=people.users["Owner"])


def end(link: TableLink, people: People, how: Ending) -> None:
    if how == "link_revoked":
        revoke_links(people.club, [link], by=people.users["Owner"])
    else:
        long_ago = timezone.now() - timedelta(days=2)
        TableLink.objects.filter(pk=link.pk).update(
            created_at=long_ago, expires_at=long_ago + timedelta(days=1)
        )


@pytest.mark.parametrize("how", ["link_revoked", pytest.param("link_expired", marks=pytest.mark.soak)])
def test_entries_wait_for_a_new_link_where_the_old_one_ended(
    phone: Phone, people: People, rubber: Rubber, made: NewLink, how: Ending
) -> None:
    context = phone()
    pad = PadOnPage.begun(context, made.token)
    pad.write(FOUR_DEALS[0])
    pad.is_sent()
    context.set_offline(True)
    pad.write(*FOUR_DEALS[1:3])
    end(made.link, people, how)
    context.set_offline(False)
    sentence = pad.page.evaluate("how => pad.words.problems[how]", how)
    expect(pad.page.locator(".troubles")).to_contain_text(sentence)
    pad.has_score(*SCORES[2])
    is_stored(rubber, SCORES[:1])
    pad.page.goto(f"/t/#{make_link(rubber, by=people.users['Owner']).token}")
    pad.is_at("deal")
    pad.is_sent()
    pad.has_score(*SCORES[2])
    is_stored(rubber, SCORES[:3])
    assert outcomes(rubber) == ["done"] * 4


@pytest.mark.parametrize("what", ["guessed", "link_revoked", "link_expired", "link_over"])
def test_code_that_opens_nothing_says_why(
    phone: Phone, people: People, rubber: Rubber, made: NewLink, what: str
) -> None:
    if what == "link_over":
        Rubber.objects.filter(pk=rubber.pk).update(state=Rubber.State.VOID)
    elif what != "guessed":
        end(made.link, people, "link_revoked" if what == "link_revoked" else "link_expired")
    page = phone().new_page()
    page.goto(f"/t/#{new_token() if what == 'guessed' else made.token}")
    why = {
        "guessed": "There is no such code",
        "link_revoked": "This link was revoked",
        "link_expired": "This link has expired",
        "link_over": "This rubber is over",
    }
    expect(page.get_by_role("main")).to_contain_text(why[what])
    answer = page.goto(at("pad", rubber.public_id))
    assert answer is not None
    assert answer.status == 401


def test_cookie_of_one_table_opens_no_other(phone: Phone, people: People, made: NewLink) -> None:
    other = opened(people, a="Baldwin", b="Clay")
    context = phone()
    pad = PadOnPage.by_link(context, made.token)
    (cookie,) = (each for each in context.cookies(pad.page.url) if each["name"] == "table_link")
    base = pad.page.url.partition("/pad/")[0]
    forged = {"name": "table_link", "value": cookie["value"], "url": base + at("pad", other.public_id)}
    context.add_cookies([forged])  # type: ignore[list-item]
    page = context.new_page()
    for address in ("pad", "pad_state"):
        answer = page.goto(at(address, other.public_id))
        assert answer is not None
        assert answer.status in (401, 403)
    entry = {"key": secrets.token_urlsafe(16), "seen": 1, "after": "", "kind": "cut"}
    entry["told"] = {"pairs": CUT}
    sent = page.request.post(
        base + at("pad_entries", other.public_id),
        data={"device": secrets.token_urlsafe(16), "side": "", "entries": [entry]},
    )
    assert sent.status in (401, 403)
    assert outcomes(other) == []


def test_other_phone_and_the_room_show_a_deal_by_themselves(
    phone: Phone, people: People, live_server: LiveServer
) -> None:
    players = people.players["Orford"], people.players["Baldwin"]
    names = (players[0].name, players[1].name)
    tags = tags_of(names, Rules(), event="Autumn Cup", date="2026.11.21", round_label="1")
    act = CommandContext(by=people.users["Owner"], key="")
    rubber = open_rubber(people.club, live_record(tags), event_name="Autumn Cup", players=players, act=act)
    token = make_link(rubber, by=people.users["Owner"]).token
    one = PadOnPage.by_link(phone(), token, "A")
    two = PadOnPage.by_link(phone(), token, "B", screen="cut")
    room = phone().new_page()
    room.goto(at("rubber", rubber.public_id))
    one.cut(CUT)
    two.is_at("deal")
    one.write(FOUR_DEALS[0])
    two.has_score(*SCORES[0])
    two.write(FOUR_DEALS[1])
    one.has_score(*SCORES[1])
    live_rubber = room.locator(f'[data-live-rubber="{rubber.public_id}"]').first
    for side, points in zip("ab", SCORES[1], strict=True):
        expect(live_rubber.locator(f'[data-live-text="{side}"]').first).to_have_text(str(points))
    is_stored(rubber, SCORES[:2])


def test_agreed_rubber_is_changed_by_no_pad_and_a_dispute_is_the_director_s(
    phone: Phone, people: People, live_server: LiveServer
) -> None:
    agreed, disputed = opened(people, best_of=1), opened(people, b="Clay", best_of=1)
    for rubber in (agreed, disputed):
        pad = PadOnPage.begun(phone(), make_link(rubber, by=people.users["Owner"]).token)
        pad.write(WINS, WINS)
        pad.is_at("end")
        pad.is_sent()
        if rubber is agreed:
            pad.confirm_passed_round("A")
            expect(pad.page.locator("#pad")).to_contain_text("Both sides agree")
            for word in ("report", "confirm", "dispute", "disputing", "undo-anew", "write"):
                expect(pad.button(word)).to_have_count(0)
            page = pad.page
            late = page.evaluate(
                """() => fetch(pad.state.urls.entries, {method: "POST",
                  headers: {"Content-Type": "application/json", "X-CSRFToken": pad.state.csrf},
                  body: JSON.stringify({device: "another-phone-0123456789", side: "B", entries: [{
                    key: "late-key-0123456789abcdef", seen: pad.state.version, after: "", kind: "undo",
                    told: {game: 1, deal: 2}}]})}).then((answer) => answer.json())"""
            )
            assert [each["outcome"] for each in late["outcomes"]] != ["done"]
        else:
            pad.tap("report", "A")
            pad.tap("disputing", "of B")
            pad.page.get_by_label("What is wrong?").fill("It was the other way round.")
            pad.tap("dispute", "B")
            pad.page.get_by_text("The result is disputed").wait_for()
        is_stored(rubber, [(3, 0), (5, 0)])
    agreed.refresh_from_db()
    disputed.refresh_from_db()
    assert (agreed.state, agreed.is_agreed) == (Rubber.State.CONFIRMED, True)
    assert disputed.state == Rubber.State.DISPUTED
    desk = phone()
    looking.sign_in(desk, live_server, people.users["Director"])
    page = desk.new_page()
    page.goto(f"{at('rubber', disputed.public_id)}history/")
    expect(page.get_by_role("main")).to_contain_text("It was the other way round.")
