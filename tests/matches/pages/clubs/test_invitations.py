"""In by an invitation's link: from the owner who makes it to the member whom it makes."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from matches.models import Club, Invitation, Player, User
from tests.factories.clubs import make_club
from tests.matches.helpers.people import Role, make_member, roles, user_of
from tests.matches.pages.reading import page, words

pytestmark = pytest.mark.django_db
PASSWORD = "a very long secret"


@pytest.fixture
def club() -> Club:
    club = make_club()
    Club.objects.update(is_public=False)
    return club


@pytest.fixture
def owner(club: Club) -> Client:
    client = Client()
    client.force_login(user_of(make_member(club, "Orford", Role.OWNER)))
    return client


def made_link(owner: Client, *, query: str = "", **fields: str) -> str:
    """The path of the link that an owner is shown after he sent the form."""
    answer = owner.post(f"/clubs/portland/members/invite/{query}", {"role": "member", **fields}, follow=True)
    found = re.search(r'id="made-link">http://localhost:8000(/invitations/[^<]+)<', answer.content.decode())
    assert found, words(answer.content.decode())
    return found[1]


def sign_up(client: Client, email: str = "clay@example.org") -> str:
    sent = {"name": "Clay", "email": email, "password1": PASSWORD}
    return words(client.post("/accounts/signup/", sent, follow=True).content.decode())


def test_link_is_shown_once(owner: Client) -> None:
    made_link(owner)
    again = owner.get("/clubs/portland/members/link/")
    assert again["Location"] == "/clubs/portland/members/"


def test_stranger_creates_an_account_and_belongs_to_the_club_in_one_go(owner: Client, club: Club) -> None:
    link = made_link(owner, role="scorer")
    client = Client()
    answer = client.get(link)
    assert answer["Location"] == "/invitations/"
    assert answer["Referrer-Policy"] == "no-referrer"
    told = words(page(client, "/invitations/"))
    for word in ("Portland", "scorer", "Orford"):
        assert word in told
    assert "you accept the invitation to Portland" in words(page(client, "/accounts/signup/"))
    sign_up(client)
    assert roles(club) == {("Orford", "owner"), ("Clay", "scorer")}
    assert "Portland" in page(client, "/clubs/portland/")


def test_token_stands_in_no_page_that_follows(owner: Client) -> None:
    link = made_link(owner)
    client = Client()
    token = link.split("/")[2]
    assert token not in client.get(link, follow=True).content.decode()
    assert token not in page(client, "/accounts/signup/") + page(client, "/accounts/login/")


def test_who_has_an_account_signs_in_and_accepts(owner: Client, club: Club) -> None:
    User.objects.create_user("clay@example.org", PASSWORD, name="Clay")
    client = Client()
    client.get(made_link(owner))
    sent = {"login": "clay@example.org", "password": PASSWORD}
    assert client.post("/accounts/login/?next=/invitations/", sent)["Location"] == "/invitations/"
    assert "You are signed in as clay@example.org" in words(page(client, "/invitations/"))
    for _twice in range(2):
        answer = client.post("/invitations/", follow=True)
        assert answer.redirect_chain[-1][0] == "/clubs/portland/"
    assert roles(club) == {("Orford", "owner"), ("Clay", "member")}


def test_taken_address_is_told_where_there_is_no_mail(owner: Client) -> None:
    User.objects.create_user("clay@example.org", PASSWORD)
    client = Client()
    client.get(made_link(owner))
    assert "already registered" in sign_up(client)


def test_record_is_handed_over_by_name(owner: Client, club: Club) -> None:
    guest = Player.objects.create(club=club, name="H. Clay")
    client = Client()
    client.get(made_link(owner, query=f"?player={guest.public_id}"))
    assert "H. Clay" in page(client, "/invitations/")
    sign_up(client)
    guest.refresh_from_db()
    assert guest.user == User.objects.get(email="clay@example.org")


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("used", "used it already"),
        ("taken back", "was taken back"),
        ("run out", "has run out"),
        ("made by nobody who may", "invite to this club any more"),
        ("nonsense", "no such invitation"),
    ],
)
def test_link_that_is_good_no_more_says_why(owner: Client, case: str, told: str) -> None:
    link = made_link(owner) if case != "nonsense" else "/invitations/nonsense/"
    if case == "used":
        other = Client()
        other.get(link)
        sign_up(other, "pole@example.org")
    elif case == "taken back":
        owner.post(f"/clubs/portland/members/invitations/{Invitation.objects.get().public_id}/revoke/")
    elif case == "made by nobody who may":
        User.objects.update(is_active=False)
    elif case == "run out":
        long_ago = timezone.now() - timedelta(days=15)
        Invitation.objects.update(created_at=long_ago, expires_at=long_ago + timedelta(days=14))
    client = Client()
    client.get(link)
    answer = client.get("/invitations/")
    assert answer.status_code == 410
    assert told in answer.content.decode()
    assert "By invitation only" in page(client, "/accounts/signup/")


def test_invitation_that_fell_through_meanwhile_makes_no_account(owner: Client) -> None:
    client = Client()
    client.get(made_link(owner))
    page(client, "/accounts/signup/")
    Invitation.objects.update(revoked_at=timezone.now())
    sign_up(client)
    assert not User.objects.filter(email="clay@example.org").exists()


def test_list_shows_what_became_of_each(owner: Client) -> None:
    client = Client()
    client.get(made_link(owner))
    sign_up(client)
    made_link(owner)
    told = words(page(owner, "/clubs/portland/members/invitations/"))
    assert "accepted by Clay" in told
    assert told.count("Take back") == 1


@pytest.mark.usefixtures("with_mail")
class TestByMail:
    def invited(self, owner: Client, email: str = "clay@example.org") -> str:
        """The path of the link in the mail."""
        sent = {"role": "member", "email": email}
        answer = owner.post("/clubs/portland/members/invite/", sent, follow=True)
        assert "went out to" in answer.content.decode()
        found = re.search(r"http://localhost:8000(/invitations/\S+)", str(mail.outbox[0].body))
        assert found
        assert found[1] not in answer.content.decode()
        return found[1]

    def test_address_that_got_the_mail_needs_no_other_proof(self, owner: Client, club: Club) -> None:
        client = Client()
        client.get(self.invited(owner))
        sign_up(client)
        assert "_auth_user_id" in client.session
        assert roles(club) == {("Orford", "owner"), ("Clay", "member")}
        assert len(mail.outbox) == 1

    def test_another_address_has_to_be_proved(self, owner: Client, club: Club) -> None:
        client = Client()
        client.get(self.invited(owner))
        assert "A mail with a link is on its way" in sign_up(client, "henry@example.org")
        assert "_auth_user_id" not in client.session

    def test_address_on_a_link_that_was_shown_has_to_be_proved(self, owner: Client) -> None:
        client = Client()
        client.get(made_link(owner))
        assert "A mail with a link is on its way" in sign_up(client)

    def test_mail_speaks_the_recipients_language(self, owner: Client) -> None:
        User.objects.create_user("clay@example.org", PASSWORD, language="fr")
        self.invited(owner)
        assert mail.outbox[0].to == ["clay@example.org"]
        assert "Invitation to" not in mail.outbox[0].subject

    def test_mail_that_can_not_be_handed_in_leaves_no_open_link(
        self, owner: Client, settings: object
    ) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # type: ignore[attr-defined]
        sent = {"role": "member", "email": "clay@example.org"}
        answer = owner.post("/clubs/portland/members/invite/", sent, follow=True)
        assert "could not be sent" in answer.content.decode()
        assert Invitation.objects.get().revoked_at is not None
