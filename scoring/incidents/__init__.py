"""Irregularities under the 55 laws: facts, remedies, and who chooses. A table; it imports cards and record alone."""

from scoring.incidents.facts import Facts, FactSpec, argument_of, facts_of
from scoring.incidents.remedies import (
    Situation,
    applied,
    chooser,
    is_forced,
    offender_of,
    remedies,
)
from scoring.incidents.rows import ARGUMENTS, ENDS_DEAL, ROWS, Moment, Remedy, Row

__all__ = [
    "ARGUMENTS",
    "ENDS_DEAL",
    "ROWS",
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
    "offender_of",
    "remedies",
]
