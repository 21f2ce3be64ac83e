"""Writes what a sitting has come to over its rows: the people, the games, the postings of its ledger.

Only rows that are others are touched. They are removed and inserted anew: nothing points at them, and places change
by exchanging, which row by row would collide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from django.utils import timezone

from matches.models import Player, Posting, Rubber, Sitting, SittingGame, SittingPerson
from matches.rubbers.live_news import announce_sitting
from matches.rules.sittings.state import SittingState
from matches.sittings.current_state import sitting_log
from matches.sittings.rows import (
    GAME_COLUMNS,
    PERSON_COLUMNS,
    POSTING_COLUMNS,
    SITTING_COLUMNS,
    Row,
    SittingRows,
    expected_sitting,
)

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


def locked_sitting(pk: int) -> Sitting:
    """The sitting as it is now, locked until the transaction ends.

    Locks are taken in the order club, rubber, sitting, event.
    """
    rows = Sitting.objects.select_related("club", "event").select_for_update(no_key=True, of=("self",))
    return rows.get(pk=pk)


def hold_sitting(pk: int) -> None:
    """Lock the sitting until the transaction ends, and read nothing of it: of a long evening it is much."""
    list(Sitting.objects.select_for_update(no_key=True).filter(pk=pk).values_list("pk"))


def follow_rubber(before: Rubber, rubber: Rubber) -> None:
    """Derive the sitting anew whose game ``rubber`` is, where its change from ``before`` can mean something to it.

    Deals that are recorded mean nothing, and then nothing is asked. The caller holds the rubber's lock.
    """
    if _told_of(before) == _told_of(rubber):
        return
    pk = SittingGame.objects.filter(rubber=rubber).values_list("sitting", flat=True).first()
    if pk is not None:
        write_sitting(locked_sitting(pk))


def _told_of(rubber: Rubber) -> tuple[object, ...]:
    return rubber.state, rubber.winner, rubber.player_a_id, rubber.player_b_id


def write_sitting(sitting: Sitting, state: SittingState | None = None) -> SittingState:
    """Make the rows of a locked sitting what its log and its rubbers say; what that is.

    ``state`` is that where the caller has it.
    """
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
    """What is stored of it now."""
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
    gone, new = _changed(stored, expected)
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
    gone, new = _changed(stored, expected)
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
    gone, new = _changed(stored, expected)
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


def _changed(stored: Mapping[Key, Row], expected: Mapping[Key, Row]) -> tuple[list[Key], list[Key]]:
    """Which rows are to be removed, and which inserted: one that is another is both."""
    gone = [key for key, row in stored.items() if expected.get(key) != row]
    return gone, [key for key, row in expected.items() if stored.get(key) != row]


def _keys_of_players(public_ids: Sequence[str] | set[str]) -> dict[str, int]:
    if not public_ids:
        return {}
    return dict(Player.objects.filter(public_id__in=public_ids).values_list("public_id", "pk"))
