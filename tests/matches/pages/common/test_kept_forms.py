"""A form that was refused shows what was typed, and every form with something to type is kept by its page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from matches.models import Club, User
from matches.pages.common.kept_forms import account_key
from tests.matches.pages.reading import tags, words
from tests.matches.pages.rubbers.entry.people import RESULT, People, at, make_people

pytestmark = pytest.mark.django_db

HERE = {"Origin": "http://testserver"}
PAGES = Path(__file__).resolve().parents[4] / "matches" / "pages"


@pytest.fixture
def people(club: Club) -> People:
    return make_people(club)


def answer(client: Client, url: str, fields: Any, status: int, **headers: str) -> str:
    response = client.post(url, fields, headers={**HERE, **headers})
    assert response.status_code == status
    assert "no-store" in response.headers["Cache-Control"]
    return response.content.decode()


def form_page(html: str) -> str:
    """Return the address of the link that leads back to the form."""
    (link,) = [each for each in tags(html, "a") if "data-form-page" in each.attributes]
    return str(link["href"])


def test_visitor_is_told_to_sign_in(people: People) -> None:
    url = at("enter_result", people.club.slug)
    html = answer(Client(), url, {**RESULT, "round": "Demi-finale"}, 403)
    assert "You are not signed in" in words(html)
    assert "Round Demi-finale" in words(html)
    assert "Games won (A) 2 Games won (B) 1" in words(html)
    stranger = people.client("Stranger").post(url, RESULT, headers=HERE)
    assert stranger.status_code == 403
    assert "Your role does not allow it." in words(stranger.content.decode())


def test_signing_in_leads_back_to_the_page_with_the_form(people: People) -> None:
    url, page = at("add_players", people.club.slug), at("members", people.club.slug) + "?open=1"
    html = answer(Client(), url, {"names": "Pole"}, 403, Referer=f"http://testserver{page}")
    assert form_page(html) == f"/accounts/login/?next={quote(page, safe='')}"
    for elsewhere in ("https://evil.example/x", "http://testserver//evil.example/", "nonsense"):
        html = answer(Client(), url, {"names": "Pole"}, 403, Referer=elsewhere)
        assert form_page(html) == f"/accounts/login/?next={quote(url, safe='')}"


def test_members_only_club_stays_hidden(people: People) -> None:
    Club.objects.update(is_public=False)
    pages = [
        answer(Client(), at("enter_result", slug), RESULT, 404) for slug in (people.club.slug, "atlantis")
    ]
    for page in pages:
        assert "You are not signed in" in words(page)
        assert "Orford" in words(page)
    hidden, nowhere = (words(page).replace("atlantis", "portland") for page in pages)
    assert hidden == nowhere


@pytest.mark.parametrize("name", ["enter_egn", "imports"])
def test_pasted_text_is_shown_where_a_file_may_be_sent(people: People, name: str) -> None:
    text = '[EGN "1"]\r\n<b>&amp;'
    fields = {"text": text, "file": SimpleUploadedFile("private.egn", b"unseen")}
    html = answer(Client(), at(name, people.club.slug), fields, 403)
    assert escape('[EGN "1"]\n<b>&amp;') in html
    assert "unseen" not in html
    assert "private.egn" not in html


def test_long_body_of_nobody_is_not_read(people: People) -> None:
    html = answer(Client(), at("enter_egn", people.club.slug), {"text": "x" * 200_000}, 403)
    assert "What you sent" not in html


def test_secrets_are_not_shown(people: People) -> None:
    secret = {"password1": "s3cret", "api_token": "s3cret", "client_secret": "s3cret", "key": "s3cret"}
    html = answer(Client(), at("enter_result", people.club.slug), {**secret, "round": "1"}, 403)
    assert "s3cret" not in html


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": ""}])
def test_what_another_site_sends_is_not_shown(people: People, headers: dict[str, str]) -> None:
    fields = {"text": "Call this number", "round": "Call this number"}
    for name in ("enter_egn", "enter_result"):
        html = answer(Client(), at(name, people.club.slug), fields, 403, **headers)
        assert "Call this number" not in html
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.users["Owner"])
    assert "Call this number" not in answer(
        client, at("enter_result", people.club.slug), fields, 403, **headers
    )


def test_expired_form_shows_what_was_typed(people: People) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.users["Owner"])
    url = at("enter_result", people.club.slug)
    html = answer(client, url, {**RESULT, "round": "Demi-finale"}, 403)
    assert "This form has expired" in words(html)
    assert "Round Demi-finale" in words(html)
    assert form_page(html) == url
    assert 'data-kept="sent"' in html


def test_expired_sign_in_shows_no_password(people: People) -> None:
    client = Client(enforce_csrf_checks=True)
    html = answer(client, "/accounts/login/", {"login": "a@example.org", "password": "s3cret"}, 403)
    assert "This form has expired" in words(html)
    assert "s3cret" not in html
    assert "a@example.org" not in html


@pytest.mark.parametrize("path", ["/api/v1/clubs/", "/pad/x/", "/t/x/", "/accounts/x/", "/live/x"])
def test_other_clients_of_nobody_get_what_they_got(club: Club, path: str) -> None:
    html = Client().post(path, {"round": "1"}, headers=HERE).content.decode()
    assert "You are not signed in" not in html


def test_account_is_told_by_a_key_that_reveals_nothing(owner: User) -> None:
    other = User.objects.create_user("other@example.org")
    assert account_key(owner) == account_key(User.objects.get(pk=owner.pk))
    assert len({account_key(owner), account_key(other)}) == 2
    assert re.fullmatch("[0-9a-f]{16}", account_key(owner))


NOTHING_TYPED = re.compile(
    r"accounts/|overrides/|webhooks/|pads/|reviews/drill|styleguide/"
    r"|clubs/(_analyses_choices|_member|_open_invitation|_invite_form|invitation|invitations|remove_demonstration)\."
    r"|clubs/erase_person\."
    r"|common/parts/_(head|foot)\."
    r"|events/corrections/corrected\.|events/desk/(_result|_next|_tools|_enter_form)\."
    r"|rubbers/(_analysis_note|rubber|entry/choose)\."
)
"""Templates whose forms are buttons, or about accounts, secrets and links."""
BUTTONS_ALONE = re.compile(
    r'action="\{% url "web:(change_role|password_link|undo_deal|close_rubber|delete_export)"|data-act'
    r'|include "events/desk/_hidden.html"|action="\{\{ draw_url'
)


def test_form_with_something_to_type_is_kept() -> None:
    """A new form is marked with ``data-keep``, or it is named here as one in which nothing is typed."""
    missing = []
    for template in sorted(PAGES.rglob("*.html")):
        name = str(template.relative_to(PAGES))
        if NOTHING_TYPED.match(name):
            continue
        for form in re.findall(r"<form[^\n]*method=\"post\"[^\n]*", template.read_text(encoding="utf-8")):
            if "data-keep" not in form and not BUTTONS_ALONE.search(form):
                missing.append((name, form[:120]))
    assert missing == []
