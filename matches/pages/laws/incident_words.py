"""An irregularity as it was recorded: what was done, by whom, the facts, and what followed, in words.

What has no words stays as it was written. Remedies are told in ``remedy_words``.
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
from matches.pages.common.remedy_words import remedy_name, remedy_sentence
from scoring.cards import SUITS, Player, parse_cards, seat
from scoring.incidents import ROWS, Situation, applied, offender_of
from scoring.incidents.remedies import DEALERS_FAULT
from scoring.record import Incident

NO_DEAL: Final = Situation()
POINTS: Final = frozenset({50, 51})
"""Laws whose number counts points; of others it counts cards."""
FACTS: Final[Mapping[str, str | Promise]] = {
    "looked": gettext_lazy("the adversary had looked at his hand"),
    "own": gettext_lazy("a card of his own"),
    "adversary": gettext_lazy("a card of the adversary's"),
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
    (17, "looked"): gettext_lazy("the dealer had taken up his hand"),
    (29, "looked"): gettext_lazy("a card given had been taken up"),
    (33, "looked"): gettext_lazy("a card given had been taken up"),
    (40, "before"): gettext_lazy("before it was played to"),
    (40, "after"): gettext_lazy("after it was played to"),
}
BY_NAME: Final[Mapping[int, str | Promise]] = {
    1: gettext_lazy("%(name)s shuffled out of order"),
    2: gettext_lazy("%(name)s shuffled below the table, or showed a face"),
    3: gettext_lazy("%(name)s cut fewer than two cards, or left fewer"),
    4: gettext_lazy("%(name)s exposed two cards or more in cutting for deal"),
    5: gettext_lazy("%(name)s did not keep to the cut for deal"),
    7: gettext_lazy("%(name)s exposed a card in cutting to the dealer"),
    8: gettext_lazy("%(name)s changed the order of the packets"),
    9: gettext_lazy("%(name)s dealt a wrong number of cards, or changed the order of the packets"),
    10: gettext_lazy("%(name)s turned up the wrong card"),
    11: gettext_lazy("%(name)s turned up more than one card"),
    13: gettext_lazy("%(name)s exposed a card in dealing"),
    14: gettext_lazy("%(name)s dealt out of turn, or with the adversary's pack"),
    15: gettext_lazy("%(name)s dealt the elder hand more than five cards"),
    16: gettext_lazy("%(name)s dealt the elder hand fewer than five cards"),
    17: gettext_lazy("%(name)s dealt himself more than five cards"),
    18: gettext_lazy("%(name)s dealt himself fewer than five cards"),
    19: gettext_lazy("%(name)s marked the king turned up after a misdeal that stood"),
    20: gettext_lazy("%(name)s, elder hand, played without taking cards and had not five"),
    21: gettext_lazy("%(name)s, dealer, played without taking cards and had not five"),
    22: gettext_lazy("%(name)s did not mark the king turned up rightly"),
    23: gettext_lazy("%(name)s announced the king too late"),
    24: gettext_lazy("%(name)s announced the king, his first card, too late"),
    25: gettext_lazy("%(name)s announced the king and had not got it"),
    26: gettext_lazy("%(name)s changed a proposal, or the number asked for"),
    27: gettext_lazy("%(name)s changed an acceptance or a refusal"),
    28: gettext_lazy("%(name)s mixed or looked at cards put out"),
    29: gettext_lazy("%(name)s, elder hand, took more cards than he put out"),
    30: gettext_lazy("%(name)s, elder hand, asked for fewer cards than he put out"),
    31: gettext_lazy("%(name)s gave the elder hand too many cards"),
    32: gettext_lazy("%(name)s gave the elder hand too few cards"),
    33: gettext_lazy("%(name)s gave himself too many cards"),
    34: gettext_lazy("%(name)s gave himself too few cards"),
    36: gettext_lazy("%(name)s exposed a card in giving"),
    37: gettext_lazy("%(name)s turned a card up after giving"),
    38: gettext_lazy("%(name)s accepted with too few cards left in the stock"),
    39: gettext_lazy("%(name)s took back a card before the next lead"),
    40: gettext_lazy("%(name)s led out of turn"),
    41: gettext_lazy("%(name)s named one suit and led another"),
    42: gettext_lazy("%(name)s threw down the hand"),
    43: gettext_lazy("%(name)s revoked, or did not win the trick when able"),
    44: gettext_lazy("%(name)s called for new cards"),
    46: gettext_lazy("%(name)s disputed the points of the game"),
    47: gettext_lazy("%(name)s disputed the king's point"),
    48: gettext_lazy("%(name)s disputed the point or the vole"),
    49: gettext_lazy("%(name)s disputed the point that counts two"),
    50: gettext_lazy("%(name)s makes good a mark left out"),
    51: gettext_lazy("%(name)s takes down a mark too many"),
}
"""What somebody did under each law; laws that are nobody's fault have none."""


def incident(
    what: Incident, names: tuple[str, str], *, dealer: Player | None = None, situation: Situation = NO_DEAL
) -> str:
    """What happened and what followed from it, a forced remedy that is not written included.

    ``names`` are A's and B's; ``dealer`` and ``situation`` are those of the deal, where it is in one.
    """
    said = deed(what, names, dealer)
    if what.facts:
        facts = ", ".join(_fact(what.law, fact) for fact in what.facts)
        said = _("%(sentence)s (%(facts)s)") % {"sentence": said, "facts": facts}
    return f"{said}. {_follows(what, situation)}"


def deed(what: Incident, names: tuple[str, str], dealer: Player | None) -> str:
    """What was done, and by whom, without a full stop."""
    offender = dealer if what.law in DEALERS_FAULT and dealer else offender_of(what, dealer)
    if offender is not None and what.law in BY_NAME:
        return str(BY_NAME[what.law]) % {"name": names[seat(offender)]}
    return scoring_words.irregularity(ROWS[what.law])


def _follows(what: Incident, situation: Situation) -> str:
    remedy = applied(what, situation)
    if remedy is None and what.remedy is None:
        return _("It waits for a ruling.")
    if remedy is None:
        return _("%(remedy)s, which the law does not allow.") % {"remedy": remedy_name(what.remedy or "")}
    said = remedy_sentence(what, remedy, situation)
    if what.argument is None:
        return said
    return _("%(sentence)s Chosen: %(cards)s.") % {"sentence": said, "cards": _cards(what.argument)}


def _fact(law: int, fact: str) -> str:
    if fact in SUITS:
        return suit_name(SUITS.index(fact))
    if fact.isdecimal():
        return _number(law, int(fact))
    said = FACTS_OF_LAW.get((law, fact)) or FACTS.get(fact)
    return _cards(fact) if said is None else str(said)


def _number(law: int, number: int) -> str:
    if law in POINTS:
        return ngettext("%(number)s point", "%(number)s points", number) % {"number": number}
    return cards_word(number)


def _cards(text: str) -> str:
    """``SK.HA`` -> the king of spades, the ace of hearts; what names no cards stays as it is."""
    try:
        held = parse_cards(text)
    except ValueError:
        return text
    return ", ".join(str(face.the) for face in faces_of(held))
