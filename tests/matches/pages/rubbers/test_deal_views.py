"""The pages of one deal: what of its review they show, to whom, and how heavy they become."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches import pages as web
from matches.models import Club, DealReview, Player, Review, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import EXCHANGED, import_text, make_member, review, text

STATIC = Path(str(web.__file__)).parent / "static"
KILOBYTES = 100
MOMENTS = [
    {"step": step, "token": token, "trick": trick, "chance": chance}
    for step, token, trick, chance in (
        ("start", 0, None, 0.5),
        ("dealt", 5, None, 0.42),
        ("turned", 3, None, 0.44),
        ("drawn", 9, None, 0.61),
        *(("trick", 10 + 2 * trick, trick, 0.6 + trick / 20) for trick in range(1, 6)),
        ("end", 20, None, 0.9),
    )
]
CALL: dict[str, object] = {
    "kind": "reply",
    "trick": None,
    "token": 7,
    "player": "B",
    "chosen": "G",
    "best": ["R"],
    "expected": {"G": -0.1, "R": 0.1},
    "chances": {"G": 0.48, "R": 0.51},
    "equity_loss": 0.03,
    "label": "inaccuracy",
    "method": "sampled",
    "worlds": None,
    "double_dummy_loss": None,
    "equity_se": 0.004,
    "book": {"rule": "accept", "choices": ["G"]},
    "reasons": [{"code": "makes_point", "makes": 37310, "worlds": 65780}],
}
LEAD: dict[str, object] = {
    "trick": 1,
    "token": 11,
    "player": "A",
    "chosen": "CA",
    "best": ["HT"],
    "expected": {"CA": -0.24, "HT": 0.12, "H9": 0.1, "D9": 0, "D8": 0},
    "chances": {"CA": 0.4, "HT": 0.53, "H9": 0.52, "D9": 0.5, "D8": 0.5},
    "equity_loss": 0.13,
    "label": "blunder",
    "reasons": [
        {"code": "loses_against", "worlds": 12650, "loses": 4123, "gains": 31, "best": "HT"},
        {
            "code": "refutation",
            "hand": "H8.CKJT7",
            "chosen_line": ["CA", "CK", "CT", "HT", "H9", "H8", "D9", "CJ", "D8", "C7"],
            "best_line": ["HT", "H8", "H9", "C7", "D9", "CT", "D8", "CJ", "CA", "CK"],
            "chosen_marks": -1,
            "best_marks": 1,
            "best": "HT",
        },
    ],
}
IDLE: dict[str, object] = {
    **CALL,
    "kind": "proposal",
    "token": 6,
    "player": "A",
    "chosen": "P",
    "best": ["P"],
}
IDLE |= {
    "expected": {"P": 0.1, "S": 0},
    "chances": {"P": 0.5, "S": 0.49},
    "loss": 0,
    "equity_loss": 0,
    "label": "",
}


@pytest.fixture
def rubber(db: None) -> Rubber:
    """One deal with an exchange, in a club whose members agreed to show their reviews."""
    deals = EXCHANGED.replace("2. B", "1. B").replace("(1-1)", "(1-0)")
    tags_ = '[Termination "unfinished"]\n'
    return import_text(make_club(reviews_open=True), text(deals=deals, tags=tags_, final="", ending="*"))[0]


@pytest.fixture
def reviewed(rubber: Rubber) -> Review:
    made = review(rubber, [IDLE, CALL, LEAD])
    DealReview.objects.create(
        review=made,
        game=1,
        deal=1,
        moments=MOMENTS,
        dealt_marks=0.31,
        turned_marks=-0.05,
        drawn_marks=0.22,
        result_marks=1.0,
        luck_se=0.03,
        dealt_chance=0.04,
        turned_chance=-0.01,
        drawn_chance=0.05,
        result_chance=0.1,
    )
    return made


def address(rubber: Rubber, name: str = "deal") -> str:
    return reverse(f"web:{name}", args=[rubber.public_id, 1, 1])


def weight(html: str) -> float:
    """Kilobytes of a first visit, nothing compressed: the page, every letter, and the styles and scripts it names."""
    named = set(re.findall(r'(?:href|src)="/static/([^"]+)"', html))
    fonts = [font.relative_to(STATIC).as_posix() for font in STATIC.glob("vendor/*/*.woff2")]
    beside: int = sum((STATIC / name).stat().st_size for name in {*named, *fonts})
    return (len(html.encode()) + beside) / 1000


def test_labelled_decisions_stand_on_the_deals_page_and_all_among_the_steps(
    client: Client, reviewed: Review
) -> None:
    deal, steps = (page(client, address(reviewed.rubber, name)) for name in ("deal", "deal_steps"))
    for html in (deal, steps):
        assert "Inaccuracy Giving cards cost Walker 3.0 in 100 of the game" in words(html)
        assert "Blunder The ace of clubs cost Boiteau 13.0 in 100 of the game" in words(html)
        assert "Here the old treatise and the count disagree: the count prefers refusing." in words(html)
    assert "Proposing was best." not in words(deal)
    assert "Proposing was best." in words(steps)
    assert "3 decisions, step by step" in words(deal)


def test_chances_and_luck_are_told(client: Client, reviewed: Review) -> None:
    told = words(page(client, address(reviewed.rubber)))
    assert "Boiteau: chance of winning the game, from 50.0 to 90.0 in 100" in told
    assert "The cards dealt were worth +0.31 marks to Boiteau" in told
    assert "Boiteau wins the game 61.0 times in 100." in words(
        page(client, address(reviewed.rubber, "deal_steps"))
    )


def test_game_has_its_line_on_the_rubbers_page(client: Client, reviewed: Review) -> None:
    html = page(client, reverse("web:rubber", args=[reviewed.rubber.public_id]))
    (line,) = tags(html, "polyline")
    assert line["points"].split()[0] == "0,50"
    assert line["points"].split()[-1] == "100,10"


@pytest.mark.parametrize(
    ("open_to", "labels", "has_chances"),
    [((), set(), False), (("Boiteau",), {"Blunder"}, True), (("Walker",), {"Inaccuracy"}, True)],
)
def test_decisions_show_for_open_seats_and_chances_for_whoever_sees_one(
    client: Client, reviewed: Review, open_to: tuple[str, ...], labels: set[str], has_chances: bool
) -> None:
    Club.objects.update(reviews_open=False)
    Player.objects.filter(name__in=open_to).update(shares_reviews=True)
    for name in ("deal", "deal_steps"):
        html = page(client, address(reviewed.rubber, name))
        assert {label for label in ("Inaccuracy", "Blunder") if label in words(html)} == labels
    rubbers_page = page(client, reverse("web:rubber", args=[reviewed.rubber.public_id]))
    assert bool(tags(rubbers_page, "polyline")) == has_chances
    told = words(page(client, address(reviewed.rubber)))
    assert ("The cards dealt were worth" in told) == has_chances
    assert ("times in 100" in words(page(client, address(reviewed.rubber, "deal_steps")))) == has_chances


def test_steps_wait_for_the_end_of_the_rubber(client: Client, reviewed: Review) -> None:
    Rubber.objects.update(state=Rubber.State.LIVE)
    page(client, address(reviewed.rubber, "deal_steps"), status=404)


@pytest.mark.parametrize("place", [(1, 2), (2, 1), (0, 1), (1, 0)])
def test_steps_of_a_deal_that_there_is_not_are_not_found(
    client: Client, rubber: Rubber, place: tuple[int, int]
) -> None:
    page(client, reverse("web:deal_steps", args=[rubber.public_id, *place]), status=404)


def test_deal_without_a_review_is_stepped_through_all_the_same(client: Client, rubber: Rubber) -> None:
    assert tags(page(client, address(rubber)), "a", **{"data-board": "table"})
    html = page(client, address(rubber, "deal_steps"))
    assert len(tags(html, "li", **{"data-step": ""})) == 16
    assert "times in 100" not in words(html)


def test_deal_whose_cards_are_not_on_record_is_not_stepped_through(client: Client, db: None) -> None:
    lines = text(deals="1. A ^C9 S =B3 (0-1)", tags='[Termination "unfinished"]\n', final="", ending="*")
    (rubber,) = import_text(make_club(), lines)
    html = page(client, address(rubber))
    assert "<script" not in html
    assert not tags(html, "a", **{"data-board": "table"})
    assert "nothing to step through" in words(page(client, address(rubber, "deal_steps")))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["deal", "deal_steps"])
def test_deal_of_many_decisions_stays_light(client: Client, rubber: Rubber, name: str, language: str) -> None:
    """Twenty decisions of which eight have a label, read by a member."""
    cards: list[dict[str, Any]] = [
        {**LEAD, "trick": trick, "token": 9 + 2 * trick + (player == "B"), "player": player}
        for trick in range(1, 6)
        for player in "AB"
    ]
    calls = [{**CALL, "token": token} for token in range(6, 11)]
    idle = [{**IDLE, "kind": "king", "chosen": "K", "best": ["K"], "token": token} for token in range(6, 11)]
    for number, decision in enumerate([*cards, *calls]):
        if number >= 8:
            decision.update(label="", equity_loss=0.01)
    made = review(rubber, [*cards, *calls, *idle])
    DealReview.objects.create(review=made, game=1, deal=1, moments=MOMENTS)
    client.force_login(make_member(rubber.club))
    client.cookies["django_language"] = language
    html = page(client, address(rubber, name))
    assert html.count('class="flag') == (8 if name == "deal" else 20)
    assert weight(html) < KILOBYTES
