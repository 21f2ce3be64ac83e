"""The director's rulings from the pad: on the last deal alone, by link or signed in, and back to the pad."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import LogEntry, Rubber
from matches.rubbers.commands import Act, RubberEnd, close_rubber, record_cut, record_deal
from scoring.cards import parse_card
from tests.matches.pages.pads.at_table import CARDS, at, opened, phone
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.django_db

REVOKE = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT SQ, CK C7, DQ DJ, HA S8, D8 C8 =B4 (0-3)"
CHOSEN = "game=1&deal=1&at=9&law=43&told=1&by=A&f0=SQ"


@pytest.fixture
def live(people: People) -> Rubber:
    rubber = opened(people)
    record_deal(rubber, REVOKE, act=Act(by=people.users["Owner"], key=""))
    rubber.refresh_from_db()
    return rubber


def book(rubber: Rubber, query: str = "") -> str:
    return f"{at('pad_book', rubber.public_id)}?{query}"


def sent(rubber: Rubber, **other: Any) -> dict[str, Any]:
    return {"key": "one", "reason": "Baldwin let it stand.", "version": rubber.version, **other}


def test_choice_by_link_is_written_into_the_last_deal_and_leads_back(people: People, live: Rubber) -> None:
    client = phone(people, live)
    offered = words(page(client, book(live, CHOSEN)))
    assert "Baldwin chooses: the director asks him." in offered
    response = client.post(book(live, f"{CHOSEN}&remedy=stand"), sent(live))
    assert response.status_code == 302, response.content.decode()
    assert response.headers["Location"] == at("pad", live.public_id)
    live.refresh_from_db()
    assert "!43a(SQ):stand" in live.egn
    entry = LogEntry.objects.latest("pk")
    assert entry.by == people.users["Director"]
    assert entry.link is not None


def test_choice_sent_twice_is_written_once(people: People, live: Rubber) -> None:
    client = phone(people, live)
    for _time in range(2):
        assert client.post(book(live, f"{CHOSEN}&remedy=stand"), sent(live)).status_code == 302
    assert LogEntry.objects.filter(kind="rubber.deal_undone").count() == 1


def test_account_rules_by_its_own_name(people: People, live: Rubber) -> None:
    response = people.client("Baldwin").post(book(live, f"{CHOSEN}&remedy=stand"), sent(live))
    assert response.headers["Location"] == at("pad", live.public_id)
    entry = LogEntry.objects.latest("pk")
    assert (entry.by, entry.link) == (people.users["Baldwin"], None)


def test_book_opens_at_the_last_deal_whichever_is_asked_for(people: People, live: Rubber) -> None:
    act = Act(by=people.users["Owner"], key="")
    record_deal(live, "B S =A (2-3)", act=act)
    client = phone(people, live)
    for query in ("", "game=1&deal=1", "game=1&deal=1&at=9", "game=1&deal=0"):
        told = words(page(client, book(live, query)))
        assert "Game 1, deal 2: when was it noticed?" in told
        assert "queen of spades" not in told


def test_deal_before_a_game_that_is_only_cut_for_is_the_last(people: People) -> None:
    rubber = opened(people, cut="game")
    act = Act(by=people.users["Owner"], key="")
    for deal in ("A S =B5", "B S =B5", "A S =B5"):
        record_deal(rubber, deal, act=act)
    record_cut(rubber, [(parse_card("SK"), parse_card("H8"))], act=act)
    assert "Game 1, deal 3: when was it noticed?" in words(page(phone(people, rubber), book(rubber)))


def test_nothing_is_ruled_before_a_deal_is_written_down(people: People) -> None:
    rubber = opened(people)
    told = words(page(phone(people, rubber), book(rubber)))
    assert "No deal of this rubber is written down yet." in told
    assert "Back to the score pad" in told


def test_page_of_the_book_leads_a_link_to_no_page_of_the_club(people: People, live: Rubber) -> None:
    shown = page(phone(people, live), book(live, CHOSEN))
    assert "/clubs/" not in shown
    assert f"/rubbers/{live.public_id}" not in shown
    assert f'href="{at("pad", live.public_id)}"' in shown


def test_who_may_not_take_a_deal_back_does_not_rule(people: People, live: Rubber) -> None:
    page(people.client("Helper"), book(live), status=403)
    page(Client(), book(live), status=401)


def test_rubber_that_is_over_is_read_on_its_pad(people: People, live: Rubber) -> None:
    client = phone(people, live)
    close_rubber(live, word="A", act=Act(by=people.users["Owner"], key=""), ending=RubberEnd("unfinished"))
    response = client.get(book(live))
    assert (response.status_code, response.headers["Location"]) == (302, at("pad", live.public_id))


def test_choice_on_a_rubber_that_went_on_is_asked_for_again(people: People, live: Rubber) -> None:
    client = phone(people, live)
    told = sent(live, version=live.version - 1)
    response = client.post(book(live, f"{CHOSEN}&remedy=stand"), told)
    assert response.status_code == 409
    assert "Baldwin let it stand." in response.content.decode()


def test_incident_written_at_the_table_is_recorded_with_the_deal(people: People) -> None:
    rubber = opened(people)
    line = CARDS.replace("CT C8, CK C7", "CT SQ !43a(SQ):replay CT C8, CK C7")
    record_deal(rubber, line, act=Act(by=people.users["Owner"], key=""))
    rubber.refresh_from_db()
    assert rubber.findings == []
