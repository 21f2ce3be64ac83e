"""Enter results of drawn pairings, by the rules of the plan, and replace the result in a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.clubs.roles import Authority
from matches.common.club_clock import club_today, record_day
from matches.common.commands import CommandContext
from matches.common.log import Seat
from matches.events.errors import BeingScoredError, EventChangeError, ResultThereError, UnsoundResultError
from matches.events.event_state import event_state
from matches.models import Club, Event, Player, Rubber
from matches.rubbers.change_result import Correction, append_correction, void_rubber
from matches.rubbers.enter import enter_rubber, entry_key, find_entered
from matches.rubbers.errors import RubberChangeError
from matches.rubbers.record_from_input import corrected_result, result_record, tags_of
from matches.rubbers.text import stored_record
from matches.rubbers.transition import lock_rubber
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import event_plan
from matches.rules.events.facts import PairingPlace
from matches.rules.events.plan import RubberRules
from matches.rules.events.state import EventState, PairingState, RoundState
from scoring import record as scored
from scoring.errors import RecordError
from scoring.notation import read_one
from scoring.record import Pair, Rules, Termination


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenResult:
    """A result to enter for a pairing: the points of each game, or only the games won.

    Pairs are side A's value, then B's. ``winner`` is the side that won a rubber whose termination is not
    ``normal``. It is empty if nobody won, or if the games show the winner.
    """

    games: tuple[Pair, ...] = ()
    games_won: Pair | None = None
    termination: Termination = "normal"
    winner: Seat = ""


def enter_results(
    event: Event, results: Mapping[PairingPlace, WrittenResult], *, authority: Authority, act: CommandContext
) -> dict[PairingPlace, Rubber | ValueError]:
    """Command to enter results of several pairings, independently of each other.

    Return the rubber of each pairing, or the error that kept its result from being entered. ``authority`` says for whom
    the actor speaks, as in ``enter_rubber``. If it is ``final``, the result replaces a rubber that was opened for the
    pairing and has no deals yet. An error is one of ``enter_rubber``, ``EventActError`` if the pairing cannot be
    played now, ``ResultThereError`` if it already has a rubber with a result, ``BeingScoredError`` if the pairing's
    live rubber has deals, or ``UnsoundResultError`` if the result would only be a draft.
    """
    entered: dict[PairingPlace, Rubber | ValueError] = {}
    with transaction.atomic():
        # The lock keeps others from entering a rubber of the club meanwhile.
        club = locked_club(event.club_id)
        # With a name read before the lock, which may have changed, the record would open a new event.
        event = Event.objects.select_related("club").get(pk=event.pk)
        state = event_state(event)
        for place, result in results.items():
            one = replace(act, key=f"{act.key} {place[0]}.{place[1]}.{place[2]}" if act.key else "")
            try:
                with transaction.atomic():
                    entered[place] = find_entered(club, one) or _enter(
                        club, event, state, place, result, authority=authority, act=one
                    )
            except (EventActError, EventChangeError, RubberChangeError, RecordError) as error:
                entered[place] = error
    return entered


def _enter(
    club: Club,
    event: Event,
    state: EventState,
    place: PairingPlace,
    result: WrittenResult,
    *,
    authority: Authority,
    act: CommandContext,
) -> Rubber:
    """Enter the result of a pairing that is to be played, or end its live rubber with it.

    Raises ``ResultThereError`` if the pairing has a rubber that this person may not end, and ``UnsoundResultError``
    for a result that the laws do not allow.
    """
    round_, pairing = to_be_played(state, place)
    existing = Rubber.objects.get(public_id=pairing.rubber) if pairing.rubber else None
    if existing is not None and (existing.state != Rubber.State.LIVE or authority != "final"):
        raise ResultThereError(existing)
    record = result_of(
        result,
        event_plan(state).rules,
        date=club_day(club),
        round_label=round_.label,
        table=pairing.table,
        event=event.name,
    )
    if not stored_record(record, event_name=event.name, club_name=club.name).checked.is_clean:
        raise UnsoundResultError
    if existing is not None:
        return _enter_in_place(club, existing, record, pairing_players(pairing), act)
    return enter_rubber(
        club, record, event_name=event.name, players=pairing_players(pairing), authority=authority, act=act
    )


def _enter_in_place(
    club: Club, rubber: Rubber, record: scored.Rubber, players: tuple[Player, Player], act: CommandContext
) -> Rubber:
    """Replace an open rubber without deals by the result.

    The rubber is declared void first, so that its pad closes by the table of states. Raises ``BeingScoredError``.
    """
    void_unplayed(rubber, act=replace(act, reason=act.reason or _("A result was entered for this pairing.")))
    locked = lock_rubber(rubber)
    correction = Correction(record, players).of(locked)
    return append_correction(locked, correction, act, key=entry_key(club, act))


def void_unplayed(rubber: Rubber, *, act: CommandContext) -> None:
    """Declare a live rubber void.

    Raises ``BeingScoredError`` if the rubber has deals, ``ResultThereError`` if it is not live.
    """
    locked = lock_rubber(rubber)
    if locked.row.state != Rubber.State.LIVE:
        raise ResultThereError(locked.row)
    if any(game.deals for game in read_one(locked.now.egn).games):
        raise BeingScoredError(locked.row)
    void_rubber(rubber, act=replace(act, key="", version=None))


def to_be_played(state: EventState, place: PairingPlace) -> tuple[RoundState, PairingState]:
    """Return the round and the pairing at ``place``.

    Raises ``EventActError`` unless the pairing is released and both players are known.
    """
    event_plan(state)
    stage, round_number, _ = place
    try:
        pairing = state.pairing_at(place)
    except LookupError:
        raise EventActError("pairing_unknown", *place) from None
    round_ = next(each for each in state.stages[stage - 1].rounds if each.number == round_number)
    if not round_.is_released:
        raise EventActError("pairing_not_released", *place)
    if not pairing.is_ready:
        raise EventActError("pairing_not_ready", *place)
    return round_, pairing


def result_of(
    result: WrittenResult, rules: RubberRules, *, event: str, date: str, round_label: str, table: str
) -> scored.Rubber:
    """Return a record of only this result, with the event's rules as tags, and A and B as names."""
    tags = pairing_tags(
        rules,
        event=event,
        date=date,
        round_label=round_label,
        table=table,
        termination=result.termination,
        winner=result.winner,
    )
    return result_record(tags, games=result.games, games_won=result.games_won)


