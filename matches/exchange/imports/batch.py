"""Store a batch of an imported file's rubbers in one transaction, with conflicts and texts that have to be repaired."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.common.club_clock import club_today, date_doubt
from matches.common.log import RUBBER_IMPORTED, Entry, RubberBegun, append_entries, is_of_rubber
from matches.exchange.imports.caches import Caches, NamedEvent, Trial, TrialRubber
from matches.exchange.imports.candidates import (
    Candidate,
    Fate,
    Outcome,
    held_outcome,
    outcome_of,
    report_outcomes,
)
from matches.exchange.imports.find_named import NameInClub, load_events, load_people, new_event_words
from matches.exchange.imports.find_rounds import RoundRemark, place_in_draws
from matches.exchange.imports.match_rubbers import IdentifiedRubber, Matches, find_matches, identify_rubbers
from matches.exchange.imports.place_rubbers import (
    count_places,
    find_clubs,
    likeness_in,
    refusals,
    target_clubs,
)
from matches.exchange.imports.same_games import find_alike, find_nameless, known_players
from matches.models import Club, Conflict, HeldText, ImportReport, Rubber, User
from matches.models.ids import new_public_id
from matches.rubbers.change_result import MOST_OPEN, open_conflicts_by
from matches.rubbers.identity import PlaceCounter, PlaceInFile
from matches.rubbers.open_event import opened_event
from matches.rubbers.transition import apply_entries, lock_events, with_draws
from scoring.checks import LATEST_CHECKS

MOST_FINDINGS: Final = 5


@dataclass(slots=True)
class Stored:
    """The outcomes of a batch, and the rubbers and events to enqueue for review and standings after the commit."""

    outcomes: list[Outcome] = field(default_factory=list)
    to_review: list[int] = field(default_factory=list)
    events: set[int] = field(default_factory=set)


class BatchImport:
    """The import of one batch of rubbers into ``club`` or, if it is None, into the clubs that they name.

    ``guard`` is called at the beginning of the transaction, and may raise an error to end it. Candidates with
    an index up to ``done`` were stored by an earlier, interrupted import, and are only counted. In a trial
    (``caches.trial``), the caller rolls the transaction back and stores the report's lines afterwards.
    """

    def __init__(
        self,
        report: ImportReport,
        caches: Caches,
        places: PlaceCounter,
        *,
        club: Club | None,
        by: User | None,
        guard: Callable[[], None] | None = None,
        done: int = 0,
        may_make_clubs: bool = False,
    ) -> None:
        self.report = report
        self.caches = caches
        self.places = places
        self.club = club
        self.by = by
        self.guard = guard
        self.done = done
        self.may_make_clubs = may_make_clubs
        self.now: datetime = timezone.now()
        self._today: dict[int, date] = {}
        self._outcomes: dict[int, Outcome] = {}

    @transaction.atomic
    def store(self, candidates: Sequence[Candidate]) -> Stored:
        """Store what can be stored, and return the outcomes above ``done``. After ``DatabaseError``, nothing
        is stored.
        """
        if self.guard is not None:
            self.guard()
        targets = target_clubs(candidates, self.club, self.caches, may_make=self.may_make_clubs)
        refused = refusals(candidates, targets, club_alone=self.by is not None)
        accepted = [each for each in candidates if each.index not in refused]
        clubs, new_clubs = find_clubs(accepted, targets, self.caches)
        events = load_events(accepted, clubs, self.caches)
        keys = load_people(accepted, clubs, self.caches)
        places = count_places(candidates, clubs, events, keys, self.places)
        new = [each for each in candidates if each.index > self.done]
        for candidate in new:
            if candidate.index in refused:
                self._settle(outcome_of(candidate, "refused", refused[candidate.index]))
        accepted = [each for each in new if each.index not in refused]
        self._hold([each for each in accepted if each.fault is not None], clubs, places)
        readable = [each for each in accepted if each.fault is None]
        identified = self._identify(readable, clubs, places, events, keys)
        stored = self._store_new(identified)
        self._mark_repaired(identified)
        for index, name in new_clubs.items():
            self._tell_of_club(index, name)
        stored.outcomes = [self._outcomes[candidate.index] for candidate in new]
        if not self._trial.is_trial:
            report_outcomes(self.report, stored.outcomes)
        return stored

    @property
    def _trial(self) -> Trial:
        return self.caches.trial

    def _settle(self, outcome: Outcome) -> None:
        self._outcomes[outcome.index] = outcome

    def _tell_of_club(self, index: int, name: str) -> None:
        if outcome := self._outcomes.get(index):
            reasons = (*outcome.reasons, f"the club {name} is new, for its members only")
            self._settle(replace(outcome, reasons=reasons, new_club=name))

    def _hold(
        self, candidates: Sequence[Candidate], clubs: dict[int, Club], places: dict[int, PlaceInFile]
    ) -> None:
        """Store the texts of faulty records for repair, each only once however often the file is read."""
        rows = []
        for candidate in candidates:
            club = clubs.get(candidate.index)
            rows.append(
                HeldText(
                    report=self.report,
                    club=club,
                    likeness=likeness_in(club, candidate, places[candidate.index].number),
                    finding=candidate.fault or {},
                    text=candidate.text,
                    checksum=hashlib.sha256(candidate.text.encode()).hexdigest(),
                )
            )
        before = _kept_texts(rows) if self._trial.is_trial else {}
        HeldText.objects.bulk_create(rows, ignore_conflicts=True)
        kept = before if self._trial.is_trial else _kept_texts(rows)
        for candidate, row in zip(candidates, rows, strict=True):
            self._settle(held_outcome(candidate, kept.get((row.club_id, row.likeness, row.checksum), "")))

    def _identify(
        self,
        candidates: Sequence[Candidate],
        clubs: dict[int, Club],
        places: dict[int, PlaceInFile],
        events: dict[int, str],
        keys: dict[NameInClub, str],
    ) -> list[IdentifiedRubber]:
        """Return the candidates as rubbers between known players or new guests.

        Refuse or skip those that can't be identified. ``clubs``, ``places`` and ``events`` have the club, the place
        in the file and the event of each candidate, by its index.
        """
        for each in candidates:
            club = clubs[each.index].pk
            forms = {keys.get((club, name), name) for name in each.occasion.names}
            if not any(each.player_ids) and len(forms) == 1:
                self._settle(outcome_of(each, "refused", "A and B are the same player"))
        people = [each for each in candidates if each.index not in self._outcomes]
        unknown = [each for each in people if None in known_players(each, clubs[each.index], self.caches)]
        nameless = find_nameless(unknown, clubs, events, self.places, self.caches)
        for each in people:
            if public_id := nameless.get(each.index):
                self._skip_nameless(each, public_id)
        people = [each for each in people if each.index not in nameless]
        identified = identify_rubbers(people, clubs, places, events, keys, self.caches)
        for one in identified:
            if one.players[0] == one.players[1]:
                self._settle(one.outcome("refused", "A and B are the same player"))
        return [each for each in identified if each.candidate.index not in self._outcomes]

    def _skip_nameless(self, candidate: Candidate, public_id: str) -> None:
        self.places.meet(public_id)
        reason = f"rubber {public_id} is already here, without this name"
        self._settle(outcome_of(candidate, "skipped", reason, rubber_id=public_id))

    def _store_new(self, identified: Sequence[IdentifiedRubber]) -> Stored:
        """Store the rubbers that are new, and settle the others: they are skipped, refused, or become conflicts."""
        matches = find_matches(identified, self.places, self.caches)
        conflicts: list[tuple[IdentifiedRubber, str]] = []
        fresh: dict[str, IdentifiedRubber] = {}
        alike = find_alike(identified, self.caches)
        of_namesakes = [each for each in identified if not each.new_guests]
        nameless = find_nameless(
            [each.candidate for each in of_namesakes],
            {each.candidate.index: each.club for each in of_namesakes},
            {each.candidate.index: each.occasion.event for each in of_namesakes},
            self.places,
            self.caches,
        )
        for each in identified:
            stated = each.candidate.rubber_id
            known = matches.find(each)
            if known and stated and known.public_id != stated and not each.is_content(known.checksum):
                known, each = None, matches.at_free_place(each)
            index = each.candidate.index
            if index in nameless and (known is None or not each.is_content(known.checksum)):
                self._skip_nameless(each.candidate, nameless[index])
            elif known is None and index in alike:
                conflicts.append((each, alike[index]))
            elif known is None:
                public_id = stated or new_public_id()
                matches.add(each, public_id)
                self._note_in_trial(each, public_id)
                fresh[public_id] = each
            elif known.club != each.club.pk:
                reason = f"RubberId {known.public_id} is a rubber of another club"
                self._settle(each.outcome("refused", reason))
            elif each.is_content(known.checksum):
                called, shown_id = self._called(known.public_id)
                reason = f"{called} is here already, with the same content"
                self._settle(each.outcome("skipped", reason, rubber_id=shown_id))
            else:
                conflicts.append((each, known.public_id))
        stored = self._append(fresh, matches)
        self._keep_conflicts(conflicts)
        return stored

    def _note_in_trial(self, each: IdentifiedRubber, public_id: str) -> None:
        if self._trial.is_trial:
            is_stated = public_id == each.candidate.rubber_id
            trial_rubber = TrialRubber(each.identity, public_id, each.checksum, each.club.name, is_stated)
            self._trial.note_rubber(trial_rubber)

    def _called(self, public_id: str) -> tuple[str, str | None]:
        """Return a rubber's name in a sentence, and its id, None for an id made up by a trial."""
        if self._trial.has_made_up(public_id):
            return "a rubber before it in the file", None
        return f"rubber {public_id}", public_id

    def _append(self, fresh: dict[str, IdentifiedRubber], matches: Matches) -> Stored:
        """Append the log entries of new rubbers, by public id, and write their rows. Return what was stored."""
        if not fresh:
            return Stored()
        entries, opened = self._event_entries(fresh.values())
        for public_id, each in fresh.items():
            payload: RubberBegun = {
                "identity": each.identity,
                "event": self.caches.events[each.event_key].public_id,
                "a": each.players[0],
                "b": each.players[1],
                "egn": each.egn,
                "checks": LATEST_CHECKS,
            }
            key = matches.key_of(each, public_id)
            entries.append(self._entry(each.club, RUBBER_IMPORTED, public_id, payload, key=key))
        touched = {self.caches.events[each.event_key].public_id for each in fresh.values()}
        lock_events(public_id__in=touched)
        remarks = place_in_draws(
            [entry for entry in entries if is_of_rubber(entry)], fresh, with_draws(touched)
        )
        positions = append_entries(entries)
        checked = {public_id: each.candidate.checked for public_id, each in fresh.items()}
        directory = self.caches.directory
        keys = apply_entries(entries, positions, directory=directory, checked=checked)
        stored = Stored()
        for public_id, each in fresh.items():
            if each.candidate.checked.is_clean and each.candidate.checked.depth == "play":
                stored.to_review.append(keys[public_id])
            stored.events.add(directory.events[self.caches.events[each.event_key].public_id].event)
            opened_words = opened.pop(each.event_key, "")
            notes = [words for words in (opened_words, self._date_words(each)) if words]
            outcome = _stored_outcome(
                each,
                self._called(public_id)[1],
                notes,
                remarks.get(public_id),
                opens_event=bool(opened_words),
            )
            self._settle(outcome)
        return stored

    def _date_words(self, each: IdentifiedRubber) -> str:
        """Return a sentence on a rubber's date that is hardly right, or an empty string."""
        day = each.occasion.date
        today = self._today.setdefault(each.club.pk, club_today(each.club))
        doubt = date_doubt(day, latest=today, today=today)
        if not doubt:
            return ""
        return f"the date {day} is {'in the future' if doubt == 'future' else 'a hundred years ago or more'}"

    def _event_entries(
        self, identified: Iterable[IdentifiedRubber]
    ) -> tuple[list[Entry], dict[NameInClub, str]]:
        """Return entries that open the events named for the first time, and the sentence about each new event.

        The cache then has all events.
        """
        clubs = {each.event_key: each.club for each in identified}
        entries, opened = [], {}
        by_id = self.by.pk if self.by else None
        for key in sorted(clubs.keys() - self.caches.events.keys()):
            club, name = clubs[key], key[1]
            if name and self._trial.event_name(club.name, name) is None:
                opened[key] = new_event_words(
                    name, club.events.exclude(name="").values_list("name", flat=True)
                )
            self._trial.note_event(club.name, name)
            entry = opened_event(club, name, at=self.now, by_id=by_id, reason=self._reason)
            self.caches.events[key] = NamedEvent(entry.subject, name)
            entries.append(entry)
        return entries, opened

    def _entry(self, club: Club, kind: str, subject: str, payload: object, *, key: str) -> Entry:
        by_id = self.by.pk if self.by else None
        return Entry(club.pk, kind, subject, 1, payload, self.now, key, by_id, self._reason)

    @property
    def _reason(self) -> str:
        name = "standard input" if self.report.source == "-" else self.report.source
        return f"import of {name}"

    def _keep_conflicts(self, conflicts: Sequence[tuple[IdentifiedRubber, str]]) -> None:
        """Store contents that differ from the stored rubber as conflicts, for the director to choose.

        ``conflicts`` has each content with the public id of the rubber. Each is stored once, up to the number of open
        conflicts that one person may have with one rubber. A file that the host imports counts for no person.
        """
        if not conflicts:
            return
        stored = Rubber.objects.filter(public_id__in={public_id for _, public_id in conflicts})
        keys = dict(stored.values_list("public_id", "pk"))
        directory = self.caches.directory
        directory.load_players({player for each, _ in conflicts for player in each.players})
        contents, waiting = self._conflicts_here({public_id for _, public_id in conflicts}, keys)
        rows = []
        for each, public_id in conflicts:
            player_a, player_b = each.players
            called, shown_id = self._called(public_id)
            is_new = each.checksum not in contents[public_id]
            if is_new and self.by is not None and waiting[public_id] >= MOST_OPEN:
                reason = (
                    f"{called} is here with other content, and {waiting[public_id]} others that you brought wait for"
                    " the director already: have those settled first, then bring this one in again"
                )
                self._settle(each.outcome("refused", reason, rubber_id=shown_id))
                continue
            if is_new:
                contents[public_id].add(each.checksum)
                waiting[public_id] += 1
                self._trial.note_conflict(public_id, each.checksum)
            # In a trial, rubbers of an earlier batch have no row.
            if is_new and public_id in keys:
                rows.append(
                    Conflict(
                        report=self.report,
                        rubber_id=keys[public_id],
                        player_a_id=directory.players[player_a],
                        player_b_id=directory.players[player_b],
                        egn=each.egn,
                        checksum=each.checksum,
                    )
                )
            reason = f"{called} is here with other content; both are kept for the director to choose"
            self._settle(each.outcome("conflict", reason, rubber_id=shown_id))
        Conflict.objects.bulk_create(rows, ignore_conflicts=True)

    def _conflicts_here(
        self, public_ids: Collection[str], keys: Mapping[str, int]
    ) -> tuple[dict[str, set[str]], Counter[str]]:
        """Return, by the rubber's public id, the checksums of its conflicts and the number of the sender's open ones.

        ``keys`` are the primary keys of stored rubbers. In a trial, earlier batches count as if they were
        stored.
        """
        contents: dict[str, set[str]] = defaultdict(set)
        waiting: Counter[str] = Counter()
        stored = Conflict.objects.filter(rubber__in=keys.values())
        for public_id, checksum in stored.values_list("rubber__public_id", "checksum"):
            contents[public_id].add(checksum)
        by_key = Counter() if self.by is None else open_conflicts_by(self.by, keys.values())
        for public_id, key in keys.items():
            waiting[public_id] = by_key[key]
        for public_id in public_ids:
            checksums = self._trial.conflicts_of(public_id)
            contents[public_id].update(checksums)
            waiting[public_id] += len(checksums)
        return contents, waiting

    def _mark_repaired(self, identified: Sequence[IdentifiedRubber]) -> None:
        taken_in = [each for each in identified if self._outcomes[each.candidate.index].fate != "refused"]
        likenesses = [each.likeness for each in taken_in if each.likeness]
        waiting = HeldText.objects.filter(repaired_at__isnull=True, dismissed_at__isnull=True)
        waiting.filter(likeness__in=likenesses).update(repaired_at=self.now, settled_by=self.by)


