from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Club, Event, LogEntry, Player, Rubber
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import HEADING, RESULT, People, at, stored


def send(client: Client, name: str, club: Club, fields: dict[str, Any], *, status: int = 302) -> str:
    """Send a form, and return where it leads, or the page if the status is not 302."""
    response = client.post(at(name, club.slug), fields)
    html = response.getvalue().decode()  # A page above 1 MiB is streamed.
    assert response.status_code == status, words(html)
    return str(response["Location"]) if status == 302 else html


class TestChoosing:
    def test_leads_to_the_form_with_the_event(self, people: People) -> None:
        response = people.client("Owner").get(at("enter", people.club.slug), {"how": "deals", "event": "abc"})
        assert response["Location"] == f"{at('enter_deals', people.club.slug)}?event=abc"

    def test_form_starts_from_the_events_latest_rubber(self, people: People) -> None:
        rubber = stored(people, event="Autumn Cup")
        Rubber.objects.filter(pk=rubber.pk).update(best_of=7, reckoning="treble", rubber_bonus=2)
        address = f"{at('enter_result', people.club.slug)}?event={rubber.event.public_id}"
        html = page(people.client("Owner"), address)
        assert '<option value="7" selected>' in html
        assert '<option value="treble" selected>' in html
        assert 'value="Autumn Cup"' in html
        assert "Points of game 7" in words(html)

    def test_member_starts_as_a_himself(self, people: People) -> None:
        html = page(people.client("Baldwin"), at("enter_result", people.club.slug))
        field = html.partition('name="a"')[2].partition(">")[0]
        assert 'value="Baldwin"' in field

    @pytest.mark.parametrize("event", ["nothing", "\x00", "x" * 500, "é"])
    def test_event_that_is_none_starts_without_one(self, people: People, event: str) -> None:
        response = people.client("Owner").get(at("enter_result", people.club.slug), {"event": event})
        assert response.status_code == 200


class TestResult:
    @pytest.mark.parametrize(
        ("who", "state", "by"),
        [
            ("Owner", "confirmed", ""),
            ("Director", "confirmed", ""),
            ("Scorer", "confirmed", ""),
            ("Helper", "reported", ""),
            ("Orford", "reported", "A"),
            ("Baldwin", "reported", "B"),
        ],
    )
    def test_counts_by_whose_word_it_is(self, people: People, who: str, state: str, by: str) -> None:
        address = send(people.client(who), "enter_result", people.club, RESULT)
        rubber = Rubber.objects.get()
        assert address == at("rubber", rubber.public_id)
        assert (rubber.state, rubber.reported_by, rubber.games_won_a, rubber.games_won_b) == (state, by, 2, 1)
        assert (rubber.player_a.name, rubber.player_b.name) == ("Orford", "Baldwin")
        assert rubber.date == "2026.11.14"

    def test_member_enters_no_rubber_of_others(self, people: People) -> None:
        fields = {**RESULT, "a": "Clay", "b": "Helper"}
        html = send(people.client("Orford"), "enter_result", people.club, fields, status=400)
        assert "You can enter only rubbers that you played" in html
        assert not Rubber.objects.exists()

    def test_new_guest_and_new_event_come_with_it(self, people: People) -> None:
        fields: dict[str, Any] = {**RESULT, "b": "Pole", "event": "Spring Cup"}
        html = send(people.client("Owner"), "enter_result", people.club, fields, status=400)
        assert "Put Pole on the club’s list as a new guest" in html
        assert "Open the event Spring Cup" in html
        assert not Player.objects.filter(name="Pole").exists()
        fields |= {"new_players": ["Pole"], "new_event": ["Spring Cup"]}
        send(people.client("Owner"), "enter_result", people.club, fields)
        rubber = Rubber.objects.get()
        assert (rubber.player_b.name, rubber.event.name) == ("Pole", "Spring Cup")
        assert rubber.player_b.is_guest

    @pytest.mark.parametrize("name", ["Pole 020 7946 0958", "pole@example.org"])
    def test_no_guest_is_called_by_an_address_or_a_number(self, people: People, name: str) -> None:
        fields = {**RESULT, "b": name, "new_players": [name]}
        html = send(people.client("Owner"), "enter_result", people.club, fields, status=400)
        assert f"{name} has more than a name." in words(html)
        assert 'name="new_players"' not in html
        assert not Rubber.objects.exists()

    def test_form_sent_twice_makes_one_entry(self, people: People) -> None:
        client, fields = people.client("Owner"), {**RESULT, "b": "Pole", "new_players": ["Pole"]}
        first, second = (send(client, "enter_result", people.club, fields) for _time in range(2))
        assert first == second
        assert Rubber.objects.count() == 1
        assert LogEntry.objects.filter(stream__startswith="rubber:").count() == 1
        assert Player.objects.filter(name="Pole").count() == 1
        fields |= {"games_won_0": "0", "games_won_1": "2"}
        assert first in send(client, "enter_result", people.club, fields, status=409)

    def test_rubber_that_is_here_is_asked_about(self, people: People) -> None:
        stored(people, date="2026.11.14")
        client = people.client("Owner")
        html = send(client, "enter_result", people.club, RESULT, status=409)
        assert "This is another rubber" in html
        assert Rubber.objects.count() == 1
        send(client, "enter_result", people.club, {**RESULT, "is_another": "on"})
        assert Rubber.objects.count() == 2

    def test_nobody_is_new_where_the_rubber_is_refused(self, people: People) -> None:
        fields = {**RESULT, "b": "Pole", "new_players": ["Pole"], "games_won_0": "5"}
        send(people.client("Owner"), "enter_result", people.club, fields, status=400)
        assert not Player.objects.filter(name="Pole").exists()

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            dict.fromkeys(RESULT, "\x00"),
            dict.fromkeys(RESULT, "9" * 100000),
            dict.fromkeys(RESULT, "'\"><script>alert(1)</script>"),
            {**RESULT, "key": ""},
            {**RESULT, "key": "k" * 101},
            {**RESULT, "game_99_0": "5", "best_of": "99"},
        ],
    )
    def test_hostile_input_is_refused_politely(self, people: People, fields: dict[str, Any]) -> None:
        html = send(people.client("Owner"), "enter_result", people.club, fields, status=400)
        assert "<script>" not in html
        assert not Rubber.objects.exists()


