"""A player's page shows results to everyone, and accuracy, mistakes and luck to those who may read them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.figures.rate_clubs import rate_club
from matches.models import Club, DealReview, Player, Rating, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.reading import addresses, page, tag, tags, words
from tests.matches.pages.records import import_text, make_member, review, sign_in_as, text

OWN_FIGURES = ("accuracy", "What a decision costs", "Luck so far", "Practise")
PRIVATE = "Accuracy, mistakes and luck are for Walker alone."
SWINGS = ("dealt", "turned", "drawn", "result")
CALL = {"kind": "reply", "trick": None}


def calls(number: int, cost: float = 0.06, player: str = "B") -> list[dict[str, object]]:
    return [{**CALL, "equity_loss": cost, "deal": deal, "player": player} for deal in range(1, number + 1)]


def overview(client: Client, player: Player) -> str:
    return page(client, reverse("web:player", args=[player.public_id]))


def part(html: str, section: str) -> str:
    """Return the section of a page whose heading has this id."""
    start = html.index(f'<section aria-labelledby="{section}"')
    return html[start : html.index("</section>", start)]


@pytest.fixture
def walker(rubber: Rubber) -> Player:
    """Return Walker, who won the rubber against Boiteau, with 20 calls that cost 6 per cent each, and with luck."""
    made = review(rubber, calls(20))
    marks = {f"{swing}_{unit}": -0.5 for swing in SWINGS for unit in ("marks", "chance")}
    DealReview.objects.create(review=made, game=1, deal=1, luck_se=0.1, **marks)
    return rubber.player_b


def is_shown(html: str) -> list[bool]:
    """Return which of the review figures the page shows."""
    seen = words(html)
    return [figure in seen for figure in OWN_FIGURES]


def test_results_are_counted_however_few_they_are(client: Client, rubber: Rubber) -> None:
    seen = words(overview(client, rubber.player_b))
    assert "rubbers 1–0" in seen
    assert "games 1–0" in seen
    assert "Few games yet: all of this can change." in seen
    assert "—" not in seen


def test_share_needs_enough_games(client: Client, rubber: Rubber, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.rules.figures.figures.LEAST_OBSERVATIONS", 1)
    assert "games, 100 % won 1–0" in words(overview(client, rubber.player_b))


def test_form_is_the_last_ten_rubbers_that_lead_to_them(client: Client, club: Club) -> None:
    dated = [text("Clay", "Walker", tags=f'[Date "2026.11.{day:02}"]\n') for day in range(1, 13)]
    rubbers = import_text(club, *dated)
    html = overview(client, rubbers[0].player_a)
    chips = tags(part(html, "form"), "a")
    assert [chip["href"] for chip in chips] == [
        reverse("web:rubber", args=[each.public_id]) for each in rubbers[2:]
    ]
    assert chips[0].text == "L0–1Lost 0–1 against Walker, 3 November 2026"
    assert "Won 1–0 against Clay, 12 November 2026" in words(overview(client, rubbers[0].player_b))


def test_opponents_met_most_often_come_first(client: Client, club: Club) -> None:
    import_text(
        club, text("Clay", "Walker"), text("Pole", "Walker"), text("Pole", "Walker", tags='[Round "2"]\n')
    )
    walker, pole = Player.objects.get(name="Walker"), Player.objects.get(name="Pole")
    opponents = part(overview(client, walker), "opponents")
    assert re.findall(r"(\w+) (\d–\d) (\d–\d)", words(opponents)) == [
        ("Pole", "2–0", "2–0"),
        ("Clay", "1–0", "1–0"),
    ]
    assert reverse("web:pair_figures", args=[walker.public_id, pole.public_id]) in opponents


def test_erased_opponent_is_counted_without_a_name_or_a_link(client: Client, rubber: Rubber) -> None:
    boiteau = rubber.player_a
    Player.objects.filter(pk=boiteau.pk).update(name="")
    opponents = part(overview(client, rubber.player_b), "opponents")
    assert "A former player 1–0" in words(opponents)
    assert boiteau.public_id not in opponents


def test_rating_comes_before_those_of_other_clubs(client: Client, rubber: Rubber) -> None:
    walker = rubber.player_b
    rate_club(rubber.club_id)
    margin = round(2 * Rating.objects.get(player=walker).deviation)
    strength = {"rating": 1450, "deviation": 20, "volatility": 0.005, "games": 9, "won": 5, "expected": 4.6}
    Rating.objects.create(club=make_club("brooks"), player=walker, week="2026-11-09", **strength)
    Rating.objects.create(
        club=make_club("hidden", is_public=False), player=walker, week="2026-11-09", **strength
    )
    seen = words(part(overview(client, walker), "rating"))
    assert re.search(rf"15\d\d rating, ± {margin}, still settling Brooks 1450", seen)
    assert "Hidden" not in seen


def test_review_figures_are_hidden_from_others(client: Client, walker: Player) -> None:
    assert is_shown(overview(client, walker)) == [False] * 4
    client.force_login(make_member(walker.club, "ann@example.org"))
    html = overview(client, walker)
    assert is_shown(html) == [False] * 4
    assert PRIVATE in words(html)
    assert reverse("web:player_review", args=[walker.public_id]) not in html


def test_review_figures_are_shown_where_the_player_shares_them(client: Client, walker: Player) -> None:
    Player.objects.filter(pk=walker.pk).update(shares_reviews=True)
    assert is_shown(overview(client, walker)) == [True, True, True, False]
    boiteau = Player.objects.get(name="Boiteau")
    assert is_shown(overview(client, boiteau)) == [False] * 4


def test_player_reads_the_own_figures(client: Client, walker: Player) -> None:
    sign_in_as(client, walker)
    html = overview(client, walker)
    assert is_shown(html) == [True] * 4
    assert f'class="button main" href="{reverse("web:trainer", args=[walker.public_id])}"' in html
    assert f'class="go" href="{reverse("web:account")}"' in html
    boiteau = overview(client, Player.objects.get(name="Boiteau"))
    assert "Practise" not in words(boiteau)


def test_accuracy_is_the_mean_score_of_the_decisions(client: Client, walker: Player) -> None:
    Player.objects.filter(pk=walker.pk).update(shares_reviews=True)
    # Each three per cent halve the score.
    assert "accuracy, 20 decisions 25 %" in words(overview(client, walker))


def test_too_few_decisions_are_counted_without_an_accuracy(client: Client, rubber: Rubber) -> None:
    review(rubber, calls(3))
    Player.objects.update(shares_reviews=True)
    seen = words(overview(client, rubber.player_b))
    assert "decisions, too few for an accuracy 3" in seen
    assert "Giving or refusing 3 decisions, few yet 6.0 %" in seen


def test_luck_is_the_players_own(client: Client, walker: Player) -> None:
    Player.objects.update(shares_reviews=True)
    assert "+1.5 games" in words(part(overview(client, walker), "luck"))
    assert "−1.5 games" not in words(overview(client, walker))


def test_club_mean_counts_readable_figures_alone(client: Client, club: Club) -> None:
    for number, (a, b) in enumerate([("Clay", "Walker"), ("Pole", "Orford"), ("Vives", "Walker")], start=1):
        (stored,) = import_text(club, text(a, b, tags=f'[Round "{number}"]\n'))
        review(stored, [*calls(2, 0.02, "A"), *calls(2, 0.06, "B")])
    walker = Player.objects.get(name="Walker")
    Player.objects.exclude(name="Pole").update(shares_reviews=True)
    assert "club’s mean" not in words(overview(client, walker))
    Player.objects.update(shares_reviews=True)
    assert "the club’s mean: 4.0 %" in words(part(overview(client, walker), "work"))


def test_player_without_results_is_told_where_they_come_from(client: Client, club: Club) -> None:
    player = Player.objects.create(club=club, name="Clay")
    assert "No rubber here counts yet." in words(overview(client, player))
    sign_in_as(client, player)
    assert f'href="{reverse("web:my_score")}">Score a rubber' in overview(client, player)


def test_bar_marks_own_pages_as_me(client: Client, rubber: Rubber) -> None:
    sign_in_as(client, rubber.player_b)
    for name in ("player", "player_rubbers", "player_figures"):
        for player, entry in ((rubber.player_b, "Me"), (rubber.player_a, "Club")):
            html = page(client, reverse(f"web:{name}", args=[player.public_id]))
            bar = html[html.index('<nav class="bar"') :]
            assert next(link.text for link in tags(bar, "a", aria_current="true")) == entry


def test_views_of_a_player_lead_to_each_other(client: Client, rubber: Rubber) -> None:
    player = rubber.player_a.public_id
    views = [reverse(f"web:{name}", args=[player]) for name in ("player", "player_rubbers", "player_figures")]
    for view in views:
        html = page(client, view)
        nav = html[html.index('<nav class="tabs"') :]
        links = tags(nav[: nav.index("</nav>")], "a")
        assert [link["href"] for link in links] == views
        assert [link["href"] for link in links if link.attributes.get("aria-current")] == [view]


def test_pages_of_an_alias_lead_to_the_person(client: Client, rubber: Rubber) -> None:
    alias = Player.objects.create(club=rubber.club, name="Boitau", merged_into=rubber.player_a)
    filtered = "?depth=play"
    for name, before, after, query in (
        ("player", [], [], ""),
        ("player_rubbers", [], [], ""),
        ("player_review", [], [], ""),
        ("player_rating", [rubber.club.slug], [], ""),
        ("player_figures", [], [], filtered),
        ("player_players", [], [], filtered),
        ("player_behind", [], ["games", "counted"], filtered),
        ("pair_figures", [], [rubber.player_b.public_id], filtered),
    ):
        response = client.get(reverse(f"web:{name}", args=[*before, alias.public_id, *after]) + query)
        expected = reverse(f"web:{name}", args=[*before, rubber.player_a.public_id, *after]) + query
        assert (response.status_code, response["Location"]) == (301, expected)
    assert "Boitau<" not in page(client, addresses(rubber)["club"])


def test_rubbers_are_listed_with_how_they_went(client: Client, rubber: Rubber) -> None:
    seen = words(page(client, addresses(rubber)["player rubbers"]))
    assert "1 settled rubber won 0, lost 1" in seen
    assert "Boiteau 0–1 Walker" in seen


def test_player_without_rubbers_says_so(client: Client, club: Club) -> None:
    player = Player.objects.create(club=club, name="Clay")
    seen = words(page(client, reverse("web:player_rubbers", args=[player.public_id])))
    assert "No rubber of Clay’s has been recorded yet." in seen


def test_player_takes_the_own_records_out(client: Client, rubber: Rubber) -> None:
    player, address = rubber.player_a, addresses(rubber)["player rubbers"]
    files = f'href="/api/v1/players/{player.public_id}/export.'
    client.force_login(make_member(rubber.club, "bea@example.org"))
    assert files not in page(client, address)
    sign_in_as(client, player)
    html = page(client, address)
    for form in ("xlsx", "csv", "egn"):
        assert f'{files}{form}" download' in html
        assert client.get(f"/api/v1/players/{player.public_id}/export.{form}").getvalue()


def test_rubber_dated_in_the_future_is_left_out(client: Client, club: Club) -> None:
    import_text(club, text(tags='[Date "2026.11.14"]\n'))
    rate_club(club.pk)
    walker = Player.objects.get(name="Walker")
    figures = reverse("web:player_figures", args=[walker.public_id])
    before, months = overview(client, walker), tag(page(client, figures), "table", class_="by-month")
    import_text(club, text(tags='[Date "2062.11.14"]\n'))
    rate_club(club.pk)
    after = overview(client, walker)
    assert tags(part(after, "form"), "a") == tags(part(before, "form"), "a")
    assert part(after, "rating") == part(before, "rating")
    assert tag(page(client, figures), "table", class_="by-month") == months
