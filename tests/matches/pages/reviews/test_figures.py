from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Club, DealReview, Player, Rubber
from matches.pages.reviews.figures import trend
from matches.reviews.review_figures import LEAST_DECISIONS, Estimate, Losses
from matches.rules.figures.accuracy import LEAST_OF_PLAYER, accuracy_of
from tests.factories.clubs import make_club
from tests.matches.pages.reading import page, tag, tags, words
from tests.matches.pages.records import import_text, make_member, review, text

NAMED = re.compile(r"inaccurac|mistake|blunder", re.IGNORECASE)


@pytest.fixture
def open_rubber(rubber: Rubber) -> Rubber:
    Club.objects.update(reviews_open=True)
    return rubber


def figures(client: Client, rubber: Rubber, query: str = "") -> str:
    """Return the page of Walker's figures."""
    return page(client, reverse("web:player_review", args=[rubber.player_b.public_id]) + query)


def costs(html: str) -> dict[str, list[str]]:
    """Return the cells of each row of the first table, by the decision's kind."""
    table = html[html.index("<tbody>") : html.index("</tbody>")]
    return {
        tags(row, "th")[0].text: [cell.text for cell in tags(row, "td")]
        for row in table.split("<tr>")
        if row.count("<td")
    }


def calls(number: int, **fields: object) -> list[dict[str, object]]:
    return [{"kind": "reply", "trick": None, **fields} for _ in range(number)]


def test_every_kind_has_mean_error_and_basis(client: Client, open_rubber: Rubber) -> None:
    review(open_rubber, [{"loss": 0.3}, {"loss": 0.1, "equity_loss": 0.02, "trick": 4}, *calls(1)])
    assert costs(figures(client, open_rubber)) == {
        "Cards played2 decisions in 1 dealtoo few yet: 2 of 50": ["4.00 ± 4.00", "0.200 ± 0.200"],
        "Giving or refusing1 decision in 1 dealtoo few yet: 1 of 50": ["6.00", "0.360"],
        "All together3 decisions in 1 dealtoo few yet: 3 of 50": ["4.67 ± 2.67", "0.253 ± 0.157"],
    }


def test_nothing_is_called_by_a_name_on_too_few_decisions(client: Client, open_rubber: Rubber) -> None:
    dear: list[dict[str, object]] = [{"trick": 1, "equity_loss": 0.2}]
    review(open_rubber, dear + calls(LEAST_DECISIONS - 2, equity_loss=0.03))
    few = figures(client, open_rubber)
    assert NAMED.search(words(few[: few.index('id="dearest"')])) is None
    review(open_rubber, dear + calls(LEAST_DECISIONS - 1, equity_loss=0.03), engine="2")
    enough = figures(client, open_rubber)
    assert "49 inaccuracies, 1 blunder" in words(enough[: enough.index('id="dearest"')])


def test_decisions_that_cost_nothing_get_no_names(client: Client, open_rubber: Rubber) -> None:
    review(open_rubber, calls(LEAST_DECISIONS, equity_loss=0.0, loss=0.0))
    assert "no inaccuracy, mistake or blunder" in words(figures(client, open_rubber))


def test_unweighed_decision_counts_in_marks(client: Client, open_rubber: Rubber) -> None:
    review(open_rubber, [{"equity_loss": None, "chances": {}}])
    assert list(costs(figures(client, open_rubber)).values()) == [["—", "0.360"], ["—", "0.360"]]


def test_dearest_decisions_are_led_to_first(client: Client, open_rubber: Rubber) -> None:
    review(
        open_rubber,
        [{"equity_loss": cost, "trick": trick} for trick, cost in ((1, 0.03), (2, 0.2), (3, 0.06))],
    )
    html = figures(client, open_rubber)
    assert re.findall(r"cost (\d+)\s%", words(html)) == ["20", "6", "3"]
    assert re.findall(r"(Blunder|Mistake|Inaccuracy) Q♦ cost", words(html)) == [
        "Blunder",
        "Mistake",
        "Inaccuracy",
    ]
    address = reverse("web:deal", args=[open_rubber.public_id, 1, 1])
    assert [link["href"] for link in tags(html, "a") if link.text == "Game 1, deal 1"] == [
        f"{address}?step=trick-{trick}-b" for trick in (2, 3, 1)
    ]


def test_months_are_drawn_and_told(client: Client, open_rubber: Rubber) -> None:
    stored = import_text(
        open_rubber.club, *(text("Clay", "Walker") for _ in range(2)), text("Dering", "Walker")
    )
    for rubber, date in zip(stored, ("2026.09.04", "2026.11.05", "2026.11.06"), strict=True):
        Rubber.objects.filter(pk=rubber.pk).update(date=date)
        review(rubber, [{}])
    html = figures(client, open_rubber)
    chart = html.split('<figure class="chart">')[1].split("</figure>")[0]
    assert len(tags(chart, "circle")) == len(tags(chart, "circle", class_="few")) == 2
    assert re.findall(r"(\w+ 2026) (\d) decisions? in (\d)", words(html)) == [
        ("November 2026", "2", "2"),
        ("September 2026", "1", "1"),
    ]


