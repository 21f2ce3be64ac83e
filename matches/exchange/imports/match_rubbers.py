"""Identify a batch's rubbers by players and occasion, and find those that are stored already.

A stored rubber is found by its public id, its current identity or an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

from matches.clubs.find_by_name import add_guests, find_players
from matches.common.directory import pairs_of, survivors_of
from matches.exchange.imports.caches import Caches, Trial
from matches.exchange.imports.candidates import Candidate, Fate, Outcome, outcome_of
from matches.exchange.imports.place_rubbers import likeness_in
from matches.models import Club, LogEntry, Rubber
from matches.rubbers.identity import PlaceCounter, PlaceInFile, natural_identity
from matches.rubbers.text import content_checksum


@dataclass(frozen=True, slots=True)
class IdentifiedRubber:
    """A rubber of the imported file whose club, players and identity have been determined.

    ``place`` is its number among rubbers of the same club, occasion and players. ``pairs`` are all pairs of
    public ids (A, B) by which a stored record may name the two players, who may have aliases, the current ids
    first.
    """

    candidate: Candidate
    club: Club
    pairs: tuple[tuple[str, str], ...]
    place: PlaceInFile
    identity: str
    checksum: str
    new_guests: tuple[str, ...]

    @property
    def players(self) -> tuple[str, str]:
        return self.pairs[0]

    @property
    def identities(self) -> tuple[str, ...]:
        """The identities under which the rubber may be stored, the current one first.

        If a player had two ids when it was stored, the rubbers of each were counted separately, and its
        number may have been lower.
        """
        if len(self.pairs) == 1:
            return (self.identity,)
        places = range(self.place.number, 0, -1)
        return tuple(identity for place in places for identity in self.identities_at(place))

    def identities_at(self, number: int) -> tuple[str, ...]:
        """Return the possible identities of the rubber at another place."""
        club, occasion = self.club.public_id, self.candidate.occasion
        return tuple(natural_identity(club, occasion, players=pair, place=number) for pair in self.pairs)

    def is_content(self, checksum: str) -> bool:
        """Return whether ``checksum`` is one of this content, with any of the players' ids."""
        return checksum == self.checksum or any(
            checksum == content_checksum(*pair, self.candidate.egn) for pair in self.pairs[1:]
        )

    @property
    def event_key(self) -> tuple[int, str]:
        return self.club.pk, self.candidate.occasion.event

    @property
    def likeness(self) -> str:
        return likeness_in(self.club, self.candidate, self.place.number)

    def outcome(self, fate: Fate, *reasons: str, rubber_id: str | None = None, deals: int = 0) -> Outcome:
        repetition = self._repetition
        return outcome_of(
            self.candidate,
            fate,
            *reasons,
            *([repetition] if repetition else []),
            new_guests=self.new_guests,
            rubber_id=rubber_id,
            deals=deals,
            repeats=bool(repetition),
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
    candidates: Sequence[Candidate], clubs: dict[int, Club], places: dict[int, PlaceInFile], caches: Caches
) -> list[IdentifiedRubber]:
    """Determine the players and the identity of each candidate. Unknown names become guests of the clubs.

    The two players may turn out to be one person; the caller has to check this.
    """
    guests = _find_or_add_players(candidates, clubs, caches)
    stated = survivors_of({each for candidate in candidates for each in candidate.player_ids if each})
    all_players = [_players(candidate, clubs[candidate.index], stated, caches) for candidate in candidates]
    caches.load_aliases({player for players in all_players for player in players})
    identified = []
    for candidate, players in zip(candidates, all_players, strict=True):
        club = clubs[candidate.index]
        names = candidate.occasion.names
        new_guests = tuple(name for name in names if (club.pk, name) in guests)
        guests -= {(club.pk, name) for name in names}
        place = places[candidate.index]
        identified.append(
            IdentifiedRubber(
                candidate=candidate,
                club=club,
                pairs=tuple(pairs_of(players, caches.aliases)),
                place=place,
                identity=natural_identity(
                    club.public_id, candidate.occasion, players=players, place=place.number
                ),
                checksum=content_checksum(*players, candidate.egn),
                new_guests=new_guests,
            )
        )
    return identified


def _players(candidate: Candidate, club: Club, survivors: dict[str, str], caches: Caches) -> tuple[str, str]:
    """Return the public ids of the two players: those stated in the record, else those found by name."""
    name_a, name_b = candidate.occasion.names
    id_a, id_b = candidate.player_ids
    return (
        survivors.get(id_a, id_a) if id_a else caches.players[club.pk, name_a],
        survivors.get(id_b, id_b) if id_b else caches.players[club.pk, name_b],
    )


def _find_or_add_players(
    candidates: Iterable[Candidate], clubs: dict[int, Club], caches: Caches
) -> set[tuple[int, str]]:
    """Fill the cache with all players known by name, and return the keys of those who are new."""
    wanted = {
        (clubs[candidate.index].pk, name)
        for candidate in candidates
        for player_id, name in zip(candidate.player_ids, candidate.occasion.names, strict=True)
        if not player_id
    } - caches.players.keys()
    if not wanted:
        return set()
    ids = find_players({club for club, _ in wanted}, {name for _, name in wanted})
    caches.players |= {key: ids[key] for key in wanted & ids.keys()}
    missing = wanted - ids.keys()
    club_names = {club.pk: club.name for club in clubs.values()}
    trial_guests = caches.trial.guests([(club_names[club], name) for club, name in missing])
    again = {
        key: trial_guests[guest] for key in missing if (guest := (club_names[key[0]], key[1])) in trial_guests
    }
    caches.players |= add_guests(sorted(missing), again)
    return missing - again.keys()


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
