"""Find the remedies that a law allows in a given situation, and the player who chooses among them.

The functions depend only on an incident and its situation. ``scoring.follow`` computes the effect of a remedy
on cards and play, ``scoring.marks`` its effect on the marks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from scoring.cards import SUIT_MASK, CardMask, Player, opponent
from scoring.incidents.facts import Facts, facts_of
from scoring.incidents.rows import ROWS, Remedy
from scoring.record import Code, Incident, Variant

DEALERS_FAULT: Final = frozenset({9, 11, 13, 15, 16, 17, 18})
"""Laws on a wrong deal, for which the dealer is at fault.

The elder hand chooses the remedy, even if the incident names another player because that player's hand is
wrong.
"""
DECIDED_BY_FACTS: Final = frozenset({14, 34, 40, 42, 50})
"""Laws that leave the players no choice: the facts alone decide which of the remedies applies."""


class Situation(NamedTuple):
    """The facts of a deal that decide which remedies the law allows for one incident.

    A field is None if the record does not show the fact.

    - ``cards_played``: the number of cards played before the incident, since the last replay; None if the
      deal has no cards on record.
    - ``is_turned_up``: whether the turn-up comes before the incident.
    - ``leader_hand``: the hand of the player who leads at the incident, before the lead in question (law 41).
    - ``opponent_has_king``: whether the offender's opponent has the king of trumps (law 25).
    - ``is_too_late``: whether the next card has been turned up (law 50).
    - ``is_yet_to_play``: whether a card was played, but not by the player who falsely announced the king (law
      25).
    - ``is_asked_again``: whether the elder hand proposed again after the incident (law 37).
    """

    dealer: Player | None = None
    cards_played: int | None = 0
    is_turned_up: bool | None = None
    leader_hand: CardMask | None = None
    opponent_has_king: bool | None = None
    is_too_late: bool = False
    code: Code = "English"
    variant: Variant = "ecarte"
    is_yet_to_play: bool = False
    is_asked_again: bool | None = None


def remedies(incident: Incident, situation: Situation) -> tuple[Remedy, ...]:
    """Return the remedies that the law of the incident allows in this situation, at least one.

    The remedies are in the same order as in ``Row.remedies``.
    """
    narrow = _NARROWINGS.get(incident.law)
    if narrow is None:
        return ROWS[incident.law].remedies
    return narrow(facts_of(incident), situation)


def applied(incident: Incident, situation: Situation) -> Remedy | None:
    """Return the remedy that takes effect for the incident, or None if it is undecided.

    If the record names a remedy, it takes effect if the law allows it; otherwise the result is None. If the
    record names none, the only remedy that the law allows takes effect; the result is None if the law leaves
    a choice.
    """
    allowed = remedies(incident, situation)
    if incident.remedy is None:
        return allowed[0] if len(allowed) == 1 else None
    return next((remedy for remedy in allowed if remedy == incident.remedy), None)


def is_forced(incident: Incident, situation: Situation) -> bool:
    """Return whether the law allows only one remedy in this situation."""
    return len(remedies(incident, situation)) == 1


def chooser(law: int, offender: Player | None, dealer: Player | None) -> Player | None:
    """Return the player who chooses the remedy if the law leaves a choice.

    Return None if the law never leaves a choice, or if the player is unknown.
    """
    if law in DECIDED_BY_FACTS or len(ROWS[law].remedies) == 1:
        return None
    if law in DEALERS_FAULT:
        return None if dealer is None else opponent(dealer)
    by_law = offender_by_law(law, dealer)
    at_fault = by_law if by_law is not None else offender
    return None if at_fault is None else opponent(at_fault)


def offender_of(incident: Incident, dealer: Player | None) -> Player | None:
    """Return the player who broke the law.

    The result is the offender that the incident names, otherwise the offender that the law implies. It is
    None if there is no offender or the offender is unknown.
    """
    return incident.player if incident.player is not None else offender_by_law(incident.law, dealer)


def offender_by_law(law: int, dealer: Player | None) -> Player | None:
    """Return the offender that the law implies, the dealer or the elder hand.

    Return None if either player may be the offender, if there is no offender, or if the dealer is unknown.
    """
    side = ROWS[law].offender
    if dealer is None or side in ("either", "nobody"):
        return None
    return dealer if side == "dealer" else opponent(dealer)


def has_dealer_played(facts: Facts, situation: Situation) -> bool:
    """Return whether the dealer, who plays second, has played a card before an incident of law 34."""
    return "played" in facts.words or (situation.cards_played or 0) >= 2


def _narrow_misdeal(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("stand",) if "looked" in facts.words else ("rectify", "fresh")


def _narrow_several_turned_up(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("fresh",) if "looked" in facts.words else ("choose", "fresh")


def _narrow_exposed_in_dealing(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("stand",) if facts.words & {"own", "looked"} else ("fresh", "stand")


def _narrow_dealt_out_of_turn(facts: Facts, situation: Situation) -> tuple[Remedy, ...]:
    is_after = situation.is_turned_up
    if len(stated := facts.words & {"before", "after"}) == 1:
        is_after = "after" in stated
    if is_after is None:
        return "void", "stand"
    return ("stand",) if is_after else ("void",)


def _narrow_false_king(_: Facts, situation: Situation) -> tuple[Remedy, ...]:
    if situation.cards_played is None:
        return "correct", "stand", "replay"
    has_offender_played = situation.cards_played and not situation.is_yet_to_play
    return ("stand", "replay") if has_offender_played else ("correct",)


def _narrow_dealer_short(facts: Facts, situation: Situation) -> tuple[Remedy, ...]:
    return ("short",) if has_dealer_played(facts, situation) else ("complete",)


def _narrow_exposed_in_giving(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("take",) if "own" in facts.words and "adversary" not in facts.words else ("take", "aside")


def _narrow_led_out_of_turn(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    stated = facts.words & {"before", "after"}
    if len(stated) != 1:
        return "takeback", "stand"
    return ("takeback",) if "before" in stated else ("stand",)


def _narrow_other_suit_led(facts: Facts, situation: Situation) -> tuple[Remedy, ...]:
    hand = situation.leader_hand
    if hand is not None and facts.suits and not any(hand >> (suit << 3) & SUIT_MASK for suit in facts.suits):
        return ("play",)
    return "play", "require"


def _narrow_thrown_down(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("note",) if "claim" in facts.words else ("abandon",)


def _narrow_mark_left_out(_: Facts, situation: Situation) -> tuple[Remedy, ...]:
    return ("note",) if situation.is_too_late else ("mark",)


_Narrowing: TypeAlias = Callable[[Facts, Situation], tuple[Remedy, ...]]

_NARROWINGS: Final[dict[int, _Narrowing]] = {
    9: _narrow_misdeal,
    11: _narrow_several_turned_up,
    13: _narrow_exposed_in_dealing,
    14: _narrow_dealt_out_of_turn,
    25: _narrow_false_king,
    34: _narrow_dealer_short,
    36: _narrow_exposed_in_giving,
    40: _narrow_led_out_of_turn,
    41: _narrow_other_suit_led,
    42: _narrow_thrown_down,
    50: _narrow_mark_left_out,
}
