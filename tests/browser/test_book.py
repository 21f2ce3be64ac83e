"""The director's rulings walked without a script on a phone: from what happened to the incident in the record."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.browser.looking import excess_width, is_told, sign_in
from tests.matches.pages.records import import_text
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.e2e

PATIENCE_MS, PATIENCE_WITH_PAGES_MS = 5_000, 30_000
"""The first page of a run is slow: the server imports the views of all pages for it."""
WHO = "Who was it?"
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
    """An irregularity in the second deal of a game at 2-0.

    ``after`` is the moment, ``words`` the director's search text, ``law`` the link that the director follows.
    ``facts`` and ``rest`` are (question, answer) pairs that are ticked or filled in; an answer of cards lists their
    names. ``incident`` is then in the record, and ``score`` is that of the game.
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
            ("Has the opponent looked at their hand?", "no"),
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
        facts=((WHO, "Orford"),),
        remedy="Let it stand",
        incident="!25a:stand",
        score=(2, 2),
    ),
    30: Walk(
        deal="2. A 2-3 ^C9 P G -3 -2 S =B3 (2-1)",
        after="Orford changes two cards.",
        words="elder asked for too few cards",
        law="The elder hand asked for fewer cards than it put out",
        facts=(("How many cards too few?", "1"),),
        remedy="Play the short hand",
        incident="!30b(1):short",
        score=(2, 1),
    ),
    36: Walk(
        deal="2. A 2-3 ^C9 P G -3 -2 S =B3 (2-1)",
        after="Baldwin changes three cards.",
        words="card exposed in giving",
        law="A card was exposed in giving",
        facts=(
            ("Which card?", ("king of spades",)),
            ("Whose card was it: the dealer's own or the opponent's?", "a card of the opponent’s"),
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
        facts=((WHO, "Orford"), ("Thrown down to claim the tricks?", "no")),
        remedy="Count the hand as abandoned",
        incident="!42a:abandon =B5",
        score=(2, 2),
    ),
    43: Walk(
        deal=f"2. A 2-3 ^C9 {PLAYED.replace('CT C7', 'CT SQ').replace('HA SQ', 'HA C7')} =B4 (2-1)",
        after="Orford plays the queen of spades.",
        words="did not follow suit",
        law="A player revoked, or did not win the trick when able",
        facts=((WHO, "Orford"), ("Which card?", ("queen of spades",))),
        remedy="Replay the hand",
        rest=(("Who won the replay?", "Orford"), ("How", "the point, by three tricks")),
        incident="!43a(SQ):replay =A3",
        score=(3, 0),
    ),
}


IN_EVERY_RUN = (30, 43)
"""Laws that between them ask for a number, a choice, a card and a replay."""


@pytest.fixture
def page(plain_context: BrowserContext, live_server: LiveServer, people: People) -> Page:
    sign_in(plain_context, live_server, people.users["Director"])
    plain_context.set_default_timeout(PATIENCE_MS)
    plain_context.set_default_navigation_timeout(PATIENCE_WITH_PAGES_MS)
    return plain_context.new_page()


def answer(page: Page, answers: tuple[tuple[str, str | tuple[str, ...]], ...]) -> None:
    for question, choice in answers:
        name = re.compile("^" + re.escape(question))
        if isinstance(choice, tuple):
            for card in choice:
                page.get_by_role("group", name=name).get_by_label(card, exact=True).check()
        elif choice.isdecimal():
            page.get_by_label(name).fill(choice)
        else:
            page.get_by_role("group", name=name).get_by_label(choice, exact=True).check()


def answer_facts(page: Page, facts: tuple[tuple[str, str | tuple[str, ...]], ...]) -> None:
    """Answer what a law asks, up to the page with its remedies. One that only asks who it was has a button for each."""
    if len(facts) == 1 and facts[0][0] == WHO:
        page.get_by_role("region", name=WHO).get_by_role("button", name=str(facts[0][1]), exact=True).click()
    else:
        answer(page, facts)
        page.get_by_role("button", name="Show the remedy").click()


@pytest.mark.parametrize(
    "law", [law if law in IN_EVERY_RUN else pytest.param(law, marks=pytest.mark.soak) for law in WALKS]
)
def test_book_is_walked_from_what_happened_to_the_record(people: People, page: Page, law: int) -> None:
    walk = WALKS[law]
    rubber = import_text(people.club, f"{HEAD}{walk.deal}\n*\n")[0]
    page.goto(f"/rubbers/{rubber.public_id}/games/1/deals/2/")
    rulings = page.get_by_role("main").get_by_role(
        "link", name=re.compile("director’s rulings", re.IGNORECASE)
    )
    if not rulings.count():
        page.locator("main .more summary").click()
    rulings.click()
    page.get_by_role("link", name="Another moment").click()
    page.get_by_role("button", name=walk.after, exact=True).click()
    page.get_by_label("What happened, in your words").fill(walk.words)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile(f"^{walk.law}")).click()
    answer_facts(page, walk.facts)
    expect(page.locator("summary", has_text=f"Law {law}:")).to_be_visible()
    assert excess_width(page) <= 0
    page.get_by_role("link", name=re.compile(f"^{walk.remedy}")).click()
    answer(page, walk.rest)
    page.get_by_label(re.compile("^Reason")).fill("As agreed at the table.")
    page.get_by_role("button", name="Write it into the record").click()
    is_told(page, "The ruling is in the record.")
    ruled = Rubber.objects.get(pk=rubber.pk)
    assert walk.incident in ruled.egn
    checked = check_rubber(read_one(ruled.egn))
    assert [finding.code for finding in checked.findings if finding.severity == "error"] == []
    assert checked.games[0].deals[1].score == walk.score
    page.goto(f"/rubbers/{rubber.public_id}/history/")
    is_told(page, "As agreed at the table.")


def test_way_back_keeps_what_was_said(people: People, page: Page) -> None:
    walk = WALKS[36]
    rubber = import_text(people.club, f"{HEAD}{walk.deal}\n*\n")[0]
    page.goto(f"/rubbers/{rubber.public_id}/book/?game=1&deal=2&at=7&law=36")
    answer_facts(page, walk.facts)
    page.get_by_role("link", name=re.compile(f"^{walk.remedy}")).click()
    page.go_back()
    assert page.get_by_label("king of spades", exact=True).is_checked()
    assert page.get_by_label("a card of the opponent’s", exact=True).is_checked()


@pytest.mark.parametrize("width", [320, 390])
def test_menu_opens_below_the_bar_and_moves_nothing(people: People, page: Page, width: int) -> None:
    rubber = import_text(people.club, f"{HEAD}{WALKS[36].deal}\n*\n")[0]
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"/rubbers/{rubber.public_id}/book/")
    head = page.locator("header.head")
    back, before = head.locator(".back"), head.bounding_box()
    page.locator("summary", has_text="Menu").click()
    entries = page.get_by_role("navigation", name="Main").get_by_role("link")
    boxes = [entry.bounding_box() for entry in entries.all()]
    assert before is not None
    assert head.bounding_box() == before
    assert back.is_visible()
    assert excess_width(page) <= 0
    lines = [box["y"] for box in boxes if box is not None]
    assert len(lines) == len(boxes) > 4
    assert all(box is not None and box["height"] >= 44 and box["x"] >= 0 for box in boxes)
    assert lines == sorted(set(lines))
    assert lines[0] >= before["y"] + before["height"]
