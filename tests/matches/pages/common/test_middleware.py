from __future__ import annotations

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from matches.models import User
from tests.factories.browsers import client_of

pytestmark = [pytest.mark.core, pytest.mark.django_db]

FRENCH = "fr-FR,fr;q=0.9,en;q=0.5"


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("reader@example.org")


def home(client: Client, *, asks_for: str = "") -> HttpResponse:
    headers = {"Accept-Language": asks_for} if asks_for else None
    response = client.get("/", headers=headers)
    assert isinstance(response, HttpResponse)
    return response


def choose(client: Client, language: str, **fields: str) -> HttpResponse:
    response = client.post(reverse("set_language"), {"language": language, **fields})
    assert isinstance(response, HttpResponse)
    return response


def language_of(response: HttpResponse) -> str:
    """Return the language of the page, which must be the same in its headers and its HTML."""
    language = response.headers["Content-Language"]
    assert f'<html lang="{language}"' in response.content.decode()
    return language


@pytest.mark.parametrize(
    ("asks_for", "spoken"), [("", "en"), ("en-GB", "en"), (FRENCH, "fr"), ("fr-CA", "fr"), ("eo", "en")]
)
def test_page_speaks_what_the_browser_asks_for(client: Client, asks_for: str, spoken: str) -> None:
    assert language_of(home(client, asks_for=asks_for)) == spoken


def test_page_varies_by_language_and_cookie(client: Client) -> None:
    varies = {name.strip().lower() for name in home(client).headers["Vary"].split(",")}
    assert varies >= {"accept-language", "cookie"}


def test_choice_holds_in_this_browser_against_what_it_asks_for(client: Client) -> None:
    choose(client, "fr")
    assert language_of(home(client, asks_for="en-GB")) == "fr"
    choose(client, "en")
    assert language_of(home(client, asks_for=FRENCH)) == "en"


def test_choice_of_a_signed_in_person_holds_on_every_device(client: Client, user: User) -> None:
    client.force_login(user)
    assert language_of(home(client, asks_for=FRENCH)) == "fr"
    choose(client, "fr")
    assert language_of(home(client_of(user))) == "fr"


def test_persons_language_goes_before_the_browsers(client: Client, user: User) -> None:
    choose(client, "fr")
    User.objects.filter(pk=user.pk).update(language="en")
    client.force_login(user)
    assert language_of(home(client)) == "en"


def test_language_that_is_not_offered_changes_nothing(client: Client, user: User) -> None:
    client.force_login(user)
    choose(client, "fr")
    choose(client, "xx")
    user.refresh_from_db()
    assert user.language == "fr"


def test_choice_leads_back_to_the_page(client: Client) -> None:
    assert choose(client, "fr", next="/accounts/login/").headers["Location"] == "/accounts/login/"
    assert client.get(reverse("set_language")).status_code == 405


def test_page_not_found_speaks_french(client: Client) -> None:
    response = client.get("/nowhere/", headers={"Accept-Language": FRENCH})
    assert isinstance(response, HttpResponse)
    assert (response.status_code, language_of(response)) == (404, "fr")
    assert translation.get_language() == "en"


def test_each_language_goes_by_its_own_name() -> None:
    assert dict(settings.LANGUAGES) == {"en": "English", "fr": "Français"}
