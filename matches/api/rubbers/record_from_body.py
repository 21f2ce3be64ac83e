"""From the body of a request to the record that it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.models import Player
from matches.rubbers.build_record import live_record, result_record, tags_of
from matches.rubbers.errors import HeldRecordError
from matches.rubbers.prepare_record import faults_of
from scoring.check import check_rubber
from scoring.notation import read_one, read_text, write_rubber
from scoring.record import Rubber, Rules


def record_of_text(text: str) -> Rubber:
    """The one rubber that ``text`` holds.

    Raises ``NotationError``, and ``HeldRecordError`` with its faults placed in the text.
    """
    record = read_one(text)
    read = next(read_text(text))
    faults = faults_of(check_rubber(record, line=read.line, locate=read.locate))
    if faults:
        raise HeldRecordError(faults)
    return record


def record_of_result(asked: Mapping[str, Any], players: tuple[Player, Player], event: str) -> Rubber:
    games = [(first, second) for first, second in asked.get("games", [])]
    won = asked.get("games_won")
    tags = _tags(asked, players, event, winner=asked.get("winner", ""))
    return _written(result_record(tags, games=games, games_won=(won[0], won[1]) if won else None))


def record_of_opening(asked: Mapping[str, Any], players: tuple[Player, Player], event: str) -> Rubber:
    return _written(live_record(_tags(asked, players, event)))


def _tags(
    asked: Mapping[str, Any], players: tuple[Player, Player], event: str, *, winner: str = ""
) -> dict[str, str]:
    rules = Rules(
        best_of=asked["best_of"],
        reckoning=asked["reckoning"],
        rubber_bonus=asked["rubber_bonus"],
        cut=asked["cut"],
        code=asked["code"],
        variant=asked["variant"],
        termination=asked.get("termination", "normal"),
    )
    return tags_of(
        (players[0].name or "A", players[1].name or "B"),
        rules,
        event=event,
        date=asked["date"],
        round_label=asked["round"],
        table=asked["table"],
        winner=winner,
    )


def _written(record: Rubber) -> Rubber:
    """The record as the notation reads it. Raises ``NotationError`` where a value is none that a tag may have."""
    return read_one(write_rubber(record))