class TestBeginning:
    def test_leads_to_the_first_deal(self, people: People) -> None:
        client = people.client("Orford")
        address, again = (send(client, "enter_deals", people.club, HEADING) for _time in range(2))
        rubber = Rubber.objects.get()
        assert rubber.state == Rubber.State.LIVE
        assert address == again == at("enter_deal", rubber.public_id)

    def test_leads_to_the_pad_where_a_script_runs(self, people: People) -> None:
        html = page(people.client("Orford"), at("enter_deals", people.club.slug))
        assert 'name="pad"' in html
        assert "web/pad_first.js" in html
        address = send(people.client("Orford"), "enter_deals", people.club, {**HEADING, "pad": "1"})
        assert address == at("pad", Rubber.objects.get().public_id)

    def test_another_game_is_chosen(self, people: People) -> None:
        send(people.client("Orford"), "enter_deals", people.club, {**HEADING, "variant": "triomphe"})
        rubber = Rubber.objects.get()
        assert rubber.variant == "triomphe"
        assert '[Variant "Triomphe"]' in rubber.egn


UNUSUAL = {
    "best_of": 7,
    "reckoning": "treble",
    "rubber_bonus": 2,
    "cut": "game",
    "code": "French",
    "variant": "triomphe",
}


class TestWhatANewFormStartsFrom:
    """A new form does not copy the last rubber's settings silently: it names the ones that it takes over."""

    @pytest.fixture
    def rubber(self, people: People) -> Rubber:
        rubber = stored(people, event="Autumn Cup")
        Rubber.objects.update(**UNUSUAL)
        return rubber

    def form(self, people: People, name: str, query: str = "") -> str:
        return page(people.client("Orford"), at(name, people.club.slug) + query)

    def top(self, html: str) -> str:
        """Return the words above the form."""
        return words(html.partition("<h1>")[2].partition("<form")[0]).replace(" : ", ": ")

    @pytest.mark.parametrize("name", ["enter_result", "enter_deals"])
    @pytest.mark.parametrize("in_event", [False, True])
    def test_the_game_is_ecarte(self, people: People, rubber: Rubber, name: str, in_event: bool) -> None:
        query = f"?event={rubber.event.public_id}" if in_event else ""
        html = self.form(people, name, query)
        assert '<option value="ecarte" selected>' in html
        assert '<option value="triomphe" selected>' not in html
        assert "Triomphe" not in self.top(html)

    @pytest.mark.parametrize("name", ["enter_result", "enter_deals"])
    def test_what_is_taken_over_is_named_at_the_top(self, people: People, rubber: Rubber, name: str) -> None:
        html = self.form(people, name)
        assert '<option value="French" selected>' in html
        top = self.top(html)
        assert "Taken over from the last rubber that was entered:" in top
        for rule in (
            "Bystanders: may advise if they bet (French code)",
            "Best of: 7 games",
            "A game counts: one, two or three: single, double, treble",
            "Points for winning the rubber: 2",
            "Cut for deal: for each game",
        ):
            assert rule in top
        assert 'href="#id_code"' in html

    def test_nothing_is_said_of_usual_rules(self, people: People) -> None:
        stored(people)
        html = self.form(people, "enter_result")
        assert "Taken over" not in self.top(html)
        for field in ("code", "variant"):
            assert f'<select name="{field}" autocomplete="off"' in html

    def test_usual_rules_are_one_tap_away(self, people: People, rubber: Rubber) -> None:
        html = self.form(people, "enter_result", "?a=Clay")
        usual = html.partition("<h1>")[2].partition("<form")[0].rpartition('<a href="')[2].partition('"')[0]
        html = self.form(people, "enter_result", usual.replace("&amp;", "&"))
        assert "Taken over" not in self.top(html)
        assert '<option value="English" selected>' in html
        assert '<option value="3" selected>' in html
        assert 'value="Clay"' in html

    def test_refused_form_names_what_is_taken_over(self, people: People, rubber: Rubber) -> None:
        filled_in = {**RESULT, "code": "French", "b": "Nobody"}
        html = send(people.client("Owner"), "enter_result", people.club, filled_in, status=400)
        assert "French code" in self.top(html)
        assert "Best of" not in self.top(html)

    def test_rules_of_an_events_plan_are_its_own_and_named(self, people: People, rubber: Rubber) -> None:
        event = rubber.event
        event.phase = Event.Phase.ENTRY
        event.plan = {"rules": {"best_of": 5, "variant": "triomphe", "reckoning": "plain"}}
        event.save()
        html = self.form(people, "enter_deals", f"?event={event.public_id}")
        assert '<option value="triomphe" selected>' in html
        planned, _, taken_over = self.top(html).partition("Taken over")
        assert "The plan of Autumn Cup sets for this rubber:" in planned
        assert "Game: La Triomphe" in planned
        assert "Best of: 5 games" in planned
        assert "French code" in taken_over
        assert "treble" not in taken_over
