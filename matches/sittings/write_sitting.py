"""Write a sitting's state to its rows (people, games and postings), and compare stored rows with the log.

Only changed rows are touched. They are deleted and inserted again: nothing references them, and updating one
row at a time would violate a constraint when two people swap positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from django.db import transaction
from django.utils import timezone

from matches.common.hooks import RubberChange
from matches.common.log import SITTING_FACTS
from matches.models import Club, Event, LogEntry, Player, Posting, Rubber, Sitting, SittingGame, SittingPerson
from matches.rubbers.live_news import announce_sitting
from matches.rules.sittings.rows import (
    GAME_COLUMNS,
    PERSON_COLUMNS,
    POSTING_COLUMNS,
    SITTING_COLUMNS,
    Row,
    SittingRows,
    expected_sitting,
)
from matches.rules.sittings.state import SittingState
from matches.sittings.sitting_state import sitting_log

Key = TypeVar("Key")
PERSON_READ: Final = ("player__public_id", *PERSON_COLUMNS)
GAME_READ: Final = (
    "number",
    "player_a__public_id",
    "player_b__public_id",
    "rubber__public_id",
    "winner",
    "chouette",
)
POSTING_READ: Final = ("position", "entry", "game", "player__public_id", "amount", "why")


def insert_sitting(
    public_id: str, payload: Mapping[str, Any], *, club: Club, event: Event | None, at: datetime
) -> Sitting:
    """Insert a sitting's row from the payload of its first log entry. Columns computed from the log stay empty."""
    return Sitting.objects.create(
        public_id=public_id,
        club=club,
        event=event,
        kind=payload["kind"],
        name=payload["name"],
        currency=payload["currency"],
        date=payload["date"],
        opened_at=at,
        changed_at=at,
    )


def locked_sitting(pk: int) -> Sitting:
    """Return the sitting's row, locked until the transaction ends. The order of locks: club, rubber, sitting, event."""
    rows = Sitting.objects.select_related("club", "event").select_for_update(no_key=True, of=("self",))
    return rows.get(pk=pk)


def follow_rubber(change: RubberChange) -> None:
    """Update the sitting of a changed and locked rubber, if its result changed."""
    if _result_columns(change.before) == _result_columns(change.after):
        return
    pk = SittingGame.objects.filter(rubber=change.after).values_list("sitting", flat=True).first()
    if pk is not None:
        write_sitting(locked_sitting(pk))


def _result_columns(rubber: Rubber) -> tuple[object, ...]:
    return rubber.state, rubber.winner, rubber.player_a_id, rubber.player_b_id


def write_sitting(sitting: Sitting, state: SittingState | None = None) -> SittingState:
    """Update a locked sitting's rows, and return its state: ``state``, or with None the one derived here."""
    state = sitting_log(sitting).state if state is None else state
    expected, stored = expected_sitting(state), stored_sitting(sitting)
    if expected != stored:
        _write_people(sitting, stored.people, expected.people)
        _write_games(sitting, stored.games, expected.games)
        _write_postings(sitting, stored.postings, expected.postings)
        _write_own(sitting, expected.sitting)
        announce_sitting(sitting)
    return state


def stored_sitting(sitting: Sitting) -> SittingRows:
    """Return the sitting's stored rows in the form in which ``expected_sitting`` computes them."""
    people = SittingPerson.objects.filter(sitting=sitting).values_list(*PERSON_READ)
    games = SittingGame.objects.filter(sitting=sitting).values_list(*GAME_READ)
    postings = Posting.objects.filter(sitting=sitting).values_list(*POSTING_READ)
    return SittingRows(
        sitting=tuple(getattr(sitting, column) for column in SITTING_COLUMNS),
        people={player: tuple(row) for player, *row in people},
        games={number: tuple(row) for number, *row in games},
        postings={position: tuple(row) for position, *row in postings},
    )


def _write_own(sitting: Sitting, expected: Row) -> None:
    columns = dict(zip(SITTING_COLUMNS, expected, strict=True))
    columns |= {"rows_version": sitting.rows_version + 1, "changed_at": timezone.now()}
    for column, value in columns.items():
        setattr(sitting, column, value)
    sitting.save(update_fields=list(columns))


def _write_people(sitting: Sitting, stored: Mapping[str, Row], expected: Mapping[str, Row]) -> None:
    gone, new = _changed_keys(stored, expected)
    SittingPerson.objects.filter(sitting=sitting, player__public_id__in=gone).delete()
    keys = _keys_of_players(new)
    SittingPerson.objects.bulk_create(
        SittingPerson(
            sitting=sitting,
            player_id=keys[player],
            **dict(zip(PERSON_COLUMNS, expected[player], strict=True)),
        )
        for player in new
    )


