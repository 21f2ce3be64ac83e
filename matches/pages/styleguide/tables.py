"""A French table and the end of a pool as their pages draw them, made of facts by the rules that they go by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from matches.pages.sittings.table_view import shown
from matches.rules.events.facts import Fact
from matches.rules.sittings.facts import GameResult
from matches.rules.sittings.fold import derive_sitting
from matches.rules.sittings.state import SittingState
from matches.sittings.words import Said

NOBODYS: Final = "sample"
NAMES: Final = {"a": "Orford", "b": "Baldwin", "c": "Clay", "d": "Pole"}
SAID: Final = Said(NAMES, "GBP")

Told = tuple[str, Mapping[str, Any]]
PEOPLE: Final[tuple[Told, ...]] = tuple(("joined", {"player": player}) for player in NAMES)
OPENING: Final = {
    "kind": "french",
    "name": "Corner",
    "date": "2026-11-14",
    "currency": "GBP",
    "terms": {"least": 100},
}
FRENCH: Final[tuple[Told, ...]] = (
    ("opened", OPENING),
    *PEOPLE,
    ("bet", {"player": "a", "on": "a", "amount": 100}),
    ("bet", {"player": "b", "on": "b", "amount": 100}),
    ("game_begun", {"game": 1, "a": "a", "b": "b", "rubber": "first"}),
    ("chouette", {"player": "a"}),
    ("bet", {"player": "c", "on": "c", "amount": 300}),
    ("bet", {"player": "d", "on": "c", "amount": 200}),
)
"""Orford won the first game, and covers all on the second."""
SHORT: Final[tuple[Told, ...]] = (
    *FRENCH[: len(PEOPLE) + 1],
    ("bet", {"player": "a", "on": "a", "amount": 400}),
    ("bet", {"player": "b", "on": "b", "amount": 200}),
)
WON: Final = {"first": GameResult(winner="A", is_final=True)}


def parts() -> dict[str, Any]:
    """What the part of the guide shows: la chouette, stakes that are not covered, a closed table."""
    covered, short = _state(FRENCH), _state(SHORT)
    closed = _state((*FRENCH[: len(PEOPLE) + 4], ("closed", {})))
    return {
        "chouette": shown(NOBODYS, covered, SAID),
        "short": shown(NOBODYS, short, SAID),
        "closed": shown(NOBODYS, closed, SAID),
        "even": shown(NOBODYS, _state(FRENCH[:1]), SAID),
    }


def _state(told: tuple[Told, ...]) -> SittingState:
    facts = tuple(Fact(version, kind, payload) for version, (kind, payload) in enumerate(told, start=1))
    return derive_sitting(facts, WON)
