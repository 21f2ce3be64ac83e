"""The handbook's pictures: one for each language, light, told in words, and each where it is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from ecarte_site.setup.environment import PROJECT

pytestmark = pytest.mark.django_db

FOLDER = PROJECT / "matches" / "pages" / "static" / "web" / "handbook"
SHOWN = ("entering", "pad", "review", "standings")
MOST_BYTES = 36_000


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", SHOWN)
def test_chapter_shows_its_picture_in_the_readers_language(client: Client, name: str, language: str) -> None:
    page = client.get(reverse(f"web:handbook_{name}"), headers={"accept-language": language}).content.decode()
    ((source, told),) = re.findall(r'<img src="/static/([^"]+)" alt="([^"]+)"', page)
    assert source == f"web/handbook/{name}.{language}.jpg"
    assert len(told) > 20
    assert finders.find(source)


def test_no_picture_lies_about_and_none_is_heavy() -> None:
    files: list[Path] = sorted(FOLDER.iterdir())
    assert [file.name for file in files] == [
        f"{name}.{language}.jpg" for name in SHOWN for language in ("en", "fr")
    ]
    assert all(file.stat().st_size < MOST_BYTES for file in files)
