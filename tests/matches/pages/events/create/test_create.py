"""Opening an event by hand, and renaming one that has no rubber."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.models import Club, Event, LogEntry
from tests.matches.files import import_text, rubber_text
from tests.matches.pages.clubs.desk.test_settings import hidden
from tests.matches.pages.reading import page, words


def opened(director: Client, club: Club, name: str) -> Event:
    address = reverse("web:new_event", args=[club.slug])
    response = director.post(address, {**hidden(page(director, address)), "name": name})
    assert response.status_code == 302
    return club.events.get(name=name)


def test_event_is_opened_and_shown(director: Client, club: Club) -> None:
    event = opened(director, club, "Autumn Cup")
    shown = page(director, reverse("web:event", args=[club.slug, event.public_id]))
    assert "Autumn Cup" in words(shown)


def test_pages_lead_a_director_to_opening_and_renaming(director: Client, club: Club) -> None:
    event = opened(director, club, "Autumn Cup")
    shown = reverse("web:event", args=[club.slug, event.public_id])
    rename = reverse("web:rename_event", args=[club.slug, event.public_id])
    overview = reverse("web:club", args=[club.slug])
    new = reverse("web:new_event", args=[club.slug])
    assert f'href="{new}"' in page(director, overview)
    assert f'href="{rename}"' in page(director, shown)
    import_text(rubber_text(event="Autumn Cup"), club=club)
    assert f'href="{rename}"' not in page(director, shown)
    director.logout()
    assert f'href="{new}"' not in page(director, overview)


def test_form_sent_twice_opens_one_event(director: Client, club: Club) -> None:
    address = reverse("web:new_event", args=[club.slug])
    form = {**hidden(page(director, address)), "name": "Autumn Cup"}
    assert (
        director.post(address, form).headers["Location"] == director.post(address, form).headers["Location"]
    )
    assert LogEntry.objects.filter(kind="event.opened").count() == 1


def test_name_that_is_taken_is_refused_beside_its_field(director: Client, club: Club) -> None:
    opened(director, club, "Autumn Cup")
    address = reverse("web:new_event", args=[club.slug])
    response = director.post(address, {**hidden(page(director, address)), "name": "Autumn Cup"})
    assert response.status_code == 400
    assert "The club has an event of this name already." in words(response.content.decode())


def test_event_without_rubbers_gets_another_name(director: Client, club: Club) -> None:
    event = opened(director, club, "Autumn Cup")
    address = reverse("web:rename_event", args=[club.slug, event.public_id])
    form = page(director, address)
    assert 'value="Autumn Cup"' in form
    assert director.post(address, {**hidden(form), "name": "Winter Cup"}).status_code == 302
    event.refresh_from_db()
    assert event.name == "Winter Cup"


def test_event_that_rubbers_name_keeps_its_name(director: Client, club: Club) -> None:
    import_text(rubber_text(event="Autumn Cup"), club=club)
    event = club.events.get()
    address = reverse("web:rename_event", args=[club.slug, event.public_id])
    response = director.post(address, {**hidden(page(director, address)), "name": "Winter Cup"})
    assert response.status_code == 409
    assert "it keeps its name" in words(response.content.decode())
    event.refresh_from_db()
    assert event.name == "Autumn Cup"
