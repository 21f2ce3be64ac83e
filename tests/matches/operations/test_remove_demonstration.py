"""The demonstration club is removed with all its rows, and with no other; nothing else opens the log's guard."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.db.models import ForeignKey

from matches.clubs.find_by_name import find_or_make_club
from matches.clubs.players import add_players
from matches.events.write_standings import write_standings
from matches.exchange.imports.import_rubbers import RubberImport
from matches.figures.write_honours import write_honours
from matches.models import (
    ApiToken,
    Backup,
    Club,
    Exercise,
    LogEntry,
    Mail,
    Membership,
    PadEntry,
    Player,
    SentRequest,
    User,
)
from matches.operations.demonstration import CLUB_NAME, EVENING, open_demonstration_tables
from matches.operations.rebuild import Rebuild
from matches.operations.remove_demonstration import (
    CLUB_OF,
    DemonstrationInUseError,
    hide_demonstration,
    is_in_use,
    remove_demonstration,
)
from tests.factories.clubs import make_club
from tests.factories.remembered import remembered
from tests.matches.files import FAULTS

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

OF_NO_CLUB = {User, ApiToken, SentRequest, Backup, Mail}


def rows_of_all_tables() -> dict[str, list[Any]]:
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed
    }


def make_site() -> tuple[User, dict[str, list[Any]]]:
    """Make a site with another club, and then a small demonstration; return its owner and the rows before that."""
    owner = User.objects.create_superuser("host@example.org", "a pass phrase")
    other = make_club("garrick")
    add_players(other, ["Keeper"], by=owner)
    text = FAULTS.read_bytes().replace(CLUB_NAME.encode(), b"Garrick")
    list(RubberImport(io.BytesIO(text), source="faults.egn", club=other, by=owner).outcomes())
    assert other.rubbers.exists()
    before = rows_of_all_tables()
    club = find_or_make_club(CLUB_NAME)
    player = Player.objects.create(club=club, user=owner, name="Secretary")
    Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
    with EVENING.open("rb") as stream:
        list(RubberImport(stream, source=EVENING.name, club=club, by=owner).outcomes())
    open_demonstration_tables(club, owner)
    for event in club.events.all():
        write_standings(event.pk)
    write_honours(club.pk)
    Club.objects.filter(pk=club.pk).update(
        is_demonstration=True, demonstration_position=club.log.latest("pk").pk
    )
    return owner, before


@pytest.fixture
def site() -> tuple[User, dict[str, list[Any]]]:
    return remembered("small demonstration", make_site)


@pytest.fixture
def owner(site: tuple[User, object]) -> User:
    return site[0]


@pytest.fixture
def before(site: tuple[User, dict[str, list[Any]]]) -> dict[str, list[Any]]:
    return site[1]


@pytest.fixture
def club(site: object) -> Club:
    return Club.objects.get(is_demonstration=True)


def refuses_to_change(entry: LogEntry) -> bool:
    rows = LogEntry.objects.filter(pk=entry.pk)
    changes: tuple[Callable[[], object], ...] = (lambda: rows.update(reason="x"), rows.delete)
    for change in changes:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    return True


def test_every_table_with_rows_of_a_club_is_listed() -> None:
    tables = set(apps.get_app_config("matches").get_models())
    assert tables == set(CLUB_OF) | OF_NO_CLUB, "a table with rows of a club goes into CLUB_OF"


def test_no_table_is_emptied_before_those_that_refer_to_it() -> None:
    order = list(CLUB_OF)
    early = [
        (model.__name__, field.name)
        for model in order
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey)
        and field.related_model in CLUB_OF
        and order.index(field.related_model) < order.index(model)
    ]
    assert early == []


def test_removes_the_club_and_leaves_every_other_row(
    club: Club, owner: User, before: dict[str, list[Any]]
) -> None:
    remove_demonstration(club, by=owner)
    connection.check_constraints()
    assert rows_of_all_tables() == before
    assert list(map(str, Rebuild(write=False).differences())) == []


def test_log_is_guarded_before_and_after(club: Club, owner: User) -> None:
    own, other = club.log.latest("pk"), LogEntry.objects.exclude(club=club).latest("pk")
    assert refuses_to_change(own)
    remove_demonstration(club, by=owner)
    assert refuses_to_change(other)


@pytest.mark.postgres
def test_naming_a_club_opens_the_guard_for_a_marked_club_alone(club: Club) -> None:
    other = LogEntry.objects.exclude(club=club).latest("pk")
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('ecarte.removed_club', %s, true)", [str(other.club_id)])
    assert refuses_to_change(other)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('ecarte.removed_club', %s, true)", [str(club.pk)])
    assert refuses_to_change(other)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        club.log.update(reason="x")


def enter_a_player(club: Club, owner: User) -> None:
    add_players(club, ["Newcomer"], by=owner)


def belong_elsewhere(club: Club, owner: User) -> None:
    other = make_club("elsewhere")
    player = club.players.exclude(user=owner).earliest("pk")
    Membership.objects.create(club=other, player=player)


def send_from_a_pad(club: Club, owner: User) -> None:
    PadEntry.objects.create(
        rubber=club.rubbers.earliest("pk"), key="k", device="d", by=owner, seen=1, kind="deal", told={},
        outcome=PadEntry.Outcome.REFUSED,
    )  # fmt: skip


@pytest.mark.parametrize("enter", [enter_a_player, belong_elsewhere, send_from_a_pad])
def test_a_club_in_which_somebody_entered_something_is_hidden_instead(
    enter: Callable[[Club, User], None], club: Club, owner: User
) -> None:
    assert not is_in_use(club)
    enter(club, owner)
    rows = rows_of_all_tables()
    with pytest.raises(DemonstrationInUseError):
        remove_demonstration(club, by=owner)
    assert rows_of_all_tables() == rows
    hide_demonstration(club, by=owner)
    club.refresh_from_db()
    assert not club.is_public


def test_practice_does_not_count(club: Club, owner: User) -> None:
    rubber = club.rubbers.earliest("pk")
    Exercise.objects.create(
        player=rubber.player_a, rubber=rubber, game=1, deal=1, token=1, kind="card", due_at=rubber.entered_at
    )
    assert not is_in_use(club)
    remove_demonstration(club, by=owner)
    assert not Exercise.objects.exists()


@pytest.mark.parametrize("change", [remove_demonstration, hide_demonstration])
def test_is_for_the_sites_owner_and_for_a_marked_club_alone(
    change: Callable[..., None], club: Club, owner: User
) -> None:
    with pytest.raises(PermissionError):
        change(club, by=User.objects.create_user("member@example.org"))
    other = Club.objects.get(is_demonstration=False)
    with pytest.raises(ValueError, match=str(other)):
        change(other, by=owner)
    assert Club.objects.count() == 2
