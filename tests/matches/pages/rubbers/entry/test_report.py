from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.models import LogEntry, Rubber
from matches.rubbers.change_rubbers import confirm_rubber
from matches.rubbers.enter import enter_rubber
from scoring.notation import read_one
from tests.matches.files import rubber_text
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import People, at, points, stored

LOST: dict[str, str] = {
    "key": "k",
    "version": "1",
    "reason": "",
    "termination_said": "normal",
    "winner": "",
    "games_won_0": "1",
    "games_won_1": "2",
}


@pytest.fixture
def reported(people: People) -> Rubber:
    """Store Orford's report of a rubber with Baldwin."""
    return stored(people, by="Orford", table="3")


def send(client: Client, rubber: Rubber, *, status: int = 302, **fields: str) -> str:
    response = client.post(at("change_report", rubber.public_id), LOST | fields)
    assert response.status_code == status, words(response.content.decode())
    rubber.refresh_from_db()
    return words(response.content.decode())


def test_form_asks_for_the_result_alone(people: People, reported: Rubber) -> None:
    html = page(people.client("Orford"), at("change_report", reported.public_id))
    names = set(re.findall(r'name="(\w+)"', html))
    assert {"games_won_0", "game_1_0", "winner", "reason"} <= names
    assert not names & {"a", "b", "event", "table", "best_of"}


def test_corrected_report_is_asked_about_again(people: People, reported: Rubber) -> None:
    client = people.client("Orford")
    send(client, reported, reason="They won the third.", a="Clay", table="9")
    assert (reported.state, reported.winner, reported.table) == ("reported", "B", "3")
    assert reported.player_a == people.players["Orford"]
    assert "Your report is corrected." in page(client, at("rubber", reported.public_id))
    html = words(page(people.client("Baldwin"), at("rubber", reported.public_id)))
    assert "Orford says you won 2–1. Yes, that is right" in html
    history = words(page(client, at("rubber_history", reported.public_id)))
    assert "from 2–1 to 1–2" in history
    assert "They won the third." in history


def test_form_sent_twice_is_one_entry(people: People, reported: Rubber) -> None:
    for _time in range(2):
        send(people.client("Orford"), reported)
    assert LogEntry.objects.filter(kind="rubber.report_changed").count() == 1


def test_same_result_changes_nothing(people: People, reported: Rubber) -> None:
    client = people.client("Orford")
    sent = points((5, 2), (3, 5), (5, 0))
    send(client, reported, **sent)
    assert reported.version == 1
    assert "Nothing has changed" in page(client, at("rubber", reported.public_id))


def test_late_confirmation_is_shown_the_new_version(people: People, reported: Rubber) -> None:
    send(people.client("Orford"), reported)
    html = send(people.client("Orford"), reported, games_won_0="2", games_won_1="0", status=409)
    assert "Someone else has changed this rubber in the meantime" in html
    late = {"key": "late", "version": "1"}
    response = people.client("Baldwin").post(at("confirm_rubber", reported.public_id), late)
    assert response.status_code == 409
    html = response.content.decode()
    assert "The report was corrected after you opened it." in html
    assert 'name="version" value="2"' in html
    reported.refresh_from_db()
    assert reported.state == "reported"


def test_confirmed_report_is_not_corrected(people: People, reported: Rubber) -> None:
    confirm_rubber(reported, seat="B", act=people.act("Baldwin"))
    client = people.client("Orford")
    send(client, reported)
    assert (reported.state, reported.winner) == ("confirmed", "A")
    assert "only until it is confirmed or disputed" in page(client, at("rubber", reported.public_id))
    assert client.get(at("change_report", reported.public_id))["Location"] == at("rubber", reported.public_id)


def test_impossible_result_is_refused(people: People, reported: Rubber) -> None:
    send(people.client("Orford"), reported, games_won_0="3", games_won_1="3", status=400)
    assert reported.version == 1


class TestWithDeals:
    @pytest.fixture
    def played(self, people: People) -> Rubber:
        players = people.players["Orford"], people.players["Baldwin"]
        record = read_one(rubber_text(club=None))
        act = people.act("Orford")
        return enter_rubber(people.club, record, event_name="", players=players, authority="A", act=act)

    def edited(self, client: Client, rubber: Rubber, old: str, new: str, *, status: int) -> str:
        html = page(client, at("change_report", rubber.public_id))
        text = re.search(r"<textarea name=\"text\"[^>]*>(.*?)</textarea>", html, re.DOTALL)
        assert text is not None
        written = text[1].strip().replace("&quot;", '"').replace("&#x27;", "'")
        assert old in written
        return send(client, rubber, text=written.replace(old, new), status=status)

    def test_record_is_corrected_as_text(self, people: People, played: Rubber) -> None:
        self.edited(people.client("Orford"), played, "CT C8, CK C7", "CT C7, CK C8", status=302)
        assert (played.state, played.reported_by, played.version) == ("reported", "A", 2)
        assert "CT C7, CK C8" in played.egn

    def test_players_stay(self, people: People, played: Rubber) -> None:
        html = self.edited(people.client("Orford"), played, "Baldwin", "Clay", status=400)
        assert "A corrected report keeps its players and its event." in html
        assert played.version == 1
