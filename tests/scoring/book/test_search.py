"""Search for laws by plain words, as people use them at the table."""

from __future__ import annotations

from scoring.book import english_texts, find
from tests.support.rows import each_row

LAWS = tuple(range(1, 56))


@each_row(
    ("query", "law"),
    [
        ("showed a card while dealing", 13),
        ("he exposed a card when giving cards", 36),
        ("two cards turned up", 11),
        ("revoke", 43),
        ("did not follow suit", 43),
        ("threw down his cards", 42),
        ("false king", 25),
        ("announced the king without having it", 25),
        ("led out of turn", 40),
        ("forgot to mark", 50),
        ("faced card in the stock", 35),
        ("faced card in the pack before the turn-up", 12),
        ("elder asked for too few", 30),
        ("bystander gave advice", 52),
        ("pack incorrect", 45),
        ("43", 43),
        ("law 7", 7),
        ("REVOKED", 43),
        ("révoke", 43),
    ],
)
def test_what_somebody_says_finds_the_law_first(query: str, law: int) -> None:
    assert find(query, english_texts())[0] == law


@each_row(
    ("query", "laws"),
    [
        ("six cards in the elder hand", {15, 20}),
        ("king announced too late", {23, 24}),
        ("four cards dealer", {18, 21}),
    ],
)
def test_laws_that_are_alike_are_found_together(query: str, laws: set[int]) -> None:
    assert set(find(query, english_texts())[:3]) >= laws


@each_row("query", ["", "   ", "?!", "{}"])
def test_nothing_asked_is_all_of_them_in_order(query: str) -> None:
    assert find(query, english_texts()) == LAWS


def test_words_that_no_law_has_find_none() -> None:
    assert find("zeppelin", english_texts()) == ()


def test_no_law_comes_twice_and_what_is_found_is_among_the_texts() -> None:
    laws = find("card dealt elder dealer king trick " * 40, english_texts())
    assert len(laws) == len(set(laws))
    assert set(laws) <= set(LAWS)


def test_any_language_will_do() -> None:
    texts = {
        25: "Roi annoncé et non tenu. roi, faux, annoncé\nQui annonce le roi sans l'avoir est pénalisé.",
        43: "Renonce. fournir, couleur, renonce\nQui peut fournir doit fournir ; qui peut prendre doit prendre.",
    }
    assert find("roi annonce", texts) == (25,)
    assert find("RENONCÉ", texts)[0] == 43
    assert find("prendre", texts) == (43,)
