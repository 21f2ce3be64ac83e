"""What every call of the API is tried on: a club with its people, and one call as the table of roles has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from matches.clubs.permissions import Action
from matches.models import Club, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, token_for
from tests.matches.pages.records import import_text, make_member, text
from tests.matches.roles_table import ROLES, expected_grants

EXPECTED: Final = expected_grants()
OWNS_ANOTHER: Final = "owner of another club"
ANONYMOUS: Final = "anonymous"
CALLERS: Final = (*ROLES, OWNS_ANOTHER, ANONYMOUS)


@dataclass(frozen=True, slots=True)
class Scene:
    """A public club, its owner (who prepares what a call is about) and an imported rubber of the Autumn Cup."""

    club: Club
    owner: User
    api: Caller
    rubber: Rubber

    def guests(self, *names: str) -> list[Player]:
        return [Player.objects.create(club=self.club, name=name) for name in names]


Ready: TypeAlias = Callable[[Scene], tuple[str, Any]]
"""Prepares what the call needs, as the owner; its path below /api/v1/ and its body (None where it has none)."""


@dataclass(frozen=True, slots=True)
class Call:
    """One method of one address: ``may`` is the line of the table of roles that decides who gets through.

    ``anyone``: whoever sees the club; ``signed in``: whoever shows authority; ``maker``: who made the thing, whom no
    caller is, whatever his role. ``holds`` are the partial cells of the table (``own``, ``open``, ``guest``, ``side``)
    that hold for what ``ready`` prepares, whoever asks. ``refusal`` is the status for who is signed in and may not: 404
    where he may not even know. The call is made with ``If-Match: *``.
    """

    name: str
    method: str
    may: Action | Literal["anyone", "signed in", "maker"]
    ready: Ready
    holds: frozenset[str] = frozenset()
    refusal: int = 403
    headers: Mapping[str, str] = field(default_factory=dict)

    def allows(self, who: str) -> bool:
        if self.may == "anyone":
            return True
        if self.may == "signed in":
            return who != ANONYMOUS
        if self.may == "maker":
            return False
        cell = EXPECTED[self.may, "stranger" if who in (OWNS_ANOTHER, ANONYMOUS) else who]
        return cell == "yes" or (cell in self.holds and who != ANONYMOUS)

    def made_by(self, caller: Caller, path: str, body: Any) -> Any:
        answer = caller.send(self.method, path, body, **{"If_Match": "*", **self.headers})
        if answer.streaming:
            # It keeps its place until it was read to its end. To close it would close the database as well.
            b"".join(answer)
        return answer


def scene() -> Scene:
    club = make_club()
    owner = make_member(club, "owner@example.org", role="owner")
    lines = text().split("\n", 1)
    tags = '[Event "Autumn Cup"]\n[Date "2026.11.14"]\n[Round "1"]\n[Table "4"]\n'
    (rubber,) = import_text(club, f"{lines[0]}\n{tags}{lines[1]}")
    return Scene(club, owner, Caller(token_for(owner)), rubber)


def caller_who(club: Club, who: str) -> Caller:
    """The program of somebody who is this to ``club``, whose address nobody else has."""
    email = f"{who.replace(' ', '.')}-caller@example.org"
    if who == ANONYMOUS:
        return Caller()
    if who == OWNS_ANOTHER:
        return Caller(token_for(make_member(make_club("garrick"), email, role="owner")))
    if who == "stranger":
        user = User.objects.create_user(email)
        Player.objects.create(club=club, user=user, name="He")
        return Caller(token_for(user))
    return Caller(token_for(make_member(club, email, role=who)))
