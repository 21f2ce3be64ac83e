"""Games of a sitting: each is a rubber of one game, opened when it begins, scored on its pad or ended by a word.

Locks are taken in the order club, rubber, sitting, event. A rubber that is opened here is nobody else's yet.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from django.db import transaction
from django.utils.translation import gettext as _

from matches.clubs.locks import locked_club
from matches.common.command_context import Act, done_before, log_key
from matches.models import Club, LogEntry, Player, Rubber, Sitting
from matches.rubbers.build_record import corrected_result, live_record, result_record, tags_of
from matches.rubbers.close_by_result import close_by_result
from matches.rubbers.confirm_dispute_void import void_rubber
from matches.rubbers.correct import Correction, append_correction
from matches.rubbers.enter import open_rubber
from matches.rubbers.live_scoring import close_rubber, record_cut
from matches.rubbers.prepare_record import stored_record
from matches.rubbers.transition import LockedRubber, change_key, is_done, lock_rubber
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.facts import GameNumber
from matches.rules.sittings.lifecycle import check_fact
from matches.rules.sittings.state import GameAtTable, SittingState
from matches.sittings.current_state import STANDING, sitting_state, sitting_stream, stored_state
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
    put_down,
    refuse_stale,
)
from matches.sittings.write_sitting import locked_sitting
from scoring import record as scored
from scoring.cards import parse_card
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import Pair, Rules

Side = Literal["A", "B"]
NOT_YET: Final = "to be opened"
"""Stands for a game's rubber while it is asked whether the game may begin."""


@transaction.atomic
def begin_game(sitting: Sitting, *, act: Act) -> SittingState:
    """Begin the game that is due, and open its rubber. Raises as ``put_down``, and as ``open_rubber``."""
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
    rubber = _opened(club, locked.row, state, act=_part(act, "rubber"))
    append_sitting_facts(locked, [("game_begun", {**begun, "rubber": rubber.public_id})], act=act, key=key)
    return locked.state


def _opened(club: Club, sitting: Sitting, state: SittingState, *, act: Act) -> Rubber:
    """The rubber of the game that is due, with the cut that was made for its deal already."""
    rubber = open_rubber(
        club,
        live_record(game_tags(sitting, len(state.games) + 1)),
        event_name="" if sitting.event is None else sitting.event.name,
        players=_players(state.seats),
        act=act,
        # The same two may sit down again after a game that was given up.
        is_another=True,
    )
    if not state.cut:
        return rubber
    pairs = [(parse_card(a), parse_card(b)) for a, b in state.cut]
    return record_cut(rubber, pairs, act=_part(act, "cut"))


def _part(act: Act, name: str) -> Act:
    """What is done to the rubber with the act, under a key of its own."""
    return replace(act, key=f"{act.key} {name}" if act.key else "", version=None)


def game_tags(sitting: Sitting, number: GameNumber) -> dict[str, str]:
    """The tags of the record of a game at ``sitting`` (event loaded)."""
    code: Literal["English", "French"] = "French" if sitting.kind == Sitting.Kind.FRENCH else "English"
    return tags_of(
        ("A", "B"),
        Rules(best_of=1, code=code),
        event="" if sitting.event is None else sitting.event.name,
        date=sitting.date.replace("-", "."),
        # A number alone is that of a round, and could be taken for a pairing's of an event that is planned later.
        round_label=f"Game {number}",
        table=sitting.name,
    )


def _players(public_ids: tuple[str, str]) -> tuple[Player, Player]:
    found = {player.public_id: player for player in Player.objects.filter(public_id__in=public_ids)}
    return found[public_ids[0]], found[public_ids[1]]


@transaction.atomic
def say_who_won(
    sitting: Sitting, number: GameNumber, winner: Side, *, points: Pair | None = None, act: Act
) -> SittingState:
    """Write down who won a game, and with which ``points`` (A's, B's) where they are known.

    Whoever writes for the table says it for both, as all at it look on: the result counts. A game that is over already
    is corrected, if its record is a result alone, until the table is closed. Raises ``NoGameError``,
    ``BeingScoredError``, ``DealsSayOtherwiseError``, ``DirectorsResultError``, ``LoserAtFiveError``, and as
    ``put_down``.
    """
    locked_club(sitting.club_id)
    rubber = _locked_rubber(sitting, number)
    key = log_key(act, f"{sitting_stream(sitting)}:game")
    if not done_before(key) and not is_done(rubber.row, act):
        row = locked_sitting(sitting.pk)
        refuse_stale(row, act)
        state = stored_state(row)
        game = _game(state, number)
        _refuse_what_is_settled(state, game, rubber.row)
        winner, points = _by_sides_of(rubber.row, game, winner, points)
        record = read_one(rubber.now.egn)
        if any(each.deals for each in record.games):
            _end_by_deals(rubber, winner, points, act, key)
        else:
            result = corrected_result(record, _result(row, number, winner, points))
            _end_by_word(rubber, result, act, key)
    return stored_state(sitting)


def _refuse_what_is_settled(state: SittingState, game: GameAtTable, rubber: Rubber) -> None:
    """Raises ``SittingActError``, and ``DirectorsResultError``, also where a director made it other people's."""
    if state.phase == "closed":
        raise SittingActError("sitting_closed")
    is_theirs = {rubber.player_a.public_id, rubber.player_b.public_id} == set(game.players)
    if not is_theirs or rubber.state in (Rubber.State.DISPUTED, Rubber.State.VOID):
        raise DirectorsResultError(rubber)


