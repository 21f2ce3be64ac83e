from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.models import LogEntry, Rubber
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import People, at, stored


def say(
    client: Client, name: str, rubber: Rubber, *, reason: str = "", status: int = 302, key: str = "k"
) -> str:
    fields = {"key": key, "version": rubber.version, "reason": reason}
    response = client.post(at(name, rubber.public_id), fields)
    assert response.status_code == status, words(response.content.decode())
    rubber.refresh_from_db()
    return response.content.decode()


@pytest.fixture
def reported(people: People) -> Rubber:
    """Store Orford's report of a rubber with Baldwin."""
    return stored(people, by="Orford")


class TestOffers:
    @pytest.mark.parametrize(
        ("who", "offered"),
        [
            ("Owner", ["Confirm", "Correct the result", "Dispute", "Declare void"]),
            ("Scorer", ["Correct the result"]),
            ("Helper", []),
            ("Orford", ["Correct my report", "Withdraw"]),
            ("Baldwin", ["Yes, that is right", "No, it is wrong"]),
        ],
    )
    def test_offers_by_role(self, people: People, reported: Rubber, who: str, offered: list[str]) -> None:
        html = page(people.client(who), at("rubber", reported.public_id)).replace("&#x27;", "'")
        _before, _more, after = html.partition('<details class="more">')
        menu, _end, _rest = after.partition("</details>")
        found = re.findall(r'<(?:a|button) class="button[^>]*>([^<]+)<', html)
        found += re.findall(r"<a[^>]*>([^<]+)<", menu)
        rest = {"Share", "Game file (.egn)", "History", "Director’s rulings"}
        assert [offer for offer in found if offer not in rest] == offered

    @pytest.mark.parametrize(
        ("by", "games", "question"),
        [
            ("Orford", ((5, 2), (5, 0)), "Orford says they won 2–0."),
            ("Orford", ((2, 5), (5, 0), (1, 5)), "Orford says you won 2–1."),
            ("Helper", ((5, 2), (5, 0)), "A helper entered that Orford won 2–0."),
            ("Helper", ((2, 5), (0, 5)), "A helper entered that you won 2–0."),
        ],
    )
    def test_the_other_player_is_asked_at_the_top(
        self, people: People, by: str, games: tuple[tuple[int, int], ...], question: str
    ) -> None:
        rubber = stored(people, by=by, games=games)
        html = words(page(people.client("Baldwin"), at("rubber", rubber.public_id)))
        assert f"{question} Yes, that is right No, it is wrong" in html

    def test_one_tap_on_the_rubbers_page_confirms(self, people: People, reported: Rubber) -> None:
        client = people.client("Baldwin")
        html = page(client, at("rubber", reported.public_id))
        fields = dict(re.findall(r'name="(key|version)" value="([^"]+)"', html))
        for _time in range(2):
            response = client.post(at("confirm_rubber", reported.public_id), fields)
            assert response["Location"] == at("rubber", reported.public_id)
        reported.refresh_from_db()
        assert (reported.state, reported.is_agreed, reported.reported_by) == ("confirmed", True, "")
        assert LogEntry.objects.filter(stream=f"rubber:{reported.public_id}").count() == 2

    @pytest.mark.parametrize(
        ("by", "expected"),
        [
            ("Orford", "Reported by Orford; Baldwin or the director confirms it."),
            ("Helper", "Reported by a helper; Orford, Baldwin or the director confirms it."),
        ],
    )
    def test_says_whose_turn_it_is(self, people: People, client: Client, by: str, expected: str) -> None:
        assert expected in page(client, at("rubber", stored(people, by=by).public_id))


class TestSaying:
    def test_dispute_needs_a_reason_and_keeps_it(self, people: People, reported: Rubber) -> None:
        client = people.client("Baldwin")
        say(client, "dispute_rubber", reported, status=400)
        say(client, "dispute_rubber", reported, reason="I won the third game.")
        assert reported.state == "disputed"
        html = words(page(client, at("rubber", reported.public_id)))
        assert "Baldwin disputes this result" in html
        assert "I won the third game." in page(client, at("rubber_history", reported.public_id))

    def test_reporter_withdraws(self, people: People, reported: Rubber) -> None:
        client = people.client("Orford")
        say(client, "withdraw_report", reported, reason="We did not finish.")
        assert reported.state == "void"
        assert "Your report is withdrawn." in page(client, at("rubber", reported.public_id))

    @pytest.mark.parametrize("name", ["confirm_rubber", "dispute_rubber"])
    def test_withdrawn_report_takes_no_answer(self, people: People, reported: Rubber, name: str) -> None:
        seen = {"key": "late", "version": reported.version, "reason": "fine"}
        say(people.client("Orford"), "withdraw_report", reported)
        client = people.client("Baldwin")
        client.post(at(name, reported.public_id), seen)
        reported.refresh_from_db()
        assert reported.state == "void"
        assert "The report was changed or withdrawn" in page(client, at("rubber", reported.public_id))

    def test_confirmed_report_is_not_withdrawn(self, people: People, reported: Rubber) -> None:
        seen = {"key": "late", "version": reported.version, "reason": ""}
        say(people.client("Baldwin"), "confirm_rubber", reported)
        client = people.client("Orford")
        client.post(at("withdraw_report", reported.public_id), seen)
        html = page(client, at("rubber", reported.public_id))
        assert "withdraw your report only until it is confirmed or disputed" in html
        reported.refresh_from_db()
        assert reported.state == "confirmed"

    def test_director_voids(self, people: People, reported: Rubber) -> None:
        client = people.client("Director")
        say(client, "void_rubber", reported, reason="Played with the wrong pack.", key="a")
        assert reported.state == "void"
        late = {"key": "b", "version": reported.version, "reason": "why"}
        client.post(at("void_rubber", reported.public_id), late)
        assert "This rubber is already void." in page(client, at("rubber", reported.public_id))
        response = client.get(at("confirm_rubber", reported.public_id))
        assert response["Location"] == at("rubber", reported.public_id)

    def test_changed_rubber_is_shown_again(self, people: People, reported: Rubber) -> None:
        seen = reported.version
        say(people.client("Baldwin"), "dispute_rubber", reported, reason="No.")
        fields = {"key": "late", "version": seen, "reason": "fine"}
        response = people.client("Director").post(at("confirm_rubber", reported.public_id), fields)
        assert response.status_code == 409
        html = response.content.decode()
        assert "Someone else has changed this rubber in the meantime" in html
        assert f'name="version" value="{reported.version}"' in html
        assert "fine</textarea>" in html
        reported.refresh_from_db()
        assert reported.state == "disputed"
