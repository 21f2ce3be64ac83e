from __future__ import annotations

import pytest
from django.test import Client

from matches.common.number_format import percent
from matches.pages.reviews.treatise_claims import Claim, claims, price_rows
from tests.matches.pages.reading import page, tags, words
from worker.review.treatise_hands import questions
from worker.review.treatise_page import Compared, Kings, Price, TreatisePage, agreeing, prices, treatise_page

GOOD = Price(3, 2, (3, 2), 0.64, 0.63)
BAD = Price(4, 3, (2, 1), 0.6, 0.6)
FAIR = Price(3, 2, (3, 2), 0.6, 0.6)


def claim(title: str, treatise: TreatisePage | None = None, odds: tuple[Price, ...] | None = None) -> Claim:
    listed = claims(treatise or treatise_page(), prices() if odds is None else odds)
    return next(each for each in listed if each.title.startswith(title))


def shown_odds(*odds: Price) -> Claim:
    return claim("Don’t lay", odds=odds)


@pytest.mark.parametrize(("title", "field"), [("When to stand", "standing"), ("When to refuse", "refusing")])
def test_hands_are_counted_by_whether_they_agree(title: str, field: str) -> None:
    rows: tuple[Compared, ...] = getattr(treatise_page(), field)
    agree, close, differ = agreeing(rows)
    found = claim(title)
    assert found.share is not None
    assert (found.share.agree, found.share.close, found.share.differ) == (agree, close, differ)
    assert (found.book, found.count) == (f"{len(rows)} hands", f"{agree} agree")


def test_claim_is_judged_by_the_cases_that_agree() -> None:
    treatise = treatise_page()
    right = [row for row in treatise.standing if row.agrees]
    wrong = [row for row in treatise.standing if not row.agrees]
    for rows, verdict in (
        (right, "Right"),
        (right[:5] + wrong[:5], "Partly right"),
        (right[:4] + wrong[:5], "Wrong"),
    ):
        assert claim("When to stand", treatise._replace(standing=tuple(rows))).verdict == verdict


def test_a_difference_is_given_in_points() -> None:
    rows = tuple(row for row in treatise_page().standing if not row.agrees)
    mean = sum(abs(row.ends - row.goes_on) for row in rows) / len(rows)
    assert f"better by {mean:.2f} points a deal on average" in claim("When to stand").text


def test_lessons_count_the_questions_agreed_on() -> None:
    agree = sum(question.agrees for question in questions())
    assert claim("How to play").count == f"{agree} agree"


def test_odds_are_compared_with_the_chances() -> None:
    assert claim("The usual odds", odds=(FAIR,)).verdict == "Right"
    unfair = claim("The usual odds", odds=(GOOD,))
    assert (unfair.verdict, unfair.book, unfair.count) == ("Wrong", percent(0.6), percent(0.635))


def test_a_warning_is_wrong_where_the_odds_are_good_to_lay() -> None:
    assert (shown_odds(GOOD).verdict, shown_odds(GOOD._replace(with_deal=0.5)).verdict) == ("Wrong", "Right")
    assert shown_odds(GOOD, BAD).verdict == "Partly right"
    assert shown_odds(GOOD, BAD).title.endswith("at 3–2 and 4–3")


def test_the_deal_is_judged_by_the_score_where_it_matters_most() -> None:
    assert claim("The deal", odds=(FAIR,)).verdict == "Right"
    found = claim("The deal", odds=(FAIR, GOOD, BAD._replace(with_deal=0.7)))
    assert "At 4–3 the deal is worth 10" in found.text
    assert found.verdict == "Partly right"


def test_kings_are_compared_as_a_ratio() -> None:
    exact = treatise_page()._replace(kings=Kings(66, 35, 1000))
    assert claim("The dealer marks", exact).verdict == "Right"
    assert claim("The dealer marks").verdict == "Partly right"


def test_every_claim_is_on_the_page_with_both_figures(client: Client) -> None:
    html = page(client, "/review/book/")
    text = words(html)
    for each in claims(treatise_page(), prices()):
        for part in (each.title, each.book, each.count, each.verdict, each.text):
            assert " ".join(part.split()) in text
    assert len(tags(html, "li", class_="sheet")) == 8


@pytest.mark.parametrize(
    ("score", "odds", "dealing", "leading", "verdicts"),
    [
        ((4, 2), (3, 1), 0.8, 0.8, ()),
        ((4, 2), (3, 1), 0.75, 0.7, ("Fair odds with the deal, bad to lay without it.",)),
        (
            (3, 2),
            (3, 2),
            0.5,
            0.7,
            (
                "Bad odds to lay with the deal, good without it.",
                "The treatise warns of them with the deal, rightly.",
            ),
        ),
        (
            (4, 3),
            (2, 1),
            0.7,
            0.6,
            (
                "Good odds to lay with the deal, bad without it.",
                "The treatise warns of them with the deal, wrongly.",
            ),
        ),
    ],
)
def test_odds_that_are_not_good_to_lay_are_named(
    score: tuple[int, int], odds: tuple[int, int], dealing: float, leading: float, verdicts: tuple[str, ...]
) -> None:
    (row,) = price_rows([Price(*score, odds, dealing, leading)])
    assert row.verdicts == verdicts


def test_a_row_of_odds_has_both_chances_and_a_bar_between_them() -> None:
    (row,) = price_rows([Price(4, 3, (2, 1), 0.68, 0.65)])
    expected = ("4–3", "2 to 1", percent(0.67), f"65–{percent(0.68)}")
    assert (row.score, row.odds, row.implied, row.real) == expected
    assert (row.old, row.low, row.width) == (66.7, 65.0, 3.0)


def test_every_score_has_its_odds(client: Client) -> None:
    text = words(page(client, "/review/book/"))
    for row in price_rows(prices()):
        assert row.odds in text
        assert row.real.replace("\N{NO-BREAK SPACE}", " ") in text