def pairing_tags(
    rules: RubberRules,
    *,
    event: str,
    date: str,
    round_label: str,
    table: str,
    termination: Termination = "normal",
    winner: Seat = "",
) -> dict[str, str]:
    """Return the tags of the record of a pairing. The players' names are not stored in it."""
    return tags_of(
        ("A", "B"),
        Rules(
            best_of=rules.best_of,
            reckoning=rules.reckoning,
            rubber_bonus=rules.rubber_bonus,
            cut=rules.cut,
            variant=rules.variant,
            termination=termination,
        ),
        event=event,
        date=date,
        round_label=round_label,
        table=table,
        winner=winner,
    )


def pairing_players(pairing: PairingState) -> tuple[Player, Player]:
    """Return the rows of side A's and side B's player of a pairing. Both players must be known."""
    ids = cast(Sequence[str], (pairing.a, pairing.b))
    players = {player.public_id: player for player in Player.objects.filter(public_id__in=ids)}
    return players[ids[0]], players[ids[1]]


def club_day(club: Club) -> str:
    """Return today's date by the club's clock, in the form used in records: ``2026.11.21``."""
    return record_day(club_today(club))


def record_with_result(rubber: Rubber, result: WrittenResult) -> scored.Rubber:
    """Return the stored record of a rubber (event and club loaded) with another result.

    Event, date, round, table, players and rules stay as they are. Raises ``UnsoundResultError`` for a result
    that would only be a draft, and ``RecordError`` for one that cannot be written.
    """
    base = read_one(rubber.egn)
    names = (base.tag("A") or "A", base.tag("B") or "B")
    tags = tags_of(
        names,
        replace(base.rules, termination=result.termination),
        event=rubber.event.name,
        date=base.tag("Date") or "",
        round_label=base.tag("Round") or "",
        table=base.tag("Table") or "",
        winner=result.winner,
    )
    written = result_record(tags, games=result.games, games_won=result.games_won)
    record = corrected_result(base, written)
    stored = stored_record(record, event_name=rubber.event.name, club_name=rubber.club.name)
    if not stored.checked.is_clean:
        raise UnsoundResultError
    return record
