from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.models import Conflict, Event, LogEntry, Player, Rubber
from matches.pages.rubbers.entry.correct import MAX_OPENED, OPENED
from matches.privacy.merge import merge_players
from matches.rubbers.change_result import MOST_OPEN
from matches.rubbers.change_rubbers import confirm_rubber, dispute_rubber, void_rubber
from tests.matches.files import rubber_text
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import import_text
from tests.matches.pages.rubbers.entry.people import (
    NO_GAMES_WON,
    RESULT,
    People,
    at,
    other_club,
    points,
    stored,
)

POINTS = points(("5", "2"), ("3", "5"), ("0", "5"))
CORRECTION = {**RESULT, **POINTS, "date": "", "reason": "The third game was Baldwin's."}


@pytest.fixture
def rubber(people: People) -> Rubber:
    return stored(people)


def send(
    client: Client,
    rubber: Rubber,
    fields: dict[str, Any],
    *,
    query: str = "",
    status: int = 302,
    version: int = 0,
) -> str:
    sent = {"version": version or rubber.version, **fields}
    response = client.post(at("correct_rubber", rubber.public_id) + query, sent)
    assert response.status_code == status, words(response.content.decode())
    rubber.refresh_from_db()
    return response.content.decode()


def test_record_then_has_the_present_name(people: People) -> None:
    rubber = stored(people, a="Clay")
    merge_players(people.players["Orford"], people.players["Clay"], by=people.users["Owner"])
    text = words(page(people.client("Director"), at("rubber_then", rubber.public_id, 1)))
    assert "Orford 2 Baldwin 1" in text
    assert "Clay" not in text


class TestByResult:
    def test_starts_from_what_is_stored(self, people: People, rubber: Rubber) -> None:
        client = people.client("Director")
        html = page(client, at("correct_rubber", rubber.public_id))
        assert 'name="game_2_1" value="5"' in html
        assert f'name="version" value="{rubber.version}"' in html
        send(client, rubber, {**CORRECTION, "reason": " "}, status=400)
        html = send(client, rubber, {**CORRECTION, "game_1_0": "4"}, status=400)
        assert "The game stops at 4-2" in html

    def test_score_is_put_right_and_the_original_kept(self, people: People, rubber: Rubber) -> None:
        send(people.client("Director"), rubber, CORRECTION)
        assert (rubber.state, rubber.games_won_a, rubber.games_won_b) == ("corrected", 1, 2)
        client = people.client("Orford")
        html = words(page(client, at("rubber_history", rubber.public_id)))
        assert "from 2–1 to 1–2" in html
        assert "The third game was Baldwin" in html
        assert "Orford 2" in words(page(client, at("rubber_then", rubber.public_id, 1)))
        assert "Orford 1" in words(page(client, at("rubber_then", rubber.public_id, 2)))

    def test_players_event_and_place_are_put_right_too(self, people: People, rubber: Rubber) -> None:
        people.club.events.create(name="Autumn Cup").stages.create(number=0)
        fields = {**CORRECTION, "b": "Clay", "event": "Autumn Cup", "round": "2", "table": "7"}
        send(people.client("Director"), rubber, fields)
        rubber = Rubber.objects.select_related("event", "player_b").get()
        assert (rubber.player_b.name, rubber.event.name) == ("Clay", "Autumn Cup")
        assert (rubber.round_label, rubber.table) == ("2", "7")

    def test_what_the_form_does_not_ask_stays(self, people: People) -> None:
        text = (
            '[EGN "1"]\n[Site "Card room"]\n[Date "2026.??.??"]\n[A "Orford"]\n[B "Baldwin"]\n[BestOf "1"]\n'
            "{by candlelight}\n\nGame 1 cut A=DA B=H8 #5-3\n##1-0\n"
        )
        (rubber,) = import_text(people.club, text)
        fields = {**RESULT, **NO_GAMES_WON, "date": "", "best_of": "1", "game_1_0": "3", "game_1_1": "5"}
        send(people.client("Director"), rubber, {**fields, "reason": "Turned round."})
        for kept in ('[Site "Card room"]', '[Date "2026.??.??"]', "{by candlelight}", "cut A=DA B=H8 #3-5"):
            assert kept in rubber.egn

    def test_forgotten_player_stays_who_he_was(self, people: People, rubber: Rubber) -> None:
        Player.objects.filter(name="Orford").update(name="")
        html = page(people.client("Director"), at("correct_rubber", rubber.public_id))
        assert 'value="?"' in html
        send(people.client("Director"), rubber, {**CORRECTION, "a": "?"})
        assert rubber.player_a == people.players["Orford"]

    def test_another_clubs_people_and_events_are_unknown(self, people: People, rubber: Rubber) -> None:
        elsewhere = other_club()
        elsewhere.players["Clay"].name = "Pole"
        elsewhere.players["Clay"].save()
        Event.objects.create(club=elsewhere.club, name="Garrick Cup")
        fields = {**CORRECTION, "b": "Pole", "event": "Garrick Cup"}
        html = words(send(people.client("Director"), rubber, fields, status=400))
        assert "The club has no player called Pole" in html
        assert "The club has no event Garrick Cup" in html


