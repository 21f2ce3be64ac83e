"""Serve the page of a conflict: two contents of one rubber side by side, and the choice between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from matches.clubs.words import person_name
from matches.common.commands import CommandContext
from matches.events.corrections import take_conflict
from matches.events.errors import EventChangeError, StaleEventError
from matches.exchange.queries import conflicts_with_details, last_entry
from matches.figures.record_comparison import Passage, compare
from matches.models import Club, Conflict, Player, Rubber
from matches.pages.common.club_context import acting_user, moment_text, require_club
from matches.pages.common.dates import record_date
from matches.pages.common.keyed_forms import ChoiceForm
from matches.pages.common.listing import shorten
from matches.pages.common.navigation import Crumb, club_crumb, rubber_crumb
from matches.pages.common.results import TERMINATIONS, score_text, side_names
from matches.pages.events.corrections.consequences import Consequences, NewContent, consequences_of
from matches.pages.events.corrections.preview import DecisionForm
from matches.pages.events.desk.context import refusal_words
from matches.pages.log.log_words import log_lines
from matches.rubbers.change_result import correct_rubber
from matches.rubbers.conflicts import SettledError, settle_conflict
from matches.rubbers.errors import RubberChangeError, StaleRubberError
from matches.rubbers.text import named_text
from matches.rules.events.act_errors import EventActError
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one

MAX_LINE_LENGTH: Final = 400
"""The number of characters of a line of EGN text that the page shows."""
DEPTHS: dict[str, str | Promise] = {
    "result": gettext_lazy("only the result"),
    "games": gettext_lazy("the points of each game"),
    "marks": gettext_lazy("the points of each deal"),
    "play": gettext_lazy("every card"),
}


@require_http_methods(["GET", "HEAD", "POST"])
def conflict(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "settle")
    conflict = get_object_or_404(conflicts_with_details(club), public_id=public_id)
    form = ChoiceForm(request.POST or None, initial={"version": conflict.rubber.version})
    if not form.is_valid():
        return _render(request, club, conflict, form, status=400 if form.is_bound else 200)
    values = form.cleaned_data
    act = CommandContext(
        by=acting_user(request), key=values["key"], reason=values["reason"], version=values["version"]
    )
    take = values["choice"] == "other"
    consequences = Consequences(correct_rubber)
    if "back" in request.POST:
        return _render(request, club, conflict, form)
    try:
        if take and values["version"] == conflict.rubber.version and conflict.resolved_at is None:
            consequences = consequences_of(request, conflict.rubber, _other_content(conflict))
        if consequences.page is not None:
            return consequences.page
        _settle(conflict, take=take, decision=consequences.decision, act=act)
    except StaleEventError:
        changed = consequences_of(request, conflict.rubber, _other_content(conflict), has_changed=True)
        return changed.page or _render(request, club, conflict, _fresh_form(conflict), status=409)
    except (SettledError, StaleRubberError) as error:
        conflict = get_object_or_404(conflicts_with_details(club), public_id=public_id)
        return _render(request, club, conflict, _fresh_form(conflict), problem=str(error), status=409)
    except RubberChangeError as error:
        form.add_error(None, str(error))
        return _render(request, club, conflict, form, status=409)
    except (EventActError, EventChangeError) as error:
        form.add_error(None, refusal_words(error, {}))
        return _render(request, club, conflict, form, status=409)
    messages.success(request, _("The conflict is settled."))
    return redirect("web:settle", slug=club.slug)


def _other_content(conflict: Conflict) -> NewContent:
    record = read_one(conflict.egn)
    return NewContent(record, (conflict.player_a, conflict.player_b), record.tag("Event") or "")


def _settle(conflict: Conflict, *, take: bool, decision: DecisionForm | None, act: CommandContext) -> None:
    """Settle the conflict, together with the director's decision about a draw that depends on the result."""
    if decision is None:
        settle_conflict(conflict, take=take, act=act)
        return
    take_conflict(
        conflict.rubber.event,
        conflict,
        keep=decision.keep,
        redo=decision.redo,
        act=act,
        event_version=decision.cleaned_data["event_version"],
    )


def _fresh_form(conflict: Conflict) -> ChoiceForm:
    return ChoiceForm(initial={"version": conflict.rubber.version})


def _render(
    request: HttpRequest,
    club: Club,
    conflict: Conflict,
    form: ChoiceForm,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "crumbs": [
            club_crumb(club),
            Crumb(reverse("web:settle", args=[club.slug]), _("Needs action")),
            rubber_crumb(conflict.rubber),
        ],
        "form": form,
        "problem": problem,
        "is_live": conflict.rubber.state == Rubber.State.LIVE,
        "settled": settled_words(club, conflict),
    }
    if not context["is_live"]:
        # The cards of a live rubber are hidden from everyone.
        context |= {"rubber": conflict.rubber, **_comparison(club, conflict)}
    return render(request, "exchange/conflict.html", context, status=status)


