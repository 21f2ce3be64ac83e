"""Serve the page of a table during an evening: its current state, and what can be recorded next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.clubs.errors import PeopleError
from matches.common.commands import new_key
from matches.common.number_format import typed_money
from matches.models import Player
from matches.pages.common.club_context import powers_on
from matches.pages.common.live_updates import live
from matches.pages.common.rubber_context import submission_key
from matches.pages.sittings.act_forms import FORMS, ActForm, CutForm, JoinForm
from matches.pages.sittings.context import SittingPage, get_sitting_page
from matches.pages.sittings.fields import choice_of
from matches.pages.sittings.run_act import do_act
from matches.pages.sittings.table_view import TableView
from matches.rubbers.errors import RubberChangeError
from matches.rubbers.live_news import live_mark, sitting_topic
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.bet_rules import still_to_stake
from matches.rules.sittings.state import SittingState
from matches.sittings.errors import NewNameError, SittingChangeError, StaleSittingError
from matches.sittings.games import was_done_at_table
from matches.sittings.queries import names_at_tables
from matches.sittings.record_facts import open_to
from matches.sittings.words import WordingContext, error_words

FILLED_IN: Final[Mapping[str, str]] = {
    "join": "joined",
    "cut": "cut",
    "seated": "seated",
    "bet": "bet",
    "withdraw": "bet_withdrawn",
    "take": "bets_taken",
    "share": "pool_shared",
    "paid": "paid",
    "agreed": "agreed",
}
"""The acts whose forms have fields to fill in, each with the kind of fact that must be allowed now."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sitting(request: HttpRequest, public_id: str) -> HttpResponse:
    page = get_sitting_page(request, public_id)
    if request.method != "POST":
        return _render(request, page)
    if not page.may_write:
        raise PermissionDenied
    return _run(request, page)


def _run(request: HttpRequest, page: SittingPage) -> HttpResponse:
    """Carry out the submitted act, or show the table as it is now with the submitted values kept.

    The button of a row names its player after the act: "left 34c2p5t9y22mh7".
    """
    name, _space, player = request.POST.get("do", "").partition(" ")
    if name not in FORMS:
        return _render(request, page, problem=_("Check the table and try again."), status=400)
    act = page.act(submission_key(request))
    # A retry after a lost response may no longer fit the current table.
    if was_done_at_table(page.sitting, act):
        return _after(request, page, name)
    data = request.POST.copy()
    if player:
        data["player"] = player
    form = FORMS[name](data, state=page.state, words=page.words, act_name=name)
    if not form.is_valid():
        # A choice that was valid when the reader loaded the table may no longer exist.
        if form.cleaned_data.get("version", page.sitting.rows_version) != page.sitting.rows_version:
            return _not_done(request, page, form, str(StaleSittingError(page.sitting)), status=409)
        return _not_done(request, page, form, "", status=400)
    try:
        do_act(page.sitting, name, form, replace(act, version=form.cleaned_data["version"]))
    except StaleSittingError as error:
        return _not_done(request, page, form, str(error), status=409)
    except NewNameError as error:
        if isinstance(form, JoinForm):
            form.ask_if_new(str(error))
        return _not_done(request, page, form, "", status=400)
    except SittingActError as error:
        if error.code == "cut_again" and isinstance(form, CutForm):
            form.ask_again(error.params[0])
        return _not_done(request, page, form, error_words(error, page.words), status=400)
    except (SittingChangeError, RubberChangeError, PeopleError) as error:
        return _not_done(request, page, form, str(error), status=400)
    return _after(request, page, name)


def _after(request: HttpRequest, page: SittingPage, name: str) -> HttpResponse:
    if name == "begin" and request.POST.get("then") == "pad":
        return redirect("web:sitting_pad", public_id=page.sitting.public_id)
    return redirect("web:sitting", public_id=page.sitting.public_id)


def _not_done(
    request: HttpRequest, page: SittingPage, form: ActForm, problem: str, *, status: int
) -> HttpResponse:
    if not problem and form.act_name not in FILLED_IN:
        problem = _("Check the table and try again.")
    return _render(request, page.reloaded(), form=form, problem=problem, status=status)


