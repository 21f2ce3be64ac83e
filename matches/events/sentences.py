"""Put the codes of ``matches.rules.events`` for reasons and warnings into sentences.

A stored row of an open event's standings has the figure that decided, and the reason in English, which ends
with the two values compared. This module translates it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.events.words import Names, Templates, coded_words, figure_text, figure_words, list_words
from matches.rules.events import (
    bracket_rounds,
    bracket_table,
    derive,
    draw,
    draw_changes,
    fold_entries,
    outcomes,
    swiss,
    tables,
)
from matches.rules.events.open_table import Figure
from matches.rules.events.state import StageState, Why

Codes: TypeAlias = Mapping[str, tuple[str, ...]]

PAIRING_CODES: Final[Codes] = {
    **swiss.WHY_CODES,
    **draw.WHY_CODES,
    **draw_changes.WHY_CODES,
    **fold_entries.WHY_CODES,
    **bracket_rounds.WHY_CODES,
}
PAIRING_REASONS: Final[Templates] = {
    "swiss_level": gettext_lazy("Both had %(halves)s."),
    "swiss_across": gettext_lazy(
        "%(a_halves)s against %(b_halves)s: not everyone could meet a player with the same score."
    ),
    "swiss_rematch": gettext_lazy("They meet again, because it could not be avoided."),
    "swiss_forbidden": gettext_lazy("They were not to meet, but it could not be avoided."),
    "bye_lowest": gettext_lazy("A bye for the lowest score without one yet: %(halves)s."),
    "bye_above": gettext_lazy(
        "A bye with %(halves)s. For players with less, down to %(lowest_halves)s, it would have"
        " meant a rematch or a forbidden pair."
    ),
    "bye_second": gettext_lazy("Bye number %(byes)s for this player. All others have had one or are needed."),
    "berger": gettext_lazy("Berger table, round %(round)s: %(number_a)s and %(number_b)s."),
    "berger_bye": gettext_lazy("Berger table, round %(round)s: %(number)s has a bye."),
    "requested_bye": gettext_lazy("A requested bye."),
    "by_hand": gettext_lazy("Paired by hand."),
    "late_entry": gettext_lazy("A late entry in the empty place %(place)s."),
    "bracket_seeds": gettext_lazy("Seed %(seed_a)s meets seed %(seed_b)s."),
    "bracket_bye": gettext_lazy("Seed %(seed)s has a bye."),
    "bracket_lot": gettext_lazy("Paired by lot."),
    "bracket_lot_bye": gettext_lazy("A bye by lot."),
    "bracket_meet": gettext_lazy(
        "%(came_a)s of %(label_a)s, %(number_a)s, meets %(came_b)s of %(label_b)s, %(number_b)s."
    ),
    "bracket_unopposed": gettext_lazy("%(came)s of %(label)s, %(number)s, has no opponent and goes on."),
    "bracket_kept": gettext_lazy("Kept as it was played, although an earlier result was corrected."),
}
OUTSIDE_REASONS: Final[Templates] = {
    "no_draw": gettext_lazy("Nothing is drawn yet."),
    "no_such_round": gettext_lazy("Written for “%(label)s”, which was not found in the draw."),
    "not_entered": gettext_lazy("%(player)s is not entered."),
    "not_paired": gettext_lazy("The two players are not paired in this round: %(label)s."),
    "second_result": gettext_lazy("Another rubber of these two players counts in this round: %(label)s."),
}
PLACE_CODES: Final[Codes] = {**tables.BECAUSE_CODES, **bracket_table.BECAUSE_CODES}
PLACE_REASONS: Final[Templates] = {
    "level": gettext_lazy("Tied with the next player."),
    "next_annulled": gettext_lazy(
        "The next player withdrew early and comes last: those results do not count."
    ),
    "bracket_champion": gettext_lazy("Won the bracket."),
    "bracket_in": gettext_lazy("Still in; the next player went out in: %(next_label)s."),
    "bracket_out": gettext_lazy("Went out in: %(label)s; the next player in: %(next_label)s."),
    "bracket_third_place": gettext_lazy("Won the rubber for third place."),
    "bracket_consolation_won": gettext_lazy("Won the consolation."),
    "bracket_consolation_in": gettext_lazy(
        "Still in the consolation; the next player went out in: %(next_label)s."
    ),
    "bracket_consolation_out": gettext_lazy(
        "Went out of the consolation in: %(label)s; the next player in: %(next_label)s."
    ),
    "bracket_level": gettext_lazy("Tied with the next player."),
}
STAGE_WARNING_CODES: Final[Codes] = {
    **derive.WARNING_CODES,
    **draw.WARNING_CODES,
    **swiss.WARNING_CODES,
    **draw_changes.WARNING_CODES,
}
WARNINGS: Final[Templates] = {
    "second_result": gettext_lazy(
        "Two rubbers were entered for pairing %(number)s of %(label)s. The first counts. Declare the"
        " other void, or correct its round."
    ),
    "forbidden_met": gettext_lazy("%(a)s and %(b)s were not to meet, but are paired: %(label)s."),
    "drawn_undecided": gettext_lazy(
        "%(label)s was drawn while earlier results were missing (%(undecided)s). They counted nothing."
    ),
    "annulled": gettext_lazy(
        "%(player)s withdrew before playing half of their rubbers. None of their results count."
    ),
    "rubbers_outside": gettext_lazy(
        "Rubbers of this event that belong to no pairing and do not count: %(rubbers)s."
    ),
    "order_changed": gettext_lazy("The scoring or the tie-breaks were changed after the draw."),
    "award_unused": gettext_lazy(
        "The award of pairing %(number)s of %(label)s does not count, because its players have"
        " changed. Remove the award, or award the pairing again."
    ),
    "complete_but_open": gettext_lazy(
        "The event was completed, but stage %(stage)s is open again. Reopen the event, or enter what"
        " is missing."
    ),
    "berger_instead": gettext_lazy(
        "With %(rounds)s rounds for %(players)s players, the pairings follow the Berger tables."
        " Scores and tie-breaks are still those of a Swiss."
    ),
    "bye_requests_unused": gettext_lazy(
        "Requested byes that cannot be given, because the Berger tables leave no choice: %(requests)s."
    ),
    "undecided_before": gettext_lazy(
        "Results missing at the time of the draw, which counted nothing: %(pairings)s."
    ),
    "tables_wanting": gettext_lazy(
        "There are %(tables)s tables for %(wanted)s rubbers. The others wait for a table."
    ),
    "bracket_apart": gettext_lazy(
        "%(a)s and %(b)s would have met in the first round, but come from one group or are not to"
        " meet. They have been moved to other pairings."
    ),
    "swiss_rematch": gettext_lazy("%(a)s and %(b)s meet again, because it could not be avoided."),
    "swiss_forbidden": gettext_lazy("%(a)s and %(b)s were not to meet, but it could not be avoided."),
    "swiss_second_bye": gettext_lazy("%(player)s has another bye (%(byes)s)."),
    "swiss_first_deals": gettext_lazy(
        "%(player)s has dealt first %(first_deals)s times and second %(second_deals)s times."
    ),
    "change_rematch": gettext_lazy("%(a)s and %(b)s have met before."),
    "change_forbidden": gettext_lazy("%(a)s and %(b)s were not to meet."),
    "change_second_bye": gettext_lazy("%(player)s has had a bye before."),
}
COMPARED: Final = re.compile(r": (?P<own>\S+) to (?P<other>\S+)\.$")
STANDING_REASONS: Final[Mapping[Figure, str | Promise]] = {
    "rubbers_won": gettext_lazy("More rubbers won: %(own)s to %(other)s."),
    "points_difference": gettext_lazy(
        "Level on rubbers won; better difference of points: %(own)s to %(other)s."
    ),
    "games_difference": gettext_lazy(
        "Level on difference of points; better difference of games: %(own)s to %(other)s."
    ),
    "mutual_rubbers": gettext_lazy(
        "Level on difference of games; more rubbers won against one another: %(own)s to %(other)s."
    ),
    "mutual_points": gettext_lazy(
        "Level on rubbers won against one another; better difference of points against one another:"
        " %(own)s to %(other)s."
    ),
}


def why_words(why: Why, names: Names) -> str:
    """Return why two players meet, or one has a bye, if there is a reason. ``names`` are by public id."""
    return capfirst(coded_words(PAIRING_REASONS, PAIRING_CODES, why, names))


def outside_words(why: Why, names: Names) -> str:
    """Return why a rubber belongs to no pairing, from a code. ``names`` are players' names by public id."""
    if why[:2] == ("no_such_round", ""):
        return _("Its record names no round.")
    return coded_words(OUTSIDE_REASONS, outcomes.WHY_CODES, why, names)


