"""Put the codes of errors about events into sentences that say what is wrong, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from matches.events import draw
from matches.events.words import Names, Templates, coded_words
from matches.rules.events import act_errors, fold_draft

NOBODY: Final[Names] = {}

PLAN_ERRORS: Final[Templates] = {
    "plan_not_object": _("The plan needs an object at %(where)s."),
    "plan_not_list": _("The plan needs a list at %(where)s."),
    "plan_not_text": _("The plan needs a text at %(where)s."),
    "plan_not_number": _("The plan needs a whole number at %(where)s."),
    "plan_not_boolean": _("The plan needs true or false at %(where)s."),
    "plan_unknown_key": _("The plan has an unknown field: %(where)s."),
    "plan_missing_key": _("The plan lacks a required field: %(where)s."),
    "plan_unknown_value": _("The plan has an unknown value at %(where)s: %(value)s."),
    "plan_no_stages": _("Choose how the event is played."),
    "plan_too_many_stages": _("An event can have at most %(most)s stages. This one has %(stages)s."),
    "plan_unused": _("This format does not use this setting: %(field)s."),
    "plan_out_of_range": _("Give a number from %(least)s to %(most)s, not %(value)s."),
    "plan_stage_out_of_range": _("Give a number from %(least)s to %(most)s, not %(value)s."),
    "plan_best_of_even": _("Best of %(best_of)s can end in a tie. Choose an odd number."),
    "plan_name_too_long": _(
        "Shorten the name to %(most)s characters, because the names of the rounds begin with it."
    ),
    "plan_name_lines": _("Write the name on one line, with no spaces before or after it."),
    "plan_name_twice": _("Two stages are called %(name)s. Give them different names."),
    "plan_lot_seed_too_long": _("Shorten the random seed to %(most)s characters."),
    "plan_starts_on_no_date": _("%(value)s is not a date."),
    "plan_too_many_prizes": _("An event can have at most %(most)s prizes. This one has %(prizes)s."),
    "plan_prize_too_long": _("Shorten each prize to %(most)s characters."),
    "plan_prize_lines": _(
        "Write the prize of place %(place)s on one line, with no spaces before or after it."
    ),
    "plan_qualifiers_missing": _("Give the number of players who go on to the next stage."),
    "plan_qualifiers_in_last": _("Nobody goes on from the last stage. Leave this at 0."),
    "plan_too_few_qualifiers": _("At least %(fewest)s players have to go on to the next stage."),
    "plan_too_many_qualifiers": _("At most %(most)s players can go on to the next stage."),
    "plan_tie_break_twice": _("Choose each tie-break once. This one is chosen twice: %(tie_break)s."),
    "plan_lot_not_last": _("Put the drawing of lots last. No ties remain after it."),
    "plan_first_due_missing": _("Give the last day of the first round."),
    "plan_first_due_no_date": _("%(value)s is not a date."),
}
ACT_ERRORS: Final[Templates] = {
    **PLAN_ERRORS,
    "event_open": _("This event has no plan yet. Plan it first."),
    "event_complete": _("The event is complete. Reopen it to change something."),
    "event_not_complete": _("The event is not complete, so there is nothing to reopen."),
    "stage_unknown": _("The event has no stage %(stage)s."),
    "stage_unfinished": _(
        "Stage %(stage)s is not complete. Results are missing, or rounds have yet to be drawn."
    ),
    "plan_drawn": _("This can no longer be changed, because the draw depends on it: %(field)s."),
    "plan_stage_drawn": _(
        "The draw of stage %(stage)s depends on this: %(field)s. Discard the draw to change it."
    ),
    "plan_stage_removed": _("Stage %(stage)s is drawn. Discard its draw before you remove it from the plan."),
    "plan_rules_played": _("These rules can no longer be changed, because rubbers were played under them."),
    "entry_of_nobody": _("Choose a player to enter."),
    "entered_already": _("%(player)s is entered already."),
    "entered_too_many": _("An event can have at most %(most)s players."),
    "entry_closed": _("Stage %(stage)s is over, so players can no longer be entered."),
    "entry_bracket_drawn": _(
        "The bracket is drawn, so players can no longer be entered. Discard the draw to add a player."
    ),
    "entry_no_round_left": _("All rounds of stage %(stage)s are drawn, so players can no longer be entered."),
    "entry_no_place_left": _(
        "The tables of stage %(stage)s have no empty place. Discard the draw to add a player."
    ),
    "entry_place_wanted": _("Choose the empty place that the late entry takes."),
    "entry_place_taken": _("Place %(number)s of group %(group)s is not empty."),
    "entry_place_unused": _("No place can be chosen here. Leave it out."),
    "entry_place_of_one": _("A place is for one player. Enter late players one by one."),
    "not_entered": _("%(player)s is not entered in this event."),
    "removed_after_draw": _(
        "%(player)s is drawn in stage %(stage)s. Withdraw them instead of removing them."
    ),
    "seeded_after_draw": _("Stage %(stage)s is drawn, so the seeds can no longer be changed."),
    "seeded_twice": _("%(player)s has two places among the seeds. Give them one."),
    "checked_in_already": _("%(player)s is checked in already."),
    "not_checked_in": _("%(player)s is not checked in."),
    "checked_in_too_late": _(
        "Stage %(stage)s is drawn without %(player)s. Remove them, then enter them late."
    ),
    "check_in_drawn": _("%(player)s is drawn in stage %(stage)s. Withdraw them instead."),
    "round_unknown": _("Stage %(stage)s has no round %(round)s."),
    "round_over": _("Round %(round)s of stage %(stage)s is over. Choose a later one."),
    "withdrawn_before_draw": _("Nothing is drawn yet. Remove the entry of %(player)s instead."),
    "withdrawn_already": _("%(player)s has withdrawn from round %(round)s already."),
    "not_withdrawn": _("%(player)s has not withdrawn."),
    "returned_after_draw": _(
        "Round %(round)s was drawn without %(player)s. They can return in the next one."
    ),
    "undrawn_player": _("%(player)s is not in stage %(stage)s."),
    "bye_not_swiss": _(
        "Byes cannot be requested in stage %(stage)s, because it is not paired round by round."
    ),
    "bye_round_drawn": _("Round %(round)s is drawn already. Discard its draft, or choose a later round."),
    "bye_requested_already": _("%(player)s has already requested a bye in round %(round)s."),
    "bye_not_requested": _("%(player)s has not requested a bye in round %(round)s."),
    "bye_requested_too_often": _("%(player)s has already requested %(most)s byes, and cannot request more."),
    "forbidden_with_himself": _("%(player)s is in the pair twice. Choose two players."),
    "forbidden_twice": _("%(player_1)s and %(player_2)s are listed twice. List each pair once."),
    "draw_too_early": _("Stage %(earlier)s has to be complete before stage %(stage)s is drawn."),
    "drawn_already": _("Stage %(stage)s is drawn already."),
    "drawn_all": _("All %(rounds)s rounds of stage %(stage)s are drawn."),
    "draft_waiting": _("Round %(round)s is a draft. Release or discard it before you draw the next one."),
    "too_few_players": _(
        "There are %(players)s players to draw, and at least %(fewest)s are needed. Are they checked in?"
    ),
    "too_many_groups": _(
        "%(players)s players cannot form %(groups)s groups of two or more. Plan fewer groups."
    ),
    "too_many_rounds": _(
        "Stage %(stage)s would have %(rounds)s rounds, and the limit is %(most)s. Plan more groups,"
        " fewer meetings, or a Swiss."
    ),
    "draw_outdated": _("The entries changed while stage %(stage)s was being drawn. Draw again."),
    "draw_labels": _("The event already has a round called %(label)s. Give the stage another name."),
    "not_drawn": _("Stage %(stage)s is not drawn yet."),
    "round_not_drawn": _("Round %(round)s of stage %(stage)s is not drawn."),
    "change_of_positions": _("To change a bracket, swap its places, not its pairings."),
    "change_of_pairings": _("This stage has no bracket. Change the pairings of a round."),
    "change_of_nothing": _("This changes nothing."),
    "change_left_out": _("%(player)s would be left out of the round."),
    "change_twice": _("%(player)s would be in the round twice."),
    "change_stranger": _("%(player)s is not in this round."),
    "change_bye": _("Pairing %(number)s: a bye is for one player, a rubber for two."),
    "change_groups": _("Pairing %(number)s: the two players are in different groups."),
    "change_begun": _(
        "Pairing %(number)s can no longer be changed, because it is being played or has a result."
    ),
    "change_begun_from": _(
        "%(player)s cannot change places, because a pairing that has begun depends on it."
    ),
    "change_byes_meet": _("Two byes would meet."),
    "discarded_in_part": _("The rounds of this stage are drawn together. Discard all of them or none."),
    "discarded_before": _("Stage %(later)s is drawn from this one. Discard its draw first."),
    "released_already": _("Round %(round)s is released already."),
    "released_out_of_order": _("Release round %(first)s first."),
    "pairing_unknown": _("There is no pairing %(number)s in round %(round)s."),
    "pairing_not_released": _("Round %(round)s is not released. Release it before you award a rubber."),
    "pairing_not_ready": _("Pairing %(number)s is still waiting for a player."),
    "award_winner_wanted": _("Choose the winner of the rubber."),
    "award_winner_of_none": _("A double walkover has no winner."),
    "award_stranger": _("%(player)s is not one of the two."),
    "award_of_others": _("The players of pairing %(number)s have changed. Check the draw."),
    "awarded_already": _("Pairing %(number)s already has this award."),
    "not_awarded": _("Pairing %(number)s is not awarded."),
    "kept_no_bracket": _("Only pairings of a bracket can be kept."),
    "kept_stranger": _("%(player)s is not in stage %(stage)s."),
    "kept_with_himself": _("A player cannot meet themselves: %(player)s."),
    "kept_already": _("Pairing %(number)s is kept already."),
    "not_kept": _("Pairing %(number)s is not kept."),
    "undone_all": _("There is nothing to undo."),
    "undone_another": _("Something else has changed since. Check the event."),
    "undone_after_play": _(
        "This can no longer be undone, because table %(table)s of round %(round)s has been played"
        " or awarded. Discard the draw instead."
    ),
}
FACT_ERRORS: Final[Templates] = {
    "fact_unreadable": _("This log entry cannot be read. Its type is %(kind)s."),
    "fact_version": _("The log entries are not numbered in order. This one follows number %(before)s."),
    "fact_not_the_last": _("This log entry undoes number %(undone)s, but the last one was number %(last)s."),
    "fact_plan": _("The plan is not valid (%(problem)s)."),
    "fact_no_plan": _("The event has no plan yet."),
    "fact_stage_drawn": _("Stage %(stage)s is drawn."),
    "fact_entered_twice": _("%(player)s is entered twice."),
    "fact_too_many_entrants": _("More than %(most)s players are entered."),
    "fact_not_entered": _("%(player)s is not entered."),
    "fact_player_drawn": _("%(player)s is drawn already."),
    "fact_no_time": _("The log entry has no time."),
    "fact_place_taken": _("Place %(place)s of group %(group)s is not empty."),
    "fact_nothing_to_take_back": _("A log entry of the type %(kind)s has nothing to undo."),
    "fact_pair": _("A pair does not have two players."),
    "fact_no_stage": _("The event has no stage %(stage)s."),
    "fact_not_drawn": _("Stage %(stage)s is not drawn."),
    "fact_no_entrants": _("The draw of stage %(stage)s has no players."),
    "fact_no_positions": _("The draw of stage %(stage)s has no bracket."),
    "fact_round_order": _("Round %(round)s of stage %(stage)s is out of order. Round %(due)s is next."),
    "fact_no_round": _("Stage %(stage)s has no round %(round)s."),
    "fact_label_twice": _("Two rounds are called %(label)s."),
    "fact_stranger": _("%(player)s is not in stage %(stage)s."),
    "fact_twice_in_round": _("%(player)s is in round %(round)s of stage %(stage)s twice."),
    "fact_released_twice": _("Round %(round)s of stage %(stage)s is released twice."),
    "fact_no_pairing": _("Round %(round)s of stage %(stage)s has no pairing %(number)s."),
    "fact_winner": _("%(player)s is awarded a rubber that they do not play in."),
}
DRAW_PROBLEMS: Final[Templates] = {
    draw.GIVEN_UP: _(
        "The draw was started several times and never finished. Try again, and tell the host of this site."
    ),
    draw.BROKEN_OFF: _(
        "The draw failed because of an error of the site. Try again, and tell the host of this site."
    ),
    draw.STALE: _("The event kept changing while it was being drawn. Draw again."),
    draw.REASON_NEEDED: _(
        "Give a reason for the log, because this changes what has been released or played."
    ),
}
ERRORS: Final[tuple[tuple[Templates, Mapping[str, tuple[str, ...]]], ...]] = (
    (ACT_ERRORS, act_errors.ERROR_CODES),
    (FACT_ERRORS, fold_draft.ERROR_CODES),
    (DRAW_PROBLEMS, draw.PROBLEM_CODES),
)
"""Pairs of sentences and codes, one for each module that raises errors with a code."""


def error_words(code: str, params: Sequence[Any], names: Names = NOBODY) -> str:
    """Return the message for an error code; an unknown code unchanged. ``names`` are by public id."""
    for templates, codes in ERRORS:
        if code in codes:
            return coded_words(templates, codes, (code, *params), names)
    return code
