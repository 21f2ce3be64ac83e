"""Places in a record: what stands before and behind one, and the record with other items there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.book.errors import IncidentError
from scoring.book.shapes import Place
from scoring.record import (
    FIRST_ITEM_TOKEN,
    FIRST_OPENING_TOKEN,
    Comment,
    Deal,
    Ending,
    Game,
    Item,
    Outcome,
    Rubber,
    Score,
    VoidDeal,
    tokens_of_opening,
)


def game_at(rubber: Rubber, place: Place) -> Game:
    """Raises ``IncidentError`` for a game that the record has not got."""
    if not 0 <= place.game < len(rubber.games):
        raise IncidentError("no_game", game=place.game + 1)
    return rubber.games[place.game]


def deal_at(rubber: Rubber, place: Place) -> Deal:
    """The deal of a place that is in one. Raises ``IncidentError`` where there is no such place."""
    game = game_at(rubber, place)
    if place.deal is None or not 0 <= place.deal < len(game.deals):
        raise IncidentError("no_deal", game=place.game + 1, deal=1 if place.deal is None else place.deal + 1)
    deal = game.deals[place.deal]
    if not FIRST_ITEM_TOKEN <= place.token <= FIRST_ITEM_TOKEN + len(deal.items):
        raise IncidentError("no_token", game=place.game + 1, deal=place.deal + 1, token=place.token)
    return deal


def end_of_place(rubber: Rubber, game: int, deal: int | None) -> Place:
    """Behind the last item of a deal, or of a game's heading. Raises ``IncidentError`` for one that is not there."""
    if deal is None:
        opening = game_at(rubber, Place(game, None, FIRST_OPENING_TOKEN)).opening
        return Place(game, None, FIRST_OPENING_TOKEN + sum(tokens_of_opening(item) for item in opening))
    items = deal_at(rubber, Place(game, deal, FIRST_ITEM_TOKEN)).items
    return Place(game, deal, FIRST_ITEM_TOKEN + len(items))


def opening_index(game: Game, place: Place) -> int:
    """Before which item of the heading ``place`` is. Raises ``IncidentError`` for one within a cut."""
    token = FIRST_OPENING_TOKEN
    for index, item in enumerate(game.opening):
        if token == place.token:
            return index
        token += tokens_of_opening(item)
    if token == place.token:
        return len(game.opening)
    raise IncidentError("no_heading_token", game=place.game + 1, token=place.token)


def up_to(rubber: Rubber, place: Place, deal: Deal) -> Rubber:
    """The record as far as the deal of ``place``, with ``deal`` in its stead; open, and of that game alone.

    Every game starts at love, so that none before it bears on what a deal comes to.
    """
    game = rubber.games[place.game]
    deals = (*game.deals[: place.deal or 0], deal)
    tags = tuple((name, value) for name, value in rubber.tags if name not in ("Result", "Points"))
    return Rubber(tags, (replace(game, number=1, deals=deals, final=None, final_comments=()),), Ending(None))


def with_deal(rubber: Rubber, place: Place, deal: Deal) -> Rubber:
    """The record with ``deal`` in the stead of the one at ``place``."""
    game = rubber.games[place.game]
    position = place.deal or 0
    deals = (*game.deals[:position], deal, *game.deals[position + 1 :])
    return with_game(rubber, place, replace(game, deals=deals))


def with_game(rubber: Rubber, place: Place, game: Game) -> Rubber:
    games = (*rubber.games[: place.game], game, *rubber.games[place.game + 1 :])
    return replace(rubber, games=games)


def is_end_of_deal(item: Item) -> bool:
    return isinstance(item, Outcome | VoidDeal | Score)


def moved_comments(comments: Sequence[Comment], places: Sequence[int]) -> tuple[Comment, ...]:
    """The comments with each token at its new number: ``places[token]``; their order among themselves stays."""
    moved = [Comment(places[comment.after], comment.text) for comment in comments]
    return tuple(sorted(moved, key=lambda comment: comment.after))
