"""What the pure modules say of an event by codes, in sentences: why two meet, why a place, what wants a look."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.words.labels import (
    Names,
    Templates,
    coded_words,
    figure_text,
    figure_words,
    list_words,
)
from matches.rules.events import derive, draw, draw_changes, tables
from matches.rules.events import result_index as book
from matches.rules.events.brackets import rounds
from matches.rules.events.brackets import table as bracket_table
from matches.rules.events.folding import entries
from matches.rules.events.state import EventState, StageState, Why
from matches.rules.events.swiss import pairing

Codes: TypeAlias = Mapping[str, tuple[str, ...]]

PAIRING_CODES: Final[Codes] = {
    **pairing.WHY_CODES,
    **draw.WHY_CODES,
    **draw_changes.WHY_CODES,
    **entries.WHY_CODES,
    **rounds.WHY_CODES,
}
PAIRING_REASONS: Final[Templates] = {
    "swiss_level": gettext_lazy("Both had %(halves)s."),
    "swiss_across": gettext_lazy("%(a_halves)s against %(b_halves)s: not all could meet somebody level."),
    "swiss_rematch": gettext_lazy("They meet again: there was no way round it."),
    "swiss_forbidden": gettext_lazy("They were not to meet, but there was no way round it."),
    "bye_lowest": gettext_lazy("A bye, with %(halves)s the lowest who had none yet."),
    "bye_above": gettext_lazy(
        "A bye with %(halves)s: those with less, down to %(lowest_halves)s, could not have it without a rematch"
        " or a forbidden pair."
    ),
    "bye_second": gettext_lazy(
        "A bye, the %(byes)s. for this player: everybody else has had one or is needed."
    ),
    "berger": gettext_lazy("Berger table, round %(round)s: %(number_a)s and %(number_b)s."),
    "berger_bye": gettext_lazy("Berger table, round %(round)s: %(number)s is left over."),
    "requested_bye": gettext_lazy("A bye that was asked for."),
    "by_hand": gettext_lazy("Put together by hand."),
    "late_entry": gettext_lazy("A late entry took the empty place %(place)s."),
    "bracket_seeds": gettext_lazy("Seed %(seed_a)s meets seed %(seed_b)s."),
    "bracket_bye": gettext_lazy("Seed %(seed)s has a bye."),
    "bracket_lot": gettext_lazy("Drawn together by lot."),
    "bracket_lot_bye": gettext_lazy("A bye, given by lot."),
    "bracket_meet": gettext_lazy(
        "%(came_a)s of %(label_a)s, %(number_a)s, meets %(came_b)s of %(label_b)s, %(number_b)s."
    ),
    "bracket_unopposed": gettext_lazy("%(came)s of %(label)s, %(number)s, meets nobody and goes on."),
    "bracket_kept": gettext_lazy("Kept as it was played, though a result before it was corrected."),
}
OUTSIDE_REASONS: Final[Templates] = {
    "no_draw": gettext_lazy("Nothing is drawn yet."),
    "no_such_round": gettext_lazy("The draw has no round that is called %(label)s."),
    "not_entered": gettext_lazy("%(player)s is not entered."),
    "not_paired": gettext_lazy("The two are not drawn against one another in this round: %(label)s."),
    "second_result": gettext_lazy("Another rubber of the two counts in this round: %(label)s."),
}
PLACE_CODES: Final[Codes] = {**tables.BECAUSE_CODES, **bracket_table.BECAUSE_CODES}
PLACE_REASONS: Final[Templates] = {
    "level": gettext_lazy("Level with the next in everything that counts: they share the place."),
    "next_annulled": gettext_lazy("The next withdrew early, and stands last: those results do not count."),
    "bracket_champion": gettext_lazy("Won the bracket."),
    "bracket_in": gettext_lazy("Still in; the next went out: %(next_label)s."),
    "bracket_out": gettext_lazy("Went out in: %(label)s; the next in: %(next_label)s."),
    "bracket_third_place": gettext_lazy("Won the rubber for third place."),
    "bracket_consolation_won": gettext_lazy("Won the consolation."),
    "bracket_consolation_in": gettext_lazy("Still in the consolation; the next went out: %(next_label)s."),
    "bracket_consolation_out": gettext_lazy(
        "Went out of the consolation in: %(label)s; the next in: %(next_label)s."
    ),
    "bracket_level": gettext_lazy("Came as far as the next: they share the place."),
}
STAGE_WARNING_CODES: Final[Codes] = {
    **derive.WARNING_CODES,
    **draw.WARNING_CODES,
    **pairing.WARNING_CODES,
    **draw_changes.WARNING_CODES,
}
WARNINGS: Final[Templates] = {
    "second_result": gettext_lazy(
        "Two rubbers were entered for pairing %(number)s of %(label)s. The first counts: declare the other void, or"
        " correct its round."
    ),
    "forbidden_met": gettext_lazy("%(a)s and %(b)s were not to meet, and are drawn together: %(label)s."),
    "drawn_undecided": gettext_lazy(
        "%(label)s was drawn while results were missing before it (%(undecided)s): those counted nothing."
    ),
    "annulled": gettext_lazy("%(player)s withdrew before half of his rubbers: none of his results counts."),
    "rubbers_outside": gettext_lazy(
        "Rubbers of this event that belong to no pairing, and count nowhere: %(rubbers)s."
    ),
    "order_changed": gettext_lazy("What the table counts, or its tie-breaks, was changed after the draw."),
    "award_unused": gettext_lazy(
        "The award of pairing %(number)s of %(label)s counts nothing: others than it was given to stand there now, or"
        " nobody. Take it back, or award the pairing anew."
    ),
    "complete_but_open": gettext_lazy(
        "The event was completed, but stage %(stage)s is open again: reopen the event, or enter what is missing."
    ),
    "berger_instead": gettext_lazy(
        "%(rounds)s rounds are so near the number of players, %(players)s, that they are played by the Berger tables."
        " Scores and tie-breaks are those of a Swiss all the same."
    ),
    "bye_requests_unused": gettext_lazy(
        "Byes that were asked for and are not given, as the Berger tables leave no choice: %(requests)s."
    ),
    "undecided_before": gettext_lazy(
        "Results that were missing when this was drawn: %(pairings)s. They counted nothing."
    ),
    "tables_wanting": gettext_lazy(
        "There are %(tables)s tables, and %(wanted)s rubbers: those without a table wait for one."
    ),
    "bracket_apart": gettext_lazy(
        "%(a)s and %(b)s would have met in the first round: they were in one group, or are not to meet, and have been"
        " put in other pairings."
    ),
    "swiss_rematch": gettext_lazy("%(a)s and %(b)s meet again: there was no way round it."),
    "swiss_forbidden": gettext_lazy("%(a)s and %(b)s were not to meet, but there was no way round it."),
    "swiss_second_bye": gettext_lazy("%(player)s has a bye again (%(byes)s)."),
    "swiss_first_deals": gettext_lazy(
        "%(player)s has dealt first %(first_deals)s times, and second %(second_deals)s times."
    ),
    "change_rematch": gettext_lazy("%(a)s and %(b)s have met before."),
    "change_forbidden": gettext_lazy("%(a)s and %(b)s were not to meet."),
    "change_second_bye": gettext_lazy("%(player)s has had a bye before."),
}


def why_words(why: Why, names: Names) -> str:
    """Why two meet, or somebody has a bye; empty where there is nothing to say."""
    return capfirst(coded_words(PAIRING_REASONS, PAIRING_CODES, why, names))


def outside_words(why: Why, names: Names) -> str:
    """Why a rubber of the event belongs to no pairing."""
    return coded_words(OUTSIDE_REASONS, book.WHY_CODES, why, names)


def warning_words(warning: Why, names: Names) -> str:
    """What a director should look at."""
    return coded_words(WARNINGS, STAGE_WARNING_CODES, warning, names)


def because_words(because: Why) -> str:
    """Why a line of a table stands above the next; empty on the last."""
    if because and because[0] == "decided":
        return _decided(*because[1:])
    return coded_words(PLACE_REASONS, PLACE_CODES, because, {})


def _decided(figure: str, own: int, below: int, level_on: list[str]) -> str:
    told = {
        "level": list_words([figure_words(each) for each in level_on]),
        "figure": figure_words(figure),
        "own": figure_text(figure, own),
        "below": figure_text(figure, below),
    }
    if figure == "lot":
        return _("Level on %(level)s; the lot decided.") % told if level_on else _("The lot decided.")
    if not level_on:
        return _("Better %(figure)s: %(own)s to %(below)s.") % told
    return _("Level on %(level)s; better %(figure)s: %(own)s to %(below)s.") % told


def warnings_of(state: EventState, names: Names) -> list[str]:
    """All warnings of the event and its stages in words, each once."""
    found = chain(state.warnings, *(stage.warnings for stage in state.stages))
    return list(dict.fromkeys(warning_words(tuple(warning), names) for warning in found))


def stage_warnings(stage: StageState, names: Names) -> list[str]:
    return list(dict.fromkeys(warning_words(tuple(warning), names) for warning in stage.warnings))