def _kept_texts(rows: Sequence[HeldText]) -> dict[tuple[int | None, str, str], str]:
    """Return the public ids of stored held texts, by club, likeness and checksum, among them those of ``rows``."""
    if not rows:
        return {}
    clubs = {row.club_id for row in rows if row.club_id is not None}
    stored = HeldText.objects.filter(
        Q(club__in=clubs) | Q(club__isnull=True),
        likeness__in={row.likeness for row in rows},
        checksum__in={row.checksum for row in rows},
    )
    texts = stored.values_list("club_id", "likeness", "checksum", "public_id")
    return {(club, likeness, checksum): public_id for club, likeness, checksum, public_id in texts}


def _stored_outcome(
    each: IdentifiedRubber,
    public_id: str | None,
    notes: Sequence[str],
    remark: RoundRemark | None,
    *,
    opens_event: bool,
) -> Outcome:
    """Return the outcome of a stored rubber, with its findings and the sentences ``notes`` as reasons.

    ``remark`` is about its round in the draw.
    """
    checked = each.candidate.checked
    blocking = [finding for finding in checked.findings if finding.blocks_confirming]
    reasons = [
        f"{finding.code} at {finding.line}:{finding.column}, {finding.message}" for finding in blocking
    ]
    if (more := len(reasons) - MOST_FINDINGS) > 0:
        reasons[MOST_FINDINGS:] = [f"and {more} more"]
    deals = sum(len(game.deals) for game in checked.games)
    fate: Fate = "draft" if blocking else "confirmed"
    reasons += notes
    if remark is not None:
        reasons.append(remark.text)
    stored = each.outcome(fate, *reasons, rubber_id=public_id, deals=deals, opens_event=opens_event)
    return replace(stored, is_outside=remark is not None and remark.is_outside)
