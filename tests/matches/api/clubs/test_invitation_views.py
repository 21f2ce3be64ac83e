"""Invitations through the API: created, mailed, revoked, read and accepted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django.fixtures import Settings

from matches.models import Club, Invitation, LogEntry, Membership, Player, SentRequest, User
from matches.privacy.erase import erase_person
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, guests, path_of, problem, token_for
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

STRANGE = "Zoë 𝔄 O'Brien; =1+1"


@pytest.fixture
def with_mail(settings: Settings) -> None:
    settings.HAS_MAIL = True


@pytest.fixture
def clay() -> User:
    """Return a user with an account who belongs to no club."""
    return User.objects.create_user("clay@example.org", name=STRANGE)


def invitations(club: Club) -> str:
    return path_of(club, "invitations")


def made(api: Caller, club: Club, **body: Any) -> tuple[str, str]:
    """Return the path of a new invitation, and its link's token."""
    answer = api.post(invitations(club), body)
    assert answer.status_code == 201, answer.content
    return answer.headers["Location"], token_in(answer)


def token_in(answer: Any) -> str:
    return str(answer.json()["url"]).rstrip("/").rpartition("/")[2]


def test_invitation_is_made(api: Caller, club: Club) -> None:
    (ann,) = guests(club, STRANGE)
    answer = api.post(invitations(club), {"role": "scorer", "player": ann.public_id})
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert body.pop("url").startswith("http://localhost:8000/invitations/")
    assert answer.headers["Cache-Control"] == "no-store"
    assert body["player"] == {"id": ann.public_id, "name": STRANGE}
    assert (body["role"], body["state"], body["email"]) == ("scorer", "open", None)
    again = api.get(answer.headers["Location"])
    assert again.json() == body
    assert again.headers["ETag"] == answer.headers["ETag"]
    assert api.get(invitations(club)).json()["results"] == [body]


