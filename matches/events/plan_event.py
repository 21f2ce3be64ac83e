"""Open and plan an event, enter people by name or from the club's list, order their seeds, and check them in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias, assert_never, get_args

from django.db import transaction
from django.db.models.functions import Coalesce

from matches.clubs.locks import locked_club
from matches.clubs.players import add_players
from matches.common.club_clock import club_today
from matches.common.commands import CommandContext
from matches.events.errors import NobodyRatedError
from matches.events.event_state import event_facts
from matches.events.record_facts import NewFact, locked_row, record_facts
from matches.figures.ratings import rated_players
from matches.models import Club, Event, Player, User
from matches.rubbers.open_event import open_event_by_hand
from matches.rules.events.facts import FactKind, PlayerId, Seeded, SeedRating
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.seeding import event_lots
from matches.rules.events.state import EventState
from matches.rules.names import tidy_name

SeedOrder: TypeAlias = Literal["entry", "name", "lot", "rating"]
SEED_ORDERS: Final[tuple[SeedOrder, ...]] = get_args(SeedOrder)


@transaction.atomic
def plan_event(
    club: Club,
    name: str,
    plan: EventPlan,
    players: Sequence[Player] = (),
    *,
    guests: Sequence[str] = (),
    act: CommandContext,
) -> Event:
    """Command to open an event with a plan and to enter people, all in one transaction. Return the event.

    ``players`` are entered first, then ``guests``, who are given by name; names that are not on the club's
    list are added to it. Raises ``EventNameError`` if the name is invalid or taken, ``PeopleError`` if a name
    cannot be added to the list, and whatever ``record_facts`` raises.
    """
    event = open_event_by_hand(club, name, act=act)
    facts: list[NewFact] = [("planned", {"plan": plan_json(plan)})]
    people = entered_ids(club, players, guests, by=act.by)
    if people:
        facts.append(("entered", {"players": people}))
    record_facts(event, facts, act=replace(act, version=None))
    return Event.objects.get(pk=event.pk)


@transaction.atomic
def enter_players(
    event: Event,
    players: Sequence[Player] = (),
    *,
    guests: Sequence[str] = (),
    place: tuple[int, int] | None = None,
    act: CommandContext,
) -> EventState:
    """Command to enter people into an event, all of them or none. Return the new state.

    ``players`` and ``guests`` are as in ``plan_event``. ``place`` is the empty place that a late entry takes
    (see ``matches.rules.events.facts.Entered``). Raises ``PeopleError`` if a name cannot be added, and
    whatever ``record_facts`` raises.
    """
    locked_club(event.club_id)
    payload: dict[str, object] = {"players": entered_ids(event.club, players, guests, by=act.by)}
    if place is not None:
        payload["place"] = list(place)
    return record_facts(event, [("entered", payload)], act=act)


def entered_ids(
    club: Club, players: Iterable[Player], guests: Sequence[str], *, by: User | None
) -> list[PlayerId]:
    """Return the ids of ``players``, then of those named in ``guests``, once each; new names go on the club's list.

    Raises ``PeopleError`` if a name cannot be added.
    """
    ids = [player.public_id for player in players]
    names = list(dict.fromkeys(tidy for name in guests if (tidy := tidy_name(name))))
    if names:
        add_players(club, names, by=by)
        now = Coalesce("merged_into__public_id", "public_id")
        on_list = dict(Player.objects.filter(club=club, name__in=names).values_list("name", now))
        ids += [on_list[name] for name in names]
    return list(dict.fromkeys(ids))


@transaction.atomic
def check_in_players(
    event: Event, players: Sequence[PlayerId], *, is_here: bool = True, act: CommandContext
) -> list[PlayerId]:
    """Command to check in entrants, or with ``is_here`` False to undo it. Return the ids of those who changed.

    Others, for example done by a second helper, are skipped. Raises whatever ``record_facts`` raises.
    """
    row = locked_row(event)
    ticked = {entry.player for entry in event_facts(row).entries if entry.checked_in_at}
    wanted = [player for player in dict.fromkeys(players) if (player in ticked) != is_here]
    kind: FactKind = "checked_in" if is_here else "check_in_undone"
    if wanted:
        record_facts(row, [(kind, {"player": player}) for player in wanted], act=act)
    return wanted


def moved(order: Sequence[PlayerId], wanted: Mapping[PlayerId, int]) -> list[PlayerId]:
    """Return the list of players with some of them moved to other positions.

    ``wanted`` has the new position, from 1, of each player to move. The other players keep their order.

    >>> moved(["a", "b", "c", "d"], {"d": 1})
    ['d', 'a', 'b', 'c']
    >>> moved(["a", "b", "c", "d"], {"a": 4, "b": 3})
    ['c', 'd', 'b', 'a']
    """
    reordered = [player for player in order if player not in wanted]
    for player, place in sorted(wanted.items(), key=lambda item: item[1]):
        reordered.insert(min(place - 1, len(reordered)), player)
    return reordered


def seeding(club: Club, state: EventState, how: SeedOrder, called: Callable[[PlayerId], str]) -> Seeded:
    """Return the payload of a fact ``seeded`` that seeds all entrants in an order chosen by ``how``.

    ``how`` is by name, lot, rating or entry. ``called`` gives a player's name by public id. The payload of an
    order by rating includes the current ratings, so that the order can be explained later. Raises
    ``NobodyRatedError`` if the order is by rating and no entrant has a rating.
    """
    players = [entry.player for entry in sorted(state.entries, key=lambda entry: entry.number)]
    match how:
        case "entry":
            return {"order": players}
        case "name":
            return {"order": sorted(players, key=lambda player: called(player).casefold())}
        case "lot":
            return {"order": list(event_lots(state.facts).order(players, "seeds"))}
        case "rating":
            ratings = entrants_ratings(club, players)
            if not any(ratings.values()):
                raise NobodyRatedError
            return {"order": list(ratings), "ratings": list(ratings.values())}
        case _:
            assert_never(how)


def entrants_ratings(club: Club, entered: Sequence[PlayerId]) -> dict[PlayerId, SeedRating | None]:
    """Return the rating of each entrant by public id, or None for a player without a rating.

    The dict is in order of rating, highest first, with unrated players last. Of players with equal ratings,
    the one with the smaller deviation comes first, then the one who is earlier in ``entered``.
    """
    players = Player.objects.filter(public_id__in=entered)
    today = club_today(club)
    ratings = {
        each.player.public_id: (round(each.strength.rating), round(each.strength.deviation))
        for each in rated_players(club, players, today=today)
    }
    order = sorted(entered, key=lambda player: _rank(ratings.get(player)))
    return {player: ratings.get(player) for player in order}


def _rank(rating: SeedRating | None) -> tuple[bool, int, int]:
    """Return a sort key that puts the highest rating first, then the smaller deviation, and no rating last."""
    return (True, 0, 0) if rating is None else (False, -rating[0], rating[1])
