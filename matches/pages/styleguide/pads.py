"""The score pad as its script draws it, in its own words: nothing on the guide's page answers a tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from matches.pages.pads.page_words import page_words
from matches.pages.styleguide.samples import NAMES
from scoring.cards import RANKS, SUITS

GAME_COUNTERS: Final = range(1, 6)
SIGNS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
LOOKS: Final = {"C9": "gone", "SK": "gone", "HK": "unlawful", "HA": "unlawful", "DT": "picked"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A button; ``name`` stands above what it says."""

    text: str
    name: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Pip:
    """A card on the board; ``look`` is lawful, unlawful, gone or picked."""

    text: str
    label: str
    suit: str
    look: str


def parts() -> dict[str, Any]:
    """What the part of the guide shows: a score, a deal half tapped, La Triomphe's offers, the board and a conflict."""
    words, offer_words = page_words(), page_words("triomphe")
    return {
        "words": words,
        "names": NAMES,
        "sides": _sides(words),
        "place": words["score"]["place"] % {"game": 1, "deal": 3},
        "best_of": words["score"]["best_of"] % {"count": 3},
        "worth": words["score"]["worth"]
        % {"a": NAMES[0], "b": NAMES[1], "value_a": words["values"]["1"], "value_b": words["values"]["2"]},
        "calls": _calls(words),
        "kings": [Choice(NAMES[0]), Choice(NAMES[1], is_chosen=True)],
        "outcomes": [
            Choice(words["deal"][won], name, is_chosen=(won, name) == ("point", NAMES[1]))
            for won in ("point", "vole")
            for name in NAMES
        ],
        "comes_to": words["deal"]["comes_to"] % {"a": NAMES[0], "b": NAMES[1], "points_a": 2, "points_b": 5},
        "board": _board(words),
        "offers": _offers(offer_words),
        "unoffered": offer_words["offer"]["unoffered"],
        "bound": offer_words["offer"]["is_bound"] % {"name": NAMES[0], "other": NAMES[1]},
        "conflict_title": words["conflict"]["title"]
        % {"where": words["score"]["place"] % {"game": 1, "deal": 2}},
        "versions": [_version(words, "point"), _version(words, "vole")],
    }


def _sides(words: dict[str, Any]) -> list[dict[str, Any]]:
    """Two points and no more; three, and two that would come."""
    return [
        {
            "name": name,
            "points": points,
            "counters": [
                "on" if at <= points else "coming" if at <= coming else "off" for at in GAME_COUNTERS
            ],
            "games": words["score"]["games"] % {"count": games},
            "deals": name == NAMES[0],
        }
        for name, points, coming, games in ((NAMES[0], 2, 2, 0), (NAMES[1], 3, 5, 1))
    ]


def _calls(words: dict[str, Any]) -> list[Choice]:
    said = words["deal"]
    return [
        Choice(said["stood"], NAMES[1], is_chosen=True),
        Choice(said["refused"], NAMES[0]),
        Choice(said["gave"], NAMES[0]),
    ]


def _offers(words: dict[str, Any]) -> list[tuple[str, list[Choice]]]:
    """La Triomphe: the elder hand's offer, which the dealer has refused, and the dealer's."""
    said = words["offer"]
    dealer, elder = NAMES
    return [
        (
            said["offers"] % {"name": offerer},
            [
                Choice(said["takes"], answerer),
                Choice(said["refuses"], answerer, is_chosen=answerer == dealer),
            ],
        )
        for offerer, answerer in ((elder, dealer), (dealer, elder))
    ]


def _board(words: dict[str, Any]) -> list[tuple[str, list[Pip]]]:
    """Every look of a card, though no board has a picked one beside an unlawful one."""

    def pip(card: str) -> Pip:
        cards_words = words["cards"]
        name = cards_words["card"] % {
            "rank": cards_words["ranks"][card[1]],
            "suit": cards_words["suits"][card[0]],
        }
        look = LOOKS.get(card, "lawful")
        label = cards_words["gone"] % {"card": name} if look == "gone" else name
        return Pip(cards_words["indices"][card[1]], label, card[0], look)

    return [(SIGNS[suit], [pip(suit + rank) for rank in reversed(RANKS)]) for suit in SUITS]


def _version(words: dict[str, Any], won: str) -> str:
    listed = words["list"]
    return " · ".join(
        [listed["deals"] % {"name": NAMES[1]}, words["said"]["stood"], listed[won] % {"name": NAMES[0]}]
    )
