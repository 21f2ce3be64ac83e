"""Which of a file's rubbers are here already: by their ids, by their identities now, and by those they had before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

from matches.exchange.imports.dry_run import Tried
from matches.exchange.imports.placement import Caches, Placed
from matches.models import LogEntry, Rubber
from matches.rubbers.canonical_text import content_checksum
from matches.rubbers.identity import PlaceCounter


def import_key(identity: str) -> str:
    """The key of the entry by which a rubber of this identity came in for the first time."""
    return f"import:{identity}"


@dataclass(frozen=True, slots=True)
class Known:
    """A rubber that is stored, or about to be in this batch; ``club`` is a primary key."""

    public_id: str
    checksum: str
    club: int


@dataclass(frozen=True, slots=True)
class _Past:
    """What was imported under an identity that the rubber has no more."""

    public_id: str
    checksum: str


@dataclass(slots=True)
class Matches:
    """The rubbers that candidates of one batch may be, by public id and by identity."""

    places: PlaceCounter
    """Of the file; it remembers, of people with several ids, which rubbers the file's have turned out to be."""
    known: dict[str, Known]
    tried: Tried
    past: dict[str, _Past] = field(default_factory=dict)

    def add(self, each: Placed, public_id: str) -> None:
        """A candidate is about to be stored under this id."""
        self.known[each.identity] = self.known[public_id] = Known(public_id, each.checksum, each.club.pk)
        self._meet(each, public_id)

    def of(self, each: Placed) -> Known | None:
        """The rubber that a candidate is: the one whose id it states, else what was played there between the two."""
        found = self._of(each)
        if found is not None:
            self._meet(each, found.public_id)
        return found

    def _meet(self, each: Placed, public_id: str) -> None:
        if len(each.pairs) > 1:
            self.places.meet(public_id)

    def _of(self, each: Placed) -> Known | None:
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
            # What came in with this very content is that rubber still, wherever a correction has put it.
            if identity in self.past and each.is_content(self.past[identity].checksum):
                return self.known.get(self.past[identity].public_id)
        if each.place.before is not None:
            # Of two that were counted apart as two people's, this is the one that the file has not come to yet.
            for identity in each.identities[len(each.pairs) :]:
                if identity in self.known and not self.places.has_met(self.known[identity].public_id):
                    return self.known[identity]
        return None

    def at_free_place(self, each: Placed) -> Placed:
        """The rubber, with the first place after its own that no equal has: its id says that it is another."""
        number = each.place.number + 1
        while True:
            identities = each.identities_at(number)
            taken = any(identity in self.known or self.tried.rubber(identity) for identity in identities)
            if not taken and not Rubber.objects.filter(identity__in=identities).exists():
                return replace(each, identity=identities[0])
            number += 1

    def key_of(self, each: Placed, public_id: str) -> str:
        """The key for the entry of a candidate that is stored now; an identity may come in again."""
        key = import_key(each.identity)
        return f"{key}:{public_id}" if each.identity in self.past else key


def find_matches(placed: Sequence[Placed], places: PlaceCounter, caches: Caches) -> Matches:
    """Look up what is stored for any of ``placed``, in two queries or three."""
    identities = [identity for each in placed for identity in each.identities]
    is_one = Q(identity__in=identities)
    if stated := [each.candidate.rubber_id for each in placed if each.candidate.rubber_id]:
        is_one |= Q(public_id__in=stated)
    matches = Matches(places, _stored(is_one) | _tried([*identities, *stated], caches), caches.tried)
    keys = [import_key(identity) for identity in identities if identity not in matches.known]
    entries = LogEntry.objects.filter(key__in=keys)
    for stream, payload in entries.values_list("stream", "payload"):
        checksum = content_checksum(payload["a"], payload["b"], payload["egn"])
        matches.past[payload["identity"]] = _Past(stream.partition(":")[2], checksum)
    if matches.past:
        moved = _stored(Q(public_id__in=[each.public_id for each in matches.past.values()]))
        matches.known = moved | matches.known
    return matches


def _stored(which: Q) -> dict[str, Known]:
    known = {}
    rows = Rubber.objects.filter(which).values_list("identity", "public_id", "checksum", "club_id")
    for identity, public_id, checksum, club in rows:
        known[identity] = known[public_id] = Known(public_id, checksum, club)
    return known


def _tried(known_by: Iterable[str], caches: Caches) -> dict[str, Known]:
    """Those that a trial would have stored with an earlier batch."""
    known = {}
    for tried in filter(None, map(caches.tried.rubber, known_by)):
        club = caches.clubs.get(tried.club)
        found = Known(tried.public_id, tried.checksum, club.pk if club is not None else 0)
        known[tried.identity] = known[tried.public_id] = found
    return known
