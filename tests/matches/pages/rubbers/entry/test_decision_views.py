"""Confirmed, disputed, void: who may say it, of what, and that it is said once."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Club, LogEntry, Rubber
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import ROLES, People, at, other_club, stored
from tests.matches.roles_table import expected_grants

PAGES = {
    "confirm_rubber": "confirm_rubber",
    "dispute_rubber": "dispute_rubber",
    "void_rubber": "void_rubber",
    "correct_rubber": "correct_rubber",
}
ROLE_OF = {**ROLES, "Stranger": "stranger"}
ALLOWED = {"yes": True, "-": False, "own": False, "side": False, "open": True}


def say(
    client: Client, name: str, rubber: Rubber, *, reason: str = "", status: int = 302, key: str = "k"
) -> str:
    said = {"key": key, "version": rubber.version, "reason": reason}
    response = client.post(at(name, rubber.public_id), said)
    assert response.status_code == status, words(response.content.decode())
    rubber.refresh_from_db()
    return response.content.decode()


@pytest.fixture
def reported(people: People) -> Rubber:
    """Orford's word on his rubber with Baldwin."""
    return stored(people, by="Orford")


class TestWhoMay:
    @pytest.mark.parametrize("name", list(PAGES))
    @pytest.mark.parametrize("who", ["Owner", "Director", "Scorer", "Helper", "Stranger"])
    def test_by_role_of_a_rubber_that_others_play(
        self, people: People, reported: Rubber, name: str, who: str
    ) -> None:
        grant = expected_grants()[PAGES[name], ROLE_OF[who]]
        page(people.client(who), at(name, reported.public_id), status=200 if ALLOWED[grant] else 403)

    @pytest.mark.parametrize(
        ("who", "name", "status"),
        [
            ("Orford", "confirm_rubber", 403),
            ("Orford", "dispute_rubber", 200),
            ("Baldwin", "confirm_rubber", 200),
            ("Baldwin", "dispute_rubber", 200),
            ("Baldwin", "void_rubber", 403),
            ("Baldwin", "correct_rubber", 403),
        ],
    )
    def test_by_side(self, people: People, reported: Rubber, who: str, name: str, status: int) -> None:
        page(people.client(who), at(name, reported.public_id), status=status)

    @pytest.mark.parametrize("name", list(PAGES))
    def test_nobody_who_is_not_signed_in(self, client: Client, reported: Rubber, name: str) -> None:
        assert "/login/" in client.get(at(name, reported.public_id))["Location"]
        assert client.post(at(name, reported.public_id), {"key": "k", "version": 1}).status_code == 403

    @pytest.mark.parametrize("name", [*PAGES, "rubber_history"])
    def test_another_clubs_owner_finds_nothing(self, people: People, reported: Rubber, name: str) -> None:
        Club.objects.update(is_public=False)
        page(other_club().client("Owner"), at(name, reported.public_id), status=404)


class TestOffers:
    @pytest.mark.parametrize(
        ("who", "offered"),
        [
            ("Owner", ["Confirm", "Dispute", "Correct", "Declare void"]),
            ("Scorer", ["Correct"]),
            ("Helper", []),
            ("Orford", ["Dispute"]),
            ("Baldwin", ["Confirm", "Dispute"]),
        ],
    )
    def test_rubbers_page_offers_what_may_be_done(
        self, people: People, reported: Rubber, who: str, offered: list[str]
    ) -> None:
        html = words(page(people.client(who), at("rubber", reported.public_id)))
        all_offers = ["Confirm", "Dispute", "Correct", "Declare void"]
        assert [offer for offer in all_offers if f" {offer} " in html] == offered

    def test_says_whose_turn_it_is(self, client: Client, reported: Rubber) -> None:
        html = page(client, at("rubber", reported.public_id))
        assert "Reported by Orford; Baldwin or the director confirms it." in html

    def test_a_helpers_report_waits_for_either_side(self, people: People, client: Client) -> None:
        html = page(client, at("rubber", stored(people, by="Helper").public_id))
        assert "Reported by a helper; Orford, Baldwin or the director confirms it." in html


class TestSaying:
    def test_other_side_confirms(self, people: People, reported: Rubber) -> None:
        say(people.client("Baldwin"), "confirm_rubber", reported)
        assert (reported.state, reported.reported_by) == ("confirmed", "")

    def test_same_form_sent_twice_is_one_entry(self, people: People, reported: Rubber) -> None:
        said = {"key": "k", "version": reported.version, "reason": ""}
        for _time in range(2):
            response = people.client("Baldwin").post(at("confirm_rubber", reported.public_id), said)
            assert response["Location"] == at("rubber", reported.public_id)
        assert LogEntry.objects.filter(stream=f"rubber:{reported.public_id}").count() == 2

    def test_dispute_needs_a_reason_and_keeps_it(self, people: People, reported: Rubber) -> None:
        client = people.client("Baldwin")
        say(client, "dispute_rubber", reported, status=400)
        say(client, "dispute_rubber", reported, reason="I won the third game.")
        assert reported.state == "disputed"
        html = words(page(client, at("rubber", reported.public_id)))
        assert "Baldwin disputes this result" in html
        assert "I won the third game." in page(client, at("rubber_history", reported.public_id))

    def test_director_voids(self, people: People, reported: Rubber) -> None:
        say(people.client("Director"), "void_rubber", reported, reason="Played with the wrong pack.")
        assert reported.state == "void"

    def test_what_does_not_follow_is_said(self, people: People, reported: Rubber) -> None:
        client = people.client("Director")
        say(client, "void_rubber", reported, reason="why", key="a")
        client.post(
            at("void_rubber", reported.public_id), {"key": "b", "version": reported.version, "reason": "why"}
        )
        assert "This rubber is void already." in page(client, at("rubber", reported.public_id))
        response = client.get(at("confirm_rubber", reported.public_id))
        assert response["Location"] == at("rubber", reported.public_id)

    def test_what_changed_meanwhile_is_shown_before_it_is_confirmed(
        self, people: People, reported: Rubber
    ) -> None:
        seen = reported.version
        say(people.client("Baldwin"), "dispute_rubber", reported, reason="No.")
        said = {"key": "late", "version": seen, "reason": "fine"}
        response = people.client("Director").post(at("confirm_rubber", reported.public_id), said)
        assert response.status_code == 409
        html = response.content.decode()
        assert "Somebody else has changed this rubber meanwhile" in html
        assert f'name="version" value="{reported.version}"' in html
        assert "fine</textarea>" in html
        reported.refresh_from_db()
        assert reported.state == "disputed"
