"""Where a file's rubbers belong: their clubs, their players, and which rubber each of them is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from matches.models import Club, Player, Rubber
from matches.models.ids import is_public_id
from matches.services.clubs import add_guests, find_or_make_club, find_players
from matches.services.directory import Directory
from matches.services.import_candidates import Candidate
from matches.services.import_outcomes import Fate, Outcome, outcome_of
from matches.services.rubber_identity import Place, likeness_of, natural_identity
from matches.services.rubber_text import content_checksum
from scoring.cards import PLAYERS


@dataclass(slots=True)
class Caches:
    """What an import has looked up so far. Thrown away with a transaction that is rolled back.

    Clubs by name; players and events, as public ids, by their club's primary key and their name.
    """

    directory: Directory = field(default_factory=Directory)
    clubs: dict[str, Club] = field(default_factory=dict)
    players: dict[tuple[int, str], str] = field(default_factory=dict)
    events: dict[tuple[int, str], str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.players) + len(self.events) + len(self.directory.rounds) + len(self.clubs)


@dataclass(frozen=True, slots=True)
class Placed:
    """A candidate whose club, players (public ids, A's and B's), place among equals and identity are known."""

    candidate: Candidate
    club: Club
    players: tuple[str, str]
    place: Place
    identity: str
    checksum: str
    new_guests: tuple[str, ...]

    def identity_at(self, number: int) -> str:
        """The identity that it has at this place among its equals."""
        return _identity(self.candidate, self.club, self.players, number)

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
        """What to look at where the file has this rubber before, and the rubber does not say that it is another."""
        if self.place.before is None or self.candidate.rubber_id:
            return ""
        content = "with the same content" if self.place.same_content else "with another content"
        return (
            f"the file has this rubber before, at line {self.place.before}, {content};"
            f" kept as number {self.place.number} of its kind: give Round, Table or RubberId if it is another,"
            " take it out if it is not"
        )


def likeness_in(club: Club | None, candidate: Candidate, place: int) -> str:
    """The likeness of a candidate; empty where its club or one of its players could not be read."""
    occasion = candidate.occasion
    if club is None or not all(occasion.names):
        return ""
    return likeness_of(club.public_id, occasion, place)


def target_clubs(candidates: Sequence[Candidate], club: Club | None, caches: Caches) -> dict[int, str]:
    """The name of the club that each candidate is for, by its index; none for one that does not say.

    That is ``club``, else the club of the rubber that is stored under its id, else the one that its tag names.
    """
    if club is not None:
        caches.clubs[club.name] = club
        return {each.index: club.name for each in candidates}
    stored = {}
    if stated := {each.rubber_id for each in candidates if each.rubber_id and is_public_id(each.rubber_id)}:
        rows = Rubber.objects.filter(public_id__in=stated).select_related("club").only("public_id", "club")
        stored = {row.public_id: row.club for row in rows}
        caches.clubs |= {found.name: found for found in stored.values()}
    targets = {each.index: each.club_name or "" for each in candidates}
    targets |= {each.index: stored[each.rubber_id].name for each in candidates if each.rubber_id in stored}
    return {index: name for index, name in targets.items() if name}


def find_clubs(candidates: Sequence[Candidate], targets: dict[int, str], caches: Caches) -> dict[int, Club]:
    """The club of each candidate that is for one, by its index; made if there is none of its name.

    They are locked until the transaction ends, so that two imports into one club take turns.
    """
    names = {each.index: targets[each.index] for each in candidates if each.index in targets}
    for name in sorted(set(names.values()) - caches.clubs.keys()):
        caches.clubs[name] = find_or_make_club(name)
    wanted = {caches.clubs[name].pk for name in names.values()}
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk").values("pk"))
    return {index: caches.clubs[name] for index, name in names.items()}


def refusals(candidates: Sequence[Candidate], targets: dict[int, str]) -> dict[int, str]:
    """Why candidates can't be taken in at all, by index; those that can be are left out."""
    stated = {each for candidate in candidates for each in candidate.player_ids if each}
    known: Collection[str] = ()
    if stated:
        known = set(Player.objects.filter(public_id__in=stated).values_list("public_id", flat=True))
    reasons = {each.index: each.refusal or _reason_to_refuse(each, targets, known) for each in candidates}
    return {index: reason for index, reason in reasons.items() if reason}


def _reason_to_refuse(candidate: Candidate, targets: dict[int, str], known: Collection[str]) -> str:
    if candidate.held is not None:
        return ""
    if candidate.index not in targets:
        return "it has no Club tag; say with --club where it belongs"
    for player, player_id in zip(PLAYERS, candidate.player_ids, strict=True):
        if player_id and player_id not in known:
            return f"{player}Id {player_id} is nobody's here; take the tag out to import by name"
    return ""


def place(
    candidates: Sequence[Candidate], clubs: dict[int, Club], places: dict[int, Place], caches: Caches
) -> list[Placed]:
    """Find each candidate's players, put unknown names on the clubs' lists as guests, and tell which rubber it is.

    Both players of a candidate may turn out to be the same: the caller looks.
    """
    guests = _find_or_add_players(candidates, clubs, caches)
    placed = []
    for candidate in candidates:
        club = clubs[candidate.index]
        name_a, name_b = names = candidate.occasion.names
        id_a, id_b = candidate.player_ids
        players = (id_a or caches.players[club.pk, name_a], id_b or caches.players[club.pk, name_b])
        new_guests = tuple(name for name in names if (club.pk, name) in guests)
        guests -= {(club.pk, name) for name in names}
        placed.append(
            Placed(
                candidate=candidate,
                club=club,
                players=players,
                place=places[candidate.index],
                identity=_identity(candidate, club, players, places[candidate.index].number),
                checksum=content_checksum(*players, candidate.egn),
                new_guests=new_guests,
            )
        )
    return placed


def _identity(candidate: Candidate, club: Club, players: tuple[str, str], place: int) -> str:
    return natural_identity(club.public_id, candidate.occasion, players=players, place=place)


def _find_or_add_players(
    candidates: Iterable[Candidate], clubs: dict[int, Club], caches: Caches
) -> set[tuple[int, str]]:
    """Fill the cache with everybody who is known by name; those who are new by now."""
    wanted = {
        (clubs[candidate.index].pk, name)
        for candidate in candidates
        for player_id, name in zip(candidate.player_ids, candidate.occasion.names, strict=True)
        if not player_id
    } - caches.players.keys()
    if not wanted:
        return set()
    found = find_players({club for club, _ in wanted}, {name for _, name in wanted})
    caches.players |= {key: found[key] for key in wanted & found.keys()}
    missing = wanted - found.keys()
    caches.players |= add_guests(sorted(missing))
    return missing
