from __future__ import annotations

from threading import BoundedSemaphore

import pytest

from matches.exchange.exports import streaming
from matches.models import Club, Rubber
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text


@pytest.fixture(autouse=True)
def _no_files_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for files that another left unread."""
    monkeypatch.setattr(streaming, "_places", BoundedSemaphore(streaming.MOST_A_PROCESS))


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def rubber(club: Club) -> Rubber:
    """Boiteau lost to Walker in the Autumn Cup, round 1, table 4."""
    tags = '[Event "Autumn Cup"]\n[Date "2026.11.14"]\n[Round "1"]\n[Table "4"]\n'
    lines = text().split("\n", 1)
    return import_text(club, f"{lines[0]}\n{tags}{lines[1]}")[0]
