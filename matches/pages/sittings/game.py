"""One game of a table: its result, and another one where that was wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.common.command_context import Act
from matches.common.idempotency import new_key
from matches.models import Rubber
from matches.pads.users import is_out_of_game
from matches.pages.common.club_context import acting_user
from matches.pages.common.powers import powers_on
from matches.pages.common.result_lines import score_text, state_of
from matches.pages.rubbers.entry.context import sent_key
from matches.pages.sittings.act_forms import WonForm
from matches.pages.sittings.acts import do_act
from matches.pages.sittings.context import AtTable, at_table
from matches.pages.sittings.page import head_of, read_state
from matches.pages.sittings.table_view import said_at
from matches.rubbers.errors import RubberChangeError
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.state import GameAtTable, SittingState
from matches.sittings.errors import SittingChangeError
from matches.sittings.games import was_done_at_table
from matches.sittings.queries import sitting_of
from matches.sittings.words import Said, error_words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    at = at_table(request, public_id)
    state = read_state(at.sitting)
    if not 1 <= number <= len(state.games):
        raise Http404
    if request.method != "POST":
        return _shown(request, at, state, number)
    act = _act(request, at, state, state.games[number - 1])
    if was_done_at_table(at.sitting, act):
        return redirect("web:sitting", public_id=public_id)
    said = said_at(state)
    form = WonForm(request.POST, state=state, said=said, act_name="won")
    if not form.is_valid() or form.cleaned_data["game"] != number:
        problem = _("Look at the game as it is now, and try again.")
        return _shown(request, at, state, number, problem=problem, status=400)
    try:
        do_act(at.sitting, "won", form, replace(act, version=form.cleaned_data["version"]))
    except (SittingActError, SittingChangeError, RubberChangeError) as error:
        told = error_words(error, said) if isinstance(error, SittingActError) else str(error)
        now = AtTable(sitting_of(public_id) or at.sitting, at.by, at.link, at.is_member)
        return _shown(request, now, read_state(now.sitting), number, problem=told, status=409, form=form)
    return redirect("web:sitting", public_id=public_id)


def _act(request: HttpRequest, at: AtTable, state: SittingState, played: GameAtTable) -> Act:
    """Return the act of somebody who may correct this game. Raises ``PermissionDenied`` for anybody else."""
    if at.may_write:
        return at.act(sent_key(request))
    if not _is_out(request, at, state, played):
        raise PermissionDenied
    return Act(by=acting_user(request), key=sent_key(request))


def _is_out(request: HttpRequest, at: AtTable, state: SittingState, played: GameAtTable) -> bool:
    """Tell whether the viewer was out of this game of a pool, and it is the last one won.

    They correct a result, and do not say the first one.
    """
    last = next((game for game in reversed(state.games) if game.status == "won"), None)
    if played != last:
        return False
    rubber = Rubber.objects.select_related("sitting_game__sitting").get(public_id=played.rubber)
    return is_out_of_game(rubber, powers_on(request, at.sitting.club))


def _shown(
    request: HttpRequest,
    at: AtTable,
    state: SittingState,
    number: int,
    *,
    problem: str = "",
    status: int = 200,
    form: WonForm | None = None,
) -> HttpResponse:
    said = said_at(state)
    played = state.games[number - 1]
    rubber = Rubber.objects.get(public_id=played.rubber)
    points = _points(rubber)
    initial = {"key": new_key(), "version": at.sitting.rows_version, "game": number}
    # Whoever corrects who won shall not lose the points by it.
    lost_with = {"lost_with": min(points, default="")} if form is None else _kept(form)
    asked = WonForm(initial={**initial, **lost_with}, state=state, said=said, act_name="won")
    context: dict[str, Any] = {
        **head_of(at, state, said),
        "crumbs": at.crumbs,
        "heading": _("Game %(number)s") % {"number": number},
        "number": number,
        "told": _told(played, points, said),
        "tag": state_of(rubber),
        "sides": [("A", said.name(played.a)), ("B", said.name(played.b))],
        "form": asked if _may_correct(request, at, state, played, rubber) else None,
        "has_deals": rubber.depth != "result",
        "rubber_url": reverse("web:rubber", args=[rubber.public_id]) if at.is_member else "",
        "problem": problem,
    }
    return render(request, "sittings/game.html", context, status=status)


def _kept(form: WonForm) -> dict[str, Any]:
    return {"lost_with": form.data.get("lost_with", "")}


def _points(rubber: Rubber) -> tuple[int, ...]:
    """A's and B's of the game, none where they are not known."""
    for a, b in rubber.games.values_list("points_a", "points_b"):
        if a is not None and b is not None:
            return a, b
    return ()


def _may_correct(
    request: HttpRequest, at: AtTable, state: SittingState, played: GameAtTable, rubber: Rubber
) -> bool:
    """What deals decided is corrected where deals are, and what is disputed or declared void by a director."""
    is_open = state.phase == "open" and played.status != "abandoned"
    is_settled = rubber.state in (Rubber.State.DISPUTED, Rubber.State.VOID)
    is_open_to_correction = is_open and rubber.depth == "result" and not is_settled
    return is_open_to_correction and (at.may_write or _is_out(request, at, state, played))


def _told(played: GameAtTable, points: tuple[int, ...], said: Said) -> str:
    names = {"a": said.name(played.a), "b": said.name(played.b)}
    if not played.winner:
        return _("%(a)s and %(b)s; nobody has won it.") % names
    won, lost = (names["a"], names["b"]) if played.winner == "A" else (names["b"], names["a"])
    told = _("%(won)s beat %(lost)s.") % {"won": won, "lost": lost}
    return f"{told} {score_text(max(points), min(points))}" if points else told
