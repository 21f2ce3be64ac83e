"""The export page offers its formats, and the files are right byte for byte."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ecarte_site.downloads import PATIENCE_SECONDS
from matches.api.exchange.export_serializers import rubber_record
from matches.common.commands import new_key
from matches.exchange.exports.prepare import prepare_export
from matches.exchange.exports.send import MOST_A_PERSON
from matches.models import Club, Export, Rubber
from tests.factories.clubs import make_club
from tests.matches.files import import_bytes, rubber_text
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import make_member


def file_of(client: Client, club: Club, **query: str) -> tuple[str, str]:
    response = client.get(reverse("web:club_egn", args=[club.slug]), query)
    assert response.status_code == 200
    assert response.streaming
    assert response["Content-Type"] == "text/vnd.ecarte.egn; charset=utf-8"
    name = re.fullmatch(r'attachment; filename="(.+)"', response["Content-Disposition"])
    assert name is not None
    return name[1], response.getvalue().decode()


@pytest.fixture
def club(client: Client, db: None) -> Club:
    """Return a club with a signed-in member, who joined in January."""
    club = make_club(time_zone="Pacific/Auckland", is_public=False)
    client.force_login(make_member(club, since=date(2026, 1, 1)))
    return club


def test_file_of_an_event_is_named_by_its_day(client: Client, club: Club) -> None:
    import_bytes(rubber_text(event="Autumn Cup").encode(), club=club)
    import_bytes(rubber_text(event="L'Été à Évian").encode(), club=club)
    event = club.events.get(name="L'Été à Évian").public_id
    with time_machine.travel(datetime(2026, 11, 21, 20, tzinfo=UTC), tick=False):
        name, text = file_of(client, club, event=event)
        assert (name, text) == ("portland-lete-a-evian-2026-11-22.egn", rubber_text(event="L'Été à Évian"))
        assert file_of(client, club)[0] == "portland-2026-11-22.egn"


def test_file_has_ids_on_request(client: Client, club: Club) -> None:
    import_bytes(rubber_text().encode(), club=club)
    _name, text = file_of(client, club, ids="1")
    assert f'[RubberId "{club.rubbers.get().public_id}"]' in text


def test_rubber_in_play_is_left_out(client: Client, club: Club) -> None:
    import_bytes(f"{rubber_text()}\n{rubber_text('Clay', 'Dering', event='Late Cup')}".encode(), club=club)
    Rubber.objects.filter(player_a__name="Clay").update(state=Rubber.State.LIVE)
    html = page(client, reverse("web:club_exports", args=[club.slug]))
    assert "1 rubber is being played and is left out" in words(html)
    assert file_of(client, club)[1] == rubber_text()
    assert "Late Cup" in html
    assert "0 rubbers" in html
    assert f"event={club.events.get(name='Late Cup').public_id}" not in html


def test_event_of_another_club_or_of_none_is_not_found(client: Client, club: Club) -> None:
    other = make_club("garrick")
    import_bytes(rubber_text(club=None).encode(), club=other)
    address = reverse("web:club_egn", args=[club.slug])
    for event_id in (other.events.get().public_id, "\0", "autumn-cup", "é" * 300):
        assert client.get(address, {"event": event_id}).status_code == 404


def test_club_without_rubbers_has_nothing_to_take_out(client: Client, club: Club) -> None:
    text = words(page(client, reverse("web:club_exports", args=[club.slug])))
    assert "There is no finished rubber to export yet." in text


def prepared(client: Client, club: Club, **fields: str) -> Export:
    """Return the export that the page's form prepared, written."""
    address = reverse("web:club_exports", args=[club.slug])
    response = client.post(address, {"form": "csv", "key": new_key(), **fields})
    assert (response.status_code, response["Location"]) == (302, address)
    export = Export.objects.get()
    prepare_export(export.pk, rubber_record)
    return export


def test_file_is_prepared_shown_fetched_and_deleted(client: Client, club: Club) -> None:
    import_bytes(f"{rubber_text()}\n{rubber_text('Clay', 'Dering', event='Spring Cup')}".encode(), club=club)
    address = reverse("web:club_exports", args=[club.slug])
    assert "You have no prepared files yet." in words(page(client, address))
    event = club.events.get(name="Spring Cup").public_id
    export = prepared(client, club, event=event, state="confirmed")
    html = page(client, address)
    file = client.get(f"/api/v1/exports/{export.public_id}/file").getvalue()
    assert hashlib.sha256(file).hexdigest() in html
    assert "kept until" in html
    content = file.decode("utf-8-sig")
    assert "Clay" in content
    assert "Orford" not in content
    client.post(reverse("web:delete_export", args=[club.slug, export.public_id]))
    assert not Export.objects.exists()


def test_page_says_how_far_a_file_is(client: Client, club: Club) -> None:
    import_bytes(rubber_text().encode(), club=club)
    address = reverse("web:club_exports", args=[club.slug])
    client.post(address, {"form": "egn", "key": new_key()})
    Export.objects.update(done=3, total=7, claimed_until=timezone.now() + timedelta(minutes=1))
    html = page(client, address)
    assert "3 of 7 rubbers are written." in html
    assert 'data-every="2"' in html


def test_form_sent_twice_prepares_one_file(client: Client, club: Club) -> None:
    import_bytes(rubber_text().encode(), club=club)
    address = reverse("web:club_exports", args=[club.slug])
    for key in ("k", "k", "l", "m"):
        client.post(address, {"form": "egn", "key": key})
    assert Export.objects.count() == 3
    response = client.post(address, {"form": "egn", "key": new_key()})
    assert response.status_code == 400
    assert "Wait until the files that you asked for" in words(response.content.decode())


def test_file_of_another_can_not_be_deleted(client: Client, club: Club) -> None:
    import_bytes(rubber_text().encode(), club=club)
    export = prepared(client, club)
    client.force_login(make_member(club, "other@example.org", role="owner"))
    deleting = reverse("web:delete_export", args=[club.slug, export.public_id])
    assert client.post(deleting).status_code == 404
    assert "no prepared files yet" in words(page(client, reverse("web:club_exports", args=[club.slug])))


def test_nobody_has_more_than_a_few_files_on_their_way(client: Client, club: Club) -> None:
    import_bytes(rubber_text().encode(), club=club)
    address = reverse("web:club_egn", args=[club.slug])
    on_their_way = [client.get(address) for _ in range(MOST_A_PERSON)]
    refused = client.get(address)
    assert (refused.status_code, refused["Retry-After"]) == (429, str(PATIENCE_SECONDS))
    assert client.get(f"/api/v1/clubs/{club.public_id}/export.egn").status_code == 429
    assert on_their_way[0].getvalue()
    assert client.head(address).status_code == 200
    assert file_of(client, club)[1] == rubber_text()
