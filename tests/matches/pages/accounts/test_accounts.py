"""People sign up, in and out on the pages."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from matches.clubs.accounts import OWNER_EMAIL, make_owner, trust_address
from matches.clubs.api_tokens import find_token, make_token
from matches.models import User
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db
PASSWORD = "a very long secret"


@pytest.fixture
def clay() -> User:
    return User.objects.create_user("clay@example.org", PASSWORD, name="Clay")


def sign_in(client: Client, email: str = "clay@example.org", password: str = PASSWORD) -> str:
    """Sign in, and return the URL of the redirect, or the page's words."""
    response = client.post("/accounts/login/", {"login": email, "password": password})
    return response["Location"] if response.status_code == 302 else words(response.content.decode())


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def activate_second_step(user: User) -> str:
    """Turn the second step on, and return the secret of the app."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return str(secret)


def code_of(secret: str) -> str:
    """Return the code that an authenticator app shows now."""
    _before, now, _after = yield_hotp_counters_from_time()
    return str(format_hotp_value(hotp_value(secret, now)))


def link_in(message: mail.EmailMessage) -> str:
    match = re.search(r"http://localhost:8000(/\S+)", str(message.body))
    assert match, message.body
    return match[1]


class TestWithoutMail:
    def test_nobody_signs_up_unasked(self, client: Client) -> None:
        assert "By invitation only" in page(client, "/accounts/signup/")
        sent = {"name": "Clay", "email": "clay@example.org", "password1": PASSWORD}
        client.post("/accounts/signup/", sent)
        assert not User.objects.exists()
        assert "Ask an owner of your club" in page(client, "/accounts/login/")

    def test_forgotten_password_is_an_owners_business(self, client: Client, clay: User) -> None:
        text = words(page(client, "/accounts/password/reset/"))
        assert "Ask an owner of your club" in text
        assert "owner@localhost" not in text
        assert client.post("/accounts/password/reset/", {"email": clay.email}).status_code == 200
        assert mail.outbox == []

    def test_address_nobody_can_prove_is_no_hindrance(self, client: Client, clay: User) -> None:
        assert sign_in(client) == "/"
        assert is_signed_in(client)

    def test_address_is_changed_as_it_is_given(self, client: Client, clay: User) -> None:
        User.objects.create_user("pole@example.org")
        sign_in(client)
        taken = client.post("/accounts/email/", {"email": "POLE@example.org"})
        assert "already" in taken.content.decode()
        client.post("/accounts/email/", {"email": "Henry@example.org"})
        clay.refresh_from_db()
        assert clay.email == "henry@example.org"
        assert sign_in(Client(), "henry@example.org") == "/"


@pytest.mark.usefixtures("with_mail")
class TestWithMail:
    def sign_up(self, client: Client, email: str = "clay@example.org") -> str:
        sent = {"name": "Clay", "email": email, "password1": PASSWORD}
        response = client.post("/accounts/signup/", sent, follow=True)
        assert response.status_code == 200
        return words(response.content.decode())

    def test_account_opens_once_its_address_is_proved(self, client: Client) -> None:
        assert "An e-mail is on its way to you" in self.sign_up(client)
        assert not is_signed_in(client)
        sent = {"login": "clay@example.org", "password": PASSWORD}
        answer = client.post("/accounts/login/", sent, follow=True)
        assert "An e-mail is on its way to you" in words(answer.content.decode())
        link = link_in(mail.outbox[0])
        assert "Is clay@example.org yours?" in words(page(client, link))
        client.post(link)
        assert sign_in(client) == "/"
        user = User.objects.get()
        assert (user.name, user.email) == ("Clay", "clay@example.org")

    def test_page_does_not_tell_whether_an_address_has_an_account(self, client: Client, clay: User) -> None:
        known = self.sign_up(client, "clay@example.org")
        unknown = self.sign_up(Client(), "pole@example.org")
        assert known.replace("clay", "pole") == unknown
        assert mail.outbox[0].subject == "You already have an account"
        for email in ("clay@example.org", "nobody@example.org"):
            response = client.post("/accounts/password/reset/", {"email": email}, follow=True)
            assert "If this address has an account" in response.content.decode()

    def test_forgotten_password_is_set_anew_by_mail(self, client: Client, clay: User) -> None:
        trust_address(clay)
        _token, secret = make_token(clay, name="a script", scopes=["read"])
        client.post("/accounts/password/reset/", {"email": clay.email})
        assert mail.outbox[0].subject == "Set a new password"
        answer = client.get(link_in(mail.outbox[0]), follow=True)
        assert "Set a new password" in answer.content.decode()
        form = answer.redirect_chain[-1][0]
        client.post(form, {"password1": "another long secret", "password2": "another long secret"})
        assert sign_in(Client(), password="another long secret") == "/"
        assert find_token(secret) is None
        assert "was used already" in client.get(link_in(mail.outbox[0]), follow=True).content.decode()

    def test_new_address_counts_once_it_is_proved(self, client: Client, clay: User) -> None:
        trust_address(clay)
        sign_in(client)
        client.post("/accounts/email/", {"email": "henry@example.org", "action_add": ""})
        clay.refresh_from_db()
        assert clay.email == "clay@example.org"
        assert "not confirmed yet" in page(client, "/accounts/email/")
        client.post(link_in(mail.outbox[0]))
        clay.refresh_from_db()
        assert clay.email == "henry@example.org"

    def test_owner_of_the_machine_needs_no_mailbox(self, client: Client) -> None:
        made = make_owner()
        assert made is not None
        assert sign_in(client, OWNER_EMAIL, made.password) == "/"

    def test_owner_from_before_there_was_mail_needs_none_either(self, client: Client) -> None:
        User.objects.create_superuser(OWNER_EMAIL, PASSWORD)
        assert make_owner() is None
        assert sign_in(client, OWNER_EMAIL) == "/"


class TestPassword:
    def test_administration_is_entered_by_the_same_door(self, client: Client, clay: User) -> None:
        response = client.get("/admin/", follow=True)
        assert response.redirect_chain[-1][0].startswith("/accounts/login/")

    def test_closed_account_is_told_so(self, client: Client, clay: User) -> None:
        User.objects.update(is_active=False)
        html = client.post(
            "/accounts/login/", {"login": clay.email, "password": PASSWORD}, follow=True
        ).content.decode()
        assert "This account is closed" in html
        assert not is_signed_in(client)


class TestSecondStep:
    def test_is_turned_on_by_a_code_of_the_app(self, client: Client, clay: User) -> None:
        sign_in(client)
        html = page(client, "/accounts/2fa/totp/activate/")
        assert '<img class="qr" src="data:image/svg+xml' in html
        match = re.search(r'id="totp-key">(\w+)<', html)
        assert match
        picture = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
        assert picture
        assert b'fill="white"' in b64decode(picture[1])
        answer = client.post("/accounts/2fa/totp/activate/", {"code": "000000"})
        assert "Incorrect code" in answer.content.decode()
        answer = client.post("/accounts/2fa/totp/activate/", {"code": code_of(match[1])}, follow=True)
        assert "Recovery codes" in answer.content.decode()
        assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}

    def test_is_asked_for_at_signing_in(self, client: Client, clay: User) -> None:
        secret = activate_second_step(clay)
        assert sign_in(client) == "/accounts/2fa/authenticate/"
        assert "Two-step sign-in" in page(client, "/accounts/2fa/authenticate/")
        assert client.get("/accounts/").status_code == 302
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
        assert not is_signed_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
        assert is_signed_in(client)

    def test_recovery_code_signs_in_once(self, clay: User) -> None:
        activate_second_step(clay)
        code = RecoveryCodes.activate(clay).get_unused_codes()[0]
        for works in (True, False):
            client = Client()
            sign_in(client)
            client.post("/accounts/2fa/authenticate/", {"code": code})
            assert is_signed_in(client) is works

    def test_secrets_lie_sealed_in_the_database(self, clay: User) -> None:
        secret = activate_second_step(clay)
        code = RecoveryCodes.activate(clay).get_unused_codes()[0]
        kept = [each["secret"] if "secret" in each else each["seed"] for each in _data()]
        assert all(each.startswith("sealed:") for each in kept)
        assert secret not in str(_data())
        assert code not in str(_data())

    def test_secret_from_before_there_were_seals_goes_on(self, client: Client, clay: User) -> None:
        secret = generate_totp_secret()
        Authenticator.objects.create(user=clay, type=Authenticator.Type.TOTP, data={"secret": secret})
        sign_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
        assert is_signed_in(client)

    def test_no_code_fits_another_site_key(self, client: Client, clay: User, settings: Settings) -> None:
        secret = activate_second_step(clay)
        settings.SECRET_KEY = "another key of the site, which has never sealed a thing"
        sign_in(client)
        for each in (secret, "A" * 32, ""):
            client.post("/accounts/2fa/authenticate/", {"code": code_of(each)})
            assert not is_signed_in(client)

    def test_is_turned_off_by_its_owner_alone(self, client: Client, clay: User) -> None:
        activate_second_step(clay)
        client.force_login(clay)
        response = client.get("/accounts/2fa/totp/deactivate/")
        assert response["Location"].startswith("/accounts/")
        assert "reauthenticate" in response["Location"]


def _data() -> list[dict[str, str]]:
    return list(Authenticator.objects.values_list("data", flat=True))


@pytest.mark.parametrize(
    "address",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/logout/",
        "/accounts/inactive/",
        "/accounts/email/",
        "/accounts/confirm-email/",
        "/accounts/confirm-email/nonsense/",
        "/accounts/password/change/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/1-nonsense/",
        "/accounts/password/reset/key/done/",
        "/accounts/reauthenticate/",
        "/accounts/2fa/",
        "/accounts/2fa/totp/activate/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/recovery-codes/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/reauthenticate/",
    ],
)
@pytest.mark.parametrize("who", ["a stranger", "somebody", "somebody with a second step"])
@pytest.mark.usefixtures("with_mail")
def test_every_page_is_in_the_sites_own_frame(client: Client, clay: User, address: str, who: str) -> None:
    trust_address(clay)
    if who != "a stranger":
        sign_in(client)
    if who == "somebody with a second step":
        activate_second_step(clay)
        RecoveryCodes.activate(clay)
    html = client.get(address, follow=True).content.decode()
    assert '<main id="content"' in html
    assert html.count("<h1") == 1
    assert not re.search(
        r"<script(?! type=\"module\" src=\"/static/web/ke(?:ep|pt).js\")|<style|\sstyle=|placeholder=", html
    )