def _render(
    request: HttpRequest,
    page: SittingPage,
    *,
    form: ActForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    topic = sitting_topic(page.sitting)
    mark = live_mark([topic])
    table = TableView(page)
    topics = [topic] if table.game is None else [topic, f"rubber.{table.game['rubber']}"]
    context = page.context(
        crumbs=page.crumbs[:-1],
        table=table,
        may=open_to(page.state, page.link) if page.may_write else frozenset(),
        forms=forms_of(page, form) if page.may_write else {},
        problem=problem,
        key=new_key(),
        live=live(topics, mark, renew=reverse("web:sitting_ticket", args=[page.sitting.public_id])),
        next_game=len(page.state.games) + 1,
        cut_by_word=_cutting(page),
        own=_own_part(request, page),
    )
    return render(request, "sittings/table.html", context, status=status)


def _own_part(request: HttpRequest, page: SittingPage) -> dict[str, str]:
    """Return the URLs that a club member who may not run the table may use there, "" where there is none.

    ``pad`` is the pad of the current game, for the game's two players. ``pad_to_correct`` is the same pad,
    and ``game`` the page of the last game won, for the pool's player who is out and may correct the score.
    """
    own = {"pad": "", "pad_to_correct": "", "game": ""}
    state = page.state
    players = powers_on(request, page.sitting.club).players
    if page.may_write or not state.games or state.phase != "open" or not players:
        return own
    mine = set(Player.objects.filter(pk__in=players).values_list("public_id", flat=True))
    pad = reverse("web:sitting_pad", args=[page.sitting.public_id])
    if state.game is not None and mine.intersection(state.game.players):
        return own | {"pad": pad}
    if state.game is not None and state.out_of(state.game) in mine:
        own["pad_to_correct"] = pad
    won = next((game for game in reversed(state.games) if game.status == "won"), None)
    if won is not None and state.out_of(won) in mine:
        own["game"] = reverse("web:sitting_game", args=[page.sitting.public_id, won.number])
    return own


def _cutting(page: SittingPage) -> list[tuple[str, str]]:
    """Return the players who may stay out, if that is to be decided by a cut now."""
    if page.state.stage != "cut" or page.state.pool is None:
        return []
    return [(place.player, page.words.name(place.player)) for place in page.state.pool.places if place.player]


def forms_of(page: SittingPage, failed: ActForm | None) -> dict[str, ActForm]:
    """Return the forms with visible fields that are allowed now, by act; ``failed`` keeps its values."""
    state, words = page.state, page.words
    fresh = {"key": new_key(), "version": page.sitting.rows_version}
    forms: dict[str, ActForm] = {}
    for name, kind in FILLED_IN.items():
        if kind not in state.may or (name == "seated" and state.kind == "pool"):
            continue
        if failed is not None and failed.act_name == name:
            forms[name] = _again(failed, fresh, state, words)
        else:
            initial = {**fresh, **_initial(name, state, words)}
            forms[name] = FORMS[name](initial=initial, state=state, words=words, act_name=name)
    join = forms.get("join")
    if isinstance(join, JoinForm) and (page.is_member or page.sitting.club.is_public):
        at_table_now = set(words.names.values())
        join.suggest([each for each in names_at_tables(page.sitting.club) if each not in at_table_now])
    return forms


def _again(
    failed: ActForm, fresh: Mapping[str, object], state: SittingState, words: WordingContext
) -> ActForm:
    """Return a rejected form, to be submitted again for the table as it is now."""
    failed.fill_in(fresh)
    if failed.state.version == state.version:
        return failed
    sent = QueryDict(mutable=True)
    sent.update(failed.data)
    return FORMS[failed.act_name](sent, state=state, words=words, act_name=failed.act_name)


def _initial(name: str, state: SittingState, words: WordingContext) -> dict[str, Any]:
    if name == "seated":
        return {"a": state.seats[0], "b": state.seats[1]}
    if name == "bet":
        return _next_stake(state, words)
    if name == "agreed":
        amounts = {key: state.terms[key] for key in ("stake", "least") if key in state.terms}
        typed = {key: typed_money(amount, words.currency) for key, amount in amounts.items()}
        return {**typed, **({"custom": choice_of(state.terms)} if state.kind == "pool" else {})}
    if name == "paid" and state.owed:
        payer, payee, _amount = state.owed[0]
        return {"payer": payer, "payee": payee}
    return {}


def _next_stake(state: SittingState, words: WordingContext) -> dict[str, Any]:
    """Return the initial values of the next bet.

    First come the seated players who still have to stake, as much as they staked last or the least stake,
    then the others who have not bet.
    """
    for player in still_to_stake(state):
        own = [line.why[3] for line in state.history if line.why[:3] == ("bet", player, player)]
        amount = max([*own[-1:], state.terms["least"]])
        return {"player": player, "on": player, "amount": typed_money(amount, words.currency)}
    staked = {*state.seats, *(bet.player for bet in state.bets)}
    others = (person.player for person in state.people if person.is_here and person.player not in staked)
    return {"player": next(others, "")}
