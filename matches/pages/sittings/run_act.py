"""Carry out what a form of a table's page submits, by calling the service for its act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from matches.common.commands import CommandContext
from matches.models import Sitting
from matches.pages.sittings.act_forms import ActForm, CutForm, TermsForm
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.facts import SittingFactKind
from matches.rules.sittings.french import chouette_payload, levelling_payload, take_bets_payload
from matches.sittings.games import abandon_game, begin_game, record_winner, undo_at_table
from matches.sittings.record_facts import join_sitting, record_sitting_fact

Handler: TypeAlias = Callable[[Sitting, ActForm, CommandContext], object]


def do_act(sitting: Sitting, name: str, form: ActForm, act: CommandContext) -> None:
    """Run the act called ``name`` at a table, with the values of the valid ``form``.

    Raises ``SittingActError`` if the rules forbid the act in the table's current state. Raises
    ``SittingChangeError``, ``PeopleError`` or ``RubberChangeError`` if the service of the act refuses it.
    """
    _HANDLERS[name](sitting, form, act)


def _fact(kind: SittingFactKind, payload_of: Callable[[ActForm], Any]) -> Handler:
    return lambda sitting, form, act: record_sitting_fact(sitting, kind, payload_of(form), act=act)


def _plain(kind: SittingFactKind, *fields: str) -> Handler:
    """Return a handler that records a fact with these values of the form, except empty ones."""
    return _fact(
        kind, lambda form: {name: value for name in fields if (value := form.cleaned_data[name]) is not None}
    )


# Payloads of bets are computed from the table as the reader saw it, so that nobody loses a bet because of a
# change that the reader did not see.
def _levelling(form: ActForm) -> Any:
    payload = levelling_payload(form.state)
    if payload is None:
        raise SittingActError("nothing_uncovered")
    return payload


def _taking(form: ActForm) -> Any:
    return take_bets_payload(form.state, form.cleaned_data["player"], form.cleaned_data["amount"])


def _payment(form: ActForm) -> Any:
    values = form.cleaned_data
    return {"from": values["payer"], "to": values["payee"], "amount": values["amount"]}


def _won(sitting: Sitting, form: ActForm, act: CommandContext) -> object:
    values = form.cleaned_data
    lost_with = values["lost_with"]
    points = None
    if lost_with:
        points = (5, int(lost_with)) if values["winner"] == "A" else (int(lost_with), 5)
    return record_winner(sitting, values["game"], values["winner"], points=points, act=act)


_HANDLERS: Final[Mapping[str, Handler]] = {
    "join": lambda sitting, form, act: join_sitting(
        sitting,
        form.cleaned_data["name"],
        only_bets=form.cleaned_data.get("only_bets", False),
        may_be_new=form.cleaned_data.get("is_new", False),
        act=act,
    ),
    "left": _plain("left", "player"),
    "returned": _plain("returned", "player"),
    "stood_aside": _plain("stood_aside", "player"),
    "stood_in": _plain("stood_in", "player"),
    "take": _fact("bets_taken", _taking),
    "chouette": _fact("chouette", lambda form: chouette_payload(form.state, form.cleaned_data["player"])),
    "chouette_undone": _plain("chouette_undone"),
    "seated_out": _fact("seated", lambda form: {"out": form.cleaned_data["player"]}),
    "cut": _fact("cut", lambda form: {"rounds": cast(CutForm, form).cards()}),
    "seated": _plain("seated", "a", "b"),
    "bet": _plain("bet", "player", "on", "amount"),
    "withdraw": _plain("bet_withdrawn", "player", "amount"),
    "levelled": _fact("levelled", _levelling),
    "begin": lambda sitting, _form, act: begin_game(sitting, act=act),
    "won": _won,
    "abandon": lambda sitting, form, act: abandon_game(sitting, form.cleaned_data["game"], act=act),
    "share": _plain("pool_shared", "how"),
    "paid": _fact("paid", _payment),
    "agreed": _fact("agreed", lambda form: {"terms": cast(TermsForm, form).terms()}),
    "closed": _plain("closed"),
    "reopened": _plain("reopened"),
    "undone": lambda sitting, form, act: undo_at_table(sitting, version=form.cleaned_data["last"], act=act),
}
