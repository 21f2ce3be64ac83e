"""A fact that was asked for, handed to the service that the pages hand it to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _

from matches.api.core.errors import wrong_member
from matches.api.core.references import people_by_id
from matches.api.sittings.representation import state_of
from matches.api.sittings.serializers.sittings import GAME_WON
from matches.common.command_context import Act
from matches.models import Sitting
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.facts import SittingFactKind
from matches.rules.sittings.french import bets_taken, chouette_declared, levelling
from matches.sittings.games import abandon_game, begin_game, say_who_won
from matches.sittings.record_facts import join_player, put_down

Asked: TypeAlias = Mapping[str, Any]
Doing: TypeAlias = Callable[[Sitting, Asked, Act], object]


def put_down_as_asked(sitting: Sitting, asked: Asked, act: Act) -> object:
    """Carry out what a body found in order asks for.

    Raises ``ApiError``, ``SittingActError``, ``SittingChangeError`` and ``RubberChangeError``.
    """
    kind: Any = asked["kind"]
    return _DOING.get(kind, _plain)(sitting, asked, act)


def _plain(sitting: Sitting, asked: Asked, act: Act) -> object:
    """A fact whose payload is the body, but for its kind and reason."""
    kind: SittingFactKind = asked["kind"]
    return put_down(sitting, kind, _payload(asked), act=act)


def _payload(asked: Asked) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if name not in ("kind", "reason")}


def _joined(sitting: Sitting, asked: Asked, act: Act) -> object:
    (player,) = people_by_id(sitting.club, [asked["player"]], pointer="/player")
    return join_player(sitting, player.public_id, only_bets=asked["only_bets"], act=act)


def _seated(sitting: Sitting, asked: Asked, act: Act) -> object:
    """Raises ``ApiError`` for a body of the other sort of table."""
    wanted = {"out"} if sitting.kind == Sitting.Kind.POOL else {"a", "b"}
    payload = _payload(asked)
    for name in sorted(wanted ^ set(payload)):
        told = _("Of a pool say who stays out, of a French table who plays next, a and b.")
        raise wrong_member(f"/{name}", told)
    return put_down(sitting, "seated", payload, act=act)


def _levelled(sitting: Sitting, asked: Asked, act: Act) -> object:
    """Without a word on whose bets: the latest go back first, by the table as it was read."""
    payload = _payload(asked) or levelling(state_of(sitting))
    if payload is None:
        raise SittingActError("nothing_uncovered")
    return put_down(sitting, "levelled", payload, act=act)


def _taken(sitting: Sitting, asked: Asked, act: Act) -> object:
    """Without an amount, all that is offered by the table as it was read."""
    payload = bets_taken(state_of(sitting), asked["player"], asked.get("amount"))
    return put_down(sitting, "bets_taken", payload, act=act)


def _chouette(sitting: Sitting, asked: Asked, act: Act) -> object:
    return put_down(sitting, "chouette", chouette_declared(state_of(sitting), asked["player"]), act=act)


def _begun(sitting: Sitting, _asked: Asked, act: Act) -> object:
    return begin_game(sitting, act=act)


def _won(sitting: Sitting, asked: Asked, act: Act) -> object:
    points = asked.get("points")
    told = None if points is None else (points[0], points[1])
    return say_who_won(sitting, asked["game"], asked["winner"], points=told, act=act)


def _abandoned(sitting: Sitting, asked: Asked, act: Act) -> object:
    return abandon_game(sitting, asked["game"], act=act)


_DOING: Final[Mapping[str, Doing]] = {
    "joined": _joined,
    "seated": _seated,
    "levelled": _levelled,
    "bets_taken": _taken,
    "chouette": _chouette,
    "game_begun": _begun,
    GAME_WON: _won,
    "game_abandoned": _abandoned,
}
"""Those that are more than a fact put down as it was said."""
