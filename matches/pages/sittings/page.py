"""The page of a table in the middle of an evening: what stands, and what may be done next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.clubs.errors import PeopleError
from matches.common.idempotency import new_key
from matches.models import Player, Sitting
from matches.pages.common.live import live
from matches.pages.common.powers import powers_on
from matches.pages.rubbers.entry.context import sent_key
from matches.pages.sittings.act_forms import FORMS, ActForm, CutForm, JoinForm
from matches.pages.sittings.acts import do_act
from matches.pages.sittings.context import AtTable, at_table
from matches.pages.sittings.customs import choice_of
from matches.pages.sittings.dates import sitting_day
from matches.pages.sittings.table_view import Shown, said_at, shown
from matches.rubbers.errors import RubberChangeError
from matches.rubbers.live_news import live_mark, sitting_topic
from matches.rules.sittings.bet_rules import still_to_stake
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.state import SittingState
from matches.rules.sittings.state_json import read_sitting_json
from matches.sittings.errors import NewNameError, SittingChangeError, StaleSittingError
from matches.sittings.games import was_done_at_table
from matches.sittings.money import typed_money
from matches.sittings.queries import names_at_tables, sitting_of
from matches.sittings.record_facts import open_to
from matches.sittings.words import KINDS, Said, error_words, terms_words

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
"""Acts whose forms have something to fill in, with the kind of fact that has to be possible."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sitting(request: HttpRequest, public_id: str) -> HttpResponse:
    at = at_table(request, public_id)
    if request.method != "POST":
        return shown_page(request, at)
    if not at.may_write:
        raise PermissionDenied
    return _acted(request, at)


def _acted(request: HttpRequest, at: AtTable) -> HttpResponse:
    """Do what was sent; where that can't be done, the table as it is now, with what was said kept."""
    name = request.POST.get("do", "")
    if name not in FORMS:
        return shown_page(
            request, at, problem=_("Look at the table as it is now, and try again."), status=400
        )
    act = at.act(sent_key(request))
    # What is sent again, since its answer was lost, may not fit the table as it is by now.
    if was_done_at_table(at.sitting, act):
        return _after(request, at, name)
    state = read_state(at.sitting)
    said = said_at(state)
    form = FORMS[name](request.POST, state=state, said=said, act_name=name)
    if not form.is_valid():
        # What could be chosen at the table as he saw it may be gone by now.
        if form.cleaned_data.get("version", at.sitting.rows_version) != at.sitting.rows_version:
            return _not_done(request, at, form, str(StaleSittingError(at.sitting)), status=409)
        return _not_done(request, at, form, "", status=400)
    try:
        do_act(at.sitting, name, form, replace(act, version=form.cleaned_data["version"]))
    except StaleSittingError as error:
        return _not_done(request, at, form, str(error), status=409)
    except NewNameError as error:
        if isinstance(form, JoinForm):
            form.ask_if_new(str(error))
        return _not_done(request, at, form, "", status=400)
    except SittingActError as error:
        if error.code == "cut_again" and isinstance(form, CutForm):
            form.ask_again(error.params[0])
        return _not_done(request, at, form, error_words(error, said), status=400)
    except (SittingChangeError, RubberChangeError, PeopleError) as error:
        return _not_done(request, at, form, str(error), status=400)
    return _after(request, at, name)


def _after(request: HttpRequest, at: AtTable, name: str) -> HttpResponse:
    """Where an act that was done leads to."""
    if name == "begin" and request.POST.get("then") == "pad":
        return redirect("web:sitting_pad", public_id=at.sitting.public_id)
    return redirect("web:sitting", public_id=at.sitting.public_id)


def _not_done(request: HttpRequest, at: AtTable, form: ActForm, problem: str, *, status: int) -> HttpResponse:
    """The page as the table is now, with ``form`` as it was filled in."""
    row = sitting_of(at.sitting.public_id) or at.sitting
    if not problem and form.act_name not in FILLED_IN:
        problem = _("Look at the table as it is now, and try again.")
    now = AtTable(row, at.by, at.link, at.is_member)
    return shown_page(request, now, form=form, problem=problem, status=status)


def read_state(row: Sitting) -> SittingState:
    """What the sitting has come to, as it is stored."""
    return read_sitting_json(row.state)


