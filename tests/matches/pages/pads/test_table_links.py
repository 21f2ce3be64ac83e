from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Rubber, TableLink
from matches.pads.table_links import DAY, LONGEST, OWN_PHONE, WEEK, make_link, read_token
from matches.pages.pads.cookies import NAME
from matches.pages.pads.qr_codes import square_of
from matches.rubbers.commands import Act, void_rubber
from tests.matches.pages.pads.at_table import phone
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import People, at, opened, other_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people)


def code_in(html: str) -> str:
    """The code as a reader finds it on the page."""
    found = re.search(r'class="groups">([^<]+)<', html)
    assert found
    return read_token(found[1])


class TestMaking:
    @pytest.mark.parametrize(("life", "good_for"), [("day", DAY), ("week", WEEK), ("month", LONGEST)])
    def test_code_is_shown_once_and_opens_the_pad(
        self, people: People, rubber: Rubber, life: str, good_for: object
    ) -> None:
        owner = people.client("Owner")
        response = owner.post(at("table_links", rubber.public_id), {"life": life})

        html = response.content.decode()
        assert (response.status_code, "no-store" in response["Cache-Control"]) == (200, True)
        assert '<svg viewBox="0 0 ' in html
        token = code_in(html)
        assert token not in page(owner, at("table_links", rubber.public_id))
        link = TableLink.objects.get()
        assert (link.rubber, link.created_by) == (rubber, people.users["Owner"])
        assert link.expires_at - link.created_at == good_for
        assert Client().post(at("table_link"), {"code": token}).status_code == 303

    def test_square_leads_to_the_address_with_the_code_behind_the_sign(
        self, people: People, rubber: Rubber
    ) -> None:
        answer = people.client("Owner").post(at("table_links", rubber.public_id), {"life": "day"})
        html = answer.content.decode()
        assert square_of(f"http://localhost:8000/t/#{code_in(html)}") in html

    @pytest.mark.parametrize("life", ["", "ever", "\x00"])
    def test_life_that_is_not_offered(self, people: People, rubber: Rubber, life: str) -> None:
        response = people.client("Owner").post(at("table_links", rubber.public_id), {"life": life})
        assert (response.status_code, TableLink.objects.count()) == (400, 0)

    def test_rubber_that_is_over_gets_none(self, people: People, rubber: Rubber) -> None:
        void_rubber(rubber, act=Act(by=people.users["Owner"], key=""))
        owner = people.client("Owner")
        assert "This rubber is over" in page(owner, at("table_links", rubber.public_id))
        assert owner.post(at("table_links", rubber.public_id), {"life": "day"}).status_code == 400
        assert TableLink.objects.count() == 0

    @pytest.mark.parametrize(
        ("who", "status"),
        [
            ("Owner", 200),
            ("Director", 200),
            ("Scorer", 200),
            ("Helper", 200),
            ("Orford", 200),
            ("Stranger", 404),
        ],
    )
    def test_whoever_may_enter_the_rubber_makes_links(
        self, people: People, rubber: Rubber, who: str, status: int
    ) -> None:
        page(people.client(who), at("table_links", rubber.public_id), status=status)

    def test_member_makes_none_for_others_rubbers(self, people: People) -> None:
        others = opened(people, a="Baldwin", b="Clay")
        orford = people.client("Orford")
        assert orford.get(at("table_links", others.public_id)).status_code == 403
        assert orford.post(at("table_links", others.public_id), {"life": "day"}).status_code == 403
        assert TableLink.objects.count() == 0

    def test_phone_that_came_by_a_link_makes_no_further_ones(self, people: People, rubber: Rubber) -> None:
        table = phone(people, rubber)
        assert table.post(at("table_links", rubber.public_id), {"life": "day"}).status_code == 404
        assert TableLink.objects.count() == 1

    def test_rubbers_page_leads_there_while_it_is_played(self, people: People, rubber: Rubber) -> None:
        link = f'href="{at("table_links", rubber.public_id)}"'
        assert link in page(people.client("Orford"), at("rubber", rubber.public_id))
        assert link not in page(people.client("Stranger"), at("home"))


