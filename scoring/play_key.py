"""What a rubber was as play: the key under which a review of it holds, whoever played and wherever."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

from scoring.notation import write_rubber
from scoring.notation.tags import sort_tags
from scoring.record import VARIANT_TAGS, Call, CardPlayed, Deal, Ending, Game, Item, Rubber

_NOT_SAID: Final = Ending(games_won=None)


def play_key(rubber: Rubber) -> str:
    """SHA-256, in hexadecimal, of the canonical text of cards and rules of play alone.

    Into it go the rules that the tags state, with their defaults, and each game's cuts, incidents, deals and points.
    Left out are people, places and times, comments and reviewers' marks, and how the rubber ended. Raises
    ``RecordError`` as ``write_rubber`` does.
    """
    rules = rubber.rules
    tags = sort_tags(
        (
            ("EGN", "1"),
            ("A", "A"),
            ("B", "B"),
            ("BestOf", str(rules.best_of)),
            ("Reckoning", rules.reckoning),
            ("RubberBonus", str(rules.rubber_bonus)),
            ("Cut", rules.cut),
            ("Code", rules.code),
            # Left out of écarté's, whose keys are older than the tag.
            *([] if rules.variant == "ecarte" else [("Variant", VARIANT_TAGS[rules.variant])]),
        )
    )
    bare = Rubber(tags, tuple(_bare_game(game) for game in rubber.games), _NOT_SAID)
    return hashlib.sha256(write_rubber(bare).encode()).hexdigest()


def _bare_game(game: Game) -> Game:
    return replace(game, deals=tuple(_bare_deal(deal) for deal in game.deals), comments=(), final_comments=())


def _bare_deal(deal: Deal) -> Deal:
    if not deal.comments and not any(_is_marked(item) for item in deal.items):
        return deal
    return replace(deal, items=tuple(_unmarked(item) for item in deal.items), comments=())


def _is_marked(item: Item) -> bool:
    return isinstance(item, Call | CardPlayed) and item.suffix != ""


def _unmarked(item: Item) -> Item:
    return replace(item, suffix="") if isinstance(item, Call | CardPlayed) else item