def test_link_is_told_once_and_kept_nowhere(api: Caller, club: Club) -> None:
    first = api.post(invitations(club), {}, Idempotency_Key="k")
    again = api.post(invitations(club), {}, Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json() == {**first.json(), "url": None}
    assert token_in(first) not in str(SentRequest.objects.get().result)
    assert Invitation.objects.count() == 1


def test_invitation_refusals(api: Caller, club: Club, owner: User) -> None:
    (other,) = guests(make_club("garrick"), "Ann")
    (gone,) = guests(club, "Gone")
    Player.objects.filter(pk=gone.pk).update(name="")
    path = invitations(club)
    for nobody in (other.public_id, gone.public_id, "0" * 14):
        error = problem(api.post(path, {"player": nobody}), 422, "unknown_player")
        assert error["errors"][0]["pointer"] == "/player"
    problem(api.post(path, {"player": Player.objects.get(user=owner).public_id}), 409, "conflict")
    wrong: tuple[Any, ...] = (
        {"role": "king"},
        {"player": None},
        {"player": "a"},
        {"email": "nobody"},
        {"x": 1},
        [],
        {"role": 1},
    )
    for bad in wrong:
        problem(api.post(path, bad), 422, "invalid")
    error = problem(api.post(path, {"email": "a@example.org"}), 422, "invalid")
    assert error["errors"][0]["pointer"] == "/email"
    assert not Invitation.objects.exists()


@pytest.mark.usefixtures("with_mail")
def test_mail_reaches_the_mailbox_alone(api: Caller, club: Club) -> None:
    answer = api.post(invitations(club), {"email": "Clay@Example.org"}, Idempotency_Key="k")
    assert answer.status_code == 201, answer.content
    assert (answer.json()["url"], answer.json()["email"]) == (None, "clay@example.org")
    api.post(invitations(club), {"email": "Clay@Example.org"}, Idempotency_Key="k")
    (sent,) = mail.outbox
    assert sent.to == ["clay@example.org"]
    assert "/invitations/" in str(sent.body)


@pytest.mark.usefixtures("with_mail")
def test_reply_that_was_kept_forgets_the_mailbox(api: Caller, club: Club, clay: User) -> None:
    answer = api.post(invitations(club), {"email": "old@example.org"}, Idempotency_Key="k")
    Invitation.objects.update(accepted_by=clay, accepted_at=timezone.now())
    erase_person(clay, by=clay)
    again = api.post(invitations(club), {"email": "old@example.org"}, Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "old@example.org" not in again.content.decode()
    assert api.get(answer.headers["Location"]).json()["email"] is None


def test_invitations_are_narrowed(api: Caller, club: Club, clay: User) -> None:
    states = ("open", "accepted", "revoked", "expired")
    for state, role in zip(states, ("member", "helper", "scorer", "owner"), strict=True):
        made(api, club, role=role)
        here = Invitation.objects.filter(role=role)
        now = timezone.now()
        if state == "accepted":
            here.update(accepted_at=now, accepted_by=clay)
        if state == "revoked":
            here.update(revoked_at=now)
        if state == "expired":
            here.update(created_at=now - timedelta(days=20), expires_at=now - timedelta(days=6))
    for state in states:
        (row,) = api.get(f"{invitations(club)}?state={state}").json()["results"]
        assert row["state"] == state
        assert row["accepted_by"] == (STRANGE if state == "accepted" else None)
    (row,) = api.get(f"{invitations(club)}?role=scorer").json()["results"]
    assert row["state"] == "revoked"
    problem(api.get(f"{invitations(club)}?state=lost"), 400, "invalid_parameter")


def test_invitation_is_taken_back(api: Caller, club: Club, clay: User) -> None:
    path, token = made(api, club)
    tag = api.tag(path)
    problem(api.delete(path), 428, "if_match_missing")
    problem(api.delete(path, If_Match='"another"'), 412, "changed_meanwhile")
    answer = api.delete(path, If_Match=tag, Idempotency_Key="k")
    assert (answer.status_code, answer.json()["state"]) == (200, "revoked")
    assert answer.headers["ETag"] == api.tag(path)
    again = api.delete(path, If_Match=tag, Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(api.delete(path, If_Match="*"), 409, "conflict")
    problem(Caller(token_for(clay)).post("invitations/accept/", {"token": token}), 410, "gone")


def test_invitation_of_another_club_is_not_there(api: Caller, club: Club) -> None:
    garrick = make_club("garrick")
    other = Caller(token_for(make_member(garrick, "he@example.org", role="owner")))
    path, _token = made(other, garrick)
    there = path.rstrip("/").rpartition("/")[2]
    problem(api.get(f"{invitations(club)}{there}/"), 404, "not_found")
    problem(api.get(path), 403, "not_allowed")
    Club.objects.filter(pk=garrick.pk).update(is_public=False)
    problem(api.get(path), 404, "not_found")


def test_invitation_is_looked_at(anybody: Caller, api: Caller, club: Club, owner: User) -> None:
    """Everyone with the link may read it, even for a club that they cannot see."""
    Club.objects.update(is_public=False, name=STRANGE)
    User.objects.filter(pk=owner.pk).update(name="Orford")
    (ann,) = guests(club, "Ann")
    _path, token = made(api, club, role="helper", player=ann.public_id)
    body = anybody.post("invitations/open/", {"token": token}).json()
    body.pop("expires_at")
    assert body == {"club": STRANGE, "role": "helper", "player": "Ann", "invited_by": "Orford"}


def test_invitation_is_accepted(api: Caller, club: Club, clay: User) -> None:
    Club.objects.update(is_public=False)
    (ann,) = guests(club, "Ann")
    path, token = made(api, club, role="helper", player=ann.public_id)
    his = Caller(token_for(clay))
    problem(his.get(path_of(club)), 404, "not_found")
    answer = his.post("invitations/accept/", {"token": token}, Idempotency_Key="k")
    assert answer.json() == {"club": club.public_id, "player": ann.public_id, "role": "helper"}
    assert his.get(path_of(club)).status_code == 200
    again = his.post("invitations/accept/", {"token": token}, Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert his.post("invitations/accept/", {"token": token}).json() == answer.json()
    assert LogEntry.objects.filter(kind="club.joined").count() == 1
    assert api.get(path).json()["state"] == "accepted"
    other = Caller(token_for(make_member(make_club("garrick"), "he@example.org")))
    problem(other.post("invitations/accept/", {"token": token}), 410, "gone")
    problem(other.post("invitations/open/", {"token": token}), 410, "gone")


def test_whoever_accepted_and_left_is_nothing_there(api: Caller, club: Club, clay: User) -> None:
    _path, token = made(api, club)
    his = Caller(token_for(clay))
    his.post("invitations/accept/", {"token": token})
    Membership.objects.filter(player__user=clay).delete()
    assert his.post("invitations/accept/", {"token": token}).json()["role"] is None


def test_record_that_has_its_owner_is_not_given_away(api: Caller, club: Club, clay: User) -> None:
    (ann,) = guests(club, "Ann")
    _path, token = made(api, club, player=ann.public_id)
    Player.objects.filter(pk=ann.pk).update(user=User.objects.create_user("ann@example.org"))
    problem(Caller(token_for(clay)).post("invitations/accept/", {"token": token}), 409, "conflict")


@pytest.mark.parametrize("address", ["invitations/open/", "invitations/accept/"])
def test_no_link(api: Caller, address: str) -> None:
    problem(api.post(address, {"token": "a" * 43}), 410, "gone")
    for bad in ({}, {"token": ""}, {"token": "a\0"}, {"token": "a" * 201}, {"token": None}, {"link": "a"}):
        problem(api.post(address, bad), 422, "invalid")


@pytest.mark.parametrize("rows", [1, 3])
def test_query_counts(api: Caller, club: Club, clay: User, django_assert_num_queries: Any, rows: int) -> None:
    for number in range(rows):
        (guest,) = guests(club, f"Guest {number}")
        made(api, club, player=guest.public_id)
    Invitation.objects.update(accepted_at=timezone.now(), accepted_by=clay)
    with django_assert_num_queries(4):
        assert len(api.get(invitations(club)).json()["results"]) == rows
