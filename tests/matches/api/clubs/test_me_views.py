"""Users read their own account through the API: identity, tokens, sharing and stored personal data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.clubs.api_tokens import make_token
from matches.exchange.exports.send import MOST_A_PERSON
from matches.models import ApiToken, Club, Player, SentRequest, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, guests, path_of, problem, token_for
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

STRANGE = "Zoë 𝔄 O'Brien; =1+1"


def sharing_of(user: User) -> str:
    return path_of(Player.objects.get(user=user), "sharing")


def test_me(api: Caller, club: Club, owner: User) -> None:
    owner.name = STRANGE
    owner.save()
    player = Player.objects.get(user=owner)
    body = api.get("me/").json()
    assert body["name"] == STRANGE
    assert body["email"] == "owner@example.org"
    assert (body["language"], body["is_host"]) == (None, False)
    (own,) = body["players"]
    assert own == {"id": player.public_id, "club": club.public_id, "name": "owner", "shares_reviews": False}
    (role,) = body["roles"]
    assert (role["club"], role["player"], role["role"]) == (club.public_id, player.public_id, "owner")
    assert body["token"]["scopes"] == ["read", "enter", "manage"]
    assert body["token"]["expires_at"] is None
    assert "last_used_at" not in body["token"]


def test_session_has_no_token(owner: User) -> None:
    client = Client()
    client.force_login(owner)
    assert client.get("/api/v1/me/").json()["token"] is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"name": f"  {STRANGE} \u202e"}, (STRANGE, "fr")),
        ({"name": ""}, (None, "fr")),
        ({"language": None}, ("Clay", None)),
        ({"language": "en"}, ("Clay", "en")),
        ({}, ("Clay", "fr")),
    ],
)
def test_me_is_changed(api: Caller, owner: User, body: Any, expected: tuple[str, str]) -> None:
    User.objects.filter(pk=owner.pk).update(name="Clay", language="fr")
    answer = api.patch("me/", body, If_Match=api.tag("me/"))
    assert answer.status_code == 200, answer.content
    again = api.get("me/")
    assert answer.json() == again.json()
    assert answer.headers["ETag"] == again.headers["ETag"]
    assert (again.json()["name"], again.json()["language"]) == expected


@pytest.mark.parametrize(
    "body",
    [{"language": "xx"}, {"language": ""}, {"name": "a\0b"}, {"email": "x@y.org"}, {"name": 201 * "a"}],
)
def test_me_is_changed_to_nothing_else(api: Caller, body: Any) -> None:
    problem(api.patch("me/", body, If_Match="*"), 422, "invalid")


def test_name_holds_no_telephone_number(api: Caller, club: Club) -> None:
    name = "Pole 020 7946 0958"
    for answer in (
        api.patch("me/", {"name": name}, If_Match="*"),
        api.post(path_of(club, "players"), {"name": name}),
    ):
        body = problem(answer, 422, "invalid")
        assert [error["pointer"] for error in body["errors"]] == ["/name"]


def test_me_is_changed_on_what_was_read(api: Caller, owner: User) -> None:
    problem(api.patch("me/", {"name": "Clay"}), 428, "if_match_missing")
    tag = api.tag("me/")
    User.objects.filter(pk=owner.pk).update(name="Another")
    problem(api.patch("me/", {"name": "Clay"}, If_Match=tag), 412, "changed_meanwhile")


def test_tokens(api: Caller, owner: User) -> None:
    make_token(owner, name=STRANGE, scopes=["read"])
    make_token(make_member(make_club("garrick"), "he@example.org"), name="his", scopes=["read"])
    gone, _secret = make_token(owner, name="gone", scopes=["read"])
    ApiToken.objects.filter(pk=gone.pk).update(revoked_at=timezone.now())
    rows = api.get("tokens/").json()["results"]
    assert [row["name"] for row in rows] == ["a program", STRANGE]
    assert rows[1].keys() == {"id", "name", "hint", "scopes", "created_at", "expires_at", "last_used_at"}
    assert rows[1]["last_used_at"] is None


def test_token_is_taken_back(api: Caller, owner: User) -> None:
    token, secret = make_token(owner, name="another", scopes=["read"])
    path = f"tokens/{token.public_id}/"
    assert Caller(secret).get("me/").status_code == 200
    answer = api.delete(path, Idempotency_Key="k")
    assert (answer.status_code, answer.content) == (204, b"")
    problem(Caller(secret).get("me/"), 401, "invalid_token")
    problem(api.delete(path), 404, "not_found")
    again = api.delete(path, Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (204, "true")


def test_token_takes_itself_back(api: Caller) -> None:
    (row,) = api.get("tokens/").json()["results"]
    assert api.delete(f"tokens/{row['id']}/").status_code == 204
    problem(api.get("tokens/"), 401, "invalid_token")


def test_token_of_another_is_not_there(api: Caller) -> None:
    token, _secret = make_token(
        make_member(make_club("garrick"), "he@example.org"), name="a", scopes=["read"]
    )
    problem(api.delete(f"tokens/{token.public_id}/"), 404, "not_found")


def test_token_makes_no_token(api: Caller) -> None:
    problem(api.post("tokens/", {"name": "another"}), 405, "method_not_allowed")


def test_sharing(api: Caller, owner: User) -> None:
    path = sharing_of(owner)
    tag = api.tag(path)
    assert api.get(path).json() == {"shares_reviews": False}
    answer = api.put(path, {"shares_reviews": True}, If_Match=tag, Idempotency_Key="k")
    assert (answer.status_code, answer.json()) == (200, {"shares_reviews": True})
    assert Player.objects.get(user=owner).shares_reviews
    assert answer.headers["ETag"] == api.tag(path)
    again = api.put(path, {"shares_reviews": True}, If_Match=tag, Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(api.put(path, {"shares_reviews": False}, If_Match=tag), 412, "changed_meanwhile")
    problem(api.put(path, {"shares_reviews": False}), 428, "if_match_missing")


@pytest.mark.parametrize("body", [{}, {"shares_reviews": None}, {"shares_reviews": "much"}, []])
def test_sharing_is_yes_or_no(api: Caller, owner: User, body: Any) -> None:
    problem(api.put(sharing_of(owner), body, If_Match="*"), 422, "invalid")


def test_sharing_is_ones_own_affair(api: Caller, anybody: Caller, club: Club) -> None:
    path = sharing_of(make_member(club))
    for answer in (api.get(path), api.put(path, {"shares_reviews": True}, If_Match="*")):
        problem(answer, 403, "not_allowed")
    problem(anybody.get(path), 401, "not_signed_in")
    Club.objects.update(is_public=False)
    problem(anybody.get(path), 404, "not_found")


def test_sharing_stays_ones_own_where_one_belongs_no_more(club: Club) -> None:
    user = make_member(club)
    api = Caller(token_for(user))
    user.players.get().memberships.all().delete()
    Club.objects.update(is_public=False)
    assert api.get(sharing_of(user)).status_code == 200


def test_all_that_is_kept_of_me(api: Caller, owner: User) -> None:
    answer = api.get("me/person/")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    document = json.loads(answer.getvalue())
    assert document["account"]["email"] == owner.email
    assert [player["name"] for player in document["players"]] == ["owner"]


@pytest.mark.parametrize("of", ["oneself", "a guest"])
def test_file_of_a_person_counts_among_those_on_their_way(api: Caller, club: Club, of: str) -> None:
    guest = Player.objects.create(club=club, name="Guest")
    path = path_of(guest, "person") if of == "a guest" else "me/person/"
    on_their_way = [api.get(path) for _ in range(MOST_A_PERSON)]
    refused = api.get(path)
    problem(refused, 429, "too_many_streams")
    assert int(refused.headers["Retry-After"]) > 0
    assert on_their_way[0].getvalue()
    assert api.get(path).status_code == 200


def test_browser_that_was_left_open_takes_no_file_away(owner: User) -> None:
    owner.set_password("a very long secret")
    owner.save()
    client = Client()
    client.force_login(owner)
    problem(client.get("/api/v1/me/person/"), 403, "not_allowed")
    client.post("/accounts/reauthenticate/", {"password": "a very long secret"})
    assert client.get("/api/v1/me/person/").status_code == 200


def test_changes_are_kept_under_their_key_alone(api: Caller) -> None:
    api.patch("me/", {"name": "Clay"}, If_Match="*")
    assert not SentRequest.objects.exists()


@pytest.mark.parametrize("rows", [1, 3])
def test_query_counts(club: Club, owner: User, django_assert_num_queries: Any, rows: int) -> None:
    for number in range(rows):
        make_token(owner, name=f"{number}", scopes=["read"])
        there = make_club(f"club-{number}")
        player = guests(there, "Me")[0]
        player.user = owner
        player.save()
        there.memberships.create(player=player)
    api = Caller(token_for(owner))
    api.get("clubs/")
    with django_assert_num_queries(3):
        assert len(api.get("me/").json()["roles"]) == rows + 1
    with django_assert_num_queries(2):
        assert len(api.get("tokens/").json()["results"]) == rows + 1
