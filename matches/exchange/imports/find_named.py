"""Find the clubs, events and players to which the names in a file lead, and word what is new about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from matches.clubs.find_by_name import (
    PeopleByName,
    PersonFound,
    club_called,
    events_called,
    find_or_make_club,
    listed_names,
    near_club,
)
from matches.common.names import NearNames
from matches.exchange.imports.caches import Caches, NamedEvent, NamedPerson
from matches.exchange.imports.candidates import Candidate
from matches.models import Club
from matches.rules.names import fold_name
from matches.rules.typed_names import holds_contact

NameInClub = tuple[int, str]
"""The primary key of a club, and a name."""


MOST_NAMES: Final = 20_000
"""The number of names on a club's list above which no similar name is looked for, to bound the use of memory."""


def club_of_tag(name: str, caches: Caches) -> Club | None:
    """Return the club to which a file's ``Club`` tag leads, or None."""
    if name not in caches.tags:
        caches.tags[name] = club_called(name)
    return caches.tags[name]


def make_club_of_tag(name: str, caches: Caches) -> tuple[Club, bool]:
    """Return the members-only club of this name, created if there is none, and whether it is new to the import."""
    # Another spelling, earlier in the batch, may have made it.
    if known := club_called(name):
        caches.tags[name] = caches.clubs[known.name] = known
        return known, False
    before = caches.trial.club_name(name)
    club = caches.trial.keep_club_id(find_or_make_club(before or name, is_public=False))
    caches.tags[name] = caches.clubs[club.name] = club
    return club, before is None


def unknown_club_words(name: str) -> str:
    """Return why a rubber is refused whose club this site does not have."""
    near = near_club(name, Club.objects.all())
    nearly = f"; near it: {near}" if near else ""
    return (
        f"no club here is called {name}{nearly}; say with --club where it belongs, or make the club with"
        " --make-club"
    )


def load_events(candidates: Iterable[Candidate], clubs: dict[int, Club], caches: Caches) -> dict[int, str]:
    """Return the present name of each candidate's event, by index; of an event to open, its first name in the file."""
    named = [(each, clubs[each.index]) for each in candidates if each.index in clubs]
    wanted = {(club.pk, each.occasion.event) for each, club in named} - caches.events.keys()
    if wanted:
        called = events_called({club for club, _ in wanted}, {name for _, name in wanted})
        for key in wanted & called.keys():
            event = NamedEvent(*called[key])
            caches.events[key] = caches.events[key[0], event.name] = event
    new: dict[NameInClub, str] = {}
    names = {}
    for candidate, club in named:
        name = candidate.occasion.event
        known = caches.events.get((club.pk, name))
        if known is None:
            before = caches.trial.event_name(club.name, name)
            name = new.setdefault((club.pk, fold_name(name)), before or name)
        names[candidate.index] = known.name if known is not None else name
    return names


def load_people(
    candidates: Iterable[Candidate], clubs: dict[int, Club], caches: Caches
) -> dict[NameInClub, str]:
    """Fill the cache with the people to whom names lead, and return the text (``NamedPerson.key``) of every name."""
    named = {
        (clubs[candidate.index].pk, name)
        for candidate in candidates
        if candidate.index in clubs
        for name, player_id in zip(candidate.occasion.names, candidate.player_ids, strict=True)
        if name and not player_id
    }
    unknown = {}
    if wanted := named - caches.people.keys():
        book = PeopleByName({club for club, _ in wanted}, {name for _, name in wanted})
        people = {key: person for key in wanted if (person := book.person(*key))}
        keys = person_keys(people)
        caches.people |= {key: NamedPerson(person.public_id, keys[key]) for key, person in people.items()}
        caches.crowded |= {key for key in wanted if book.is_crowded(*key)}
        # Of two look-alikes, none is meant by a third spelling, which becomes a guest of its own.
        unknown = {
            (club, name): name if (club, name) in caches.crowded else fold_name(name)
            for club, name in wanted - people.keys()
        }
    return unknown | {key: caches.people[key].key for key in named & caches.people.keys()}


def person_keys(people: dict[NameInClub, PersonFound]) -> dict[NameInClub, str]:
    """Return one text for each person: the form of their name if it leads to them alone, else their exact name or id.

    ``people`` has them by any key that begins with the club.
    """
    keys = {}
    others = {}
    for key, person in people.items():
        if person.is_alone and fold_name(person.name) == person.folded:
            keys[key] = person.folded
        else:
            others[key] = person
    if others:
        book = PeopleByName({club for club, _ in others}, {person.name for person in others.values()})
        for (club, reference), person in others.items():
            now = book.person(club, person.name)
            if now is None or now.public_id != person.public_id:
                keys[club, reference] = as_id(person.public_id)
            else:
                keys[club, reference] = now.folded if now.is_alone else person.name
    return keys


def as_id(public_id: str) -> str:
    """Return a stand-in for a name that cannot identify the person. It has a NUL, which no name contains."""
    return f"\0{public_id}"


def new_guest_words(club: Club, names: Sequence[str], caches: Caches) -> list[str]:
    """Return sentences on new guests: who has more than a name, and whose name is near to one on the club's list."""
    more = [
        f"the name of the new guest {name} holds an address or a telephone number"
        for name in names
        if holds_contact(name)
    ]
    return [*more, *_near_guest_words(club, names, caches)]


def _near_guest_words(club: Club, names: Sequence[str], caches: Caches) -> list[str]:
    """Return a sentence for each new guest with a name similar to one on the club's list, and add them to the index."""
    index = caches.near.get(club.name)
    if index is None:
        listed = set(listed_names(club.pk)) - set(names)
        index = caches.near[club.name] = NearNames(sorted(listed) if len(listed) <= MOST_NAMES else ())
    if len(index) > MOST_NAMES:
        return []
    pairs = [(name, near) for name in names if (near := index.add(name))]
    return [f"{name} is a new guest, near to {near} on the list" for name, near in pairs]


def new_event_words(name: str, listed: Collection[str]) -> str:
    """Return the sentence about an event that a rubber opens. ``listed`` are the names of the club's events."""
    near = NearNames(sorted(set(listed) - {name})).add(name)
    return f"the event {name} is new" + (f", near to {near}" if near else "")
