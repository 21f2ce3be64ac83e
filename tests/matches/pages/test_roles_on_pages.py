"""The pages apply every cell of the roles table: opened, refused, or not found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from matches.events.plan_event import plan_event
from matches.models import Club, Conflict, Event, HeldText, ImportReport, Player, Rubber, User
from matches.rubbers.change_rubbers import CommandContext, enter_rubber, open_rubber, record_deal
from matches.rules.events.plan import EventPlan, StagePlan
from scoring.notation import read_one
from tests.factories.clubs import make_club
from tests.factories.once import made_once, undone
from tests.matches.files import import_text, other_result, rubber_text
from tests.matches.pages.every_page import UNREADABLE
from tests.matches.pages.records import make_member
from tests.matches.roles_table import expected_grants

__all__ = ["made_once"]

pytestmark = pytest.mark.django_db

EXPECTED = expected_grants()
VIEWERS = ("owner", "director", "scorer", "helper", "member", "stranger", "owner of another club", "nobody")


@dataclass(frozen=True, slots=True)
class Stage:
    """A club and a viewer, with things of others' and of the viewer's own to act on."""

    club: Club
    client: Client
    player: Player
    other: Player


@dataclass(frozen=True, slots=True)
class Try:
    """A request for an action.

    ``own``: the object is the viewer's own. ``is_settled``: the rubber counts. ``of_guest``: the person has
    no account.
    """

    action: str
    name: str
    own: bool = False
    method: str = "get"
    is_settled: bool = False
    of_guest: bool = False


TRIES = [
    Try("see_members", "members"),
    Try("see_members", "person"),
    Try("export_records", "club_exports"),
    Try("export_records", "club_egn"),
    Try("enter_rubber", "enter", own=True),
    Try("enter_rubber", "enter_result", own=True),
    Try("enter_rubber", "enter_result", own=True, method="post"),
    Try("enter_rubber", "enter_deals", own=True),
    Try("enter_rubber", "enter_egn", own=True),
    Try("enter_rubber", "enter_deal"),
    Try("enter_rubber", "enter_deal", own=True),
    Try("enter_rubber", "close_rubber"),
    Try("enter_rubber", "close_rubber", own=True),
    Try("enter_rubber", "table_links"),
    Try("enter_rubber", "table_links", own=True),
    Try("enter_rubber", "table_links", method="post"),
    Try("undo_deal", "undo_deal", method="post"),
    Try("undo_deal", "undo_deal", own=True, method="post"),
    Try("confirm_rubber", "confirm_rubber"),
    Try("confirm_rubber", "confirm_rubber", method="post"),
    Try("confirm_rubber", "confirm_rubber", own=True),
    Try("dispute_rubber", "dispute_rubber"),
    Try("dispute_rubber", "dispute_rubber", method="post"),
    Try("dispute_rubber", "dispute_rubber", own=True),
    Try("change_report", "change_report"),
    Try("change_report", "change_report", method="post"),
    Try("change_report", "change_report", own=True),
    Try("change_report", "withdraw_report"),
    Try("change_report", "withdraw_report", own=True),
    Try("correct_rubber", "correct_rubber"),
    Try("correct_rubber", "correct_rubber", method="post"),
    Try("correct_rubber", "correct_rubber", is_settled=True),
    Try("correct_rubber", "rubber_book"),
    Try("correct_rubber", "rubber_book", is_settled=True),
    Try("void_rubber", "void_rubber"),
    Try("void_rubber", "void_rubber", method="post"),
    Try("void_rubber", "void_rubber", own=True),
    Try("import_records", "imports"),
    Try("import_records", "import"),
    Try("settle", "conflict"),
    Try("settle", "held"),
    Try("settle", "dismiss_held", method="post"),
    Try("see_log", "club_log"),
    Try("see_log", "event_history"),
    Try("open_event", "new_event"),
    Try("open_event", "rename_event"),
    Try("open_event", "event_setup"),
    Try("run_event", "event_run"),
    Try("run_event", "event_file"),
    Try("open_event", "event_import"),
    Try("run_event", "event_plan"),
    Try("run_event", "event_entries"),
    Try("run_event", "event_enter"),
    Try("run_event", "event_forbidden"),
    Try("run_event", "event_undo"),
    Try("run_event", "event_prizes"),
    Try("run_event", "event_corrected"),
    Try("check_in", "event_check_in"),
    Try("see_sittings", "sittings"),
    Try("run_sitting", "new_sitting"),
    Try("add_player", "add_players"),
    Try("edit_player", "rename_player", method="post"),
    Try("merge_players", "merge_players"),
    Try("invite", "invite"),
    Try("invite", "invitations"),
    Try("invite", "password_link", method="post"),
    Try("change_role", "change_role", method="post"),
    Try("change_role", "end_membership"),
    Try("export_person", "export_person"),
    Try("export_person", "export_person", of_guest=True),
    Try("erase_person", "erase_person"),
    Try("erase_person", "erase_person", of_guest=True),
    Try("change_club", "club_settings"),
    Try("change_club", "choose_analyses", method="post"),
    Try("change_club", "club_status"),
    Try("change_club", "webhooks"),
    Try("change_club", "new_webhook"),
]
OPENED: dict[str, Callable[[Try], bool]] = {
    "yes": lambda tried: True,
    "own": lambda tried: tried.own,
    "side": lambda tried: tried.own,
    "mine": lambda tried: tried.own,
    "help": lambda tried: tried.own,
    "open": lambda tried: not tried.is_settled,
    "guest": lambda tried: tried.of_guest,
    "-": lambda tried: False,
}


@pytest.fixture(scope="module")
def stages(made_once: None) -> dict[str, Stage]:
    club = make_club()
    User.objects.create_superuser("host@example.org")
    other = Player.objects.get(user=make_member(club, "other@example.org", role="member"))
    return {viewer: stage_of(club, viewer, other) for viewer in VIEWERS}


def stage_of(club: Club, viewer: str, other: Player) -> Stage:
    client = Client()
    if viewer == "nobody":
        return Stage(club, client, Player.objects.create(club=club, name="Nobody"), other)
    email = f"{viewer.replace(' ', '.')}@example.org"
    if viewer == "stranger":
        user = User.objects.create_user(email)
        Player.objects.create(club=make_club("elsewhere"), user=user, name="Stranger")
    elif viewer == "owner of another club":
        user = make_member(make_club("garrick"), email, role="owner")
    else:
        user = make_member(club, email, role=viewer)
    client.force_login(user)
    return Stage(club, client, Player.objects.get(user=user), other)


PEOPLE = {
    *("person", "rename_player", "merge_players", "change_role", "end_membership"),
    *("password_link", "export_person", "erase_person"),
}


def address(stage: Stage, tried: Try) -> str:
    arguments = [stage.club.slug]
    if tried.name in RUBBERS:
        arguments = [RUBBERS[tried.name](stage, tried).public_id]
    elif tried.action in ("run_event", "check_in") or tried.name in ("event_history", "rename_event"):
        arguments.append(planned(stage).public_id)
    elif tried.name in ("conflict", "held", "dismiss_held"):
        arguments.append(waiting(stage, tried.name))
    elif tried.name == "import":
        arguments.append(ImportReport.objects.create(club=stage.club, source="a.egn").public_id)
    elif tried.name in PEOPLE:
        person = Player.objects.create(club=stage.club, name="Clay") if tried.of_guest else stage.other
        arguments.append(person.public_id)
    return reverse(f"web:{tried.name}", args=arguments)


def seats(stage: Stage, tried: Try) -> tuple[Player, Player]:
    guest, _ = Player.objects.get_or_create(club=stage.club, name="Guest")
    return stage.other, stage.player if tried.own else guest


def host() -> User:
    return User.objects.get(email="host@example.org")


def reported(stage: Stage, tried: Try, *, side: str = "A") -> Rubber:
    record = read_one('[EGN "1"]\n[A "A"]\n[B "B"]\n[BestOf "1"]\n\nGame 1 #5-0\n##1-0\n')
    authority: Any = "final" if tried.is_settled else side
    act = CommandContext(by=host(), key="")
    return enter_rubber(
        stage.club, record, event_name="", players=seats(stage, tried), authority=authority, act=act
    )


def planned(stage: Stage) -> Event:
    plan = EventPlan(stages=(StagePlan(kind="swiss", rounds=3),), check_in=True)
    act = CommandContext(by=host(), key="")
    return plan_event(stage.club, "Cup", plan, [stage.other], guests=["Ann"], act=act)


def live(stage: Stage, tried: Try) -> Rubber:
    record = read_one('[EGN "1"]\n[A "A"]\n[B "B"]\n')
    act = CommandContext(by=host(), key="")
    rubber = open_rubber(stage.club, record, event_name="", players=seats(stage, tried), act=act)
    return record_deal(rubber, "A S =B", act=act)


def reported_by_viewer(stage: Stage, tried: Try) -> Rubber:
    return reported(stage, tried, side="B")


RUBBERS: dict[str, Callable[[Stage, Try], Rubber]] = {
    "enter_deal": live,
    "close_rubber": live,
    "table_links": live,
    "undo_deal": live,
    "confirm_rubber": reported,
    "dispute_rubber": reported,
    "change_report": reported_by_viewer,
    "withdraw_report": reported_by_viewer,
    "correct_rubber": reported,
    "rubber_book": reported,
    "void_rubber": reported,
}


def waiting(stage: Stage, name: str) -> str:
    played = rubber_text(club=None)
    import_text(played, rubber_text("Clay", club=None, deals=[UNREADABLE]), club=stage.club)
    import_text(other_result(played), club=stage.club)
    model = Conflict if name == "conflict" else HeldText
    return str(model._default_manager.values_list("public_id", flat=True).get())


@pytest.mark.parametrize(
    "tried",
    TRIES,
    ids=lambda tried: (
        f"{tried.name}-{tried.method}{'-own' * tried.own}{'-settled' * tried.is_settled}{'-guest' * tried.of_guest}"
    ),
)
def test_page_opens_to_whom_the_table_says(stages: dict[str, Stage], tried: Try) -> None:
    is_own_alone = tried.own and tried.name in RUBBERS
    shared = "" if is_own_alone else address(stages["owner"], tried)
    for viewer, stage in stages.items():
        with undone():
            url = shared or address(stage, tried)
            response = getattr(stage.client, tried.method)(url)
            if response.streaming:
                # A file on its way keeps its place until it was read to its end.
                b"".join(response)
        role = viewer if viewer in EXPECTED_ROLES else "stranger"
        if viewer == "nobody":
            sign_in = f"/accounts/login/?{urlencode({'next': url}, safe='/')}"
            is_asked = response.get("Location", "") == sign_in
            assert is_asked if tried.method == "get" else response.status_code == 403
        elif OPENED[EXPECTED[tried.action, role]](tried):
            assert response.status_code in (200, 302, 400), viewer
            assert "/accounts/login/" not in response.get("Location", "")
        else:
            assert response.status_code == 403, viewer
    if shared:
        assert_hidden_with_its_club(stages, tried, shared)


def assert_hidden_with_its_club(stages: dict[str, Stage], tried: Try, expected: str) -> None:
    Club.objects.filter(pk=stages["owner"].club.pk).update(is_public=False)
    for viewer in ("stranger", "owner of another club", "nobody"):
        with undone():
            response = getattr(stages[viewer].client, tried.method)(expected)
        if viewer == "nobody" and response.status_code == 302:
            assert response["Location"].startswith("/accounts/login/")
        else:
            assert response.status_code == 404, viewer


EXPECTED_ROLES = {role for _, role in EXPECTED}


def test_each_action_of_the_table_is_tried() -> None:
    assert {tried.action for tried in TRIES} == {action for action, _ in EXPECTED}
