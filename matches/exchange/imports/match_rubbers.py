"""Identify a batch's rubbers by players and occasion, and find those that are stored already.

A stored rubber is found by its public id, its current identity or an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

from matches.clubs.find_by_name import add_guests
from matches.common.directory import current_ids, pairs_of
from matches.exchange.imports.caches import Caches, NamedPerson, Trial
from matches.exchange.imports.candidates import Candidate, Fate, Outcome, outcome_of
from matches.exchange.imports.find_named import NameInClub, new_guest_words
from matches.exchange.imports.place_rubbers import likeness_in
from matches.models import Club, LogEntry, Rubber
from matches.rubbers.identity import Occasion, PlaceCounter, PlaceInFile, natural_identity
from matches.rubbers.projection import content_checksum
from scoring.notation.tags import write_tag


@dataclass(frozen=True, slots=True)
class IdentifiedRubber:
    """A rubber of the imported file whose club, players and identity have been determined.

    ``place`` is its number among rubbers of the same club, occasion and players. ``pairs`` are all pairs of
    public ids (A, B) by which a stored record may name the two players, who may have aliases, the current ids
    first. ``occasion`` and ``egn`` are the candidate's with the event's present name. ``remarks`` are sentences for
    its outcome.
    """

    candidate: Candidate
    club: Club
    pairs: tuple[tuple[str, str], ...]
    place: PlaceInFile
    identity: str
    checksum: str
    occasion: Occasion
    egn: str
    new_guests: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, str]:
        return self.pairs[0]

    @property
    def identities(self) -> tuple[str, ...]:
        """The identities under which the rubber may be stored, the current one first.

        If a player had two ids when the rubber was stored, the rubbers of each were counted separately, and its
        number may have been lower.
        """
        if len(self.pairs) == 1:
            return (self.identity,)
        places = range(self.place.number, 0, -1)
        return tuple(identity for place in places for identity in self.identities_at(place))

    def identities_at(self, number: int) -> tuple[str, ...]:
        """Return the possible identities of the rubber at another place."""
        club, occasion = self.club.public_id, self.occasion
        return tuple(natural_identity(club, occasion, players=pair, place=number) for pair in self.pairs)

    def is_content(self, checksum: str) -> bool:
        """Return whether ``checksum`` is one of this content, with any of the players' ids."""
        return checksum == self.checksum or any(
            checksum == content_checksum(*pair, self.egn) for pair in self.pairs[1:]
        )

    @property
    def event_key(self) -> tuple[int, str]:
        return self.club.pk, self.occasion.event

    @property
    def likeness(self) -> str:
        return likeness_in(self.club, self.candidate, self.place.number)

    def outcome(
        self,
        fate: Fate,
        *reasons: str,
        rubber_id: str | None = None,
        deals: int = 0,
        opens_event: bool = False,
    ) -> Outcome:
        repetition = self._repetition
        return outcome_of(
            self.candidate,
            fate,
            *reasons,
            *self.remarks,
            *([repetition] if repetition else []),
            new_guests=self.new_guests,
            rubber_id=rubber_id,
            deals=deals,
            repeats=bool(repetition),
            opens_event=opens_event,
        )

    @property
    def _repetition(self) -> str:
        """The sentence to report if the file has this rubber before, and no id makes it another."""
        if self.place.before is None or self.candidate.rubber_id:
            return ""
        content = "with the same content" if self.place.same_content else "with another content"
        return (
            f"the file has this rubber before, at line {self.place.before}, {content};"
            f" kept as number {self.place.number} of its kind: give Round, Table or RubberId if it is another,"
            " take it out if it is not"
        )


