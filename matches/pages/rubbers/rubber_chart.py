"""The chart of a rubber: A's chance of winning each game, from the score before each deal, and the mistakes on it.

The chances are those of the score and the deal alone, by the shipped table, which everybody may read; the cards
and the review do not change them. Only the mistakes depend on what the viewer may read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.common.number_format import percent
from matches.pages.common.results import score_text
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.deal_lines import Place
from matches.pages.rubbers.deal_rows import Badge, badge_of, costliest
from scoring.cards import opponent, seat
from scoring.checked import CheckedGame, CheckedRubber
from worker.review.chances import chance_of_game

FULL: Final = 100
"""The width and the height of the chart's box, whose top means that A is certain to win."""
REACH: Final = 6.5
"""The width beside a dot that answers to a finger, in hundredths of the chart's: 44 px on a narrow phone."""
ROOM_FOR_NAME: Final = 24
ROOM_FOR_SCORE: Final = 9
"""The least width of a game, in hundredths of the chart, below which its name or its score is left out."""
DOTTED: Final = ("mistake", "blunder")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the line in one game. ``area`` are the points of the surface between the line and the middle."""

    line: str
    area: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A deal with a mistake: its place in the chart, the strip around it that answers to a finger, and its badge."""

    x: str
    y: str
    left: str
    width: str
    text: str
    badge: Badge


@dataclass(frozen=True, slots=True)
class GameLabel:
    """The name of a game below the chart; ``name`` or ``score`` is "" if there is no room for it."""

    x: str
    name: str
    score: str


@dataclass(frozen=True, slots=True)
class Last:
    """The last chance on the chart, of the player who is ahead; ``look`` is the player's CSS class."""

    y: str
    text: str
    look: str


@dataclass(frozen=True, slots=True)
class RubberChart:
    names: tuple[str, str]
    stretches: tuple[Stretch, ...]
    edges: tuple[str, ...]
    dots: tuple[Dot, ...]
    labels: tuple[GameLabel, ...]
    last: Last | None


def chances_in_game(checked: CheckedRubber, game: CheckedGame) -> list[float | None]:
    """Return A's chance of winning the game before each deal and after the last, None where the score is unknown."""
    variant = checked.rubber.rules.variant
    chances: list[float | None] = [
        None
        if deal.before is None
        else chance_of_game(*deal.before, deals=deal.dealer == "A", variant=variant)
        for deal in game.deals
    ]
    last = game.deals[-1] if game.deals else None
    if game.winner is not None:
        chances.append(1.0 if game.winner == "A" else 0.0)
    elif last is None or last.score is None:
        chances.append(None)
    else:
        next_dealer = last.dealer if last.void else opponent(last.dealer)
        chances.append(chance_of_game(*last.score, deals=next_dealer == "A", variant=variant))
    return chances


def rubber_chart(
    checked: CheckedRubber,
    places: Sequence[Place],
    *,
    public_id: str,
    names: tuple[str, str],
    mistakes: Mapping[Place, Sequence[Judgement]],
) -> RubberChart | None:
    """Return the chart of the deals at ``places``, or None if there is no line to draw.

    ``mistakes`` are the labelled decisions that the viewer may read, by deal.
    """
    deals = [place for place in places if place[1]]
    if not deals:
        return None
    step = FULL / len(deals)
    stretches: list[Stretch] = []
    edges: list[float] = []
    labels: list[GameLabel] = []
    dots: list[tuple[float, float, Place]] = []
    last: float | None = None
    column = 0
    for number, group in groupby(deals, key=itemgetter(0)):
        of_game = [deal for _game, deal in group]
        game = checked.games[number - 1]
        chances = chances_in_game(checked, game)[of_game[0] - 1 : of_game[-1] + 1]
        line = [(step * (column + at), chance) for at, chance in enumerate(chances)]
        stretches += _stretches(line)
        last = chances[-1]
        for at, deal in enumerate(of_game):
            before, after = chances[at], chances[at + 1]
            if before is not None and after is not None:
                dots.append((step * (column + at + 0.5), (before + after) / 2, (number, deal)))
        labels.append(_label(number, game, left=step * column, width=step * len(of_game)))
        column += len(of_game)
        edges.append(step * column)
    if not stretches:
        return None
    return RubberChart(
        names=names,
        stretches=tuple(stretches),
        edges=tuple(_short(edge) for edge in edges[:-1]),
        dots=tuple(_dots(dots, mistakes, public_id=public_id, names=names)),
        labels=tuple(labels),
        last=_last(last),
    )


def _stretches(line: Sequence[tuple[float, float | None]]) -> Iterator[Stretch]:
    """Yield the unbroken stretches of a game's line."""
    for is_known, group in groupby(line, key=lambda point: point[1] is not None):
        points = [(_short(x), _height(chance)) for x, chance in group if chance is not None]
        if is_known and len(points) > 1:
            drawn = " ".join(f"{x},{y}" for x, y in points)
            middle = _short(FULL / 2)
            yield Stretch(drawn, f"{points[0][0]},{middle} {drawn} {points[-1][0]},{middle}")


def _dots(
    columns: Sequence[tuple[float, float, Place]],
    mistakes: Mapping[Place, Sequence[Judgement]],
    *,
    public_id: str,
    names: tuple[str, str],
) -> Iterator[Dot]:
    """Yield a dot for each deal with a mistake or a blunder. No strip reaches beyond half the way to the next dot."""
    dotted = [
        (x, chance, place, serious)
        for x, chance, place in columns
        if (serious := [each for each in mistakes.get(place, ()) if each.label in DOTTED])
    ]
    centres = [x for x, *_rest in dotted]
    for at, (x, chance, place, serious) in enumerate(dotted):
        left = max(0.0, x - REACH, (centres[at - 1] + x) / 2 if at else 0.0)
        right = min(FULL, x + REACH, (x + centres[at + 1]) / 2 if at + 1 < len(dotted) else FULL)
        worst = costliest(serious)
        badge = badge_of(worst, len(serious), reverse("web:deal", args=[public_id, *place]))
        values = {"game": place[0], "deal": place[1], "name": names[seat(worst.player)], "what": badge.text}
        # Translators: "Game 1, deal 3, Orford: blunder"
        text = _("Game %(game)s, deal %(deal)s, %(name)s: %(what)s") % values
        yield Dot(_short(x), _height(chance), _short(left), _short(right - left), text, badge)


def _label(number: int, game: CheckedGame, *, left: float, width: float) -> GameLabel:
    score = "" if game.points is None else score_text(*game.points)
    return GameLabel(
        x=_short(left + width / 2),
        name=_("Game %(number)s") % {"number": number} if width >= ROOM_FOR_NAME else "",
        score=score if width >= ROOM_FOR_SCORE else "",
    )


def _last(chance: float | None) -> Last | None:
    if chance is None:
        return None
    is_ahead = chance >= 0.5
    return Last(_height(chance), percent(chance if is_ahead else 1 - chance), "a" if is_ahead else "b")


def _height(chance: float) -> str:
    return _short(FULL * (1 - chance))


def _short(number: float) -> str:
    """Return a coordinate with one decimal at most, and a point in every language."""
    return f"{number:.1f}".removesuffix(".0")
