"""The pages of API tokens: created and shown once, listed and revoked."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.clubs.api_tokens import find_token, make_token
from matches.models import ApiToken, User
from tests.matches.api.calling import Caller
from tests.matches.pages.reading import page, words

pytestmark = [pytest.mark.django_db, pytest.mark.core]

fields = {"name": "The hall's display", "scopes": ["read", "enter"], "life": "30", "key": "k"}


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("he@example.org")


@pytest.fixture
def browser(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def test_secret_is_shown_once_and_opens_the_api(browser: Client, user: User) -> None:
    answer = browser.post(reverse("web:new_token"), fields)
    assert answer.headers["Location"] == reverse("web:tokens")
    html = page(browser, reverse("web:tokens"))
    (secret,) = re.findall(r"ecarte_[a-z0-9]{40}", html)
    assert Caller(secret).get("clubs/").status_code == 200
    assert secret not in page(browser, reverse("web:tokens"))
    token = ApiToken.objects.get()
    assert (token.user, token.scopes, token.hint) == (user, ["read", "enter"], secret[:11])
    assert secret not in str(ApiToken.objects.values())
    assert token.expires_at is not None
    assert timedelta(days=29) < token.expires_at - timezone.now() <= timedelta(days=30)


def test_token_may_hold_until_it_is_taken_back(browser: Client) -> None:
    browser.post(reverse("web:new_token"), {**fields, "life": "never"})
    assert ApiToken.objects.get().expires_at is None


def test_list_says_what_each_may_do(browser: Client, user: User) -> None:
    make_token(user, name="The hall's display", scopes=["read"])
    text = words(page(browser, reverse("web:tokens")))
    assert "The hall&#x27;s display" in text
    assert "Read what you may see · valid until you revoke it · never used" in text


def test_form_that_is_sent_twice_makes_one(browser: Client) -> None:
    for _ in range(2):
        browser.post(reverse("web:new_token"), fields)
    assert ApiToken.objects.count() == 1
    assert "ecarte_" in page(browser, reverse("web:tokens"))


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"scopes": []}, {"scopes": ["all"]}, {"life": "9999999"}, {"life": ""}]
)
def test_form_refuses_what_no_token_is(browser: Client, change: dict[str, object]) -> None:
    assert browser.post(reverse("web:new_token"), {**fields, **change}).status_code == 200
    assert not ApiToken.objects.exists()


def test_token_is_taken_back_by_its_owner_alone(browser: Client, user: User) -> None:
    token, secret = make_token(user, name="Mine", scopes=["read"])
    other, others_secret = make_token(
        User.objects.create_user("she@example.org"), name="Hers", scopes=["read"]
    )
    assert browser.post(reverse("web:revoke_token", args=[other.public_id])).status_code == 404
    assert browser.post(reverse("web:revoke_token", args=[token.public_id])).status_code == 302
    assert browser.post(reverse("web:revoke_token", args=[token.public_id])).status_code == 404
    assert (find_token(secret), find_token(others_secret)) == (None, other)
    assert "Mine" not in words(page(browser, reverse("web:tokens"))).partition("API tokens")[2]
