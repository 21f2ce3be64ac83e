"""A club's webhooks through the API: created, changed, tested and read, and their deliveries sent again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries
from standardwebhooks.webhooks import Webhook as Verifier

from ecarte_site.setup.environment import PROJECT
from matches.api.webhooks.serializers import Message
from matches.models import Club, Delivery, Player, SentRequest, User, Webhook
from matches.models.webhooks import Topic
from matches.webhooks.manage_webhooks import MAX_WEBHOOKS, create_webhook, send_test
from matches.webhooks.payloads import PAYLOAD_MEMBERS
from tests.matches.api.calling import Caller, guests, path_of, problem, result
from tests.matches.api.roles.webhooks import URL

pytestmark = [pytest.mark.django_db, pytest.mark.core]

PATH = "webhooks/{}/"
MEMBERS = {
    "id",
    "club",
    "url",
    "kinds",
    "created_at",
    "version",
    "is_stopped",
    "stopped_at",
    "stopped_because",
    "failing_since",
}


@pytest.fixture
def hooks(club: Club) -> str:
    return path_of(club, "webhooks")


@pytest.fixture
def hook(club: Club, owner: User) -> Webhook:
    return create_webhook(club, url=URL, topics=Topic.values, by=owner)[0]


@pytest.fixture
def path(hook: Webhook) -> str:
    return PATH.format(hook.public_id)


def entered(api: Caller, club: Club, table: str = "1") -> dict[str, Any]:
    """Enter a result as the club's owner."""
    people = Player.objects.filter(club=club, name__in=["Ann", "Bob"]).order_by("name")
    a, b = people if people else guests(club)
    answer = api.post("rubbers/", result(club, a, b, table=table, date="2026.11.21"))
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def sent() -> None:
    """Mark every waiting delivery as delivered."""
    Delivery.objects.filter(state="waiting").update(
        state="delivered", finished_at="2026-11-21T00:00:00Z", status=204
    )


def test_webhook_is_made_with_a_secret_that_is_shown_once(api: Caller, club: Club, hooks: str) -> None:
    answer = api.post(hooks, {"url": URL, "kinds": ["rubber.voided", "rubber.result"]})
    assert answer.status_code == 201
    body = answer.json()
    assert body["secret"].startswith("whsec_")
    assert body.keys() == {*MEMBERS, "secret"}
    assert body["kinds"] == ["rubber.result", "rubber.voided"]
    again = api.get(answer.headers["Location"])
    assert again.json() == {name: value for name, value in body.items() if name != "secret"}
    assert again.headers["ETag"] == answer.headers["ETag"]
    assert api.get(hooks).json()["results"] == [again.json()]


def test_without_kinds_it_wants_all(api: Caller, hooks: str) -> None:
    assert api.post(hooks, {"url": URL}).json()["kinds"] == Topic.values


def test_request_that_is_sent_again_makes_one_webhook_and_shows_no_secret(api: Caller, hooks: str) -> None:
    first, second = (api.post(hooks, {"url": URL}, Idempotency_Key="one") for _ in range(2))
    assert second.headers["Idempotency-Replayed"] == "true"
    assert (second.json()["id"], second.json()["secret"]) == (first.json()["id"], None)
    assert Webhook.objects.count() == 1
    assert first.json()["secret"] not in str(list(SentRequest.objects.values_list("result", flat=True)))


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://0x7f.1/",
        "https://2130706433/",
        "https://localhost/",
        "http://1.1.1.1/",
        "https://1.1.1.1:22/",
        "https://ann:secret@1.1.1.1/",
        "ftp://1.1.1.1/",
        "not an address",
    ],
)
def test_unsafe_addresses_are_refused(api: Caller, hooks: str, path: str, url: str) -> None:
    for answer in (api.post(hooks, {"url": url}), api.patch(path, {"url": url}, If_Match="*")):
        assert problem(answer, 422, "unsafe_address")["errors"][0]["pointer"] == "/url"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": None},
        {"url": 5},
        {"url": ""},
        {"url": URL, "kinds": []},
        {"url": URL, "kinds": ["rubber.sung"]},
        {"url": URL, "kinds": "rubber.result"},
        {"url": URL, "kinds": Topic.values * 2},
        {"url": URL, "secret": "whsec_mine"},
        {"url": "https://1.1.1.1/\x00"},
        {"url": "https://1.1.1.1/" + "a" * 2000},
    ],
)
def test_bodies_that_are_not_in_order(api: Caller, hooks: str, body: dict[str, Any]) -> None:
    answer = api.post(hooks, body)
    assert answer.status_code in (400, 422), answer.content
    assert Webhook.objects.count() == 0


