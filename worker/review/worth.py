"""What tricks are worth in marks when a card is chosen: laws 48 and 49, and the penalty of laws 25 and 43.

The marks themselves are ``scoring.marks``'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.cards import CardMask, Player, adversary, king_of
from scoring.checked import Mark
from scoring.course import Course, IncidentNoted
from scoring.marks import (
    MAJORITY_OF_TRICKS,
    PENALISING_LAWS,
    penalised,
    penalised_players,
    tricks_mark,
)
from scoring.record import Variant
from worker.review.knowledge import Knowledge
from worker.review.sightings import FALSE_KING


def _constant(values: list[int]) -> NDArray[np.int64]:
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
    """The player's marks and the adversary's, by how many more of ``total`` tricks he takes beside the ``won``.

    With fewer than five tricks to play for (both hands short) it may be that nobody wins the majority.
    """
    marks = (
        _mark(player, tricks, total - tricks, vulnerable, offenders, variant)
        for tricks in range(won, total + 1)
    )
    return tuple(
        (0, 0) if mark is None else (mark.points, 0) if mark.player == player else (0, mark.points)
        for mark in marks
    )


@cache
def worth_of_tricks(marks: tuple[tuple[int, int], ...]) -> NDArray[np.int64]:
    """The player's marks less the adversary's."""
    return _constant([own - other for own, other in marks])


def _mark(
    player: Player, own: int, theirs: int, vulnerable: str, offenders: frozenset[str], variant: Variant
) -> Mark | None:
    if max(own, theirs) < MAJORITY_OF_TRICKS:
        return None
    winner = player if own > theirs else adversary(player)
    mark = tricks_mark(winner, max(own, theirs), vulnerable, variant)
    return penalised(mark) if mark.player in offenders else mark


def by_offenders(
    course: Course, player: Player, token: int, known: Knowledge, *, played: CardMask
) -> Iterator[tuple[Knowledge, frozenset[str]]]:
    """``known`` in parts, each with those who are penalised in it by what had come out before ``token``.

    A false king is not penalised where the adversary holds the king (law 25), which its announcer may not know.
    ``played``: the adversary's cards on the table.
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
        incidents = tuple(_as_known_to(player, noted, adversary_has_king=is_held) for noted in noted_so_far)
        yield part, penalised_players(so_far._replace(incidents=incidents))


def by_king(known: Knowledge, king: CardMask) -> tuple[Knowledge, ...]:
    """The hands with the king of trumps, and those without."""
    if known.certain & king or not known.possible & king:
        return (known,)
    return (
        Knowledge(known.certain | king, known.possible, known.size),
        Knowledge(known.certain, known.possible & ~king, known.size),
    )


def _as_known_to(player: Player, noted: IncidentNoted, *, adversary_has_king: bool) -> IncidentNoted:
    """Law 25: the adversary of another announcer is the player himself, and needs no telling."""
    if noted.incident.law != FALSE_KING or noted.incident.player != player:
        return noted
    return noted._replace(situation=noted.situation._replace(adversary_has_king=adversary_has_king))
