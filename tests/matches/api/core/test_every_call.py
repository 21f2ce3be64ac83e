"""Every role x address x method, and every scope: who gets through, as two tables that were written apart say."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, replace
from typing import Final

import pytest

from matches.api.all_urls import ALL
from matches.api.core.scopes import scopes_by_address
from matches.clubs.api_tokens import SCOPES
from matches.models import Club, Rubber, User
from tests.factories.once import made_once, undone
from tests.matches.api import roles
from tests.matches.api.calling import Caller, problem, token_for
from tests.matches.api.roles.scene import ANONYMOUS, CALLERS, Call, Scene, caller_who, scene

__all__ = ["made_once"]

pytestmark = pytest.mark.django_db

CALLS: Final[list[Call]] = [
    call
    for found in pkgutil.iter_modules(roles.__path__)
    for call in getattr(importlib.import_module(f"{roles.__name__}.{found.name}"), "CALLS", [])
]
SCOPE_OF: Final = scopes_by_address(ALL)
DONE: Final = (200, 201, 202, 204)


def test_every_address_and_method_is_tried() -> None:
    assert {(call.name, call.method) for call in CALLS} == set(SCOPE_OF)


def test_every_view_says_the_scope_of_each_of_its_methods() -> None:
    for pattern in ALL:
        view = pattern.callback.view_class  # type: ignore[attr-defined]
        answered = {name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
        assert answered == set(view.scopes), pattern.name


@dataclass(frozen=True, slots=True)
class Shared:
    """What every call is tried on, who tries it, and the owner's programs of one scope each."""

    here: Scene
    callers: dict[str, Caller]
    scoped: dict[str, Caller]

    def fresh(self) -> Scene:
        """The same club, as nobody has changed it in this process."""
        here = self.here
        club, owner = Club.objects.get(pk=here.club.pk), User.objects.get(pk=here.owner.pk)
        return replace(here, club=club, owner=owner, rubber=Rubber.objects.get(pk=here.rubber.pk))


@pytest.fixture(scope="module")
def shared(made_once: None) -> Shared:
    """Made once: what a test does to it is undone with that test."""
    here = scene()
    callers = {who: caller_who(here.club, who) for who in CALLERS}
    scoped: dict[str, Caller] = {scope: Caller(token_for(here.owner, [scope])) for scope in SCOPES}
    return Shared(here, callers, scoped)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.name} {call.method}")
def test_who_gets_through_and_by_which_scope(shared: Shared, call: Call) -> None:
    path, body = call.ready(shared.fresh())
    # Who shows no authority reads what is public, and is stopped before all else where more is asked of a token.
    needed = SCOPE_OF[call.name, call.method]
    reads = needed in (None, "read")
    for who in CALLERS:
        with undone():
            answer = call.made_by(shared.callers[who], path, body)
            is_hidden = call.refusal == 404 and reads
            refusal = 401 if who == ANONYMOUS and not is_hidden else call.refusal
            expected = DONE if call.allows(who) else (refusal,)
            assert answer.status_code in expected, (who, b"".join(answer))
    # A token reaches what its scope covers, and no more.
    for scope in SCOPES:
        with undone():
            answer = call.made_by(shared.scoped[scope], path, body)
            if needed not in (None, scope):
                assert problem(answer, 403, "scope_missing")["scope"] == needed
                assert f'scope="{needed}"' in answer.headers["WWW-Authenticate"]
            elif call.allows("owner"):
                assert answer.status_code in DONE, b"".join(answer)
