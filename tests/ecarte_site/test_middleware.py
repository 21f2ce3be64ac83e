from __future__ import annotations

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text

pytestmark = pytest.mark.django_db
ZIPPED = {"Accept-Encoding": "gzip"}


def test_pages_are_compressed_for_who_can_read_them(client: Client) -> None:
    plain = client.get(reverse("web:handbook_roles"))
    zipped = client.get(reverse("web:handbook_roles"), headers=ZIPPED)
    assert zipped["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert b"</html>" in gzip.decompress(zipped.content)
    assert len(zipped.content) < len(plain.content) / 2


def test_files_and_programs_get_them_as_they_are(client: Client) -> None:
    (rubber,) = import_text(make_club(), text())
    for address in (
        reverse("web:rubber_egn", args=[rubber.public_id]),
        f"/api/v1/rubbers/{rubber.public_id}/",
    ):
        response = client.get(address, headers=ZIPPED)
        assert response.status_code == 200
        assert "Content-Encoding" not in response
        assert not response.get("ETag", "").startswith("W/")
