"""Find the game, deal or item at a given position in a record, and replace it."""

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
    """Return the game that contains the position ``place``. Raises ``IncidentError`` if the record has no
    such game.
    """
    if not 0 <= place.game < len(rubber.games):
        raise IncidentError("no_game", game=place.game + 1)
    return rubber.games[place.game]


def deal_at(rubber: Rubber, place: Place) -> Deal:
    """Return the deal that contains the position ``place``.

    Raises ``IncidentError`` if the record has no such deal, or if the deal has no token with that number.
    """
    game = game_at(rubber, place)
    if place.deal is None or not 0 <= place.deal < len(game.deals):
        raise IncidentError("no_deal", game=place.game + 1, deal=1 if place.deal is None else place.deal + 1)
    deal = game.deals[place.deal]
    if not FIRST_ITEM_TOKEN <= place.token <= FIRST_ITEM_TOKEN + len(deal.items):
        raise IncidentError("no_token", game=place.game + 1, deal=place.deal + 1, token=place.token)
    return deal


def end_of_place(rubber: Rubber, game: int, deal: int | None) -> Place:
    """Return the position after the last item of a deal.

    ``game`` and ``deal`` are indexes from 0. If ``deal`` is None, return the position after the heading of
    the game. Raises ``IncidentError`` if the record has no such game or deal.
    """
    if deal is None:
        opening = game_at(rubber, Place(game, None, FIRST_OPENING_TOKEN)).opening
        return Place(game, None, FIRST_OPENING_TOKEN + sum(tokens_of_opening(item) for item in opening))
    items = deal_at(rubber, Place(game, deal, FIRST_ITEM_TOKEN)).items
    return Place(game, deal, FIRST_ITEM_TOKEN + len(items))


def opening_index(game: Game, place: Place) -> int:
    """Return the index in ``game.opening`` of the item at ``place``.

    Return the length of ``game.opening`` if ``place`` is the end of the game's heading. Raises
    ``IncidentError`` if ``place`` lies between the tokens of one cut, or after the heading.
    """
    token = FIRST_OPENING_TOKEN
    for index, item in enumerate(game.opening):
        if token == place.token:
            return index
        token += tokens_of_opening(item)
    if token == place.token:
        return len(game.opening)
    raise IncidentError("no_heading_token", game=place.game + 1, token=place.token)


def up_to(rubber: Rubber, place: Place, deal: Deal) -> Rubber:
    """Return a record with only one unfinished game, which ends with ``deal``.

    The game is the one that contains ``place``. ``deal`` replaces the deal that contains ``place``, and later
    deals are removed. Every game starts at 0-0, so the earlier games do not affect the score of the deal.
    """
    game = rubber.games[place.game]
    deals = (*game.deals[: place.deal or 0], deal)
    tags = tuple((name, value) for name, value in rubber.tags if name not in ("Result", "Points"))
    return Rubber(tags, (replace(game, number=1, deals=deals, final=None, final_comments=()),), Ending(None))


def with_deal(rubber: Rubber, place: Place, deal: Deal) -> Rubber:
    """Return the record with ``deal`` in place of the deal that contains ``place``."""
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
    """Return the comments sorted by token, each moved to another token.

    ``places`` maps token numbers: a comment after the token ``n`` moves to the token ``places[n]``.
    """
    moved = [Comment(places[comment.after], comment.text) for comment in comments]
    return tuple(sorted(moved, key=lambda comment: comment.after))
