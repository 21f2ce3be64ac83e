"""Mail that the site sends to people whose browser asks for French."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client, override_settings

from ecarte_site.accounts import account_settings
from tests.factories.clubs import make_club
from tests.locale.pages import english_on
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

PASSWORD = "roi de carreau et dame de pique"


@pytest.fixture(autouse=True)
def site_with_mail() -> Iterator[None]:
    cache.clear()
    with override_settings(HAS_MAIL=True, **account_settings(has_mail=True, has_tls=False)):
        yield


@pytest.fixture
def french(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    return client


def english_in(letter: EmailMessage) -> list[str]:
    lines = [str(letter.subject), *str(letter.body).splitlines()]
    return english_on("".join(f"<p>{line}</p>" for line in lines))


def test_letter_that_proves_an_address_is_french(french: Client) -> None:
    sent = {"name": "Clay", "email": "clay@example.net", "password1": PASSWORD}
    french.post("/accounts/signup/", sent)
    (letter,) = mail.outbox
    assert english_in(letter) == []
    assert "Confirmer votre adresse" in str(letter.subject)


def test_letters_about_passwords_are_french(french: Client) -> None:
    make_member(make_club(), "clay@example.net")
    for address in ("clay@example.net", "pole@example.net"):
        french.post("/accounts/password/reset/", {"email": address})
    assert len(mail.outbox) == 2
    assert [english_in(letter) for letter in mail.outbox] == [[], []]
    known, unknown = (str(letter.subject) for letter in mail.outbox)
    assert "Choisir un nouveau mot de passe" in known
    assert "Aucun compte à cette adresse" in unknown


def test_invitation_is_written_in_the_language_of_who_invites(french: Client) -> None:
    club = make_club()
    french.force_login(make_member(club, "marie@example.net", role="owner"))
    french.post(f"/clubs/{club.slug}/members/invite/", {"role": "member", "email": "clay@example.net"})
    (letter,) = mail.outbox
    assert english_in(letter) == []
    assert "vous invite" in str(letter.body)
