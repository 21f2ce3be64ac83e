"""The director's rulings: the law on an irregularity in a record, and the record with the incident written into it.

The functions are pure. ``find`` searches for laws by plain words. ``ruling`` returns the remedies that a law
allows, with the result of each choice. ``pending`` returns the rulings that a record still needs.
``write_incident`` writes the chosen remedy into the record, and ``with_due_figures`` updates the scorer's
figures after it. ``settlings`` returns the choices on a deal that is still being written.
"""

from scoring.book.errors import IncidentError
from scoring.book.figures import with_due_figures
from scoring.book.pending import pending
from scoring.book.places import end_of_place
from scoring.book.preview import ruling
from scoring.book.search import english_texts, find
from scoring.book.settling import Settling, settlings
from scoring.book.shapes import Effect, Option, Pending, Place, Ruling, ScoreAfter
from scoring.book.words import effect_in_english
from scoring.book.writing import write_incident

__all__ = [
    "Effect",
    "IncidentError",
    "Option",
    "Pending",
    "Place",
    "Ruling",
    "ScoreAfter",
    "Settling",
    "effect_in_english",
    "end_of_place",
    "english_texts",
    "find",
    "pending",
    "ruling",
    "settlings",
    "with_due_figures",
    "write_incident",
]
