"""A page stores its mail and answers, whoever is asked for and however slow the mail server is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from ecarte_site.accounts import account_settings
from matches.clubs.invitations import GOOD_FOR
from matches.mail.content import address_digest, decrypt_message
from matches.models import Mail, Membership, User
from matches.models.mail import Urgency
from matches.privacy.erase import erase_person
from tests.factories.clubs import make_club
from tests.matches.mail.conftest import Start
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]

PASSWORD = "a long pass phrase"


@pytest.fixture(autouse=True)
def site_with_mail(settings: Settings) -> None:
    cache.clear()
    for name, value in account_settings(has_mail=True, has_tls=False).items():
        setattr(settings, name, value)


@pytest.fixture
def clay(db: None) -> User:
    user = User.objects.create_user("clay@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def reset(email: str) -> tuple[str, int]:
    """Ask for a new password. Return the page that follows and the number of statements that changed something."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = Client().post("/accounts/password/reset/", {"email": email}, follow=True)
    assert answer.status_code == 200
    changing = [each for each in queries if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    return answer.content.decode(), len(changing)


def test_page_asks_no_mail_server_and_answers_the_same_whoever_has_an_account(
    clay: User, serve: Start
) -> None:
    server = serve(drip=8)
    known, unknown = reset(clay.email), reset("nobody@example.org")
    assert server.connections == 0
    assert known[1] == unknown[1]
    assert [decrypt_message(mail.content).to for mail in Mail.objects.order_by("pk")] == [
        [clay.email],
        ["nobody@example.org"],
    ]


@pytest.mark.parametrize(
    ("path", "fields", "urgency", "lifetime"),
    [
        ("password/reset", {"email": "clay@example.org"}, Urgency.LINK, timedelta(days=3)),
        ("password/reset", {"email": "nobody@example.org"}, Urgency.NOTICE, timedelta(days=1)),
        (
            "signup",
            {"name": "New", "email": "new@example.org", "password1": "another long phrase"},
            Urgency.LINK,
            timedelta(days=3),
        ),
    ],
)
def test_mail_is_kept_for_as_long_as_its_link_is_good(
    clay: User, path: str, fields: dict[str, str], urgency: Urgency, lifetime: timedelta
) -> None:
    Client().post(f"/accounts/{path}/", fields)
    mail = Mail.objects.get()
    assert (mail.urgency, mail.expires_at - mail.made_at) == (urgency, lifetime)


def test_invitation_and_its_mail_are_made_together(client: Client, settings: Settings) -> None:
    club = make_club()
    client.force_login(make_member(club, "owner@example.org", role="owner"))
    sent = {"role": Membership.Role.MEMBER, "email": "guest@example.org"}
    page = client.post(f"/clubs/{club.slug}/members/invite/", sent, follow=True).content.decode()
    assert "The invitation is on its way to guest@example.org." in page
    mail = Mail.objects.get()
    assert (mail.urgency, mail.expires_at - mail.made_at) == (Urgency.LINK, GOOD_FOR)


def test_erasing_a_person_deletes_the_mail_to_them(clay: User) -> None:
    reset(clay.email)
    reset("nobody@example.org")
    erase_person(clay, by=clay)
    assert [mail.addressee for mail in Mail.objects.all()] == [address_digest("nobody@example.org")]
