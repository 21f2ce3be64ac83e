"""A club's seasons: which events were played in one, and who won them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet

from matches.models import Club, Entrant, Event, HonourBasis, Rubber
from matches.rubbers.primary_keys import OPEN_STAGE
from matches.rules.figures.seasons import JANUARY, Season, season_at

if TYPE_CHECKING:
    from matches.rubbers.queries.page_rows import DatedEvent


FIRST_YEAR, LAST_YEAR = 2, 9998
"""Of seasons: their days, and those beside them, are in the calendar."""


def season_there(club: Club, year: int, bases: Iterable[HonourBasis], *, today: date) -> Season | None:
    """The season that began in ``year``, if something counts in it (``bases`` of the club) or it is on ``today``."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    season = Season(year, club.season_month)
    is_there = any(basis.season == year for basis in bases) or season == season_at(today, club.season_month)
    return season if is_there else None


def events_of(club: Club, season: Season) -> QuerySet[DatedEvent]:
    """Named events of which a rubber was played in the season, the latest first; days and rubbers of the season."""
    played = Rubber.objects.filter(dated_within(season), event=OuterRef("pk"))
    within = dated_within(season, path="rubbers__")
    return (
        club.events.exclude(name="")
        .filter(Exists(played))
        .annotate(
            rubber_count=Count("rubbers", filter=within),
            finished_count=Count("rubbers", filter=within & ~Q(rubbers__state=Rubber.State.LIVE)),
            first_date=Min("rubbers__date", filter=within),
            last_date=Max("rubbers__date", filter=within),
        )
        .order_by(F("last_date").desc(nulls_last=True), "-pk")
    )


def dated_within(season: Season, *, path: str = "") -> Q:
    """Rubbers whose date lies in the season as far as it is known (``matches.rules.figures.seasons.season_of``).

    Records write days so that texts stand in their order. Where ``?`` stands among figures is for the database's
    collation to say, so that a month that is not known is looked for by itself.
    """
    if season.month == JANUARY:
        return Q(**{f"{path}date__startswith": f"{season.year:04}."})
    first, after = (f"{each.year:04}.{each.month:02}" for each in (season, season.after))
    unknown = [Q(**{f"{path}date__startswith": f"{each.year:04}.??"}) for each in (season, season.after)]
    return Q(**{f"{path}date__gte": first, f"{path}date__lt": after}) & ~unknown[0] & ~unknown[1]


def winners_of(events: Iterable[Event]) -> dict[int, list[Entrant]]:
    """Who won each event, by its primary key: of an open one those who lead its table, of a drawn one that is complete
    those in the first place.
    """
    keys = [event.pk for event in events]
    leads = Q(event__plan__isnull=True, standings__rank=1, standings__stage__number=OPEN_STAGE)
    won = Q(event__plan__isnull=False, event__phase=Event.Phase.COMPLETE, place=1)
    found: defaultdict[int, list[Entrant]] = defaultdict(list)
    rows = Entrant.objects.filter(leads | won, event__in=keys)
    for entrant in rows.select_related("player__club").order_by("event", "pk").distinct():
        found[entrant.event_id].append(entrant)
    return found
