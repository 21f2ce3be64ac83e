"""The treatise's rules on standing and proposing, in our own words."""

from __future__ import annotations

from typing import Final

from worker.review.treatise.rule import Rule

PROPOSAL_RULES: Final = (
    Rule(
        "stand-1",
        "Three trumps",
        "Stand with three trumps or more, whatever the other cards. Where the two others are of "
        "different suits and neither is as high as a nine some players exchange them; with two sevens "
        "the odds are put at three to two.",
    ),
    Rule(
        "stand-2a",
        "Two trumps, three of a suit",
        "Stand with two trumps and three cards of one plain suit.",
    ),
    Rule(
        "stand-2b",
        "Two trumps, guarded queen",
        "Stand with two trumps and a queen or king that has a lower card of its suit beside it. Some "
        "players want a ten or better among the small cards.",
    ),
    Rule(
        "stand-2c",
        "Two trumps, a pair and a king",
        "Stand with two trumps, two cards of one suit and the king of another.",
    ),
    Rule(
        "stand-2d",
        "Two trumps, a pair and a high card",
        "Stand with two trumps and a pair of one suit: jack and ace want an eight beside them, ace and "
        "ten want a ten, ten and nine a jack, nine and eight a queen. Some players won't risk the first"
        " two with the lowest card that they want.",
    ),
    Rule(
        "stand-2e",
        "Two trumps, three single cards",
        "Stand with two trumps and single cards of the other suits: king and jack; king, ace and nine; "
        "king and two tens; two queens; queen, jack and ace; or three court cards.",
    ),
    Rule(
        "stand-3a",
        "One trump and a tierce",
        "Stand with one trump and king, queen, jack of a suit. King and queen with a lower third card "
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
        "Stand with four court cards or with three queens, even without a trump. Four jacks are enough "
        "only with the jack of trumps guarded.",
    ),
    Rule(
        "stand-5",
        "Only two cards to put out",
        "Stand where no more than two cards could go without throwing a king or a trump.",
    ),
    Rule(
        "king-certain",
        "The point is certain and the king is safe",
        "Propose, even for one card: a refusal makes the point count two, and a good card may make the "
        "vole. Hands of nothing but court cards and trumps are played.",
    ),
    Rule(
        "king-queen-guarded",
        "King, trump and a queen with her ten",
        "Stand, though the king is in hand, with the king and another trump and a queen guarded by a ten"
        " or better.",
    ),
    Rule(
        "king-queen-honour",
        "King, trump, a guarded queen and an honour",
        "Stand, though the king is in hand, with the king and another trump, a guarded queen and one "
        "more court card.",
    ),
    Rule(
        "king-all-court",
        "Nothing but court cards and trumps",
        "Stand, though the king is safe, where every card is a court card or a trump: there is nothing "
        "to put out.",
    ),
    Rule(
        "king-propose",
        "The king is safe",
        "Ask for cards with this hand, which would be played without the king: with the king of trumps "
        "in hand or turned up the dealer can't take it.",
    ),
    Rule(
        "score-certain",
        "A certain point with the dealer at four",
        "Stand: with the dealer at four, asking on a certain point is for those who hold the king or see"
        " it turned up.",
    ),
    Rule(
        "score-dealer-four",
        "The dealer is at four",
        "Stand on any hand with an even chance of three tricks, and on any hand with a trump unless the "
        "plain cards are very small and of different suits: a lost point loses the game in any case, and"
        " the dealer is kept from taking the king.",
    ),
    Rule(
        "propose",
        "No hand to stand with",
        "Propose: the hand is none of those to be played without proposing.",
    ),
    Rule(
        "again-even",
        "A second proposal with an even chance",
        "Stand: asking again is wrong where the hand already gives an even chance.",
    ),
    Rule(
        "again-king",
        "A second proposal with the king in hand",
        "With the king of trumps in hand cards may be exchanged freely until they answer the purpose.",
    ),
    Rule(
        "again",
        "A second proposal",
        "Propose again: the hand doesn't give an even chance.",
    ),
    Rule(
        "king-3c",
        "The trump king and a queen with her ten",
        "Stand with the king as the only trump and two queens where the card that guards one of them is "
        "a ten or better.",
    ),
    Rule(
        "king-few",
        "The king in hand, and two cards to throw",
        "Propose with the king of trumps, even where only two cards could go without one as high as a "
        "ten from a guarded suit: a failed point costs no more than it would, and there is the chance of"
        " a refusal.",
    ),
    Rule(
        "hand-3",
        "The king makes it four, and the point is certain",
        "Stand at three with the king of trumps in hand, where the point can be made certain: it wins the "
        "game.",
    ),
    Rule(
        "hand-14",
        "Four-all, and a long suit",
        "The fourteenth illustrative hand proposes here, at four-all, with a single trump.",
    ),
    Rule(
        "again-certain",
        "A certain point, and a weak card",
        "Ask again, with the king of trumps in hand, the point certain, and a weak card or two beside "
        "it: a good one may make the vole.",
    ),
)
