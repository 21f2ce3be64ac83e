from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Rubber, TableLink
from matches.pads.table_links import DAY, MAX_LIFETIME, OWN_PHONE, WEEK, make_link, read_token
from matches.pages.pads.authorize import NAME
from matches.pages.pads.table_links import square_of
from matches.rubbers.change_rubbers import void_rubber
from tests.matches.pages.pads.at_table import phone
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import People, at, opened, other_club

pytestmark = pytest.mark.django_db


def code_in(html: str) -> str:
    """Return the code as a reader finds it on the page."""
    match = re.search(r'class="groups">([^<]+)<', html)
    assert match
    return read_token(match[1])


class TestMaking:
    @pytest.mark.parametrize(("life", "good_for"), [("day", DAY), ("week", WEEK), ("month", MAX_LIFETIME)])
    def test_code_is_shown_once(self, people: People, live: Rubber, life: str, good_for: object) -> None:
        owner = people.client("Owner")
        response = owner.post(at("table_links", live.public_id), {"life": life})
        html = response.content.decode()
        assert (response.status_code, "no-store" in response["Cache-Control"]) == (200, True)
        token = code_in(html)
        assert square_of(f"http://localhost:8000/t/#{token}") in html
        assert token not in page(owner, at("table_links", live.public_id))
        link = TableLink.objects.get()
        assert (link.rubber, link.created_by) == (live, people.users["Owner"])
        assert link.expires_at - link.created_at == good_for
        assert Client().post(at("table_link"), {"code": token}).status_code == 303

    @pytest.mark.parametrize("life", ["", "ever", "\x00"])
    def test_life_that_is_not_offered(self, people: People, live: Rubber, life: str) -> None:
        response = people.client("Owner").post(at("table_links", live.public_id), {"life": life})
        assert (response.status_code, TableLink.objects.count()) == (400, 0)

    def test_rubber_that_is_over_gets_none(self, people: People, live: Rubber) -> None:
        void_rubber(live, act=people.act())
        owner = people.client("Owner")
        assert "This rubber is over" in page(owner, at("table_links", live.public_id))
        assert owner.post(at("table_links", live.public_id), {"life": "day"}).status_code == 400
        assert TableLink.objects.count() == 0

    def test_phone_that_came_by_a_link_makes_no_further_ones(self, people: People, live: Rubber) -> None:
        table = phone(people, live)
        assert table.post(at("table_links", live.public_id), {"life": "day"}).status_code == 404
        assert TableLink.objects.count() == 1

    def test_rubbers_page_leads_there_while_it_is_played(self, people: People, live: Rubber) -> None:
        link = f'href="{at("table_links", live.public_id)}"'
        assert link in page(people.client("Orford"), at("rubber", live.public_id))
        assert link not in page(people.client("Stranger"), at("home"))


class TestTakingBack:
    def test_list_tells_who_made_which_and_whether_it_was_opened(self, people: People, live: Rubber) -> None:
        made = make_link(live, by=people.users["Helper"])
        text = words(page(people.client("Owner"), at("table_links", live.public_id)))
        assert f"{made.link.hint}… made by helper, valid until" in text
        assert "not opened yet" in text
        Client().post(at("table_link"), {"code": made.token})
        assert "last opened" in words(page(people.client("Owner"), at("table_links", live.public_id)))

    def test_button_takes_it_back(self, people: People, live: Rubber) -> None:
        made = make_link(live, by=people.users["Helper"])
        fields = {"do": "revoke", "link": made.link.public_id}
        answer = people.client("Owner").post(at("table_links", live.public_id), fields)
        assert answer.status_code == 303
        assert Client().post(at("table_link"), {"code": made.token}).status_code == 410
        assert made.link.hint not in page(people.client("Owner"), at("table_links", live.public_id))

    @pytest.mark.parametrize(("who", "is_taken"), [("Orford", True), ("Baldwin", False), ("Helper", True)])
    def test_player_revokes_own_links(self, people: People, live: Rubber, who: str, is_taken: bool) -> None:
        made = make_link(live, by=people.users["Orford"])
        client = people.client(who)
        offered = made.link.public_id in page(client, at("table_links", live.public_id))
        client.post(at("table_links", live.public_id), {"do": "revoke", "link": made.link.public_id})
        made.link.refresh_from_db()
        assert (offered, made.link.revoked_at is not None) == (is_taken, is_taken)

    def test_link_of_another_rubber_is_left_alone(self, people: People, live: Rubber) -> None:
        elsewhere = other_club()
        made = make_link(opened(elsewhere), by=elsewhere.users["Owner"])
        fields = {"do": "revoke", "link": made.link.public_id}
        people.client("Owner").post(at("table_links", live.public_id), fields)
        made.link.refresh_from_db()
        assert made.link.revoked_at is None


class TestPassing:
    def test_players_phone_becomes_the_tables(self, people: People, live: Rubber) -> None:
        orford = people.client("Orford")
        answer = orford.post(at("pad_pass", live.public_id))
        assert (answer.status_code, answer["Location"]) == (303, at("pad", live.public_id))
        link = TableLink.objects.get()
        assert (link.rubber, link.created_by) == (live, people.users["Orford"])
        assert link.expires_at - timezone.now() <= OWN_PHONE
        body = orford.get(at("pad_state", live.public_id)).json()
        assert body["link"]["hint"] == link.hint

    def test_table_that_has_its_link_makes_no_other(self, people: People, live: Rubber) -> None:
        answer = phone(people, live).post(at("pad_pass", live.public_id))
        assert (answer.status_code, TableLink.objects.count()) == (303, 1)

    def test_who_has_the_last_word_makes_a_link_for_another_phone(self, people: People, live: Rubber) -> None:
        answer = people.client("Director").post(at("pad_pass", live.public_id))
        assert (answer.status_code, answer["Location"]) == (303, at("table_links", live.public_id))
        assert NAME not in answer.cookies
        assert TableLink.objects.count() == 0

    def test_nobody_else_makes_a_table_of_his_phone(self, people: People, live: Rubber) -> None:
        for client in (Client(), people.client("Stranger")):
            assert client.post(at("pad_pass", live.public_id)).status_code == 401
        assert TableLink.objects.count() == 0

    def test_looking_at_it_does_nothing(self, people: People, live: Rubber) -> None:
        assert people.client("Orford").get(at("pad_pass", live.public_id)).status_code == 405
