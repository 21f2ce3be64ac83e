"""Stores one batch of a file in one transaction: log entries, rows, and what a person has to look at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from matches.models import Club, Conflict, Event, HeldText, ImportReport, Player, Rubber, User
from matches.models.ids import new_public_id
from matches.services.apply import apply_entries
from matches.services.clubs import add_guests, find_or_make_club, find_players
from matches.services.directory import Directory
from matches.services.import_candidates import Candidate
from matches.services.import_outcomes import Fate, Outcome
from matches.services.log import (
    EVENT_OPENED,
    RUBBER_IMPORTED,
    Entry,
    EventOpened,
    RubberImported,
    append_entries,
)
from matches.services.rubber_identity import likeness_of, natural_identity, stated_identity
from matches.services.rubber_text import content_checksum
from scoring.cards import PLAYERS

NUL_SHOWN = "\u2400"
"""Stands for a NUL in a text kept for repair: databases take none."""


@dataclass(slots=True)
class Caches:
    """What this import has looked up so far. Thrown away with a transaction that is rolled back."""

    directory: Directory = field(default_factory=Directory)
    clubs: dict[str, Club] = field(default_factory=dict)
    players: dict[tuple[int, str], str] = field(default_factory=dict)
    events: dict[tuple[int, str], str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.players) + len(self.events) + len(self.directory.rounds) + len(self.clubs)


@dataclass(slots=True)
class Stored:
    """What a batch left behind: an outcome for each candidate, and what is to be enqueued after the commit."""

    outcomes: list[Outcome] = field(default_factory=list)
    to_review: list[int] = field(default_factory=list)
    events: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A candidate whose club, players and identity are known. Club by its row, people by public ids."""

    candidate: Candidate
    club: Club
    player_a: str
    player_b: str
    identity: str
    checksum: str
    likeness: str
    new_guests: tuple[str, ...]

    def outcome(self, fate: Fate, *reasons: str, rubber_id: str | None = None) -> Outcome:
        return _outcome(self.candidate, fate, *reasons, new_guests=self.new_guests, rubber_id=rubber_id)


@dataclass(frozen=True, slots=True)
class _Known:
    """A rubber that is stored, or about to be in this batch."""

    public_id: str
    checksum: str
    club: int