def test_luck_is_the_players_own(client: Client, open_rubber: Rubber) -> None:
    made = review(open_rubber, [{}])
    for deal, dealt in ((1, 0.4), (2, 0.2)):
        marks = {"dealt_marks": dealt, "turned_marks": 0.0, "drawn_marks": -0.1, "result_marks": -2.0}
        DealReview.objects.create(review=made, game=1, deal=deal, luck_se=0.03, **marks)
    text = words(figures(client, open_rubber))
    for row in (
        "Cards dealt −0.60 —",
        "Turn-up 0.00 —",
        "Cards drawn +0.20 —",
        "Luck in total −0.40 ± 0.08 —",
        "Result +4.00 — ",
        "Result without luck +4.40 ± 0.40 —",
    ):
        assert row in text
    assert "From 2 analysed deals in which every card is recorded." in text
    assert "Games are counted over the 0 of them in which the score was known." in text


def test_page_of_a_player_without_reviews_says_so(client: Client, open_rubber: Rubber) -> None:
    text = words(figures(client, open_rubber))
    assert "Nothing analysed yet." in text
    assert "Luck" not in text


def test_trainer_is_offered_to_the_player_himself_alone(client: Client, open_rubber: Rubber) -> None:
    review(open_rubber, [{}])
    trainer = reverse("web:trainer", args=[open_rubber.player_b.public_id])
    player = reverse("web:player", args=[open_rubber.player_b.public_id])
    user = make_member(make_club("garrick"))
    client.force_login(user)
    for html in (figures(client, open_rubber), page(client, player), page(client, "/")):
        assert trainer not in html
    Player.objects.filter(name="Walker").update(user=user)
    for html in (figures(client, open_rubber), page(client, player), page(client, "/")):
        assert trainer in html
    assert tag(page(client, "/"), "a", href=trainer).text == "Practise"


def losses_of(count: int, value: float, se: float) -> Losses:
    estimate = Estimate(count, value, se)
    return Losses(
        decisions=count,
        deals=count,
        chance=estimate,
        marks=estimate,
        labels=(0, 0, 0),
        accuracy=accuracy_of([], least=LEAST_OF_PLAYER),
    )


@pytest.mark.parametrize(
    ("before", "recent", "expected"),
    [
        ((60, 0.02, 0.001), (60, 0.01, 0.001), "less than it was"),
        ((60, 0.01, 0.001), (60, 0.02, 0.001), "more than it was"),
        ((60, 0.01, 0.006), (60, 0.02, 0.006), "no telling difference"),
        ((LEAST_DECISIONS - 1, 0.02, 0.001), (60, 0.01, 0.001), ""),
        ((60, 0.02, 0.001), (15, 0.01, 0.001), ""),
    ],
    ids=["less", "more", "chance", "too few before", "too few now"],
)
def test_months_are_compared_where_they_hold_enough(
    before: tuple[int, float, float], recent: tuple[int, float, float], expected: str
) -> None:
    months = [("2026.06", before), ("2026.08", recent), ("2026.09", recent), ("2026.10", recent)]
    sentence = trend([(month, losses_of(*estimates)) for month, estimates in months]).comparison
    assert (expected in sentence) if expected else sentence == ""


def test_three_months_alone_are_compared_with_nothing() -> None:
    assert trend([(f"2026.0{number}", losses_of(500, 0.02, 0.001)) for number in (1, 2, 3)]).comparison == ""


def test_pooled_months_have_the_mean_of_all_decisions() -> None:
    months = [("2026.05", losses_of(100, 0.01, 0.003)), ("2026.06", losses_of(300, 0.03, 0.001))]
    recent = [(f"2026.0{number}", losses_of(60, 0.05, 0.0)) for number in (7, 8, 9)]
    assert "a decision cost 5.00 %, before that 2.50 ± 0.21 %: more" in trend(months + recent).comparison


@pytest.mark.parametrize(
    ("number", "expected"), [(-1, "Accuracy: too few decisions yet (19 of 20)"), (0, "Accuracy: 50 %")]
)
def test_accuracy_needs_decisions(client: Client, open_rubber: Rubber, number: int, expected: str) -> None:
    review(open_rubber, calls(LEAST_OF_PLAYER + number, equity_loss=0.03))
    assert expected in words(figures(client, open_rubber)).replace("\N{NO-BREAK SPACE}", " ")
