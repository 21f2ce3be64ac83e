"""What the director does next: one thing, said in a sentence, with the button that does it or leads to it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.events.words.labels import round_words
from matches.pages.events.director.context import Desk
from matches.rules.events.draw_state import is_paired_by_round, stage_facts
from matches.rules.events.state import RoundState, StageState


@dataclass(frozen=True, slots=True)
class Step:
    """``text`` says what is to be done, ``button`` does it. ``do`` is what the button asks for with a POST to
    ``url``; empty: it leads there. ``round`` is the round that it is about, where it is about one.
    """

    text: str
    button: str
    url: str
    do: str = ""
    stage: int = 0
    round: int = 0


def next_step(desk: Desk) -> Step:
    """The one thing to do next."""
    if desk.state.facts.is_complete:
        return Step(_("The event is complete."), _("To the results"), desk.url("event"))
    for stage in desk.state.stages:
        if stage.phase != "complete":
            return _step_of(desk, stage)
    return Step(_("Everything is played."), _("Complete the event"), desk.url("event_run"), do="completed")


def other_steps(desk: Desk) -> list[Step]:
    """What may be done as well, though something else comes first: the next Swiss round while results are missing."""
    for stage in desk.state.stages:
        missing = missing_results(stage)
        if stage.phase == "playing" and missing and _may_draw_on(desk, stage):
            return [
                Step(
                    _(
                        "The next round may be drawn before all results are in: those that are missing count nothing."
                    ),
                    _("Draw round %(number)s now") % {"number": len(stage.rounds) + 1},
                    desk.url("event_draw", stage.number),
                    do="drawn",
                    stage=stage.number,
                )
            ]
    return []


def missing_results(stage: StageState) -> int:
    """How many rubbers of released rounds are still without a result."""
    return sum(
        pairing.is_undecided for round_ in stage.rounds if round_.is_released for pairing in round_.pairings
    )


def undecided_in(round_: RoundState) -> int:
    return sum(pairing.is_undecided for pairing in round_.pairings)


def _step_of(desk: Desk, stage: StageState) -> Step:
    draw = desk.url("event_draw", stage.number)
    if not stage.rounds:
        return _first_step(desk, stage)
    drafts = [round_ for round_ in stage.rounds if not round_.is_released]
    if stage.phase == "draft" and (stage.plan.is_bracket or len(stage.rounds) > 1):
        return Step(
            _("The draft of the draw is there: look at it, change it, and release it."),
            _("Look at the draw"),
            draw,
        )
    if drafts and _is_round_by_round(desk, stage):
        return Step(
            _("The draft of %(round)s is there: look at it, change it, and release it.")
            % {"round": round_words(drafts[0].label)},
            _("Look at the draw"),
            draw,
            round=drafts[0].number,
        )
    if missing := missing_results(stage):
        waiting = next(round_ for round_ in stage.rounds if round_.is_released and undecided_in(round_))
        text = ngettext("%(number)s result is missing.", "%(number)s results are missing.", missing)
        return Step(
            text % {"number": missing},
            _("Enter results of %(round)s") % {"round": round_words(waiting.label)},
            desk.url("event_results", stage.number, waiting.number),
        )
    if drafts:
        return Step(
            _("All results are in."),
            _("Release %(round)s") % {"round": round_words(drafts[0].label)},
            draw,
            do="released",
            stage=stage.number,
            round=drafts[0].number,
        )
    return Step(
        _("All results are in."),
        _("Draw round %(number)s") % {"number": len(stage.rounds) + 1},
        draw,
        do="drawn",
        stage=stage.number,
    )


def _first_step(desk: Desk, stage: StageState) -> Step:
    entries = desk.state.entries
    if stage.number == 1 and len(entries) < 2:
        return Step(
            _("Nobody can be drawn yet: enter the players."), _("Enter players"), desk.url("event_entries")
        )
    if stage.number == 1 and desk.plan.check_in and not any(entry.checked_in_at for entry in entries):
        return Step(
            _("Check in who has come: who has not is not drawn."), _("Check in"), desk.url("event_check_in")
        )
    text = _("The entries are there.") if stage.number == 1 else _("The stage before is complete.")
    name = desk.stage_name(stage) if len(desk.state.stages) > 1 else ""
    is_swiss = stage.plan.kind == "swiss"
    button = (
        _("Draw round 1")
        if is_swiss and not name
        else _("Draw %(stage)s") % {"stage": name or _("the event")}
    )
    return Step(text, button, desk.url("event_draw", stage.number), do="drawn", stage=stage.number)


def _is_round_by_round(desk: Desk, stage: StageState) -> bool:
    return is_paired_by_round(stage.plan, stage_facts(desk.state.facts, stage.number))


def _may_draw_on(desk: Desk, stage: StageState) -> bool:
    is_all_released = all(round_.is_released for round_ in stage.rounds)
    return _is_round_by_round(desk, stage) and is_all_released and len(stage.rounds) < stage.planned_rounds
