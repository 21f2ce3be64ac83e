"""Where a file's rubbers belong: their clubs, their players, and which rubber each of them is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from matches.clubs.aliases import aliases_of, pairs_of, survivors_of
from matches.clubs.find_or_create import add_guests, find_or_make_club, find_players
from matches.exchange.imports.candidates import Candidate
from matches.exchange.imports.dry_run import Tried
from matches.exchange.imports.explicit_ids import Named, welcome_players
from matches.exchange.imports.outcomes import Fate, Outcome, outcome_of
from matches.models import Club, Rubber
from matches.models.ids import is_public_id
from matches.rubbers.canonical_text import content_checksum
from matches.rubbers.identity import Place, likeness_of, natural_identity
from matches.rubbers.primary_keys import Directory
from scoring.cards import PLAYERS


@dataclass(slots=True)
class Caches:
    """What an import has looked up so far. Thrown away with a transaction that is rolled back.

    Clubs by name; players and events, as public ids, by their club's primary key and their name; the aliases of
    players whom somebody has looked for, by public id.
    """

    directory: Directory = field(default_factory=Directory)
    clubs: dict[str, Club] = field(default_factory=dict)
    players: dict[tuple[int, str], str] = field(default_factory=dict)
    events: dict[tuple[int, str], str] = field(default_factory=dict)
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tried: Tried = field(default_factory=lambda: Tried(is_trial=False))
    """What a trial has come to before: that outlives the transactions, which are all rolled back."""

    @property
    def size(self) -> int:
        players = len(self.players) + len(self.aliases) + len(self.directory.players)
        return players + len(self.events) + len(self.clubs)

    def load_aliases(self, players: Collection[str]) -> None:
        """Look up the aliases of players by public id; those who have none are remembered too."""
        wanted = set(players) - self.aliases.keys()
        if wanted:
            self.aliases |= dict.fromkeys(wanted, ()) | aliases_of(wanted)


@dataclass(frozen=True, slots=True)
class Placed:
    """A candidate whose club, players (public ids, A's and B's) and place among equals are known.

    ``pairs`` are all the ways in which a record may name its two players; ``players``, their ids now, come first.
    """

    candidate: Candidate
    club: Club
    pairs: tuple[tuple[str, str], ...]
    place: Place
    identity: str
    checksum: str
    new_guests: tuple[str, ...]

    @property
    def players(self) -> tuple[str, str]:
        return self.pairs[0]

    @property
    def identities(self) -> tuple[str, ...]:
        """The identities under which it may be stored; its own comes first.

        What was two people's when it was stored was counted apart, and may have an earlier place than it has now.
        """
        if len(self.pairs) == 1:
            return (self.identity,)
        places = range(self.place.number, 0, -1)
        return tuple(identity for place in places for identity in self.identities_at(place))

    def identities_at(self, number: int) -> tuple[str, ...]:
        """As ``identities``, were this its place among its equals."""
        club, occasion = self.club.public_id, self.candidate.occasion
        return tuple(natural_identity(club, occasion, players=pair, place=number) for pair in self.pairs)

    def is_content(self, checksum: str) -> bool:
        """Whether a record with this checksum says the same, whichever way it names the players."""
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
    for each in candidates:
        if each.rubber_id and (tried := caches.tried.rubber(each.rubber_id)):
            targets[each.index] = tried.club
    return {index: name for index, name in targets.items() if name}


def find_clubs(candidates: Sequence[Candidate], targets: dict[int, str], caches: Caches) -> dict[int, Club]:
    """The club of each candidate that is for one, by its index; made if there is none of its name.

    They are locked until the transaction ends, so that two imports into one club take turns.
    """
    names = {each.index: targets[each.index] for each in candidates if each.index in targets}
    for name in sorted(set(names.values()) - caches.clubs.keys()):
        caches.clubs[name] = caches.tried.name_club(find_or_make_club(name))
    wanted = {caches.clubs[name].pk for name in names.values()}
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk").values("pk"))
    return {index: caches.clubs[name] for index, name in names.items()}


def refusals(candidates: Sequence[Candidate], targets: dict[int, str], *, club_alone: bool) -> dict[int, str]:
    """Why candidates can't be taken in at all, by index; those that can be are left out.

    ``club_alone``: an id may only name somebody whom the target club has on its list or among its members.
    """
    welcome = welcome_players(candidates, targets, club_alone=club_alone)
    reasons = {each.index: each.refusal or _reason_to_refuse(each, targets, welcome) for each in candidates}
    return {index: reason for index, reason in reasons.items() if reason}


def _reason_to_refuse(candidate: Candidate, targets: dict[int, str], welcome: Collection[Named]) -> str:
    if candidate.held is not None:
        return ""
    if candidate.index not in targets:
        return "it has no Club tag; say with --club where it belongs"
    for player, player_id in zip(PLAYERS, candidate.player_ids, strict=True):
        if player_id and (candidate.index, player_id) not in welcome:
            return f"{player}Id {player_id} is nobody's here; take the tag out to import by name"
    return ""


def place(
    candidates: Sequence[Candidate], clubs: dict[int, Club], places: dict[int, Place], caches: Caches
) -> list[Placed]:
    """Find each candidate's players, put unknown names on the clubs' lists as guests, and tell which rubber it is.

    Both players of a candidate may turn out to be the same: the caller looks.
    """
    guests = _find_or_add_players(candidates, clubs, caches)
    stated = survivors_of({each for candidate in candidates for each in candidate.player_ids if each})
    found = [_players(candidate, clubs[candidate.index], stated, caches) for candidate in candidates]
    caches.load_aliases({player for players in found for player in players})
    placed = []
    for candidate, players in zip(candidates, found, strict=True):
        club = clubs[candidate.index]
        names = candidate.occasion.names
        new_guests = tuple(name for name in names if (club.pk, name) in guests)
        guests -= {(club.pk, name) for name in names}
        place = places[candidate.index]
        placed.append(
            Placed(
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
    return placed


def _players(candidate: Candidate, club: Club, survivors: dict[str, str], caches: Caches) -> tuple[str, str]:
    """The two players' public ids: those that the record states, else those of their names."""
    name_a, name_b = candidate.occasion.names
    id_a, id_b = candidate.player_ids
    return (
        survivors.get(id_a, id_a) if id_a else caches.players[club.pk, name_a],
        survivors.get(id_b, id_b) if id_b else caches.players[club.pk, name_b],
    )


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
    called = {club.pk: club.name for club in clubs.values()}
    tried = caches.tried.guests([(called[club], name) for club, name in missing])
    again = {key: tried[told] for key in missing if (told := (called[key[0]], key[1])) in tried}
    caches.players |= add_guests(sorted(missing), again)
    return missing - again.keys()
