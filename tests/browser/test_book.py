"""The director's rulings walked without a script on a phone: from what happened to the incident in the record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.browser.looking import excess_width
from tests.browser.sessions import sign_in
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text
from tests.matches.pages.rubbers.entry.people import People, make_people

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.e2e

PATIENCE_MS = 5_000
HEAD = """\
[EGN "1"]
[Event "Autumn Cup"]
[A "Orford"]
[B "Baldwin"]
[BestOf "1"]
[Termination "unfinished"]
[Result "*"]

Game 1
1. B S =A5 (2-0)
"""
PLAYED = "B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C7, CK C8, DQ DJ, HA SQ, D8 S8"
"""Baldwin, elder hand, plays at once and takes all five tricks."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The second deal of a game at 2-0, found to be irregular.

    ``after`` is the moment, ``words`` what the director looks for, ``law`` the link that he follows, ``facts`` and
    ``rest`` are ticked or filled in: (question, answer), an answer of cards by their names. ``incident`` stands in the
    record then, and ``score`` is that of the game.
    """

    deal: str
    after: str
    words: str
    law: str
    facts: tuple[tuple[str, str | tuple[str, ...]], ...]
    remedy: str
    incident: str
    score: tuple[int, int]
    rest: tuple[tuple[str, str | tuple[str, ...]], ...] = ()


WALKS = {
    11: Walk(
        deal="2. A 2-3 ^C9",
        after="The cards are dealt, and the nine of clubs is turned up.",
        words="two cards turned up",
        law="More than one card was turned up",
        facts=(
            ("Has the adversary looked at his hand?", "no"),
            ("Which cards were turned up?", ("nine of clubs", "king of hearts")),
        ),
        remedy="Choose the turn-up",
        rest=(("Which card is chosen?", ("nine of clubs",)),),
        incident="!11a(HK.C9):choose(C9)",
        score=(2, 0),
    ),
    15: Walk(
        deal="2. A 2-3 ^C9",
        after="The cards are dealt, and the nine of clubs is turned up.",
        words="elder hand was dealt six cards",
        law="The elder hand was dealt more than five, found after the turn-up",
        facts=(("How many cards does the hand hold?", "6"),),
        remedy="Fresh deal",
        incident="!15a(6):fresh =void",
        score=(2, 0),
    ),
    25: Walk(
        deal=f"2. A 2-3 ^C9 {PLAYED.replace('S CT', 'S Ka CT')} =B5 (2-2)",
        after="Orford plays the eight of spades.",
        words="announced the king and has not got it",
        law="A king was announced by a player who has not got it",
        facts=(("Whose fault was it?", "Orford"),),
        remedy="Let it stand",
        incident="!25a:stand",
        score=(2, 2),
    ),
    30: Walk(
        deal="2. A 2-3 ^C9 P G -3 -2 S =B3 (2-1)",
        after="Orford puts out two cards and takes as many.",
        words="elder asked for too few cards",
        law="The elder hand asked for fewer cards than it put out",
        facts=(("How many cards too few?", "1"),),
        remedy="Play the short hand",
        incident="!30b(1):short",
        score=(2, 1),
    ),
    36: Walk(
        deal="2. A 2-3 ^C9 P G -3 -2 S =B3 (2-1)",
        after="Baldwin puts out three cards and takes as many.",
        words="card exposed in giving",
        law="A card was exposed in giving",
        facts=(
            ("Which card?", ("king of spades",)),
            ("Whose card was it: the dealer's own or the adversary's?", "a card of the adversary's"),
        ),
        remedy="Put the card aside",
        incident="!36a(SK;adversary):aside",
        score=(2, 1),
    ),
    42: Walk(
        deal="2. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C7 =B (2-1)",
        after="Orford plays the seven of clubs.",
        words="thrown down the hand, gives up",
        law="A hand was thrown down",
        facts=(("Whose fault was it?", "Orford"), ("Thrown down to claim the tricks?", "no")),
        remedy="Count the hand as given up",
        incident="!42a:abandon =B5",
        score=(2, 2),
    ),
    43: Walk(
        deal=f"2. A 2-3 ^C9 {PLAYED.replace('CT C7', 'CT SQ').replace('HA SQ', 'HA C7')} =B4 (2-1)",
        after="Orford plays the queen of spades.",
        words="did not follow suit",
        law="A player revoked, or did not win the trick when able",
        facts=(("Whose fault was it?", "Orford"), ("Which card?", ("queen of spades",))),
        remedy="Replay the hand",
        rest=(("Who won the replay?", "Orford"), ("How", "the point, by three tricks")),
        incident="!43a(SQ):replay =A3",
        score=(3, 0),
    ),
}


IN_EVERY_RUN = (30, 43)
"""Between them they ask for a number, a choice, a card and a replay."""


@pytest.fixture
def people(transactional_db: None) -> People:
    return make_people(make_club(time_zone="Europe/London"))


@pytest.fixture
def page(plain_context: BrowserContext, live_server: LiveServer, people: People) -> Page:
    sign_in(plain_context, live_server, people.users["Director"])
    plain_context.set_default_timeout(PATIENCE_MS)
    return plain_context.new_page()


def answer(page: Page, said: tuple[tuple[str, str | tuple[str, ...]], ...]) -> None:
    for question, told in said:
        name = re.compile("^" + re.escape(question))
        if isinstance(told, tuple):
            for card in told:
                page.get_by_role("group", name=name).get_by_label(card, exact=True).check(force=True)
        elif told.isdecimal():
            page.get_by_label(name).fill(told)
        else:
            page.get_by_role("group", name=name).get_by_label(told, exact=True).check()


@pytest.mark.parametrize(
    "law", [law if law in IN_EVERY_RUN else pytest.param(law, marks=pytest.mark.soak) for law in WALKS]
)
def test_book_is_walked_from_what_happened_to_the_record(people: People, page: Page, law: int) -> None:
    walk = WALKS[law]
    rubber = import_text(people.club, f"{HEAD}{walk.deal}\n*\n")[0]
    page.goto(f"/rubbers/{rubber.public_id}/games/1/deals/2/")
    page.get_by_role("link", name="Open the director's rulings here").click()
    page.get_by_label(walk.after, exact=True).check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("What happened, in plain words").fill(walk.words)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=walk.law, exact=True).click()
    answer(page, walk.facts)
    page.get_by_role("button", name="What does the law say?").click()
    expect(page.get_by_role("link", name=re.compile(f"^Law {law}:"))).to_be_visible()
    assert excess_width(page) <= 0
    page.get_by_role("link", name=re.compile(rf"^Choose this\s*: {walk.remedy}$")).click()
    answer(page, walk.rest)
    page.get_by_label(re.compile("^Why")).fill("As agreed at the table.")
    page.get_by_role("button", name="Write it into the record").click()
    expect(page.locator("main")).to_contain_text(
        "The irregularity is written into the record", use_inner_text=True
    )
    ruled = Rubber.objects.get(pk=rubber.pk)
    assert walk.incident in ruled.egn
    checked = check_rubber(read_one(ruled.egn))
    assert [finding.code for finding in checked.findings if finding.severity == "error"] == []
    assert checked.games[0].deals[1].score == walk.score
    page.goto(f"/rubbers/{rubber.public_id}/history/")
    expect(page.locator("main")).to_contain_text("As agreed at the table.", use_inner_text=True)


def test_way_back_keeps_what_was_said(people: People, page: Page) -> None:
    walk = WALKS[36]
    rubber = import_text(people.club, f"{HEAD}{walk.deal}\n*\n")[0]
    page.goto(f"/rubbers/{rubber.public_id}/book/?game=1&deal=2&at=7&law=36")
    answer(page, walk.facts)
    page.get_by_role("button", name="What does the law say?").click()
    page.get_by_role("link", name=re.compile(rf"^Choose this\s*: {walk.remedy}$")).click()
    page.go_back()
    assert page.get_by_label("king of spades", exact=True).is_checked()
    assert page.get_by_label("a card of the adversary's", exact=True).is_checked()
