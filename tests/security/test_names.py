"""Names that would be something else: a tag, a formula, another name, a turn of the line, a header, a line of a log."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

import pytest
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from matches.api.exchange.export_urls import FormConverter
from matches.common.csv_cells import GUARD, GUARDED_STARTS
from matches.models import Club, Event, Player, Rubber, User
from matches.pages.common.invisible_characters import (
    INVISIBLE,
    MARK,
    InvisibleCharactersMiddleware,
    with_marks,
)
from matches.rules.names import tidy_name
from tests.factories.browsers import client_of
from tests.matches.api.calling import Caller, path_of, token_for
from tests.matches.pages.records import import_text, text
from tests.support.rows import each_row

pytestmark = pytest.mark.django_db

TURNS: Final = "\u202egnilk\u2066\u200b\u2060\ufeff\u061c\u200f"
TAG: Final = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
FORMULA: Final = "=HYPERLINK(0)"


@pytest.fixture
def rubber(club: Club) -> Rubber:
    """A rubber whose names come from a file, which is stored byte for byte."""
    (made,) = import_text(
        club,
        text(FORMULA + TAG.replace('"', ""), f"Zoë{TURNS}", tags='[Date "2026.11.21"]').replace(
            "\n", '\n[Event "Cup"]\n', 1
        ),
    )
    return made


def pages_of(rubber: Rubber) -> list[str]:
    club, event = f"/clubs/{rubber.club.slug}/", rubber.event
    players = [f"/players/{each.public_id}/" for each in (rubber.player_a, rubber.player_b)]
    return [
        "/",
        club,
        f"{club}members/",
        f"{club}log/",
        f"{club}figures/",
        f"{club}events/{event.public_id}/",
        f"/rubbers/{rubber.public_id}/",
        f"/rubbers/{rubber.public_id}/1/1/",
        f"/embed/events/{event.public_id}/standings/",
        *players,
    ]


class TestOnPages:
    @pytest.fixture
    def pages(self, rubber: Rubber, owner: User) -> list[tuple[str, str]]:
        client = client_of(owner)
        answers = [(path, client.get(path)) for path in pages_of(rubber)]
        return [(path, answer.content.decode()) for path, answer in answers if answer.status_code == 200]

    def test_is_text_and_never_a_tag(self, pages: list[tuple[str, str]]) -> None:
        assert sum("&lt;script&gt;alert(1)" in page for _path, page in pages) >= 6
        for path, page in pages:
            assert "<script>alert" not in page, path
            assert "<img src=x" not in page, path
            assert "'><" not in page, path

    def test_shows_what_can_not_be_seen(self, pages: list[tuple[str, str]]) -> None:
        assert sum(MARK.decode() in page for _path, page in pages) >= 6
        for path, page in pages:
            assert not INVISIBLE.search(page.encode()), path

    def test_length_of_the_answer_is_true(self, rubber: Rubber, owner: User) -> None:
        answer = Client().get(f"/rubbers/{rubber.public_id}/")
        assert MARK in answer.content
        assert answer.headers["Content-Length"] == str(len(answer.content))


def test_record_keeps_what_its_writer_wrote(rubber: Rubber) -> None:
    assert TURNS in Client().get(f"/rubbers/{rubber.public_id}.egn").content.decode()
    player = Caller().get(path_of(rubber.player_b)).json()
    assert player["name"] == f"Zoë{TURNS}"


def test_field_holds_what_was_typed() -> None:
    typed = f'<input value="{TURNS}" title="{TURNS}"><textarea name="egn">\n{TURNS}</textarea>'
    marked = with_marks(typed.encode()).decode()
    assert marked.count("\u202e") == 2
    assert "9–\u20602" in with_marks("9–\u20602 a\u2060b".encode()).decode()
    assert "a\u2060b" not in with_marks("9–\u20602 a\u2060b".encode()).decode()


@pytest.mark.parametrize("letters", ["ab", "éü", "αβ", "жя", "中文", "--", "  "])
@each_row(
    "unseen",
    (
        *"\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e",
        *"\u2060\u2061\u2064\u2066\u2067\u2068\u2069\u206a\u206f\ufeff\ufff9\ufffb\U000e0001\U000e0041",
        *"\u200c\u200d\u034f\u115f\u1160\u17b4\u17b5\u180b\u180f\u2065\u2800\u3164",
        *"\ufe0e\ufe0f\uffa0\ufff0\U0001bca0\U0001d173\U000e0000\U000e0080\U000e01f0\U000e0fff",
    ),
)
def test_each_character_that_can_not_be_seen_has_a_mark(unseen: str, letters: str) -> None:
    first, second = letters[0], letters[1]
    name = f"{first}{unseen}{second}{unseen}"
    text = with_marks(f"<b title='{name}'>{name}</b>".encode()).decode()
    marked = name.replace(unseen, MARK.decode())
    assert text == f"<b title='{marked}'>{marked}</b>"
    page = HttpResponse(name)
    assert InvisibleCharactersMiddleware(lambda _request: page)(HttpRequest()) is page
    assert page.content.decode() == marked


@pytest.mark.parametrize(
    "name",
    [
        "می\u200cخواهم",
        "श्री\u200d",
        "क्\u200dष",
        "ශ්\u200dරී",
        "ক্\u200cষ",
        "👩\u200d🔬",
        "👩\u200d❤\ufe0f\u200d👨",
    ],
)
def test_script_that_needs_a_joiner_keeps_it(name: str) -> None:
    assert with_marks(name.encode()).decode() == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (f"Zoë{TURNS}", "Zoëgnilk"),
        ("Zoe\u0308", "Zoë"),
        ("e\u200b\u0301", "é"),
        ("Ann\x00\x1b[2J\x7f\r\nBcc: x", "Ann[2J Bcc: x"),
        ("\u2028A\u2029B\u00a0\u3000C", "A B C"),
        ("A\U000e0041B\u00adC", "ABC"),
        ("\ud800A", "A"),
    ],
)
def test_typed_name_is_what_one_sees(typed: str, kept: str) -> None:
    assert tidy_name(typed) == kept
    assert tidy_name(kept) == kept


def test_names_that_look_the_same_are_one(club: Club, api: Caller) -> None:
    first = api.post(f"{path_of(club)}players/", {"name": "Zoë Clay"})
    assert first.status_code == 201
    for same in ("Zoe\u0308 Clay", "Zoë\u200b Clay", "  Zoë\u00a0Clay ", "Zo\u202eë Clay"):
        assert api.post(f"{path_of(club)}players/", {"name": same}).status_code == 409, same
    assert Player.objects.filter(club=club, name="Zoë Clay").count() == 1


def patterns_of_csv(resolver: URLResolver | None = None, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield each named URL of pages and API that answers with CSV, or with the format that the URL names."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from patterns_of_csv(pattern, inner)
        elif pattern.name and is_of_csv(pattern):
            yield space + pattern.name, pattern


def is_of_csv(pattern: URLPattern) -> bool:
    route = str(pattern.pattern)
    return (
        str(pattern.name).endswith("_csv")
        or ".csv" in route
        or isinstance(pattern.pattern.converters.get("form"), FormConverter)
    )


def values_for(name: str, rubber: Rubber) -> dict[str, object]:
    """Return the value of each argument that a URL of CSV may have; ``public_id`` depends on its name."""
    values: dict[str, object] = {
        "form": "csv",
        "slug": rubber.club.slug,
        "club_id": rubber.club.public_id,
        "event_id": rubber.event.public_id,
        "rubber_id": rubber.public_id,
        "player_id": rubber.player_a.public_id,
        "opponent": rubber.player_b.public_id,
        "year": 2026,
    }
    subjects = {
        "web:player_csv": rubber.player_a.public_id,
        "web:pair_csv": rubber.player_a.public_id,
        "web:event_csv": rubber.event.public_id,
    }
    return {**values, "public_id": subjects[name]} if name in subjects else values


CSV_URLS: Final = dict(patterns_of_csv())


def test_every_table_for_a_spreadsheet_is_tried() -> None:
    assert {"web:club_csv", "web:event_csv", "web:player_csv", "web:pair_csv"} <= CSV_URLS.keys()
    assert {"api:club_records_file", "api:season_records_file", "api:rubber_record"} <= CSV_URLS.keys()


@pytest.mark.parametrize("name", CSV_URLS)
def test_table_for_a_spreadsheet_reckons_nothing(name: str, rubber: Rubber, owner: User) -> None:
    """The names of players, club and event begin like a formula, and each file has one of them."""
    Club.objects.update(name=FORMULA)
    Event.objects.update(name=FORMULA)
    values = values_for(name, rubber)
    path = reverse(name, kwargs={each: values[each] for each in CSV_URLS[name].pattern.regex.groupindex})
    client = client_of(owner)
    answer = client.get(path) if name.startswith("web:") else Caller(token_for(owner)).get(path)
    assert answer.status_code == 200, path
    rows = list(csv.reader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))
    assert any(FORMULA in cell for row in rows for cell in row), path
    for row in rows:
        for cell in row:
            assert not cell.startswith(GUARDED_STARTS) or cell.startswith(GUARD), cell


@pytest.mark.usefixtures("with_mail")
def test_mail_has_no_header_of_a_names_making(club: Club, owner: User) -> None:
    odd = "Portland\r\nBcc: everybody@example.org\r\n\r\nSend money"
    Club.objects.filter(pk=club.pk).update(name=odd)
    User.objects.filter(pk=owner.pk).update(name="Orford\nBcc: x@example.org")
    client = client_of(owner, raise_request_exception=False)
    fields = {"role": "member", "email": "guest@example.org"}
    answer = client.post("/clubs/portland/members/invite/", fields)
    for sent in mail.outbox:
        assert sent.message()["Bcc"] is None
        assert "\n" not in sent.subject
        assert sent.recipients() == ["guest@example.org"]
    assert answer.status_code < 500
    for address in ("a@example.org\nBcc: b@example.org", "a@example.org,b@example.org", "A <a@example.org>"):
        client.post("/clubs/portland/members/invite/", {"role": "member", "email": address})
    assert {each for sent in mail.outbox for each in sent.recipients()} == {"guest@example.org"}
