"""Authentication by token and by session, anonymous requests, and the limits of a token's scopes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.clubs.api_tokens import revoke_token
from matches.models import ApiToken, Club, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, path_of, problem, token_for
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]

CHALLENGE = 'Bearer realm="ecarte"'


def test_public_records_are_read_without_authority(anybody: Caller, rubber: Rubber) -> None:
    for path in ("", "clubs/", path_of(rubber.club), path_of(rubber), path_of(rubber, "deals")):
        assert anybody.get(path).status_code == 200, path


def test_nothing_is_changed_without_authority(anybody: Caller, club: Club) -> None:
    answer = anybody.post(f"{path_of(club)}players/", {"name": "Ann"})
    problem(answer, 401, "not_signed_in")
    assert answer.headers["WWW-Authenticate"] == CHALLENGE


@pytest.mark.parametrize("spoil", ["unknown", "expired", "revoked", "inactive", "scheme", "empty"])
def test_token_that_does_not_hold_is_refused_everywhere(club: Club, owner: User, spoil: str) -> None:
    secret = token_for(owner)
    token = ApiToken.objects.get()
    if spoil == "expired":
        past = timezone.now() - timedelta(days=1)
        ApiToken.objects.update(created_at=past - timedelta(days=1), expires_at=past)
    elif spoil == "revoked":
        assert revoke_token(owner, token.public_id)
    elif spoil == "inactive":
        User.objects.update(is_active=False)
    header = {
        "unknown": f"Bearer {secret}x",
        "scheme": f"Token {secret}",
        "empty": "Bearer",
    }.get(spoil, f"Bearer {secret}")
    answer = Client().get("/api/v1/clubs/", headers={"Authorization": header})

    problem(answer, 401, "invalid_token")
    assert answer.headers["WWW-Authenticate"] == f'{CHALLENGE}, error="invalid_token"'


def test_token_acts_for_its_user_and_its_use_is_noted(club: Club, owner: User) -> None:
    Club.objects.update(is_public=False)
    caller = Caller(token_for(owner))
    assert caller.get(path_of(club)).status_code == 200
    noted = ApiToken.objects.get().last_used_at
    caller.get(path_of(club))
    assert noted is not None
    assert ApiToken.objects.get().last_used_at == noted


def test_use_is_noted_again_after_a_minute(club: Club, owner: User) -> None:
    caller = Caller(token_for(owner))
    long_ago = timezone.now() - timedelta(minutes=2)
    ApiToken.objects.update(last_used_at=long_ago)
    caller.get("clubs/")
    used = ApiToken.objects.get().last_used_at
    assert used is not None
    assert used > long_ago


def test_session_reads_and_changes_with_its_csrf_token(club: Club, owner: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    path = f"/api/v1/{path_of(club)}players/"

    def add(**headers: str) -> Any:
        return browser.post(path, {"name": "Ann"}, content_type="application/json", headers=headers)

    problem(add(), 403, "csrf_failed")
    browser.get("/")
    assert add(**{"X-CSRFToken": browser.cookies["csrftoken"].value}).status_code == 201


def test_rubbers_of_a_closed_club_and_the_club_are_not_listed_for_others(
    rubber: Rubber, anybody: Caller
) -> None:
    Club.objects.update(is_public=False)
    stranger = Caller(token_for(make_member(make_club("garrick"), "owner@garrick.example", role="owner")))
    for caller in (anybody, stranger):
        assert caller.get("rubbers/").json()["results"] == []
        assert "portland" not in [row["slug"] for row in caller.get("clubs/").json()["results"]]
