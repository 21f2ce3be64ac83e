"""Events are exported and imported on the pages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from matches.events.check_document import check_file, event_schema
from matches.exchange.event_files.export import export_bytes
from matches.models import Club, Event
from matches.pages.exchange.event_files import views
from tests.matches.pages.events.desk.pages import planned
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words


@pytest.fixture
def event(club: Club) -> Event:
    return planned(club, names=("Orford", "Baldwin", "Dering"), name="Autumn Cup")


@pytest.fixture
def garrick(client: Client, event: Event) -> Client:
    client.force_login(user("garrick"))
    return client


def send(client: Client, slug: str, content: bytes) -> HttpResponse:
    file = SimpleUploadedFile("cup.json", content)
    response = client.post(reverse("web:event_import", args=[slug]), {"file": file})
    assert isinstance(response, HttpResponse)
    return response


def test_director_takes_the_event_out_as_it_is(director: Client, event: Event) -> None:
    response = director.get(reverse("web:event_file", args=[event.club.slug, event.public_id]))
    assert response.content == export_bytes(event)
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Content-Disposition"] == 'attachment; filename="portland-autumn-cup.json"'
    assert check_file(response.content) == []


def test_other_club_takes_the_event_in_and_sees_it(garrick: Client, event: Event) -> None:
    raw = export_bytes(event)
    response = send(garrick, "garrick", raw)
    taken = Event.objects.get(club__slug="garrick", name="Autumn Cup")
    assert response.headers["Location"] == reverse("web:event", args=["garrick", taken.public_id])
    assert "The event is imported." in words(page(garrick, response.headers["Location"]))


def test_same_file_again_is_said_to_be_here(director: Client, event: Event) -> None:
    response = send(director, event.club.slug, export_bytes(event))
    assert response.headers["Location"] == reverse("web:event", args=[event.club.slug, event.public_id])
    assert "Nothing was changed." in words(page(director, response.headers["Location"]))


def test_broken_file_is_told_place_by_place(garrick: Client, event: Event) -> None:
    document: dict[str, Any] = json.loads(export_bytes(event))
    document["players"].pop(0)
    response = send(garrick, "garrick", json.dumps(document).encode())
    text = words(response.content.decode())
    assert response.status_code == 400
    assert "This file contradicts itself." in text
    assert "/log/2/payload/players/" in text
    assert not Event.objects.filter(club__slug="garrick").exists()


@pytest.mark.parametrize(
    ("content", "expected"), [(b"[EGN]", "This is not JSON"), (b"{" + b" " * 20 + b"}", "")]
)
def test_file_that_is_no_event_or_too_large_is_refused(
    garrick: Client, monkeypatch: pytest.MonkeyPatch, content: bytes, expected: str
) -> None:
    monkeypatch.setattr(views, "MOST_EVENT_FILE_BYTES", 10)
    response = send(garrick, "garrick", content)
    assert (response.status_code, Event.objects.filter(club__slug="garrick").count()) == (400, 0)
    assert expected in words(response.content.decode())


@pytest.mark.django_db
def test_schema_is_published(client: Client) -> None:
    assert json.loads(client.get("/event.schema.json").content) == event_schema()


def test_page_of_imports_leads_there_whoever_may(director: Client, club: Club) -> None:
    address = reverse("web:event_import", args=[club.slug])
    assert f'href="{address}"' in page(director, reverse("web:imports", args=[club.slug]))
    director.force_login(user("scorer"))
    assert f'href="{address}"' not in page(director, reverse("web:imports", args=[club.slug]))
