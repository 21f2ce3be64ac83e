"""Serve the page of one game of a table, and the way from the table to the pad of its current game."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.common.commands import CommandContext, new_key
from matches.models import Rubber
from matches.pads.users import is_out_of_game
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.results import score_text, state_of
from matches.pages.common.rubber_context import submission_key
from matches.pages.pads.authorize import set_pad_cookie
from matches.pages.sittings.act_forms import WonForm
from matches.pages.sittings.context import SittingPage, get_sitting_page
from matches.pages.sittings.run_act import do_act
from matches.rubbers.errors import RubberChangeError
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.state import GameAtTable
from matches.sittings.errors import SittingChangeError
from matches.sittings.games import was_done_at_table
from matches.sittings.words import WordingContext, error_words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    page = get_sitting_page(request, public_id)
    if not 1 <= number <= len(page.state.games):
        raise Http404
    if request.method != "POST":
        return _render(request, page, number)
    act = _act(request, page, page.state.games[number - 1])
    if was_done_at_table(page.sitting, act):
        return redirect("web:sitting", public_id=public_id)
    form = WonForm(request.POST, state=page.state, words=page.words, act_name="won")
    if not form.is_valid() or form.cleaned_data["game"] != number:
        problem = _("Check the game and try again.")
        return _render(request, page, number, problem=problem, status=400)
    try:
        do_act(page.sitting, "won", form, replace(act, version=form.cleaned_data["version"]))
    except (SittingActError, SittingChangeError, RubberChangeError) as error:
        problem = error_words(error, page.words) if isinstance(error, SittingActError) else str(error)
        return _render(request, page.reloaded(), number, problem=problem, status=409, form=form)
    return redirect("web:sitting", public_id=public_id)


def _act(request: HttpRequest, page: SittingPage, played: GameAtTable) -> CommandContext:
    """Return the context of a correction. Raises ``PermissionDenied`` if the viewer may not correct."""
    if page.may_write:
        return page.act(submission_key(request))
    if not _is_out(request, page, played):
        raise PermissionDenied
    return CommandContext(by=acting_user(request), key=submission_key(request))


def _is_out(request: HttpRequest, page: SittingPage, played: GameAtTable) -> bool:
    """Return whether the game is the last one won, and the viewer was out of it in a pool.

    The player who is out may correct a result, but not enter the first one.
    """
    last = next((game for game in reversed(page.state.games) if game.status == "won"), None)
    if played != last:
        return False
    rubber = Rubber.objects.select_related("sitting_game__sitting").get(public_id=played.rubber)
    return is_out_of_game(rubber, powers_on(request, page.sitting.club))


def _render(
    request: HttpRequest,
    page: SittingPage,
    number: int,
    *,
    problem: str = "",
    status: int = 200,
    form: WonForm | None = None,
) -> HttpResponse:
    state, words = page.state, page.words
    played = state.games[number - 1]
    rubber = Rubber.objects.get(public_id=played.rubber)
    points = _points(rubber)
    # Keep the points when only the winner is corrected.
    lost_with = min(points, default="") if form is None else form.data.get("lost_with", "")
    initial = {"key": new_key(), "version": page.sitting.rows_version, "game": number, "lost_with": lost_with}
    fresh = WonForm(initial=initial, state=state, words=words, act_name="won")
    context = page.context(
        heading=_("Game %(number)s") % {"number": number},
        number=number,
        result=_result(played, points, words),
        tag=state_of(rubber),
        sides=[("A", words.name(played.a)), ("B", words.name(played.b))],
        form=fresh if _may_correct(request, page, played, rubber) else None,
        has_deals=rubber.depth != "result",
        rubber=rubber if page.is_member else None,
        problem=problem,
    )
    return render(request, "sittings/game.html", context, status=status)


def _points(rubber: Rubber) -> tuple[int, ...]:
    """Return the points of A and B, or () if they are not known."""
    for a, b in rubber.games.values_list("points_a", "points_b"):
        if a is not None and b is not None:
            return a, b
    return ()


def _may_correct(request: HttpRequest, page: SittingPage, played: GameAtTable, rubber: Rubber) -> bool:
    """Return whether the result can be corrected here.

    A result that follows from deals is corrected in its deals, and a disputed or void one by a director.
    """
    is_open = page.state.phase == "open" and played.status != "abandoned"
    is_settled = rubber.state in (Rubber.State.DISPUTED, Rubber.State.VOID)
    is_open_to_correction = is_open and rubber.depth == "result" and not is_settled
    return is_open_to_correction and (page.may_write or _is_out(request, page, played))


def _result(played: GameAtTable, points: tuple[int, ...], words: WordingContext) -> str:
    names = {"a": words.name(played.a), "b": words.name(played.b)}
    if not played.winner:
        return _("%(a)s and %(b)s; no winner yet.") % names
    won, lost = (names["a"], names["b"]) if played.winner == "A" else (names["b"], names["a"])
    text = _("%(won)s beat %(lost)s.") % {"won": won, "lost": lost}
    return f"{text} {score_text(max(points), min(points))}" if points else text


@never_cache
@require_safe
def to_pad(request: HttpRequest, public_id: str) -> HttpResponse:
    page = get_sitting_page(request, public_id)
    game = page.state.game
    if game is None:
        messages.error(request, _("No game is being played. Start one first."))
        return redirect("web:sitting", public_id=public_id)
    response = redirect("web:pad", public_id=game.rubber)
    if page.link is not None:
        set_pad_cookie(response, page.link, Rubber.objects.get(public_id=game.rubber))
    return response