def identify_rubbers(
    candidates: Sequence[Candidate],
    clubs: dict[int, Club],
    places: dict[int, PlaceInFile],
    events: dict[int, str],
    keys: dict[NameInClub, str],
    caches: Caches,
) -> list[IdentifiedRubber]:
    """Determine the players and the identity of each candidate. Unknown names become guests of the clubs.

    ``events`` is the result of ``load_events``, and ``keys`` of ``load_people``. The two players may turn out to be
    one person; the caller has to check this.
    """
    guests = _add_unknown(candidates, clubs, keys, caches)
    stated = current_ids({each for candidate in candidates for each in candidate.player_ids if each})
    all_players = [_players(candidate, clubs[candidate.index], stated, caches) for candidate in candidates]
    caches.load_aliases({player for players in all_players for player in players})
    identified = []
    for candidate, players in zip(candidates, all_players, strict=True):
        club = clubs[candidate.index]
        new_guests = tuple(guests.get(candidate.index, ()))
        place = places[candidate.index]
        occasion, egn = _with_event(candidate, events[candidate.index])
        identified.append(
            IdentifiedRubber(
                candidate=candidate,
                club=club,
                pairs=tuple(pairs_of(players, caches.aliases)),
                place=place,
                identity=natural_identity(club.public_id, occasion, players=players, place=place.number),
                checksum=content_checksum(*players, egn),
                occasion=occasion,
                egn=egn,
                new_guests=new_guests,
                remarks=tuple(new_guest_words(club, new_guests, caches)) if new_guests else (),
            )
        )
    return identified


def _with_event(candidate: Candidate, event: str) -> tuple[Occasion, str]:
    """Return the candidate's occasion and text with the event's present name."""
    occasion = candidate.occasion
    if occasion.event == event:
        return occasion, candidate.egn
    written, present = write_tag("Event", occasion.event), write_tag("Event", event)
    # The first match is the tag itself: only tags precede it, and no value has a line end.
    egn = candidate.egn.replace(f"\n{written}\n", f"\n{present}\n", 1)
    return replace(occasion, event=event), egn


def _players(candidate: Candidate, club: Club, survivors: dict[str, str], caches: Caches) -> tuple[str, str]:
    """Return the public ids of the two players: those stated in the record, else those found by name."""
    name_a, name_b = candidate.occasion.names
    id_a, id_b = candidate.player_ids
    return (
        survivors.get(id_a, id_a) if id_a else caches.people[club.pk, name_a].public_id,
        survivors.get(id_b, id_b) if id_b else caches.people[club.pk, name_b].public_id,
    )


def _add_unknown(
    candidates: Iterable[Candidate], clubs: dict[int, Club], keys: dict[NameInClub, str], caches: Caches
) -> dict[int, list[str]]:
    """Add a guest for each person whom no name leads to, and return the names of new ones, by candidate's index."""
    new: dict[int, list[str]] = {}
    spelled: dict[tuple[Club, str], list[str]] = {}
    for candidate in candidates:
        club = clubs[candidate.index]
        for player_id, name in zip(candidate.player_ids, candidate.occasion.names, strict=True):
            if player_id or (club.pk, name) in caches.people:
                continue
            key = keys.get((club.pk, name), name)
            spellings = spelled.setdefault((club, key), [])
            if not spellings and caches.trial.guest(club.name, key) is None:
                new.setdefault(candidate.index, []).append(name)
            spellings.append(name)
    again = {
        (club.pk, names[0]): public_id
        for (club, key), names in spelled.items()
        if (public_id := caches.trial.guest(club.name, key))
    }
    made = add_guests(sorted((club.pk, names[0]) for (club, _), names in spelled.items()), again)
    for (club, key), names in spelled.items():
        public_id = made[club.pk, names[0]]
        caches.people |= {(club.pk, name): NamedPerson(public_id, key) for name in names}
        caches.trial.note_guest(club.name, key, public_id)
    return new


def import_key(identity: str) -> str:
    """Return the key of the log entry that the first import of a rubber with this identity appends."""
    return f"import:{identity}"


@dataclass(frozen=True, slots=True)
class Known:
    """A rubber that is stored, or will be with this batch. ``club`` is a primary key."""

    public_id: str
    checksum: str
    club: int


