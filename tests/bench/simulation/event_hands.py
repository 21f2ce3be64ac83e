"""Play events by ``event_play``: in memory, or through the services into a club's records."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import orjson

from matches.common.commands import CommandContext
from matches.common.log import EVENT_OPENED, RUBBER_CORRECTED, RUBBER_ENTERED, Entry
from matches.common.stored_facts import EVENT_KIND
from matches.events.corrections import correct_result
from matches.events.document import AttributedEntry, Document, FileHead, event_document, rubber_result
from matches.events.draw import make_draw, request_draw
from matches.events.event_state import event_log
from matches.events.plan_event import plan_event
from matches.events.record_facts import QUIET, record_facts
from matches.events.results import WrittenResult, enter_results, result_of, to_be_played
from matches.events.write_standings import write_standings
from matches.models import Club, Event, Player, Rubber, User
from matches.models.ids import ALPHABET, PUBLIC_ID_LENGTH
from matches.rubbers.fold import fold_rubber
from matches.rubbers.text import stored_record
from matches.rules.events.act_errors import EventActError
from matches.rules.events.derive import derive
from matches.rules.events.draw import draw_next
from matches.rules.events.draw_queries import event_plan
from matches.rules.events.facts import Fact, FactKind, PairingPlace, PlayerId
from matches.rules.events.fold import fold
from matches.rules.events.lifecycle import check_fact
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import EventState, Result
from scoring.notation import read_one
from tests.bench.simulation.event_play import Score

FIRST_MOMENT: Final = datetime(2027, 1, 8, 19, 0, tzinfo=UTC)
"""When an event in memory begins; each of its entries is a second later than the one before."""
DAY: Final = "2027.01.08"


def written(score: Score) -> WrittenResult:
    """Return the score in the form that the services accept."""
    return WrittenResult(games=score.games, termination=score.termination, winner=score.winner or "")


def made_id(*words: object) -> str:
    """Return a public id that is always the same for the same words."""
    number = int.from_bytes(hashlib.sha256("\n".join(map(str, words)).encode()).digest())
    letters = []
    for _ in range(PUBLIC_ID_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


@dataclass
class MemoryHands:
    """Plays an event without a database. ``names`` are the players', by id."""

    seed: str
    name: str
    names: Mapping[PlayerId, str]
    facts: list[Fact] = field(default_factory=list)
    entries: list[AttributedEntry] = field(default_factory=list)
    rubbers: dict[PairingPlace, str] = field(default_factory=dict)
    results_by_rubber: dict[str, Result] = field(default_factory=dict)
    _streams: dict[str, list[Entry]] = field(default_factory=dict)
    _state: EventState | None = None

    @property
    def event(self) -> str:
        return made_id(self.seed, "event")

    @property
    def club(self) -> Mapping[str, str]:
        club = made_id(self.seed, "club")
        return {"id": club, "name": "Simulation", "slug": "simulation", "time_zone": "UTC"}

    @property
    def state(self) -> EventState:
        if self._state is None:
            self._state = derive(fold(self.facts), self.results)
        return self._state

    @property
    def results(self) -> Sequence[Result]:
        return tuple(self.results_by_rubber.values())

    def plan(self, plan: EventPlan) -> None:
        self._append(EVENT_OPENED, self.event, {"club": self.club["id"], "name": self.name}, "")
        self.record("planned", [{"plan": plan_json(plan)}])

    def record(self, kind: FactKind, payloads: Sequence[Mapping[str, Any]], reason: str = "") -> None:
        state = self.state
        for payload in payloads:
            if kind not in QUIET:
                state = self.state
            check_fact(state, kind, payload)
            self._append(f"{EVENT_KIND}{kind}", self.event, orjson.loads(orjson.dumps(payload)), reason)

    def draw(self, stage: int) -> None:
        self.record("drawn", [draw_next(self.state, stage)])

    def enter(self, scores: Mapping[PairingPlace, Score]) -> None:
        state = self.state
        for place, score in scores.items():
            _round, pairing = to_be_played(state, place)
            rubber = made_id(self.seed, "rubber", *place)
            self.rubbers[place] = rubber
            payload = {"identity": "", "event": self.event, "a": pairing.a, "b": pairing.b}
            self._append(RUBBER_ENTERED, rubber, payload | {"egn": self._egn(state, place, score)}, "")
            self._take(rubber)

    def correct(self, place: PairingPlace, score: Score, reason: str) -> None:
        rubber = self.rubbers[place]
        self._append(RUBBER_CORRECTED, rubber, {"egn": self._egn(self.state, place, score)}, reason)
        self._take(rubber)

    def _take(self, rubber: str) -> None:
        known = self.results_by_rubber.get(rubber)
        order = len(self.results_by_rubber) + 1 if known is None else known.order
        self.results_by_rubber[rubber] = rubber_result(fold_rubber(self._streams[rubber]), order)
        self._state = None

    def _egn(self, state: EventState, place: PairingPlace, score: Score) -> str:
        round_, pairing = to_be_played(state, place)
        record = result_of(
            written(score),
            event_plan(state).rules,
            event=self.name,
            date=DAY,
            round_label=round_.label,
            table=pairing.table,
        )
        return stored_record(record, event_name=self.name, club_name=self.club["name"]).egn

    def _append(self, kind: str, subject: str, payload: Any, reason: str) -> None:
        at = FIRST_MOMENT + timedelta(seconds=len(self.entries))
        stream = self._streams.setdefault(subject, [])
        key = f"{subject}:{len(stream) + 1}"
        entry = Entry(0, kind, subject, len(stream) + 1, payload, at, key, reason=reason)
        stream.append(entry)
        self.entries.append(AttributedEntry(entry, ""))
        if kind.startswith(EVENT_KIND):
            self.facts.append(
                Fact(entry.version, kind.removeprefix(EVENT_KIND), payload, at=at.isoformat(), reason=reason)
            )
            self._state = None

    @property
    def document(self) -> Document:
        head = FileHead(self.club, self.event, self.name, self.names)
        return event_document(head, self.entries, list(self.results_by_rubber))


