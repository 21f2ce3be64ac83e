"""The log states what happened to an event."""

from __future__ import annotations

import pytest

from matches.common import log
from matches.models import Club
from matches.pages.log.log_words_events import SENTENCES
from tests.matches.pages.log.log_entries import append, line_of, make_log_club


@pytest.fixture
def club(db: None) -> Club:
    return make_log_club()


def test_lines_about_an_event_say_what_it_was_called(club: Club) -> None:
    first = append(club, "event:cup", "event.opened", {"club": "portland", "name": "Autumn Cap"})
    second = append(club, "event:cup", "event.renamed", {"name": "Autumn Cup"})
    opened, renamed = line_of(club, first), line_of(club, second)
    assert opened.sentence == "Clay (director) opened the event Autumn Cap."
    assert renamed.sentence == "Clay (director) renamed the event Autumn Cap to Autumn Cup."
    assert renamed.url == "/clubs/portland/events/cup/"


def test_every_kind_has_its_sentence() -> None:
    assert {log.EVENT_OPENED, log.EVENT_RENAMED, *log.EVENT_FACTS.values()} == set(SENTENCES)
