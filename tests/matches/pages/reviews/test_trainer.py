"""The trainer's pages: what is asked, what comes of an answer, and for whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Decision, Exercise, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.pages.markup import tag, tags
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import EXCHANGED, import_text, make_member, review, text

SENT = ("rubber", "game", "deal", "token", "kind", "answered")
CHOICES = {"P": 0.4, "S": 0.5}
KINDS: list[tuple[str, dict[str, object], str, list[str]]] = [
    (
        "proposal",
        {"player": "A", "token": 6, "chances": CHOICES},
        "Propose, or play without proposing?",
        ["P", "S"],
    ),
    ("reply", {"token": 7, "chances": {"R": 0.4, "G": 0.5}}, "Give cards, or refuse?", ["G", "R"]),
    (
        "discard",
        {"token": 9, "chances": {"SQ.C8": 0.5, "SQJ": 0.5, "C8": 0.5, "-": 0.5, "SQ": 0.4}},
        "Which cards do you put out?",
        ["-", "SQ", "C8", "SQJ", "SQ.C8"],
    ),
    ("proposal", {"player": "A", "token": 10, "chances": CHOICES}, "Propose again, or stand?", ["P", "S"]),
    (
        "card",
        {"player": "A", "token": 11, "trick": 1, "chances": {"H9": 0.4, "CA": 0.5, "HT": 0.5}},
        "Which card do you lead?",
        ["HT", "H9", "CA"],
    ),
    (
        "king",
        {"token": 12, "chances": {"-": 0.5, "K": 0.4}},
        "You hold the king of trumps. Announce it, or keep silent?",
        ["K", "-"],
    ),
    (
        "card",
        {"token": 12, "trick": 1, "chances": {"C7": 0.4, "CK": 0.5}},
        "Boiteau led the ace of clubs. Which card do you play?",
        ["CK", "C7"],
    ),
]


@pytest.fixture
def walker(rubber: Rubber, client: Client) -> Player:
    """Walker has an account, and is signed in."""
    player = rubber.player_b
    player.user = User.objects.create_user("walker@example.org")
    player.save()
    client.force_login(player.user)
    return player


def trainer(player: Player) -> str:
    return reverse("web:trainer", args=[player.public_id])


def form(html: str) -> dict[str, str]:
    """What the form on a page sends, but for the choice."""
    return {name: tag(html, "input", name=name)["value"] for name in SENT}


def sent(client: Client, player: Player, choice: str, **changed: str) -> str:
    """Where an answer to what the trainer shows leads."""
    response = client.post(
        trainer(player), {**form(page(client, trainer(player))), "choice": choice, **changed}
    )
    assert response.status_code == 302
    return response["Location"]


@pytest.mark.parametrize(
    ("kind", "fields", "asked", "choices"), KINDS, ids=[f"{row[0]} {row[2][:12]}" for row in KINDS]
)
def test_each_kind_of_decision_is_asked_with_its_choices_in_order(
    client: Client, rubber: Rubber, kind: str, fields: dict[str, object], asked: str, choices: list[str]
) -> None:
    deals = f"1. A ^C9 S =B (0-1)\n{EXCHANGED}"
    ending = {"final": "", "ending": "*", "tags": '[Termination "unfinished"]\n'}
    stored = import_text(rubber.club, text(deals=deals, **ending))[0]
    decision = {"player": "B", "trick": None, "chosen": choices[0], "deal": 2, "kind": kind, **fields}
    review(stored, [decision])
    player = stored.player_a if decision["player"] == "A" else stored.player_b
    player.user = User.objects.create_user("he@example.org")
    player.save()
    client.force_login(player.user)
    html = page(client, trainer(player))
    assert tag(html, "h2", id="question").text == asked
    assert [choice["value"] for choice in tags(html, "input", type="radio")] == choices


def test_nothing_on_the_page_of_a_question_gives_the_answer(
    client: Client, rubber: Rubber, walker: Player
) -> None:
    review(rubber, [{}])
    told = words(page(client, trainer(walker)))
    for word in ("best", "worth", "Mistake", "cost Walker", "0.53", "53"):
        assert word not in told
    assert "Boiteau and Walker · Autumn Cup · 14 November 2026" in told


def test_right_answer_is_told_with_its_worth_and_the_way_to_the_deal(
    client: Client, rubber: Rubber, walker: Player
) -> None:
    review(rubber, [{"reasons": [{"code": "cant_lose", "card": "HA"}]}])
    html = page(client, sent(client, walker, "HA"))
    told = words(html)
    assert tag(html, "h1").text == "Right"
    assert "The ace of hearts was best: it wins 53.0 games in 100." in told
    assert "At the table you chose otherwise: the queen of diamonds." in told
    assert "The queen of diamonds cost Walker 6.0 in 100 of the game" in told
    deal = reverse("web:deal", args=[rubber.public_id, 1, 1])
    assert tag(html, "a", href=f"{deal}#trick-3-b").text == "See the deal"
    assert "Done for now" in told


@pytest.mark.parametrize(
    ("choice", "heading", "told", "then"),
    [
        ("DQ", "Not the best", "The queen of diamonds costs 6.0 in 100", "So you chose at the table."),
        (
            "D8",
            "Right",
            "The eight of diamonds costs no more than 1.5 in 100",
            "At the table you chose otherwise",
        ),
    ],
    ids=["as at the table", "nearly as good"],
)
def test_other_answers_are_told_what_they_cost(
    client: Client, rubber: Rubber, walker: Player, choice: str, heading: str, told: str, then: str
) -> None:
    review(rubber, [{"chances": {"DQ": 0.47, "HA": 0.53, "D8": 0.515}}])
    html = page(client, sent(client, walker, choice))
    assert tag(html, "h1").text == heading
    assert told in words(html)
    assert then in words(html)


def test_answer_that_costs_too_little_to_be_written_is_told_in_words(
    client: Client, rubber: Rubber, walker: Player
) -> None:
    review(rubber, [{"chances": {"DQ": 0.47, "HA": 0.53, "D8": 0.5297}}])
    told = words(page(client, sent(client, walker, "D8")))
    assert "The eight of diamonds costs next to nothing; the ace of hearts was a little better." in told
    assert "0.0" not in told


def test_form_sent_twice_counts_once_and_leads_to_the_same_page(
    client: Client, rubber: Rubber, walker: Player
) -> None:
    review(rubber, [{}])
    data = form(page(client, trainer(walker)))
    addresses = {
        client.post(trainer(walker), {**data, "choice": choice})["Location"] for choice in ("HA", "HA", "DQ")
    }
    assert len(addresses) == 1
    assert Exercise.objects.get().answered == 1
    assert tag(page(client, addresses.pop()), "h1").text == "Right"


def test_answer_without_a_choice_is_asked_for_again(client: Client, rubber: Rubber, walker: Player) -> None:
    review(rubber, [{}])
    data = form(page(client, trainer(walker)))
    response = client.post(trainer(walker), data)
    assert response.status_code == 400
    html = response.content.decode()
    assert tag(html, "div", role="alert").text == "Choose one of these first."
    assert form(html) == data
    assert not Exercise.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [{"token": "14"}, {"token": "x"}, {"rubber": "none"}, {"kind": "whist"}, {"answered": "-1"}],
    ids=str,
)
def test_answer_to_what_is_not_set_leads_back(
    client: Client, rubber: Rubber, walker: Player, changed: dict[str, str]
) -> None:
    review(rubber, [{}])
    assert sent(client, walker, "HA", **changed) == trainer(walker)
    assert not Exercise.objects.exists()


def test_nothing_to_do_says_when_the_next_comes_back(client: Client, rubber: Rubber, walker: Player) -> None:
    assert "no decision of yours has cost enough" in words(page(client, trainer(walker)))
    review(rubber, [{}])
    sent(client, walker, "HA")
    Exercise.objects.update(due_at=timezone.now() + timedelta(days=400))
    day = Exercise.objects.get().due_at
    assert f"comes back on {day.day} " in words(page(client, trainer(walker)))
    Exercise.objects.update(due_at=timezone.now())
    assert form(page(client, trainer(walker)))["answered"] == "1"


def test_answer_whose_decision_is_no_longer_set_leads_to_the_trainer(
    client: Client, rubber: Rubber, walker: Player
) -> None:
    review(rubber, [{}])
    address = sent(client, walker, "HA")
    Decision.objects.update(label="")
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, trainer(walker))


def test_trainer_is_for_the_player_himself_alone(client: Client, rubber: Rubber, walker: Player) -> None:
    Player.objects.update(shares_reviews=True)
    review(rubber, [{}])
    address = sent(client, walker, "HA")
    own = trainer(walker)
    client.logout()
    for each in (own, address):
        assert client.get(each)["Location"].startswith(reverse("account_login"))
    stranger = make_member(rubber.club)
    owner = User.objects.create_superuser("owner@example.org", "a long pass phrase")
    for user in (stranger, owner):
        client.force_login(user)
        for each in (own, address):
            page(client, each, status=404)
    mine = Player.objects.get(user=stranger)
    page(client, reverse("web:trainer_answer", args=[mine.public_id, Exercise.objects.get().pk]), status=404)
    assert client.post(own, {"choice": "DQ"}).status_code == 404
    assert Exercise.objects.get().last_answer == "HA"


@pytest.mark.parametrize("mistakes", [1, 3])
def test_pages_ask_the_same_however_many_mistakes_there_are(
    client: Client,
    rubber: Rubber,
    walker: Player,
    mistakes: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    others = import_text(
        make_club("garrick"), *(text(f"Guest {number}", "Host") for number in range(mistakes))
    )
    Player.objects.filter(name="Host").update(user=walker.user)
    host = Player.objects.get(name="Host")
    for other in others:
        review(other, [{"trick": trick} for trick in (3, 4)])
    with django_assert_num_queries(5):
        page(client, trainer(host))
    address = sent(client, host, "HA")
    with django_assert_num_queries(6):
        page(client, address)