def warning_words(warning: Why, names: Names) -> str:
    """Return a warning for the director, from its code. ``names`` are players' names by public id."""
    return coded_words(WARNINGS, STAGE_WARNING_CODES, warning, names)


def because_words(because: Why) -> str:
    """Return why a row is above the next one, from a code with its parameters; empty for the last row."""
    if because and because[0] == "decided":
        return _decided_words(*because[1:])
    return coded_words(PLACE_REASONS, PLACE_CODES, because, {})


def _decided_words(figure: str, own: int, below: int, level_on: list[str]) -> str:
    params = {
        "level": list_words([figure_words(each) for each in level_on]),
        "figure": figure_words(figure),
        "own": figure_text(figure, own),
        "below": figure_text(figure, below),
    }
    if figure == "lot":
        return _("Tied on %(level)s; decided by lot.") % params if level_on else _("Decided by lot.")
    if not level_on:
        return _("Better %(figure)s: %(own)s to %(below)s.") % params
    return _("Tied on %(level)s; better %(figure)s: %(own)s to %(below)s.") % params


AHEAD: Final[Mapping[str, str | Promise]] = {
    "games": gettext_lazy("Ahead of %(next)s: %(own)s games to %(below)s"),
    "stake": gettext_lazy("Ahead of %(next)s: value %(own)s to %(below)s"),
    "buchholz": gettext_lazy("Ahead of %(next)s: their opponents scored %(own)s in all, against %(below)s"),
    "buchholz_cut_1": gettext_lazy(
        "Ahead of %(next)s: their opponents scored %(own)s in all, against %(below)s (without the lowest)"
    ),
    "games_difference": gettext_lazy("Ahead of %(next)s: games %(own)s to %(below)s"),
    "points_difference": gettext_lazy("Ahead of %(next)s: value %(own)s to %(below)s"),
    "direct_encounter": gettext_lazy("Ahead of %(next)s: %(own)s to %(below)s when they met"),
    "mutual_rubbers": gettext_lazy("Ahead of %(next)s: %(own)s to %(below)s when they met"),
    "mutual_points": gettext_lazy("Ahead of %(next)s: value %(own)s to %(below)s when they met"),
    "trebles": gettext_lazy("Ahead of %(next)s: %(own)s trebles to %(below)s"),
    "lot": gettext_lazy("Ahead of %(next)s by lot"),
}
"""Phrases for a row that is ahead of the next, by what its table scores or by the figure that decided."""


