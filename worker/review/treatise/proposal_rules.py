"""The rules on standing and proposing, in our own words."""

from __future__ import annotations

from typing import Final

from worker.review.treatise.rule import Rule

PROPOSAL_RULES: Final = (
    Rule(
        "stand-1",
        "Three trumps",
        "Stand with three trumps or more, whatever the other cards. With two sevens beside them it is close.",
    ),
    Rule(
        "stand-2a",
        "Two trumps, three of a suit",
        "Stand with two trumps and three cards of one plain suit.",
    ),
    Rule(
        "stand-2b",
        "Two trumps, guarded queen",
        "Stand with two trumps and a queen or king that has a lower card of its suit beside it.",
    ),
    Rule(
        "stand-2c",
        "Two trumps, a pair and a king",
        "Stand with two trumps, two cards of one suit and the king of another.",
    ),
    Rule(
        "stand-2d",
        "Two trumps, a pair and a high card",
        "Stand with two trumps and a pair of one suit: knave and ace want an eight beside them, ace and "
        "ten want a ten, ten and nine a knave, nine and eight a queen.",
    ),
    Rule(
        "stand-2e",
        "Two trumps, three single cards",
        "Stand with two trumps and single cards of the other suits: king and knave; king, ace and nine; "
        "king and two tens; two queens; queen, knave and ace; or three court cards.",
    ),
    Rule(
        "stand-3a",
        "One trump and a tierce",
        "Stand with one trump and king, queen, knave of a suit. King and queen with a lower third card "
        "want a fifth: an eight beside the ace, a ten beside the ten, else a court card.",
    ),
    Rule(
        "stand-3b",
        "One trump, king and three more",
        "Stand with one trump and four cards of a plain suit, the king among them.",
    ),
    Rule(
        "stand-3c",
        "One trump, guarded queens",
        "Stand with one trump and two queens, one of them with two cards of its suit, or each with one "
        "card of its suit of which one is a ten or better.",
    ),
    Rule(
        "stand-4",
        "Four court cards, or three queens",
        "Stand with four court cards or with three queens, even without a trump. Four knaves are enough "
        "only with the knave of trumps guarded.",
    ),
    Rule(
        "stand-5",
        "Only two cards to put out",
        "Stand where no more than two cards could go without throwing a king or a trump.",
    ),
    Rule(
        "king-certain",
        "The point is certain and the king is safe",
        "Propose: a refusal makes the point count two, and a good card may make the vole.",
    ),
    Rule(
        "king-queen-guarded",
        "King, trump and a queen with her ten",
        "Stand, though the king is safe, with the king and another trump and a queen guarded by a ten or "
        "better.",
    ),
    Rule(
        "king-queen-honour",
        "King, trump, a guarded queen and an honour",
        "Stand, though the king is safe, with the king and another trump, a guarded queen and one more "
        "court card.",
    ),
    Rule(
        "king-all-court",
        "Nothing but court cards and trumps",
        "Stand, though the king is safe, where every card is a court card or a trump: there is nothing to "
        "put out.",
    ),
    Rule(
        "king-propose",
        "The king is safe",
        "Propose, with the king of trumps in hand or turned up, even on most hands to stand with: the "
        "dealer can't take it in.",
    ),
    Rule(
        "score-certain",
        "A certain point at four",
        "Stand: at four a certain point wins the game, and asking can only let the dealer take the king.",
    ),
    Rule(
        "score-dealer-four",
        "The dealer is at four",
        "Stand with an even chance of three tricks, or with a trump unless the plain cards are small and "
        "of different suits: the dealer who takes the king has won.",
    ),
    Rule(
        "propose",
        "No hand to stand with",
        "Propose: the hand is none of those that the book stands with.",
    ),
    Rule(
        "again-even",
        "A second proposal with an even chance",
        "Stand: asking again is wrong where the hand already gives an even chance.",
    ),
    Rule(
        "again-king",
        "A second proposal with the king safe",
        "The hand gives an even chance, but with the king of trumps held or turned up asking again isn't "
        "wrong.",
    ),
    Rule(
        "again",
        "A second proposal",
        "Propose again: the hand doesn't give an even chance.",
    ),
)
