"""Put a recorded irregularity into words: the offence, the offender, the facts, and the consequence.

Texts without a translation are shown as written. A remedy is put into words as a choice, and by its effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.pages.common import scoring_words
from matches.pages.common.card_faces import faces_of, suit_name
from matches.pages.common.game_words import cards_word
from scoring.book.effects import effects_of
from scoring.cards import SUITS, Player, parse_cards, seat
from scoring.incidents import ROWS, Remedy, Situation, applied, offender_of
from scoring.incidents.remedies import DEALERS_FAULT
from scoring.record import Incident

REMEDY_NAMES: Final[Mapping[str, str | Promise]] = {
    "reshuffle": gettext_lazy("Shuffle again"),
    "recut": gettext_lazy("Cut again"),
    "stand": gettext_lazy("Let it stand"),
    "rectify": gettext_lazy("Put it right"),
    "fresh": gettext_lazy("Fresh deal"),
    "choose": gettext_lazy("Choose the turn-up"),
    "void": gettext_lazy("The deal is void"),
    "discard": gettext_lazy("Put out the extra cards"),
    "complete": gettext_lazy("Complete the hand"),
    "draw": gettext_lazy("Draw the extra cards"),
    "replay": gettext_lazy("Replay the hand"),
    "correct": gettext_lazy("Take the mark down"),
    "note": gettext_lazy("Note it"),
    "short": gettext_lazy("Play the short hand"),
    "aside": gettext_lazy("Put the card aside"),
    "take": gettext_lazy("Take the card"),
    "share": gettext_lazy("Share the rest"),
    "takeback": gettext_lazy("Take the card back"),
    "play": gettext_lazy("Keep the card led"),
    "require": gettext_lazy("Lead the suit named"),
    "abandon": gettext_lazy("Count the hand as abandoned"),
    "mark": gettext_lazy("Mark it now"),
}
"""The name of each remedy as a choice, for a button or a heading."""
NO_DEAL: Final = Situation()
POINTS: Final = frozenset({50, 51})
"""The laws whose incidents have a number of points; the numbers of other laws count cards."""
FACTS: Final[Mapping[str, str | Promise]] = {
    "looked": gettext_lazy("the opponent had looked at their hand"),
    "own": gettext_lazy("a card of their own"),
    "adversary": gettext_lazy("a card of the opponent’s"),
    "before": gettext_lazy("noticed in time"),
    "after": gettext_lazy("noticed too late"),
    "played": gettext_lazy("a card had been played"),
    "claim": gettext_lazy("to claim the tricks"),
    "king": gettext_lazy("the king"),
    "point": gettext_lazy("the point"),
    "vole": gettext_lazy("the vole"),
}
FACTS_OF_LAW: Final[Mapping[tuple[int, str], str | Promise]] = {
    (14, "before"): gettext_lazy("found before the turn-up"),
    (14, "after"): gettext_lazy("found after the turn-up"),
    (17, "looked"): gettext_lazy("the dealer had picked up their hand"),
    (29, "looked"): gettext_lazy("a card given had been picked up"),
    (33, "looked"): gettext_lazy("a card given had been picked up"),
    (40, "before"): gettext_lazy("before a card was played to it"),
    (40, "after"): gettext_lazy("after a card was played to it"),
}
BY_NAME: Final[Mapping[int, str | Promise]] = {
    1: gettext_lazy("%(name)s shuffled out of order"),
    2: gettext_lazy("%(name)s shuffled under the table, or showed a card"),
    3: gettext_lazy("%(name)s cut fewer than two cards, or left fewer"),
    4: gettext_lazy("%(name)s exposed two or more cards while cutting for deal"),
    5: gettext_lazy("%(name)s ignored the cut for deal"),
    7: gettext_lazy("%(name)s exposed a card while cutting for the dealer"),
    8: gettext_lazy("%(name)s changed the order of the packets"),
    9: gettext_lazy("%(name)s dealt the wrong number of cards, or changed the order of the packets"),
    10: gettext_lazy("%(name)s turned up the wrong card"),
    11: gettext_lazy("%(name)s turned up more than one card"),
    13: gettext_lazy("%(name)s exposed a card while dealing"),
    14: gettext_lazy("%(name)s dealt out of turn, or with the opponent’s pack"),
    15: gettext_lazy("%(name)s dealt the elder hand more than five cards"),
    16: gettext_lazy("%(name)s dealt the elder hand fewer than five cards"),
    17: gettext_lazy("%(name)s dealt themselves more than five cards"),
    18: gettext_lazy("%(name)s dealt themselves fewer than five cards"),
    19: gettext_lazy("%(name)s marked the turned-up king after a misdeal that stood"),
    20: gettext_lazy("%(name)s, elder hand, played without taking cards and did not have five"),
    21: gettext_lazy("%(name)s, dealer, played without taking cards and did not have five"),
    22: gettext_lazy("%(name)s did not mark the turned-up king properly"),
    23: gettext_lazy("%(name)s announced the king too late"),
    24: gettext_lazy("%(name)s announced the king, played as first card, too late"),
    25: gettext_lazy("%(name)s announced the king without holding it"),
    26: gettext_lazy("%(name)s changed a proposal, or the number asked for"),
    27: gettext_lazy("%(name)s changed an acceptance or a refusal"),
    28: gettext_lazy("%(name)s mixed or looked at cards put out"),
    29: gettext_lazy("%(name)s, elder hand, took more cards than they put out"),
    30: gettext_lazy("%(name)s, elder hand, asked for fewer cards than they put out"),
    31: gettext_lazy("%(name)s gave the elder hand too many cards"),
    32: gettext_lazy("%(name)s gave the elder hand too few cards"),
    33: gettext_lazy("%(name)s gave themselves too many cards"),
    34: gettext_lazy("%(name)s gave themselves too few cards"),
    36: gettext_lazy("%(name)s exposed a card while giving"),
    37: gettext_lazy("%(name)s turned a card up after giving"),
    38: gettext_lazy("%(name)s accepted with too few cards left in the stock"),
    39: gettext_lazy("%(name)s took back a card before the next lead"),
    40: gettext_lazy("%(name)s led out of turn"),
    41: gettext_lazy("%(name)s named one suit and led another"),
    42: gettext_lazy("%(name)s threw down the hand"),
    43: gettext_lazy("%(name)s revoked, or did not win the trick when able"),
    44: gettext_lazy("%(name)s asked for new cards"),
    46: gettext_lazy("%(name)s disputed the points of the game"),
    47: gettext_lazy("%(name)s disputed the king’s point"),
    48: gettext_lazy("%(name)s disputed the point or the vole"),
    49: gettext_lazy("%(name)s disputed the point that counts two"),
    50: gettext_lazy("%(name)s adds a forgotten mark"),
    51: gettext_lazy("%(name)s takes down one mark too many"),
}
"""The sentence for a player's offence, by number of the law. Laws without an offender are missing."""


