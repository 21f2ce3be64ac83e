"""Compute the worth of tricks in marks, by laws 48 and 49 and the penalty of laws 25 and 43.

``scoring.marks`` computes the marks themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.cards import CardMask, Player, king_of, opponent
from scoring.checked import Mark
from scoring.deal_course import Course, IncidentNoted
from scoring.marks import (
    MAJORITY_OF_TRICKS,
    PENALISING_LAWS,
    penalised,
    penalised_players,
    tricks_mark,
)
from scoring.record import Variant
from worker.review.knowledge import Knowledge
from worker.review.observations import FALSE_KING


def _make_constant(values: list[int]) -> NDArray[np.int64]:
    array = np.array(values, np.int64)
    array.flags.writeable = False
    return array


@cache
def marks_by_tricks(
    player: Player,
    won: int,
    total: int,
    vulnerable: str,
    offenders: frozenset[str] = frozenset(),
    *,
    variant: Variant = "ecarte",
) -> tuple[tuple[int, int], ...]:
    """Return the player's and the opponent's marks for each number of further tricks that the player may
    win.

    The result is a tuple indexed by that number; each entry is (player's marks, opponent's marks). The
    player has won ``won`` tricks so far; the deal has ``total`` tricks. If ``total`` is below five (both
    hands short), perhaps nobody wins the majority. ``vulnerable`` is the player against whom the point counts
    two, or "none". ``offenders`` are the players who are penalised (laws 25 and 43).
    """
    marks = (
        _make_mark(player, tricks, total - tricks, vulnerable, offenders, variant)
        for tricks in range(won, total + 1)
    )
    return tuple(
        (0, 0) if mark is None else (mark.points, 0) if mark.player == player else (0, mark.points)
        for mark in marks
    )


@cache
def worth_of_tricks(marks: tuple[tuple[int, int], ...]) -> NDArray[np.int64]:
    """Return the player's marks minus the opponent's, for each pair in ``marks``."""
    return _make_constant([own - other for own, other in marks])


def _make_mark(
    player: Player, own: int, theirs: int, vulnerable: str, offenders: frozenset[str], variant: Variant
) -> Mark | None:
    if max(own, theirs) < MAJORITY_OF_TRICKS:
        return None
    winner = player if own > theirs else opponent(player)
    mark = tricks_mark(winner, max(own, theirs), vulnerable, variant)
    return penalised(mark) if mark.player in offenders else mark


def by_offenders(
    course: Course, player: Player, token: int, known: Knowledge, *, played: CardMask
) -> Iterator[tuple[Knowledge, frozenset[str]]]:
    """Split ``known`` by the players who are penalised for incidents before ``token``.

    Yield each set of the opponent's hands with the players who are penalised in it. A player who falsely
    announced the king is not penalised if the opponent has it (law 25), and the player may not know this.
    ``played`` are the cards that the opponent has played.
    """
    noted_so_far = tuple(noted for noted in course.incidents if noted.token < token)
    laws = {noted.incident.law for noted in noted_so_far}
    if laws.isdisjoint(PENALISING_LAWS):
        yield known, frozenset()
        return
    so_far = course._replace(incidents=noted_so_far)
    if FALSE_KING not in laws or course.trump is None:
        yield known, penalised_players(so_far)
        return
    king = 1 << king_of(course.trump)
    for part in by_king(known, king):
        is_held = bool((part.certain | played) & king)
        incidents = tuple(
            _adapt_to_player(player, noted, opponent_has_king=is_held) for noted in noted_so_far
        )
        yield part, penalised_players(so_far._replace(incidents=incidents))


def by_king(known: Knowledge, king: CardMask) -> tuple[Knowledge, ...]:
    """Split ``known`` into the hands that have the king of trumps and the hands that do not.

    Return only one knowledge if the king is certain or impossible.
    """
    if known.certain & king or not known.possible & king:
        return (known,)
    return (
        Knowledge(known.certain | king, known.possible, known.size),
        Knowledge(known.certain, known.possible & ~king, known.size),
    )


def _adapt_to_player(player: Player, noted: IncidentNoted, *, opponent_has_king: bool) -> IncidentNoted:
    """Return the incident as the player knows it (law 25).

    Only a player who announced the king falsely does not know whether the opponent has it.
    """
    if noted.incident.law != FALSE_KING or noted.incident.player != player:
        return noted
    return noted._replace(situation=noted.situation._replace(opponent_has_king=opponent_has_king))
