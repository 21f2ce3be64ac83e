"""Whom and what a club knows by name: players and events, as people write them down."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from matches.clubs.queries.people import listed_players
from matches.common.clean_names import tidy_name
from matches.models import Club, Event, Player, Rubber

SUGGESTED: int = 400
"""Names that one form suggests: more would make a page heavy, and nobody reads them."""


def players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """The players whom ``club`` knows by these names, by the name as it was written.

    Letters' case and blanks don't matter. A name on the club's own list comes before a member's from another club;
    two people whom the writing does not tell apart are nobody.
    """
    wanted = {name: " ".join(name.split()) for name in names if name.strip()}
    if not wanted:
        return {}
    called = Q()
    for tidy in wanted.values():
        called |= Q(name__iexact=tidy)
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    rows = Player.objects.filter(here, called).select_related("merged_into").order_by("pk").distinct()
    found: dict[str, Player] = {}
    known = list(rows)
    for name, tidy in wanted.items():
        player = _nearest(club, tidy, known)
        if player is not None:
            found[name] = player.merged_into or player
    return found


def players_typed(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return the players whom ``club`` knows by names that somebody typed, by the tidied name.

    A name from a file may hold what a tidied one never does, and be chosen from a list of suggestions: so the name as
    it was sent comes first.
    """
    sent = [name for name in names if "\0" not in name]
    found = players_called(club, [*sent, *map(tidy_name, sent)])
    known = {tidy_name(name): found.get(name) or found.get(tidy_name(name)) for name in sent}
    return {name: player for name, player in known.items() if player is not None}


def _nearest(club: Club, name: str, known: list[Player]) -> Player | None:
    """Of those called ``name``: letter by letter before in other case, the club's own before visitors."""
    alike = [player for player in known if player.name.casefold() == name.casefold()]
    for exactly in (True, False):
        for own in (True, False):
            rows = [
                player
                for player in alike
                if (player.name == name) >= exactly and (player.club_id == club.pk) >= own
            ]
            people = {player.merged_into_id or player.pk for player in rows}
            if len(people) == 1:
                return rows[0]
    return None


def names_known(club: Club) -> list[str]:
    """Names to suggest: the club's list, and its members from elsewhere."""
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    names = listed_players().filter(here).values_list("name", flat=True)
    return list(names.order_by("name").distinct()[:SUGGESTED])


def event_typed(club: Club, name: str) -> Event | None:
    """Return the event of a name that somebody typed: as it was sent, else as it is tidied."""
    exactly = None if "\0" in name else event_called(club, name)
    return exactly or event_called(club, tidy_name(name))


def event_called(club: Club, name: str) -> Event | None:
    """The event of this name, whatever its letters' case where that leaves no doubt."""
    tidy = " ".join(name.split())
    alike = list(club.events.filter(name__iexact=tidy)[:5])
    exact = [event for event in alike if event.name == tidy]
    if exact:
        return exact[0]
    return alike[0] if len(alike) == 1 else None


def events_known(club: Club) -> list[str]:
    """Names of events to suggest, the newest first."""
    names = club.events.exclude(name="").order_by("-pk").values_list("name", flat=True)
    return list(names[:SUGGESTED])


def latest_rubber(club: Club, event_id: str) -> Rubber | None:
    """The last rubber entered in the event of this public id; without one, in the club."""
    return _last(club.rubbers.filter(event__public_id=event_id)) if event_id else _last(club.rubbers.all())


def _last(rubbers: QuerySet[Rubber]) -> Rubber | None:
    return rubbers.select_related("event").order_by("-pk").first()
