"""A clause of the code and the record that shows it, and the base deal that most records are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.record import Pair

Kind: TypeAlias = Literal["rule", "exception", "moment", "choice"]
Faults: TypeAlias = tuple[tuple[str, str, str], ...]

ELDER, DEALER = "B:SKQ.HJ7.CA", "A:SJT.HQ8.DK"
HANDS = f"^H9 {ELDER} {DEALER}"
"""A deals, B is the elder hand, hearts are trumps, and the king of trumps is in neither hand."""
PLAY = "SK SJ, SQ ST, CA H8, DK HJ, H7 HQ"
"""Played without fault from the base deal: three tricks to B."""
WON = f"{PLAY} =B3 (0-1)"
BASE = f"{HANDS} S {WON}"
VOID = "=void"

SIX, FOUR = "B:SKQ.HJ7.CAT", "B:SKQ.HJ7"
DEALER_SIX, DEALER_FOUR = "A:SJT.HQ8.DKA", "A:SJT.HQ8"

KING_TO_B = "^H9 B:SKQ.HK7.CA A:SJT.HQ8.DK"
"""The base deal with the king of trumps in the elder hand."""
KING_TO_A = "^H9 B:SKQ.HJ7.CA A:SJT.HK8.DK"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a law and the game that proves it.

    ``record``: the deals of a game behind ``1. A``; None if no record can prove the clause, and ``why`` says so.
    ``faults``: code, severity and variant of each finding; ``points``: the game's at its end, if they matter.
    ``opening`` is written behind ``Game 1``; ``tags`` are the rubber's besides the usual ones.
    """

    law: int
    clause: str
    record: str | None
    faults: Faults = ()
    points: Pair | None = None
    kind: Kind = "rule"
    opening: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    why: str = ""


def fault(code: str, variant: str = "", severity: str = "error") -> Faults:
    return ((code, severity, variant),)


def misplaced(law: int) -> Faults:
    """Return the finding for an incident at a place where its law can't be called upon."""
    return fault(f"L{law:02}", "moment")


def ruling(law: int) -> Faults:
    """Return the finding for an incident of the exchange without one on record."""
    return fault(f"L{law:02}", "nothing_exchanged", "ruling")


def chosen_by(law: int) -> Faults:
    """Return the finding of an open choice. The finding's ``chooser`` makes it."""
    return fault(f"L{law:02}", "choice", "ruling")


def unprovable(law: int, clause: str, why: str) -> Clause:
    return Clause(law, clause, None, why=why)
