"""A check of pasted text says what to change, with buttons that do it."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client

from matches.models import Player, Rubber
from matches.pages.rubbers.entry.text_check import TextCheck
from matches.rubbers.text import named_text
from tests.matches.pages.reading import words
from tests.matches.pages.rubbers.entry.people import People, at

pytestmark = pytest.mark.django_db
SURPLUS = """[EGN "1"]
[A "Orford"]
[B "Baldwin"]
[BestOf "1"]

Game 1 cut A=CT B=C8
1. A S =B3 (0-1)
2. B P G S =A4 (1-1)
3. A S =B3 (1-2)
4. B P G S =A3 (3-2)
5. A P R =B3 (3-4)
6. B S Ka =A5 (5-4)
#5-4
##1-0
"""


def check_of(
    people: People, text: str, *, may_add: bool = True, confirmed: tuple[str, ...] = ()
) -> TextCheck:
    return TextCheck(text.encode(), people.club, may_add=may_add, confirmed=confirmed)


def send(client: Client, people: People, text: str, *, status: int = 200, **fields: Any) -> str:
    response = client.post(at("enter_egn", people.club.slug), {"key": "k", "text": text, **fields})
    assert response.status_code == status
    return response.content.decode()


def buttons(html: str, name: str) -> list[str]:
    return [unescape(part.partition('"')[0]) for part in html.split(f'name="{name}" value="')[1:]]


class TestFigure:
    def test_score_is_told_first_then_why_then_where(self, people: People) -> None:
        check = check_of(people, SURPLUS)
        (item,) = check.items
        assert check.heading == "1 thing to settle"
        assert item.title == "Deal 4: 3–2 should be 2–2."
        assert item.why == "The point that counts two (law 49) alone explains the difference."
        assert item.consequences == "Deal 5 is then 2–4."
        assert (item.place, item.line, item.law) == ("Error, game 1, deal 4, line 10 of the text", 10, 51)
        assert [fix.label for fix in item.fixes] == ["Write 2–2"]

    def test_one_tap_writes_it_and_says_what_changed(self, people: People) -> None:
        client = people.client("Owner")
        html = send(client, people, SURPLUS, check="1")
        (value,) = buttons(html, "fix")
        html = send(client, people, SURPLUS.replace("\n", "\r\n"), fix=value)
        text = unescape(html.partition("<textarea")[2].partition("</textarea>")[0])
        assert "4. B P G S =A3 (2-2)\n5. A P R =B3 (2-4)\n6. B S Ka =A5 (5-4)\n#5-4" in text
        assert "Done: Deal 4: 3–2 should be 2–2. Deal 5 is then 2–4." in words(html)
        assert "Nothing to settle" in html
        assert not Rubber.objects.exists()

    def test_text_that_was_edited_meanwhile_is_left_alone(self, people: People) -> None:
        client = people.client("Owner")
        (value,) = buttons(send(client, people, SURPLUS, check="1"), "fix")
        edited = SURPLUS.replace("(3-2)", "(3-3)")
        html = send(client, people, edited, status=409, fix=value)
        assert "The text has changed since." in html
        assert "(3-3)" in html.partition("<textarea")[2]

    def test_nothing_is_rewritten_where_text_would_be_lost(self, people: People) -> None:
        assert [item.fixes for item in check_of(people, f"Monday\n{SURPLUS}").items] == [(), ()]


class TestName:
    TEXT = SURPLUS.replace("(3-2)", "(2-2)").replace("(3-4)", "(2-4)").replace("Orford", "Bel")

    @pytest.fixture(autouse=True)
    def bell(self, people: People) -> Player:
        return Player.objects.create(club=people.club, name="Bell")

    def test_name_that_may_be_a_slip_is_asked_about(self, people: People) -> None:
        (item,) = check_of(people, self.TEXT).items
        assert (item.look, item.title, item.why) == ("ask", "New player: Bel.", "Did you mean Bell?")
        assert [fix.label for fix in item.fixes] == ["Bell", "New player Bel"]

    def test_listed_name_is_written_in_every_rubber(self, people: People) -> None:
        client = people.client("Owner")
        text = f"{self.TEXT}\n{self.TEXT}"
        (value,) = buttons(send(client, people, text, check="1"), "fix")
        html = send(client, people, text, fix=value)
        assert html.partition("<textarea")[2].partition("</textarea>")[0].count("[A &quot;Bell&quot;]") == 2
        assert "Bel is now Bell." in words(html)

    def test_nothing_is_stored_before_the_question_is_answered(self, people: People) -> None:
        client = people.client("Owner")
        html = send(client, people, self.TEXT, status=400, store="1")
        assert "Did you mean Bell?" in words(html)
        assert not Rubber.objects.exists()
        html = send(client, people, self.TEXT, new_name="Bel")
        assert buttons(html, "new_name") == ["Bel"]
        assert "Did you mean" not in html
        send(client, people, self.TEXT, status=302, store="1", new_name="Bel")
        assert Rubber.objects.get().player_a.name == "Bel"

    def test_name_like_nobodys_is_new_without_a_question(self, people: People) -> None:
        (item,) = check_of(people, self.TEXT.replace("Bel", "Vives")).items
        assert (item.look, item.title, item.fixes) == ("note", "New player: Vives.", ())

    def test_who_may_not_add_players_can_only_correct_the_name(self, people: People) -> None:
        (item,) = check_of(people, self.TEXT, may_add=False).items
        assert (item.look, item.title) == ("error", "The club has no player called Bel.")
        assert [fix.label for fix in item.fixes] == ["Bell"]

    def test_opponents_name_is_not_offered(self, people: People) -> None:
        (item,) = check_of(people, self.TEXT.replace("Baldwin", "Bell")).items
        assert [fix.label for fix in item.fixes] == ["New player Bel"]


def test_telephone_number_in_a_name_is_refused(people: People) -> None:
    client, text = people.client("Owner"), SURPLUS.replace('"Baldwin"', '"Pole 020 7946 0958"')
    html = send(client, people, text, status=400, store="1", new_name="Pole 020 7946 0958")
    assert "must not become public" in words(html)
    assert not Rubber.objects.exists()


DATED = """[EGN "1"]
[Date "{date}"]
[A "Orford"]
[B "Baldwin"]

