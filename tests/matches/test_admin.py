from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from matches.models import (
    ApiToken,
    Club,
    Conflict,
    Event,
    FormerName,
    HeldText,
    ImportLine,
    ImportReport,
    Invitation,
    LogEntry,
    Membership,
    Player,
    Review,
    Rubber,
    User,
)
from matches.reviews.claims import CURRENT_ENGINE
from tests.matches.files import import_text, other_result, rubber_text

LOOKED_AT: list[type[Model]] = [
    *(ApiToken, Club, Conflict, Event, FormerName, HeldText, ImportLine, ImportReport, Invitation, LogEntry),
    *(Membership, Player, Review, Rubber),
]


@pytest.fixture
def host(client: Client, db: None) -> User:
    """Return the superuser, signed in, with a row of every model to look at."""
    host = User.objects.create_superuser(email="owner@club.example", password="secret words")
    client.force_login(host)
    good = rubber_text()
    import_text(good)
    import_text(other_result(good), rubber_text("Clay", "Dering").replace("=B5", "=X9"))
    club = Club.objects.get()
    report = ImportReport.objects.latest("pk")
    if not ImportLine.objects.exists():
        ImportLine.objects.create(report=report, index=1, line=1, fate="conflict")
    player = Player.objects.create(club=club, user=host, name="Secretary")
    Membership.objects.create(club=club, player=player, role="owner")
    FormerName.objects.create(club=club, player=player, name="Secretery")
    Review.objects.create(rubber=Rubber.objects.get(), engine_version=CURRENT_ENGINE, state="failed")
    later = timezone.now() + timedelta(days=7)
    Invitation.objects.create(club=club, token_hash="1" * 64, expires_at=later)
    ApiToken.objects.create(user=host, name="a script", token_hash="2" * 64, hint="ecarte_ab")
    return host


def address(model: type[Model], page: str, *args: int) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", [*LOOKED_AT, User], ids=lambda model: model.__name__)
def test_every_kind_of_row_is_listed_and_opened(client: Client, host: User, model: type[Model]) -> None:
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    assert client.get(address(model, "changelist")).status_code == 200
    assert client.get(address(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize("model", LOOKED_AT, ids=lambda model: model.__name__)
def test_what_services_write_is_only_looked_at(client: Client, host: User, model: type[Model]) -> None:
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    assert client.get(address(model, "add")).status_code == 403
    assert client.post(address(model, "change", row.pk), {}).status_code == 403
    assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_every_page_of_the_administration_opens(client: Client, host: User) -> None:
    """They include the pages of other packages."""
    assert client.get(reverse("admin:index")).status_code == 200
    models = set()
    for model in admin.site._registry:
        assert client.get(address(model, "changelist")).status_code == 200, model
        models.add(model)
    assert {*LOOKED_AT, User} <= models
    assert client.get(address(User, "add")).status_code == 200
    assert client.get(address(Group, "add")).status_code == 200


def test_users_page_names_the_players_that_he_is(client: Client, host: User) -> None:
    page = client.get(address(User, "change", host.pk)).content.decode()
    assert "Secretary" in page


def test_nobody_is_deleted_in_the_administration(client: Client, host: User) -> None:
    other = User.objects.create_user("other@club.example")
    assert client.post(address(User, "delete", other.pk), {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=other.pk).exists()


def test_hash_of_a_token_is_not_shown(client: Client, host: User) -> None:
    token = ApiToken.objects.get()
    page = client.get(address(ApiToken, "change", token.pk)).content.decode()
    assert token.hint in page
    assert token.token_hash not in page


@pytest.mark.parametrize("model", [Rubber, LogEntry, Conflict], ids=lambda model: model.__name__)
def test_no_page_shows_the_cards_of_a_rubber_that_may_be_played(
    client: Client, host: User, model: type[Model]
) -> None:
    record = "Game 1"
    rows = list(model._default_manager.all())
    assert any(record in str(vars(row)) for row in rows)
    for row in rows:
        page = client.get(address(model, "change", row.pk)).content.decode()
        assert record not in page


def test_secret_of_a_second_step_is_not_shown(client: Client, host: User) -> None:
    row = Authenticator.objects.create(user=host, type=Authenticator.Type.TOTP, data={"secret": "MZXW6YTB"})
    page = client.get(address(Authenticator, "change", row.pk)).content.decode()
    assert "TOTP" in page
    assert "MZXW6YTB" not in page
    assert client.get(address(Authenticator, "add")).status_code == 403
    assert client.post(address(Authenticator, "change", row.pk), {}).status_code == 403


def test_second_step_of_who_lost_it_is_deleted(client: Client, host: User) -> None:
    row = Authenticator.objects.create(user=host, type=Authenticator.Type.TOTP, data={"secret": "x"})
    assert client.post(address(Authenticator, "delete", row.pk), {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.exists()


def test_report_leads_to_its_lines(client: Client, host: User) -> None:
    report = ImportLine.objects.latest("pk").report
    page = client.get(address(ImportReport, "change", report.pk)).content.decode()
    lines = f"{address(ImportLine, 'changelist')}?report__id__exact={report.pk}"
    assert lines in page
    assert client.get(lines).status_code == 200


def test_list_of_reviews_says_what_is_wrong_with_those_that_failed(client: Client, host: User) -> None:
    Review.objects.update(problem="NotationError: no game")
    page = client.get(address(Review, "changelist"), {"state__exact": "failed"})
    assert "NotationError: no game" in page.content.decode()


@pytest.mark.parametrize("is_public", [True, False])
def test_pages_lead_to_the_administration_where_it_can_be_reached(
    client: Client, host: User, settings: Settings, is_public: bool
) -> None:
    settings.ADMIN_IS_PUBLIC = is_public
    page = client.get(reverse("web:home")).content.decode()
    assert (f'href="{reverse("admin:index")}"' in page) is is_public
