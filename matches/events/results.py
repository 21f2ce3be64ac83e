"""Results entered from the draw: the pairing says who played in which round at which table, the plan by which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.clock import club_today
from matches.clubs.locks import locked_club
from matches.clubs.permissions import Word
from matches.common.command_context import Act, done_before, log_key
from matches.common.log import Seat
from matches.events.current_state import event_state
from matches.events.errors import (
    BeingScoredError,
    EventChangeError,
    ResultThereError,
    UnsoundResultError,
)
from matches.models import Club, Event, Player, Rubber
from matches.rubbers.build_record import result_record, tags_of
from matches.rubbers.confirm_dispute_void import void_rubber
from matches.rubbers.correct import Correction, append_correction
from matches.rubbers.enter import enter_rubber
from matches.rubbers.errors import RubberChangeError
from matches.rubbers.prepare_record import stored_record
from matches.rubbers.transition import lock_rubber, stored_rubber
from matches.rules.events.draw_state import event_plan
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import PairingPlace
from matches.rules.events.plan import RubberRules
from matches.rules.events.state import EventState, PairingState, RoundState
from scoring import record as scored
from scoring.errors import RecordError
from scoring.notation import read_one
from scoring.record import Pair, Rules, Termination


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenResult:
    """What was written down beside a pairing, its A first: the points of each game, or else the games won.

    ``winner`` is set where the termination is not normal and somebody won all the same.
    """

    games: tuple[Pair, ...] = ()
    games_won: Pair | None = None
    termination: Termination = "normal"
    winner: Seat = ""


def enter_result(
    event: Event,
    place: PairingPlace,
    result: WrittenResult,
    *,
    word: Word,
    act: Act,
    is_another: bool = False,
) -> Rubber:
    """Enter the rubber of a pairing: as ``enter_rubber`` does, and raises.

    A final word takes the place of a rubber that was opened for the pairing and has no deal yet. Raises besides
    ``EventActError`` where the pairing is not to be played now, ``ResultThereError`` where it has its rubber: that
    one is to be corrected; ``BeingScoredError`` where deals of that are recorded; and ``UnsoundResultError`` for
    figures that would stay a draft.
    """
    with transaction.atomic():
        # Nobody else enters a rubber of the club meanwhile.
        club = locked_club(event.club_id)
        if there := _entered_before(club, act):
            return there
        event = _as_it_is_called(event)
        return _enter(
            club, event, event_state(event), place, result, word=word, act=act, is_another=is_another
        )


def enter_results(
    event: Event, results: Mapping[PairingPlace, WrittenResult], *, word: Word, act: Act
) -> dict[PairingPlace, Rubber | ValueError]:
    """Enter several, each on its own: the rubber of each place, or why it was not entered."""
    entered: dict[PairingPlace, Rubber | ValueError] = {}
    with transaction.atomic():
        club = locked_club(event.club_id)
        event = _as_it_is_called(event)
        state = event_state(event)
        for place, result in results.items():
            one = replace(act, key=f"{act.key} {place[0]}.{place[1]}.{place[2]}" if act.key else "")
            try:
                with transaction.atomic():
                    entered[place] = _entered_before(club, one) or _enter(
                        club, event, state, place, result, word=word, act=one
                    )
            except (EventActError, EventChangeError, RubberChangeError, RecordError) as error:
                entered[place] = error
    return entered


def _as_it_is_called(event: Event) -> Event:
    """The event under its name of now: under another's, or one that it had, the record would open a new event."""
    return Event.objects.select_related("club").get(pk=event.pk)


def _entered_before(club: Club, act: Act) -> Rubber | None:
    """The rubber that this very act entered before."""
    before = done_before(_key_in(club, act))
    if before is None:
        return None
    pk = Rubber.objects.values_list("pk", flat=True).get(public_id=before.stream.partition(":")[2])
    return stored_rubber(pk)


def _key_in(club: Club, act: Act) -> str:
    return log_key(act, f"club:{club.public_id}:rubber")


def _enter(
    club: Club,
    event: Event,
    state: EventState,
    place: PairingPlace,
    result: WrittenResult,
    *,
    word: Word,
    act: Act,
    is_another: bool = False,
) -> Rubber:
    round_, pairing = to_be_played(state, place)
    there = Rubber.objects.get(public_id=pairing.rubber) if pairing.rubber else None
    if there is not None and (there.state != Rubber.State.LIVE or word != "final"):
        raise ResultThereError(there)
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
    if there is not None:
        return _enter_in_place(club, there, record, pairing_players(pairing), act)
    return enter_rubber(
        club,
        record,
        event_name=event.name,
        players=pairing_players(pairing),
        word=word,
        act=act,
        is_another=is_another,
    )


def _enter_in_place(
    club: Club, rubber: Rubber, record: scored.Rubber, players: tuple[Player, Player], act: Act
) -> Rubber:
    """Let the result stand in the place of a rubber that was opened, and of which nobody has recorded a deal.

    It is declared void first, so that its pad closes by the table of states. Raises ``BeingScoredError``.
    """
    void_unplayed(rubber, act=replace(act, reason=act.reason or _("A result was entered for this pairing.")))
    locked = lock_rubber(rubber)
    correction = Correction(record, players).of(locked)
    return append_correction(locked, correction, act, key=_key_in(club, act))


def void_unplayed(rubber: Rubber, *, act: Act) -> None:
    """Declare a rubber void that was opened, and of which no deal is recorded: something else decides its pairing.

    The caller holds a transaction. Raises ``ResultThereError`` for one that is not being played any more, and
    ``BeingScoredError``.
    """
    locked = lock_rubber(rubber)
    if locked.row.state != Rubber.State.LIVE:
        raise ResultThereError(locked.row)
    if any(game.deals for game in read_one(locked.now.egn).games):
        raise BeingScoredError(locked.row)
    void_rubber(rubber, act=replace(act, key="", version=None))


def to_be_played(state: EventState, place: PairingPlace) -> tuple[RoundState, PairingState]:
    """The pairing with its round. Raises ``EventActError`` where it is not there, not released, or waits for one."""
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
    """The record of a result by the event's rules, nameless."""
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
    """The two of a pairing that waits for nobody."""
    ids = cast(Sequence[str], (pairing.a, pairing.b))
    found = {player.public_id: player for player in Player.objects.filter(public_id__in=ids)}
    return found[ids[0]], found[ids[1]]


def club_day(club: Club) -> str:
    """Today by the club's clock, as records write it."""
    return club_today(club).isoformat().replace("-", ".")
