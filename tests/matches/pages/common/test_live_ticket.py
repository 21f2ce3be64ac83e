"""Live tickets are renewed while the reader may see their topics, and last a minute longer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ecarte_site.live.store import the_news
from ecarte_site.live.tickets import GOOD_FOR, make_ticket, read_ticket
from matches.clubs.memberships import end_membership
from matches.models import Club, Rubber
from matches.pads.table_links import make_sitting_link, revoke_links
from matches.rubbers.live_news import RENEW, event_topic, live_addresses, rubber_topic, sitting_topic
from tests.factories.browsers import client_of
from tests.factories.clubs import make_club
from tests.matches.pages.pads.at_table import phone
from tests.matches.pages.reading import page
from tests.matches.pages.records import make_member
from tests.matches.pages.rubbers.entry.people import People, at, make_people, opened
from tests.matches.sittings.sitting_hands import table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> People:
    return make_people(make_club(is_public=False))


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people)


def renewed(client: Client, *topics: str, address: str = RENEW, status: int = 200) -> Any:
    """Renew an old ticket for these topics, and return the response's payload."""
    answer = client.get(address, {"ticket": make_ticket(topics)})
    assert answer.status_code == status, answer.content
    assert "no-store" in answer.headers["Cache-Control"]
    return answer.json()


def polled(client: Client, address: str) -> tuple[int, list[Any]]:
    answer = client.get(address)
    return answer.status_code, [message["data"] for message in answer.json().get("messages", [])]


@pytest.mark.parametrize(
    ("who", "is_public", "sees"),
    [
        ("Owner", False, True),
        ("Baldwin", False, True),
        ("Stranger", False, False),
        ("nobody", False, False),
        ("Stranger", True, True),
        ("nobody", True, True),
    ],
)
def test_viewer_renews_ticket(people: People, rubber: Rubber, who: str, is_public: bool, sees: bool) -> None:
    Club.objects.update(is_public=is_public)
    client = Client() if who == "nobody" else people.client(who)
    topics = (rubber_topic(rubber), event_topic(rubber.event))
    given = renewed(client, *topics, status=200 if sees else 403)
    if sees:
        assert given["lasts"] == GOOD_FOR.total_seconds()
        for way in ("stream", "poll", "renew"):
            assert set(read_ticket(ticket_in(given[way]))) == set(topics)
        assert given["renew"].startswith(f"{RENEW}?")
    else:
        assert given["code"] == "ticket"


def ticket_in(address: str) -> str:
    return address.partition("ticket=")[2].partition("&")[0].replace("%3A", ":")


def test_ticket_that_ran_out_yesterday_is_renewed_all_the_same(people: People, rubber: Rubber) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=1)):
        old = make_ticket([rubber_topic(rubber)])
    answer = people.client("Baldwin").get(RENEW, {"ticket": old})
    assert read_ticket(ticket_in(answer.json()["poll"])) == (rubber_topic(rubber),)


@pytest.mark.parametrize("ticket", ["", "forged", "rubber.x", "WyJldmVudC5hIl0:1:x"])
def test_what_is_no_ticket_is_not_renewed(people: People, ticket: str) -> None:
    assert people.client("Owner").get(RENEW, {"ticket": ticket}).status_code == 403


def test_of_several_topics_those_are_renewed_that_may_be_seen(people: People, rubber: Rubber) -> None:
    elsewhere = opened(make_people(make_club("garrick", is_public=False)))
    unknown = ["rubber.nothing", "event.nothing", "sitting.nothing", "club.nothing", "x"]
    given = renewed(people.client("Owner"), rubber_topic(elsewhere), rubber_topic(rubber), *unknown)
    assert read_ticket(ticket_in(given["poll"])) == (rubber_topic(rubber),)


def leave(people: People, club: Club) -> None:
    end_membership(club, people.players["Baldwin"], by=people.users["Owner"])


def close(people: People, club: Club) -> None:
    Club.objects.update(is_public=False)


@pytest.mark.parametrize(
    ("who", "is_public", "happens"), [("Baldwin", False, leave), ("nobody", True, close)]
)
def test_former_viewer_hears_nothing(
    people: People, rubber: Rubber, who: str, is_public: bool, happens: Any
) -> None:
    Club.objects.update(is_public=is_public)
    topic = rubber_topic(rubber)
    client = Client() if who == "nobody" else people.client(who)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        html = page(client, at("rubber", rubber.public_id))
        given = live_addresses([topic])
        assert 'data-renew="/live/ticket?ticket=' in html
        assert 'data-lasts="60"' in html
        happens(people, people.club)
        clock.shift(GOOD_FOR + timedelta(seconds=1))
        the_news().publish([topic], "score", about=rubber.public_id, data='{"score":[4,3]}')
        assert polled(client, given.poll) == (403, [])
        assert client.get(given.renew).status_code == 403
        assert client.get(at("rubber", rubber.public_id)).status_code == 404
        # The others keep their access.
        owner = people.client("Owner")
        assert polled(owner, owner.get(given.renew).json()["poll"])[1][-1] == {"score": [4, 3]}


class TestTablesLinks:
    def test_pad_of_a_members_club_renews_by_its_link(self, people: People, rubber: Rubber) -> None:
        client = phone(people, rubber)
        address = at("pad_ticket", rubber.public_id)
        state = client.get(at("pad_state", rubber.public_id)).json()
        assert state["live"]["renew"].startswith(f"{address}?ticket=")
        given = renewed(client, rubber_topic(rubber), address=address)
        assert given["renew"].startswith(f"{address}?ticket=")

    def test_link_that_was_taken_back_hears_nothing_more(self, people: People, rubber: Rubber) -> None:
        client = phone(people, rubber)
        revoke_links(people.club, [rubber.table_links.get()], by=people.users["Owner"])
        renewed(client, rubber_topic(rubber), address=at("pad_ticket", rubber.public_id), status=403)

    def test_link_renews_no_other_rubbers_ticket(self, people: People, rubber: Rubber) -> None:
        other = opened(people, a="Clay")
        renewed(phone(people, rubber), rubber_topic(other), event_topic(rubber.event), status=403)

    def test_table_renews_by_its_link_and_for_its_club(self, client: Client) -> None:
        given = table("french")
        Club.objects.update(is_public=False)
        scorer = make_member(given.hands.club, "scorer@example.org", role="scorer")
        link = make_sitting_link(given.sitting, by=scorer)
        client.post(reverse("web:table_link"), {"code": link.token})
        address = reverse("web:sitting_ticket", args=[given.sitting.public_id])
        assert f'data-renew="{address}?ticket=' in page(
            client, reverse("web:sitting", args=[given.sitting.public_id])
        )
        topic = sitting_topic(given.sitting)
        assert renewed(client, topic, address=address)["renew"].startswith(f"{address}?")
        member = client_of(scorer)
        renewed(member, topic)
        revoke_links(given.hands.club, [link.link], by=scorer)
        renewed(client, topic, address=address, status=403)
        renewed(Client(), topic, status=403)


def test_forged_ticket_costs_no_query(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert client.get(RENEW, {"ticket": "forged"}).status_code == 403
