"""Stores one batch of a file in one transaction: log entries, rows, and what a person has to look at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePath
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from matches.models import Club, Conflict, Event, HeldText, ImportReport, Rubber, User
from matches.models.ids import new_public_id
from matches.services.apply import apply_entries
from matches.services.import_candidates import Candidate
from matches.services.import_counting import count_places
from matches.services.import_outcomes import Fate, Outcome, outcome_of
from matches.services.import_placing import (
    Caches,
    Placed,
    find_clubs,
    likeness_in,
    place,
    refusals,
    target_clubs,
)
from matches.services.log import (
    EVENT_OPENED,
    RUBBER_IMPORTED,
    Entry,
    EventOpened,
    RubberImported,
    append_entries,
)
from matches.services.rubber_identity import Place, PlaceCounter

TOLD_FINDINGS: Final = 5


@dataclass(slots=True)
class Stored:
    """What a batch left behind: an outcome for each candidate, and what is to be enqueued after the commit."""

    outcomes: list[Outcome] = field(default_factory=list)
    to_review: list[int] = field(default_factory=list)
    events: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Known:
    """A rubber that is stored, or about to be in this batch."""

    public_id: str
    checksum: str
    club: int


class BatchImport:
    """One batch. Everything goes to ``club``, or each rubber to the club that it names where that is None."""

    def __init__(
        self,
        report: ImportReport,
        caches: Caches,
        places: PlaceCounter,
        *,
        club: Club | None,
        by: User | None,
    ) -> None:
        self.report = report
        self.caches = caches
        self.places = places
        self.club = club
        self.by = by
        self.now: datetime = timezone.now()
        self._outcomes: dict[int, Outcome] = {}

    @transaction.atomic
    def store(self, candidates: Sequence[Candidate]) -> Stored:
        """Store what may be stored. Raises ``DatabaseError``, and then nothing of the batch is there."""
        targets = target_clubs(candidates, self.club, self.caches)
        refused = refusals(candidates, targets)
        for candidate in candidates:
            if candidate.index in refused:
                self._settle(outcome_of(candidate, "refused", refused[candidate.index]))
        welcome = [each for each in candidates if each.index not in refused]
        clubs = find_clubs(welcome, targets, self.caches)
        places = count_places(candidates, targets, clubs, self.places)
        self._hold([each for each in welcome if each.held is not None], clubs, places)
        placed = self._place([each for each in welcome if each.held is None], clubs, places)
        stored = self._store_new(placed)
        self._mark_repaired(placed)
        stored.outcomes = [self._outcomes[candidate.index] for candidate in candidates]
        self._count(stored.outcomes)
        return stored

    def _settle(self, outcome: Outcome) -> None:
        self._outcomes[outcome.index] = outcome

    def _hold(
        self, candidates: Sequence[Candidate], clubs: dict[int, Club], places: dict[int, Place]
    ) -> None:
        """Keep the text of faulty records, once each however often the file is read."""
        rows = []
        for candidate in candidates:
            club = clubs.get(candidate.index)
            finding = candidate.held or {}
            rows.append(
                HeldText(
                    report=self.report,
                    club=club,
                    likeness=likeness_in(club, candidate, places[candidate.index].number),
                    finding=finding,
                    text=candidate.text,
                    checksum=hashlib.sha256(candidate.text.encode()).hexdigest(),
                )
            )
            reason = f"{finding['code']} at {finding['line']}:{finding['column']}, {finding['message']}"
            self._settle(outcome_of(candidate, "held", reason, "its text is kept for repair"))
        HeldText.objects.bulk_create(rows, ignore_conflicts=True)

    def _place(
        self, candidates: Sequence[Candidate], clubs: dict[int, Club], places: dict[int, Place]
    ) -> list[Placed]:
        placed = place(candidates, clubs, places, self.caches)
        for each in placed:
            if each.players[0] == each.players[1]:
                self._settle(each.outcome("refused", "A and B are the same player"))
        return [each for each in placed if each.candidate.index not in self._outcomes]

    def _store_new(self, placed: Sequence[Placed]) -> Stored:
        known = self._known(placed)
        conflicts: list[tuple[Placed, str]] = []
        fresh: dict[str, Placed] = {}
        for each in placed:
            stated = each.candidate.rubber_id
            there = known.get(stated or "") or known.get(each.identity)
            if there and stated and there.public_id != stated and there.checksum != each.checksum:
                there, each = None, self._at_free_place(each, known)
            if there is None:
                public_id = stated or new_public_id()
                known[each.identity] = known[public_id] = _Known(public_id, each.checksum, each.club.pk)
                fresh[public_id] = each
            elif there.club != each.club.pk:
                reason = f"RubberId {there.public_id} is a rubber of another club"
                self._settle(each.outcome("refused", reason))
            elif there.checksum == each.checksum:
                reason = f"rubber {there.public_id} is here already, with the same content"
                self._settle(each.outcome("skipped", reason, rubber_id=there.public_id))
            else:
                conflicts.append((each, there.public_id))
        stored = self._append(fresh)
        self._keep_conflicts(conflicts)
        return stored

    def _at_free_place(self, each: Placed, known: dict[str, _Known]) -> Placed:
        """The rubber, with the first place after its own that no equal has: its id says that it is another."""
        number = each.place.number + 1
        while (identity := each.identity_at(number)) in known or Rubber.objects.filter(
            identity=identity
        ).exists():
            number += 1
        return replace(each, identity=identity)

    def _known(self, placed: Sequence[Placed]) -> dict[str, _Known]:
        """Stored rubbers that a candidate may be, by identity and by public id."""
        is_one = Q(identity__in=[each.identity for each in placed])
        if stated := [each.candidate.rubber_id for each in placed if each.candidate.rubber_id]:
            is_one |= Q(public_id__in=stated)
        known = {}
        rows = Rubber.objects.filter(is_one).values_list("identity", "public_id", "checksum", "club_id")
        for identity, public_id, checksum, club in rows:
            known[identity] = known[public_id] = _Known(public_id, checksum, club)
        return known

    def _append(self, fresh: dict[str, Placed]) -> Stored:
        """Log new rubbers, by the public ids they are to have, and make their rows."""
        if not fresh:
            return Stored()
        entries = self._event_entries(fresh.values())
        for public_id, each in fresh.items():
            payload: RubberImported = {
                "identity": each.identity,
                "event": self.caches.events[each.event_key],
                "a": each.players[0],
                "b": each.players[1],
                "egn": each.candidate.egn,
            }
            entries.append(self._entry(RUBBER_IMPORTED, public_id, payload, key=f"import:{each.identity}"))
        positions = append_entries(entries)
        checked = {public_id: each.candidate.checked for public_id, each in fresh.items()}
        directory = self.caches.directory
        keys = apply_entries(entries, positions, directory=directory, checked=checked)
        stored = Stored()
        for public_id, each in fresh.items():
            if each.candidate.checked.is_clean and each.candidate.checked.depth == "play":
                stored.to_review.append(keys[public_id])
            stored.events.add(directory.events[self.caches.events[each.event_key]].event)
            self._settle(_stored_outcome(each, public_id))
        return stored

    def _event_entries(self, placed: Iterable[Placed]) -> list[Entry]:
        """Entries that open the events which are named for the first time; the cache then knows them all."""
        clubs = {each.event_key: each.club for each in placed}
        wanted = clubs.keys() - self.caches.events.keys()
        if not wanted:
            return []
        rows = Event.objects.filter(
            club__in={club for club, _ in wanted}, name__in={name for _, name in wanted}
        )
        for club, name, public_id in rows.values_list("club_id", "name", "public_id"):
            self.caches.events[club, name] = public_id
        entries = []
        for key in sorted(wanted - self.caches.events.keys()):
            public_id = self.caches.events[key] = new_public_id()
            payload: EventOpened = {"club": clubs[key].public_id, "name": key[1]}
            entries.append(self._entry(EVENT_OPENED, public_id, payload, key=f"open:{public_id}"))
        return entries

    def _entry(self, kind: str, subject: str, payload: object, *, key: str) -> Entry:
        by = self.by.pk if self.by else None
        name = "standard input" if self.report.source == "-" else PurePath(self.report.source).name
        return Entry(kind, subject, 1, payload, self.now, key, by, f"import of {name}")

    def _keep_conflicts(self, conflicts: Sequence[tuple[Placed, str]]) -> None:
        """Keep other contents of rubbers, by public id, for the director to choose; once each."""
        if not conflicts:
            return
        stored = Rubber.objects.filter(public_id__in={public_id for _, public_id in conflicts})
        keys = dict(stored.values_list("public_id", "pk"))
        directory = self.caches.directory
        directory.load_players({player for each, _ in conflicts for player in each.players})
        rows = []
        for each, public_id in conflicts:
            player_a, player_b = each.players
            rows.append(
                Conflict(
                    report=self.report,
                    rubber_id=keys[public_id],
                    player_a_id=directory.players[player_a],
                    player_b_id=directory.players[player_b],
                    egn=each.candidate.egn,
                    checksum=each.checksum,
                )
            )
            reason = (
                f"rubber {public_id} is here with other content; both are kept for the director to choose"
            )
            self._settle(each.outcome("conflict", reason, rubber_id=public_id))
        Conflict.objects.bulk_create(rows, ignore_conflicts=True)

    def _mark_repaired(self, placed: Sequence[Placed]) -> None:
        likenesses = [each.likeness for each in placed if each.likeness]
        HeldText.objects.filter(likeness__in=likenesses, repaired_at__isnull=True).update(
            repaired_at=self.now
        )

    def _count(self, outcomes: Sequence[Outcome]) -> None:
        def how_many(fate: Fate) -> int:
            return sum(outcome.fate == fate for outcome in outcomes)

        ImportReport.objects.filter(pk=self.report.pk).update(
            confirmed=F("confirmed") + how_many("confirmed"),
            drafts=F("drafts") + how_many("draft"),
            skipped=F("skipped") + how_many("skipped"),
            conflicts=F("conflicts") + how_many("conflict"),
            held=F("held") + how_many("held"),
            refused=F("refused") + how_many("refused"),
            deals=F("deals") + sum(outcome.deals for outcome in outcomes),
        )


def _stored_outcome(each: Placed, public_id: str) -> Outcome:
    checked = each.candidate.checked
    blocking = [finding for finding in checked.findings if finding.blocks_confirming]
    reasons = [f"{found.code} at {found.line}:{found.column}, {found.message}" for found in blocking]
    if (more := len(reasons) - TOLD_FINDINGS) > 0:
        reasons[TOLD_FINDINGS:] = [f"and {more} more"]
    deals = sum(len(game.deals) for game in checked.games)
    return each.outcome("draft" if blocking else "confirmed", *reasons, rubber_id=public_id, deals=deals)
