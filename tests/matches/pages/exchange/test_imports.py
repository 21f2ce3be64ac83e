"""Files are imported on the pages: accepted, reported, and each line linked to its record."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ecarte_site.setup.environment import PROJECT
from matches.exchange.event_files.import_events import MOST_EVENT_FILE_BYTES
from matches.exchange.imports.uploads import MOST_UPLOAD_BYTES
from matches.models import Club, Conflict, HeldText, ImportLine, ImportReport, Rubber
from matches.pages.common import keyed_forms as forms
from tests.matches.files import LATE_KING, other_result, rubber_text
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, tags, words

UNREADABLE = rubber_text("Clay", "Dering").replace("=B5", "=X9")


def send(client: Client, club: Club, content: bytes, name: str = "evening.egn") -> HttpResponse:
    response = client.post(
        reverse("web:imports", args=[club.slug]), {"file": SimpleUploadedFile(name, content)}
    )
    assert isinstance(response, HttpResponse)
    return response


def report_of(client: Client, club: Club, *texts: str) -> str:
    """Return the page of the report on these rubbers, in one file."""
    response = send(client, club, "\n".join(texts).encode())
    assert response.status_code == 302, words(response.content.decode())
    return page(client, response.headers["Location"])


def make_report(club: Club, **fields: object) -> str:
    report = ImportReport.objects.create(club=club, source="season.egn", **fields)
    return reverse("web:import", args=[club.slug, report.public_id])


def test_file_is_taken_in_and_its_report_shown(director: Client, club: Club) -> None:
    text = words(report_of(director, club, rubber_text()))
    assert "evening.egn" in text
    assert "Finished" in text
    assert "1 confirmed" in text
    assert "by Director" in text
    assert "Orford – Baldwin Confirmed Rubber 1 of the file, from line 1" in text
    assert "New on the club’s list: Orford, Baldwin" in text
    assert f"/rubbers/{club.rubbers.get().public_id}/" in report_of(director, club, rubber_text())


def test_trial_is_told_apart_and_stores_nothing(director: Client, club: Club) -> None:
    file = SimpleUploadedFile("evening.egn", rubber_text().encode())
    response = director.post(reverse("web:imports", args=[club.slug]), {"file": file, "trial": "on"})
    text = words(page(director, response.headers["Location"]))
    assert "This was a trial run: nothing is stored." in text
    assert "1 confirmed" in text
    assert "trial run" in text
    assert not club.rubbers.exists()
    assert "trial run" in words(page(director, reverse("web:imports", args=[club.slug])))


def test_each_line_leads_to_what_is_to_be_done(director: Client, club: Club) -> None:
    good = rubber_text()
    report_of(director, club, good)
    draft = rubber_text("Eliot", "Fane", deals=[LATE_KING]).replace("#0-5", "").replace("##0-1", "*")
    html = report_of(director, club, other_result(good), UNREADABLE, draft, good)
    lines = re.findall(r"<li>(.*?)</li>\s*(?=<li>|</ul>)", html.partition('id="lines"')[2], re.DOTALL)
    assert len(lines) >= 4
    for name, thing in (
        ("conflicts", Conflict.objects.get()),
        ("held", HeldText.objects.get()),
        ("rubbers", Rubber.objects.get(state=Rubber.State.DRAFT)),
    ):
        assert f"/{name}/{thing.public_id}/" in html


def test_later_report_leads_to_an_earlier_held_text(director: Client, club: Club) -> None:
    report_of(director, club, UNREADABLE)
    held_text = HeldText.objects.get()
    html = report_of(director, club, rubber_text(), UNREADABLE)
    assert html.count(f"/held/{held_text.public_id}/") == 1
    assert html.count("Repair it") == 1


def test_scorer_who_may_not_settle_gets_no_link_to_it(client: Client, club: Club) -> None:
    client.force_login(user("scorer"))
    html = report_of(client, club, UNREADABLE)
    assert "Needs repair" in html
    assert "/held/" not in html


def test_lines_are_chosen_by_what_became_of_them(director: Client, club: Club) -> None:
    address = send(director, club, f"{rubber_text()}\n{UNREADABLE}".encode()).headers["Location"]
    html = page(director, address)
    assert 'href="?fate=held"' in html
    text = words(page(director, address + "?fate=held"))
    assert "Clay – Dering" in text
    assert "Orford – Baldwin" not in text
    assert "Orford – Baldwin" in words(page(director, address + "?fate=nonsense"))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "This file is empty."),
        (b"%PDF-1.7\n", "This is not an EGN file: no line starts with [EGN."),
        (b'x [EGN "1"]\n', "This is not an EGN file: no line starts with [EGN."),
        (b'Notes\nx\r[EGN "1"]\r', "This is not an EGN file: no line starts with [EGN."),
    ],
)
def test_no_egn_file_is_refused(director: Client, club: Club, content: bytes, expected: str) -> None:
    response = send(director, club, content)
    assert response.status_code == 400
    assert expected in words(response.content.decode())
    assert not ImportReport.objects.exists()


def test_text_before_the_first_rubber_is_told(director: Client, club: Club) -> None:
    assert send(director, club, b"\xef\xbb\xbf" + rubber_text().encode()).status_code == 302
    notes = [f"Notes\n{rubber_text(a, b)}" for a, b in (("Clay", "Dering"), ("Eliot", "Fane"))]
    for text in (notes[0], notes[1].replace("\n", "\r")):
        response = send(director, club, text.encode())
        told = words(page(director, response.headers["Location"]))
        assert "1 confirmed" in told
        assert "Text before the first rubber was not read." in told


def test_too_large_a_file_is_refused(director: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MOST_UPLOAD_BYTES", 100)
    response = send(director, club, rubber_text().encode())
    assert response.status_code == 400
    assert "This file is larger than 32 MB." in words(response.content.decode())


@pytest.mark.parametrize(
    ("path", "most_bytes"),
    [
        ("matches/pages/common/keyed_forms.py", MOST_UPLOAD_BYTES),
        ("matches/pages/exchange/event_files/views.py", MOST_EVENT_FILE_BYTES),
    ],
)
def test_forms_name_the_limit_that_the_service_enforces(path: str, most_bytes: int) -> None:
    limits = set(re.findall(r"(\d+) MB\b", (PROJECT / path).read_text(encoding="utf-8")))
    assert limits == {str(most_bytes >> 20)}, f"write the new limit in {path}, and its French in locale"


def test_page_says_how_far_a_large_file_is(director: Client, club: Club) -> None:
    now = timezone.now()
    waiting = make_report(club, content=b"x")
    reading = make_report(club, content=b"x", claimed_until=now + timedelta(minutes=1))
    report = ImportReport.objects.latest("pk")
    for index in (1, 2):
        ImportLine.objects.create(report=report, index=index, line=index, fate="confirmed")
    assert "Waiting" in words(page(director, waiting))
    html = page(director, reading)
    assert "Reading" in words(html)
    assert "2 rubbers have been read so far." in words(html)
    assert "Refresh" in html
    assert [tag["src"] for tag in tags(html, "script")] == ["/static/web/keep.js"]  # Every page has it.
    assert "http-equiv" not in html


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "The import stopped before the end of the file."),
        ({"finished_at": timezone.now(), "problem": "the disk is gone"}, "The disk is gone"),
    ],
)
def test_broken_off_reading(director: Client, club: Club, fields: dict[str, object], expected: str) -> None:
    text = words(page(director, make_report(club, **fields)))
    assert "Stopped early" in text
    assert expected in text
