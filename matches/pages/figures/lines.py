"""What stands behind a figure, a line each: deals and games, with who played, how it went, and where to read on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.figures.queries.by_player import FormLine
from matches.figures.words.figures import Words
from matches.models import Deal, Game, Rubber
from matches.pages.common.dates import day_text, record_date
from matches.pages.common.game_words import game_value
from matches.pages.common.result_lines import player_name, rubber_title, score_text, side_names
from matches.pages.rubbers.deal_lines import called_and_won, marks_told
from matches.pages.rubbers.page import deal_title
from scoring.cards import PLAYERS
from scoring.checked import Mark
from scoring.marks import game_value as value_of_game

if TYPE_CHECKING:
    from scoring.record import Pair, Variant


@dataclass(frozen=True, slots=True)
class BehindLine:
    """``place`` is the text of the link; ``whose`` names the side that is counted, where both might be."""

    url: str
    place: str
    who: str
    what: str
    about: str
    whose: str


@dataclass(frozen=True, slots=True)
class FormMark:
    """A rubber in somebody's form. ``word`` and its look say how it ended."""

    url: str
    word: Words
    look: str
    told: str
    about: str


def side_of(row: Deal | Game) -> str:
    """The side that is counted, as ``matches.figures.queries.drill_down`` notes it on a row."""
    side: str = vars(row)["side"]
    return side


def deal_line(deal: Deal, side: str, *, is_one_sided: bool) -> BehindLine:
    """``deal`` with game, rubber, players and event loaded; ``side`` is the one whose figure it is."""
    rubber = deal.game.rubber
    names = side_names(rubber.player_a, rubber.player_b)
    tricks: Pair | None = (
        None if deal.tricks_a is None or deal.tricks_b is None else (deal.tricks_a, deal.tricks_b)
    )
    dealer = _("%(name)s deals") % {"name": names[PLAYERS.index(deal.dealer)]}
    marks = [Mark(mark["player"], mark["law"], mark["points"]) for mark in deal.marks]
    told = (
        called_and_won(
            dealer, letters=deal.calls, tricks=tricks, names=names, variant=cast("Variant", rubber.variant)
        ),
        marks_told(marks, tricks=tricks, names=names),
    )
    return BehindLine(
        url=reverse("web:deal", args=[rubber.public_id, deal.game.number, deal.number]),
        place=deal_title(deal.game.number, deal.number),
        who=rubber_title(rubber),
        what=" · ".join(part for part in told if part),
        about=_about(rubber),
        whose="" if is_one_sided else names[PLAYERS.index(side)],
    )


def game_line(game: Game, side: str, *, is_one_sided: bool) -> BehindLine:
    """As ``deal_line``."""
    rubber = game.rubber
    names = side_names(rubber.player_a, rubber.player_b)
    return BehindLine(
        url=f"{reverse('web:rubber', args=[rubber.public_id])}#game-{game.number}",
        place=_("Game %(number)s") % {"number": game.number},
        who=rubber_title(rubber),
        what=_won_by(game, names),
        about=_about(rubber),
        whose="" if is_one_sided else names[PLAYERS.index(side)],
    )


def form_mark(line: FormLine) -> FormMark:
    word: tuple[Words, str] = (_("Won"), "good") if line.is_won else (_("Lost"), "bad")
    if line.is_won is None:
        word = (_("Undecided"), "")
    return FormMark(
        reverse("web:rubber", args=[line.rubber.public_id]),
        *word,
        told=_("%(score)s against %(name)s")
        % {"score": score_text(*line.games), "name": player_name(line.opponent)},
        about=" · ".join(
            part for part in (line.rubber.event.name, day_text(line.day) if line.day else "") if part
        ),
    )


def _won_by(game: Game, names: tuple[str, str]) -> str:
    """``Walker wins 5–1, a double``; nothing of a game without a winner."""
    if not game.winner or game.points_a is None or game.points_b is None:
        return ""
    points = (game.points_a, game.points_b)
    return _("%(name)s wins %(score)s, %(value)s") % {
        "name": names[PLAYERS.index(game.winner)],
        "score": score_text(max(points), min(points)),
        "value": game_value(value_of_game(points, "treble")),
    }


def _about(rubber: Rubber) -> str:
    return " · ".join(part for part in (rubber.event.name, record_date(rubber.date)) if part)
