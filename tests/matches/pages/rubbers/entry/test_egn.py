from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.http import urlencode

from matches.models import Club, ImportReport, Rubber
from matches.pages.rubbers.entry.marked_text import MAX_NOTES, MAX_RUBBERS, TEXT_BYTES, marked_text
from tests.matches.files import FAULTS, LATE_KING, SEASON, rubber_text
from tests.matches.pages.reading import words
from tests.matches.pages.rubbers.entry.people import People, at

GOOD = rubber_text(event="", club=None)


def send(client: Client, club: Club, text: str = "", *, status: int = 200, **fields: Any) -> str:
    sent = {"key": "k", "text": text, **fields}
    response = client.post(at("enter_egn", club.slug), sent)
    html: str = response.getvalue().decode()
    assert response.status_code == status, words(html)
    return html if status != 302 else str(response["Location"])


class TestCheck:
    def test_finding_stands_above_the_text_and_leads_to_its_line(self, people: People) -> None:
        text = rubber_text(event="", club=None, deals=[LATE_KING])
        html = send(people.client("Orford"), people.club, text, check="1")
        number = text.splitlines().index(LATE_KING) + 1
        found = html.partition("<textarea")[0].partition('id="found"')[2]
        assert f'href="#line-{number}"' in found
        assert f'<li id="line-{number}" value="{number}" class="marked">' in html
        told = words(found)
        assert "Remove the mark, or write it where it was announced. Baldwin marks the king too late" in told
        assert "law 23" in told
        assert "L23" in told
        assert 'id="found-title" tabindex="-1" autofocus' in html

    @pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
    def test_finding_stands_under_its_line_whatever_ends_it(self, line_end: str) -> None:
        text = rubber_text(event="", club=None, deals=[LATE_KING])
        marked = marked_text(text.replace("\n", line_end).encode())
        assert [line.text for line in marked.lines if line.notes] == [LATE_KING]
        assert [line.text for line in marked.lines] == text.split("\n")

    def test_nothing_is_stored_and_the_text_is_kept(self, people: People) -> None:
        html = send(people.client("Orford"), people.club, GOOD, check="1")
        assert "Nothing wrong was found." in html
        assert "[A &quot;Orford&quot;]" in html.partition("<textarea")[2].partition("</textarea>")[0]
        assert not Rubber.objects.exists()
        assert not ImportReport.objects.exists()

    def test_text_before_the_first_rubber_is_said(self, people: People) -> None:
        html = send(people.client("Orford"), people.club, f"Notes\n{GOOD}", check="1")
        assert "Text before the first rubber was not read." in html
        assert "Nothing wrong was found." not in html

    def test_form_without_a_file_may_be_sent_as_plain_fields(self, people: People) -> None:
        """A script sends URLSearchParams so, as does a program; browsers send this form as multipart."""
        client = Client(enforce_csrf_checks=True)
        client.force_login(people.users["Owner"])
        client.cookies["csrftoken"] = "x" * 32
        sent = {"key": "k", "text": GOOD, "check": "1", "csrfmiddlewaretoken": "x" * 32}
        address = at("enter_egn", people.club.slug)
        response = client.post(address, urlencode(sent), content_type="application/x-www-form-urlencoded")
        assert response.status_code == 200
        assert "Nothing wrong was found." in response.content.decode()

    def test_text_of_a_file_is_kept_in_the_form(self, people: People) -> None:
        file = SimpleUploadedFile("evening.egn", b"\xef\xbb\xbf" + GOOD.encode())
        html = send(people.client("Owner"), people.club, check="1", file=file)
        assert "[A &quot;Orford&quot;]" in html.partition("<textarea")[2].partition("</textarea>")[0]

    def test_every_rubber_of_a_file_of_faults_is_read(self, people: People) -> None:
        html = send(people.client("Owner"), people.club, FAULTS.read_text(), check="1")
        assert "26 rubbers read." in html

    def test_rubbers_beyond_the_limit_are_counted(self) -> None:
        marked = marked_text(b'[EGN "1"]\n' * (MAX_RUBBERS + 2))
        assert len(marked.candidates) == MAX_RUBBERS
        assert marked.left_out == MAX_RUBBERS - MAX_NOTES
        expected = "500 rubbers read. 500 can’t be stored."
        assert marked.summary == f"{expected} 2 more rubbers of this text were not checked."
        assert marked_text(b'[EGN "1"]\n' * MAX_RUBBERS).summary == expected

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "Paste a text, or choose a file."),
            ("   \n", "Paste a text, or choose a file."),
            ("1. e4 e5", "there is no rubber here"),
            ("\0", "Null characters are not allowed."),
            ("é" * (TEXT_BYTES // 2 + 1), "longer than a megabyte"),
        ],
    )
    def test_what_is_no_text_is_said(self, people: People, text: str, wrong: str) -> None:
        assert wrong in send(people.client("Owner"), people.club, text, status=400, check="1")

    @pytest.mark.parametrize(
        "content",
        [
            b'[EGN "1"]\n\xff\xfe',
            b'[EGN "1"]\n\0\0',
            b'[EGN "1"] {',
            b'[EGN "1"]\n' * 500,
            b'junk\n[EGN "1"]\n[A "<script>alert(1)</script>"]\n[B "y"]\n*',
            b'[EGN "1"]\n[A "x"]\n[B "x"]\n*\n',
            b'[EGN "1"]\n[A "' + b"x" * 9000 + b'"]\n[B "y"]\n*\n',
            b'[EGN "1"]\n[A "x"]\n[B "y"]\n[AId "nobody"]\n*\n',
        ],
    )
    def test_hostile_text_is_listed_and_not_obeyed(self, people: People, content: bytes) -> None:
        file = SimpleUploadedFile("x.egn", content)
        html = send(people.client("Owner"), people.club, check="1", file=file)
        assert "<script>" not in html
        assert "finding error" in html

    def test_long_text_shows_the_lines_around_what_is_found(self) -> None:
        lines = SEASON.read_text().splitlines()[:4000]
        marked = marked_text("\n".join([*lines, *rubber_text(deals=[LATE_KING]).splitlines()]).encode())
        assert not marked.is_whole
        assert len(marked.lines) < 400
        assert any(note.code == "L23" for line in marked.lines for note in line.notes)


