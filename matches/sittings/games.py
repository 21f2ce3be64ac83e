"""Games of a sitting. Each is a rubber of one game, scored deal by deal or by its result alone.

The rubber is opened when the game begins. Locks are taken in the order club, rubber, sitting, event. A rubber
opened here is not locked: no other transaction sees it yet.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.clubs.roles import AUTHORITY_AT_SITTING
from matches.common.commands import CommandContext, done_before, log_key
from matches.models import Club, LogEntry, Player, Rubber, Sitting
from matches.rubbers.change_result import Correction, append_correction, close_by_result, void_rubber
from matches.rubbers.enter import open_rubber
from matches.rubbers.record_deals import close_rubber, record_cut
from matches.rubbers.record_from_input import corrected_result, live_record, result_record, tags_of
from matches.rubbers.text import stored_record
from matches.rubbers.transition import LockedRubber, change_key, is_done, lock_rubber
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.facts import GameNumber
from matches.rules.sittings.rules import check_fact
from matches.rules.sittings.state import GameAtTable, SittingState
from matches.sittings.errors import (
    BeingScoredError,
    DealsSayOtherwiseError,
    DirectorsResultError,
    LoserAtFiveError,
    NoGameError,
)
from matches.sittings.record_facts import (
    append_sitting_facts,
    lock_sitting,
    record_sitting_fact,
    refuse_stale,
)
from matches.sittings.sitting_state import STANDING, sitting_state, sitting_stream, stored_state
from matches.sittings.write_sitting import locked_sitting
from scoring import record as scored
from scoring.cards import parse_card
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import Pair, Rules

Side = Literal["A", "B"]
NOT_YET: Final = "to be opened"
"""The rubber's id in a payload that is only checked, before the rubber is opened."""


@transaction.atomic
def begin_game(sitting: Sitting, *, act: CommandContext) -> SittingState:
    """Command to begin a game and open its rubber. Raises as ``record_sitting_fact`` and ``open_rubber`` do."""
    club = locked_club(sitting.club_id)
    key = log_key(act, sitting_stream(sitting))
    if done_before(key):
        return sitting_state(sitting)
    locked = lock_sitting(sitting)
    refuse_stale(locked.row, act)
    state = locked.state
    a, b = state.seats
    begun = {"game": len(state.games) + 1, "a": a, "b": b, "rubber": NOT_YET}
    check_fact(state, "game_begun", begun)
    rubber = _open_game_rubber(club, locked.row, state, act=_act_on_rubber(act, "rubber"))
    append_sitting_facts(locked, [("game_begun", {**begun, "rubber": rubber.public_id})], act=act, key=key)
    return locked.state


def _open_game_rubber(club: Club, sitting: Sitting, state: SittingState, *, act: CommandContext) -> Rubber:
    rubber = open_rubber(
        club,
        live_record(game_tags(sitting, len(state.games) + 1)),
        event_name="" if sitting.event is None else sitting.event.name,
        players=_players_of(state.seats),
        act=act,
        # The same two players may meet again after an abandoned game.
        is_another=True,
    )
    if not state.cut:
        return rubber
    pairs = [(parse_card(a), parse_card(b)) for a, b in state.cut]
    return record_cut(rubber, pairs, act=_act_on_rubber(act, "cut"))


def _act_on_rubber(act: CommandContext, name: str) -> CommandContext:
    """Return the command for a change of the game's rubber, with an idempotency key of its own."""
    return replace(act, key=f"{act.key} {name}" if act.key else "", version=None)


def game_tags(sitting: Sitting, number: GameNumber) -> dict[str, str]:
    """Return the tags of the record of the sitting's game ``number``. The sitting's event must be loaded."""
    code: Literal["English", "French"] = "French" if sitting.kind == Sitting.Kind.FRENCH else "English"
    return tags_of(
        ("A", "B"),
        Rules(best_of=1, code=code),
        event="" if sitting.event is None else sitting.event.name,
        date=sitting.date.replace("-", "."),
        # A bare number would be the label of a round, and could match a pairing if the event is planned later.
        round_label=f"Game {number}",
        table=sitting.name,
    )


