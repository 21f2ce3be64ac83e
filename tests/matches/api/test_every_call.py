"""Every role, URL and method, and every scope: access is as two independently written tables say."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, replace
from typing import Final

import pytest

from matches.api.urls import ALL
from matches.clubs.api_tokens import SCOPES
from matches.models import Club, Rubber, User
from tests.factories.once import made_once, undone
from tests.matches.api import roles
from tests.matches.api.calling import Caller, problem, token_for
from tests.matches.api.described import scopes_by_address
from tests.matches.api.roles.scene import ANONYMOUS, CALLERS, OWNS_ANOTHER, Call, Scene, caller_who, scene
from tests.support.examples import in_all

__all__ = ["made_once"]

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

CALLS: Final[list[Call]] = [
    call
    for module in pkgutil.iter_modules(roles.__path__)
    for call in getattr(importlib.import_module(f"{roles.__name__}.{module.name}"), "CALLS", [])
]
SCOPE_OF: Final = scopes_by_address(ALL)
DONE: Final = (200, 201, 202, 204)
CODE: Final = {401: "not_signed_in", 403: "not_allowed", 404: "not_found"}


def test_every_address_and_method_is_tried() -> None:
    assert {(call.name, call.method) for call in CALLS} == set(SCOPE_OF)


def test_every_view_says_the_scope_of_each_of_its_methods() -> None:
    for pattern in ALL:
        view = pattern.callback.view_class  # type: ignore[attr-defined]
        answered = {name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
        assert answered == set(view.operations), pattern.name


@dataclass(frozen=True, slots=True)
class Shared:
    """The scene that every call is tried on, its callers, and the owner's clients with one scope each."""

    here: Scene
    callers: dict[str, Caller]
    scoped: dict[str, Caller]

    def fresh(self) -> Scene:
        """Return the same club, loaded fresh from the database."""
        here = self.here
        club, owner = Club.objects.get(pk=here.club.pk), User.objects.get(pk=here.owner.pk)
        return replace(here, club=club, owner=owner, rubber=Rubber.objects.get(pk=here.rubber.pk))


@pytest.fixture(scope="module")
def shared(made_once: None) -> Shared:
    """Return the scene made once for the session. Each test's changes are rolled back with it."""
    here = scene()
    callers = {who: caller_who(here.club, who) for who in CALLERS}
    scoped: dict[str, Caller] = {scope: Caller(token_for(here.owner, [scope])) for scope in SCOPES}
    return Shared(here, callers, scoped)


def at_the_border(call: Call) -> list[str]:
    """Return the last caller in the order of the roles that the call lets through, and the first it refuses."""
    allowed = [who for who in CALLERS if call.allows(who)]
    refused = [who for who in CALLERS if not call.allows(who)]
    return [*allowed[-1:], *refused[:1]]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.name} {call.method}")
@pytest.mark.parametrize("everyone", [False, *in_all(True)], ids=["border", "everyone"])
def test_who_gets_through_and_by_which_scope(shared: Shared, call: Call, everyone: bool) -> None:
    path, body = call.ready(shared.fresh())
    # An anonymous caller reads what is public; where a token would need a scope, 401 precedes every other error.
    needed = SCOPE_OF[call.name, call.method]
    reads = needed in (None, "read")
    for who in CALLERS if everyone else at_the_border(call):
        with undone():
            answer = call.made_by(shared.callers[who], path, body)
            is_hidden = call.refusal == 404 and reads
            refusal = 401 if who == ANONYMOUS and not is_hidden else call.refusal
            if call.allows(who):
                assert answer.status_code in DONE, (who, b"".join(answer))
            else:
                problem(answer, refusal, CODE[refusal])
    # A token reaches what its scope covers, and no more.
    for scope in SCOPES:
        if scope == needed and not everyone:
            continue  # its owner got as far as the caller at the border
        with undone():
            answer = call.made_by(shared.scoped[scope], path, body)
            if needed not in (None, scope):
                assert problem(answer, 403, "scope_missing")["scope"] == needed
                assert f'scope="{needed}"' in answer.headers["WWW-Authenticate"]
            elif call.allows("owner"):
                assert answer.status_code in DONE, b"".join(answer)


OF_NO_CLUB: Final = (
    "root",
    "schema",
    "problems",
    "problem",
    "laws",
    "law_search",
    "law",
    "chances",
    "figures",
)
OF_A_PERSON: Final = ("me", "my_person", "tokens", "token", "sharing", "open_invitation", "accept_invitation")
OF_EVERY_CLUB: Final = [("clubs", "GET"), ("clubs", "POST"), ("rubbers", "GET")]


@pytest.mark.parametrize(
    "call",
    [
        call
        for call in CALLS
        if call.name not in (*OF_NO_CLUB, *OF_A_PERSON) and (call.name, call.method) not in OF_EVERY_CLUB
    ],
    ids=lambda call: f"{call.name} {call.method}",
)
def test_closed_club_is_there_for_its_own_people_alone(shared: Shared, call: Call) -> None:
    path, body = call.ready(shared.fresh())
    Club.objects.filter(pk=shared.here.club.pk).update(is_public=False)
    reads = SCOPE_OF[call.name, call.method] == "read"
    refusals = {OWNS_ANOTHER: 404, ANONYMOUS: 404 if reads else 401, "member": call.refusal}
    for who, refusal in refusals.items():
        with undone():
            answer = call.made_by(shared.callers[who], path, body)
            if who == "member" and call.allows(who):
                assert answer.status_code in DONE, b"".join(answer)
            else:
                problem(answer, refusal, CODE[refusal])
