from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import Decision, Exercise, Player, Rubber, User
from tests.matches.pages.reading import page, tag, tags, words
from tests.matches.pages.records import EXCHANGED, import_text, make_member, review, sign_in_as, unfinished

SENT = ("rubber", "game", "deal", "token", "kind", "answered")
CHOICES = {"P": 0.4, "S": 0.5}
KINDS: list[tuple[str, dict[str, object], str, list[str]]] = [
    ("proposal", {"player": "A", "token": 6, "chances": CHOICES}, "Propose, or play?", ["P", "S"]),
    ("reply", {"token": 7, "chances": {"R": 0.4, "G": 0.5}}, "Give cards, or refuse?", ["G", "R"]),
    (
        "discard",
        {"token": 9, "chances": {"SQ.C8": 0.5, "SQJ": 0.5, "C8": 0.5, "-": 0.5, "SQ": 0.4}},
        "Which cards do you change?",
        ["SQ", "SJ", "DA", "C8", "H8"],
    ),
    ("proposal", {"player": "A", "token": 10, "chances": CHOICES}, "Propose again, or play?", ["P", "S"]),
    (
        "card",
        {"player": "A", "token": 11, "trick": 1, "chances": {"H9": 0.4, "CA": 0.5, "HT": 0.5}},
        "Lead a card",
        ["CA", "HT", "H9"],
    ),
    ("king", {"token": 12, "chances": {"-": 0.5, "K": 0.4}}, "You hold the king. Show it?", ["K", "-"]),
    ("card", {"token": 12, "trick": 1, "chances": {"C7": 0.4, "CK": 0.5}}, "Play to A♣", ["CK", "C7"]),
]


@pytest.fixture
def walker(rubber: Rubber, client: Client) -> Player:
    """Return Walker, who has an account and is signed in."""
    sign_in_as(client, rubber.player_b)
    rubber.player_b.refresh_from_db()
    return rubber.player_b


def trainer(player: Player) -> str:
    return reverse("web:trainer", args=[player.public_id])


def form(html: str) -> dict[str, str]:
    """Return the fields that the form on a page sends, except for the choice."""
    return {name: tag(html, "input", name=name)["value"] for name in SENT}


def sent(client: Client, player: Player, choice: str | list[str], **changed: str) -> str:
    """Answer the trainer's current exercise, and return the URL of the redirect. A list is a discard."""
    answer = {"choice": choice} if isinstance(choice, str) else {"put_out": choice}
    response = client.post(trainer(player), {**form(page(client, trainer(player))), **answer, **changed})
    assert response.status_code == 302
    return response["Location"]


@pytest.mark.parametrize(
    ("kind", "fields", "expected", "choices"), KINDS, ids=[f"{row[0]} {row[2][:12]}" for row in KINDS]
)
def test_each_kind_is_asked_with_its_choices(
    client: Client, rubber: Rubber, kind: str, fields: dict[str, object], expected: str, choices: list[str]
) -> None:
    (stored,) = import_text(rubber.club, unfinished(f"1. A ^C9 S =B (0-1)\n{EXCHANGED}"))
    decision = {"player": "B", "trick": None, "chosen": "-", "deal": 2, "kind": kind, **fields}
    review(stored, [decision])
    player = stored.player_a if decision["player"] == "A" else stored.player_b
    sign_in_as(client, player)
    html = page(client, trainer(player))
    assert tag(html, "h1").text == expected
    name = "put_out" if kind == "discard" else "choice"
    element = "input" if kind == "discard" else "button"
    assert [each["value"] for each in tags(html, element, name=name)] == choices


def test_question_does_not_give_the_answer(client: Client, rubber: Rubber, walker: Player) -> None:
    review(rubber, [{}])
    text = words(page(client, trainer(walker)))
    for word in ("best", "worth", "Mistake", "cost Walker", "0.53", "53"):
        assert word not in text
    assert "Boiteau and Walker · Autumn Cup · 14 November 2026" in text
    assert "Comes back" not in text


def test_right_answer_has_its_verdict(client: Client, rubber: Rubber, walker: Player) -> None:
    review(rubber, [{"reasons": [{"code": "cant_lose", "card": "HA"}]}])
    html = page(client, sent(client, walker, "HA"))
    text = tag(html, "main").text
    assert tag(html, "h2").text == "A♥ is best"
    assert "Your choice in the game, Q♦, cost 6 %." in text
    assert "A♥ can’t lose" in tag(html, "details", class_="fold").text
    deal = reverse("web:deal", args=[rubber.public_id, 1, 1])
    assert tag(html, "a", href=f"{deal}?step=trick-3-b").text == "See the deal"
    assert "Comes back in 3 days." in text
    assert "1 right in a row" in text
    assert tag(html, "a", class_="main").text == "Done for now"


def test_same_choice_as_in_the_game_is_named(client: Client, rubber: Rubber, walker: Player) -> None:
    review(rubber, [{}])
    html = page(client, sent(client, walker, "DQ"))
    assert tag(html, "h2").text == "Q♦ is a mistake"
    text = tag(html, "main").text
    assert "It costs 6 %. Best: A♥." in text
    assert "Same choice as in the game." in text


