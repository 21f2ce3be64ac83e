"""Serve the director's desk of an event: the tables of a round, the next step in view, and links to the tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from matches.clubs.roles import Powers
from matches.clubs.words import person_name
from matches.common.commands import new_key
from matches.events.sentences import warning_words
from matches.events.undo import LastChange, last_change
from matches.events.words import format_words
from matches.models import Event, Rubber
from matches.pages.common.club_context import moment_text
from matches.pages.common.listing import listing
from matches.pages.common.results import rubber_title
from matches.pages.events.context import live_page
from matches.pages.events.desk.context import Desk, desk_of, event_at, show_errors
from matches.pages.events.desk.forms import ActForm, fresh_act
from matches.pages.events.desk.next_steps import next_step, other_steps
from matches.pages.events.desk.outside import MOST_OUTSIDE, outside_ids, outside_rubbers, place
from matches.pages.events.desk.tiles import (
    TILES_A_PAGE,
    most_urgent_first,
    rail_of,
    round_url,
    shown_round,
    table_rows,
    tiles_of,
    to_decide,
)
from matches.pages.events.words import deed_words
from matches.rules.events.facts import FactKind
from matches.rules.events.lifecycle import undo_blocked_by

COMMANDS: Final[dict[str, FactKind]] = {"completed": "completed", "reopened": "reopened"}
MOST_WARNINGS: Final = 20


@require_http_methods(["GET", "HEAD", "POST"])
def run(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    event, powers = event_at(request, slug, public_id, "run_event")
    if event.plan is None:
        return redirect("web:event_plan", slug, public_id)
    if request.method == "POST":
        desk = _desk(event, powers)
        return place(request, desk) if "place" in request.POST else _complete_or_reopen(request, desk)
    return live_page(
        request,
        event,
        "events/desk/run.html",
        lambda: _context(request, _desk(event, powers)),
        part_template="events/desk/_desk.html",
        pages=["stage", "round", "page"],
    )


def _desk(event: Event, powers: Powers) -> Desk:
    desk = desk_of(event, powers)
    if desk is None:
        raise ValueError(f"{event} has no plan")
    return desk


def _context(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    stage, round_ = shown_round(request, desk)
    listed = listing(request, round_.pairings if round_ else (), key="page", size=TILES_A_PAGE)
    change = last_change(desk.event, folded=desk.state.facts)
    rows = table_rows(listed.rows, _others(desk, change))
    rubbers = rows.rubbers
    released = [each.plan for each in desk.state.stages if any(drawn.is_released for drawn in each.rounds)]
    return desk.context(
        crumbs=desk.outer_crumbs,
        facts=_facts(desk),
        step=next_step(desk),
        others=other_steps(desk),
        stage=stage,
        stage_links=[(each, round_url(desk, each, 0)) for each in desk.state.stages if each.rounds],
        round=round_,
        rail=rail_of(desk, stage, round_),
        listing=listed,
        tiles=most_urgent_first(tiles_of(desk, stage, round_, listed.rows, rows)) if round_ else [],
        byes=[pairing.a for pairing in listed.rows if pairing.kind != "rubber" and pairing.a],
        key=new_key(),
        to="desk",
        to_decide=to_decide(desk),
        warnings=_warnings(desk),
        outside=outside_rubbers(desk, rubbers),
        more_outside=max(0, len(desk.state.outside) - MOST_OUTSIDE),
        last=None if change is None else _change_words(desk, change, rubbers),
        may_undo=change is not None and _may_undo(desk, change),
        form=ActForm(initial=fresh_act(desk)),
        has_released=bool(released),
        has_crosstable=any(not plan.is_bracket for plan in released),
        is_live=bool(released) and not desk.state.facts.is_complete,
    )


def _complete_or_reopen(request: HttpRequest, desk: Desk) -> HttpResponse:
    form = ActForm(request.POST)
    kind = COMMANDS.get(request.POST.get("do", ""))
    if form.is_valid() and kind is not None:
        if desk.record(request, form, kind, {}):
            is_complete = kind == "completed"
            text = _("The event is complete.") if is_complete else _("The event is open again.")
            messages.success(request, text)
        else:
            show_errors(request, form)
    return redirect(desk.url("event_run"))


def _facts(desk: Desk) -> list[str]:
    entries = desk.state.entries
    count = ngettext("%(number)s player", "%(number)s players", len(entries)) % {"number": len(entries)}
    facts = [format_words(desk.plan), count]
    if desk.plan.check_in and not any(stage.rounds for stage in desk.state.stages):
        facts.append(_("%(here)s checked in") % {"here": sum(1 for entry in entries if entry.checked_in_at)})
    if gone := sum(1 for entry in entries if entry.withdrawn_at):
        facts.append(_("%(number)s withdrawn") % {"number": gone})
    return facts


def _warnings(desk: Desk) -> list[str]:
    """Return the warnings of the event and of stages that are not complete, the newest last."""
    warnings = [
        *desk.state.warnings,
        *(warning for stage in desk.state.stages if stage.phase != "complete" for warning in stage.warnings),
    ]
    return list(dict.fromkeys(warning_words(tuple(each), desk.names) for each in warnings))[-MOST_WARNINGS:]


def _others(desk: Desk, change: LastChange | None) -> set[str]:
    """Return the public ids of the rubbers outside the draw that the page lists, and of the last one corrected."""
    public_ids = outside_ids(desk)
    if change is not None and change.rubber_id:
        public_ids.add(change.rubber_id)
    return public_ids


def _may_undo(desk: Desk, change: LastChange) -> bool:
    """Return whether nothing that began since depends on ``change``: the desk offers no undo that is refused."""
    return not change.facts or undo_blocked_by(desk.state) is None


def _change_words(desk: Desk, change: LastChange, rubbers: Mapping[str, Rubber]) -> tuple[str, str]:
    """Describe the change that undo would revert, and say who made it and when."""
    entry = change.correction or change.facts[0]
    if change.rubber_id:
        words = _("result of %(match)s changed") % {"match": rubber_title(rubbers[change.rubber_id])}
    else:
        words = deed_words(entry.kind, entry.payload, desk.names)
    who = _("%(who)s, %(when)s") % {"who": person_name(entry.by), "when": moment_text(desk.club, entry.at)}
    return words, who