def _write_games(sitting: Sitting, stored: Mapping[int, Row], expected: Mapping[int, Row]) -> None:
    gone, new = _changed_keys(stored, expected)
    SittingGame.objects.filter(sitting=sitting, number__in=gone).delete()
    rows = {number: dict(zip(GAME_COLUMNS, expected[number], strict=True)) for number in new}
    players = _keys_of_players({row[side] for row in rows.values() for side in ("player_a", "player_b")})
    named = [row["rubber"] for row in rows.values()]
    rubbers = dict(Rubber.objects.filter(public_id__in=named).values_list("public_id", "pk"))
    SittingGame.objects.bulk_create(
        SittingGame(
            sitting=sitting,
            number=number,
            player_a_id=players[row["player_a"]],
            player_b_id=players[row["player_b"]],
            rubber_id=rubbers.get(row["rubber"]),
            winner=row["winner"],
            chouette=row["chouette"],
        )
        for number, row in rows.items()
    )


def _write_postings(sitting: Sitting, stored: Mapping[int, Row], expected: Mapping[int, Row]) -> None:
    gone, new = _changed_keys(stored, expected)
    Posting.objects.filter(sitting=sitting, position__in=gone).delete()
    rows = {position: dict(zip(POSTING_COLUMNS, expected[position], strict=True)) for position in new}
    players = _keys_of_players({row["player"] for row in rows.values() if row["player"] is not None})
    Posting.objects.bulk_create(
        Posting(
            sitting=sitting,
            position=position,
            entry=row["entry"],
            game=row["game"],
            player_id=None if row["player"] is None else players[row["player"]],
            amount=row["amount"],
            why=row["why"],
        )
        for position, row in rows.items()
    )


def _changed_keys(stored: Mapping[Key, Row], expected: Mapping[Key, Row]) -> tuple[list[Key], list[Key]]:
    """Return the keys of rows to delete and of rows to insert. A changed row is in both."""
    gone = [key for key, row in stored.items() if expected.get(key) != row]
    return gone, [key for key, row in expected.items() if stored.get(key) != row]


def _keys_of_players(public_ids: Sequence[str] | set[str]) -> dict[str, int]:
    if not public_ids:
        return {}
    return dict(Player.objects.filter(public_id__in=public_ids).values_list("public_id", "pk"))


def sitting_differences(*, write: bool) -> Iterator[tuple[str, str]]:
    """Yield each difference between the stored rows of a sitting and the rows computed from its log.

    A difference is a pair: the name of the sitting's log stream and an English text. If ``write`` is set, the rows
    are corrected. Compare and correct the rows of rubbers first, because the results of games are read from them.
    """
    opened = LogEntry.objects.filter(kind=SITTING_FACTS["opened"]).order_by("pk")
    for entry in opened.iterator():
        for what in _differences_of(entry, write=write):
            yield entry.stream, what


@transaction.atomic
def _differences_of(entry: LogEntry, *, write: bool) -> list[str]:
    """Return how the stored sitting differs from its log. With ``write``, write it again."""
    public_id = entry.stream.partition(":")[2]
    pk = Sitting.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
    if pk is None:
        if write:
            club, event = _club_and_event(entry)
            write_sitting(insert_sitting(public_id, entry.payload, club=club, event=event, at=entry.at))
        return ["is not stored"]
    row = locked_sitting(pk)
    differences = [
        *_head_differences(row, entry),
        *_differences(stored_sitting(row), expected_sitting(sitting_log(row).state)),
    ]
    if differences and write:
        club, event = _club_and_event(entry)
        Sitting.objects.filter(pk=pk).update(club=club, event=event)
        write_sitting(locked_sitting(pk))
    return differences


def _club_and_event(entry: LogEntry) -> tuple[Club, Event | None]:
    club = Club.objects.get(public_id=entry.payload["club"])
    return club, Event.objects.filter(public_id=entry.payload["event"]).first()


def _head_differences(row: Sitting, entry: LogEntry) -> Iterator[str]:
    stored = (row.club.public_id, "" if row.event is None else row.event.public_id)
    expected = (entry.payload["club"], entry.payload["event"])
    if stored != expected:
        yield f"club and event are {stored!r}, the log says {expected!r}"


def _differences(stored: SittingRows, expected: SittingRows) -> Iterator[str]:
    for column, there, given in zip(SITTING_COLUMNS, stored.sitting, expected.sitting, strict=True):
        if there == given:
            continue
        # A whole state would fill the screen.
        is_long = column == "state"
        yield f"{column} is another" if is_long else f"{column} is {there!r}, the log gives {given!r}"
    yield from _row_differences("person", stored.people, expected.people)
    yield from _row_differences("game", stored.games, expected.games)
    yield from _row_differences("posting", stored.postings, expected.postings)


def _row_differences(what: str, stored: Mapping[Any, Row], expected: Mapping[Any, Row]) -> Iterator[str]:
    for key in dict.fromkeys((*expected, *stored)):
        if stored.get(key) != expected.get(key):
            yield f"{what} {key} is {stored.get(key)!r}, the log gives {expected.get(key)!r}"