def test_either_call_counts_as_right(client: Client, rubber: Rubber, walker: Player) -> None:
    reasons = [{"code": "call_frequency", "by": "R", "share": 0.4}]
    call = {"kind": "reply", "trick": None, "chosen": "R", "label": "mistake", "equity_loss": 0.06}
    review(rubber, [{**call, "chances": {"R": 0.5, "G": 0.56}, "reasons": reasons}])
    html = page(client, sent(client, walker, "R"))
    assert tag(html, "h2").text == "Either call is right"
    bars = html.partition('<ul class="bars">')[2].partition("</ul>")[0]
    assert [row.text for row in tags(bars, "li")] == [
        "Give cards56 %best mix 60 %",
        "Refuse, your answer50 %best mix 40 %",
    ]
    assert Exercise.objects.get().right_in_a_row == 1


@pytest.mark.parametrize(("cards", "choice"), [(["SJ", "SQ"], "SQJ"), ([], "-")], ids=["two", "none"])
def test_discard_is_any_set_of_cards(client: Client, rubber: Rubber, cards: list[str], choice: str) -> None:
    player = asked_to_discard(client, rubber)
    html = page(client, sent(client, player, cards))
    assert Exercise.objects.get().last_answer == choice
    assert len(tags(html, "span", class_="out")) == len(cards)


def test_discard_that_was_not_possible_is_asked_for_again(client: Client, rubber: Rubber) -> None:
    player = asked_to_discard(client, rubber)
    data = form(page(client, trainer(player)))
    response = client.post(trainer(player), {**data, "put_out": ["SQ", "SJ", "DA"]})
    assert response.status_code == 400
    problem = tag(response.content.decode(), "div", role="alert").text
    assert problem == "You could not change these cards: choose others."
    assert not Exercise.objects.exists()


def asked_to_discard(client: Client, rubber: Rubber) -> Player:
    """Return Walker, signed in, who has one discard as an exercise."""
    (stored,) = import_text(rubber.club, unfinished(f"1. A ^C9 S =B (0-1)\n{EXCHANGED}"))
    chances = {"SQ.C8": 0.5, "SQJ": 0.45, "C8": 0.5, "-": 0.2}
    discard = {"kind": "discard", "trick": None, "token": 9, "deal": 2, "chosen": "-"}
    review(stored, [{**discard, "chances": chances, "equity_loss": 0.3}])
    sign_in_as(client, stored.player_b)
    return stored.player_b


def test_form_sent_twice_counts_once(client: Client, rubber: Rubber, walker: Player) -> None:
    review(rubber, [{}])
    data = form(page(client, trainer(walker)))
    addresses = {
        client.post(trainer(walker), {**data, "choice": choice})["Location"] for choice in ("HA", "HA", "DQ")
    }
    assert len(addresses) == 1
    assert Exercise.objects.get().answered == 1
    html = page(client, addresses.pop())
    assert tag(html, "h2").text == "A♥ is best"
    assert "1 right in a row" in words(html)


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
def test_wrong_place_leads_back(
    client: Client, rubber: Rubber, walker: Player, changed: dict[str, str]
) -> None:
    review(rubber, [{}])
    assert sent(client, walker, "HA", **changed) == trainer(walker)
    assert not Exercise.objects.exists()


def test_nothing_to_do_says_when_to_return(client: Client, rubber: Rubber, walker: Player) -> None:
    assert "No mistake of yours to practise" in words(page(client, trainer(walker)))
    review(rubber, [{}])
    sent(client, walker, "HA")
    Exercise.objects.update(due_at=timezone.now() + timedelta(days=4))
    html = page(client, trainer(walker))
    assert "All done for now. Comes back in 4 days." in words(html)
    assert tag(html, "a", class_="main")["href"] == reverse("web:practice")
    Exercise.objects.update(due_at=timezone.now())
    assert form(page(client, trainer(walker)))["answered"] == "1"


def test_theme_stays_in_the_address(client: Client, rubber: Rubber, walker: Player) -> None:
    choices = {"chances": {"R": 0.5, "G": 0.4}, "chosen": "G"}
    review(rubber, [{"equity_loss": 0.3}, {"kind": "reply", "trick": None, **choices}])
    assert tag(page(client, f"{trainer(walker)}?theme=whist"), "form", action=trainer(walker))
    chips = tags(page(client, trainer(walker)), "a", class_="chip")
    expected = ["All 2", "Calls 1", "Endings 1", "Sample hands 12", "Old treatise 29"]
    assert [chip.text for chip in chips] == expected
    calls = f"{trainer(walker)}?theme=calls"
    assert chips[1]["href"] == calls
    html = page(client, calls)
    assert tag(html, "h1").text == "Give cards, or refuse?"
    action = tag(html, "form", action=calls)["action"]
    answered = client.post(action, {**form(html), "choice": "R"})["Location"]
    assert answered.endswith("?theme=calls")
    html = page(client, answered)
    assert tag(html, "a", class_="main")["href"] == calls
    html = page(client, calls)
    assert "Nothing is left in this theme." in words(html)
    assert tag(html, "a", class_="main")["href"] == trainer(walker)


def test_outdated_answer_leads_to_the_trainer(client: Client, rubber: Rubber, walker: Player) -> None:
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