def _players_of(public_ids: tuple[str, str]) -> tuple[Player, Player]:
    players = {player.public_id: player for player in Player.objects.filter(public_id__in=public_ids)}
    return players[public_ids[0]], players[public_ids[1]]


@transaction.atomic
def record_winner(
    sitting: Sitting, number: GameNumber, winner: Side, *, points: Pair | None = None, act: CommandContext
) -> SittingState:
    """Command to record the winner of a game, with its points if they are known.

    Return the sitting's new state. ``points`` are side A's points, then side B's. The result counts at
    once (``AUTHORITY_AT_SITTING``). If the game already has a result without deals, that result
    is corrected; this is possible until the table is closed.

    Raises ``NoGameError`` if there is no such game or it was abandoned, ``BeingScoredError`` if deals of the
    game are recorded but have no winner yet, ``DealsSayOtherwiseError`` if the recorded deals contradict the
    result, ``DirectorsResultError`` if only a director may change it, ``LoserAtFiveError`` for impossible
    points, ``SittingActError`` if the sitting is closed, ``StaleSittingError`` if the sitting has changed
    since the actor saw it, and whatever ``close_rubber`` raises.
    """
    locked_club(sitting.club_id)
    rubber = _lock_rubber_of(sitting, number)
    key = log_key(act, f"{sitting_stream(sitting)}:game")
    if not done_before(key) and not is_done(rubber.row, act):
        row = locked_sitting(sitting.pk)
        refuse_stale(row, act)
        state = stored_state(row)
        game = _find_game(state, number)
        _check_may_change(state, game, rubber.row)
        winner, points = _by_sides_of_record(rubber.row, game, winner, points)
        record = read_one(rubber.now.egn)
        if any(each.deals for each in record.games):
            _close_by_deals(rubber, winner, points, act, key)
        else:
            result = corrected_result(record, _result_of_game(row, number, winner, points))
            _close_by_result(rubber, result, act, key)
    return stored_state(sitting)


def _check_may_change(state: SittingState, game: GameAtTable, rubber: Rubber) -> None:
    """Raise an error if the result can no longer be changed at the table.

    Raises ``SittingActError`` if the sitting is closed, and ``DirectorsResultError`` if the rubber is disputed or
    void, or a director has changed its players.
    """
    if state.phase == "closed":
        raise SittingActError("sitting_closed")
    is_theirs = {rubber.player_a.public_id, rubber.player_b.public_id} == set(game.players)
    if not is_theirs or rubber.state in (Rubber.State.DISPUTED, Rubber.State.VOID):
        raise DirectorsResultError(rubber)


def _by_sides_of_record(
    rubber: Rubber, game: GameAtTable, winner: Side, points: Pair | None
) -> tuple[Side, Pair | None]:
    """Return winner and points by the sides of the record, which a correction may have swapped."""
    if rubber.player_a.public_id == game.a:
        return winner, points
    return ("B" if winner == "A" else "A"), None if points is None else (points[1], points[0])


def _close_by_result(rubber: LockedRubber, result: scored.Rubber, act: CommandContext, key: str) -> None:
    """Close a rubber without recorded deals by its result, or correct the result that it has."""
    if rubber.row.state == Rubber.State.LIVE:
        close_by_result(rubber, result, act=replace(act, version=None))
    else:
        append_correction(rubber, Correction(result).of(rubber), act, key=key)


def _close_by_deals(
    rubber: LockedRubber, winner: Side, points: Pair | None, act: CommandContext, key: str
) -> None:
    """Close a rubber that its deals have decided. Do nothing if it is already closed with the same result."""
    checked = check_rubber(read_one(rubber.now.egn), checks=rubber.now.checks)
    if checked.winner is None:
        raise BeingScoredError(rubber.row)
    is_same_result = checked.winner == winner and points in (None, checked.games[0].points)
    if is_same_result and rubber.row.state in STANDING:
        return
    if rubber.row.state != Rubber.State.LIVE or not is_same_result:
        raise DealsSayOtherwiseError(rubber.row)
    close_rubber(rubber, authority=AUTHORITY_AT_SITTING, act=replace(act, version=None))


