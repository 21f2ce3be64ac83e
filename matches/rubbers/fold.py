"""Fold the entries of a rubber's stream into the rubber's current content. All functions here are pure.

Entries are not validated here: before one is appended, ``matches.rubbers.states`` decides whether it may
follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from matches.common.log import (
    RUBBER_CLOSED,
    RUBBER_CONFIRMED,
    RUBBER_CORRECTED,
    RUBBER_CUT_RECORDED,
    RUBBER_DEAL_RECORDED,
    RUBBER_DEAL_UNDONE,
    RUBBER_DISPUTED,
    RUBBER_REPORT_CHANGED,
    RUBBER_REPORT_WITHDRAWN,
    RUBBER_REPORTED,
    RUBBER_VOIDED,
    CutRecorded,
    DealRecorded,
    Entry,
    ReportChanged,
    RoundMeant,
    RubberBegun,
    RubberConfirmed,
    RubberCorrected,
    RubberDisputed,
    RubberEnded,
    Seat,
)
from matches.rubbers.states import SETTLED, STATE_AFTER, State
from scoring.check import check_rubber
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.notation import read_one, write_rubber
from scoring.notation.tags import sort_tags
from scoring.notation.tokens import UNFINISHED
from scoring.record import Ending, Rubber

PLAYING: Final = frozenset({RUBBER_CUT_RECORDED, RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE})
"""The kinds of log entry that record the play of a live rubber. The rubber stays live after them."""
TAGS_OF_THE_END: Final = ("Termination", "Winner", "Result", "Points")
_OTHER_SIDE: Final[dict[Seat, Seat]] = {"A": "B", "B": "A", "": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class RubberNow:
    """The state of a rubber after its log entries. ``event``, ``a`` and ``b`` are public ids.

    ``egn`` has no names. ``state`` is the one to which the entries lead; with blocking findings, the rubber
    is stored as a draft instead. ``checks`` is the version of the checks for the record, from the entry that
    has it. ``round`` is the round that was meant by the record's tag ``Round``, None if the tag is its label.
    """

    public_id: str
    identity: str
    event: str
    a: str
    b: str
    egn: str
    checks: int
    state: State
    reported_by: Seat
    is_agreed: bool
    version: int
    entered_at: datetime
    changed_at: datetime
    round: RoundMeant | None = None


def fold_rubber(entries: Sequence[Entry]) -> RubberNow:
    """Return the state of a rubber after ``entries``, the first entries of its stream, in order, at least one."""
    now = _first_state(entries[0])
    if len(entries) == 1:
        return now
    live = _LiveText(now.egn, now.checks)
    for entry in entries[1:]:
        if entry.kind in PLAYING:
            live.apply(entry)
        else:
            now = _apply_entry(now, entry, live)
    if now.state != "live":
        return now
    last = entries[-1]
    return replace(now, egn=live.text, checks=live.checks, version=last.version, changed_at=last.at)


def _first_state(entry: Entry) -> RubberNow:
    payload: RubberBegun = entry.payload
    return RubberNow(
        public_id=entry.subject,
        identity=payload["identity"],
        event=payload["event"],
        a=payload["a"],
        b=payload["b"],
        egn=payload["egn"],
        checks=payload.get("checks", FIRST_CHECKS),
        state=STATE_AFTER[entry.kind],
        reported_by=payload.get("by", ""),
        is_agreed=False,
        version=entry.version,
        entered_at=entry.at,
        changed_at=entry.at,
        round=payload.get("round"),
    )


def _apply_entry(now: RubberNow, entry: Entry, live: _LiveText) -> RubberNow:
    """Return the rubber after ``entry``, which is none of ``PLAYING``: those only change the text in ``live``."""
    after = replace(
        now,
        state=STATE_AFTER[entry.kind],
        version=entry.version,
        changed_at=entry.at,
        reported_by="",
        is_agreed=False,
    )
    if entry.kind in (RUBBER_CLOSED, RUBBER_REPORTED):
        ended: RubberEnded = entry.payload
        checks = ended.get("checks", FIRST_CHECKS)
        egn = ended.get("egn") or ended_text(live.text, ended, checks)
        after = replace(after, egn=egn, checks=checks, reported_by=ended.get("by", ""))
    elif entry.kind == RUBBER_CONFIRMED:
        confirmed: RubberConfirmed = entry.payload
        sides = {now.reported_by, confirmed.get("by", "")}
        after = replace(after, is_agreed=sides == {"A", "B"})
    elif entry.kind == RUBBER_DISPUTED:
        disputed: RubberDisputed = entry.payload
        after = replace(after, reported_by=_OTHER_SIDE[disputed["by"]])
    elif entry.kind == RUBBER_CORRECTED:
        after = _apply_correction(after, entry.payload)
    elif entry.kind == RUBBER_REPORT_CHANGED:
        changed: ReportChanged = entry.payload
        after = replace(
            after,
            egn=changed["egn"],
            checks=changed.get("checks", FIRST_CHECKS),
            identity=changed.get("identity", now.identity),
            reported_by=now.reported_by,
            round=changed.get("round", now.round),
        )
    elif entry.kind in (RUBBER_VOIDED, RUBBER_REPORT_WITHDRAWN):
        if now.state == "live":
            # A rubber that is declared void while it is played keeps the deals so far.
            after = replace(after, egn=live.text, checks=live.checks)
    else:
        raise ValueError(f"{entry.kind!r} begins a stream, or has no place in the fold of a rubber")
    return after


def _apply_correction(now: RubberNow, payload: RubberCorrected) -> RubberNow:
    stays = "event" not in payload
    return replace(
        now,
        round=payload.get("round", now.round if stays else None),
        egn=payload["egn"],
        checks=payload.get("checks", FIRST_CHECKS),
        identity=payload.get("identity", now.identity),
        event=payload.get("event", now.event),
        a=payload.get("a", now.a),
        b=payload.get("b", now.b),
    )


class _LiveText:
    """The text of a live rubber: tags, cuts and deals. ``checks`` is the version for the last deal recorded."""

    def __init__(self, head: str, checks: int) -> None:
        self.checks = checks
        self._head = head
        self._deals: list[DealRecorded] = []
        self._cuts: dict[int, str] = {}

    def apply(self, entry: Entry) -> None:
        """Apply the entry of a cut, a deal or an undone deal, which also removes the cuts of later games."""
        if entry.kind == RUBBER_DEAL_RECORDED:
            deal: DealRecorded = entry.payload
            self._deals.append(deal)
            self.checks = deal.get("checks", FIRST_CHECKS)
        elif entry.kind == RUBBER_CUT_RECORDED:
            cut: CutRecorded = entry.payload
            self._cuts[cut["game"]] = cut["cut"]
        else:
            game = self._deals.pop()["game"]
            self._cuts = {number: cut for number, cut in self._cuts.items() if number <= game}

    def _heading(self, game: int) -> str:
        return f"Game {game} {self._cuts[game]}" if game in self._cuts else f"Game {game}"

    @property
    def text(self) -> str:
        """The rubber's canonical EGN text, built from the canonical texts of the deals in the log."""
        lines = [self._head]
        game = 0
        for deal in self._deals:
            if deal["game"] != game:
                game = deal["game"]
                lines.append(self._heading(game))
            lines.append(deal["deal"])
        if game + 1 in self._cuts:
            lines.append(self._heading(game + 1))
        if len(lines) == 1:
            return self._head
        return "\n".join([*lines, UNFINISHED, ""])


