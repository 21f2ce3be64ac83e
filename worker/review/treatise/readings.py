"""Our interpretations (readings) of what the treatise leaves open, and the passages that contradict each other."""

from __future__ import annotations

from typing import Final, NamedTuple

READINGS: Final[dict[str, str]] = {
    "all-court": (
        "The treatise stands on nothing but court cards and trumps where the point is certain; that it stands on "
        "other such hands is our reading."
    ),
    "court-cards": ("The treatise speaks of court cards out of trumps; we read court cards alone."),
    "court-trump": (
        "The treatise lists four court cards under the hands without a trump; that a court card of trumps may be "
        "one of the four is our reading."
    ),
    "different-suits": (
        "Very small cards of different suits: we read sevens to nines of all three plain suits."
    ),
    "even-chance": (
        "The treatise doesn't list the hands with an even chance; we count those that it would stand or refuse with."
    ),
    "guards": (
        "The treatise doesn't say what guards a suit; we count the king, and the queen or jack with a lower card."
    ),
    "high-cards": "The treatise speaks of high cards in the other suits; we read aces and court cards.",
    "high-trumps": "The treatise speaks of very high trumps; we read two court cards.",
    "king-between": (
        "The treatise asks for cards with the king on the hands either side of this one; that it does so here is our "
        "reading."
    ),
    "king-refusals": "The treatise doesn't say what the king of trumps changes with this hand to refuse with.",
    "king-silent": "The treatise doesn't say what the king of trumps changes with this class of hands.",
    "king-turned-up": (
        "The treatise names the king turned up with three trumps alone; that it counts for other hands as it does in "
        "hand is our reading."
    ),
    "later": "The treatise speaks of the first proposal; that it means this one too is our reading.",
    "low-trumps": "The treatise doesn't say which trumps are low; we read seven to nine.",
    "pattern": "The treatise says this of one hand; that it holds for hands like it is our reading.",
    "strongest": (
        "The treatise doesn't say how suits are compared; we add up the ranks, from one for a seven to eight for a "
        "king."
    ),
    "tenace": (
        "We read a tenace as two cards of a suit between which the opponent may hold one, whichever they are."
    ),
    "weak-hand": (
        "The treatise says this of weak hands without hope of the point; that this hand is one is our reading."
    ),
}
"""Our interpretations (readings) of the treatise, by code: one sentence for each, in our own words.

Codes never change, because stored reviews name them.
"""


class Contradiction(NamedTuple):
    """Two passages of the treatise that give different advice on the same hand.

    ``rules`` are the codes of the two rules. ``places`` names the passages (``"hint 22, hand XIV"``).
    ``text`` says what the passages advise.
    """

    rules: tuple[str, str]
    places: str
    text: str


CONTRADICTIONS: Final[tuple[Contradiction, ...]] = (
    Contradiction(
        ("king-propose", "king-all-court"),
        "hands 1 and 2, hint 9 a",
        "With the king of trumps cards are asked for on these classes; hands of nothing but court cards and trumps "
        "are to be played, which hint 9 a says of a certain point.",
    ),
    Contradiction(
        ("king-few", "stand-3a"),
        "hint 9 b, hand 6",
        "With the king and two cards to throw cards are asked for; the tierce with the king is led from the trump.",
    ),
    Contradiction(
        ("discard-all", "discard-guarded"),
        "hint 8, hint 9 b",
        "All cards but trumps and kings are put out; with the king of trumps hint 9 b speaks of hands from which two "
        "go and a ten or better of a guarded suit stays.",
    ),
    Contradiction(
        ("king-few", "king-all-court"),
        "hint 9 b, hint 9 a",
        "With the king and two cards to throw cards are asked for; hands of nothing but court cards and trumps are to "
        "be played, which hint 9 a says of a certain point.",
    ),
    Contradiction(
        ("hand-3", "king-certain"),
        "hand III, hint 9 a",
        "With the king of trumps and a certain point cards are asked for; hand III, whose king makes it four, is "
        "played.",
    ),
    Contradiction(
        ("score-dealer-four", "hand-14"),
        "hint 22, hand XIV",
        "With the dealer at four any hand with a trump is played without proposing; hand XIV proposes.",
    ),
    Contradiction(
        ("again-even", "again-king"),
        "hint 10, hint 7",
        "A second proposal on an even chance is wrong but for a certain point; with the king in hand cards may be "
        "exchanged until they serve.",
    ),
    Contradiction(
        ("score-elder-trump", "score-elder-unprotected"),
        "hint 22, hint 21",
        "With the elder at four the dealer refuses on a trump; a light hand ought to be protected in three suits.",
    ),
    Contradiction(
        ("accept-king", "refuse-two-kings"),
        "refusals 10, refusals 8",
        "With the king of trumps and two cards to go the dealer gives; one trump and two kings are always played.",
    ),
    Contradiction(
        ("lead-hand-1", "lead-2b"),
        "hand I, hand 3",
        "From two high trumps and two kings a trump is led; a guarded king is always the lead.",
    ),
    Contradiction(
        ("lead-trump-courts", "lead-2a"),
        "hint 15, hand 2",
        "With queen and jack, or jack and ace, of trumps and court cards beside them a trump is led; from two trumps "
        "and three cards of a suit the highest of the suit.",
    ),
    Contradiction(
        ("lead-trump-courts", "lead-2b"),
        "hint 15, hand 3",
        "The same from two trumps and a guarded king or queen, which is led.",
    ),
    Contradiction(
        ("lead-trump-courts", "lead-hand-4"),
        "hint 15, hand IV",
        "The same from two trumps, a guarded suit and a single king, of which one is led.",
    ),
    Contradiction(
        ("lead-trump-courts", "lead-2e"),
        "hint 15, hand 5",
        "The same from two trumps and three single cards, of which the highest is led.",
    ),
    Contradiction(
        ("lead-shortest", "lead-2b"),
        "hint 17, hand 3",
        "Of high cards of equal value the one in the shortest suit is led; a guarded king is always the lead.",
    ),
    Contradiction(
        ("lead-3c", "lead-shortest"),
        "hand 8, hint 17",
        "From two queens the guarded one is led; of high cards of equal value the one in the shortest suit.",
    ),
    Contradiction(
        ("lead-trump-first", "lead-2a"),
        "hint 19, hand 2",
        "King, queen, or jack and ace of trumps often come before going on; three cards of a suit are continued "
        "until trumped.",
    ),
    Contradiction(
        ("lead-trump-first", "lead-3c"),
        "hint 19, hand 8",
        "The same with a guarded queen, whose suit is continued.",
    ),
)
