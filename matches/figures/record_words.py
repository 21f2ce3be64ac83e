"""Translated names, explanations and values of the records, which ``matches.rules.figures.records`` defines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.common.number_format import decimal, grouped
from matches.rules.figures.records import BY_KEY, LEAST_GAMES, LEAST_GAMES_EVER, Ground, Group

Words = str | Promise

GROUP_NAMES: Final[dict[Group, Words]] = {
    "season": _("Over a season"),
    "runs": _("In a row"),
    "feats": _("In a day, a rubber, a game"),
}


@dataclass(frozen=True, slots=True)
class RecordWords:
    """The texts for a kind of record: ``meaning`` for the handbook, and ``ever``, its name for all time if another."""

    name: Words
    meaning: Words
    ever: Words = ""


def _words(name: Words, meaning: Words, ever: Words = "") -> RecordWords:
    return RecordWords(name, meaning, ever)


RECORD_WORDS: Final[dict[str, RecordWords]] = {
    "share_of_games": _words(
        _("Best share of games won"),
        _("Games won, of all games finished. A player needs a minimum of games."),
    ),
    "rubbers_won": _words(_("Most rubbers won"), _("Rubbers won."), _("Most rubbers won in a season")),
    "games_won": _words(
        _("Most games won"),
        _("Games won, including those of rubbers with only a result."),
        _("Most games won in a season"),
    ),
    "trebles_won": _words(
        _("Most trebles"),
        _("Games won against an opponent with no points (law 46), whatever the game counted."),
        _("Most trebles in a season"),
    ),
    "points_won": _words(
        _("Most points"),
        _("Points of the player’s rubbers as each counted its games, with the winner’s bonus."),
        _("Most points in a season"),
    ),
    "rubbers_played": _words(
        _("Most rubbers played"), _("Rubbers that count, won or lost."), _("Most rubbers played in a season")
    ),
    "voles_made": _words(
        _("Most voles"), _("All five tricks, marked as a vole."), _("Most voles in a season")
    ),
    "comebacks": _words(
        _("Most games won from 0–4 down"),
        _("Games that the player won after being 0–4 down."),
        _("Most games won from 0–4 down in a season"),
    ),
    "run_of_rubbers": _words(
        _("Longest run of rubbers won"),
        _("Rubbers won one after another. A lost rubber ends the run, and so does one without a winner."),
    ),
    "run_of_games": _words(
        _("Longest run of games won"),
        _(
            "Games won one after another, from rubber to rubber. A rubber with only a result ends the"
            " run unless one player won all its games."
        ),
    ),
    "run_of_trebles": _words(
        _("Longest run of trebles"),
        _(
            "Games won as trebles one after another. Any other game ends the run, and so does a rubber"
            " with only a result."
        ),
    ),
    "run_of_kings": _words(
        _("Longest run of kings turned up"),
        _(
            "Kings that the player turned up in their own deals, one after another. A deal whose turn-up"
            " is not recorded ends the run."
        ),
    ),
    "run_of_voles": _words(
        _("Longest run of voles"),
        _("Deals with a vole, one after another. A deal whose tricks are not recorded ends the run."),
    ),
    "voles_in_rubber": _words(_("Most voles in a rubber"), _("All the voles of one player in one rubber.")),
    "voles_in_day": _words(
        _("Most voles in a day"), _("In all rubbers of one day. Rubbers whose day is not known are left out.")
    ),
    "kings_in_game": _words(_("Most kings marked in a game"), _("Turned up or announced, and marked.")),
    "longest_game": _words(
        _("Longest game"), _("By the number of deals, without void ones. The winner holds the record.")
    ),
    "shortest_game": _words(
        _("Shortest game"), _("By the number of deals, without void ones. The winner holds the record.")
    ),
    "longest_rubber": _words(
        _("Longest rubber"), _("By the deals of all its games. The winner holds the record.")
    ),
}

MEDAL_WORDS: Final[dict[str, Words]] = {
    "share_of_games": _("of games won"),
    "rubbers_won": _("rubbers won in a season"),
    "games_won": _("games won in a season"),
    "trebles_won": _("trebles in a season"),
    "points_won": _("points in a season"),
    "rubbers_played": _("rubbers played in a season"),
    "voles_made": _("voles in a season"),
    "comebacks": _("games won from 0–4 down in a season"),
    "run_of_rubbers": _("rubbers won in a row"),
    "run_of_games": _("games won in a row"),
    "run_of_trebles": _("trebles in a row"),
    "run_of_kings": _("kings turned up in a row"),
    "run_of_voles": _("voles in a row"),
    "voles_in_rubber": _("voles in a rubber"),
    "voles_in_day": _("voles in a day"),
    "kings_in_game": _("kings marked in a game"),
    "longest_game": _("deals in the longest game"),
    "shortest_game": _("deals in the shortest game"),
    "longest_rubber": _("deals in the longest rubber"),
}
"""The words for what the number of a record counts, where the number itself stands above in large figures."""

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
        "in %(number)s rubber whose points were recorded",
        "in %(number)s rubbers whose points were recorded",
        n,
    ),
    "games": lambda n: ngettext("in %(number)s game", "in %(number)s games", n),
    "games_with_points": lambda n: ngettext(
        "in %(number)s game whose points were recorded", "in %(number)s games whose points were recorded", n
    ),
    "games_with_deals": lambda n: ngettext(
        "in %(number)s game recorded deal by deal", "in %(number)s games recorded deal by deal", n
    ),
    "deals_with_turn_up": lambda n: ngettext("dealing %(number)s time", "dealing %(number)s times", n),
    "deals_with_tricks": lambda n: ngettext(
        "in %(number)s deal whose tricks were recorded", "in %(number)s deals whose tricks were recorded", n
    ),
}


def record_name(kind: str, *, is_ever: bool) -> Words:
    words = RECORD_WORDS[kind]
    return words.ever if is_ever and words.ever else words.name


def value_text(kind: str, thousandths: int) -> str:
    """Return a value, in thousandths, with its unit: ``7 trebles``, or ``61.3 %`` for a share."""
    if BY_KEY[kind].is_share:
        return gettext("%(share)s %%") % {"share": decimal(thousandths / 10, 1)}
    return _UNITS[_UNIT_OF[kind]](thousandths // 1000)


def ground_text(kind: str, number: int) -> str:
    """Return the amount of play behind a record: ``in 131 games``, or ``of 38`` of the same unit.

    It is empty for the rubbers played, which are all that there were.
    """
    if kind == "rubbers_played":
        return ""
    ground = BY_KEY[kind].ground
    text = gettext("of %(number)s") if _UNIT_OF.get(kind) == ground else GROUNDS[ground](number)
    return text % {"number": grouped(number)}


def least_text(kind: str, *, is_ever: bool) -> str:
    """Return the minimum of games for a share (``is_ever``: of all time), such as ``at least 30 games``, if any."""
    if not BY_KEY[kind].is_share:
        return ""
    return gettext("at least %(least)s games") % {"least": LEAST_GAMES_EVER if is_ever else LEAST_GAMES}


def more_text(number: int) -> str:
    """Return a phrase such as ``and 3 more share it`` for holders who are not listed, empty for 0."""
    if not number:
        return ""
    text = ngettext("and %(number)s more shares it", "and %(number)s more share it", number)
    return text % {"number": grouped(number)}
