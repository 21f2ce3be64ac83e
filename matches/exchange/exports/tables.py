"""Rubbers, games and deals as rows of tables, the same in CSV and in spreadsheets.

The first column of each is the rubber's id. Texts are as they are stored, what is not known is None, and somebody who
asked to be forgotten has no name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from matches.exchange.exports.selection import What
from matches.models import Deal, Game, Rubber

Value: TypeAlias = str | int | None
Cells: TypeAlias = tuple[Value, ...]

OF_RUBBER: Final = (
    "rubber", "event", "event_name", "date", "round", "table", "variant", "best_of", "reckoning", "rubber_bonus",
    "cut", "code", "termination", "depth", "state", "reported_by", "version", "player_a", "player_b", "name_a",
    "name_b", "winner", "games_won_a", "games_won_b", "points_a", "points_b", "entered_at", "changed_at",
)  # fmt: skip
OF_GAME: Final = (
    "rubber", "game", "date", "event_name", "name_a", "name_b", "points_a", "points_b", "winner", "value",
)  # fmt: skip
OF_DEAL: Final = (
    "rubber", "game", "deal", "date", "event_name", "name_a", "name_b", "dealer", "depth", "is_void", "vulnerable",
    "tricks_a", "tricks_b", "marks_a", "marks_b", "score_a", "score_b", "king_by", "king_turned_up", "calls", "egn",
)  # fmt: skip
HEADS: Final[Mapping[What, tuple[str, ...]]] = {"rubbers": OF_RUBBER, "games": OF_GAME, "deals": OF_DEAL}
RELATED: Final = ("event", "player_a", "player_b")
FETCHED: Final[Mapping[What, tuple[str, ...]]] = {
    "rubbers": (),
    "games": ("games",),
    "deals": ("games__deals",),
}
"""What the rows of a table are made of besides the rubber (``RELATED`` loaded)."""


def rows_of(rubber: Rubber, what: What) -> Iterator[Cells]:
    if what == "rubbers":
        yield _rubber_row(rubber)
        return
    for game in rubber.games.all():
        if what == "games":
            yield _game_row(rubber, game)
        else:
            yield from (_deal_row(rubber, game, deal) for deal in game.deals.all())


def rows_of_all(rubbers: Iterable[Rubber], what: What) -> Iterator[Cells]:
    for rubber in rubbers:
        yield from rows_of(rubber, what)


def _rubber_row(rubber: Rubber) -> Cells:
    a, b = rubber.player_a, rubber.player_b
    return (
        rubber.public_id, rubber.event.public_id, rubber.event.name, rubber.date, rubber.round_label, rubber.table,
        rubber.variant, rubber.best_of, rubber.reckoning, rubber.rubber_bonus, rubber.cut, rubber.code,
        rubber.termination, rubber.depth, rubber.state, rubber.reported_by, rubber.version, a.public_id,
        b.public_id, a.name, b.name, rubber.winner, rubber.games_won_a, rubber.games_won_b, rubber.points_a,
        rubber.points_b, rubber.entered_at.isoformat(), rubber.changed_at.isoformat(),
    )  # fmt: skip


def _game_row(rubber: Rubber, game: Game) -> Cells:
    return (
        rubber.public_id, game.number, *_occasion(rubber), game.points_a, game.points_b, game.winner, game.value,
    )  # fmt: skip


def _deal_row(rubber: Rubber, game: Game, deal: Deal) -> Cells:
    return (
        rubber.public_id, game.number, deal.number, *_occasion(rubber), deal.dealer, deal.depth, int(deal.is_void),
        deal.vulnerable, deal.tricks_a, deal.tricks_b, _marks(deal, "A"), _marks(deal, "B"), deal.score_a,
        deal.score_b, deal.king_by, int(deal.king_turned_up), deal.calls, deal.egn,
    )  # fmt: skip


def _occasion(rubber: Rubber) -> Cells:
    return rubber.date, rubber.event.name, rubber.player_a.name, rubber.player_b.name


def _marks(deal: Deal, player: str) -> int | None:
    """The points that a side marked in the deal; None where its marks are not on record."""
    if deal.depth == "result":
        return None
    return sum(int(mark["points"]) for mark in deal.marks if mark["player"] == player)
