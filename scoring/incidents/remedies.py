"""What a law allows when it was broken: the remedies on given facts, which is forced, and who chooses.

Pure: an incident and its situation in, remedies out. The effect on cards and play is for ``scoring.follow``, that
on the marks for ``scoring.marks``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from scoring.cards import SUIT_MASK, CardMask, Player, adversary
from scoring.incidents.facts import Facts, facts_of
from scoring.incidents.rows import ROWS, Remedy
from scoring.record import Code, Incident, Variant

DEALERS_FAULT: Final = frozenset({9, 11, 13, 15, 16, 17, 18})
"""The dealer dealt wrong, whichever hand shows it: the letter may name either player, the elder hand chooses."""
DECIDED_BY_FACTS: Final = frozenset({14, 34, 40, 42, 50})
"""Laws that leave nobody a choice: which remedy applies hangs on the facts alone."""


class Situation(NamedTuple):
    """What of the record the remedies depend on; None where the record does not tell.

    ``cards_played``: before the incident, since the last replay; None where the deal shows no card at all.
    ``is_turned_up``: whether the turn-up stands before it. ``leader_hand``: that of the player who leads, at the
    incident, before the lead in question (law 41). ``is_too_late``: the next turn-up has been (law 50).
    ``is_yet_to_play``: a card was played, but not by the player whose king was false (law 25). ``is_asked_again``:
    whether the elder hand proposed again behind the incident (law 37).
    """

    dealer: Player | None = None
    cards_played: int | None = 0
    is_turned_up: bool | None = None
    leader_hand: CardMask | None = None
    adversary_has_king: bool | None = None
    is_too_late: bool = False
    code: Code = "English"
    variant: Variant = "ecarte"
    is_yet_to_play: bool = False
    is_asked_again: bool | None = None


def remedies(incident: Incident, situation: Situation) -> tuple[Remedy, ...]:
    """The remedies that the law allows on these facts, in the table's order; never empty."""
    narrowed = _NARROWED.get(incident.law)
    if narrowed is None:
        return ROWS[incident.law].remedies
    return narrowed(facts_of(incident), situation)


def applied(incident: Incident, situation: Situation) -> Remedy | None:
    """The remedy that is applied: the written one where it is allowed, the forced one where none is written."""
    allowed = remedies(incident, situation)
    if incident.remedy is None:
        return allowed[0] if len(allowed) == 1 else None
    return next((remedy for remedy in allowed if remedy == incident.remedy), None)


def is_forced(incident: Incident, situation: Situation) -> bool:
    """Whether the law leaves no choice on these facts."""
    return len(remedies(incident, situation)) == 1


def chooser(law: int, offender: Player | None, dealer: Player | None) -> Player | None:
    """Who chooses where the law leaves a choice; None where it never does, or the player is not known."""
    if law in DECIDED_BY_FACTS or len(ROWS[law].remedies) == 1:
        return None
    if law in DEALERS_FAULT:
        return None if dealer is None else adversary(dealer)
    by_law = offender_by_law(law, dealer)
    at_fault = by_law if by_law is not None else offender
    return None if at_fault is None else adversary(at_fault)


def offender_of(incident: Incident, dealer: Player | None) -> Player | None:
    """Whose fault it was: as written, else who it must be by the law; None where nobody's, or not known."""
    return incident.player if incident.player is not None else offender_by_law(incident.law, dealer)


def offender_by_law(law: int, dealer: Player | None) -> Player | None:
    """Whose fault it must be by the table; None where it may be either's or nobody's, or the dealer is not known."""
    side = ROWS[law].offender
    if dealer is None or side in ("either", "nobody"):
        return None
    return dealer if side == "dealer" else adversary(dealer)


def has_played(facts: Facts, situation: Situation) -> bool:
    """Law 34: the dealer, who plays second, has played a card."""
    return "played" in facts.words or (situation.cards_played or 0) >= 2


def _misdeal(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("stand",) if "looked" in facts.words else ("rectify", "fresh")


def _several_turned_up(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("fresh",) if "looked" in facts.words else ("choose", "fresh")


def _exposed_in_dealing(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("stand",) if facts.words & {"own", "looked"} else ("fresh", "stand")


def _dealt_out_of_turn(facts: Facts, situation: Situation) -> tuple[Remedy, ...]:
    is_after = situation.is_turned_up
    if len(told := facts.words & {"before", "after"}) == 1:
        is_after = "after" in told
    if is_after is None:
        return "void", "stand"
    return ("stand",) if is_after else ("void",)


def _false_king(_: Facts, situation: Situation) -> tuple[Remedy, ...]:
    if situation.cards_played is None:
        return "correct", "stand", "replay"
    has_played = situation.cards_played and not situation.is_yet_to_play
    return ("stand", "replay") if has_played else ("correct",)


def _gave_himself_fewer(facts: Facts, situation: Situation) -> tuple[Remedy, ...]:
    return ("short",) if has_played(facts, situation) else ("complete",)


def _exposed_in_giving(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("take",) if "own" in facts.words and "adversary" not in facts.words else ("take", "aside")


def _led_out_of_turn(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    told = facts.words & {"before", "after"}
    if len(told) != 1:
        return "takeback", "stand"
    return ("takeback",) if "before" in told else ("stand",)


def _other_suit_led(facts: Facts, situation: Situation) -> tuple[Remedy, ...]:
    hand = situation.leader_hand
    if hand is not None and facts.suits and not any(hand >> (suit << 3) & SUIT_MASK for suit in facts.suits):
        return ("play",)
    return "play", "require"


def _thrown_down(facts: Facts, _: Situation) -> tuple[Remedy, ...]:
    return ("note",) if "claim" in facts.words else ("abandon",)


def _mark_left_out(_: Facts, situation: Situation) -> tuple[Remedy, ...]:
    return ("note",) if situation.is_too_late else ("mark",)


_Narrowing: TypeAlias = Callable[[Facts, Situation], tuple[Remedy, ...]]

_NARROWED: Final[dict[int, _Narrowing]] = {
    9: _misdeal,
    11: _several_turned_up,
    13: _exposed_in_dealing,
    14: _dealt_out_of_turn,
    25: _false_king,
    34: _gave_himself_fewer,
    36: _exposed_in_giving,
    40: _led_out_of_turn,
    41: _other_suit_led,
    42: _thrown_down,
    50: _mark_left_out,
}
