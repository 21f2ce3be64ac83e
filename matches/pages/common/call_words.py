"""What was called in a deal, in the words of the game that is played: écarté's, or La Triomphe's."""

from __future__ import annotations

from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.pages.common import game_words as words
from scoring.cards import seat
from scoring.checked import Mark
from scoring.course import Course
from scoring.record import Variant
from scoring.seen import speaker

REFUSED_LAW: Final = 49


def call_told(
    course: Course, letter: str, *, earlier: str, names: tuple[str, str], is_conditional: bool = False
) -> str:
    """A call of the deal as a sentence, after the letters called ``earlier`` in it."""
    name = names[seat(speaker(course, letter, earlier))]
    if course.variant == "ecarte":
        return words.call(letter, name, earlier=earlier, is_conditional=is_conditional)
    return _at_la_triomphe(letter) % {"name": name}


def _at_la_triomphe(letter: str) -> str:
    return {
        "P": _("%(name)s offers the point."),
        "S": _("%(name)s plays, and offers nothing."),
        "G": _("%(name)s takes the point."),
        "R": _("%(name)s refuses the point, and is bound to win all five tricks."),
    }.get(letter, "%(name)s")


def calls_in_short(letters: str, variant: Variant = "ecarte") -> str:
    """The calls of a deal for one cell of a table: "Proposed, given, refused"."""
    if variant == "ecarte":
        return words.calls_in_short(letters)
    if "P" not in letters:
        return str(capfirst(pgettext("call", "point not offered"))) if letters else ""
    by_dealer = letters.startswith("S")
    said = {
        "P": pgettext("call", "point offered by the dealer")
        if by_dealer
        else pgettext("call", "point offered"),
        "G": pgettext("call", "taken"),
        "R": pgettext("call", "refused"),
    }
    return str(capfirst(", ".join(said[letter] for letter in letters if letter in said)))


def bound(course: Course, name: str) -> str:
    """What law 49 has against the player of that name, whom the calls made vulnerable."""
    if course.variant == "ecarte":
        return words.vulnerable(name)
    return _("%(name)s refused the point: all five tricks, or two to the other side (law 49).") % {
        "name": name
    }


def mark_told(course: Course, made: Mark, *, tricks: int | None) -> str:
    """What a mark of the deal was for; ``tricks`` are those its player won, where known."""
    if course.variant != "ecarte" and made.law == REFUSED_LAW:
        return _("the point refused, without a vole")
    return words.mark(made, tricks=tricks)