def test_second_to_one_address_and_too_many(api: Caller, hooks: str, path: str) -> None:
    problem(api.post(hooks, {"url": URL.upper().replace("ECARTE", "ecarte")}), 409, "conflict")
    for number in range(MAX_WEBHOOKS - 1):
        assert api.post(hooks, {"url": f"{URL}/{number}"}).status_code == 201
    problem(api.post(hooks, {"url": f"{URL}/more"}), 409, "conflict")
    problem(api.patch(path, {"url": f"{URL}/0"}, If_Match="*"), 409, "conflict")


def test_webhook_is_changed_on_what_was_read(api: Caller, path: str) -> None:
    problem(api.patch(path, {"is_stopped": True}), 428, "if_match_missing")
    tag = api.tag(path)
    answer = api.patch(path, {"is_stopped": True, "kinds": ["draw.released"]}, If_Match=tag)
    assert answer.status_code == 200
    body = answer.json()
    expected = (True, "by_hand", ["draw.released"])
    assert (body["is_stopped"], body["stopped_because"], body["kinds"]) == expected
    assert (body["version"], answer.headers["ETag"]) == (2, api.tag(path))
    problem(api.patch(path, {"is_stopped": False}, If_Match=tag), 412, "changed_meanwhile")
    problem(api.delete(path, If_Match=tag), 412, "changed_meanwhile")
    problem(api.delete(path), 428, "if_match_missing")
    started = api.patch(path, {"is_stopped": False}, If_Match=answer.headers["ETag"]).json()
    assert (started["is_stopped"], started["stopped_at"], started["stopped_because"]) == (False, None, None)
    assert api.get(path, If_None_Match=api.tag(path)).status_code == 304


def test_webhook_is_taken_away(api: Caller, hooks: str, path: str, hook: Webhook) -> None:
    send_test(hook)
    answers = [api.delete(path, If_Match="*", Idempotency_Key="gone") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [204, 204]
    problem(api.get(path), 404, "not_found")
    assert api.get(hooks).json()["results"] == []
    assert Delivery.objects.count() == 0


def test_another_secret(api: Caller, path: str) -> None:
    first, second = (api.post(f"{path}secret/", Idempotency_Key="one") for _ in range(2))
    assert first.status_code == 201
    assert first.json()["secret"].startswith("whsec_")
    assert second.json() == {"secret": None}
    Verifier(first.json()["secret"])


def test_trial(api: Caller, path: str) -> None:
    answer = api.post(f"{path}test/")
    assert answer.status_code == 202
    body = answer.json()
    assert (body["kind"], body["queue"], body["state"]) == ("ping", "ping", "waiting")
    assert body["body"]["data"] == {}
    assert api.get(f"deliveries/{body['id']}/").json() == body
    api.patch(path, {"is_stopped": True}, If_Match="*")
    problem(api.post(f"{path}test/"), 409, "conflict")


def test_deliveries_tell_what_became_of_news(api: Caller, club: Club, path: str) -> None:
    rubber = entered(api, club)
    (line,) = api.get(f"{path}deliveries/").json()["results"]
    expected = ("rubber.result", rubber["event"], "waiting", 0)
    assert (line["kind"], line["queue"], line["state"], line["attempts"]) == expected
    assert (line["status"], line["problem"], line["finished_at"], line["is_replay"]) == (
        None,
        None,
        None,
        False,
    )
    assert line["next_at"] is not None
    body = api.get(f"deliveries/{line['id']}/").json()
    assert body["body"]["data"] == {
        name: value for name, value in rubber.items() if name not in ("findings", "next_deal")
    }
    assert {name: value for name, value in body.items() if name != "body"} == line
    sent()
    over = api.get(f"deliveries/{line['id']}/").json()
    assert (over["state"], over["next_at"], over["status"]) == ("delivered", None, 204)


def test_deliveries_are_narrowed_and_ordered(api: Caller, club: Club, path: str) -> None:
    rubber = entered(api, club)
    sent()
    api.post(f"rubbers/{rubber['id']}/void/", {"reason": "Twice."}, If_Match="*")
    api.post(f"{path}test/")

    def kinds(query: str) -> list[str]:
        answer = api.get(f"{path}deliveries/?{query}")
        assert answer.status_code == 200, answer.content
        return [row["kind"] for row in answer.json()["results"]]

    assert kinds("") == ["rubber.result", "rubber.voided", "ping"]
    assert kinds("order=-made_at") == ["ping", "rubber.voided", "rubber.result"]
    assert kinds("state=waiting") == ["rubber.voided", "ping"]
    assert kinds("kind=ping") == ["ping"]
    assert kinds(f"queue={rubber['event']}") == ["rubber.result", "rubber.voided"]
    for query in ("state=lost", "kind=song", "queue=1", "order=kind", "nothing=1"):
        problem(api.get(f"{path}deliveries/?{query}"), 400, "invalid_parameter")
    first = api.get(f"{path}deliveries/?page_size=2").json()
    assert [row["kind"] for row in api.get(first["next"]).json()["results"]] == ["ping"]


def test_message_is_sent_once_more_under_its_id(api: Caller, club: Club, path: str) -> None:
    entered(api, club)
    (line,) = api.get(f"{path}deliveries/").json()["results"]
    problem(api.post(f"deliveries/{line['id']}/replay/"), 409, "conflict")
    sent()
    answer = api.post(f"deliveries/{line['id']}/replay/")
    assert answer.status_code == 202
    again = answer.json()
    assert (again["message"], again["is_replay"], again["state"]) == (line["message"], True, "waiting")
    assert again["id"] != line["id"]


def test_all_since_a_moment_is_sent_once_more(api: Caller, club: Club, path: str) -> None:
    for table in "12":
        entered(api, club, table)
    assert api.post(f"{path}replay/", {"since": "2026-01-01T00:00:00Z"}).json() == {"count": 0}
    sent()
    answers = [
        api.post(f"{path}replay/", {"since": "2026-01-01T00:00:00Z"}, Idempotency_Key="x") for _ in "12"
    ]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(202, {"count": 2})] * 2
    assert Delivery.objects.filter(state="waiting").count() == 2
    assert api.post(f"{path}replay/", {"since": "2100-01-01T00:00:00Z"}).json() == {"count": 0}
    for since in ("yesterday", None, 5, "2026-13-01T00:00:00Z"):
        assert api.post(f"{path}replay/", {"since": since}).status_code == 422


