"""Template values of the handbook's chapters on figures, ratings, records, reviews, programs and La Triomphe.

All come from the constants and registries that the code itself uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.clubs.api_tokens import SCOPES
from matches.common.number_format import decimal, hundredths, percent
from matches.exchange.exports.requests import KEPT
from matches.figures.record_words import RECORD_WORDS
from matches.figures.words import FIGURE_WORDS, GROUP_NAMES, KINDS, UNITS
from matches.models.webhooks import Topic
from matches.pages.common.game_words import LABELS
from matches.pages.figures.ratings.rating_words import BAND
from matches.reviews.kind_costs import LEAST_PLAYERS
from matches.reviews.review_figures import LEAST_DECISIONS
from matches.rules.figures import records as record_kinds
from matches.rules.figures.accuracy import HALVING_LOSS, LEAST_OF_PLAYER, LEAST_OF_SIDE
from matches.rules.figures.figures import FIGURES, GROUPS, LEAST_OBSERVATIONS
from scoring.cards import HAND_SIZE, PLAYERS, Player, opponent
from scoring.follow import vulnerable_player
from scoring.marks import MAJORITY_OF_TRICKS, tricks_mark
from scoring.variants import VARIATIONS
from worker.ratings.constants import CONSTANTS, PROVISIONAL_ABOVE
from worker.ratings.glicko2 import MIDDLE, Strength, expected_score
from worker.ratings.rubber_chances import rubber_chance
from worker.review.chances import chances
from worker.review.labels import RIGHT_FROM, THRESHOLDS

POINTS_APART: Final = (10, 25, 50, 75, 100)
BEST_OF: Final = (3, 5)


def figures() -> dict[str, Any]:
    """Return the figures by group, in the order of the pages, each with its kind in words."""
    groups = [
        (
            group,
            GROUP_NAMES[group],
            [
                (each.key, FIGURE_WORDS[each.key], str(KINDS[each.kind]) % {"units": UNITS[each.unit]})
                for each in FIGURES
                if each.group == group
            ],
        )
        for group in GROUPS
    ]
    return {"groups": groups, "least": LEAST_OBSERVATIONS}


def ratings() -> dict[str, Any]:
    """Return a newcomer's rating, and the chances for given differences of rating if no deviation is left."""
    return {
        "middle": round(MIDDLE),
        "margin": round(BAND * CONSTANTS.deviation),
        "provisional_above": round(BAND * PROVISIONAL_ABOVE),
        "differences": [(points, *_chances(points)) for points in POINTS_APART],
        "lengths": BEST_OF,
    }


def records() -> dict[str, Any]:
    return {
        "records": [
            {"key": kind.key, "group": kind.group, "words": RECORD_WORDS[kind.key]}
            for kind in record_kinds.KINDS
        ],
        "least": record_kinds.LEAST_GAMES,
        "least_ever": record_kinds.LEAST_GAMES_EVER,
        "places": record_kinds.PLACES,
    }


def review() -> dict[str, Any]:
    """Return the labels of mistakes, each with its least cost in percent of the game, and the terms of accuracy."""
    labels = [{"name": LABELS[label], "cost": percent(least)} for least, label in reversed(THRESHOLDS)]
    return {
        "labels": labels,
        "least": LEAST_DECISIONS,
        "least_players": LEAST_PLAYERS,
        "right_from": percent(RIGHT_FROM),
        "halving": percent(HALVING_LOSS),
        "quartering": percent(2 * HALVING_LOSS),
        "of_player": LEAST_OF_PLAYER,
        "of_side": LEAST_OF_SIDE,
    }


def programs() -> dict[str, Any]:
    """Return the webhook topics, and the scopes of API tokens in order of power."""
    return {"topics": list(Topic.labels), "scopes": list(SCOPES.values()), "days_kept": KEPT.days}


def _chances(points: int) -> tuple[str, list[str]]:
    """Return the better player's chances in 100 of winning a game, and rubbers of each length."""
    chance = expected_score(Strength(MIDDLE + points, 0, 0), Strength(MIDDLE, 0, 0))
    rubbers = [decimal(100 * rubber_chance(chance, length), 0) for length in BEST_OF]
    return decimal(100 * chance, 0), rubbers


DEALER: Final[Player] = "A"
ELDER: Final = opponent(DEALER)
BIDDING: Final[Sequence[tuple[str, str | Promise]]] = (
    ("SS", _("Nobody offers the point")),
    ("PG", _("The elder hand offers it, the dealer takes it")),
    ("PR", _("The elder hand offers it, the dealer refuses")),
    ("SPG", _("The dealer offers it, the elder hand takes it")),
    ("SPR", _("The dealer offers it, the elder hand refuses")),
)
ENDS: Final[Sequence[tuple[Player, int]]] = (
    (ELDER, HAND_SIZE),
    (ELDER, MAJORITY_OF_TRICKS),
    (DEALER, MAJORITY_OF_TRICKS),
    (DEALER, HAND_SIZE),
)
"""The columns of the table of marks: the player who won the tricks, and the least number of tricks."""


def triomphe() -> dict[str, Any]:
    """Return the marks for each sequence of calls, and the elder hand's chances in percent of winning the game.

    The chances are by the elder hand's points, then by the dealer's.
    """
    return {
        "courses": courses(),
        "ends": end_headings(),
        "chances": [[hundredths(value) for value in row] for row in chances("triomphe").chance],
    }


def end_headings() -> list[str]:
    """Return the column heads of the table of marks: the tricks of the elder hand, then the dealer's."""
    elders = (tricks if winner == ELDER else HAND_SIZE - tricks for winner, tricks in ENDS)
    return [_pair(tricks, HAND_SIZE - tricks) for tricks in elders]


def courses() -> list[tuple[str, str | Promise, list[str]]]:
    """Return a table row for each sequence of calls: in EGN, in words, and the marks for each of ``ENDS``."""
    return [(letters, words, [_marked(letters, *end) for end in ENDS]) for letters, words in BIDDING]


def _marked(letters: str, winner: Player, tricks: int) -> str:
    """Return the marks as in ``2–0``, the elder hand's first."""
    taker = VARIATIONS["triomphe"].taken_by(letters, DEALER)
    vulnerable = vulnerable_player(letters, DEALER, "triomphe")
    mark = tricks_mark(taker or winner, MAJORITY_OF_TRICKS if taker else tricks, vulnerable, "triomphe")
    made = {player: mark.points if player == mark.player else 0 for player in PLAYERS}
    return _pair(made[ELDER], made[DEALER])


def _pair(elder: int, dealer: int) -> str:
    """Return both numbers with a word joiner, since a line may otherwise break after the dash."""
    return f"{elder}–\u2060{dealer}"
