"""The record of a rubber whose result alone is another: where it was played, when and by which rules stays as it is."""

from __future__ import annotations

from dataclasses import replace

from matches.events.errors import UnsoundResultError
from matches.events.results import WrittenResult
from matches.models import Rubber
from matches.rubbers.build_record import corrected_result, result_record, tags_of
from matches.rubbers.prepare_record import stored_record
from scoring import record as scored
from scoring.notation import read_one


def record_with_result(rubber: Rubber, result: WrittenResult) -> scored.Rubber:
    """The stored record (event and club loaded) with this result in the place of its own.

    Raises ``UnsoundResultError`` for figures that would stay a draft, and ``RecordError``.
    """
    base = read_one(rubber.egn)
    names = (base.tag("A") or "A", base.tag("B") or "B")
    tags = tags_of(
        names,
        replace(base.rules, termination=result.termination),
        event=rubber.event.name,
        date=base.tag("Date") or "",
        round_label=base.tag("Round") or "",
        table=base.tag("Table") or "",
        winner=result.winner,
    )
    written = result_record(tags, games=result.games, games_won=result.games_won)
    record = corrected_result(base, written)
    stored = stored_record(record, event_name=rubber.event.name, club_name=rubber.club.name)
    if not stored.checked.is_clean:
        raise UnsoundResultError
    return record
