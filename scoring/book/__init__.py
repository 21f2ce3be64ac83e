"""The director's rulings: what the laws say of an irregularity in this very record, and the record with it written in.

Pure. ``find`` looks for the law by plain words, ``ruling`` says what it allows and what each choice comes to,
``pending`` what a record still waits for, ``write_incident`` puts the choice into the record, and
``with_due_figures`` brings the scorer's figures in line with it. ``settlings`` are the choices on a deal that is still
being written.
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
