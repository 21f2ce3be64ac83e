"""Irregularities under the 55 laws as data: the facts of each, the remedies, and the player who chooses a
remedy.

From the rest of ``scoring``, this package imports only ``scoring.cards`` and ``scoring.record``.
"""

from scoring.incidents.facts import Facts, FactSpec, argument_of, facts_of
from scoring.incidents.kinds import (
    BARRING_KING,
    DEALERS_HAND,
    DEALT_WRONG,
    ELDERS_HAND,
    GIVEN_WRONG,
    MISDEALS,
    NO_OFFENCE,
    OF_EXCHANGING,
    OF_THE_KING,
    OF_THE_PLAY,
    TOO_FEW,
    TOO_MANY,
)
from scoring.incidents.remedies import (
    DECIDED_BY_FACTS,
    Situation,
    applied,
    chooser,
    is_forced,
    offender_by_law,
    offender_of,
    remedies,
)
from scoring.incidents.rows import ARGUMENTS, ENDS_DEAL, ROWS, Moment, Remedy, Row

__all__ = [
    "ARGUMENTS",
    "BARRING_KING",
    "DEALERS_HAND",
    "DEALT_WRONG",
    "DECIDED_BY_FACTS",
    "ELDERS_HAND",
    "ENDS_DEAL",
    "GIVEN_WRONG",
    "MISDEALS",
    "NO_OFFENCE",
    "OF_EXCHANGING",
    "OF_THE_KING",
    "OF_THE_PLAY",
    "ROWS",
    "TOO_FEW",
    "TOO_MANY",
    "FactSpec",
    "Facts",
    "Moment",
    "Remedy",
    "Row",
    "Situation",
    "applied",
    "argument_of",
    "chooser",
    "facts_of",
    "is_forced",
    "offender_by_law",
    "offender_of",
    "remedies",
]