@dataclass(slots=True)
class Matches:
    """The stored rubbers that candidates of one batch may match, by public id and by identity."""

    places: PlaceCounter
    """The file's counter of equal rubbers, which remembers matched rubbers of players with several ids."""
    known: dict[str, Known]
    trial: Trial
    past: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The public id and checksum of rubbers imported under identities that they no longer have."""

    def add(self, each: IdentifiedRubber, public_id: str) -> None:
        """Add a candidate that will be stored under this public id, so that later ones can match it."""
        self.known[each.identity] = self.known[public_id] = Known(public_id, each.checksum, each.club.pk)
        self._meet(each, public_id)

    def find(self, each: IdentifiedRubber) -> Known | None:
        """Return the stored rubber with the candidate's id or else its occasion and players, or None."""
        match = self._find(each)
        if match is not None:
            self._meet(each, match.public_id)
        return match

    def _meet(self, each: IdentifiedRubber, public_id: str) -> None:
        if len(each.pairs) > 1:
            self.places.meet(public_id)

    def _find(self, each: IdentifiedRubber) -> Known | None:
        """Return the stored rubber that ``each`` is, or None if it is new.

        It is found by the stated id, by an identity of the same players, by the content it once had, or as one of
        several equal rubbers.
        """
        stated = each.candidate.rubber_id
        if stated and stated in self.known:
            return self.known[stated]
        if len(each.pairs) > 1:
            equals = [self.known[identity] for identity in each.identities if identity in self.known]
            for equal in equals:
                if not self.places.has_met(equal.public_id) and each.is_content(equal.checksum):
                    return equal
        for identity in each.identities[: len(each.pairs)]:
            if identity in self.known:
                return self.known[identity]
        for identity in each.identities:
            # A rubber imported with exactly this content is the same one, even if a correction has moved it.
            if identity in self.past and each.is_content(self.past[identity][1]):
                return self.known.get(self.past[identity][0])
        if each.place.before is not None:
            # Of two rubbers counted separately, as two people's, it is the one that the file has not reached
            # yet.
            for identity in each.identities[len(each.pairs) :]:
                if identity in self.known and not self.places.has_met(self.known[identity].public_id):
                    return self.known[identity]
        return None

    def at_free_place(self, each: IdentifiedRubber) -> IdentifiedRubber:
        """Return a copy with the next unused number's identity: its id shows that it is another rubber."""
        number = each.place.number + 1
        while True:
            identities = each.identities_at(number)
            taken = any(identity in self.known or self.trial.rubber(identity) for identity in identities)
            if not taken and not Rubber.objects.filter(identity__in=identities).exists():
                return replace(each, identity=identities[0])
            number += 1

    def key_of(self, each: IdentifiedRubber, public_id: str) -> str:
        """Return the key of the log entry that creates the rubber, another one if its identity was used before."""
        key = import_key(each.identity)
        return f"{key}:{public_id}" if each.identity in self.past else key


def find_matches(identified: Sequence[IdentifiedRubber], places: PlaceCounter, caches: Caches) -> Matches:
    """Look up the stored rubbers that the rubbers may match, with at most three queries."""
    identities = [identity for each in identified for identity in each.identities]
    is_one = Q(identity__in=identities)
    if stated := [each.candidate.rubber_id for each in identified if each.candidate.rubber_id]:
        is_one |= Q(public_id__in=stated)
    matches = Matches(places, _stored(is_one) | _from_trial([*identities, *stated], caches), caches.trial)
    keys = [import_key(identity) for identity in identities if identity not in matches.known]
    entries = LogEntry.objects.filter(key__in=keys)
    for stream, payload in entries.values_list("stream", "payload"):
        checksum = content_checksum(payload["a"], payload["b"], payload["egn"])
        matches.past[payload["identity"]] = (stream.partition(":")[2], checksum)
    if matches.past:
        moved = _stored(Q(public_id__in=[public_id for public_id, _ in matches.past.values()]))
        matches.known = moved | matches.known
    return matches


def _stored(condition: Q) -> dict[str, Known]:
    known = {}
    rows = Rubber.objects.filter(condition).values_list("identity", "public_id", "checksum", "club_id")
    for identity, public_id, checksum, club in rows:
        known[identity] = known[public_id] = Known(public_id, checksum, club)
    return known


def _from_trial(known_by: Iterable[str], caches: Caches) -> dict[str, Known]:
    known = {}
    for trial_rubber in filter(None, map(caches.trial.rubber, known_by)):
        club = caches.clubs.get(trial_rubber.club)
        rubber = Known(trial_rubber.public_id, trial_rubber.checksum, club.pk if club is not None else 0)
        known[trial_rubber.identity] = known[trial_rubber.public_id] = rubber
    return known
