"""The rules on putting out, the king and the lead, in our own words."""

from __future__ import annotations

from typing import Final

from worker.review.treatise.rule import Rule

PLAY_RULES: Final = (
    Rule(
        "discard-all",
        "All but trumps and kings",
        "Put out everything but trumps and kings.",
    ),
    Rule(
        "discard-few",
        "Fewer than three to put out",
        "Put out everything but trumps and kings. With fewer than three such cards, and without the king "
        "of trumps, cards had better not have been exchanged.",
    ),
    Rule(
        "discard-none",
        "Nothing to put out",
        "Trumps and kings stay, and the hand has nothing else.",
    ),
    Rule(
        "king-mark",
        "Mark the king",
        "Mark the king of trumps: it counts one.",
    ),
    Rule(
        "king-silent",
        "Silence with the king at three to four",
        "Don't mark it: the point counts two against an adversary who stood or refused, and wins the game "
        "from three; the king would only warn him.",
    ),
    Rule(
        "lead-1",
        "Three trumps",
        "Lead the highest trump.",
    ),
    Rule(
        "lead-2a",
        "Two trumps, three of a suit",
        "Lead the highest of the three, and go on with the suit.",
    ),
    Rule(
        "lead-2b",
        "Two trumps, guarded queen",
        "Lead the guarded card; where both trumps are low, the single card.",
    ),
    Rule(
        "lead-2c",
        "Two trumps, a pair and a king",
        "Lead the higher of the pair if its cards are in sequence, else the king.",
    ),
    Rule(
        "lead-2d",
        "Two trumps, a pair and a high card",
        "Lead the higher of the pair, then the other.",
    ),
    Rule(
        "lead-2e",
        "Two trumps, three single cards",
        "Lead the highest single card.",
    ),
    Rule(
        "lead-3a",
        "One trump and a tierce",
        "Lead the highest of the tierce, and go on.",
    ),
    Rule(
        "lead-3b",
        "One trump, king and three more",
        "Lead the king, and go on.",
    ),
    Rule(
        "lead-3c",
        "One trump, guarded queens",
        "Lead the guarded queen.",
    ),
    Rule(
        "lead-4",
        "Four court cards, or three queens",
        "Lead the highest card of the strongest suit.",
    ),
    Rule(
        "lead-5",
        "Only two cards to put out",
        "Lead the highest card of the strongest suit.",
    ),
    Rule(
        "lead-strongest",
        "The strongest suit",
        "With fewer than three trumps lead the strongest plain suit, highest card first.",
    ),
    Rule(
        "lead-single",
        "A weak hand, after a refusal",
        "Lead the highest single card, never from a guarded queen or knave.",
    ),
    Rule(
        "lead-sequence",
        "A weak hand without a single card",
        "After a refusal lead from two small cards in sequence rather than from a tenace.",
    ),
    Rule(
        "lead-trumps",
        "Three trumps in hand",
        "With three trumps lead one.",
    ),
    Rule(
        "lead-go-on",
        "Going on",
        "Go on with the suit, highest card first, until it is stopped.",
    ),
    Rule(
        "lead-trump-first",
        "A trump before going on",
        "Your suit wasn't trumped, and you hold the king of trumps, the queen with the king not "
        "announced, or knave and ace: lead a trump, then go on.",
    ),
    Rule(
        "lead-no-forward",
        "No trumps at four",
        "Go on with the suit: at four the vole gains nothing, so don't lead trumps for it.",
    ),
    Rule(
        "lead-vole",
        "Three tricks, for the vole",
        "With the first three tricks won lead the trump.",
    ),
    Rule(
        "lead-two-one",
        "Two tricks to one",
        "With a trump and a plain card left lead the plain card.",
    ),
    Rule(
        "lead-one-two",
        "One trick to two",
        "With a trump and a plain card left lead the trump.",
    ),
)