def ahead_words(because: Why, below: str, score: str) -> str:
    """Return why a row is above that of ``below``, a name, in a table that counts ``score``; "" for the last row."""
    if not because:
        return ""
    if because[0] == "level":
        return _("Tied with %(next)s") % {"next": below}
    if because[0] == "next_annulled":
        return _("%(next)s withdrew early and comes last: those results do not count") % {"next": below}
    if because[0] != "decided":
        return because_words(because)
    _code, figure, own, other, _level = because
    return _ahead(score if figure == "score" else figure, figure, own, other, below)


def ahead_of_next(decided_by: str, reason: str, below: str) -> str:
    """Return why a row of an open event is above that of ``below``, from its stored figure and reason, if any."""
    if not reason:
        return ""
    compared = COMPARED.search(reason)
    if not decided_by:
        return _("Tied with %(next)s") % {"next": below}
    if compared is None:
        return reason
    own, other = (int(compared[name]) for name in ("own", "other"))
    return _ahead("rubbers" if decided_by == "rubbers_won" else decided_by, decided_by, own, other, below)


def _ahead(key: str, figure: str, own: int, other: int, below: str) -> str:
    params = {"next": below, "figure": figure_words(figure)}
    params |= {"own": figure_text(figure, own), "below": figure_text(figure, other)}
    if key == "rubbers":
        halves = own if figure == "score" else 2 * own
        text = ngettext(
            "Ahead of %(next)s: %(own)s rubber to %(below)s",
            "Ahead of %(next)s: %(own)s rubbers to %(below)s",
            1 if halves == 2 else 2,
        )
        return text % params
    return str(AHEAD.get(key, gettext_lazy("Ahead of %(next)s: %(figure)s %(own)s to %(below)s"))) % params


def stage_warnings(stage: StageState, names: Names) -> list[str]:
    return list(dict.fromkeys(warning_words(tuple(warning), names) for warning in stage.warnings))


def standing_reason(decided_by: str, reason: str) -> str:
    """Return the stored English ``reason`` for a row of an open event in the reader's language.

    The result is empty if no reason is stored.
    """
    if not reason:
        return ""
    if not decided_by:
        return _("Tied with the next player.")
    compared = COMPARED.search(reason)
    template = {str(figure): text for figure, text in STANDING_REASONS.items()}.get(decided_by)
    if compared is None or template is None:
        return reason
    return str(template) % {key: value.replace("-", "−") for key, value in compared.groupdict().items()}
