"""What can't be done with an event, in words: what is wrong, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from matches.events import draw_requests
from matches.events.words.labels import Names, Templates, coded_words
from matches.rules.events import errors as act_errors
from matches.rules.events.folding import draft

NOBODY: Final[Names] = {}

PLAN_ERRORS: Final[Templates] = {
    "plan_not_object": _(
        "The plan is not of the shape that is wanted, at %(where)s: an object belongs there."
    ),
    "plan_not_list": _("The plan is not of the shape that is wanted, at %(where)s: a list belongs there."),
    "plan_not_text": _("The plan is not of the shape that is wanted, at %(where)s: a text belongs there."),
    "plan_not_number": _(
        "The plan is not of the shape that is wanted, at %(where)s: a whole number belongs there."
    ),
    "plan_not_boolean": _(
        "The plan is not of the shape that is wanted, at %(where)s: true or false belongs there."
    ),
    "plan_unknown_key": _("The plan says %(where)s, which no plan has."),
    "plan_missing_key": _("The plan says nothing of %(where)s, which every plan has."),
    "plan_unknown_value": _("The plan says %(value)s at %(where)s, which nobody knows."),
    "plan_no_stages": _("Choose how the event is played."),
    "plan_too_many_stages": _("An event has %(most)s stages at most; this one has %(stages)s."),
    "plan_unused": _("A stage of this kind has no use for this: %(field)s."),
    "plan_out_of_range": _("Give a number from %(least)s to %(most)s, not %(value)s."),
    "plan_stage_out_of_range": _("Give a number from %(least)s to %(most)s, not %(value)s."),
    "plan_best_of_even": _("Best of %(best_of)s can end level: choose an odd number."),
    "plan_name_too_long": _(
        "Shorten the name to %(most)s characters: the labels of the rounds begin with it."
    ),
    "plan_name_lines": _("Write the name on one line, with no blank before or after it."),
    "plan_name_twice": _("Two stages are called %(name)s: their rounds could not be told apart."),
    "plan_lot_seed_too_long": _("Shorten the seed of the lots to %(most)s characters."),
    "plan_starts_on_no_date": _("%(value)s is not a day."),
    "plan_qualifiers_missing": _("Say how many go on into the next stage."),
    "plan_qualifiers_in_last": _("Nobody goes on from the last stage: leave this at 0."),
    "plan_too_few_qualifiers": _("At least %(fewest)s have to go on into the next stage."),
    "plan_too_many_qualifiers": _("At most %(most)s can go on into the next stage."),
    "plan_tie_break_twice": _("Name each tie-break once: %(tie_break)s stands here twice."),
    "plan_lot_not_last": _("After the lot nobody is level any more: put it last."),
    "plan_first_due_missing": _("Give the last day of the first round."),
    "plan_first_due_no_date": _("%(value)s is not a day."),
}
ACT_ERRORS: Final[Templates] = {
    **PLAN_ERRORS,
    "event_open": _("It is not decided yet how this event is played: plan it first."),
    "event_complete": _("The event is complete. Reopen it to change something."),
    "event_not_complete": _("The event is not complete, so that there is nothing to reopen."),
    "stage_unknown": _("The event has no stage %(stage)s."),
    "stage_unfinished": _(
        "Stage %(stage)s is not complete: some results are missing, or rounds still to draw."
    ),
    "plan_drawn": _(
        "Something is drawn already, and the draw rests on this: %(field)s. It can't be changed any more."
    ),
    "plan_stage_drawn": _(
        "Stage %(stage)s is drawn, and the draw rests on this: %(field)s. Discard the draw to change it."
    ),
    "plan_stage_removed": _("Stage %(stage)s is drawn: discard its draw before you take it out of the plan."),
    "plan_rules_played": _("Rubbers were played under these rules: they can't be changed any more."),
    "entry_of_nobody": _("Choose somebody to enter."),
    "entered_already": _("%(player)s is entered already."),
    "entered_too_many": _("An event takes %(most)s players at most."),
    "entry_closed": _("Stage %(stage)s is over, so that nobody can be entered any more."),
    "entry_bracket_drawn": _(
        "The bracket is drawn: nobody can be entered any more. Discard the draw to let somebody in."
    ),
    "entry_no_round_left": _(
        "All rounds of stage %(stage)s are drawn, so that nobody can be entered any more."
    ),
    "entry_no_place_left": _(
        "The tables of stage %(stage)s have no empty place. Discard the draw to let somebody in."
    ),
    "entry_place_wanted": _("Say which of the empty places the late entry takes."),
    "entry_place_taken": _("Place %(number)s of group %(group)s is not empty."),
    "entry_place_unused": _("Nobody takes a place here: leave it out."),
    "entry_place_of_one": _("One place is for one player: enter late ones one by one."),
    "not_entered": _("%(player)s is not entered in this event."),
    "removed_after_draw": _("%(player)s is drawn in stage %(stage)s: withdraw him instead of removing him."),
    "seeded_after_draw": _("Stage %(stage)s is drawn: the seeds stay as they were."),
    "seeded_twice": _("%(player)s has two places among the seeds: give him one."),
    "checked_in_already": _("%(player)s is checked in already."),
    "not_checked_in": _("%(player)s is not checked in."),
    "checked_in_too_late": _("Stage %(stage)s is drawn without %(player)s. Remove him, and enter him late."),
    "check_in_drawn": _("%(player)s is drawn in stage %(stage)s: withdraw him instead."),
    "round_unknown": _("Stage %(stage)s has no round %(round)s."),
    "round_over": _("Round %(round)s of stage %(stage)s is over: choose a later one."),
    "withdrawn_before_draw": _("Nothing is drawn yet: remove the entry of %(player)s instead."),
    "withdrawn_already": _("%(player)s has withdrawn from round %(round)s already."),
    "not_withdrawn": _("%(player)s has not withdrawn."),
    "returned_after_draw": _("Round %(round)s was drawn without %(player)s: let him return in the next one."),
    "undrawn_player": _("%(player)s is not in stage %(stage)s."),
    "bye_not_swiss": _("Stage %(stage)s is not paired round by round: nobody can ask for a bye in it."),
    "bye_round_drawn": _("Round %(round)s is drawn already. Discard its draft, or ask for a later round."),
    "bye_requested_already": _("%(player)s has asked for a bye in round %(round)s already."),
    "bye_not_requested": _("%(player)s has not asked for a bye in round %(round)s."),
    "bye_requested_too_often": _("%(player)s has asked for %(most)s byes already, and more are not given."),
    "forbidden_with_himself": _("%(player)s stands in the pair twice: name two people."),
    "forbidden_twice": _("%(player_1)s and %(player_2)s are named twice: name each pair once."),
    "draw_too_early": _("Stage %(earlier)s has to be complete before stage %(stage)s is drawn."),
    "drawn_already": _("Stage %(stage)s is drawn already."),
    "drawn_all": _("All %(rounds)s rounds of stage %(stage)s are drawn."),
    "draft_waiting": _("Round %(round)s is a draft: release it or discard it before the next one is drawn."),
    "too_few_players": _(
        "There are %(players)s players to draw; it takes at least %(fewest)s. Are they checked in?"
    ),
    "too_many_groups": _(
        "%(players)s players can't be divided into %(groups)s groups of two or more: plan fewer groups."
    ),
    "too_many_rounds": _(
        "Stage %(stage)s would have %(rounds)s rounds, and more than %(most)s are not drawn: plan more groups, fewer"
        " meetings, or a Swiss."
    ),
    "draw_outdated": _("Somebody came or went while stage %(stage)s was drawn. Draw again."),
    "draw_labels": _("The event has another round that is called %(label)s: give the stage another name."),
    "not_drawn": _("Stage %(stage)s is not drawn yet."),
    "round_not_drawn": _("Round %(round)s of stage %(stage)s is not drawn."),
    "change_of_positions": _("A bracket is changed by its places, not by its pairings."),
    "change_of_pairings": _("This stage has no bracket: change the pairings of a round."),
    "change_of_nothing": _("This changes nothing."),
    "change_left_out": _("%(player)s would be left out of the round."),
    "change_twice": _("%(player)s would stand in the round twice."),
    "change_stranger": _("%(player)s is not in this round."),
    "change_bye": _("Pairing %(number)s: a bye is of one player, and a rubber of two."),
    "change_groups": _("Pairing %(number)s: the two are of different groups."),
    "change_begun": _("Pairing %(number)s has a result, or is being played: it stays as it is."),
    "change_begun_from": _("%(player)s stays in his place: a pairing that is begun comes from it."),
    "change_byes_meet": _("Two byes would meet."),
    "discarded_in_part": _("The rounds of this stage are drawn together: discard all of them or none."),
    "discarded_before": _("Stage %(later)s is drawn from this one: discard its draw first."),
    "released_already": _("Round %(round)s is released already."),
    "released_out_of_order": _("Release round %(first)s first."),
    "pairing_unknown": _("There is no pairing %(number)s in round %(round)s."),
    "pairing_not_released": _("Round %(round)s is not released: release it before something is awarded."),
    "pairing_not_ready": _("Pairing %(number)s still waits for a player."),
    "award_winner_wanted": _("Say who gets the rubber."),
    "award_winner_of_none": _("Of a double walkover nobody is the winner."),
    "award_stranger": _("%(player)s is not one of the two."),
    "award_of_others": _("Others stand in pairing %(number)s by now. Look at the draw as it is."),
    "awarded_already": _("Pairing %(number)s is awarded like that already."),
    "not_awarded": _("Pairing %(number)s is not awarded."),
    "kept_no_bracket": _("Only pairings of a bracket can be kept."),
    "kept_stranger": _("%(player)s is not in stage %(stage)s."),
    "kept_with_himself": _("%(player)s can't meet himself."),
    "kept_already": _("Pairing %(number)s is kept already."),
    "not_kept": _("Pairing %(number)s is not kept."),
    "undone_all": _("There is nothing to take back."),
    "undone_another": _("Something else was done since. Look at the event as it is now."),
    "undone_after_play": _(
        "Pairing %(number)s of round %(round)s has been played or awarded since, so that this can't be taken back."
        " Discard the round instead."
    ),
}
FACT_ERRORS: Final[Templates] = {
    "fact_unreadable": _("This entry of the kind %(kind)s can't be read."),
    "fact_version": _("The entries are not numbered in order: this one follows %(before)s."),
    "fact_not_the_last": _("This entry takes back number %(undone)s, but the last one was %(last)s."),
    "fact_plan": _("The plan is not in order (%(problem)s)."),
    "fact_no_plan": _("The event has no plan yet."),
    "fact_stage_drawn": _("Stage %(stage)s is drawn."),
    "fact_entered_twice": _("%(player)s is entered twice."),
    "fact_too_many_entrants": _("More than %(most)s are entered."),
    "fact_not_entered": _("%(player)s is not entered."),
    "fact_player_drawn": _("%(player)s is drawn already."),
    "fact_no_time": _("The entry does not say when it was made."),
    "fact_place_taken": _("Place %(place)s of group %(group)s is not empty."),
    "fact_nothing_to_take_back": _("There is nothing that an entry of the kind %(kind)s could take back."),
    "fact_pair": _("A pair is not of two people."),
    "fact_no_stage": _("The event has no stage %(stage)s."),
    "fact_not_drawn": _("Stage %(stage)s is not drawn."),
    "fact_no_entrants": _("The draw of stage %(stage)s names nobody."),
    "fact_no_positions": _("The draw of stage %(stage)s has no bracket."),
    "fact_round_order": _("Round %(round)s of stage %(stage)s comes out of order: %(due)s is next."),
    "fact_no_round": _("Stage %(stage)s has no round %(round)s."),
    "fact_label_twice": _("Two rounds are called %(label)s."),
    "fact_stranger": _("%(player)s is not in stage %(stage)s."),
    "fact_twice_in_round": _("%(player)s stands twice in round %(round)s of stage %(stage)s."),
    "fact_released_twice": _("Round %(round)s of stage %(stage)s is released twice."),
    "fact_no_pairing": _("Round %(round)s of stage %(stage)s has no pairing %(number)s."),
    "fact_winner": _("%(player)s is given a rubber that is not his."),
}
DRAW_PROBLEMS: Final[Templates] = {
    draw_requests.GIVEN_UP: _(
        "The draw was begun several times and never finished. Ask for it again, and tell whoever runs the site."
    ),
    draw_requests.BROKEN_OFF: _(
        "The draw broke off by a fault of the site. Ask for it again, and tell whoever runs the site."
    ),
    draw_requests.STALE: _("The event changed again and again while it was drawn. Ask for the draw again."),
    draw_requests.REASON_NEEDED: _(
        "Say why: this changes what has been released or played, and the log keeps the reason."
    ),
}
ERRORS: Final[tuple[tuple[Templates, Mapping[str, tuple[str, ...]]], ...]] = (
    (ACT_ERRORS, act_errors.ERROR_CODES),
    (FACT_ERRORS, draft.ERROR_CODES),
    (DRAW_PROBLEMS, draw_requests.PROBLEM_CODES),
)
"""The sentences of each module that refuses something, beside its codes."""


def error_words(code: str, params: Sequence[Any], names: Names = NOBODY) -> str:
    """Why something is refused, in a sentence; players by ``names``."""
    for templates, codes in ERRORS:
        if code in codes:
            return coded_words(templates, codes, (code, *params), names)
    return code
