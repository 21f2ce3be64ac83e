"""Find the step that the director takes next at an event, and the steps that are possible besides."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.round_names import round_words
from matches.pages.events.desk.context import Desk
from matches.rules.events.draw_queries import is_paired_by_round, stage_facts
from matches.rules.events.state import RoundState, StageState


@dataclass(frozen=True, slots=True)
class Step:
    """An action that the desk proposes. The button POSTs ``do`` to ``url``, or links there if it is "".

    ``then`` is what follows the step; ``look`` is the URL of a page to look at before it. Both may be "".
    """

    text: str
    button: str
    url: str
    do: str = ""
    stage: int = 0
    round: int = 0
    then: str = ""
    look: str = ""


def next_step(desk: Desk) -> Step:
    """Return the action that the director should take next."""
    if desk.state.facts.is_complete:
        return Step(_("The event is complete."), _("To the results"), desk.url("event"))
    for stage in desk.state.stages:
        if stage.phase != "complete":
            return _step_of(desk, stage)
    return Step(_("Everything is played."), _("Complete the event"), desk.url("event_run"), do="completed")


def other_steps(desk: Desk) -> list[Step]:
    """Return other actions that are possible now, such as drawing the next Swiss round before all results."""
    for stage in desk.state.stages:
        if stage.phase == "playing" and missing_results(stage) and _may_draw_on(desk, stage):
            text = _(
                "You can draw the next round before all results are in."
                " A missing result counts as nothing for both players until it is entered."
            )
            button = _("Draw round %(number)s now") % {"number": len(stage.rounds) + 1}
            url = desk.url("event_draw", stage.number)
            return [Step(text, button, url, do="drawn", stage=stage.number)]
    return []


def missing_results(stage: StageState) -> int:
    """Return the number of rubbers in the stage's released rounds that have no result yet."""
    return sum(undecided_in(round_) for round_ in stage.rounds if round_.is_released)


def undecided_in(round_: RoundState) -> int:
    return sum(pairing.is_undecided for pairing in round_.pairings)


def _step_of(desk: Desk, stage: StageState) -> Step:
    draw = desk.url("event_draw", stage.number)
    if not stage.rounds:
        return _first_step(desk, stage)
    drafts = [round_ for round_ in stage.rounds if not round_.is_released]
    by_round = _is_round_by_round(desk, stage)
    if stage.phase == "draft" and stage.plan.is_bracket:
        text = _("The bracket is drawn. Players do not see it yet.")
        return Step(
            text, _("Release the bracket"), draw, do="released", stage=stage.number, round=1, look=draw
        )
    if stage.phase == "draft" and len(stage.rounds) > 1:
        return Step(_("All rounds are drawn. Players do not see them yet."), _("Look at the draw"), draw)
    if drafts and by_round:
        text = _("%(round)s is drawn. Players do not see it yet.") % {"round": round_words(drafts[0].label)}
        return _release(draw, stage, drafts[0], text, look=draw)
    if missing := missing_results(stage):
        return _enter(desk, stage, missing, by_round=by_round)
    text = _("All results are in.")
    if drafts:
        return _release(draw, stage, drafts[0], text)
    button = _("Draw round %(number)s") % {"number": len(stage.rounds) + 1}
    return Step(text, button, draw, do="drawn", stage=stage.number)


def _release(draw: str, stage: StageState, draft: RoundState, text: str, *, look: str = "") -> Step:
    button = _("Release %(round)s") % {"round": round_words(draft.label)}
    return Step(text, button, draw, do="released", stage=stage.number, round=draft.number, look=look)


def _enter(desk: Desk, stage: StageState, missing: int, *, by_round: bool) -> Step:
    waiting = next(round_ for round_ in stage.rounds if round_.is_released and undecided_in(round_))
    text = ngettext("%(number)s result missing", "%(number)s results missing", missing) % {"number": missing}
    here = undecided_in(waiting)
    button = ngettext("Enter %(number)s result", "Enter %(number)s results", here) % {"number": here}
    following = len(stage.rounds) + 1
    then = ""
    if by_round and following <= stage.planned_rounds:
        then = _("Then draw round %(number)s") % {"number": following}
    elif here < missing:
        then = round_words(waiting.label)
    return Step(text, button, desk.url("event_results", stage.number, waiting.number), then=then)


def _first_step(desk: Desk, stage: StageState) -> Step:
    entries = desk.state.entries
    if stage.number == 1 and len(entries) < 2:
        return Step(_("Enter the players first."), _("Enter players"), desk.url("event_entries"))
    if stage.number == 1 and desk.plan.check_in and not any(entry.checked_in_at for entry in entries):
        text = _("Check in those who have come. Others are not drawn.")
        return Step(text, _("Check in"), desk.url("event_check_in"))
    text = _("Everyone is entered.") if stage.number == 1 else _("The stage before is complete.")
    name = desk.stage_name(stage) if len(desk.state.stages) > 1 else ""
    is_swiss = stage.plan.kind == "swiss"
    button = _("Draw round 1") if is_swiss and not name else _("Draw %(stage)s")
    button %= {"stage": name or _("the event")}
    return Step(text, button, desk.url("event_draw", stage.number), do="drawn", stage=stage.number)


def _is_round_by_round(desk: Desk, stage: StageState) -> bool:
    return is_paired_by_round(stage.plan, stage_facts(desk.state.facts, stage.number))


def _may_draw_on(desk: Desk, stage: StageState) -> bool:
    is_all_released = all(round_.is_released for round_ in stage.rounds)
    return _is_round_by_round(desk, stage) and is_all_released and len(stage.rounds) < stage.planned_rounds
