"""The scene that every call of the API is tried on: a club with its people, and a call as the roles table has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from matches.clubs.roles import Action
from matches.models import Club, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, token_for
from tests.matches.pages.records import cup_rubber, make_member
from tests.matches.roles_table import ROLES, expected_grants

EXPECTED: Final = expected_grants()
OWNS_ANOTHER: Final = "owner of another club"
ANONYMOUS: Final = "anonymous"
CALLERS: Final = (*ROLES, OWNS_ANOTHER, ANONYMOUS)


@dataclass(frozen=True, slots=True)
class Scene:
    """A public club, its owner (who prepares the object of a call) and an imported rubber of the Autumn Cup."""

    club: Club
    owner: User
    api: Caller
    rubber: Rubber

    def guests(self, *names: str) -> list[Player]:
        return [Player.objects.create(club=self.club, name=name) for name in names]


Ready: TypeAlias = Callable[[Scene], tuple[str, Any]]
"""A function that prepares a call as the owner, and returns its path below /api/v1/ and its body, or None."""


def at(path: str, body: Any = None) -> Ready:
    """Return a call at ``path``, which may name the club, the event, the rubber and its two players."""

    def ready(here: Scene) -> tuple[str, Any]:
        rubber = here.rubber
        address = path.format(
            club=here.club.public_id,
            event=rubber.event.public_id,
            rubber=rubber.public_id,
            player=rubber.player_a.public_id,
            opponent=rubber.player_b.public_id,
        )
        return address, body

    return ready


@dataclass(frozen=True, slots=True)
class Call:
    """One method of one address. ``may`` is the row of the roles table that decides who gets through.

    ``anyone`` is everyone who sees the club, ``signed in`` everyone who is authenticated, and ``maker`` the
    person who made the thing, which no caller is, whatever the role.

    ``holds`` are the partial cells of the table (``own``, ``open``, ``guest``, ``side``, ``help``) that apply to what
    ``ready`` prepares, for every caller. ``refusal`` is the status for authenticated callers without
    permission: 404 if they may not even know that the thing exists. The call is sent with ``If-Match: *``.
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
    return Scene(club, owner, Caller(token_for(owner)), cup_rubber(club))


def user_who(club: Club, who: str) -> User | None:
    """Return a user with this role in ``club``, who has an email address of their own, or None for nobody."""
    email = f"{who.replace(' ', '.')}-caller@example.org"
    if who == ANONYMOUS:
        return None
    if who == OWNS_ANOTHER:
        return make_member(make_club("garrick"), email, role="owner")
    if who == "stranger":
        user = User.objects.create_user(email)
        Player.objects.create(club=club, user=user, name="He")
        return user
    return make_member(club, email, role=who)


def caller_who(club: Club, who: str) -> Caller:
    """Return the client of a new user with this role in ``club``."""
    user = user_who(club, who)
    return Caller() if user is None else Caller(token_for(user))
