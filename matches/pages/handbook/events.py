"""How an event may be played, in words: formats, seeding, byes, and what a Swiss round is paired by.

Seedings are drawn, and the rounds that a Swiss bears are counted, by the functions that draw events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.words.labels import KINDS, round_words
from matches.pages.events.public.bracket_drawing import Drawing, bracket_drawings
from matches.pages.events.public.bracket_tree import BracketPairing
from matches.pages.events.public.brackets import BoxShown
from matches.rules.events.brackets.shape import bracket
from matches.rules.events.plan import SEEDINGS, STAGE_KINDS, Seeding, StageKind, StagePlan
from matches.rules.events.random_order import Lots
from matches.rules.events.seeding import positions
from matches.rules.events.swiss.pairing import uses_berger

FORMATS: Final[dict[StageKind, tuple[str | Promise, str | Promise]]] = {
    "round_robin": (
        gettext_lazy("Few players and time enough: the fairest of all, and nobody goes home early."),
        gettext_lazy(
            "Everybody meets everybody once or more, by the Berger tables, in one group or in several. All rounds"
            " are drawn at once."
        ),
    ),
    "league": (
        gettext_lazy("A season, with rubbers played when the two find the time."),
        gettext_lazy("A round robin of which each round has a last day; results come in by any order."),
    ),
    "swiss": (
        gettext_lazy(
            "Many players and a few rounds: everybody plays to the end, more and more against his like."
        ),
        gettext_lazy(
            "Each round is paired on the scores so far, and drawn when the last one is released. Left open, the number"
            " of rounds is what it takes to find one winner: three of eight players, four of sixteen."
        ),
    ),
    "knockout": (
        gettext_lazy("A cup, a short evening, a final that people come to see."),
        gettext_lazy(
            "Who loses is out. As the club decides, the losing semi-finalists meet for third place, and the losers"
            " of the first round play a consolation of their own."
        ),
    ),
    "double_elimination": (
        gettext_lazy("A cup that one bad rubber does not end."),
        gettext_lazy(
            "Who loses once goes over to the losers' side, who loses twice is out. Where the final is won by who"
            " has lost once, it is played again, unless the club decides otherwise."
        ),
    ),
}
"""What each is for, and how it goes."""
SEEDINGS_TOLD: Final[dict[Seeding, tuple[str | Promise, str | Promise]]] = {
    "fold": (
        gettext_lazy("Folded"),
        gettext_lazy("The best against the last, so placed that the best two can meet in the final alone."),
    ),
    "split": (gettext_lazy("Halves"), gettext_lazy("The top half against the bottom half, in order.")),
    "adjacent": (
        gettext_lazy("Neighbours"),
        gettext_lazy("Each against the next: even rubbers from the start."),
    ),
    "lot": (
        gettext_lazy("By lot"),
        gettext_lazy(
            "Nobody is seeded. The lots follow from a text, the seed of the lots, and come out the same again."
        ),
    ),
}
SEEDED: Final = 8
"""Of so many the seeding is drawn."""
WITH_BYES: Final = 6
SWISS_FIELDS: Final = (6, 8, 10, 12, 14, 16, 24, 32)
"""Fields for which the most rounds of a Swiss are told; odd ones have as many as the next even one."""


@dataclass(frozen=True, slots=True)
class FormatShown:
    key: str
    name: str
    use: str | Promise
    how: str | Promise


@dataclass(frozen=True, slots=True)
class SeedingShown:
    """``pairs`` are those of the first round, from the top of the draw; of a lot one that was drawn."""

    key: str
    name: str | Promise
    about: str | Promise
    pairs: tuple[tuple[str, str], ...]


def formats() -> list[FormatShown]:
    return [FormatShown(kind, capfirst(str(KINDS[kind])), *FORMATS[kind]) for kind in STAGE_KINDS]


def seedings() -> list[SeedingShown]:
    return [
        SeedingShown(
            seeding,
            *SEEDINGS_TOLD[seeding],
            tuple((a or "", b or "") for a, b in _first_pairs(SEEDED, seeding)),
        )
        for seeding in SEEDINGS
    ]


def free_seeds() -> list[str]:
    """Who of six has a bye in a bracket."""
    return sorted(a for a, b in _first_pairs(WITH_BYES, "fold") if a is not None and b is None)


def _first_pairs(entrants: int, seeding: Seeding) -> list[tuple[str | None, str | None]]:
    numbers = {str(number): number for number in range(1, entrants + 1)}
    placed = positions(list(numbers), seeding, Lots("handbook", numbers))
    return list(zip(placed[::2], placed[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class DrawShown:
    drawing: Drawing
    boxes: tuple[BoxShown, ...]


def folded_draw() -> DrawShown:
    """A knockout of eight, drawn as its page draws it, if nobody is upset."""
    plan = StagePlan(kind="knockout")
    shape = bracket(plan, SEEDED, SEEDED)
    placed = [int(player) for pair in _first_pairs(SEEDED, "fold") for player in pair if player]
    came: dict[str, int] = {f"seed {place}": seed for place, seed in enumerate(placed, start=1)}
    drawn = []
    for node in shape.nodes:
        seeds = came[str(node.a)], came[str(node.b)]
        came[f"winner {node.round} {node.number}"] = min(seeds)
        names = tuple(_("Seed %(number)s") % {"number": seed} for seed in seeds)
        label = round_words(shape.labels[node.round - 1])
        drawn.append(
            BracketPairing(
                part=node.part,
                round=node.round,
                number=node.number,
                label=label,
                names=(names[0], names[1]),
                winner="A" if seeds[0] < seeds[1] else "B",
                sources=(str(node.a), str(node.b)),
                title=_("%(round)s: %(a)s, %(b)s") % {"round": label, "a": names[0], "b": names[1]},
            )
        )
    [drawing] = bracket_drawings(drawn)
    return DrawShown(drawing, tuple(BoxShown(box, is_kept=False) for box in drawing.boxes))


def most_swiss_rounds() -> Mapping[int, int]:
    """By the number of players: how many rounds are paired on the scores; of more, Berger tables are played."""
    return {
        players: max(rounds for rounds in range(1, players) if not uses_berger(players, rounds))
        for players in SWISS_FIELDS
    }
