"""The director's desk of an event: what is to be done next, how each stage stands, and where everything is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clubs.words import person_name
from matches.events.record_facts import record_fact
from matches.events.undo import LastDeed, last_deed
from matches.events.words.labels import PHASES, format_words, round_words
from matches.events.words.sentences import outside_words, warning_words
from matches.models import Rubber
from matches.pages.common.club_context import moment_text
from matches.pages.common.result_lines import rubber_title, score_text
from matches.pages.events.director.act_forms import ActForm, fresh_act
from matches.pages.events.director.context import Desk, directed
from matches.pages.events.director.desk_links import desk_links
from matches.pages.events.director.log_phrases import deed_words
from matches.pages.events.director.next_steps import (
    missing_results,
    next_step,
    other_steps,
    undecided_in,
)
from matches.pages.events.director.run_command import done
from matches.rules.events.facts import FactKind
from matches.rules.events.state import RoundState, StageState

MAY_DO: Final[dict[str, FactKind]] = {"completed": "completed", "reopened": "reopened"}
ROUNDS_SHOWN: Final = 40
OUTSIDE_SHOWN: Final = 10
WARNINGS_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round on the desk: its results, or where they are entered."""

    name: str
    state: str
    url: str


@dataclass(frozen=True, slots=True)
class StageLine:
    """``draw_url`` is empty as long as the stage before is not complete."""

    name: str
    phase: str
    facts: tuple[str, ...]
    draw_url: str
    rounds: tuple[RoundLink, ...]


@dataclass(frozen=True, slots=True)
class OutsideLine:
    """A rubber of the event that belongs to no pairing: whose it is, the games won, and why."""

    url: str
    match: str
    score: str
    why: str


@directed()
def run(request: HttpRequest, desk: Desk) -> HttpResponse:
    if request.method == "POST":
        form = ActForm(request.POST)
        kind = MAY_DO.get(request.POST.get("do", ""))
        if form.is_valid() and kind is not None:
            act = desk.act(request, form)
            if done(request, desk, lambda: record_fact(desk.event, kind, {}, act=act)):
                messages.success(
                    request,
                    _("The event is complete.") if kind == "completed" else _("The event is open again."),
                )
        return redirect(desk.url("event_run"))
    deed = last_deed(desk.event, folded=desk.state.facts)
    told = _rubbers_told(desk, deed)
    context = {
        "desk": desk,
        "club": desk.club,
        "event": desk.event,
        "crumbs": desk.crumbs(is_desk=True),
        "facts": _facts(desk),
        "step": next_step(desk),
        "others": other_steps(desk),
        "stages": [_stage_line(desk, stage) for stage in desk.state.stages],
        "warnings": _warnings(desk),
        "outside": _outside(desk, told),
        "more_outside": max(0, len(desk.state.outside) - OUTSIDE_SHOWN),
        "last": _last_deed(desk, deed, told),
        "form": ActForm(initial=fresh_act(desk)),
        "links": desk_links(desk),
        "undo_url": desk.url("event_undo"),
        "is_complete": desk.state.facts.is_complete,
    }
    return render(request, "events/director/run.html", context)


def _facts(desk: Desk) -> list[str]:
    entries = desk.state.entries
    count = ngettext("%(number)s player", "%(number)s players", len(entries)) % {"number": len(entries)}
    facts = [format_words(desk.plan), count]
    if desk.plan.check_in and not any(stage.rounds for stage in desk.state.stages):
        facts.append(_("%(here)s checked in") % {"here": sum(1 for entry in entries if entry.checked_in_at)})
    if gone := sum(1 for entry in entries if entry.withdrawn_at):
        facts.append(_("%(number)s withdrawn") % {"number": gone})
    return facts


def _stage_line(desk: Desk, stage: StageState) -> StageLine:
    is_open = stage.number == 1 or desk.state.stages[stage.number - 2].phase == "complete"
    facts = []
    if stage.rounds and stage.planned_rounds and not stage.plan.is_bracket:
        facts.append(
            _("%(drawn)s of %(rounds)s rounds drawn")
            % {"drawn": len(stage.rounds), "rounds": stage.planned_rounds}
        )
    if missing := missing_results(stage):
        text = ngettext("%(number)s result missing", "%(number)s results missing", missing)
        facts.append(text % {"number": missing})
    released = [round_ for round_ in stage.rounds if round_.is_released]
    return StageLine(
        name=desk.stage_name(stage),
        phase=str(PHASES[stage.phase]),
        facts=tuple(facts),
        draw_url=desk.url("event_draw", stage.number) if is_open else "",
        rounds=tuple(_round_link(desk, stage, round_) for round_ in released[-ROUNDS_SHOWN:]),
    )


def _round_link(desk: Desk, stage: StageState, round_: RoundState) -> RoundLink:
    missing = undecided_in(round_)
    state = (
        ngettext("%(number)s missing", "%(number)s missing", missing) % {"number": missing} if missing else ""
    )
    if round_.is_complete:
        state = _("all in")
    return RoundLink(round_words(round_.label), state, desk.url("event_results", stage.number, round_.number))


def _warnings(desk: Desk) -> list[str]:
    """Of what the event, and the stages that are being played, want looked at; the newest last."""
    found = [
        *desk.state.warnings,
        *(warning for stage in desk.state.stages if stage.phase != "complete" for warning in stage.warnings),
    ]
    return list(dict.fromkeys(warning_words(tuple(each), desk.names) for each in found))[-WARNINGS_SHOWN:]


def _rubbers_told(desk: Desk, deed: LastDeed | None) -> dict[str, Rubber]:
    """The rubbers that the desk speaks of, by public id, in one query: outside the draw, and corrected last."""
    wanted = {rubber for rubber, _why in desk.state.outside[:OUTSIDE_SHOWN]}
    if deed is not None and deed.rubber_id:
        wanted.add(deed.rubber_id)
    if not wanted:
        return {}
    rows = Rubber.objects.filter(public_id__in=wanted).select_related("player_a", "player_b")
    return {row.public_id: row for row in rows}


def _outside(desk: Desk, told: Mapping[str, Rubber]) -> list[OutsideLine]:
    """The first of the rubbers that belong to no pairing."""
    return [
        OutsideLine(
            url=reverse("web:rubber", args=[rubber]),
            match=rubber_title(told[rubber]),
            score=score_text(told[rubber].games_won_a, told[rubber].games_won_b),
            why=outside_words(why, desk.names),
        )
        for rubber, why in desk.state.outside[:OUTSIDE_SHOWN]
        if rubber in told
    ]


def _last_deed(desk: Desk, deed: LastDeed | None, told: Mapping[str, Rubber]) -> str:
    """What would be taken back, by whom and when it was done; empty where there is nothing."""
    if deed is None:
        return ""
    entry = deed.correction or deed.facts[0]
    if deed.rubber_id:
        words = _("result of %(match)s changed") % {"match": rubber_title(told[deed.rubber_id])}
    else:
        words = deed_words(entry.kind, entry.payload, desk.names)
    return _("%(deed)s (%(who)s, %(when)s)") % {
        "deed": words,
        "who": person_name(entry.by),
        "when": moment_text(desk.club, entry.at),
    }
