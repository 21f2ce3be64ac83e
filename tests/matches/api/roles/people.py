"""The calls for a club's people, invitations and tokens, personal data and logs."""

from __future__ import annotations

from typing import Any, Final

from matches.clubs.api_tokens import make_token
from matches.clubs.invitations import invite
from matches.common.commands import CommandContext, new_key
from matches.models import Invitation, Membership, Player, User
from matches.sittings.record_facts import NewSitting, open_sitting
from tests.matches.api.calling import path_of
from tests.matches.api.roles.scene import Call, Ready, Scene, at
from tests.matches.pages.records import make_member

GUEST: Final = frozenset({"guest"})


class OwnCall(Call):
    """A call about something of the caller's own. ``ready`` prepares it for the scene's owner."""

    def made_by(self, caller: Any, path: str, body: Any) -> Any:
        if self.name == "token":
            answer = caller.get("tokens/")
            return caller.send(self.method, _first(answer, "results", "tokens/{}/") or path, body)
        answer = caller.get("me/")
        here = _first(answer, "players", "players/{}/sharing/") or path
        return caller.send(self.method, here, body, If_Match="*")


def _first(answer: Any, rows: str, address: str) -> str:
    """Return the address of the first row in the response, or an empty string if the caller may not list them."""
    return address.format(answer.json()[rows][0]["id"]) if answer.status_code == 200 else ""


def owners_sharing(body: Any) -> Ready:
    return lambda here: (path_of(Player.objects.get(user=here.owner), "sharing"), body)


def owners_token(here: Scene) -> tuple[str, Any]:
    token, _secret = make_token(here.owner, name="another", scopes=["read"])
    return f"tokens/{token.public_id}/", None


def of_member(body: Any = None) -> Ready:
    def ready(here: Scene) -> tuple[str, Any]:
        user = make_member(here.club, "clay@example.org")
        player = Player.objects.get(user=user)
        return path_of(here.club, "memberships", player.public_id), body

    return ready


def invitation(here: Scene) -> tuple[str, Any]:
    made = invite(here.club, by=here.owner, role=Membership.Role.MEMBER).invitation
    assert isinstance(made, Invitation)
    return path_of(here.club, "invitations", made.public_id), None


def link_to(address: str) -> Ready:
    def ready(here: Scene) -> tuple[str, Any]:
        made = invite(here.club, by=here.owner, role=Membership.Role.MEMBER)
        return address, {"token": made.token}

    return ready


def guest(*more: str) -> Ready:
    def ready(here: Scene) -> tuple[str, Any]:
        (ann,) = here.guests("Ann")
        return path_of(ann, *more), None

    return ready


def merged(here: Scene) -> tuple[str, Any]:
    ann, anne = here.guests("Ann", "Anne")
    return path_of(ann, "merge"), {"into": anne.public_id}


def password_link(here: Scene) -> tuple[str, Any]:
    user: User = make_member(here.club, "clay@example.org")
    return path_of(Player.objects.get(user=user), "password-link"), None


def table_log(here: Scene) -> tuple[str, Any]:
    new_sitting = NewSitting(kind="french", name="Green table", terms={"least": 100})
    made = open_sitting(here.club, new_sitting, act=CommandContext(by=here.owner, key=new_key()))
    return f"tables/{made.public_id}/log/", None


CALLS: Final[list[Call]] = [
    Call("me", "GET", "signed in", at("me/")),
    Call("me", "PATCH", "signed in", at("me/", {"name": "Clay"})),
    Call("my_person", "GET", "signed in", at("me/person/")),
    Call("tokens", "GET", "signed in", at("tokens/")),
    OwnCall("token", "DELETE", "signed in", owners_token),
    OwnCall("sharing", "GET", "signed in", owners_sharing(None)),
    OwnCall("sharing", "PUT", "signed in", owners_sharing({"shares_reviews": True})),
    Call("memberships", "GET", "see_members", at("clubs/{club}/memberships/")),
    Call("membership", "GET", "see_members", of_member()),
    Call("membership", "PATCH", "change_role", of_member({"role": "scorer"})),
    Call("membership", "DELETE", "change_role", of_member()),
    Call("invitations", "GET", "invite", at("clubs/{club}/invitations/")),
    Call("invitations", "POST", "invite", at("clubs/{club}/invitations/", {"role": "helper"})),
    Call("invitation", "GET", "invite", invitation),
    Call("invitation", "DELETE", "invite", invitation),
    Call("open_invitation", "POST", "anyone", link_to("invitations/open/")),
    Call("accept_invitation", "POST", "signed in", link_to("invitations/accept/")),
    Call("merge_player", "POST", "merge_players", merged),
    Call("erase_player", "POST", "erase_person", guest("erase"), holds=GUEST),
    Call("person", "GET", "export_person", guest("person"), holds=GUEST),
    Call("password_link", "POST", "invite", password_link),
    Call("club_log", "GET", "see_log", at("clubs/{club}/log/")),
    Call("event_log", "GET", "see_log", at("events/{event}/log/")),
    Call("rubber_log", "GET", "anyone", at("rubbers/{rubber}/log/")),
    Call("rubber_then", "GET", "anyone", at("rubbers/{rubber}/log/1/")),
    Call("table_log", "GET", "see_sittings", table_log),
]
