"""What each record is called, what it counts, and how its figure is told. The registry says how it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.common.localized_numbers import decimal, grouped
from matches.rules.figures.records.definitions import (
    BY_KEY,
    LEAST_GAMES,
    LEAST_GAMES_EVER,
    Ground,
    Group,
)

Words = str | Promise

GROUP_NAMES: Final[dict[Group, Words]] = {
    "season": gettext_lazy("Over a season"),
    "runs": gettext_lazy("One after another"),
    "feats": gettext_lazy("In a day, a rubber, a game"),
}


@dataclass(frozen=True, slots=True)
class RecordWords:
    """``name`` of the record within one season or of all time, ``ever`` where that of all time has another name.

    ``meaning`` is for the handbook: what is counted, and what ends a run.
    """

    name: Words
    meaning: Words
    ever: Words = ""


def _words(name: Words, meaning: Words, ever: Words = "") -> RecordWords:
    return RecordWords(name, meaning, ever)


RECORD_WORDS: Final[dict[str, RecordWords]] = {
    "share_of_games": _words(
        gettext_lazy("Best share of games won"),
        gettext_lazy("Games won among all that he finished, from a least number of games on."),
    ),
    "rubbers_won": _words(
        gettext_lazy("Most rubbers won"),
        gettext_lazy("Rubbers that he won."),
        gettext_lazy("Most rubbers won in a season"),
    ),
    "games_won": _words(
        gettext_lazy("Most games won"),
        gettext_lazy("Games that he won, those of bare results among them."),
        gettext_lazy("Most games won in a season"),
    ),
    "trebles_won": _words(
        gettext_lazy("Most trebles"),
        gettext_lazy("Games won against an adversary without a point (law 46), however they were reckoned."),
        gettext_lazy("Most trebles in a season"),
    ),
    "points_won": _words(
        gettext_lazy("Most points"),
        gettext_lazy("Points of his rubbers as each was reckoned, the winner's bonus included."),
        gettext_lazy("Most points in a season"),
    ),
    "rubbers_played": _words(
        gettext_lazy("Most rubbers played"),
        gettext_lazy("Rubbers that count, won or lost."),
        gettext_lazy("Most rubbers played in a season"),
    ),
    "voles_made": _words(
        gettext_lazy("Most voles"),
        gettext_lazy("All five tricks, and marked as such."),
        gettext_lazy("Most voles in a season"),
    ),
    "comebacks": _words(
        gettext_lazy("Most games won from nil to four"),
        gettext_lazy("Games that he won after the score had stood at none to four against him."),
        gettext_lazy("Most games won from nil to four in a season"),
    ),
    "run_of_rubbers": _words(
        gettext_lazy("Longest run of rubbers won"),
        gettext_lazy(
            "Rubbers won one after another. One that he lost ends it, and one that ended without a winner."
        ),
    ),
    "run_of_games": _words(
        gettext_lazy("Longest run of games won"),
        gettext_lazy(
            "Games won one after another, from rubber to rubber. Of a bare result the order of games is known where one"
            " player won them all; any other ends the run."
        ),
    ),
    "run_of_trebles": _words(
        gettext_lazy("Longest run of trebles"),
        gettext_lazy("Games won as trebles one after another. Any other game ends it, and a bare result."),
    ),
    "run_of_kings": _words(
        gettext_lazy("Longest run of kings turned up"),
        gettext_lazy(
            "Kings that he turned up in deals of his own, one after another. A deal whose turn-up is not on record ends"
            " it."
        ),
    ),
    "run_of_voles": _words(
        gettext_lazy("Longest run of voles"),
        gettext_lazy(
            "Deals one after another in which he made the vole. One whose tricks are not on record ends it."
        ),
    ),
    "voles_in_rubber": _words(
        gettext_lazy("Most voles in a rubber"), gettext_lazy("As many as he made in one rubber.")
    ),
    "voles_in_day": _words(
        gettext_lazy("Most voles in a day"),
        gettext_lazy("In all rubbers of one day; those whose day is not known are left out."),
    ),
    "kings_in_game": _words(
        gettext_lazy("Most kings marked in a game"), gettext_lazy("Turned up or announced, and marked.")
    ),
    "longest_game": _words(
        gettext_lazy("Longest game"),
        gettext_lazy("By its deals, void ones left out. It stands under the name of the winner."),
    ),
    "shortest_game": _words(
        gettext_lazy("Shortest game"),
        gettext_lazy("By its deals, void ones left out. It stands under the name of the winner."),
    ),
    "longest_rubber": _words(
        gettext_lazy("Longest rubber"),
        gettext_lazy("By the deals of all its games. It stands under the name of the winner."),
    ),
}

_UNITS: Final[dict[str, Callable[[int], str]]] = {
    "rubbers": lambda n: ngettext("%(number)s rubber", "%(number)s rubbers", n) % {"number": grouped(n)},
    "games": lambda n: ngettext("%(number)s game", "%(number)s games", n) % {"number": grouped(n)},
    "deals": lambda n: ngettext("%(number)s deal", "%(number)s deals", n) % {"number": grouped(n)},
    "trebles": lambda n: ngettext("%(number)s treble", "%(number)s trebles", n) % {"number": grouped(n)},
    "kings": lambda n: ngettext("%(number)s king", "%(number)s kings", n) % {"number": grouped(n)},
    "voles": lambda n: ngettext("%(number)s vole", "%(number)s voles", n) % {"number": grouped(n)},
    "points": lambda n: ngettext("%(number)s point", "%(number)s points", n) % {"number": grouped(n)},
}
_UNIT_OF: Final = {
    "rubbers_won": "rubbers",
    "games_won": "games",
    "trebles_won": "trebles",
    "points_won": "points",
    "rubbers_played": "rubbers",
    "voles_made": "voles",
    "comebacks": "games",
    "run_of_rubbers": "rubbers",
    "run_of_games": "games",
    "run_of_trebles": "trebles",
    "run_of_kings": "kings",
    "run_of_voles": "voles",
    "voles_in_rubber": "voles",
    "voles_in_day": "voles",
    "kings_in_game": "kings",
    "longest_game": "deals",
    "shortest_game": "deals",
    "longest_rubber": "deals",
}

GROUNDS: Final[dict[Ground, Callable[[int], str]]] = {
    "rubbers": lambda n: ngettext("in %(number)s rubber", "in %(number)s rubbers", n),
    "rubbers_with_points": lambda n: ngettext(
        "in %(number)s rubber with points", "in %(number)s rubbers with points", n
    ),
    "games": lambda n: ngettext("in %(number)s game", "in %(number)s games", n),
    "games_with_points": lambda n: ngettext(
        "in %(number)s game with points", "in %(number)s games with points", n
    ),
    "games_with_deals": lambda n: ngettext(
        "in %(number)s game on record deal by deal", "in %(number)s games on record deal by deal", n
    ),
    "deals_with_turn_up": lambda n: ngettext(
        "in %(number)s own deal with its turn-up", "in %(number)s own deals with their turn-up", n
    ),
    "deals_with_tricks": lambda n: ngettext(
        "in %(number)s deal with its tricks", "in %(number)s deals with their tricks", n
    ),
}


def record_name(kind: str, *, is_ever: bool) -> Words:
    words = RECORD_WORDS[kind]
    return words.ever if is_ever and words.ever else words.name


def value_text(kind: str, thousandths: int) -> str:
    """``7 trebles``; a share as so many in 100."""
    if BY_KEY[kind].is_share:
        return _("%(share)s in 100") % {"share": decimal(thousandths / 10, 1)}
    return _UNITS[_UNIT_OF[kind]](thousandths // 1000)


def ground_text(kind: str, number: int) -> str:
    """On what a holder's figure stands: ``in 131 deals with their tricks``."""
    return GROUNDS[BY_KEY[kind].ground](number) % {"number": grouped(number)}


def least_text(kind: str, *, is_ever: bool) -> str:
    """From how many games on a share counts; empty for all other records."""
    if not BY_KEY[kind].is_share:
        return ""
    return _("from %(least)s games on") % {"least": LEAST_GAMES_EVER if is_ever else LEAST_GAMES}


def more_text(number: int) -> str:
    """How many share a record who find no line; empty where there is nobody."""
    if not number:
        return ""
    text = ngettext("and %(number)s more shares it", "and %(number)s more share it", number)
    return text % {"number": grouped(number)}
