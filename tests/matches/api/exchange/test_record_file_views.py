"""Exports of records: every format, the rubbers included, the filters and the next page."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import zipfile
from typing import Any, Final

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.api.exchange import record_file_views
from matches.common.csv_cells import GUARD
from matches.exchange.exports import select_rubbers as batches
from matches.exchange.exports import writers
from matches.exchange.exports.select_rubbers import exported_rubbers, rubbers_to_export
from matches.exchange.exports.send import MOST_A_PERSON, MOST_A_PROCESS
from matches.models import Club, Event, Player, Rubber, User
from tests.factories.clubs import make_club
from tests.matches.api.calling import Answer, Caller, path_of, problem, token_for
from tests.matches.api.shared_scene import People, made_once, people_of
from tests.matches.pages.records import import_text, make_member, review, text

__all__ = ["made_once"]
pytestmark = [pytest.mark.django_db, pytest.mark.core]

FORMS: Final = {
    "egn": "text/vnd.ecarte.egn; charset=utf-8",
    "json": "application/json",
    "ndjson": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
NAMES: Final = ("Zoë 𝔄 \u202eabc", "O'Brien; =1+1", "=SUM(A1)", "'tis", "＋49 30", '"Q", so', "-3", "Ann")


def got(answer: Answer) -> bytes:
    assert answer.status_code == 200, "" if answer.streaming else answer.content
    return bytes(answer.getvalue())


def lines_of(content: bytes) -> list[Any]:
    return [json.loads(line) for line in content.splitlines()]


def rows_of(content: bytes) -> list[dict[str, str]]:
    """Return the rows, read as docs/howto/season-in-a-spreadsheet.md describes."""
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    return [{name: cell.removeprefix(GUARD) for name, cell in row.items()} for row in rows]


def sheets_of(content: bytes) -> dict[str, list[list[str]]]:
    """Return the cells of each sheet as they are shown, by its name."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        names = re.findall(r'<sheet name="([^"]*)"', book.read("xl/workbook.xml").decode())
        numbers = range(1, len(names) + 1)
        sheets = [book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in numbers]
    assert not any("<f>" in sheet for sheet in sheets)
    return {
        name: [_cells(row) for row in sheet.split("<row ")[1:]]
        for name, sheet in zip(names, sheets, strict=True)
    }


def _cells(row: str) -> list[str]:
    return [html.unescape(cell) for cell in re.findall(r"<(?:t|v)(?: [^>]*)?>([^<]*)<", row)]


def season(club: Club, *days: str, event: str = "Autumn Cup", **names: str) -> list[Rubber]:
    """Return rubbers of two deals, one on each of these days."""
    tags = [f'[Event "{event}"]\n[Date "{day}"]\n' for day in days]
    return import_text(club, *(text(**names).replace('[A "', f'{tag}[A "', 1) for tag in tags))


def file_of(club: Club, form: str) -> str:
    return f"clubs/{club.public_id}/export.{form}"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_by_the_end_of_the_address_and_by_accept(api: Caller, rubber: Rubber, form: str) -> None:
    media_type = FORMS[form].partition(";")[0]
    for path in (path_of(rubber.club), f"events/{rubber.event.public_id}/", path_of(rubber.player_a)):
        by_name = api.get(f"{path}export.{form}")
        by_accept = api.get(f"{path}export", Accept=media_type)
        assert by_name.headers["Content-Type"] == by_accept.headers["Content-Type"] == FORMS[form]
        assert by_name.headers["Content-Disposition"].endswith(f'.{form}"')
        one, other = got(by_name), got(by_accept)
        assert one == other if form != "xlsx" else sheets_of(one) == sheets_of(other)


def test_without_a_wish_it_is_json_and_another_is_406(api: Caller, club: Club) -> None:
    path = f"clubs/{club.public_id}/export"
    assert json.loads(got(api.get(path))) == {"rubbers": []}
    problem(api.get(path, Accept="image/png"), 406, "not_acceptable")
    problem(api.get(f"{path}.csv", Accept="image/png"), 406, "not_acceptable")


def test_egn_is_what_the_command_writes(api: Caller, club: Club) -> None:
    season(club, "2026.11.14", "2026.11.15", "2026.11.16")
    rubbers = rubbers_to_export(club=club)
    assert got(api.get(file_of(club, "egn"))).decode() == "".join(exported_rubbers(rubbers))
    with_ids = got(api.get(f"{file_of(club, 'egn')}?ids=true")).decode()
    assert with_ids == "".join(exported_rubbers(rubbers, with_ids=True))


def test_json_of_a_rubber_is_the_apis_own(api: Caller, anybody: Caller, rubber: Rubber) -> None:
    body = json.loads(got(anybody.get(f"rubbers/{rubber.public_id}.json")))
    games = body.pop("games")
    assert body == api.get(path_of(rubber)).json()
    deals = games[0].pop("deals")
    assert games == api.get(path_of(rubber, "games")).json()["results"]
    assert deals == api.get(path_of(rubber, "deals")).json()["results"]


def test_json_and_lines_have_the_same_rubbers(api: Caller, club: Club) -> None:
    season(club, "2026.11.14", "2026.11.15")
    document = json.loads(got(api.get(file_of(club, "json"))))
    lines = lines_of(got(api.get(file_of(club, "ndjson"))))
    assert document == {"rubbers": lines}
    assert len(lines) == 2


def test_names_come_back_from_every_form_as_they_went_in(api: Caller, club: Club) -> None:
    rubbers = import_text(club, *(text(f"Player {number}") for number in range(len(NAMES))))
    for rubber, name in zip(rubbers, NAMES, strict=True):
        Player.objects.filter(pk=rubber.player_a_id).update(name=name)
    lines = lines_of(got(api.get(file_of(club, "ndjson"))))
    assert [line["players"]["A"]["name"] for line in lines] == [*NAMES]
    assert [row["name_a"] for row in rows_of(got(api.get(file_of(club, "csv"))))] == [*NAMES]
    deals = rows_of(got(api.get(f"{file_of(club, 'csv')}?what=deals")))
    assert [row["name_a"] for row in deals] == [name for name in NAMES for _deal in range(2)]
    rows = sheets_of(got(api.get(file_of(club, "xlsx"))))["Rubbers"][1:]
    assert [name in row for name, row in zip(NAMES, rows, strict=True)] == [True] * len(NAMES)


def test_no_cell_begins_a_formula(api: Caller, club: Club) -> None:
    (rubber,) = season(club, "2026.11.14")
    Player.objects.filter(pk=rubber.player_a_id).update(name="=cmd|' /C calc'!A0")
    content = got(api.get(file_of(club, "csv"))).decode("utf-8-sig")
    assert "'=cmd|' /C calc'!A0" in next(csv.reader(io.StringIO(content.split("\r\n")[1])))


def test_rows_of_csv_are_rubbers_games_or_deals(api: Caller, club: Club) -> None:
    season(club, "2026.11.14", "2026.11.15")
    path = file_of(club, "csv")
    rubbers, games, deals = (
        rows_of(got(api.get(f"{path}?what={what}"))) for what in ("rubbers", "games", "deals")
    )
    assert [len(rows) for rows in (rubbers, games, deals)] == [2, 2, 4]
    rubber, game, deal = rubbers[0], games[0], deals[0]
    assert (rubber["winner"], rubber["games_won_b"], rubber["date"]) == ("B", "1", "2026.11.14")
    assert (game["points_a"], game["points_b"], game["winner"]) == ("0", "5", "B")
    assert (deal["marks_a"], deal["marks_b"], deal["score_b"]) == ("0", "3", "3")
    assert {row["rubber"] for row in deals} == set(Rubber.objects.values_list("public_id", flat=True))


def test_spreadsheet_has_its_three_sheets(api: Caller, club: Club) -> None:
    season(club, "2026.11.14", "2026.11.15")
    sheets = sheets_of(got(api.get(file_of(club, "xlsx"))))
    assert {name: len(rows) for name, rows in sheets.items()} == {"Rubbers": 3, "Games": 3, "Deals": 5}


def test_full_sheet_goes_on_in_another(api: Caller, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "MOST_ROWS", 3)
    season(club, "2026.11.14", "2026.11.15", "2026.11.16")
    sheets = sheets_of(got(api.get(file_of(club, "xlsx"))))
    assert {name: len(rows) for name, rows in sheets.items() if not name.startswith("Games")} == {
        "Rubbers": 3, "Rubbers 2": 2, "Deals": 3, "Deals 2": 3, "Deals 3": 3,
    }  # fmt: skip


def test_long_spreadsheet_has_to_be_prepared(
    api: Caller, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    season(club, "2026.11.14", "2026.11.15")
    monkeypatch.setattr(writers, "MOST_DEALS_AT_ONCE", 3)
    monkeypatch.setattr(record_file_views, "MOST_DEALS_AT_ONCE", 3)
    body = problem(api.get(file_of(club, "xlsx")), 409, "conflict")
    assert "more than 3 deals" in body["detail"]
    assert api.get(file_of(club, "xlsx"), Prefer="respond-async").status_code == 202


def test_season_has_what_was_played_in_it(api: Caller, club: Club) -> None:
    Club.objects.update(season_month=9)
    inside, *_others = season(club, "2026.11.14", "2026.08.31", "2027.09.01")
    path = f"clubs/{club.public_id}/seasons/"
    assert [line["id"] for line in lines_of(got(api.get(f"{path}2026/export.ndjson")))] == [inside.public_id]
    assert lines_of(got(api.get(f"{path}1999/export.ndjson"))) == []
    for year in ("0", "1", "9999", "99999999999999999999"):
        problem(api.get(f"{path}{year}/export.ndjson"), 404, "not_found")


@pytest.fixture(scope="module")
def four(made_once: None) -> tuple[People, list[Rubber]]:
    """Return a club with three rubbers of one event, and one of another on an unknown day."""
    people = people_of("lyceum")
    rubbers = season(people.club, "2026.11.14", "2026.11.15", "2026.11.16")
    return people, rubbers + season(people.club, "2026.??.??", event="Late Cup")


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("date_from=2026-11-15", [1, 2]),
        ("date_to=2026-11-15", [0, 1]),
        ("date_from=2026-11-15&date_to=2026-11-15", [1]),
        ("state=confirmed", [0, 1, 2, 3]),
        ("state=draft", []),
        ("depth=play", [0, 1, 2, 3]),
        ("variant=triomphe", []),
        ("event={event}", [3]),
        ("player={player}", [0, 1, 2, 3]),
        ("player={player}&opponent={stranger}", []),
    ],
)
def test_filters_narrow(four: tuple[People, list[Rubber]], query: str, kept: list[int]) -> None:
    people, rubbers = four
    stranger = Player.objects.create(club=people.club, name="He")
    parameters = query.format(
        event=rubbers[3].event.public_id, player=rubbers[0].player_a.public_id, stranger=stranger.public_id
    )
    lines = lines_of(got(people.caller().get(f"{file_of(people.club, 'ndjson')}?{parameters}")))
    assert [line["id"] for line in lines] == [rubbers[number].public_id for number in kept]


@pytest.mark.parametrize(
    ("form", "query", "parameter"),
    [
        ("egn", "state=live", "state"),
        ("egn", "date_from=yesterday", "date_from"),
        ("egn", "event=%00", "event"),
        ("egn", "of=me", "of"),
        ("egn", "what=deals", "what"),
        ("csv", "what=tricks", "what"),
        ("csv", "ids=true", "ids"),
        ("json", "after=00000000000000", "after"),
        ("xlsx", "after=00000000000000", "after"),
        ("ndjson", "after=00000000000000", "after"),
        ("ndjson", "annotated=true", "annotated"),
    ],
)
def test_parameter_that_makes_no_sense_is_told(
    api: Caller, club: Club, form: str, query: str, parameter: str
) -> None:
    body = problem(api.get(f"{file_of(club, form)}?{query}"), 400, "invalid_parameter")
    assert body["errors"][0]["parameter"] == parameter


@pytest.mark.parametrize("form", ["egn", "ndjson", "csv"])
def test_goes_on_behind_the_last_rubber_that_came_whole(
    api: Caller, club: Club, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "ROWS_AT_A_TIME", 2)
    rubbers = season(club, *(f"2026.11.{day}" for day in range(10, 15)))
    whole = got(api.get(file_of(club, form)))
    for number, last in enumerate(rubbers, start=1):
        rest = got(api.get(f"{file_of(club, form)}?after={last.public_id}"))
        assert whole.endswith(rest)
        assert rest.count(b"2026.11.1") == (len(rubbers) - number)


def test_what_comes_in_meanwhile_comes_at_the_end(
    api: Caller, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "ROWS_AT_A_TIME", 1)
    season(club, "2026.11.14", "2026.11.15")
    pieces = iter(api.get(file_of(club, "ndjson")))
    first = next(pieces)
    (late,) = season(club, "2026.01.01")
    lines = lines_of(first + b"".join(pieces))
    assert len(lines) == 3
    assert lines[-1]["id"] == late.public_id


def test_live_rubber_is_left_out_and_has_no_file(api: Caller, club: Club) -> None:
    live, over = season(club, "2026.11.14", "2026.11.15")
    Rubber.objects.filter(pk=live.pk).update(state=Rubber.State.LIVE)
    assert [line["id"] for line in lines_of(got(api.get(file_of(club, "ndjson"))))] == [over.public_id]
    problem(api.get(f"rubbers/{live.public_id}.json"), 404, "not_found")


def test_forgotten_person_has_no_name(api: Caller, club: Club) -> None:
    (rubber,) = season(club, "2026.11.14")
    Player.objects.filter(pk=rubber.player_a_id).update(name="")
    assert lines_of(got(api.get(file_of(club, "ndjson"))))[0]["players"]["A"]["name"] is None
    assert rows_of(got(api.get(file_of(club, "csv"))))[0]["name_a"] == ""
    assert '[A "?"]' in got(api.get(file_of(club, "egn"))).decode()
    problem(api.get(f"players/{rubber.player_a.public_id}/export"), 404, "not_found")


def test_verdicts_are_those_that_the_asker_may_read(club: Club, rubber: Rubber) -> None:
    review(rubber, [{"player": "B"}])
    member = Caller(token_for(make_member(club)))
    plain = got(member.get(file_of(club, "egn")))
    assert got(member.get(f"{file_of(club, 'egn')}?annotated=true")) == plain
    Club.objects.update(reviews_open=True)
    annotated = got(member.get(f"{file_of(club, 'egn')}?annotated=true"))
    assert annotated != plain
    assert annotated == member.get(f"rubbers/{rubber.public_id}.egn?annotated=true").content
    with_ids = got(member.get(f"{file_of(club, 'egn')}?annotated=true&ids=true")).decode()
    assert f'[RubberId "{rubber.public_id}"]' in with_ids


def test_player_takes_out_his_own_from_every_club_and_others_those_of_theirs(club: Club) -> None:
    (here,) = season(club, "2026.11.14")
    elsewhere = make_club("garrick", is_public=True)
    himself = User.objects.create_user("boiteau@example.org")
    Player.objects.filter(pk=here.player_a_id).update(user=himself)
    (there,) = season(elsewhere, "2026.11.15")
    Rubber.objects.filter(pk=there.pk).update(player_a=here.player_a)
    path = f"players/{here.player_a.public_id}/export.ndjson"
    own = lines_of(got(Caller(token_for(himself)).get(path)))
    member = lines_of(got(Caller(token_for(make_member(club))).get(path)))
    assert [line["id"] for line in own] == [here.public_id, there.public_id]
    assert [line["id"] for line in member] == [here.public_id]


def test_head_has_what_get_has_and_keeps_no_place(api: Caller, rubber: Rubber) -> None:
    for _ in range(MOST_A_PROCESS + 1):
        answer = api.send("HEAD", file_of(rubber.club, "egn"))
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == FORMS["egn"]


def test_nobody_has_more_than_a_few_files_on_their_way(api: Caller, rubber: Rubber) -> None:
    path = file_of(rubber.club, "egn")
    on_their_way = [api.get(path) for _ in range(MOST_A_PERSON)]
    answer = api.get(path)
    problem(answer, 429, "too_many_streams")
    assert int(answer.headers["Retry-After"]) > 0
    assert got(on_their_way[0])
    assert got(api.get(path))


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("form", "queries"), [("egn", 6), ("json", 8), ("ndjson", 8), ("csv", 6), ("xlsx", 9)]
)
def test_asks_the_same_whatever_there_is(
    api: Caller,
    club: Club,
    django_assert_num_queries: DjangoAssertNumQueries,
    rows: int,
    form: str,
    queries: int,
) -> None:
    season(club, *(f"2026.11.{day}" for day in range(10, 10 + rows)))
    api.get("clubs/")
    with django_assert_num_queries(queries):
        got(api.get(file_of(club, form)))


def test_file_of_an_event_is_called_by_it(api: Caller, rubber: Rubber) -> None:
    Event.objects.filter(pk=rubber.event_id).update(name="L'Été à Évian")
    answer = api.get(f"events/{rubber.event.public_id}/export.csv")
    assert "portland-lete-a-evian-20" in answer.headers["Content-Disposition"]
