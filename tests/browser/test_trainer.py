"""A player's own statistics and training on past mistakes, in a real browser without scripts."""

from __future__ import annotations

import random

import pytest
from pytest_django.live_server_helper import LiveServer

from matches.models import DealReview, Exercise, Player, Rubber, User
from tests.browser.looking import (
    BOTH_WAYS,
    ONE_SCREEN,
    SIZES,
    OpenPage,
    axe_faults,
    cut_off_parts,
    faults_of_pages,
    width_faults,
)
from tests.factories.clubs import make_club
from tests.matches.pages.records import EXCHANGED, import_text, review, text

pytestmark = pytest.mark.e2e

MONTHS = 14
DECISIONS_A_MONTH = 60
WAYS = ("-", "SQ", "SJ", "H8", "DA", "C8", "SQJ", "SQ.H8", "SQ.DA", "SJ.C8", "DA.C8")
CHANCES = {**dict.fromkeys(WAYS, 0.3), "SQ.C8": 0.36, "SQJ.DA.C8": 0.24, "SQJ.H8.DA.C8": 0.2}
DISCARD = {
    "kind": "discard",
    "trick": None,
    "token": 9,
    "chosen": "SQJ.DA.C8",
    "best": ["SQ.C8"],
    "chances": CHANCES,
    "expected": dict.fromkeys(CHANCES, -0.1),
    "equity_loss": 0.12,
    "equity_se": 0.004,
    "worlds": None,
    "method": "sampled",
}
"""The dealer's, in the second deal of ``EXCHANGED``."""
REPLY = {
    "kind": "reply",
    "trick": None,
    "token": 7,
    "chosen": "G",
    "best": ["R"],
    "expected": {"G": -0.3, "R": 0.1},
    "chances": {"G": 0.4, "R": 0.48},
    "equity_loss": 0.08,
    "worlds": None,
}


@pytest.fixture
def walker(transactional_db: None, live_server: LiveServer) -> Player:
    club = make_club(time_zone="Europe/London")
    deals = f"1. A ^C9 S =B (0-1)\n{EXCHANGED}"
    exchanged = text("Clay", deals=deals, final="", ending="*", tags='[Termination "unfinished"]\n')
    first, second = import_text(club, text(), exchanged)
    review(first, [{}])
    review(second, [{**REPLY, "deal": 2}, {**DISCARD, "deal": 2}])
    walker = Player.objects.get(name="Walker")
    walker.user = User.objects.create_user("walker@example.org")
    walker.save()
    add_months(walker, first)
    return walker


def add_months(walker: Player, like: Rubber) -> None:
    rng = random.Random(7)
    stored = import_text(like.club, *(text(f"Guest {number}") for number in range(MONTHS)))
    for number, rubber in enumerate(stored):
        date = f"{2025 + (number + 8) // 12}.{(number + 8) % 12 + 1:02}.07"
        Rubber.objects.filter(pk=rubber.pk).update(date=date)
        kinds = ("proposal", "reply", "discard", "king")
        made = review(
            rubber,
            [
                {"kind": kinds[place % 4], "trick": None, "loss": cost * 6, "equity_loss": cost, "label": ""}
                for place in range(DECISIONS_A_MONTH if number else 9)
                for cost in (max(0.0, rng.gauss(0.004, 0.012) * (1.5 - number / MONTHS)),)
            ],
        )
        luck = {
            f"{part}_{measure}": rng.gauss(0, 0.3) * scale
            for part in ("dealt", "turned", "drawn", "result")
            for measure, scale in (("marks", 1), ("chance", 0.15))
        }
        DealReview.objects.create(review=made, game=1, deal=1, luck_se=0.01, **luck)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_mistakes_are_practised_until_none_is_left_without_a_script(
    walker: Player, open_page: OpenPage, width: int, height: int
) -> None:
    watched = open_page(walker.user, width=width, height=height, java_script_enabled=False)
    page = watched.page
    page.goto("/")
    page.get_by_role("listitem").filter(has_text="3 decisions").get_by_role("link", name="Practise").click()
    page.get_by_role("heading", name="Which cards do you change?").wait_for()
    for name in ("queen of spades", "eight of clubs"):
        page.locator("label.pick", has=page.get_by_role("img", name=name)).click()
    page.get_by_role("button", name="Change them").click()
    page.get_by_role("heading", name="Keeping J♠ 8♥ A♦ is best").wait_for()
    page.reload()
    page.get_by_role("link", name="Next", exact=True).click()
    page.get_by_role("heading", name="Give cards, or refuse?").wait_for()
    page.get_by_role("button", name="Give cards").click()
    page.get_by_role("heading", name="Giving cards is a mistake").wait_for()
    page.get_by_text("Same choice as in the game.").wait_for()
    page.get_by_role("link", name="Next", exact=True).click()
    page.get_by_role("heading", name="Lead a card").wait_for()
    page.get_by_role("button", name="eight of diamonds").click()
    page.get_by_role("link", name="See the deal").click()
    page.get_by_role("heading", name="Game 1, deal 1").wait_for()
    page.go_back()
    page.get_by_role("link", name="Done for now").click()
    page.get_by_text("All done for now.").wait_for()
    assert watched.complaints == []
    assert sorted(Exercise.objects.values_list("kind", "right_in_a_row")) == [
        ("card", 0),
        ("discard", 1),
        ("reply", 0),
    ]


@pytest.mark.parametrize(("width", "height"), ONE_SCREEN)
def test_decision_and_verdict_fit_one_screen(
    walker: Player, open_page: OpenPage, width: int, height: int
) -> None:
    watched = open_page(walker.user, width=width, height=height)
    page, faults = watched.page, []
    for theme in ("calls", "discards", "endings"):
        page.goto(f"/players/{walker.public_id}/trainer/?theme={theme}")
        faults += [f"{theme}: {part}" for part in cut_off_parts(page)]
        if theme == "discards":
            page.locator("label.pick").first.click()
            page.get_by_role("button", name="Change them").click()
        else:
            page.locator("button[name=choice]").first.click()
        page.locator(".verdict").wait_for()
        faults += [f"{theme} answered: {part}" for part in cut_off_parts(page)]
        for summary in page.locator("main summary").all():
            if not summary.evaluate("each => each.parentElement.open"):
                summary.click()
        faults += [f"{theme} answered: {fault}" for fault in [*axe_faults(page), *width_faults(page)]]
    assert faults + watched.complaints == []


def pages_of(walker: Player) -> dict[str, str]:
    own = f"/players/{walker.public_id}/"
    return {"player": own, "figures": own + "review/", "trainer": own + "trainer/"}


@pytest.mark.parametrize(("width", "height", "scheme"), BOTH_WAYS)
def test_pages_are_accessible_and_fit_and_are_light(
    walker: Player, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    watched = open_page(walker.user, width=width, height=height, color_scheme=scheme)
    page = watched.page

    def unfold(name: str) -> None:
        for summary in page.locator("main summary").all():
            summary.click()

    faults = faults_of_pages(page, pages_of(walker), unfold)
    assert faults + watched.complaints == []