class TestByText:
    @pytest.fixture
    def rubber(self, people: People) -> Rubber:
        return import_text(people.club, rubber_text(event="", club=None))[0]

    def test_starts_from_the_text(self, people: People, rubber: Rubber) -> None:
        client = people.client("Director")
        html = page(client, at("correct_rubber", rubber.public_id))
        assert "[A &quot;Orford&quot;]" in html.partition('name="text"')[2].partition("</textarea>")[0]
        assert "optional" not in html
        html = words(send(client, rubber, {"key": "k", "text": "", "reason": ""}, status=400))
        # Each error is listed at the top and beside its field.
        assert html.count("This field is required.") == 4

    def test_check_stores_nothing_and_marks_the_line(self, people: People, rubber: Rubber) -> None:
        text = rubber_text(event="", club=None).replace("Kb SK", "SK").replace("(0-5)", "(0-6)")
        fields = {"key": "k", "text": text, "reason": "why", "check": "1"}
        html = send(people.client("Director"), rubber, fields, status=200)
        assert '<li id="line-' in html
        assert LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").count() == 1

    def test_is_stored(self, people: People, rubber: Rubber) -> None:
        text = rubber_text(event="", club=None).replace(" SK, SJ", " SK {well played}, SJ")
        send(people.client("Director"), rubber, {"key": "k", "text": text, "reason": "A remark."})
        assert rubber.state == "corrected"
        assert "{well played}" in rubber.egn

    @pytest.mark.parametrize(
        ("change", "wrong"),
        [
            (("Baldwin", "Nobody"), "The club has no player called Nobody"),
            (('[Event ""]', '[Event "No cup"]'), "The club has no event No cup"),
            (("=B5", "=B9"), "Correct what was found before"),
            (("##0-1", "##1-0"), "Correct what was found before"),
            (("[EGN", "[PGN"), "No line starts with"),
            (("##0-1\n", '##0-1\n[EGN "1"]\n[A "x"]\n[B "y"]\n*\n'), "leave the others out of the text"),
        ],
    )
    def test_what_can_not_be_is_said(
        self, people: People, rubber: Rubber, change: tuple[str, str], wrong: str
    ) -> None:
        fields = {"key": "k", "text": rubber_text(event="", club=None).replace(*change), "reason": "why"}
        html = words(send(people.client("Director"), rubber, fields, status=400)).replace("&#x27;", "'")
        assert wrong in html


def opened_by(people: People, who: str, rubber: Rubber) -> Client:
    """Return a browser in which this person has opened the form of the current version."""
    client = people.client(who)
    page(client, at("correct_rubber", rubber.public_id))
    return client


