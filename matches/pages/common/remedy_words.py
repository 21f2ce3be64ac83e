"""What the laws let follow an irregularity: each remedy as a choice, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.pages.common import scoring_words
from scoring.book.effects import effects_of
from scoring.incidents import Remedy, Situation
from scoring.record import Incident

NAMES: Final[Mapping[str, str | Promise]] = {
    "reshuffle": _("Shuffle again"),
    "recut": _("Cut again"),
    "stand": _("Let it stand"),
    "rectify": _("Put it right"),
    "fresh": _("Fresh deal"),
    "choose": _("Choose the turn-up"),
    "void": _("The deal is void"),
    "discard": _("Put out the surplus"),
    "complete": _("Make up the hand"),
    "draw": _("Draw the surplus"),
    "replay": _("Replay the hand"),
    "correct": _("Take the mark down"),
    "note": _("Note it"),
    "short": _("Play the short hand"),
    "aside": _("Put the card aside"),
    "take": _("Take the card"),
    "share": _("Share what is left"),
    "takeback": _("Take the card back"),
    "play": _("Let the card led stand"),
    "require": _("Have the suit named led"),
    "abandon": _("Count the hand as given up"),
    "mark": _("Mark it now"),
}
"""A remedy as a choice, for a button or a heading."""


def remedy_name(remedy: str) -> str:
    """The remedy as a choice; one that the laws don't know stays as written."""
    return str(NAMES.get(remedy, remedy))


def remedy_sentence(incident: Incident, remedy: Remedy, situation: Situation) -> str:
    """What the remedy comes to, in as many sentences as it takes."""
    effects = effects_of(incident, remedy, situation, tricks=None)
    return " ".join(scoring_words.effect(effect) for effect in effects)
