"""What a rubber is by now: its stream's entries, folded from the first to the last. Pure functions of the entries.

An entry is taken as lawful: whether it may follow is asked before it is appended (``rubbers.states``).
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
    RUBBER_REPORTED,
    CutRecorded,
    DealRecorded,
    Entry,
    RubberBegun,
    RubberConfirmed,
    RubberCorrected,
    RubberDisputed,
    RubberEnded,
    Seat,
)
from matches.rubbers.states import SETTLED, State, state_after
from scoring.check import check_rubber
from scoring.checks import FIRST_CHECKS, LATEST_CHECKS
from scoring.notation import read_one, write_rubber
from scoring.notation.tags import sort_tags
from scoring.notation.tokens import UNFINISHED
from scoring.record import Ending, Rubber

TAGS_OF_THE_END: Final = ("Termination", "Winner", "Result", "Points")
_OTHER_SIDE: Final[dict[Seat, Seat]] = {"A": "B", "B": "A", "": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class RubberNow:
    """A rubber as its stream leaves it. ``event``, ``a`` and ``b`` are public ids, as the log names them.

    ``state`` is the one that the entries lead to: a record with findings to be settled is a draft in its place.
    ``checks`` is the version of the checks that judges the text: that of the entry which brought it.
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


def fold_rubber(entries: Sequence[Entry]) -> RubberNow:
    """The rubber after ``entries``, which are all of its stream up to there, in order, and at least one."""
    now = _begun(entries[0])
    if len(entries) == 1:
        return now
    live = _LiveText(now.egn)
    for entry in entries[1:]:
        now = _after(now, entry, live)
    return replace(now, egn=live.text) if now.state == "live" else now


def _begun(entry: Entry) -> RubberNow:
    payload: RubberBegun = entry.payload
    return RubberNow(
        public_id=entry.subject,
        identity=payload["identity"],
        event=payload["event"],
        a=payload["a"],
        b=payload["b"],
        egn=payload["egn"],
        checks=payload.get("checks", FIRST_CHECKS),
        state=state_after(entry.kind),
        reported_by=payload.get("by", ""),
        is_agreed=False,
        version=entry.version,
        entered_at=entry.at,
        changed_at=entry.at,
    )


def _after(now: RubberNow, entry: Entry, live: _LiveText) -> RubberNow:
    """The rubber after ``entry``; what its deals make of the text stays in ``live`` until it is live no more."""
    then = replace(
        now,
        state=state_after(entry.kind),
        version=entry.version,
        changed_at=entry.at,
        reported_by="",
        is_agreed=False,
    )
    if entry.kind == RUBBER_CUT_RECORDED:
        live.cut(entry.payload)
    elif entry.kind == RUBBER_DEAL_RECORDED:
        recorded: DealRecorded = entry.payload
        live.add(recorded)
        then = replace(then, checks=recorded.get("checks", FIRST_CHECKS))
    elif entry.kind == RUBBER_DEAL_UNDONE:
        live.take_back()
    elif entry.kind in (RUBBER_CLOSED, RUBBER_REPORTED):
        ended: RubberEnded = entry.payload
        checks = ended.get("checks", FIRST_CHECKS)
        egn = ended.get("egn") or ended_text(live.text, ended, checks)
        then = replace(then, egn=egn, checks=checks, reported_by=ended.get("by", ""))
    elif entry.kind == RUBBER_CONFIRMED:
        confirmed: RubberConfirmed = entry.payload
        sides = {now.reported_by, confirmed.get("by", "")}
        then = replace(then, is_agreed=sides == {"A", "B"})
    elif entry.kind == RUBBER_DISPUTED:
        disputed: RubberDisputed = entry.payload
        then = replace(then, reported_by=_OTHER_SIDE[disputed["by"]])
    elif entry.kind == RUBBER_CORRECTED:
        then = _corrected(then, entry.payload)
    elif now.state == "live":
        # Declared void while it was played: what was played of it is kept.
        then = replace(then, egn=live.text)
    return then


def _corrected(now: RubberNow, payload: RubberCorrected) -> RubberNow:
    return replace(
        now,
        egn=payload["egn"],
        checks=payload.get("checks", FIRST_CHECKS),
        identity=payload.get("identity", now.identity),
        event=payload.get("event", now.event),
        a=payload.get("a", now.a),
        b=payload.get("b", now.b),
    )


class _LiveText:
    """The text of a rubber that is being played: its tags, the cuts and the deals so far."""

    def __init__(self, head: str) -> None:
        self._head = head
        self._deals: list[DealRecorded] = []
        self._cuts: dict[int, str] = {}

    def cut(self, cut: CutRecorded) -> None:
        self._cuts[cut["game"]] = cut["cut"]

    def add(self, deal: DealRecorded) -> None:
        self._deals.append(deal)

    def take_back(self) -> None:
        """The last deal goes, and with it what was cut for a game after its own."""
        game = self._deals.pop()["game"]
        self._cuts = {number: cut for number, cut in self._cuts.items() if number <= game}

    def _heading(self, game: int) -> str:
        return f"Game {game} {self._cuts[game]}" if game in self._cuts else f"Game {game}"

    @property
    def text(self) -> str:
        """Canonical, as every deal in the log is."""
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
    """The canonical text of a live rubber that has come to its end: final points, games won, the tags that say how.

    ``checks`` is the version of the checks that says what the deals come to.
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
    """Each entry of a stream, with the events (public ids) whose standings it may have changed."""
    event = ""
    is_settled = False
    for entry in entries:
        touched = {event} if is_settled else set()
        event = entry.payload.get("event", event)
        is_settled = state_after(entry.kind) in SETTLED
        if is_settled:
            touched.add(event)
        yield entry, touched


def events_shown(entries: Iterable[Entry]) -> Iterator[tuple[Entry, set[str]]]:
    """Each entry of a stream, with the events (public ids) whose draw, if there is one, it may have changed.

    There a rubber is shown from its first deal on, whether it counts or not; single deals change nothing in it.
    """
    event = ""
    for entry in entries:
        before, event = event, entry.payload.get("event", event)
        shown = {before, event} - {""}
        yield entry, set() if entry.kind in (RUBBER_DEAL_RECORDED, RUBBER_DEAL_UNDONE) else shown
