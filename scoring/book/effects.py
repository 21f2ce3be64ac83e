"""List the effects of each remedy under each law.

An effect is the key of a sentence in ``scoring.book.words.EFFECTS``.
"""

from __future__ import annotations

from typing import Final

from scoring.book.shapes import Effect
from scoring.incidents import BARRING_KING, NO_OFFENCE, Remedy, Situation, facts_of
from scoring.marks import MAJORITY_OF_TRICKS
from scoring.record import Incident, Variant
from scoring.variants import VARIATIONS

_BY_REMEDY: Final[dict[Remedy, tuple[str, ...]]] = {
    "reshuffle": ("reshuffle",),
    "recut": ("recut",),
    "stand": ("deal_stands",),
    "rectify": ("rectify",),
    "fresh": ("fresh",),
    "choose": ("choose",),
    "void": ("fresh",),
    "aside": ("aside",),
    "take": ("take",),
    "share": ("share",),
    "takeback": ("takeback",),
    "play": ("suit_stands",),
    "require": ("require",),
    "note": ("note",),
}
_BY_LAW: Final[dict[tuple[int, Remedy], tuple[str, ...]]] = {
    (6, "stand"): ("cut_stands",),
    (14, "void"): ("void_turn",),
    (14, "stand"): ("turn_stands",),
    (15, "discard"): ("surplus_elder",),
    (16, "complete"): ("complete_elder",),
    (17, "draw"): ("drawn_dealer",),
    (18, "complete"): ("complete_dealer",),
    (21, "stand"): ("hand_stands",),
    (25, "stand"): ("king_off", "play_stands", "penalty"),
    (25, "replay"): ("king_off", "replay", "penalty"),
    (25, "correct"): ("king_withdrawn",),
    (29, "draw"): ("drawn_elder",),
    (30, "short"): ("short_elder",),
    (31, "discard"): ("surplus_elder",),
    (32, "complete"): ("complete_elder",),
    (33, "draw"): ("drawn_dealer",),
    (34, "complete"): ("complete_dealer",),
    (34, "short"): ("short_dealer",),
    (37, "take"): ("take_again",),
    (37, "aside"): ("aside_again",),
    (40, "stand"): ("lead_stands",),
    (42, "note"): ("claimed",),
    (43, "stand"): ("play_stands", "penalty"),
    (43, "replay"): ("replay", "penalty"),
    (45, "void"): ("void_pack",),
    (50, "note"): ("too_late",),
    (51, "correct"): ("overscore",),
}


def effects_of(
    incident: Incident, remedy: Remedy, situation: Situation, *, tricks: int | None
) -> tuple[Effect, ...]:
    """Return the effects of choosing ``remedy`` for ``incident``, in the order in which they are shown.

    ``tricks`` is the number of tricks that the offender has won, or None if it is unknown.
    """
    law = incident.law
    if remedy == "abandon":
        return (Effect(_choose_abandonment_key(tricks, situation.variant)),)
    if remedy == "mark":
        left_out = facts_of(incident).words & {"king", "point", "vole"}
        return (Effect(f"mark_{min(left_out)}" if left_out else "mark"),)
    if law in NO_OFFENCE[situation.code]:
        return (Effect("no_offence"),)
    keys = _BY_LAW.get((law, remedy)) or _BY_REMEDY[remedy]
    if law == 25 and situation.opponent_has_king:
        keys = tuple("no_penalty" if key == "penalty" else key for key in keys)
    effects = [Effect(key) for key in keys]
    if law in BARRING_KING and remedy != "fresh" and VARIATIONS[situation.variant].has_king:
        effects.append(Effect("king_barred"))
    if remedy == "short" and (numbers := facts_of(incident).numbers):
        effects.append(Effect("forfeited", {"number": numbers[0]}))
    return tuple(effects)


def _choose_abandonment_key(tricks: int | None, variant: Variant) -> str:
    """Return the key of the effect of giving up a hand after winning ``tricks`` tricks.

    The vole marks two whatever was called before the hand was given up. Without the vole, the mark at La
    Triomphe depends on the offer.
    """
    if tricks == 0:
        return "abandoned_vole"
    if tricks is not None and tricks >= MAJORITY_OF_TRICKS:
        return "abandoned_offer_made" if variant == "triomphe" else "abandoned_made"
    if variant == "triomphe":
        return "abandoned_offer" if tricks is None else "abandoned_offer_point"
    return "abandoned" if tricks is None else "abandoned_point"