class TestTogether:
    def test_late_version_is_kept(self, people: People, rubber: Rubber) -> None:
        seen, client = rubber.version, opened_by(people, "Owner", rubber)
        send(people.client("Director"), rubber, CORRECTION)
        mine = {**CORRECTION, "key": "mine", "game_3_0": "4", "reason": "It was 4-5."}
        html = send(client, rubber, mine, status=409, version=seen)
        text = words(html)
        assert "Your version is kept" in text
        assert "from 2–1 to 1–2" in text
        assert "It was 4-5." in text
        assert "Game 3 #4-5" in text
        conflict = Conflict.objects.get(rubber=rubber)
        assert "Game 3 #4-5" in conflict.egn
        assert at("conflict", people.club.slug, conflict.public_id) in html
        assert (rubber.games_won_a, rubber.games_won_b) == (1, 2)

    @pytest.mark.parametrize("way", ["result", "text"])
    def test_form_sent_twice_corrects_once(self, people: People, way: str) -> None:
        if way == "result":
            rubber, fields = stored(people), CORRECTION
        else:
            text = rubber_text(event="", club=None)
            (rubber,) = import_text(people.club, text)
            fields = {"key": "k", "text": text.replace(" SK, SJ", " SK {well played}, SJ"), "reason": "why"}
        Rubber.objects.update(state=Rubber.State.DRAFT)
        client, seen = people.client("Scorer"), rubber.version
        for _time in range(2):
            send(client, rubber, fields, version=seen)
        assert rubber.state == "corrected"
        assert LogEntry.objects.filter(stream=f"rubber:{rubber.public_id}").count() == 2
        assert not Conflict.objects.exists()
        send(client, rubber, {**fields, "reason": "Another."}, status=403)
        send(client, rubber, {**fields, "reason": "Another."}, version=seen + 1, status=403)

    @pytest.mark.parametrize("meanwhile", [confirm_rubber, void_rubber])
    def test_late_scorer_loses_nothing(self, people: People, meanwhile: Callable[..., Rubber]) -> None:
        rubber = stored(people)
        dispute_rubber(rubber, seat="", act=people.act())
        seen = Rubber.objects.get(pk=rubber.pk).version
        client = opened_by(people, "Scorer", rubber)
        meanwhile(rubber, act=people.act("Director"))
        html = send(client, rubber, CORRECTION, version=seen, status=409)
        assert "Your version is kept" in words(html)
        assert Conflict.objects.get(rubber=rubber).by == people.users["Scorer"]


class TestVersionsThatNobodyOpened:
    """Late corrections are kept for a director, but not for a version that the sender never had."""

    @pytest.mark.parametrize("version", [99, 1, 2])
    @pytest.mark.parametrize(("who", "status"), [("Director", 400), ("Owner", 400), ("Scorer", 403)])
    def test_nothing_is_kept(self, people: People, version: int, who: str, status: int) -> None:
        rubber = stored(people)
        dispute_rubber(rubber, seat="", act=people.act())
        confirm_rubber(rubber, act=people.act())
        html = send(people.client(who), rubber, CORRECTION, version=version, status=status)
        assert not Conflict.objects.exists()
        if status == 400:
            assert "has changed since you opened it" in words(html)
            # It can be sent again about the rubber as it is now, as it was filled in.
            assert f'name="version" value="{rubber.version}"' in html
            assert "The third game was Baldwin" in html

    def test_form_shown_again_opens_the_new_version(self, people: People, rubber: Rubber) -> None:
        client = people.client("Director")
        send(client, rubber, CORRECTION, version=99, status=400)
        seen = rubber.version
        send(people.client("Owner"), rubber, CORRECTION)
        mine = {**CORRECTION, "key": "mine", "game_3_0": "4", "reason": "It was 4-5."}
        send(client, rubber, mine, version=seen, status=409)

    def test_opening_one_version_opens_no_other(self, people: People) -> None:
        rubber = stored(people)
        client = opened_by(people, "Director", rubber)
        for _time in range(2):
            send(people.client("Owner"), rubber, {**CORRECTION, "game_3_0": str(_time)})
        send(client, rubber, {**CORRECTION, "game_3_0": "3"}, version=2, status=400)
        send(client, rubber, {**CORRECTION, "game_3_0": "3"}, version=1, status=409)

    def test_many_forms_are_remembered_and_no_endless_number(self, people: People, rubber: Rubber) -> None:
        client = opened_by(people, "Director", rubber)
        session = client.session
        session[OPENED] = [f"rubber{number}.1" for number in range(MAX_OPENED)]
        session.save()
        page(client, at("correct_rubber", rubber.public_id))
        assert len(client.session[OPENED]) == MAX_OPENED
        assert client.session[OPENED][-1] == f"{rubber.public_id}.{rubber.version}"

    def test_one_person_leaves_so_many_texts_and_no_more(self, people: People, rubber: Rubber) -> None:
        client = opened_by(people, "Director", rubber)
        send(people.client("Owner"), rubber, CORRECTION)
        games = [{"game_1_0": "5", "game_1_1": str(lost)} for lost in (0, 1, 3, 4)]
        more = [{"game_3_0": str(won)} for won in (1, 2)]
        forms = [{**CORRECTION, **each, "key": str(number)} for number, each in enumerate([*games, *more])]
        for each in forms[:MOST_OPEN]:
            send(client, rubber, each, version=1, status=409)
        html = send(client, rubber, forms[MOST_OPEN], version=1, status=409)
        assert Conflict.objects.count() == MOST_OPEN
        assert f"{MOST_OPEN} other versions that you sent are still waiting" in words(html)
        assert 'name="game_3_0"' in html
