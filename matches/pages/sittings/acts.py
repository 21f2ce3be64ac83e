"""What a form of a table asks for, done: each act read from its form and handed to its service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, cast

from matches.common.command_context import Act
from matches.models import Sitting
from matches.pages.sittings.act_forms import ActForm, CutForm, TermsForm
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.facts import SittingFactKind
from matches.rules.sittings.french import bets_taken, chouette_declared, levelling
from matches.sittings.games import abandon_game, begin_game, say_who_won, undo_at_table
from matches.sittings.record_facts import join_sitting, put_down

Doing: TypeAlias = Callable[[Sitting, ActForm, Act], object]


def do_act(sitting: Sitting, name: str, form: ActForm, act: Act) -> None:
    """Carry out what a form found in order asks for.

    Raises ``SittingActError``, ``SittingChangeError``, ``PeopleError`` and ``RubberChangeError``.
    """
    _DOING[name](sitting, form, act)


def _plain(kind: SittingFactKind, *told: str) -> Doing:
    """A fact whose payload has these values of the form, as far as they are filled in."""

    def doing(sitting: Sitting, form: ActForm, act: Act) -> object:
        payload = {name: form.cleaned_data[name] for name in told if form.cleaned_data[name] is not None}
        return put_down(sitting, kind, payload, act=act)

    return doing


def _join(sitting: Sitting, form: ActForm, act: Act) -> object:
    told = form.cleaned_data
    return join_sitting(
        sitting,
        told["name"],
        only_bets=told.get("only_bets", False),
        may_be_new=told.get("is_new", False),
        act=act,
    )


def _cut(sitting: Sitting, form: ActForm, act: Act) -> object:
    return put_down(sitting, "cut", {"rounds": cast(CutForm, form).cards()}, act=act)


def _seated_out(sitting: Sitting, form: ActForm, act: Act) -> object:
    return put_down(sitting, "seated", {"out": form.cleaned_data["player"]}, act=act)


def _levelled(sitting: Sitting, form: ActForm, act: Act) -> object:
    """The latest bets go back first; by the table as its reader saw it, or it is somebody's who was before him."""
    payload = levelling(form.state)
    if payload is None:
        raise SittingActError("nothing_uncovered")
    return put_down(sitting, "levelled", payload, act=act)


def _taken(sitting: Sitting, form: ActForm, act: Act) -> object:
    """Without an amount, all that is offered by the table as the reader saw it."""
    payload = bets_taken(form.state, form.cleaned_data["player"], form.cleaned_data["amount"])
    return put_down(sitting, "bets_taken", payload, act=act)


def _chouette(sitting: Sitting, form: ActForm, act: Act) -> object:
    payload = chouette_declared(form.state, form.cleaned_data["player"])
    return put_down(sitting, "chouette", payload, act=act)


def _begin(sitting: Sitting, _form: ActForm, act: Act) -> object:
    return begin_game(sitting, act=act)


def _won(sitting: Sitting, form: ActForm, act: Act) -> object:
    told = form.cleaned_data
    lost_with = told["lost_with"]
    points = None
    if lost_with:
        points = (5, int(lost_with)) if told["winner"] == "A" else (int(lost_with), 5)
    return say_who_won(sitting, told["game"], told["winner"], points=points, act=act)


def _abandon(sitting: Sitting, form: ActForm, act: Act) -> object:
    return abandon_game(sitting, form.cleaned_data["game"], act=act)


def _paid(sitting: Sitting, form: ActForm, act: Act) -> object:
    told = form.cleaned_data
    payload = {"from": told["payer"], "to": told["payee"], "amount": told["amount"]}
    return put_down(sitting, "paid", payload, act=act)


def _agreed(sitting: Sitting, form: ActForm, act: Act) -> object:
    return put_down(sitting, "agreed", {"terms": cast(TermsForm, form).terms()}, act=act)


def _undone(sitting: Sitting, form: ActForm, act: Act) -> object:
    return undo_at_table(sitting, version=form.cleaned_data["last"], act=act)


_DOING: Final[Mapping[str, Doing]] = {
    "join": _join,
    "left": _plain("left", "player"),
    "returned": _plain("returned", "player"),
    "stood_aside": _plain("stood_aside", "player"),
    "stood_in": _plain("stood_in", "player"),
    "take": _taken,
    "chouette": _chouette,
    "chouette_undone": _plain("chouette_undone"),
    "seated_out": _seated_out,
    "cut": _cut,
    "seated": _plain("seated", "a", "b"),
    "bet": _plain("bet", "player", "on", "amount"),
    "withdraw": _plain("bet_withdrawn", "player", "amount"),
    "levelled": _levelled,
    "begin": _begin,
    "won": _won,
    "abandon": _abandon,
    "share": _plain("pool_shared", "how"),
    "paid": _paid,
    "agreed": _agreed,
    "closed": _plain("closed"),
    "reopened": _plain("reopened"),
    "undone": _undone,
}
