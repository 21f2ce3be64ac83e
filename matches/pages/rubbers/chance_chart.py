"""The chance of winning a game as it went on, drawn as a line, and the figures behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

DEAL_WIDTH: Final = 100
HEIGHT: Final = 100
LABELS_SHOWN: Final = 12
"""As many deals as have room for a finger below a chart on a telephone."""


@dataclass(frozen=True, slots=True)
class ChartDeal:
    """A deal below the chart and in its table: the score before it, the odds of old, A's chance before and after."""

    number: int
    url: str
    score: str
    odds: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Chart:
    """``lines`` are the points of each unbroken stretch, in a box ``width`` wide and 100 high; the top is certainty."""

    name: str
    width: int
    lines: tuple[str, ...]
    edges: tuple[int, ...]
    deals: tuple[ChartDeal, ...]

    @property
    def is_of_one_deal(self) -> bool:
        return len(self.deals) == 1

    @property
    def has_labels(self) -> bool:
        return 1 < len(self.deals) <= LABELS_SHOWN


def chart(
    name: str, deals: Sequence[ChartDeal], moments: Sequence[Sequence[Mapping[str, Any]]]
) -> Chart | None:
    """``name`` is A's; ``moments`` are those of each of ``deals``. None where there is no line to draw."""
    lines: list[list[str]] = [[]]
    for place, of_deal in enumerate(moments):
        if not of_deal:
            lines.append([])
            continue
        lines[-1] += _points(place, of_deal)
    drawn = tuple(" ".join(line) for line in lines if len(line) > 1)
    if not drawn:
        return None
    return Chart(
        name=name,
        width=DEAL_WIDTH * len(deals),
        lines=drawn,
        edges=tuple(range(DEAL_WIDTH, DEAL_WIDTH * len(deals), DEAL_WIDTH)),
        deals=tuple(deals),
    )


def _points(place: int, moments: Iterable[Mapping[str, Any]]) -> list[str]:
    """The moments of one deal, spread evenly over its width."""
    chances = [moment["chance"] for moment in moments]
    step = DEAL_WIDTH / max(1, len(chances) - 1)
    return [
        f"{round(DEAL_WIDTH * place + step * number)},{round(HEIGHT * (1 - chance))}"
        for number, chance in enumerate(chances)
    ]