class TestTakingBack:
    def test_list_tells_who_made_which_and_whether_it_was_opened(
        self, people: People, rubber: Rubber
    ) -> None:
        made = make_link(rubber, by=people.users["Helper"])
        told = words(page(people.client("Owner"), at("table_links", rubber.public_id)))
        assert f"{made.link.hint}… made by helper, good until" in told
        assert "not opened yet" in told
        Client().post(at("table_link"), {"code": made.token})
        assert "last opened" in words(page(people.client("Owner"), at("table_links", rubber.public_id)))

    def test_button_takes_it_back(self, people: People, rubber: Rubber) -> None:
        made = make_link(rubber, by=people.users["Helper"])
        said = {"do": "revoke", "link": made.link.public_id}
        answer = people.client("Owner").post(at("table_links", rubber.public_id), said)
        assert answer.status_code == 303
        assert Client().post(at("table_link"), {"code": made.token}).status_code == 410
        assert made.link.hint not in page(people.client("Owner"), at("table_links", rubber.public_id))

    @pytest.mark.parametrize(("who", "is_taken"), [("Orford", True), ("Baldwin", False), ("Helper", True)])
    def test_player_takes_back_his_own_alone(
        self, people: People, rubber: Rubber, who: str, is_taken: bool
    ) -> None:
        made = make_link(rubber, by=people.users["Orford"])
        client = people.client(who)
        offered = made.link.public_id in page(client, at("table_links", rubber.public_id))
        client.post(at("table_links", rubber.public_id), {"do": "revoke", "link": made.link.public_id})
        made.link.refresh_from_db()
        assert (offered, made.link.revoked_at is not None) == (is_taken, is_taken)

    def test_link_of_another_rubber_is_left_alone(self, people: People, rubber: Rubber) -> None:
        elsewhere = other_club()
        made = make_link(opened(elsewhere), by=elsewhere.users["Owner"])
        said = {"do": "revoke", "link": made.link.public_id}
        people.client("Owner").post(at("table_links", rubber.public_id), said)
        made.link.refresh_from_db()
        assert made.link.revoked_at is None


class TestPassing:
    def test_players_phone_becomes_the_tables(self, people: People, rubber: Rubber) -> None:
        orford = people.client("Orford")
        answer = orford.post(at("pad_pass", rubber.public_id))

        assert (answer.status_code, answer["Location"]) == (303, at("pad", rubber.public_id))
        link = TableLink.objects.get()
        assert (link.rubber, link.created_by) == (rubber, people.users["Orford"])
        assert link.expires_at - timezone.now() <= OWN_PHONE
        told = orford.get(at("pad_state", rubber.public_id)).json()
        assert told["link"]["hint"] == link.hint

    def test_table_that_has_its_link_makes_no_other(self, people: People, rubber: Rubber) -> None:
        answer = phone(people, rubber).post(at("pad_pass", rubber.public_id))
        assert (answer.status_code, TableLink.objects.count()) == (303, 1)

    def test_who_has_the_last_word_makes_a_link_for_another_phone(
        self, people: People, rubber: Rubber
    ) -> None:
        answer = people.client("Director").post(at("pad_pass", rubber.public_id))
        assert (answer.status_code, answer["Location"]) == (303, at("table_links", rubber.public_id))
        assert NAME not in answer.cookies
        assert TableLink.objects.count() == 0

    def test_nobody_else_makes_a_table_of_his_phone(self, people: People, rubber: Rubber) -> None:
        for client in (Client(), people.client("Stranger")):
            assert client.post(at("pad_pass", rubber.public_id)).status_code == 401
        assert TableLink.objects.count() == 0

    def test_looking_at_it_does_nothing(self, people: People, rubber: Rubber) -> None:
        assert people.client("Orford").get(at("pad_pass", rubber.public_id)).status_code == 405


def test_list_costs_the_same_however_long_it_is(
    people: People, rubber: Rubber, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    owner = people.client("Owner")
    for _time in range(5):
        make_link(rubber, by=people.users["Owner"])
    with django_assert_max_num_queries(7):
        page(owner, at("table_links", rubber.public_id))
