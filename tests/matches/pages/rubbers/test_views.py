from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, DealReview, Player, Review, Rubber
from matches.pages.common.links import step_url
from matches.pages.common.static_sources import static_source, static_sources
from matches.reviews.claims import CURRENT_ENGINE
from scoring.notation.limits import COMMENT_CHARACTERS, RUBBER_BYTES
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, tag, tags, words
from tests.matches.pages.records import DEALS, EXCHANGED, import_text, make_member, review, text, unfinished
from worker.review.chances import chance_of_game

pytestmark = pytest.mark.django_db

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
    "equity_se": 0.004,
    "double_dummy_loss": None,
    "label": "inaccuracy",
    "method": "sampled",
    "worlds": None,
    "book": {"rule": "accept", "choices": ["G"]},
    "reasons": [{"code": "makes_point", "makes": 37310, "worlds": 65780}],
}
LEAD: dict[str, object] = {
    "trick": 1,
    "token": 11,
    "player": "A",
    "chosen": "CA",
    "best": ["HT"],
    "equity_loss": 0.13,
    "label": "blunder",
    "expected": {"CA": -0.24, "HT": 0.12, "H9": 0.1, "D9": 0, "D8": 0},
    "chances": {"CA": 0.4, "HT": 0.53, "H9": 0.52, "D9": 0.5, "D8": 0.5},
    "reasons": [
        {"code": "loses_against", "worlds": 12650, "loses": 4123, "gains": 31, "best": "HT"},
        {
            "code": "refutation",
            "hand": "H8.CKJT7",
            "chosen_marks": -1,
            "best_marks": 1,
            "best": "HT",
            "chosen_line": ["CA", "CK", "CT", "HT", "H9", "H8", "D9", "CJ", "D8", "C7"],
            "best_line": ["HT", "H8", "H9", "C7", "D9", "CT", "D8", "CJ", "CA", "CK"],
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
    **{
        "expected": {"P": 0.1, "S": 0},
        "chances": {"P": 0.5, "S": 0.49},
        "loss": 0,
        "equity_loss": 0,
        "label": "",
    },
}
CHANCES = {"DQ": 0.5, "HA": 0.56, "D8": 0.4}
MISTAKE = {"token": 12, "label": "mistake", "equity_loss": 0.06, "chances": CHANCES}
REMARK = "{mistake: cost 6 % and 0.36 points; best: HA}"


@pytest.fixture
def rubber(db: None) -> Rubber:
    """Return one deal with an exchange, in a club whose members share their reviews."""
    deals = EXCHANGED.replace("2. B", "1. B").replace("(1-1)", "(1-0)")
    return import_text(make_club(reviews_open=True), unfinished(deals))[0]


@pytest.fixture
def reviewed(rubber: Rubber) -> Review:
    made = review(rubber, [IDLE, CALL, LEAD])
    marks = {"dealt_marks": 0.31, "turned_marks": -0.05, "drawn_marks": 0.22, "result_marks": 1.0}
    chances = {"dealt_chance": 0.04, "turned_chance": -0.01, "drawn_chance": 0.05, "result_chance": 0.1}
    luck = {**marks, **chances, "luck_se": 0.03}
    DealReview.objects.create(review=made, game=1, deal=1, moments=MOMENTS, **luck)
    return made


def address(rubber: Rubber, name: str = "deal") -> str:
    return reverse(f"web:{name}", args=[rubber.public_id, 1, 1])


def plain(html: str) -> str:
    """Return the words of a page with common spaces, and with suits as the sentences have them."""
    text = words(html).replace("\N{NO-BREAK SPACE}", " ").replace("\N{VARIATION SELECTOR-15}", "")
    return re.sub(r" ([♠♥♦♣]) ", r"\1 ", text)


def weight(html: str) -> float:
    """Return the kilobytes of a first visit, uncompressed: the page, all fonts, and its styles and scripts."""
    named = set(re.findall(r'(?:href|src)="/static/([^"]+)"', html))
    files = {*map(static_source, named), *static_sources("vendor/*/*.woff2")}
    beside: int = sum(file.stat().st_size for file in files)
    return (len(html.encode()) + beside) / 1000


def step(rubber: Rubber, number: int | str, **more: str) -> str:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return f"{step_url(address(rubber), number)}{query}"


def test_each_step_is_a_page_with_the_verdict_on_its_decision(client: Client, reviewed: Review) -> None:
    html = page(client, step(reviewed.rubber, 7))
    text = plain(html)
    assert "Blunder. A♣ cost 13 % Best: 10♥ ." in text
    assert "10♥ 53 %" in text
    assert len(tags(html, "article")) == 1
    assert "Proposing was best" not in text
    assert "Proposing was best" in plain(page(client, step(reviewed.rubber, 2)))
    assert tags(html, "ul", class_="choices")
    # A forced card has no bars.
    assert not tags(page(client, step(reviewed.rubber, 8)), "ul", class_="choices")


def test_the_whole_deal_is_sent_apart_for_the_script(client: Client, reviewed: Review) -> None:
    html = page(client, step(reviewed.rubber, 7, whole="1"))
    articles = tags(html, "article")
    assert [article["data-step"] for article in articles] == [str(number) for number in range(1, 17)]
    assert [each["data-step"] for each in articles if "hidden" not in each.attributes] == ["7"]
    assert "<html" not in html


def test_view_of_one_player_hides_the_other_hand(client: Client, reviewed: Review) -> None:
    html = page(client, step(reviewed.rubber, 7, **{"as": "b"}))
    assert [seat["data-seat"] for seat in tags(html, "div", class_="down")] == ["a"]
    assert tag(html, "div", class_="hand", aria_hidden="true")
    assert "A♣ cost 13 %" not in plain(html)
    assert "hidden" in tag(html, "div", class_="odds").attributes
    assert "hidden" in tag(html, "figure", class_="graph").attributes
    links = [each["href"] for each in tags(html, "a") if "data-go" in each.attributes]
    assert links
    assert all(link.endswith("&as=b") for link in links)


def test_chances_and_luck_are_said(client: Client, reviewed: Review) -> None:
    text = words(page(client, step(reviewed.rubber, 5)))
    assert "Chance to win the game with both hands open: Walker 39 %, Boiteau 61 %." in plain(text)
    assert "Boiteau’s luck: +0.48 points" in text
    assert "+0.48 Boiteau In points: cards dealt +0.31, turn-up −0.05, cards drawn +0.22" in text


def test_former_address_of_the_steps_leads_to_the_review(client: Client, rubber: Rubber) -> None:
    answer = client.get(address(rubber, "deal_steps") + "?step=4")
    assert (answer.status_code, answer["Location"]) == (301, address(rubber) + "?step=4")


def rubber_page(client: Client, rubber: Rubber) -> str:
    return page(client, reverse("web:rubber", args=[rubber.public_id]))


def test_game_has_its_line_by_the_score(client: Client, rubber: Rubber) -> None:
    Club.objects.update(reviews_open=False)
    html = rubber_page(client, rubber)
    before, after = chance_of_game(0, 0, deals=False), chance_of_game(1, 0, deals=True)
    lines = {line["points"] for line in tags(html, "polyline")}
    assert lines == {f"0,{100 * (1 - before):.1f} 100,{100 * (1 - after):.1f}"}
    assert 'class="dot' not in html


def test_rubber_known_by_its_results_has_no_chart(client: Client, db: None) -> None:
    lines = '[EGN "1"]\n[A "Orford"]\n[B "Clay"]\n\nGame 1 #5-3\nGame 2 #5-0\n##2-0\n'
    (stored,) = import_text(make_club(), lines)
    html = rubber_page(client, stored)
    assert "Game 1 Orford wins 5–3 Game 2 Orford wins 5–0" in words(html)
    assert "Only the results of the games were written down." in words(html)
    assert not any(part in html for part in ("polyline", "deal-rows", "Turning point", "Accuracy"))


def test_result_that_does_not_count_keeps_its_page(client: Client, reviewed: Review) -> None:
    Rubber.objects.update(state=Rubber.State.VOID)
    text = words(rubber_page(client, reviewed.rubber))
    assert "This rubber does not count." in text
    assert "Deal 1 Walker deals Given" in text


def test_mistake_leads_to_its_step(client: Client, reviewed: Review) -> None:
    html = rubber_page(client, reviewed.rubber)
    step = f"{address(reviewed.rubber)}?step=trick-1-a"
    assert html.count(f'href="{step}"') == 3
    assert "Blunder: Game 1, deal 1, Boiteau: " in words(html)
    (dot,) = tags(html, "a", **{"class": "dot blunder"})
    assert dot["aria-label"] == "Game 1, deal 1, Boiteau: Blunder"


@pytest.mark.parametrize(
    ("open_to", "labels", "has_chances"),
    [((), set(), False), (("Boiteau",), {"Blunder"}, True), (("Walker",), {"Inaccuracy"}, True)],
)
def test_decisions_show_for_open_seats(
    client: Client, reviewed: Review, open_to: tuple[str, ...], labels: set[str], has_chances: bool
) -> None:
    Club.objects.update(reviews_open=False)
    Player.objects.filter(name__in=open_to).update(shares_reviews=True)
    html = page(client, step(reviewed.rubber, 1, whole="1"))
    assert {label for label in ("Inaccuracy", "Blunder") if label in words(html)} == labels
    assert ("both hands open:" in words(html)) == has_chances
    rubbers_page = rubber_page(client, reviewed.rubber)
    assert ('class="dot' in rubbers_page) == ("Blunder" in labels)
    assert ("deal 1, Boiteau:" in rubbers_page) == ("Blunder" in labels)
    assert ("deal 1, Walker:" in rubbers_page) == ("Inaccuracy" in labels)
    text = words(page(client, address(reviewed.rubber)))
    assert ("Boiteau’s luck: " in text) == has_chances


def test_an_earlier_analysis_is_shown_as_such(client: Client, reviewed: Review) -> None:
    url = address(reviewed.rubber)
    note = "An earlier version of the analysis made it; a new one is on its way."
    assert note in client.get(url).content.decode()
    Review.objects.filter(pk=reviewed.pk).update(engine_version=CURRENT_ENGINE)
    assert note not in client.get(url).content.decode()


def test_deal_that_is_not_in_the_record_is_not_found(client: Client, rubber: Rubber) -> None:
    for place in ((1, 2), (2, 1), (0, 1), (1, 0)):
        page(client, reverse("web:deal", args=[rubber.public_id, *place]), status=404)


def test_deal_without_a_review_is_stepped_through_all_the_same(client: Client, rubber: Rubber) -> None:
    html = page(client, step(rubber, 4))
    assert len(tags(html, "a", data_chance="")) == 16
    assert "Boiteau changes three cards." in words(html)
    assert "Next mistake" not in words(html)


def test_deal_without_cards_shows_what_is_known(client: Client, db: None) -> None:
    (rubber,) = import_text(make_club(), unfinished("1. A ^C9 S =B3 (0-1)"))
    for url in (address(rubber), step(rubber, 2, whole="1")):
        html = page(client, url)
        assert "<script" not in html
        assert "were not recorded, only the result" in words(html)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_deal_of_many_decisions_stays_light(client: Client, rubber: Rubber, language: str) -> None:
    """The deal has twenty decisions, eight of them labelled, and is read by a member."""
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
    assert max(weight(page(client, step(rubber, number))) for number in range(1, 17)) < KILOBYTES


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rubber_of_many_mistakes_stays_light(client: Client, language: str) -> None:
    """Every deal is recorded card by card, and the page is read by a member."""
    games = "\n#0-5\n".join(f"Game {number}\n{DEALS}" for number in range(1, 9))
    record = text(tags='[BestOf "15"]\n', ending="##0-8").replace('[BestOf "1"]\n', "")
    record = record.replace(f"Game 1\n{DEALS}", games)
    club = make_club(reviews_open=True)
    (stored,) = import_text(club, record)
    decisions: list[dict[str, Any]] = [
        {**LEAD, "game": game, "deal": deal, "player": player, "token": 11 + (player == "B")}
        for game in range(1, 9)
        for deal in (1, 2)
        for player in "AB"
    ]
    review(stored, decisions)
    client.force_login(make_member(club))
    client.cookies["django_language"] = language
    html = rubber_page(client, stored)
    assert html.count('class="mark blunder" href') == 16
    assert html.count('class="dot blunder"') == 16
    assert weight(html) < KILOBYTES


def review_file(rubber: Rubber) -> str:
    return reverse("web:rubber_review_egn", args=[rubber.public_id])


@pytest.fixture
def open_club(db: None) -> Club:
    return make_club(reviews_open=True)


def stored(club: Club) -> Rubber:
    return import_text(club, text())[0]


def test_file_has_each_verdict_behind_its_card(client: Client, open_club: Club) -> None:
    rubber = stored(open_club)
    review(rubber, [MISTAKE, {"token": 13, "player": "A"}])
    plain = client.get(reverse("web:rubber_egn", args=[rubber.public_id])).content.decode()
    answer = client.get(review_file(rubber))
    assert answer["Content-Type"] == "text/vnd.ecarte.egn; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="rubber-{rubber.public_id}-review.egn"'
    assert f"DQ {REMARK} DJ" in answer.content.decode()
    assert answer.content.decode().replace(f" {REMARK}", "") == plain


def test_file_is_offered_where_it_has_verdicts(client: Client, open_club: Club) -> None:
    rubber = stored(open_club)
    page = reverse("web:rubber", args=[rubber.public_id])
    assert review_file(rubber) not in client.get(page).content.decode()
    review(rubber, [MISTAKE])
    assert review_file(rubber) in client.get(page).content.decode()
    Rubber.objects.update(state=Rubber.State.LIVE)
    assert client.get(review_file(rubber)).status_code == 404


def test_only_decisions_of_open_sides_are_in_it(client: Client, club: Club) -> None:
    rubber = stored(club)
    review(rubber, [MISTAKE, {**MISTAKE, "token": 13, "player": "A", "chosen": "DJ"}])
    assert client.get(review_file(rubber)).status_code == 404
    Player.objects.filter(pk=rubber.player_b_id).update(shares_reviews=True)
    html = client.get(review_file(rubber)).content.decode()
    assert (html.count("mistake"), f"DQ {REMARK} DJ" in html) == (1, True)


def test_no_file_that_could_not_be_read_back(client: Client, open_club: Club) -> None:
    rubber = stored(open_club)
    review(rubber, [MISTAKE])
    full = rubber.egn.rstrip("\n")
    while room := min(RUBBER_BYTES - len(full) - 10, COMMENT_CHARACTERS):
        if room < len(REMARK):
            break
        full += " {" + "x" * room + "}"
    Rubber.objects.update(egn=f"{full}\n")
    assert client.get(reverse("web:rubber_egn", args=[rubber.public_id])).status_code == 200
    assert client.get(review_file(rubber)).status_code == 404


def deal_with(deals: str) -> Rubber:
    return import_text(make_club(), unfinished(deals))[0]


def test_irregularity_and_remark_are_told_at_their_step(client: Client, db: None) -> None:
    hands = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"
    rubber = deal_with(
        f"{hands} S CT {{Why not the king?}} SQ !43a(SQ):replay CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-2)"
    )
    html = page(client, step(rubber, 3))
    assert tag(html, "p", class_="incident")
    assert tags(html, "a", href=reverse("web:law", args=[43]))
    assert "The hand was replayed. Played before:" in words(html)
    assert "Why not the king?" in words(page(client, step(rubber, 1, whole="1")))


def test_deal_that_does_not_count_says_so_at_its_end(client: Client, db: None) -> None:
    rubber = deal_with("1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C8 =void")
    text = words(page(client, step(rubber, 4)))
    assert "This deal does not count: the same dealer deals again." in text
    assert "4/4" in text


def test_last_step_says_what_came_of_the_deal(client: Client, rubber: Rubber) -> None:
    ending = tag(page(client, step(rubber, 16)), "p", class_="ending")
    assert ending.text == "Boiteau wins four tricks: the point. That makes it Boiteau one, Walker none."
