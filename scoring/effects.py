"""Compute the effect of an incident's remedy on the cards of a deal.

The effect is the hand that changes, the cards laid aside and the cards shown to both players. It depends only
on the incident and its remedy. ``scoring.follow`` applies it to the deal. Law numbers are those of the club's
code of 55 laws.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import PACK, CardMask, Player, opponent
from scoring.incidents import DEALERS_HAND, ELDERS_HAND, ENDS_DEAL, Remedy, argument_of, facts_of
from scoring.record import Incident

_STAYS_AS_IT_IS: Final = frozenset({20, 21, 30})
_ELDERS_LAWS: Final = ELDERS_HAND - _STAYS_AS_IT_IS
_DEALERS_LAWS: Final = DEALERS_HAND - _STAYS_AS_IT_IS
_LEAVES_HAND_ALONE: Final = ENDS_DEAL | {"short"}
_SHOWING_LAWS: Final = frozenset({11, 13, 35, 36, 37, 39, 40, 41, 43})
_SHOWS_CARDS_DRAWN: Final = frozenset({17, 29, 33})
_SETTING_ASIDE_LAWS: Final = frozenset({35, 36, 37})


class Effect(NamedTuple):
    """The effect of a remedy on the cards.

    - ``player``: the player whose hand changes, or None if no hand changes.
    - ``out`` and ``taken``: the cards that leave and enter the hand of ``player``; None if unknown.
    - ``aside``: cards put out of play that both players saw.
    - ``revealed``: all cards that both players saw, whether in a hand or out of play.
    """

    player: Player | None
    out: CardMask | None
    taken: CardMask | None
    aside: CardMask
    revealed: CardMask


_NO_EFFECT: Final = Effect(None, 0, 0, 0, 0)


def effect_of(incident: Incident, remedy: Remedy | None, dealer: Player) -> Effect:
    """Return the effect on the cards of ``incident`` under ``remedy``, which is None if the remedy is unknown."""
    law = incident.law
    if law in _ELDERS_LAWS:
        return _change_hand(incident, remedy, opponent(dealer))
    if law in _DEALERS_LAWS:
        return _change_hand(incident, remedy, dealer)
    if law not in _SHOWING_LAWS or remedy in ENDS_DEAL:
        return _NO_EFFECT
    revealed = facts_of(incident).cards & PACK
    aside = 0
    if law == 11:
        aside = revealed & ~(argument_of(incident) or 0)
    elif law in _SETTING_ASIDE_LAWS and remedy == "aside":
        aside = revealed
    return Effect(None, 0, 0, aside, revealed)


def _change_hand(incident: Incident, remedy: Remedy | None, player: Player) -> Effect:
    """Return the effect of laws 15 to 18, 29 and 31 to 34: a hand too long or too short is corrected, or stays
    as it is.
    """
    if remedy in _LEAVES_HAND_ALONE:
        return _NO_EFFECT
    cards = argument_of(incident)
    if remedy is None or cards is None:
        return Effect(player, None, None, 0, 0)
    cards &= PACK
    if remedy == "complete":
        return Effect(player, 0, cards, 0, 0)
    # Laws 17, 29 and 33: the player who draws cards that their holder has taken up may look at them.
    revealed = cards if incident.law in _SHOWS_CARDS_DRAWN and "looked" in incident.facts else 0
    return Effect(player, cards, 0, revealed, revealed)