def settled_words(club: Club, conflict: Conflict) -> str:
    """Return a sentence on how a conflict was settled, by whom and when, or "" for an open conflict."""
    if conflict.resolved_at is None:
        return ""
    stored = _("%(who)s kept the stored version, %(when)s.")
    taken = _("%(who)s took the other version, %(when)s.")
    values = {"who": person_name(conflict.resolved_by), "when": moment_text(club, conflict.resolved_at)}
    return (taken if conflict.resolution == Conflict.Resolution.TAKEN else stored) % values


def _comparison(club: Club, conflict: Conflict) -> dict[str, Any]:
    """Return both versions, and whether only the beginning of long records was compared."""
    rubber, last = conflict.rubber, last_entry(conflict.rubber)
    stored_players = rubber.player_a, rubber.player_b
    other_players = conflict.player_a, conflict.player_b
    compared = compare(_text(rubber.egn, stored_players), _text(conflict.egn, other_players))
    line = log_lines(club, [last])[0] if last is not None else None
    origin = (
        _("%(what)s %(when)s") % {"what": line.sentence, "when": moment_text(club, line.at)} if line else ""
    )
    stored = {
        "key": "stored",
        "heading": _("Stored version"),
        "origin": origin,
        "reason": line.reason if line else "",
        "passages": shorten_passages(compared.first),
        **_content(check_rubber(read_one(rubber.egn), checks=rubber.checks), stored_players),
    }
    other = {
        "key": "other",
        "heading": _("Other version"),
        "origin": _origin(club, conflict),
        "reason": conflict.reason,
        "passages": shorten_passages(compared.second),
        **_content(check_rubber(read_one(conflict.egn)), other_players),
    }
    return {"versions": [stored, other], "is_cut": compared.is_cut}


def shorten_passages(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    return tuple(
        replace(
            passage,
            lines=tuple(replace(line, text=shorten(line.text, MAX_LINE_LENGTH)) for line in passage.lines),
        )
        for passage in passages
    )


def _origin(club: Club, conflict: Conflict) -> str:
    when = moment_text(club, conflict.at)
    if conflict.report is not None:
        values = {"file": conflict.report.source, "who": person_name(conflict.report.by), "when": when}
        return _("From the file %(file)s, imported by %(who)s. %(when)s") % values
    values = {"who": person_name(conflict.by), "when": when}
    return _("A correction by %(who)s, made from an older version. %(when)s") % values


def _depth(checked: CheckedRubber) -> str:
    """Return how much is recorded; of a result, whether the points of its games are, too."""
    has_points = any(game.points for game in checked.games)
    return "games" if checked.depth == "result" and has_points else checked.depth


def _text(egn: str, players: tuple[Player, Player]) -> str:
    return named_text(egn, (players[0].name, players[1].name))


def _content(checked: CheckedRubber, players: tuple[Player, Player]) -> dict[str, Any]:
    """Return the facts of a record, and how many findings would keep it from counting, "" if none."""
    rubber = checked.rubber
    deals = sum(len(game.deals) for game in checked.games)
    names = side_names(*players)
    winner = {"A": names[0], "B": names[1]}.get(checked.winner or "", _("nobody"))
    facts = (
        (_("Players"), _("%(a)s – %(b)s") % {"a": names[0], "b": names[1]}),
        (_("Result"), score_text(*checked.games_won)),
        (_("Won by"), winner),
        (_("Games"), ", ".join(score_text(*game.points) for game in checked.games if game.points)),
        (_("Deals"), str(deals) if deals else ""),
        (_("Recorded"), str(DEPTHS[_depth(checked)])),
        (_("Event"), rubber.tag("Event") or ""),
        (_("Round"), rubber.tag("Round") or ""),
        (_("Table"), rubber.tag("Table") or ""),
        (_("Date"), record_date(rubber.tag("Date") or "")),
        (_("Ended"), str(TERMINATIONS[rubber.rules.termination])),
    )
    blocking = sum(finding.blocks_confirming for finding in checked.findings)
    findings = ngettext(
        "%(number)s finding would make it a draft.", "%(number)s findings would make it a draft.", blocking
    )
    return {
        "facts": [(label, value) for label, value in facts if value],
        "findings": findings % {"number": blocking} if blocking else "",
    }
