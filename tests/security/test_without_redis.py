"""Without Redis people get in all the same, and get no further than with it."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from matches.exchange.exports.send import MOST_A_PERSON, take_place
from matches.models import User
from matches.pages.accounts.password_tries import TRIES

pytestmark = pytest.mark.django_db

PASSWORD = "a very long secret"


@pytest.fixture(autouse=True)
def no_redis(settings: Settings, _fresh_counts: None) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "ecarte_site.watching.cache.CountingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }


@pytest.fixture
def clay() -> User:
    return User.objects.create_user("clay@example.org", PASSWORD, name="Clay")


def sign_in(client: Client, password: str) -> int:
    return client.post("/accounts/login/", {"login": "clay@example.org", "password": password}).status_code


@pytest.mark.usefixtures("clay")
def test_people_sign_in_by_their_password_alone(client: Client) -> None:
    assert sign_in(client, "wrong-" + PASSWORD) == 200
    assert "_auth_user_id" not in client.session
    assert sign_in(client, PASSWORD) == 302
    assert "_auth_user_id" in client.session
    assert client.get("/accounts/").status_code == 200


@pytest.mark.usefixtures("clay")
def test_nobody_is_locked_out(client: Client) -> None:
    for _ in range(2 * TRIES.most):
        assert sign_in(client, "wrong-" + PASSWORD) == 200
    assert sign_in(client, PASSWORD) == 302


@pytest.mark.usefixtures("clay", "with_mail")
def test_people_sign_up_and_get_a_new_password(client: Client) -> None:
    fields = {"name": "Orford", "email": "orford@example.org", "password1": PASSWORD}
    assert client.post("/accounts/signup/", fields).status_code == 302
    assert client.post("/accounts/password/reset/", {"email": "clay@example.org"}).status_code == 302
    assert [sent.recipients() for sent in mail.outbox] == [["orford@example.org"], ["clay@example.org"]]


def test_files_are_on_their_way_all_the_same() -> None:
    for _ in range(MOST_A_PERSON + 1):
        take_place("user:1").give_back()