def test_names_come_as_they_are(api: Caller, club: Club, path: str) -> None:
    a, b = guests(club, "Zoë 𝔄 \u202eabc", "O'Brien; =1+1")
    api.post("rubbers/", result(club, a, b))
    (line,) = api.get(f"{path}deliveries/").json()["results"]
    players = api.get(f"deliveries/{line['id']}/").json()["body"]["data"]["players"]
    assert [players[seat]["name"] for seat in "AB"] == [a.name, b.name]


def test_members_of_a_message_are_those_that_are_sent() -> None:
    assert tuple(Message().fields) == PAYLOAD_MEMBERS


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("queries", "address"),
    [
        (4, lambda hook, made: path_of(hook.club, "webhooks")),
        (3, lambda hook, made: PATH.format(hook.public_id)),
        (4, lambda hook, made: f"{PATH.format(hook.public_id)}deliveries/"),
        (4, lambda hook, made: f"deliveries/{made.public_id}/"),
    ],
    ids=["webhooks", "webhook", "deliveries", "delivery"],
)
def test_call_asks_the_same_with_one_row_and_with_three(
    api: Caller,
    club: Club,
    owner: User,
    hook: Webhook,
    django_assert_num_queries: DjangoAssertNumQueries,
    queries: int,
    address: Callable[[Webhook, Delivery], str],
    rows: int,
) -> None:
    for number in range(rows - 1):
        create_webhook(club, url=f"{URL}/{number}", topics=Topic.values, by=owner)
    for table in range(rows):
        entered(api, club, str(table))
    url = address(hook, Delivery.objects.filter(webhook=hook)[0])
    api.get("clubs/")
    with django_assert_num_queries(queries):
        assert api.get(url).status_code == 200


def test_page_tells_every_kind_of_news() -> None:
    text = (PROJECT / "docs" / "api" / "webhooks.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+\.\w+)` \|", text, re.MULTILINE) == Topic.values, (
        "docs/api/webhooks.md has a row for each Topic (matches/models/webhooks.py), in the same order"
    )