def shown_page(
    request: HttpRequest,
    at: AtTable,
    *,
    form: ActForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    topic = sitting_topic(at.sitting)
    mark = live_mark([topic])
    state = read_state(at.sitting)
    said = said_at(state)
    table = shown(at.sitting.public_id, state, said)
    context = {
        **head_of(at, state, said),
        "table": table,
        "state": state,
        "may": open_to(state, at.link) if at.may_write else frozenset(),
        "forms": forms_of(at, state, said, form) if at.may_write else {},
        "problem": problem,
        "key": new_key(),
        "live": live(
            _topics(at.sitting, table), mark, renew=reverse("web:sitting_ticket", args=[at.sitting.public_id])
        ),
        "next_game": len(state.games) + 1,
        "cut_by_word": _cutting(state, said),
        "own": _own_part(request, at, state),
    }
    return render(request, "sittings/table.html", context, status=status)


@dataclass(frozen=True, slots=True)
class OwnPart:
    """What a member without a role may do at the table: addresses, empty where there is nothing.

    ``pad``: of the game that is played, for one of its two. ``pad_to_correct``: of the same game, and ``game``: of the
    last game that was won, for the player of a pool who is out of it.
    """

    pad: str = ""
    pad_to_correct: str = ""
    game: str = ""


def _own_part(request: HttpRequest, at: AtTable, state: SittingState) -> OwnPart:
    own = powers_on(request, at.sitting.club).players
    if at.may_write or not state.games or state.phase != "open" or not own:
        return OwnPart()
    mine = set(Player.objects.filter(pk__in=own).values_list("public_id", flat=True))
    pad = reverse("web:sitting_pad", args=[at.sitting.public_id])
    if state.game is not None and mine.intersection(state.game.players):
        return OwnPart(pad=pad)
    won = next((game for game in reversed(state.games) if game.status == "won"), None)
    return OwnPart(
        pad_to_correct=pad if state.game is not None and state.out_of(state.game) in mine else "",
        game=reverse("web:sitting_game", args=[at.sitting.public_id, won.number])
        if won is not None and state.out_of(won) in mine
        else "",
    )


def _topics(row: Sitting, table: Shown) -> list[str]:
    game = [] if table.game is None else [f"rubber.{table.game.rubber}"]
    return [sitting_topic(row), *game]


def _cutting(state: SittingState, said: Said) -> list[tuple[str, str]]:
    """Who may be the one to stay out, where that is to be decided."""
    if state.stage != "cut" or state.pool is None:
        return []
    return [(place.player, said.name(place.player)) for place in state.pool.places if place.player]


def _renew_url(row: Sitting) -> str:
    return reverse("web:sitting_ticket", args=[row.public_id])


def head_of(at: AtTable, state: SittingState, said: Said) -> dict[str, Any]:
    """What the head of every page of a table shows."""
    row = at.sitting
    facts = [
        str(KINDS[state.kind]),
        sitting_day(row),
        terms_words(state.kind, state.terms, said),
        row.event.name if row.event is not None else "",
    ]
    return {
        "sitting": row,
        "title": row.name,
        "crumbs": at.crumbs[:-1],
        "facts": [fact for fact in facts if fact],
        "at": at,
        "links_url": reverse("web:sitting_links", args=[row.public_id]) if at.by and not at.link else "",
    }


def forms_of(at: AtTable, state: SittingState, said: Said, failed: ActForm | None) -> dict[str, ActForm]:
    """The forms that have something to fill in and may be sent now; ``failed`` as it was filled in."""
    fresh = {"key": new_key(), "version": at.sitting.rows_version}
    found: dict[str, ActForm] = {}
    for name, kind in FILLED_IN.items():
        if kind not in state.may or (name == "seated" and state.kind == "pool"):
            continue
        if failed is not None and failed.act_name == name:
            found[name] = _again(failed, fresh, state, said)
        else:
            found[name] = FORMS[name](
                initial={**fresh, **_initial(name, state, said)}, state=state, said=said, act_name=name
            )
    join = found.get("join")
    if isinstance(join, JoinForm) and (at.is_member or at.sitting.club.is_public):
        at_table_now = set(said.names.values())
        join.suggest([each for each in names_at_tables(at.sitting.club) if each not in at_table_now])
    return found


def _again(failed: ActForm, fresh: Mapping[str, object], state: SittingState, said: Said) -> ActForm:
    """A form that was not taken, to be sent again about the table as it is now."""
    failed.fill_in(fresh)
    if failed.state.version == state.version:
        return failed
    sent = QueryDict(mutable=True)
    sent.update(failed.data)
    return FORMS[failed.act_name](sent, state=state, said=said, act_name=failed.act_name)


def _initial(name: str, state: SittingState, said: Said) -> dict[str, Any]:
    if name == "seated":
        return {"a": state.seats[0], "b": state.seats[1]}
    if name == "bet":
        return _next_stake(state, said)
    if name == "agreed":
        amounts = {key: state.terms[key] for key in ("stake", "least") if key in state.terms}
        typed = {key: typed_money(amount, said.currency) for key, amount in amounts.items()}
        return {**typed, **({"custom": choice_of(state.terms)} if state.kind == "pool" else {})}
    if name == "paid" and state.owed:
        payer, payee, _amount = state.owed[0]
        return {"payer": payer, "payee": payee}
    return {}


def _next_stake(state: SittingState, said: Said) -> dict[str, Any]:
    """Of who sits and has nothing on himself yet: as much as he staked last, or the least. Then of who has not bet."""
    for player in still_to_stake(state):
        own = [line.why[3] for line in state.history if line.why[:3] == ("bet", player, player)]
        amount = max([*own[-1:], state.terms["least"]])
        return {"player": player, "on": player, "amount": typed_money(amount, said.currency)}
    staked = {*state.seats, *(bet.player for bet in state.bets)}
    others = (person.player for person in state.people if person.is_here and person.player not in staked)
    return {"player": next(others, "")}