def remedy_name(remedy: str) -> str:
    """Return a remedy as the label of a choice: "Shuffle again". One that the laws lack is returned unchanged."""
    return str(REMEDY_NAMES.get(remedy, remedy))


def remedy_sentence(incident: Incident, remedy: Remedy, situation: Situation) -> str:
    """Return the effects of a remedy in ``situation``, one sentence for each effect."""
    effects = effects_of(incident, remedy, situation, tricks=None)
    return " ".join(scoring_words.effect(effect) for effect in effects)


def incident(
    irregularity: Incident,
    names: tuple[str, str],
    *,
    dealer: Player | None = None,
    situation: Situation = NO_DEAL,
) -> str:
    """Return a text on an irregularity: the offence with its facts, then the consequence.

    The consequence includes a remedy that the laws prescribe even if the record omits it. ``dealer`` and
    ``situation`` describe the deal; the defaults stand for an irregularity outside any deal.
    """
    sentence = offence(irregularity, names, dealer)
    if irregularity.facts:
        facts = ", ".join(_fact(irregularity.law, fact) for fact in irregularity.facts)
        sentence = _("%(sentence)s (%(facts)s)") % {"sentence": sentence, "facts": facts}
    return f"{sentence}. {_consequence(irregularity, situation)}"


def offence(irregularity: Incident, names: tuple[str, str], dealer: Player | None) -> str:
    """Return the offence as a clause that names the offender. ``dealer`` is None outside any deal."""
    offender = dealer if irregularity.law in DEALERS_FAULT and dealer else offender_of(irregularity, dealer)
    if offender is not None and irregularity.law in BY_NAME:
        return str(BY_NAME[irregularity.law]) % {"name": names[seat(offender)]}
    return scoring_words.irregularity(ROWS[irregularity.law])


def _consequence(irregularity: Incident, situation: Situation) -> str:
    remedy = applied(irregularity, situation)
    if remedy is None and irregularity.remedy is None:
        return _("A ruling is needed.")
    if remedy is None:
        values = {"remedy": remedy_name(irregularity.remedy or "")}
        return _("%(remedy)s, which the law does not allow.") % values
    sentence = remedy_sentence(irregularity, remedy, situation)
    if irregularity.argument is None:
        return sentence
    values = {"sentence": sentence, "cards": _cards(irregularity.argument)}
    return _("%(sentence)s Chosen: %(cards)s.") % values


def _fact(law: int, fact: str) -> str:
    if fact in SUITS:
        return suit_name(SUITS.index(fact))
    if fact.isdecimal():
        number = int(fact)
        if law in POINTS:
            return ngettext("%(number)s point", "%(number)s points", number) % {"number": number}
        return cards_word(number)
    words = FACTS_OF_LAW.get((law, fact)) or FACTS.get(fact)
    return _cards(fact) if words is None else str(words)


def _cards(text: str) -> str:
    """Return the names of the cards in ``text``: ``SK.HA``. Text that names no cards is returned unchanged."""
    try:
        cards = parse_cards(text)
    except ValueError:
        return text
    return ", ".join(str(face.the) for face in faces_of(cards))
