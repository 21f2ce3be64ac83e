"""Find clubs, players and events by the names that people type or files have, suggest names, or create them."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.text import slugify

from matches.clubs.queries import listed_players
from matches.common.names import near_names
from matches.models import Club, Event, FormerName, Membership, Player, Rubber
from matches.models.ids import new_public_id
from matches.rules.names import fold_name, tidy_name

Thing = TypeVar("Thing")

SUGGESTED: int = 400
"""The maximum number of names that a form suggests: a longer list would slow the page down."""
SLUG_LENGTH: Final = 50
TAKEN_SLUGS: Final = frozenset({"new"})
"""Slugs that no club may have, because the site's own URLs have these words in the position of a club's slug."""


@dataclass(frozen=True, slots=True)
class PersonFound:
    """The person to whom a name leads: their present public id and name, and the form of the name that led to them.

    ``is_alone``: nobody else whom the club knows has a name with the same form.
    """

    public_id: str
    name: str
    folded: str
    is_alone: bool


class PeopleByName:
    """The people to whom some names may lead in some clubs: ``person`` decides between them.

    A name leads to a player with exactly this name or, if there is none, with the same folded form. At each step, a
    player on the club's own list takes precedence over a current member from another club's list. A name that no
    player has leads to the only person who had it. A name that fits two people equally well leads to nobody. An alias
    leads to the player into which it was merged.
    """

    def __init__(self, club_ids: Collection[int], names: Iterable[str]) -> None:
        wanted = {folded for name in names if (folded := _folded(name))}
        # By club and folded name: whether the player is on the club's own list, the name listed, and the public id and
        # the name now; for former names the last two alone.
        self._rows: defaultdict[tuple[int, str], list[tuple[bool, str, tuple[str, str]]]] = defaultdict(list)
        self._former: defaultdict[tuple[int, str], set[tuple[str, str]]] = defaultdict(set)
        if wanted:
            self._load_present(club_ids, wanted)
            missing = {
                folded for folded in wanted if any((club, folded) not in self._rows for club in club_ids)
            }
            if missing:
                self._load_former(club_ids, missing)

    def _load_present(self, club_ids: Collection[int], wanted: Collection[str]) -> None:
        listed = Player.objects.filter(club__in=club_ids, folded__in=wanted).order_by("pk")
        columns = Coalesce("merged_into__public_id", "public_id"), Coalesce("merged_into__name", "name")
        for club, folded, name, *person in listed.values_list("club_id", "folded", "name", *columns):
            self._rows[club, folded].append((True, name, (person[0], person[1])))
        running = Membership.objects.filter(
            club__in=club_ids, player__folded__in=wanted, until__isnull=True
        ).order_by("player")
        columns = (
            Coalesce("player__merged_into__public_id", "player__public_id"),
            Coalesce("player__merged_into__name", "player__name"),
        )
        of_player = ("club_id", "player__folded", "player__name")
        for club, folded, name, *person in running.values_list(*of_player, *columns):
            self._rows[club, folded].append((False, name, (person[0], person[1])))

    def _load_former(self, club_ids: Collection[int], wanted: Collection[str]) -> None:
        running = Q(player__memberships__club__in=club_ids, player__memberships__until__isnull=True)
        rows = FormerName.objects.filter(
            Q(club__in=club_ids) | running, folded__in=wanted, player__isnull=False
        )
        membership = ("player__memberships__club_id", "player__memberships__until")
        person = ("player__public_id", "player__name")
        for club, member_of, until, folded, *owner in rows.values_list(
            "club_id", *membership, "folded", *person
        ):
            self._former[club, folded].add((owner[0], owner[1]))
            if until is None:
                self._former[member_of, folded].add((owner[0], owner[1]))

    def is_crowded(self, club_id: int, name: str) -> bool:
        """Return whether two people of the club have the name, in whatever form."""
        rows = self._rows.get((club_id, _folded(name)), ())
        return len({person for _, _, person in rows}) > 1

    def person(self, club_id: int, name: str) -> PersonFound | None:
        """Return the person to whom the name leads in the club, or None."""
        folded = _folded(name)
        key = club_id, folded
        former = ((True, "", person) for person in self._former.get(key, ()))
        person = _only_called(name, self._rows.get(key) or former)
        return person and PersonFound(*person, folded, is_alone=not self.is_crowded(club_id, name))


def _only_called(name: str, rows: Iterable[tuple[bool, str, Thing]]) -> Thing | None:
    """Return what the name means among ``rows`` of one folded form, or None if it fits two equally well.

    A row is whether the thing is the club's own, its name, and the thing. The exact name comes before the tidied one,
    and that before any other; what is the club's own comes first at each step.
    """
    tidy = tidy_name(name)
    steps: defaultdict[tuple[bool, bool, bool], set[Thing]] = defaultdict(set)
    for is_own, listed, thing in rows:
        steps[listed != name, listed != tidy, not is_own].add(thing)
    things = steps[min(steps)] if steps else set()
    return things.pop() if len(things) == 1 else None


def _folded(name: str) -> str:
    """Return the form in which a name is looked up; none is stored that has a NUL."""
    return "" if "\0" in name else fold_name(name)


def players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return the club's players to whom these names lead: ``{name as given: player}``.

    ``PeopleByName`` describes which they are. Names that lead to nobody are left out.
    """
    wanted = {name for name in names if name.strip() and "\0" not in name}
    listed = Player.objects.filter(club=club, name__in=wanted).select_related("merged_into")
    called = {player.name: player.merged_into or player for player in listed}
    # Nobody on another list or with another spelling comes before a player of the club with exactly the name.
    others = wanted - called.keys()
    if not others:
        return called
    people = PeopleByName([club.pk], others)
    public_ids = {name: person.public_id for name in others if (person := people.person(club.pk, name))}
    rows = {row.public_id: row for row in Player.objects.filter(public_id__in=set(public_ids.values()))}
    return called | {name: rows[public_id] for name, public_id in public_ids.items()}


