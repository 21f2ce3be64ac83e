"""Compute a hash of a rubber's play, by which reviews are shared between rubbers that were played alike."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

from scoring.notation import write_rubber
from scoring.notation.tags import sort_tags
from scoring.record import VARIANT_TAGS, Call, CardPlayed, Deal, Ending, Game, Item, Rubber

_NOT_SAID: Final = Ending(games_won=None)


def play_key(rubber: Rubber) -> str:
    """Return a SHA-256, in hexadecimal, that identifies the play of a rubber.

    Two rubbers with the same cards and rules of play have the same hash. It is computed from the rubber's
    canonical text, which includes the rules that the tags state (or their defaults) and each game's cuts,
    incidents, deals and points. Players, venues, times, comments, reviewers' suffixes (``!?``) and the ending
    of the rubber are excluded. Raises ``RecordError`` if ``write_rubber`` can't write the record.
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
            # Left out for écarté, because keys of écarté are older than the tag.
            *([] if rules.variant == "ecarte" else [("Variant", VARIANT_TAGS[rules.variant])]),
        )
    )
    bare = Rubber(tags, tuple(_strip_game(game) for game in rubber.games), _NOT_SAID)
    return hashlib.sha256(write_rubber(bare).encode()).hexdigest()


def _strip_game(game: Game) -> Game:
    return replace(
        game, deals=tuple(_strip_deal(deal) for deal in game.deals), comments=(), final_comments=()
    )


def _strip_deal(deal: Deal) -> Deal:
    if not deal.comments and not any(_is_marked(item) for item in deal.items):
        return deal
    return replace(deal, items=tuple(_strip_mark(item) for item in deal.items), comments=())


def _is_marked(item: Item) -> bool:
    return isinstance(item, Call | CardPlayed) and item.suffix != ""


def _strip_mark(item: Item) -> Item:
    return replace(item, suffix="") if isinstance(item, Call | CardPlayed) else item
