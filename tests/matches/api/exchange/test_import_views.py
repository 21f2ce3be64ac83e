"""Clients import files, stored or tried, at once or in the background, and read each rubber's outcome."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.api.core.files import EVENT_MEDIA_TYPE
from matches.exchange.imports import uploads as import_uploads
from matches.exchange.imports.uploads import READ_AT_ONCE_BYTES, read_upload
from matches.models import Club, Conflict, Event, HeldText, ImportReport, Player, Rubber, User
from matches.rules.names import tidy_name
from tests.factories.clubs import make_club
from tests.matches.api.calling import Caller, path_of, problem, token_for
from tests.matches.files import LATE_KING, TWO_DEALS, other_result, rubber_text
from tests.matches.pages.records import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.core]

EGN = "text/vnd.ecarte.egn"
NAMES = ("Zoë 𝔄 \u202eabc", "O'Brien; =1+1")


class Sender:
    """A client that sends files."""

    def __init__(self, user: User) -> None:
        self._client = Client(
            headers={"Authorization": f"Bearer {token_for(user)}"}, raise_request_exception=False
        )

    def send(
        self,
        club: Club,
        content: bytes,
        query: str = "",
        *,
        kind: str = EGN,
        key: str = "",
        to: str = "imports",
    ) -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        return self._client.generic(
            "POST", f"/api/v1/{path_of(club, to)}{query}", content, content_type=kind, headers=headers
        )

    def form(self, club: Club, fields: dict[str, Any]) -> Any:
        return self._client.post(f"/api/v1/{path_of(club, 'imports')}", fields)


@pytest.fixture
def sender(owner: User) -> Sender:
    return Sender(owner)


def one(text: str = "") -> bytes:
    return (text or rubber_text()).encode()


def lines_of(api: Caller, report: dict[str, Any], query: str = "") -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = api.read(f"imports/{report['id']}/lines/{query}")["results"]
    return lines


def test_small_file_is_read_at_once(club: Club, api: Caller, sender: Sender) -> None:
    answer = sender.send(club, one(), "?source=autumn.egn")

    assert answer.status_code == 201, answer.content
    report = answer.json()
    assert answer.headers["Location"] == f"/api/v1/imports/{report['id']}/"
    assert (report["state"], report["source"], report["by"]) == ("finished", "autumn.egn", "owner")
    assert (report["rubbers"], report["deals"], report["is_trial"]) == (1, 2, False)
    others = dict.fromkeys(("draft", "skipped", "conflict", "held", "refused"), 0)
    assert report["counts"] == {"confirmed": 1, **others}
    again = api.get(answer.headers["Location"])
    assert again.json() == report
    assert again.headers["ETag"] == answer.headers["ETag"]
    (line,) = lines_of(api, report)
    assert line == {
        "index": 1,
        "line": 1,
        "fate": "confirmed",
        "names": ["Orford", "Baldwin"],
        "rubber": Rubber.objects.get().public_id,
        "held": None,
        "conflict": None,
        "reasons": ["the event Autumn Cup is new"],
        "new_guests": ["Orford", "Baldwin"],
    }


@pytest.mark.parametrize("kind", [EGN, "text/plain", "text/plain; charset=utf-8"])
def test_text_is_taken_as_it_is(club: Club, api: Caller, sender: Sender, kind: str) -> None:
    text = rubber_text(*NAMES).replace("\n", "\r\n")
    answer = sender.send(club, b"\xef\xbb\xbf" + text.encode(), kind=kind)
    assert answer.status_code == 201, answer.content
    (line,) = lines_of(api, answer.json())
    assert (line["fate"], line["names"], line["new_guests"]) == ("confirmed", list(NAMES), list(NAMES))
    players = api.get(f"rubbers/{line['rubber']}/").json()["players"]
    assert [players["A"]["name"], players["B"]["name"]] == list(NAMES)


@pytest.mark.parametrize("way", ["text", "form", "json"])
def test_lines_may_end_in_cr(club: Club, api: Caller, sender: Sender, way: str) -> None:
    records = "\n".join([rubber_text(), rubber_text("Coke", "Hume")])
    file = f"Notes\n{records}".replace("\n", "\r")
    if way == "text":
        answer = sender.send(club, file.encode())
    elif way == "form":
        answer = sender.form(club, {"file": SimpleUploadedFile("mac.egn", file.encode())})
    else:
        answer = api.post(path_of(club, "imports"), {"egn": file})
    assert answer.status_code == 201, answer.content
    assert [(line["line"], line["fate"]) for line in lines_of(api, answer.json())] == [
        (2, "confirmed"),
        (2 + f"{rubber_text()}\n".count("\n"), "confirmed"),
    ]


def test_form_and_json_are_taken_too(club: Club, api: Caller, sender: Sender) -> None:
    file = SimpleUploadedFile("form.egn", one())
    by_form = sender.form(club, {"file": file, "trial": "true"})
    assert by_form.status_code == 201, by_form.content
    document = by_form.json()
    assert (document["source"], document["is_trial"], document["rubbers"]) == ("form.egn", True, 1)
    body = {"egn": rubber_text(), "source": "json.egn"}
    by_json = api.post(path_of(club, "imports"), body)
    assert by_json.status_code == 201, by_json.content
    document = by_json.json()
    expected = ("json.egn", False, 1)
    assert (document["source"], document["is_trial"], document["counts"]["confirmed"]) == expected
    problem(sender.form(club, {"trial": "true"}), 422, "invalid")
    problem(api.post(path_of(club, "imports"), {"egn": "", "more": 1}), 422, "invalid")


def test_trial_stores_nothing_but_its_report(club: Club, api: Caller, sender: Sender) -> None:
    text = one(rubber_text(*NAMES))
    tried = sender.send(club, text, "?trial=true").json()
    assert tried["is_trial"]
    assert (Rubber.objects.count(), Player.objects.filter(name__in=NAMES).count()) == (0, 0)
    (line,) = lines_of(api, tried)
    assert (line["fate"], line["rubber"], line["new_guests"]) == ("confirmed", None, list(NAMES))
    stored = sender.send(club, text).json()
    assert [each["fate"] for each in lines_of(api, stored)] == ["confirmed"]
    assert sender.send(club, text, "?trial=true").json()["counts"]["skipped"] == 1
    listed = api.get(f"{path_of(club, 'imports')}?trial=true&order=-started_at").json()["results"]
    assert [each["is_trial"] for each in listed] == [True, True]


def test_larger_file_is_read_by_a_worker(club: Club, api: Caller, sender: Sender) -> None:
    content = one() + b"; said at the table\n" * (READ_AT_ONCE_BYTES // 20)
    answer = sender.send(club, content)
    assert answer.status_code == 202, answer.content
    report = answer.json()
    assert (report["state"], report["finished_at"], report["rubbers"]) == ("waiting", None, 0)
    unread = f"{path_of(club, 'imports')}?finished=false"
    assert [each["id"] for each in api.get(unread).json()["results"]] == [report["id"]]
    read_upload(ImportReport.objects.get().pk)
    now = api.get(answer.headers["Location"]).json()
    assert (now["state"], now["rubbers"]) == ("finished", 1)
    assert api.get(unread).json()["results"] == []


def test_every_fate_and_its_reasons(club: Club, api: Caller, sender: Sender) -> None:
    good = rubber_text()
    sender.send(club, one(good))
    texts = [
        good,
        other_result(good),
        rubber_text(tags=['[Table "2"]'], deals=[LATE_KING, TWO_DEALS[1]]),
        rubber_text(tags=['[Table "3"]']).replace("^C9", "^C99"),
        rubber_text("Orford", "Orford"),
    ]
    report = sender.send(club, "\n".join(texts).encode()).json()

    lines = lines_of(api, report)
    # The second is distinguished from the first by its place; the first is stored already.
    assert [line["fate"] for line in lines] == ["skipped", "confirmed", "draft", "held", "refused"]
    assert "L23" in lines[2]["reasons"][0]
    assert "E" in lines[3]["reasons"][0]
    assert ":" in lines[3]["reasons"][0].split(",")[0]
    assert lines[3]["held"] == HeldText.objects.get().public_id
    assert [each["fate"] for each in lines_of(api, report, "?fate=held")] == ["held"]
    assert problem(api.get(f"imports/{report['id']}/lines/?fate=gone"), 400, "invalid_parameter")


def test_conflict_is_named_to_who_may_settle_it(club: Club, api: Caller, sender: Sender) -> None:
    sender.send(club, one())
    report = sender.send(club, one(other_result(rubber_text()))).json()
    (line,) = lines_of(api, report)
    assert (line["fate"], line["conflict"]) == ("conflict", Conflict.objects.get().public_id)
    scorer = Caller(token_for(make_member(club, "scorer@example.org", role="scorer")))
    (line,) = lines_of(scorer, report)
    assert line["conflict"] is None


def test_lines_are_paged_by_their_number(club: Club, api: Caller, sender: Sender) -> None:
    texts = [rubber_text(tags=[f'[Table "{number}"]']) for number in range(3)]
    report = sender.send(club, "\n".join(texts).encode()).json()
    path: str | None = f"imports/{report['id']}/lines/?page_size=2&fields=index"
    numbers = []
    while path:
        page = api.get(path).json()
        numbers += [line["index"] for line in page["results"]]
        path = page["next"]
    assert numbers == [1, 2, 3]


def test_sent_again_with_its_key_it_is_done_once(club: Club, sender: Sender) -> None:
    first = sender.send(club, one(), key="k1")
    again = sender.send(club, one(), key="k1")
    assert again.json() == first.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert ImportReport.objects.count() == 1
    problem(sender.send(club, one(rubber_text("Wheble")), key="k1"), 422, "key_reused")


@pytest.mark.parametrize(
    "content",
    [b"", b"Dear Sir,\n", b"\xff\xfe\0\0", "\ufeff[EGN".encode("utf-16"), b"\0", b"PK\x03\x04" + bytes(99)],
)
def test_file_that_holds_no_rubber_is_refused(club: Club, sender: Sender, content: bytes) -> None:
    body = problem(sender.send(club, content), 422, "unreadable_file")
    assert body["errors"][0]["detail"]
    assert not ImportReport.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        one(rubber_text("Zo\0")),
        one(rubber_text("Zoë")).replace("ë".encode(), b"\xeb"),
        one()[:60],
        one().replace(b"Orford", b"O" * 5000),
        b'[EGN "1"]',
        b'[EGN "1"]\n' + b"[" * 10000,
    ],
    ids=["nul", "latin-1", "cut off", "long name", "head alone", "brackets"],
)
@pytest.mark.parametrize("trial", ["true", "false"])
def test_text_in_disorder_is_held_with_line_and_column(
    club: Club, api: Caller, sender: Sender, content: bytes, trial: str
) -> None:
    answer = sender.send(club, content, f"?trial={trial}")
    assert answer.status_code == 201, answer.content
    (line,) = lines_of(api, answer.json())
    assert line["fate"] == "held"
    assert line["reasons"][0].partition(" at ")[2].partition(",")[0].count(":") == 1


def test_what_is_too_large_is_refused(club: Club, sender: Sender, monkeypatch: pytest.MonkeyPatch) -> None:
    from matches.api.exchange import import_views

    monkeypatch.setattr(import_views, "MOST_UPLOAD_BYTES", 1000)
    monkeypatch.setattr(import_views.ImportsView, "most_bytes", 2000)
    problem(sender.send(club, one() + b" " * 1000), 413, "too_large")
    problem(sender.send(club, one() + b" " * 5000), 413, "too_large")
    assert import_uploads.MOST_UPLOAD_BYTES == 32 << 20


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("text/plain; charset=latin-1", 415, "unsupported_media_type"),
        ("application/xml", 415, "unsupported_media_type"),
        ("application/json", 400, "unreadable_body"),
        ("multipart/form-data", 400, "unreadable_body"),
        ("multipart/form-data; boundary=x", 422, "invalid"),
    ],
)
def test_body_of_another_kind_is_refused(
    club: Club, sender: Sender, kind: str, status: int, code: str
) -> None:
    problem(sender.send(club, one(), kind=kind), status, code)


@pytest.mark.parametrize("query", ["?trial=perhaps", "?source=" + "x" * 501, "?sorce=x", "?source=%00"])
def test_parameters_are_read_strictly(club: Club, sender: Sender, query: str) -> None:
    problem(sender.send(club, one(), query), 400, "invalid_parameter")


def test_source_is_shown_without_its_folders(club: Club, sender: Sender) -> None:
    name = "../Zoë 𝔄 \u202eabc.egn"
    assert sender.send(club, one(), f"?source={quote(name)}").json()["source"] == name[3:]
    assert sender.send(club, one(), "?source=/").json()["source"] == "-"


def test_import_of_no_club_is_not_there(api: Caller) -> None:
    report = ImportReport.objects.create(source="a.egn")
    for path in (f"imports/{report.public_id}/", f"imports/{report.public_id}/lines/"):
        problem(api.get(path), 404, "not_found")


def test_anonymous_body_is_not_read(club: Club) -> None:
    answer = Client().post(
        f"/api/v1/{path_of(club, 'imports')}", b"x" * 100_000, content_type="application/xml"
    )
    problem(answer, 401, "not_signed_in")


@pytest.mark.parametrize("count", [1, 3])
def test_lists_ask_the_same_for_one_row_and_for_three(
    club: Club, api: Caller, sender: Sender, django_assert_num_queries: Any, count: int
) -> None:
    texts = [rubber_text(tags=[f'[Table "{number}"]']) for number in range(count)]
    for _ in range(count):
        report = sender.send(club, "\n".join(texts).encode()).json()
    api.get("clubs/")
    with django_assert_num_queries(4):
        assert len(api.get(path_of(club, "imports")).json()["results"]) == count
    with django_assert_num_queries(6):
        assert len(lines_of(api, report)) == count
    with django_assert_num_queries(4):
        api.get(f"imports/{report['id']}/")


# Events


def planned_file(club: Club, api: Caller) -> tuple[str, bytes]:
    event = api.post(path_of(club, "events"), {"name": NAMES[0]}).json()["id"]
    api.post(
        "rubbers/",
        {
            "form": "egn",
            "club": club.public_id,
            "egn": rubber_text(*NAMES),
            "event": event,
            "players": [Player.objects.create(club=club, name=name).public_id for name in NAMES],
        },
    )
    answer = api.get(f"events/{event}/file/")
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == EVENT_MEDIA_TYPE
    return event, answer.content


@pytest.mark.parametrize("kind", [EVENT_MEDIA_TYPE, "application/json"])
def test_event_goes_from_club_to_club(
    club: Club, api: Caller, owner: User, sender: Sender, kind: str
) -> None:
    event, content = planned_file(club, api)
    page = Client()
    page.force_login(owner)
    assert page.get(f"/clubs/{club.slug}/events/{event}/file/").content == content
    other = make_club("garrick")
    he = Sender(make_member(other, "he@example.org", role="owner"))

    tried = he.send(other, content, "?trial=true", kind=kind, to="events/import")
    assert tried.status_code == 200, tried.content
    assert tried.json() == {
        "event": None,
        "name": tidy_name(NAMES[0]),
        "is_new": True,
        "is_trial": True,
        "rubbers": 1,
        "players": 2,
        "new_players": tried.json()["new_players"],
    }
    assert sorted(tried.json()["new_players"]) == sorted(NAMES)
    assert (other.events.count(), other.rubbers.count(), other.players.count()) == (0, 0, 1)

    taken = he.send(other, content, kind=kind, key="k", to="events/import")
    assert taken.status_code == 201, taken.content
    assert taken.json()["is_new"]
    assert taken.headers["Location"] == f"/api/v1/events/{taken.json()['event']}/"
    assert other.rubbers.count() == 1
    again = he.send(other, content, kind=kind, to="events/import")
    assert (again.status_code, again.json()["is_new"]) == (200, False)
    assert again.json()["event"] == taken.json()["event"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'"\\ud800"', b'{"format": "ecarte-event"}'])
def test_event_file_that_is_none_is_refused(club: Club, sender: Sender, content: bytes) -> None:
    answer = sender.send(club, content, kind="application/json", to="events/import")
    assert problem(answer, 422, "unreadable_file")["detail"]
    assert not Event.objects.exists()


def test_event_file_that_contradicts_itself_says_where(club: Club, api: Caller, sender: Sender) -> None:
    _event, content = planned_file(club, api)
    broken = content.replace(b'"rubber.entered"', b'"rubber.voided"')
    assert broken != content
    answer = sender.send(club, broken, kind="application/json", to="events/import")
    body = problem(answer, 422, "unreadable_file")
    assert body["errors"][0]["pointer"].startswith("/rubbers/0/log/0")


def test_event_file_is_unchanged_while_the_event_is(club: Club, api: Caller) -> None:
    event, _content = planned_file(club, api)
    path = f"events/{event}/file/"
    assert api.get(path, If_None_Match=api.tag(path)).status_code == 304
    outside = api.post(
        "rubbers/",
        {
            "form": "result",
            "club": club.public_id,
            "games_won": [2, 0],
            "players": [Player.objects.create(club=club, name=name).public_id for name in "XY"],
        },
    ).json()["event"]
    problem(api.get(f"events/{outside}/file/"), 404, "not_found")
