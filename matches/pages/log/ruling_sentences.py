"""A ruling as the log tells it: what was ruled, as the end of a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.common.log import RulingMade
from matches.pages.common.card_faces import faces_of
from matches.pages.common.game_words import both
from scoring.cards import parse_cards

CLAUSES: Final[Mapping[str, str | Promise]] = {
    "reshuffle": gettext_lazy("the pack is shuffled again"),
    "recut": gettext_lazy("the cut is made again"),
    "stand": gettext_lazy("it stands"),
    "rectify": gettext_lazy("it is put right"),
    "fresh": gettext_lazy("there is a fresh deal"),
    "choose": gettext_lazy("the turn-up is chosen"),
    "void": gettext_lazy("the deal is void"),
    "discard": gettext_lazy("the surplus is put out"),
    "complete": gettext_lazy("the hand is made up"),
    "draw": gettext_lazy("the surplus is drawn"),
    "replay": gettext_lazy("the hand is replayed"),
    "note": gettext_lazy("it is noted"),
    "short": gettext_lazy("the short hand is played as it is"),
    "aside": gettext_lazy("the card is put aside"),
    "take": gettext_lazy("the card is taken"),
    "share": gettext_lazy("the cards that are left are shared"),
    "takeback": gettext_lazy("the card is taken back"),
    "play": gettext_lazy("the card led stands"),
    "require": gettext_lazy("a card of the suit named is led"),
    "abandon": gettext_lazy("the hand is given up"),
    "mark": gettext_lazy("it is marked"),
    "correct": gettext_lazy("it is taken down"),
}
"""Each remedy as it was ruled."""


def ruled(ruling: RulingMade) -> str:
    """``the surplus is put out (the king of spades)``."""
    said = str(CLAUSES[ruling["remedy"]])
    if "argument" not in ruling:
        return said
    cards = both([str(face.the) for face in faces_of(parse_cards(ruling["argument"]))])
    return _("%(sentence)s (%(facts)s)") % {"sentence": said, "facts": cards}


def where_ruled(ruling: RulingMade) -> str:
    """Which part of the rubber it concerns, in a sentence."""
    if not ruling["deal"]:
        return _("It concerns the opening of game %(game)s.") % {"game": ruling["game"]}
    return _("It concerns deal %(deal)s of game %(game)s.") % {"deal": ruling["deal"], "game": ruling["game"]}