@dataclass
class StoredHands:
    """Plays an event of a club through the services that pages use; ``by`` does it all."""

    event: Event
    by: User
    seed: str
    _count: int = 0

    @property
    def state(self) -> EventState:
        return event_log(self.event).state

    @property
    def results(self) -> Sequence[Result]:
        return event_log(self.event).results

    def record(self, kind: FactKind, payloads: Sequence[Mapping[str, Any]], reason: str = "") -> None:
        record_facts(self.event, [(kind, payload) for payload in payloads], act=self._act(reason))

    def draw(self, stage: int) -> None:
        request = request_draw(self.event, stage, act=self._act())
        if request.finished_at is None:
            # As the worker would, without waiting for one.
            make_draw(request.pk)
            request.refresh_from_db()
        if request.problem:
            code, *params = orjson.loads(request.problem)
            raise EventActError(code, *params)

    def enter(self, scores: Mapping[PairingPlace, Score]) -> None:
        """Enter the scores. Raises the error that prevented the first of them."""
        results = {place: written(score) for place, score in scores.items()}
        entered = enter_results(self.event, results, authority="final", act=self._act())
        for rubber in entered.values():
            if isinstance(rubber, ValueError):
                raise rubber
        write_standings(self.event.pk)

    def correct(self, place: PairingPlace, score: Score, reason: str) -> None:
        state = self.state
        round_, pairing = to_be_played(state, place)
        rubber = Rubber.objects.select_related("club", "event", "player_a", "player_b").get(
            public_id=pairing.rubber
        )
        record = result_of(
            written(score),
            event_plan(state).rules,
            event=self.event.name,
            date=read_one(rubber.egn).tag("Date") or "",
            round_label=round_.label,
            table=pairing.table,
        )
        correct_result(self.event, rubber, record, act=self._act(reason))

    def _act(self, reason: str = "") -> CommandContext:
        self._count += 1
        key = f"simulated {self.event.public_id} {self._count}"
        return CommandContext(by=self.by, key=key, reason=reason)


def simulated_event(club: Club, name: str, plan: EventPlan, *, by: User, seed: str) -> StoredHands:
    """Open an event in the club's records and plan it. Raises ``EventNameError``."""
    return StoredHands(plan_event(club, name, plan, act=CommandContext(by=by, key="")), by, seed)


def simulated_names(count: int) -> list[str]:
    return [f"Player {number:0{len(str(count))}}" for number in range(1, count + 1)]


def listed_ids(club: Club, names: Sequence[str]) -> list[PlayerId]:
    ids = dict(Player.objects.filter(club=club, name__in=names).values_list("name", "public_id"))
    return [ids[name] for name in names]
