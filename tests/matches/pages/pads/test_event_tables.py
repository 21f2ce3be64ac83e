from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.events.event_state import event_state
from matches.events.write_standings import write_standings
from matches.models import Club, Event, Rubber, TableLink
from matches.pads.table_links import MAX_LIFETIME, read_token
from matches.pages.events.prints import can_make_pdf
from matches.pages.pads.table_links import square_of
from tests.factories.browsers import client_of
from tests.matches.pages.events.desk.pages import CUP, address, drawn, planned, played
from tests.matches.pages.exchange.club import staffed_club, user
from tests.matches.pages.reading import page, tags, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club:
    return staffed_club(is_public=False)


@pytest.fixture
def event(club: Club) -> Event:
    """Return an event of six players, the first round of three tables released."""
    made = planned(club)
    drawn(made)
    return made


@pytest.fixture
def helper(club: Club) -> Client:
    return client_of(user("helper"))


def codes_in(html: str) -> list[str]:
    return [read_token(text) for text in re.findall(r'class="code-groups">([^<]+)<', html)]


def made(client: Client, event: Event, **expected: str) -> str:
    response = client.post(address(event, "event_tables"), {"life": "day", "which": "all", **expected})
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    return response.content.decode()


class TestSheets:
    def test_every_table_gets_a_code_that_opens_its_pad(self, helper: Client, event: Event) -> None:
        html = made(helper, event)
        tokens = codes_in(html)
        assert len(tags(html, "section")) == len(set(tokens)) == 3
        assert all(square_of(f"http://localhost:8000/t/#{token}") in html for token in tokens)
        assert Rubber.objects.count() == 0
        for token in tokens:
            assert Client().post("/t/", {"code": token}).status_code == 303
        state = event_state(event)
        by_table = {pairing.table: {pairing.a, pairing.b} for pairing in state.stages[0].rounds[0].pairings}
        rubbers = Rubber.objects.filter(event=event).select_related("player_a", "player_b")
        seated = {each.table: {each.player_a.public_id, each.player_b.public_id} for each in rubbers}
        assert seated == by_table

    def test_sheet_names_table_and_first_dealer(self, helper: Client, event: Event) -> None:
        html = made(helper, event, which="2", life="month")
        link = TableLink.objects.get()
        assert link.expires_at - link.created_at == MAX_LIFETIME
        assert link.player_a is not None
        text = words(html)
        assert "Portland · Cup Round 1 · table 2" in text
        assert f"{link.player_a.name} deals first" in text
        assert "http://localhost:8000/t/" in text
        assert [each.text for each in tags(html, "th", scope="col")][-1] == "Signature"

    def test_codes_are_shown_once(self, helper: Client, event: Event) -> None:
        first, second = codes_in(made(helper, event)), codes_in(made(helper, event))
        assert not set(first) & set(second)
        html = page(helper, address(event, "event_tables"))
        assert not [token for token in [*first, *second] if token in html.replace(" ", "")]
        assert Client().post("/t/", {"code": first[0]}).status_code == 303

    def test_tables_that_are_done_get_none(self, helper: Client, event: Event) -> None:
        played(event)
        write_standings(event.pk)
        html = page(helper, address(event, "event_tables"))
        assert "No rubber of this round is still to be played." in words(html)
        answer = helper.post(address(event, "event_tables"), {"life": "day", "which": "all"})
        assert (answer.status_code, TableLink.objects.count()) == (400, 0)

    @pytest.mark.parametrize(
        "fields", [{"life": "ever"}, {"which": "99"}, {"which": ""}, {"which": "\x00"}, {"life": ""}]
    )
    def test_wrong_choice_makes_nothing(self, helper: Client, event: Event, fields: dict[str, str]) -> None:
        answer = helper.post(address(event, "event_tables"), {"life": "day", "which": "all", **fields})
        assert (answer.status_code, TableLink.objects.count()) == (400, 0)

    def test_pdf_where_its_library_is_installed_else_the_page(self, helper: Client, event: Event) -> None:
        answer = helper.post(address(event, "event_tables"), {"life": "day", "which": "all", "do": "pdf"})
        expected = b"%PDF-" if can_make_pdf() else b"<!doctype"[:5]
        assert (answer.status_code, answer.content[:5]) == (200, expected)
        offered = page(helper, address(event, "event_tables"))
        assert ('value="pdf"' in offered) == can_make_pdf()

    def test_sheet_of_a_knockout_has_pairing_numbers(self, club: Club, helper: Client) -> None:
        cup = planned(club, CUP, ("Kay", "Lee", "Max", "Nan"), "Shield")
        drawn(cup)
        assert "Table 2: " in words(page(helper, address(cup, "event_tables")))
        html = made(helper, cup)
        assert re.findall(r"· table (\d)", words(html)) == ["1", "2"]
        assert len(re.findall(r"code-groups\">[0-9A-Z]{4}( [0-9A-Z]{4}){3}<", html)) == 2


class TestTakingBack:
    def test_one(self, helper: Client, event: Event) -> None:
        tokens = codes_in(made(helper, event))
        link = TableLink.objects.get(hint=tokens[0][:4])
        answer = helper.post(address(event, "event_tables"), {"do": "revoke", "link": link.public_id})
        assert answer.status_code == 303
        assert [Client().post("/t/", {"code": token}).status_code for token in tokens] == [410, 303, 303]

    def test_all_of_the_round(self, helper: Client, event: Event) -> None:
        tokens = codes_in(made(helper, event))
        response = helper.post(address(event, "event_tables"), {"do": "revoke_all"}, follow=True)
        assert "3 links are revoked." in words(response.content.decode())
        assert {Client().post("/t/", {"code": token}).status_code for token in tokens} == {410}
        assert "Links in use" not in response.content.decode()

    def test_links_of_another_event_stay(self, club: Club, helper: Client, event: Event) -> None:
        cup = planned(club, CUP, ("Kay", "Lee", "Max", "Nan"), "Shield")
        drawn(cup)
        token = codes_in(made(helper, cup))[0]
        other = TableLink.objects.get(hint=token[:4])
        for fields in ({"do": "revoke_all"}, {"do": "revoke", "link": other.public_id}):
            helper.post(address(event, "event_tables"), fields)
        assert Client().post("/t/", {"code": token}).status_code == 303


@pytest.mark.parametrize(
    ("who", "status"),
    [("owner", 200), ("director", 200), ("scorer", 200), ("helper", 200), ("member", 403), ("stranger", 404)],
)
def test_whoever_may_enter_any_rubber_makes_them(event: Event, who: str, status: int) -> None:
    client = client_of(user(who))
    assert client.get(address(event, "event_tables")).status_code == status
    fields = {"life": "day", "which": "all"}
    assert client.post(address(event, "event_tables"), fields).status_code == status
    sheets = address(event, "event_print", "sheets")
    if status != 404:
        assert ("/tables/?stage=1" in page(client, sheets)) == (status == 200)


def test_desk_leads_there_once_a_round_is_released(club: Club) -> None:
    director = client_of(user("director"))
    waiting = planned(club)
    link = address(waiting, "event_tables")
    assert link not in page(director, address(waiting, "event_run"))
    assert director.get(link).status_code == 404
    drawn(waiting)
    assert link in page(director, address(waiting, "event_run"))


def test_list_costs_the_same_however_long_it_is(
    helper: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _time in range(3):
        made(helper, event)
    with django_assert_max_num_queries(10):
        page(helper, address(event, "event_tables"))
