"""``EventActError``, raised when an event's state does not allow a fact to be recorded, and all its codes."""

from __future__ import annotations

from typing import Any, Final

from matches.rules.events import plan_json

ERROR_CODES: Final[dict[str, tuple[str, ...]]] = {
    # the event
    "event_open": (),
    "event_complete": (),
    "event_not_complete": (),
    "stage_unknown": ("stage",),
    "stage_unfinished": ("stage",),
    # its plan
    **plan_json.ERROR_CODES,
    "plan_drawn": ("field",),
    "plan_stage_drawn": ("stage", "field"),
    "plan_stage_removed": ("stage",),
    "plan_rules_played": (),
    # entries
    "entry_of_nobody": (),
    "entered_already": ("player",),
    "entered_too_many": ("most",),
    "entry_closed": ("stage",),
    "entry_bracket_drawn": ("stage",),
    "entry_no_round_left": ("stage",),
    "entry_no_place_left": ("stage",),
    "entry_place_wanted": ("stage",),
    "entry_place_taken": ("stage", "group", "number"),
    "entry_place_unused": ("stage",),
    "entry_place_of_one": (),
    "not_entered": ("player",),
    "removed_after_draw": ("player", "stage"),
    "seeded_after_draw": ("stage",),
    "seeded_twice": ("player",),
    "checked_in_already": ("player",),
    "not_checked_in": ("player",),
    "checked_in_too_late": ("player", "stage"),
    "check_in_drawn": ("player", "stage"),
    # absences, requested byes, pairs that are not to meet
    "round_unknown": ("stage", "round"),
    "round_over": ("stage", "round"),
    "withdrawn_before_draw": ("player",),
    "withdrawn_already": ("player", "stage", "round"),
    "not_withdrawn": ("player", "stage", "round"),
    "returned_after_draw": ("player", "stage", "round"),
    "undrawn_player": ("player", "stage"),
    "bye_not_swiss": ("stage",),
    "bye_round_drawn": ("stage", "round"),
    "bye_requested_already": ("player", "stage", "round"),
    "bye_not_requested": ("player", "stage", "round"),
    "bye_requested_too_often": ("player", "stage", "most"),
    "forbidden_with_himself": ("player",),
    "forbidden_twice": ("player_1", "player_2"),
    # the draw
    "draw_too_early": ("stage", "earlier"),
    "drawn_already": ("stage",),
    "drawn_all": ("stage", "rounds"),
    "draft_waiting": ("stage", "round"),
    "too_few_players": ("stage", "players", "fewest"),
    "too_many_groups": ("stage", "groups", "players"),
    "too_many_rounds": ("stage", "rounds", "most"),
    "draw_outdated": ("stage",),
    "draw_labels": ("stage", "label"),
    "not_drawn": ("stage",),
    "round_not_drawn": ("stage", "round"),
    "change_of_positions": ("stage",),
    "change_of_pairings": ("stage",),
    "change_of_nothing": ("stage",),
    "change_left_out": ("stage", "round", "player"),
    "change_twice": ("stage", "round", "player"),
    "change_stranger": ("stage", "round", "player"),
    "change_bye": ("stage", "round", "number"),
    "change_groups": ("stage", "round", "number"),
    "change_begun": ("stage", "round", "number"),
    "change_begun_from": ("stage", "player"),
    "change_byes_meet": ("stage",),
    "discarded_in_part": ("stage",),
    "discarded_before": ("stage", "later"),
    "released_already": ("stage", "round"),
    "released_out_of_order": ("stage", "round", "first"),
    # awards, and kept pairings of a bracket
    "pairing_unknown": ("stage", "round", "number"),
    "pairing_not_released": ("stage", "round", "number"),
    "pairing_not_ready": ("stage", "round", "number"),
    "award_winner_wanted": ("stage", "round", "number"),
    "award_winner_of_none": ("stage", "round", "number"),
    "award_stranger": ("stage", "round", "number", "player"),
    "award_of_others": ("stage", "round", "number"),
    "awarded_already": ("stage", "round", "number"),
    "not_awarded": ("stage", "round", "number"),
    "kept_no_bracket": ("stage",),
    "kept_stranger": ("stage", "player"),
    "kept_with_himself": ("stage", "player"),
    "kept_already": ("stage", "round", "number"),
    "not_kept": ("stage", "round", "number"),
    # undoing
    "undone_all": (),
    "undone_another": ("version", "last"),
    "undone_after_play": ("stage", "round", "number", "table"),
}
"""The parameters' names, by code. Players are public ids; stages, rounds, groups and pairings count from 1."""


class EventActError(ValueError):
    """An event's state does not allow a fact. ``code`` is one of ``ERROR_CODES``, ``params`` are its values."""

    def __init__(self, code: str, *params: Any) -> None:
        super().__init__(code, *params)
        self.code = code
        self.params = params