class BatchImport:
    """One batch. The club that everything goes to is ``club``, or each rubber's own where that is None."""

    def __init__(self, report: ImportReport, caches: Caches, *, club: Club | None, by: User | None) -> None:
        self.report = report
        self.caches = caches
        self.club = club
        self.by = by
        self.outcomes: dict[int, Outcome] = {}
        self.now: datetime = timezone.now()

    @transaction.atomic
    def store(self, candidates: Sequence[Candidate]) -> Stored:
        """Store what may be stored. Raises ``DatabaseError``, and then nothing of the batch is there."""
        clubs = self._clubs(candidates)
        self._refuse(candidates, clubs)
        self._hold([each for each in self._open(candidates) if each.held is not None], clubs)
        placed = self._place(list(self._open(candidates)), clubs)
        stored = self._store_new(placed)
        self._mark_repaired(placed)
        stored.outcomes = [self.outcomes[candidate.index] for candidate in candidates]
        self._count(stored.outcomes)
        return stored

    def _open(self, candidates: Iterable[Candidate]) -> Iterable[Candidate]:
        return (candidate for candidate in candidates if candidate.index not in self.outcomes)

    # Clubs

    def _clubs(self, candidates: Sequence[Candidate]) -> dict[int, Club | None]:
        """Each candidate's club by its index; locked, so that two imports into one club take turns."""
        clubs: dict[int, Club | None] = {}
        for name in sorted(
            {each.club_name for each in candidates if self._wants_club(each)} - {None}, key=str
        ):
            assert name is not None
            if name not in self.caches.clubs:
                self.caches.clubs[name] = find_or_make_club(name)
        for candidate in candidates:
            clubs[candidate.index] = self.club or self.caches.clubs.get(candidate.club_name or "")
        wanted = {club.pk for club in clubs.values() if club is not None}
        list(Club.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk").values("pk"))
        return clubs

    def _wants_club(self, candidate: Candidate) -> bool:
        return self.club is None and candidate.refusal is None

    # What is not stored

    def _refuse(self, candidates: Sequence[Candidate], clubs: dict[int, Club | None]) -> None:
        stated = {each for candidate in candidates for each in candidate.player_ids if each}
        known = (
            set(Player.objects.filter(public_id__in=stated).values_list("public_id", flat=True))
            if stated
            else set()
        )
        for candidate in candidates:
            reason = candidate.refusal
            if reason is None and candidate.held is None:
                reason = self._reason_to_refuse(candidate, clubs[candidate.index], known)
            if reason is not None:
                self.outcomes[candidate.index] = _outcome(candidate, "refused", reason)

    def _reason_to_refuse(self, candidate: Candidate, club: Club | None, known: set[str]) -> str | None:
        if club is None:
            return "it has no Club tag; say with --club where it belongs"
        for player, player_id in zip(PLAYERS, candidate.player_ids, strict=True):
            if player_id and player_id not in known:
                return f"{player}Id {player_id} is nobody's here; take the tag out to import by name"
        return None

    def _hold(self, candidates: Sequence[Candidate], clubs: dict[int, Club | None]) -> None:
        """Keep the text of faulty records, once each however often the file is read."""
        rows = []
        for candidate in candidates:
            finding = candidate.held or {}
            text = candidate.text.replace("\x00", NUL_SHOWN)
            club = clubs[candidate.index]
            rows.append(
                HeldText(
                    report=self.report,
                    club=club,
                    likeness=self._likeness(candidate, club),
                    finding=finding,
                    text=text,
                    checksum=hashlib.sha256(text.encode()).hexdigest(),
                )
            )
            reason = f"{finding['code']} at {finding['line']}:{finding['column']}, {finding['message']}"
            self.outcomes[candidate.index] = _outcome(
                candidate, "held", reason, "its text is kept for repair"
            )
        HeldText.objects.bulk_create(rows, ignore_conflicts=True)

    def _likeness(self, candidate: Candidate, club: Club | None) -> str:
        named = candidate.occasion.name_a and candidate.occasion.name_b
        if not named or club is None:
            return ""
        return likeness_of(club.public_id, candidate.occasion, candidate.place)

    # Who and which

    def _place(self, candidates: Sequence[Candidate], clubs: dict[int, Club | None]) -> list[_Placed]:
        guests = self._find_or_add_players(candidates, clubs)
        placed = []
        for candidate in candidates:
            club = clubs[candidate.index]
            assert club is not None and candidate.egn is not None
            names = (candidate.occasion.name_a, candidate.occasion.name_b)
            player_a, player_b = (
                player_id or self.caches.players[club.pk, name]
                for player_id, name in zip(candidate.player_ids, names, strict=True)
            )
            if player_a == player_b:
                self.outcomes[candidate.index] = _outcome(candidate, "refused", "A and B are the same player")
                continue
            identity = (
                stated_identity(candidate.rubber_id)
                if candidate.rubber_id
                else natural_identity(
                    club.public_id,
                    candidate.occasion,
                    player_a=player_a,
                    player_b=player_b,
                    place=candidate.place,
                )
            )
            new_guests = tuple(name for name in names if (club.pk, name) in guests)
            guests -= {(club.pk, name) for name in names}
            placed.append(
                _Placed(
                    candidate,
                    club,
                    player_a,
                    player_b,
                    identity,
                    content_checksum(player_a, player_b, candidate.egn),
                    self._likeness(candidate, club),
                    new_guests,
                )
            )
        return placed

    def _find_or_add_players(
        self, candidates: Sequence[Candidate], clubs: dict[int, Club | None]
    ) -> set[tuple[int, str]]:
        """Fill the cache with everybody who is known by name; the (club, name) of those who are new."""
        wanted = set()
        for candidate in candidates:
            club = clubs[candidate.index]
            assert club is not None
            names = (candidate.occasion.name_a, candidate.occasion.name_b)
            for player_id, name in zip(candidate.player_ids, names, strict=True):
                if not player_id and (club.pk, name) not in self.caches.players:
                    wanted.add((club.pk, name))
        if not wanted:
            return set()
        found = find_players({club for club, _ in wanted}, {name for _, name in wanted})
        self.caches.players |= {key: found[key] for key in wanted & found.keys()}
        missing = wanted - found.keys()
        self.caches.players |= add_guests(sorted(missing))
        return missing

    # Rubbers

    def _store_new(self, placed: Sequence[_Placed]) -> Stored:
        known = self._known(placed)
        conflicts: list[tuple[_Placed, str]] = []
        fresh: dict[str, _Placed] = {}
        for each in placed:
            there = known.get(each.candidate.rubber_id or "") or known.get(each.identity)
            if there is None:
                public_id = each.candidate.rubber_id or new_public_id()
                known[each.identity] = known[public_id] = _Known(public_id, each.checksum, each.club.pk)
                fresh[public_id] = each
            elif there.club != each.club.pk:
                reason = f"RubberId {there.public_id} is a rubber of another club"
                self.outcomes[each.candidate.index] = each.outcome("refused", reason)
            elif there.checksum == each.checksum:
                self.outcomes[each.candidate.index] = each.outcome(
                    "skipped", "it is here already, with the same content", rubber_id=there.public_id
                )
            else:
                conflicts.append((each, there.public_id))
        stored = self._append(fresh)
        self._keep_conflicts(conflicts)
        return stored

    def _known(self, placed: Sequence[_Placed]) -> dict[str, _Known]:
        """Stored rubbers that a candidate may be, by identity and by public id."""
        identities = [each.identity for each in placed]
        stated = [each.candidate.rubber_id for each in placed if each.candidate.rubber_id]
        is_one = (
            Q(identity__in=identities) | Q(public_id__in=stated) if stated else Q(identity__in=identities)
        )
        known = {}
        rows = Rubber.objects.filter(is_one).values_list("identity", "public_id", "checksum", "club_id")
        for identity, public_id, checksum, club in rows:
            known[identity] = known[public_id] = _Known(public_id, checksum, club)
        return known

    def _append(self, fresh: dict[str, _Placed]) -> Stored:
        if not fresh:
            return Stored()
        entries = self._event_entries(fresh.values())
        for public_id, each in fresh.items():
            payload: RubberImported = {
                "identity": each.identity,
                "event": self.caches.events[each.club.pk, each.candidate.occasion.event],
                "a": each.player_a,
                "b": each.player_b,
                "egn": each.candidate.egn or "",
            }
            entries.append(self._entry(RUBBER_IMPORTED, public_id, payload, key=f"import:{each.identity}"))
        positions = append_entries(entries)
        checked = {public_id: each.candidate.checked for public_id, each in fresh.items()}
        directory = self.caches.directory
        keys = apply_entries(entries, positions, directory=directory, checked=checked)
        stored = Stored()
        for public_id, each in fresh.items():
            rubber = each.candidate.checked
            if rubber.is_clean and rubber.depth == "play":
                stored.to_review.append(keys[public_id])
            event = self.caches.events[each.club.pk, each.candidate.occasion.event]
            stored.events.add(directory.events[event].event)
            self.outcomes[each.candidate.index] = _stored_outcome(each, public_id)
        return stored

    def _event_entries(self, placed: Iterable[_Placed]) -> list[Entry]:
        """Entries that open the events which are named for the first time; the cache then knows them all."""
        clubs = {each.club.pk: each.club for each in placed}
        wanted = {
            (each.club.pk, each.candidate.occasion.event) for each in placed
        } - self.caches.events.keys()
        if not wanted:
            return []
        rows = Event.objects.filter(
            club__in={club for club, _ in wanted}, name__in={name for _, name in wanted}
        )
        for club, name, public_id in rows.values_list("club_id", "name", "public_id"):
            self.caches.events[club, name] = public_id
        entries = []
        for club, name in sorted(wanted - self.caches.events.keys()):
            public_id = self.caches.events[club, name] = new_public_id()
            payload: EventOpened = {"club": clubs[club].public_id, "name": name}
            entries.append(self._entry(EVENT_OPENED, public_id, payload, key=f"open:{public_id}"))
        return entries

    def _entry(self, kind: str, subject: str, payload: object, *, key: str) -> Entry:
        by = self.by.pk if self.by else None
        return Entry(kind, subject, 1, payload, self.now, key, by, f"import of {self.report.source}")

    def _keep_conflicts(self, conflicts: Sequence[tuple[_Placed, str]]) -> None:
        if not conflicts:
            return
        keys = dict(
            Rubber.objects.filter(public_id__in={public_id for _, public_id in conflicts}).values_list(
                "public_id", "pk"
            )
        )
        directory = self.caches.directory
        directory.load_players({player for each, _ in conflicts for player in (each.player_a, each.player_b)})
        rows = []
        for each, public_id in conflicts:
            rows.append(
                Conflict(
                    report=self.report,
                    rubber_id=keys[public_id],
                    player_a_id=directory.players[each.player_a],
                    player_b_id=directory.players[each.player_b],
                    egn=each.candidate.egn or "",
                    checksum=each.checksum,
                )
            )
            reason = (
                f"rubber {public_id} is here with other content; both are kept for the director to choose"
            )
            self.outcomes[each.candidate.index] = each.outcome("conflict", reason, rubber_id=public_id)
        Conflict.objects.bulk_create(rows, ignore_conflicts=True)

    def _mark_repaired(self, placed: Sequence[_Placed]) -> None:
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


def _outcome(
    candidate: Candidate,
    fate: Fate,
    *reasons: str,
    new_guests: tuple[str, ...] = (),
    rubber_id: str | None = None,
    deals: int = 0,
) -> Outcome:
    names = (candidate.occasion.name_a, candidate.occasion.name_b)
    return Outcome(candidate.index, candidate.line, names, fate, reasons, new_guests, rubber_id, deals)


def _stored_outcome(each: _Placed, public_id: str) -> Outcome:
    checked = each.candidate.checked
    blocking = [finding for finding in checked.findings if finding.blocks_confirming]
    reasons = [f"{found.code} at {found.line}:{found.column}, {found.message}" for found in blocking]
    return _outcome(
        each.candidate,
        "draft" if blocking else "confirmed",
        *reasons,
        new_guests=each.new_guests,
        rubber_id=public_id,
        deals=sum(len(game.deals) for game in checked.games),
    )
