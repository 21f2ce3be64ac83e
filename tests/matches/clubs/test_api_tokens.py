from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
from django.utils import timezone

from matches.clubs import api_tokens
from matches.clubs.api_tokens import TokenError, find_token, make_token, revoke_token, running_tokens
from matches.models import ApiToken, User

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("he@example.org")


def test_token_is_kept_as_its_hash_and_a_hint(user: User) -> None:
    token, secret = make_token(user, name="Display", scopes=["manage", "read", "read"])
    assert (token.token_hash, token.hint) == (hashlib.sha256(secret.encode()).hexdigest(), secret[:11])
    assert token.scopes == ["read", "manage"]
    assert find_token(secret) == token
    assert find_token(token.token_hash) is None


@pytest.mark.parametrize("scopes", [[], ["all"], ["read", "all"]])
def test_scopes_are_those_there_are(user: User, scopes: list[str]) -> None:
    with pytest.raises(TokenError):
        make_token(user, name="Display", scopes=scopes)


def test_token_holds_until_its_end(user: User) -> None:
    now = timezone.now()
    with pytest.raises(TokenError):
        make_token(user, name="Display", scopes=["read"], expires_at=now - timedelta(seconds=1))
    token, secret = make_token(user, name="Display", scopes=["read"], expires_at=now + timedelta(days=1))
    assert find_token(secret) == token
    ApiToken.objects.update(created_at=now - timedelta(days=2), expires_at=now - timedelta(days=1))
    assert find_token(secret) is None


def test_one_person_has_so_many_and_no_more(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_tokens, "TOKENS_A_PERSON", 2)
    first, _ = make_token(user, name="First", scopes=["read"])
    make_token(user, name="Second", scopes=["read"])
    with pytest.raises(TokenError):
        make_token(user, name="Third", scopes=["read"])
    assert revoke_token(user, first.public_id)
    make_token(user, name="Third", scopes=["read"])
    assert [token.name for token in running_tokens(user)] == ["Third", "Second"]
