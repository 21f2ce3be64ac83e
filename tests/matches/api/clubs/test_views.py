"""The API shows a club, and changes some of its fields."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from matches.clubs.accounts import user_of_link
from matches.models import Club, LogEntry, Membership, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, guests, path_of, problem
from tests.matches.pages.records import make_member


def test_shows_and_changes_in_which_month_a_season_begins(api: Caller, club: Club) -> None:
    assert api.get(path_of(club)).json()["season_month"] == 9
    changed = api.patch(path_of(club), {"season_month": 1}, If_Match="*").json()
    assert changed["season_month"] == 1
    club.refresh_from_db()
    assert club.season_month == 1


@pytest.mark.parametrize("month", [0, 13, "May", None])
def test_refuses_a_month_that_there_is_not(api: Caller, club: Club, month: object) -> None:
    error_body = problem(api.patch(path_of(club), {"season_month": month}, If_Match="*"), 422, "invalid")
    assert [error["pointer"] for error in error_body["errors"]] == ["/season_month"]


pytestmark = pytest.mark.django_db
STRANGE = "Zoë 𝔄 O'Brien; =1+1"


@pytest.fixture
def clay(club: Club) -> Player:
    """Return a member for a week."""
    week_ago = timezone.localdate() - timedelta(days=7)
    return Player.objects.get(user=make_member(club, "clay@example.org", since=week_ago))


def membership(player: Player, club: Club | None = None) -> str:
    return path_of(club or player.club, "memberships", player.public_id)


def names(answer: Any) -> list[str]:
    return [row["player"]["name"] for row in answer.json()["results"]]


def test_memberships(api: Caller, club: Club, clay: Player) -> None:
    Player.objects.filter(pk=clay.pk).update(name=STRANGE)
    guests(club, "Ann")
    answer = api.get(path_of(club, "memberships"))
    assert names(answer) == ["owner", STRANGE]
    week_ago = (timezone.localdate() - timedelta(days=7)).isoformat()
    assert answer.json()["results"][1] == {
        "player": {"id": clay.public_id, "club": club.public_id, "name": STRANGE, "has_account": True},
        "role": "member",
        "since": week_ago,
        "terms": [{"role": "member", "since": week_ago, "until": None}],
    }
    assert api.get(membership(clay)).json() == answer.json()["results"][1]


def test_memberships_are_narrowed_and_ordered(api: Caller, club: Club, clay: Player) -> None:
    pettes = Player.objects.get(user=make_member(club, "pettes@example.org", role="scorer"))
    yesterday = timezone.localdate() - timedelta(days=1)
    clay.memberships.update(until=yesterday)
    path = path_of(club, "memberships")
    assert names(api.get(f"{path}?state=current")) == ["owner", "pettes"]
    assert names(api.get(f"{path}?state=ended")) == ["clay"]
    assert names(api.get(f"{path}?role=scorer")) == ["pettes"]
    assert names(api.get(f"{path}?player={pettes.public_id}")) == ["pettes"]
    assert names(api.get(f"{path}?order=-name")) == ["pettes", "owner", "clay"]
    first = api.get(f"{path}?order=name&page_size=2")
    assert names(first) == ["clay", "owner"]
    assert names(api.get(first.json()["next"])) == ["pettes"]
    ended = api.get(f"{path}?state=ended").json()["results"][0]
    assert (ended["role"], ended["since"]) == (None, None)
    assert ended["terms"][0]["until"] == yesterday.isoformat()


@pytest.mark.parametrize("query", ["state=past", "role=king", "player=1", "order=role", "nobody=1", "role="])
def test_memberships_by_something_else(api: Caller, club: Club, query: str) -> None:
    problem(api.get(f"{path_of(club, 'memberships')}?{query}"), 400, "invalid_parameter")


def test_nobody_is_told_who_was_forgotten_or_merged(api: Caller, club: Club, clay: Player) -> None:
    Player.objects.filter(pk=clay.pk).update(name="")
    assert names(api.get(path_of(club, "memberships"))) == ["owner"]
    problem(api.get(membership(clay)), 404, "not_found")


def test_member_who_came_in_by_another_clubs_list(api: Caller, club: Club) -> None:
    (ann,) = guests(make_club("garrick"), "Ann")
    Membership.objects.create(club=club, player=ann)
    body = api.get(membership(ann, club)).json()
    assert (body["player"]["club"], body["player"]["has_account"]) == (ann.club.public_id, False)


def test_role_is_given(api: Caller, club: Club, clay: Player) -> None:
    path = membership(clay)
    tag = api.tag(path)
    answer = api.patch(path, {"role": "director"}, If_Match=tag, Idempotency_Key="k")
    assert answer.status_code == 200, answer.content
    assert (answer.json()["role"], answer.headers["ETag"]) == ("director", api.tag(path))
    assert [term["role"] for term in answer.json()["terms"]] == ["director", "member"]
    assert LogEntry.objects.filter(kind="club.role_changed").count() == 1
    again = api.patch(path, {"role": "director"}, If_Match=tag, Idempotency_Key="k")
    assert (again.headers["Idempotency-Replayed"], again.json()) == ("true", answer.json())
    problem(api.patch(path, {"role": "scorer"}, If_Match=tag), 412, "changed_meanwhile")
    problem(api.patch(path, {"role": "scorer"}), 428, "if_match_missing")
    problem(api.patch(path, {"role": "king"}, If_Match="*"), 422, "invalid")
    problem(api.patch(path, {}, If_Match="*"), 422, "invalid")


def test_last_owner_stays_one(api: Caller, owner: User) -> None:
    path = membership(Player.objects.get(user=owner))
    problem(api.patch(path, {"role": "member"}, If_Match="*"), 409, "conflict")
    problem(api.delete(path, If_Match="*"), 409, "conflict")
    assert api.get(path).json()["role"] == "owner"


def test_role_of_nobody(api: Caller, club: Club, clay: Player) -> None:
    (ann,) = guests(club, "Ann")
    problem(api.patch(membership(ann), {"role": "scorer"}, If_Match="*"), 404, "not_found")
    clay.memberships.update(until=timezone.localdate() - timedelta(days=1))
    problem(api.patch(membership(clay), {"role": "scorer"}, If_Match="*"), 409, "conflict")


def test_membership_ends(api: Caller, club: Club, clay: Player) -> None:
    path = membership(clay)
    tag = api.tag(path)
    problem(api.delete(path), 428, "if_match_missing")
    problem(api.delete(path, If_Match='"another"'), 412, "changed_meanwhile")
    answer = api.delete(path, If_Match=tag, Idempotency_Key="k")
    assert (answer.status_code, answer.content) == (204, b"")
    assert api.get(path).json()["role"] is None
    again = api.delete(path, If_Match=tag, Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (204, "true")


def test_owner_who_goes_is_told_so_again(api: Caller, club: Club, owner: User) -> None:
    make_member(club, "clay@example.org", role="owner")
    path = membership(Player.objects.get(user=owner))
    Club.objects.update(is_public=False)
    assert api.delete(path, If_Match="*", Idempotency_Key="k").status_code == 204
    problem(api.delete(path, If_Match="*"), 404, "not_found")
    assert api.delete(path, If_Match="*", Idempotency_Key="k").status_code == 204


@pytest.mark.parametrize("rows", [1, 3])
def test_query_counts(
    api: Caller, club: Club, owner: User, django_assert_num_queries: Any, rows: int
) -> None:
    for number in range(rows):
        make_member(club, f"m{number}@example.org")
    his = membership(Player.objects.get(user=owner), club)
    api.get("clubs/")
    with django_assert_num_queries(5):
        assert len(api.get(path_of(club, "memberships")).json()["results"]) == rows + 1
    with django_assert_num_queries(5):
        assert api.get(his).status_code == 200


# Two records of one person


def test_merge(api: Caller, rubber: Rubber) -> None:
    goes = rubber.player_a
    (stays,) = guests(rubber.club, STRANGE)
    path, tag = path_of(goes, "merge"), api.tag(path_of(goes))
    body = {"into": stays.public_id, "reason": STRANGE}
    answer = api.post(path, body, If_Match=tag, Idempotency_Key="k")
    assert answer.status_code == 200, answer.content
    assert answer.json() == api.get(path_of(stays)).json()
    assert (answer.json()["name"], answer.headers["ETag"]) == (STRANGE, api.tag(path_of(stays)))
    assert api.get(path_of(goes)).json()["merged_into"] == stays.public_id
    assert api.get(path_of(rubber)).json()["players"]["A"]["id"] == stays.public_id
    assert LogEntry.objects.get(kind="club.players_merged").reason == STRANGE
    again = api.post(path, body, If_Match=tag, Idempotency_Key="k")
    assert (again.headers["Idempotency-Replayed"], again.json()) == ("true", answer.json())
    problem(api.post(path, body, If_Match="*"), 409, "conflict")


def test_merge_of_two_who_are_two(api: Caller, rubber: Rubber) -> None:
    answer = api.post(path_of(rubber.player_a, "merge"), {"into": rubber.player_b.public_id}, If_Match="*")
    error = problem(answer, 409, "conflict")
    assert "have played each other" in error["detail"]


def test_merge_refusals(api: Caller, club: Club) -> None:
    ann, anne = guests(club, "Ann", "Anne")
    (other,) = guests(make_club("garrick"), "Ann")
    path, body = path_of(ann, "merge"), {"into": anne.public_id}
    problem(api.post(path, body), 428, "if_match_missing")
    problem(api.post(path, body, If_Match='"another"'), 412, "changed_meanwhile")
    for nobody in (other.public_id, "0" * 14):
        error = problem(api.post(path, {"into": nobody}, If_Match="*"), 422, "unknown_player")
        assert error["errors"][0]["pointer"] == "/into"
    problem(api.post(path, {"into": ann.public_id}, If_Match="*"), 409, "conflict")
    for bad in ({}, {"into": 1}, {**body, "reason": 501 * "a"}, {**body, "reason": "\0"}, {**body, "x": 1}):
        problem(api.post(path, bad, If_Match="*"), 422, "invalid")
    problem(api.post(path_of(other, "merge"), body, If_Match="*"), 403, "not_allowed")
    Club.objects.filter(pk=other.club_id).update(is_public=False)
    problem(api.post(path_of(other, "merge"), body, If_Match="*"), 404, "not_found")


# Forget a person without an account, and what is stored about that person.


def test_erase(api: Caller, rubber: Rubber) -> None:
    player = rubber.player_a
    path, tag = path_of(player, "erase"), api.tag(path_of(player))
    problem(api.post(path), 428, "if_match_missing")
    problem(api.post(path, If_Match='"another"'), 412, "changed_meanwhile")
    answer = api.post(path, If_Match=tag, Idempotency_Key="k")
    assert (answer.status_code, answer.json()["name"]) == (200, None)
    assert api.get(path_of(rubber)).json()["players"]["A"] == {"id": player.public_id, "name": None}
    again = api.post(path, If_Match=tag, Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")


def test_who_has_an_account_sees_to_himself(api: Caller, owner: User, clay: Player) -> None:
    for player in (clay, Player.objects.get(user=owner)):
        problem(api.post(path_of(player, "erase"), If_Match="*"), 403, "not_allowed")
        problem(api.get(path_of(player, "person")), 403, "not_allowed")


def test_what_is_kept_of_a_guest(api: Caller, club: Club) -> None:
    (ann,) = guests(club, STRANGE)
    answer = api.get(path_of(ann, "person"))
    assert answer.headers["Content-Type"] == "application/json"
    document = json.loads(answer.getvalue())
    assert [player["name"] for player in document["players"]] == [STRANGE]
    assert document["rubbers"] == []


def test_reply_that_was_kept_forgets_with_everybody(api: Caller, club: Club) -> None:
    ann, anne = guests(club, "Ann Orford", "Annie")
    path, body = path_of(ann, "merge"), {"into": anne.public_id}
    api.post(path, body, If_Match="*", Idempotency_Key="k")
    api.post(path_of(anne, "erase"), If_Match="*")
    again = api.post(path, body, If_Match="*", Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Annie" not in again.content.decode()


# A link to a new password


def test_password_link(api: Caller, clay: Player) -> None:
    path = path_of(clay, "password-link")
    answer = api.post(path, Idempotency_Key="k")
    assert answer.status_code == 200, answer.content
    assert answer.headers["Cache-Control"] == "no-store"
    url = answer.json()["url"]
    assert url.startswith("http://localhost:8000/accounts/password/link/")
    assert user_of_link(url.rstrip("/").rpartition("/")[2]) == clay.user
    again = api.post(path, Idempotency_Key="k")
    assert again.json() == {"url": None, "expires_at": answer.json()["expires_at"]}
    assert LogEntry.objects.filter(kind="club.password_link_made").count() == 1


def test_password_link_is_for_those_whom_one_may_let_in(
    api: Caller, club: Club, owner: User, clay: Player, settings: Settings
) -> None:
    (ann,) = guests(club, "Ann")
    elsewhere = Player.objects.get(user=make_member(club, "pettes@example.org"))
    Membership.objects.create(club=make_club("garrick"), player=elsewhere)
    for player in (ann, elsewhere, Player.objects.get(user=owner)):
        problem(api.post(path_of(player, "password-link")), 403, "not_allowed")
    settings.HAS_MAIL = True
    problem(api.post(path_of(clay, "password-link")), 403, "not_allowed")


@pytest.mark.parametrize("name", ["Ann Bell", "ANN  BELL", "\u200eann bell", "Ann Bel", "Ànn-Bell"])
def test_name_in_another_spelling_is_looked_up_before_it_is_added(api: Caller, club: Club, name: str) -> None:
    guests(club, "Ann Bell", "Bob Clay")
    club.events.create(name="Ann Bell")
    make_club("other", name="Ann Bell")
    make_club("hidden", name="Ann Belle", is_public=False)
    for path in (path_of(club, "players"), path_of(club, "events"), "clubs/"):
        found = api.get(f"{path}?similar_to={quote(name)}").json()["results"]
        assert [row["name"] for row in found] == ["Ann Bell"], path
        assert api.get(f"{path}?similar_to=Zebra").json()["results"] == []
