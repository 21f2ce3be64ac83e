"""The choices that a review weighs, as a person would name them: a card, a call, the cards put out, a king."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.pages.common.card_faces import FACES, face_of, faces_of
from scoring.cards import CARD_BY_NAME, cards_of, parse_cards, suit_of
from scoring.record import Variant

NOTHING: Final = "-"
"""The choice of keeping silent, or of keeping every card (``worker.review.decision``)."""
SUIT_SIGNS: Final = "♠♥♦♣"


def the_choice(kind: str, choice: str, variant: Variant = "ecarte") -> str:
    """A choice as the subject of a sentence: "the queen of hearts", "standing", "putting out 10♥ 7♦"."""
    if variant == "triomphe" and kind != "card":
        return _offering(choice)
    if kind == "proposal":
        return _("proposing") if choice == "P" else pgettext("choice", "standing")
    if kind == "reply":
        return _("giving cards") if choice == "G" else _("refusing")
    if kind == "king":
        return _("keeping silent with the king") if choice == NOTHING else _("announcing the king")
    if kind == "discard":
        if choice == NOTHING:
            return _("keeping all five cards")
        return _("putting out %(cards)s") % {"cards": short_cards(choice)}
    return str(face_of(CARD_BY_NAME[choice]).the)


def _offering(choice: str) -> str:
    return {
        "P": _("offering the point"),
        "S": pgettext("choice at La Triomphe", "playing"),
        "G": _("taking the point"),
        "R": _("refusing the point"),
    }[choice]


def choice_name(kind: str, choice: str, variant: Variant = "ecarte") -> str:
    """A choice for one cell of a table: "queen of hearts", "stand", "10♥ 7♦"."""
    if variant == "triomphe" and kind != "card":
        return _offer(choice)
    if kind == "proposal":
        return pgettext("choice", "propose") if choice == "P" else pgettext("choice", "stand")
    if kind == "reply":
        return pgettext("choice", "give cards") if choice == "G" else pgettext("choice", "refuse")
    if kind == "king":
        return pgettext("choice", "keep silent") if choice == NOTHING else pgettext("choice", "announce")
    if kind == "discard":
        return pgettext("choice", "keep all five") if choice == NOTHING else short_cards(choice)
    return str(face_of(CARD_BY_NAME[choice]).name)


def _offer(choice: str) -> str:
    return {
        "P": pgettext("choice", "offer the point"),
        "S": pgettext("choice at La Triomphe", "play"),
        "G": pgettext("choice", "take the point"),
        "R": pgettext("choice", "refuse the point"),
    }[choice]


def the_cards(text: str) -> list[str]:
    """``HT.D7`` -> the ten of hearts, the seven of diamonds."""
    return [str(face.the) for face in faces_of(parse_cards(text))]


def short_card(name: str) -> str:
    """``HT`` -> 10♥."""
    card = CARD_BY_NAME[name]
    return f"{FACES[card].index}{SUIT_SIGNS[suit_of(card)]}"


def short_cards(text: str) -> str:
    """``HT.D7`` -> 10♥ 7♦."""
    return " ".join(short_card(FACES[card].code) for card in cards_of(parse_cards(text)))