def ended_text(text: str, ended: RubberEnded, checks: int = LATEST_CHECKS) -> str:
    """Return the canonical EGN text of a live rubber after its end: with final points, games won and closing tags.

    ``checks`` is the version of the checks by which the deals are scored.
    """
    record = read_one(text)
    checked = check_rubber(record, checks=checks)
    games = tuple(
        replace(game.game, final=game.points if game.winner is not None else None) for game in checked.games
    )
    tags = {name: value for name, value in record.tags if name not in TAGS_OF_THE_END}
    is_unfinished = ended["termination"] == "unfinished"
    won = f"{checked.games_won[0]}-{checked.games_won[1]}"
    tags["Result"] = UNFINISHED if is_unfinished else won
    if ended["termination"] != "normal":
        tags["Termination"] = ended["termination"]
        if ended["winner"]:
            tags["Winner"] = ended["winner"]
    ending = Ending(None if is_unfinished else checked.games_won)
    return write_rubber(Rubber(sort_tags(tags.items()), games, ending, record.comments))


def events_touched(entries: Iterable[Entry]) -> Iterator[tuple[Entry, set[str]]]:
    """Yield each entry of a rubber, and the public ids of the events whose standings it may change."""
    event = ""
    is_settled = False
    for entry in entries:
        touched = {event} if is_settled else set()
        event = entry.payload.get("event", event)
        is_settled = STATE_AFTER[entry.kind] in SETTLED
        if is_settled:
            touched.add(event)
        yield entry, touched


def events_drawn(entries: Iterable[Entry]) -> Iterator[tuple[Entry, set[str]]]:
    """Yield each entry of a rubber, and the public ids of the events whose draw, if any, it may change.

    A draw shows whether a rubber is being played, even one that does not count, but no single deals.
    """
    event = ""
    for entry in entries:
        before, event = event, entry.payload.get("event", event)
        drawn = {before, event} - {""}
        yield entry, set() if entry.kind in (RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE) else drawn


def events_of_last(entries: Sequence[Entry]) -> tuple[set[str], set[str]]:
    """Return the events (public ids) of ``events_touched`` and of ``events_drawn`` for the last entry of a rubber."""
    *_, (_, touched) = events_touched(entries)
    *_, (_, drawn) = events_drawn(entries)
    return touched, drawn
