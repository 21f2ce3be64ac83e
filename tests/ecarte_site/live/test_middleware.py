"""Polls by pages are served without session and database."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from ecarte_site.live.middleware import read_number
from ecarte_site.live.store import the_news
from ecarte_site.live.tickets import make_ticket

POLL = "/live/poll"


def test_answer_has_what_is_new_and_where_to_go_on(client: Client) -> None:
    the_news().publish(["event.poll"], "score", about="a", data='{"games":[1,0]}')
    ticket = make_ticket(["event.poll"])
    answer = client.get(POLL, {"ticket": ticket, "since": "0"})
    body = answer.json()
    assert body["messages"] == [{"id": body["cursor"], "event": "score", "data": {"games": [1, 0]}}]
    assert answer.headers["Content-Type"] == "application/json"
    assert "no-store" in answer.headers["Cache-Control"]
    again = client.get(POLL, {"ticket": ticket, "since": str(body["cursor"])}).json()
    assert again == {"cursor": body["cursor"], "messages": []}


def test_page_that_was_away_hears_the_last_of_all_that_it_missed(client: Client) -> None:
    ticket = make_ticket(["event.gap"])
    cursor = client.get(POLL, {"ticket": ticket}).json()["cursor"]
    for rubber, score in [("a", 1), ("b", 1), ("a", 2), ("a", 3)]:
        the_news().publish(["event.gap"], "score", about=rubber, data=f'{{"{rubber}":{score}}}')
    body = client.get(POLL, {"ticket": ticket, "since": cursor}).json()
    assert [message["data"] for message in body["messages"]] == [{"b": 1}, {"a": 3}]


@pytest.mark.parametrize("ticket", ["", "forged", "WyJldmVudC5hIl0:1:x"])
def test_bad_ticket_is_refused(client: Client, ticket: str) -> None:
    assert client.get(POLL, {"ticket": ticket}).status_code == 403


def test_ticket_reaches_no_other_topic(client: Client) -> None:
    the_news().publish(["event.theirs"], "score", about="a", data="{}")
    assert client.get(POLL, {"ticket": make_ticket(["event.ours"])}).json()["messages"] == []


def test_stream_that_is_elsewhere_ends_for_good(client: Client) -> None:
    assert client.get("/live/stream", {"ticket": make_ticket(["event.a"])}).status_code == 204


@pytest.mark.parametrize("path", [POLL, "/live/stream"])
def test_nothing_can_be_sent(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


def test_it_stands_before_sessions_and_the_database() -> None:
    names = [name.rpartition(".")[2] for name in settings.MIDDLEWARE]
    assert names.index("LiveMiddleware") < names.index("SessionMiddleware")


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), ("", 0), ("-3", 0), ("1e9", 0), ("٣", 0), ("9" * 40, 0)]
)
def test_cursor_that_is_no_number_is_none(text: str, number: int) -> None:
    assert read_number(text) == number
