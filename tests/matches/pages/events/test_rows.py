"""Rows of standings mark byes and withdrawals, and rows of pairings say how they were decided."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Pairing
from matches.pages.events.rows import outcome_words
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.events.scenes import address, draw, drawn
from tests.matches.pages.reading import page, tags, words

pytestmark = pytest.mark.django_db
BYE_LINE = "* A bye: it counts in the score and is no rubber."
COLUMNS = ["Rank", "Since the last round", "Player", "Won", "Games", "Opp. cut 1", "Why this rank"]


def standings_page(client: Client, event_hands: EventHands) -> str:
    return page(client, address(event_hands))


def scores(html: str) -> dict[str, str]:
    """Return the text of the column of scores, by the name of the row."""
    names = [each.text for each in tags(html, "th", scope="row")]
    return dict(zip(names, [each.text for each in tags(html, "td", class_="score")], strict=True))


def first_listed_wins(event_hands: EventHands, number: int) -> None:
    """Let the player who was entered first win each undecided pairing of the round."""
    order = [player.public_id for player in event_hands.players]
    for each in event_hands.pairings(1, number):
        if each.is_undecided:
            is_a = order.index(str(each.a)) < order.index(str(each.b))
            event_hands.win((1, number, each.number), "A" if is_a else "B")


def test_bye_is_marked_beside_the_score_and_explained_below(client: Client) -> None:
    event_hands = playing("swiss", size=3, rounds=3)
    first_listed_wins(event_hands, 1)
    for number in (2, 3):
        draw(event_hands)
        first_listed_wins(event_hands, number)
    html = standings_page(client, event_hands)
    assert scores(html) == {"Anne": "3*", "Bert": "2*", "Cleo": "1*"}
    assert BYE_LINE in words(html)


def test_table_without_byes_explains_none(client: Client) -> None:
    event_hands = playing("swiss", size=4, rounds=2)
    first_listed_wins(event_hands, 1)
    html = standings_page(client, event_hands)
    assert sorted(scores(html).values()) == ["0", "0", "1", "1"]
    assert BYE_LINE not in words(html)
    assert [each.text for each in tags(html, "th", scope="col")] == COLUMNS
    assert "Opp. cut 1: what your opponents have scored, without the lowest." in words(html)


def test_who_withdrew_is_tagged_and_nobody_else(client: Client) -> None:
    event_hands = drawn("swiss", size=4, rounds=3)
    first_listed_wins(event_hands, 1)
    event_hands.record("withdrawn", player=event_hands.players[1].public_id, stage=1, round=2)
    names = [each.text for each in tags(standings_page(client, event_hands), "th", scope="row")]
    assert sorted(names) == ["Anne", "Bert withdrawn", "Cleo", "Dan"]


By = Pairing.DecidedBy


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        (Pairing(kind=Pairing.Kind.BYE, decided_by=By.BYE, winner="A"), "bye"),
        (Pairing(kind=Pairing.Kind.REQUESTED_BYE, decided_by=By.BYE), "requested bye"),
        (Pairing(kind=Pairing.Kind.RUBBER, decided_by=By.BYE, winner="A"), "bye"),
        (Pairing(kind=Pairing.Kind.RUBBER, decided_by=By.AWARD, winner="B"), "awarded"),
        (
            Pairing(kind=Pairing.Kind.RUBBER, decided_by=By.WITHDRAWAL, winner="A"),
            "walkover: the other side has withdrawn",
        ),
        (Pairing(kind=Pairing.Kind.RUBBER, decided_by=By.AWARD), "double walkover"),
        (Pairing(kind=Pairing.Kind.RUBBER), ""),
    ],
)
def test_every_decision_has_its_words(pairing: Pairing, expected: str) -> None:
    assert outcome_words(pairing) == expected