def players_typed(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return ``{tidied name: player}`` for the names of the club's players that a person typed or chose."""
    return {tidy_name(name): player for name, player in players_called(club, names).items()}


def names_known(club: Club) -> list[str]:
    """Return the names that a form of this club suggests: of players on its list, and members from other lists."""
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    names = listed_players().filter(here).values_list("name", flat=True)
    return list(names.order_by("name").distinct()[:SUGGESTED])


def event_called(club: Club, name: str) -> Event | None:
    """Return the club's event to which a name leads (see ``events_called``), or None."""
    if "\0" not in name and (exact := club.events.filter(name=name).first()):
        return exact
    public_id = events_called([club.pk], [name]).get((club.pk, name), ("", ""))[0]
    return club.events.get(public_id=public_id) if public_id else None


def events_called(
    club_ids: Collection[int], names: Collection[str]
) -> dict[tuple[int, str], tuple[str, str]]:
    """Return the events to which names lead, by club (primary key) and name: each public id and present name.

    A name leads to the event with exactly this name, else to the only one with the same folded form, else, if none
    has it, to the only one that had it. The empty name leads to the event of friendly games.
    """
    by_form: dict[str, list[str]] = {}
    for name in set(names):
        if "\0" not in name:
            by_form.setdefault(fold_name(name), []).append(name)
    rows: defaultdict[tuple[int, str], set[tuple[str, str]]] = defaultdict(set)
    present = Event.objects.filter(club__in=club_ids, folded__in=by_form)
    for club, folded, *event in present.values_list("club_id", "folded", "public_id", "name"):
        rows[club, folded].add((event[0], event[1]))
    if missing := {folded for folded in by_form if any((club, folded) not in rows for club in club_ids)}:
        former = FormerName.objects.filter(club__in=club_ids, folded__in=missing, event__isnull=False)
        had: defaultdict[tuple[int, str], set[tuple[str, str]]] = defaultdict(set)
        for club, folded, *event in former.values_list(
            "club_id", "folded", "event__public_id", "event__name"
        ):
            had[club, folded].add((event[0], event[1]))
        rows |= {key: events for key, events in had.items() if key not in rows}
    return {
        (club, name): called
        for (club, folded), events in rows.items()
        for name in by_form[folded]
        if (called := _only_called(name, ((True, each[1], each) for each in events)))
    }


def club_called(name: str) -> Club | None:
    """Return the club to which a name leads, or None.

    It leads to the club with exactly this name, else to the only one with the same folded form, else, if none has it,
    to the only one that had it.
    """
    folded = fold_name(name)
    alike = list(Club.objects.filter(folded=folded).exclude(name=""))
    if not alike:
        former = FormerName.objects.filter(folded=folded, player__isnull=True, event__isnull=True)
        alike = list(Club.objects.filter(pk__in=former.values("club")))
    return _only_called(name, ((True, club.name, club) for club in alike))


def near_club(name: str, clubs: QuerySet[Club], *, renamed: Club | None = None) -> str:
    """Return the name of one of ``clubs`` that is only similar to ``name``, or "". ``renamed`` is left out."""
    return _only_near(name, clubs.exclude(pk=renamed.pk) if renamed else clubs)


def near_player(club: Club, name: str, *, renamed: Player | None = None) -> str:
    """Return a name on the club's list that is only similar to ``name``, or "". ``renamed`` and their aliases are left
    out.
    """
    listed = club.players.exclude(name="")
    if renamed is not None:
        listed = listed.exclude(pk=renamed.pk).exclude(merged_into=renamed.pk)
    return _only_near(name, listed)


def guest_like(club: Club, name: str) -> str:
    """Return the name of a guest of the club that is the same as ``name`` or similar to it, or an empty string."""
    guests = listed_players(club).filter(user__isnull=True)
    return name if guests.filter(name=name).exists() else _only_near(name, guests)


def near_event(club: Club, name: str, *, renamed: Event | None = None) -> str:
    """Return the name of an event of the club that is only similar to ``name``, or "". ``renamed`` is left out."""
    events = club.events.exclude(name="")
    return _only_near(name, events.exclude(pk=renamed.pk) if renamed else events)


def _only_near(name: str, rows: QuerySet[Club] | QuerySet[Event] | QuerySet[Player]) -> str:
    return near_names([name], rows.order_by("name").values_list("name", flat=True)).get(name, "")


def names_nearly_listed(club: Club, wanted: Iterable[str]) -> dict[str, str]:
    """Return ``{wanted name: listed name}`` for the wanted names that are only similar to one on the club's list."""
    return near_names(wanted, listed_names(club.pk))


def listed_names(club_id: int) -> Iterable[str]:
    """Return the names on a club's list, also of aliases."""
    listed = Player.objects.filter(club=club_id).exclude(name="").order_by("name")
    return listed.values_list("name", flat=True)


def events_known(club: Club) -> list[str]:
    """Return the names of the club's events to suggest in a form, the newest first."""
    names = club.events.exclude(name="").order_by("-pk").values_list("name", flat=True)
    return list(names[:SUGGESTED])


def latest_rubber(club: Club, event_id: str) -> Rubber | None:
    """Return the rubber entered last in the club, of the event ``event_id`` (public id) if not empty, or None."""
    rubbers = club.rubbers.select_related("event").order_by("-pk")
    return (rubbers.filter(event__public_id=event_id) if event_id else rubbers).first()


def find_or_make_club(name: str, *, is_public: bool = True) -> Club:
    """Return the club with exactly this name; create a club with default settings if none has it."""
    club = Club.objects.filter(name=name).first()
    if club is not None:
        return club
    for slug in free_slugs(name):
        try:
            with transaction.atomic():
                return Club.objects.create(
                    name=name, slug=slug, analyses=Club.Analyses.EVERYONE, is_public=is_public
                )
        except IntegrityError:
            # Either another club has the slug, or another process has just created this club.
            club = Club.objects.filter(name=name).first()
            if club is not None:
                return club
    raise AssertionError("the addresses never end")


def free_slugs(name: str) -> Iterator[str]:
    """Yield slugs for a club of this name that are unused, as yet: ``ecarte-club``, ``ecarte-club-2`` and so on."""
    stem = slugify(name)[:SLUG_LENGTH].strip("-") or "club"
    for number in itertools.count(1):
        slug = stem if number == 1 else f"{stem}-{number}"
        if slug not in TAKEN_SLUGS and not Club.objects.filter(slug=slug).exists():
            yield slug


def add_guests(
    keys: Collection[tuple[int, str]], ids: Mapping[tuple[int, str], str] | None = None
) -> dict[tuple[int, str], str]:
    """Add guests to the lists of clubs, and return their public ids by ``keys``, pairs of club (primary key) and name.

    ``ids`` has the public ids to use for some of the keys; the others are generated.
    """
    given = ids or {}
    made = {key: given.get(key) or new_public_id() for key in keys}
    now = timezone.now()
    Player.objects.bulk_create(
        Player(public_id=public_id, club_id=club, name=name, created_at=now)
        for (club, name), public_id in made.items()
    )
    return made