def _result_of_game(sitting: Sitting, number: GameNumber, winner: Side, points: Pair | None) -> scored.Rubber:
    """Return the record of a result. Raises ``LoserAtFiveError`` if the points do not make this side the winner."""
    tags = game_tags(sitting, number)
    if points is None:
        return result_record(tags, games_won=(1, 0) if winner == "A" else (0, 1))
    record = result_record(tags, games=(points,))
    event_name = "" if sitting.event is None else sitting.event.name
    checked = stored_record(record, event_name=event_name, club_name=sitting.club.name).checked
    if not checked.is_clean or checked.winner != winner:
        raise LoserAtFiveError
    return record


def was_done_at_table(sitting: Sitting, act: CommandContext) -> bool:
    """Return whether a command with this idempotency key was done on the sitting or one of its games."""
    stream = sitting_stream(sitting)
    rubbers = Rubber.objects.filter(sitting_game__sitting=sitting).only("public_id")
    keys = [
        log_key(act, stream),
        log_key(act, f"{stream}:game"),
        *(change_key(each, act) for each in rubbers),
    ]
    return bool(act.key) and LogEntry.objects.filter(key__in=keys).exists()


@transaction.atomic
def abandon_game(sitting: Sitting, number: GameNumber, *, act: CommandContext) -> SittingState:
    """Command to abandon the current game and declare its rubber void. Return the new state.

    Raises ``NoGameError`` if there is no such game, ``DirectorsResultError`` if only a director may change
    its rubber, and whatever ``record_sitting_fact`` raises.
    """
    locked_club(sitting.club_id)
    key = log_key(act, sitting_stream(sitting))
    if done_before(key):
        return sitting_state(sitting)
    rubber = _lock_rubber_of(sitting, number)
    locked = lock_sitting(sitting)
    refuse_stale(locked.row, act)
    append_sitting_facts(locked, [("game_abandoned", {"game": number})], act=act, key=key)
    _void_rubber(rubber, act, _("The game was abandoned."))
    return locked.state


@transaction.atomic
def undo_at_table(sitting: Sitting, *, version: int, act: CommandContext) -> SittingState:
    """Command to undo the sitting's last fact. Return the sitting's new state.

    The last fact must have this ``version``. If the fact began a game, the game's rubber becomes void. Raises
    ``BeingScoredError`` if deals of that game are recorded, and whatever ``record_sitting_fact`` raises.
    """
    locked_club(sitting.club_id)
    if done_before(log_key(act, sitting_stream(sitting))):
        return sitting_state(sitting)
    game = next((each for each in stored_state(sitting).games if each.version == version), None)
    rubber = None if game is None else _lock_rubber_of(sitting, game.number)
    if rubber is not None and _is_scored(rubber):
        raise BeingScoredError(rubber.row)
    after = record_sitting_fact(sitting, "undone", {"version": version}, act=act)
    if rubber is not None:
        _void_rubber(rubber, act, _("The start of the game was undone."))
    return after


def _is_scored(rubber: LockedRubber) -> bool:
    """Return whether the rubber has recorded deals but no result yet."""
    is_undecided = rubber.row.state in (Rubber.State.LIVE, Rubber.State.DRAFT)
    return is_undecided and any(game.deals for game in read_one(rubber.now.egn).games)


def _void_rubber(rubber: LockedRubber, act: CommandContext, reason: str) -> None:
    """Declare the rubber void unless it already is. Raises ``DirectorsResultError`` if it is disputed."""
    if rubber.row.state == Rubber.State.DISPUTED:
        raise DirectorsResultError(rubber.row)
    if rubber.row.state != Rubber.State.VOID:
        void_rubber(rubber.row, act=replace(act, key="", version=None, reason=act.reason or reason))


def _find_game(state: SittingState, number: GameNumber) -> GameAtTable:
    """Return the game with this number. Raises ``NoGameError`` if there is none, or if it was abandoned."""
    for game in state.games:
        if game.number == number and game.status != "abandoned":
            return game
    raise NoGameError


def _lock_rubber_of(sitting: Sitting, number: GameNumber) -> LockedRubber:
    """Lock and return the game's rubber, with the sitting, under the club's lock. Raises ``NoGameError``."""
    rubber = Rubber.objects.filter(sitting_game__sitting=sitting, sitting_game__number=number).first()
    if rubber is None:
        raise NoGameError
    return lock_rubber(rubber)
