"""An invitation's link makes a member: from the owner who creates it to the user who accepts it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from matches.models import Club, Invitation, Player, User
from matches.pages.clubs.people_forms import role_text
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, make_member, roles, user_of
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
    return client_of(user_of(make_member(club, "Orford", Role.OWNER)))


def made_link(owner: Client, *, query: str = "", **fields: str) -> str:
    """Send the form as an owner, and return the path of the link shown afterwards."""
    answer = owner.post(f"/clubs/portland/members/invite/{query}", {"role": "member", **fields}, follow=True)
    match = re.search(r'id="made-link">http://localhost:8000(/invitations/[^<]+)<', answer.content.decode())
    assert match, words(answer.content.decode())
    return match[1]


def test_link_to_this_computer_says_so(owner: Client) -> None:
    address = "/clubs/portland/members/invite/"
    with override_settings(ALLOWED_HOSTS=["192.168.1.7", "localhost"]):
        answer = owner.post(address, {"role": "member"}, follow=True, headers={"host": "localhost:8000"})
        text = words(answer.content.decode())
        assert "This link works on this computer only." in text
        assert "To invite others" not in text
        User.objects.update(is_superuser=True)
        answer = owner.post(address, {"role": "member"}, follow=True, headers={"host": "localhost:8000"})
        assert "open this site at its address in your network" in words(answer.content.decode())
        answer = owner.post(address, {"role": "member"}, follow=True, headers={"host": "192.168.1.7:8000"})
    assert "In the local network it is: http://192.168.1.7:8000/invitations/" in words(
        answer.content.decode()
    )


def sign_up(client: Client, email: str = "clay@example.org") -> str:
    sent = {"name": "Clay", "email": email, "password1": PASSWORD}
    return words(client.post("/accounts/signup/", sent, follow=True).content.decode())


def test_link_is_shown_once(owner: Client) -> None:
    made_link(owner)
    again = owner.get("/clubs/portland/members/link/")
    assert again["Location"] == "/clubs/portland/members/"


def test_stranger_signs_up_and_joins(owner: Client, club: Club) -> None:
    link = made_link(owner, role="scorer")
    client = Client()
    answer = client.get(link)
    assert answer["Location"] == "/invitations/"
    assert answer["Referrer-Policy"] == "no-referrer"
    text = words(page(client, "/invitations/"))
    for word in ("Portland", "Scorer: enters all results, imports files", "Orford", "Good until"):
        assert word in text
    assert "you join Portland" in words(page(client, "/accounts/signup/"))
    assert "Welcome to Portland." in sign_up(client)
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


def test_broken_rules_of_passwords_show_after_a_mistake(owner: Client) -> None:
    client = Client()
    client.get(made_link(owner))
    sent = {"name": "Clay", "email": "clay@example.org", "password1": "short"}
    before, after = page(client, "/accounts/signup/"), client.post("/accounts/signup/", sent).content.decode()
    assert "too short" in after
    assert "too short" not in before
    assert "too similar" not in before + after


def test_taken_address_is_told_where_there_is_no_mail(owner: Client) -> None:
    User.objects.create_user("clay@example.org", PASSWORD)
    client = Client()
    client.get(made_link(owner))
    assert "already registered" in sign_up(client)


def test_new_link_says_whom_it_is_for(owner: Client, club: Club) -> None:
    guest = Player.objects.create(club=club, name="H. Clay")
    sent = {"role": "helper"}
    answer = owner.post(f"/clubs/portland/members/invite/?player={guest.public_id}", sent, follow=True)
    text = words(answer.content.decode())
    assert "For H. Clay Role Helper: enters rubbers, checks players in Good until" in text
    assert "Send it to H. Clay and to nobody else." in text
    answer = owner.post("/clubs/portland/members/invite/", sent, follow=True)
    text = words(answer.content.decode())
    assert "Role Helper: enters rubbers, checks players in Good until" in text
    assert "Send it to one person only." in text


def test_every_role_is_explained_where_it_is_chosen(owner: Client) -> None:
    text = words(page(owner, "/clubs/portland/members/invite/"))
    for role in Role:
        assert role_text(role) in text


def test_record_is_handed_over_by_name(owner: Client, club: Club) -> None:
    guest = Player.objects.create(club=club, name="H. Clay")
    client = Client()
    client.get(made_link(owner, query=f"?player={guest.public_id}"))
    assert "H. Clay" in page(client, "/invitations/")
    assert 'name="name"' not in page(client, "/accounts/signup/")
    client.post("/accounts/signup/", {"email": "clay@example.org", "password1": PASSWORD})
    guest.refresh_from_db()
    assert guest.user is not None
    assert guest.user.name == "H. Clay"
    assert guest.user == User.objects.get(email="clay@example.org")


LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def use(owner: Client, link: str) -> None:
    other = Client()
    other.get(link)
    sign_up(other, "pole@example.org")


def revoke(owner: Client, link: str) -> None:
    owner.post(f"/clubs/portland/members/invitations/{Invitation.objects.get().public_id}/revoke/")


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (use, "been used already"),
        (revoke, "club has ended it"),
        (lambda *_: Invitation.objects.update(created_at=LONG_AGO, expires_at=timezone.now()), "has expired"),
        (lambda *_: User.objects.update(is_active=False), "no longer invite to this club"),
        (lambda *_: Invitation.objects.all().delete(), "no such invitation"),
    ],
    ids=["used", "revoked", "expired", "maker is closed", "unknown"],
)
def test_bad_link_says_why(owner: Client, spoil: Callable[[Client, str], object], expected: str) -> None:
    link = made_link(owner)
    spoil(owner, link)
    client = Client()
    client.get(link)
    answer = client.get("/invitations/")
    assert answer.status_code == 410
    assert expected in answer.content.decode()
    assert "By invitation only" in page(client, "/accounts/signup/")


def test_revoked_invitation_makes_no_account(owner: Client) -> None:
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
    html = page(owner, "/clubs/portland/members/invitations/")
    assert "accepted by Clay" in words(html)
    assert html.count("End the invitation") == 1
    assert "End the invitation" in page(owner, "/clubs/portland/members/")


@pytest.mark.usefixtures("with_mail")
class TestByMail:
    def invited(self, owner: Client, email: str = "clay@example.org") -> str:
        """Return the path of the link in the mail."""
        sent = {"role": "member", "email": email}
        answer = owner.post("/clubs/portland/members/invite/", sent, follow=True)
        assert "is on its way to" in answer.content.decode()
        match = re.search(r"http://localhost:8000(/invitations/\S+)", str(mail.outbox[0].body))
        assert match
        assert match[1] not in answer.content.decode()
        return match[1]

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
        assert "An e-mail is on its way to you" in sign_up(client, "henry@example.org")
        assert "_auth_user_id" not in client.session

    def test_address_on_a_link_that_was_shown_has_to_be_proved(self, owner: Client) -> None:
        client = Client()
        client.get(made_link(owner))
        assert "An e-mail is on its way to you" in sign_up(client)

    def test_mail_speaks_the_recipients_language(self, owner: Client) -> None:
        User.objects.create_user("clay@example.org", PASSWORD, language="fr")
        self.invited(owner)
        assert mail.outbox[0].to == ["clay@example.org"]
        assert mail.outbox[0].subject == "Invitation : Portland"
