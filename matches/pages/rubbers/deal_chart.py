"""Draw A's chance to win the game over the steps of a deal, and the luck in it as one bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from matches.common.number_format import signed
from matches.models import DealReview
from matches.pages.rubbers.step_comments import Comment

WIDTH: Final = 100
HEIGHT: Final = 100
MIDDLE: Final = 100
"""The middle of the bar of luck, which is 200 wide."""
A_POINT: Final = 60
"""The length of a point in the bar of luck."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A mistake on the chart: a link to its step."""

    step: int
    x: float
    y: float
    badge: str
    look: str
    label: str | Promise


@dataclass(frozen=True, slots=True)
class DealChart:
    """The chart of a deal, with A's advantage above the middle. ``now`` is the place of the page's step."""

    points: str
    now: float
    dots: tuple[Dot, ...]


def deal_chart(
    comments: Sequence[Comment],
    chances: Sequence[float | None],
    moments: Sequence[Mapping[str, Any]],
    *,
    now: int,
) -> DealChart | None:
    """Return the chart of a deal, or None if the chances of some steps are unknown."""
    known = [chance for chance in chances if chance is not None]
    if len(known) < len(chances) or not moments:
        return None
    steps = len(known)
    line = [moments[0]["chance"], *known]
    points = [(_x(place, steps), _y(chance)) for place, chance in enumerate(line)]
    dots = tuple(
        Dot(
            comment.number,
            _x(comment.number, steps),
            _y(known[comment.number - 1]),
            badge.badge,
            badge.look,
            badge.label,
        )
        for comment in comments
        if (badge := comment.badge) is not None
    )
    return DealChart(" ".join(f"{x:g},{y:g}" for x, y in points), _x(now, steps), dots)


def _x(place: int, steps: int) -> float:
    return round(WIDTH * place / steps, 1)


def _y(chance: float) -> float:
    """Return the height of A's chance, measured from the top, where A is certain to win."""
    return round(HEIGHT * (1 - chance), 1)


@dataclass(frozen=True, slots=True)
class LuckBar:
    """The luck in a deal, from the side of the lucky player.

    ``solid`` is the length of the sum, ``pale`` that of the luck that bad luck took away again.
    """

    player: str
    name: str
    total: str
    parts: str
    solid: int
    pale: int
    pale_from: int


def luck_bar(review: DealReview | None, names: tuple[str, str]) -> LuckBar | None:
    """Return the bar of a deal's luck, or None if it is unknown."""
    if review is None or None in (review.dealt_marks, review.turned_marks, review.drawn_marks):
        return None
    parts = {
        _("cards dealt"): review.dealt_marks or 0,
        _("turn-up"): review.turned_marks or 0,
        _("cards drawn"): review.drawn_marks or 0,
    }
    total = sum(parts.values())
    side = 1 if total >= 0 else -1
    gained = sum(side * part for part in parts.values() if side * part > 0)
    solid = min(MIDDLE, round(A_POINT * abs(total)))
    words = ", ".join(f"{name} {signed(side * part)}" for name, part in parts.items() if part)
    return LuckBar(
        player="a" if total >= 0 else "b",
        name=names[0 if total >= 0 else 1],
        total=signed(abs(total)),
        parts=_("In points: %(parts)s") % {"parts": words},
        solid=solid,
        pale=min(MIDDLE, round(A_POINT * gained)) - solid,
        pale_from=MIDDLE + solid,
    )
