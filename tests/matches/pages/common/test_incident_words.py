from __future__ import annotations

import pytest

from matches.pages.common.incident_words import BY_NAME, REMEDY_NAMES, incident, remedy_sentence
from scoring.cards import Player
from scoring.incidents import ROWS, Remedy, Situation
from scoring.record import Incident

PLAYERS = ("Boiteau", "Walker")


@pytest.mark.parametrize(
    ("what", "dealer", "expected"),
    [
        (Incident(1), None, "The pack was shuffled out of order. The pack is shuffled again."),
        (
            Incident(28, "B"),
            "A",
            "Walker mixed or looked at cards put out. It is noted: hands, play and score stay as they are.",
        ),
        (
            Incident(11, "B", ("HK.D7",), "choose", "HK"),
            "A",
            "Boiteau turned up more than one card (the king of hearts, the seven of diamonds). One of the cards turned"
            " up is chosen for the turn-up, and the others are put aside. Chosen: the king of hearts.",
        ),
        (
            Incident(11, None, ("looked", "HK.D7")),
            "A",
            "Boiteau turned up more than one card (the opponent had looked at their hand, the king of hearts, the seven"
            " of diamonds). The deal counts for nothing: the same dealer deals again, and the score stays as it was.",
        ),
        (
            Incident(3, "A", ("1",), "recut"),
            None,
            "Boiteau cut fewer than two cards, or left fewer (one card). The cut is made again.",
        ),
        (
            Incident(30, "B", ("2",)),
            "A",
            "Walker, elder hand, asked for fewer cards than they put out (two cards). The elder hand stays short: a"
            " trick that it has no card for is the dealer's. Tricks forfeited so: 2.",
        ),
        (
            Incident(36, None, ("HK", "adversary"), "aside"),
            "B",
            "Walker exposed a card while giving (the king of hearts, a card of the opponent’s). The card is put aside,"
            " and nobody takes it.",
        ),
        (
            Incident(41, "A", ("H",), "play"),
            "B",
            "Boiteau named one suit and led another (hearts). The card led stands.",
        ),
        (
            Incident(51, "A", ("1",)),
            "B",
            "Boiteau takes down one mark too many (1 point). The points marked too many come off.",
        ),
        (
            Incident(43, "A", ("SQ",)),
            "B",
            "Boiteau revoked, or did not win the trick when able (the queen of spades). A ruling is needed.",
        ),
        (
            Incident(12, None, ("sticky",), "wipe"),
            "A",
            "A faced card was found in the pack before the turn-up (sticky). wipe, which the law does not allow.",
        ),
    ],
)
def test_irregularity_is_told_in_words(what: Incident, dealer: Player | None, expected: str) -> None:
    assert incident(what, PLAYERS, dealer=dealer) == expected


@pytest.mark.parametrize(
    ("law", "remedy"), [(law, remedy) for law, row in ROWS.items() for remedy in row.remedies]
)
def test_every_remedy_of_every_law_has_a_name_and_a_sentence(law: int, remedy: Remedy) -> None:
    assert remedy in REMEDY_NAMES
    assert remedy_sentence(Incident(law), remedy, Situation()).endswith(".")


def test_laws_that_somebody_breaks_tell_who_it_was() -> None:
    assert {law for law, row in ROWS.items() if row.offender != "nobody"} == set(BY_NAME)