Game 1 #5-3
Game 2 #5-2
##2-0
"""


class TestDate:
    @pytest.mark.parametrize("who", ["Owner", "Orford"])
    @pytest.mark.parametrize("date", ["0026.11.21", "2062.11.21", "2062.??.??"])
    def test_is_asked_about_and_right_by_one_tap(self, people: People, who: str, date: str) -> None:
        client = people.client(who)
        text = DATED.format(date=date)
        html = send(client, people, text, status=400, store="1")
        assert "Correct the date, or say that it is right." in words(html)
        assert not Rubber.objects.exists()
        assert buttons(html, "right_date") == [date]
        html = send(client, people, text, right_date=date)
        assert buttons(html, "right_date") == [date]
        assert "Correct the date" not in html
        send(client, people, text, status=302, store="1", right_date=date)
        assert Rubber.objects.get().date == date

    def test_is_asked_about_in_a_corrected_text(self, people: People) -> None:
        client = people.client("Owner")
        send(client, people, DATED.format(date="2062.11.21"), status=302, store="1", right_date="2062.11.21")
        url = f"{at('correct_rubber', Rubber.objects.get().public_id)}?as=egn"
        fields = {"key": "c", "version": "1", "reason": "misread"}
        other = client.post(url, {**fields, "text": DATED.format(date="2126.11.21")}).content.decode()
        assert "21 November 2126 is in the future." in words(other)
        assert Rubber.objects.get().date == "2062.11.21"
        same = DATED.format(date="2062.11.21").replace("#5-2", "#5-1")
        assert client.post(url, {**fields, "text": same}).status_code == 302

    def test_report_that_its_sender_corrects_is_asked_about(self, people: People) -> None:
        client = people.client("Orford")
        deals = SURPLUS.replace("(3-2)", "(2-2)").replace("(3-4)", "(2-4)")
        send(client, people, deals, status=302, store="1")
        rubber = Rubber.objects.get()
        text = named_text(rubber.egn, ("Orford", "Baldwin")).replace("[A ", '[Date "2062.11.21"]\n[A ')
        url = at("change_report", rubber.public_id)
        html = client.post(url, {"key": "c", "version": "1", "text": text}).content.decode()
        assert "21 November 2062 is in the future." in words(html)
        assert Rubber.objects.get().date == ""
        right = {"key": "c", "version": "1", "text": text, "right_date": "2062.11.21"}
        assert client.post(url, right).status_code == 302
        assert Rubber.objects.get().date == "2062.11.21"