class TestStore:
    @pytest.mark.parametrize("who", ["Owner", "Director", "Scorer"])
    def test_who_may_import_gets_a_report(self, people: People, who: str) -> None:
        address = send(people.client(who), people.club, GOOD, store="1", status=302)
        report = ImportReport.objects.get()
        assert address == at("import", people.club.slug, report.public_id)
        assert (report.confirmed, report.by) == (1, people.users[who])

    def test_form_sent_twice_stores_once(self, people: People) -> None:
        client = people.client("Owner")
        for key, reports in (("one", 1), ("one", 1), ("two", 2)):
            send(client, people.club, GOOD, store="1", status=302, key=key)
            assert (ImportReport.objects.count(), Rubber.objects.count()) == (reports, 1)
        assert ImportReport.objects.latest("pk").skipped == 1
        other = rubber_text("Clay", event="", club=None)
        html = send(client, people.club, other, store="1", status=409, key="two")
        assert "already sent with another text" in html
        assert "[A &quot;Clay&quot;]" in html

    def test_members_word_reports_a_rubber(self, people: People) -> None:
        address = send(people.client("Baldwin"), people.club, GOOD, store="1", status=302)
        rubber = Rubber.objects.get()
        assert address == at("rubber", rubber.public_id)
        assert (rubber.state, rubber.reported_by, rubber.depth) == ("reported", "B", "play")
        send(people.client("Baldwin"), people.club, GOOD, store="1", status=302)
        assert Rubber.objects.count() == 1

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            (
                rubber_text("Clay", "Helper", event="", club=None),
                "You can enter only rubbers that you played",
            ),
            (rubber_text("Nobody", event="", club=None), "The club has no player called Nobody"),
            (rubber_text(event="No cup", club=None), "The club has no event No cup"),
            (GOOD + "\n" + GOOD, "one rubber at a time"),
            (GOOD.replace("##0-1", "##1-0"), "Correct what is found below before you store"),
        ],
    )
    def test_what_a_member_can_not_store_is_said(self, people: People, text: str, wrong: str) -> None:
        html = send(people.client("Baldwin"), people.club, text, store="1", status=400)
        assert wrong in words(html)
        assert not Rubber.objects.exists()

    def test_draft_is_stored_as_one(self, people: People) -> None:
        text = rubber_text(event="", club=None, deals=[LATE_KING, "2. B =B (0-5)"])
        send(people.client("Baldwin"), people.club, text, store="1", status=302)
        assert Rubber.objects.get().state == "draft"