def _by_sides_of(
    rubber: Rubber, game: GameAtTable, winner: Side, points: Pair | None
) -> tuple[Side, Pair | None]:
    """Winner and points by the sides of the record, which may have been corrected to be the other way round."""
    if rubber.player_a.public_id == game.a:
        return winner, points
    return ("B" if winner == "A" else "A"), None if points is None else (points[1], points[0])


def _end_by_word(rubber: LockedRubber, result: scored.Rubber, act: Act, key: str) -> None:
    """End a rubber of which no deal is recorded by its result, or correct the one that it had."""
    if rubber.row.state == Rubber.State.LIVE:
        close_by_result(rubber, result, act=replace(act, version=None))
    else:
        append_correction(rubber, Correction(result).of(rubber), act, key=key)


def _end_by_deals(rubber: LockedRubber, winner: Side, points: Pair | None, act: Act, key: str) -> None:
    """End a rubber that its deals have decided; one that was ended so already is as it is said."""
    checked = check_rubber(read_one(rubber.now.egn), checks=rubber.now.checks)
    if checked.winner is None:
        raise BeingScoredError(rubber.row)
    is_as_said = checked.winner == winner and points in (None, checked.games[0].points)
    if is_as_said and rubber.row.state in STANDING:
        return
    if rubber.row.state != Rubber.State.LIVE or not is_as_said:
        raise DealsSayOtherwiseError(rubber.row)
    close_rubber(rubber, word="final", act=replace(act, version=None))


def _result(sitting: Sitting, number: GameNumber, winner: Side, points: Pair | None) -> scored.Rubber:
    """The record of a game's result. Raises ``LoserAtFiveError`` for points that nobody wins with."""
    tags = game_tags(sitting, number)
    if points is None:
        return result_record(tags, games_won=(1, 0) if winner == "A" else (0, 1))
    record = result_record(tags, games=(points,))
    event_name = "" if sitting.event is None else sitting.event.name
    checked = stored_record(record, event_name=event_name, club_name=sitting.club.name).checked
    if not checked.is_clean or checked.winner != winner:
        raise LoserAtFiveError
    return record


def was_done_at_table(sitting: Sitting, act: Act) -> bool:
    """Whether this very act was carried out before, at the table or upon one of its games."""
    stream = sitting_stream(sitting)
    rubbers = Rubber.objects.filter(sitting_game__sitting=sitting).only("public_id")
    keys = [
        log_key(act, stream),
        log_key(act, f"{stream}:game"),
        *(change_key(each, act) for each in rubbers),
    ]
    return bool(act.key) and LogEntry.objects.filter(key__in=keys).exists()


@transaction.atomic
def abandon_game(sitting: Sitting, number: GameNumber, *, act: Act) -> SittingState:
    """Give the game that is played up undecided; its rubber is void.

    Raises ``NoGameError``, ``DirectorsResultError``, and as ``put_down``.
    """
    locked_club(sitting.club_id)
    key = log_key(act, sitting_stream(sitting))
    if done_before(key):
        return sitting_state(sitting)
    rubber = _locked_rubber(sitting, number)
    locked = lock_sitting(sitting)
    refuse_stale(locked.row, act)
    append_sitting_facts(locked, [("game_abandoned", {"game": number})], act=act, key=key)
    _void(rubber, act, _("The game was given up."))
    return locked.state


@transaction.atomic
def undo_at_table(sitting: Sitting, *, version: int, act: Act) -> SittingState:
    """Take back the last thing that was put down, which has this ``version``; the rubber of a game that was begun by it
    is void. Raises ``BeingScoredError`` where deals of that are recorded, and as ``put_down``.
    """
    locked_club(sitting.club_id)
    if done_before(log_key(act, sitting_stream(sitting))):
        return sitting_state(sitting)
    game = next((each for each in stored_state(sitting).games if each.version == version), None)
    rubber = None if game is None else _locked_rubber(sitting, game.number)
    if rubber is not None and _is_scored(rubber):
        raise BeingScoredError(rubber.row)
    told = put_down(sitting, "undone", {"version": version}, act=act)
    if rubber is not None:
        _void(rubber, act, _("The beginning of the game was taken back."))
    return told


def _is_scored(rubber: LockedRubber) -> bool:
    """Whether deals are recorded of a game that has no result yet."""
    is_undecided = rubber.row.state in (Rubber.State.LIVE, Rubber.State.DRAFT)
    return is_undecided and any(game.deals for game in read_one(rubber.now.egn).games)


def _void(rubber: LockedRubber, act: Act, reason: str) -> None:
    """Declare void what is not, so that it counts nowhere. Raises ``DirectorsResultError``."""
    if rubber.row.state == Rubber.State.DISPUTED:
        raise DirectorsResultError(rubber.row)
    if rubber.row.state != Rubber.State.VOID:
        void_rubber(rubber.row, act=replace(act, key="", version=None, reason=act.reason or reason))


def _game(state: SittingState, number: GameNumber) -> GameAtTable:
    """Raises ``NoGameError``."""
    for game in state.games:
        if game.number == number and game.status != "abandoned":
            return game
    raise NoGameError


def _locked_rubber(sitting: Sitting, number: GameNumber) -> LockedRubber:
    """The game's rubber, locked, and the sitting with it. Raises ``NoGameError``.

    The caller holds the club's lock, under which alone games are begun and taken back.
    """
    rubber = Rubber.objects.filter(sitting_game__sitting=sitting, sitting_game__number=number).first()
    if rubber is None:
        raise NoGameError
    return lock_rubber(rubber)
