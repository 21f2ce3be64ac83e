"""The treatise's rules on accepting and refusing, in our own words."""

from __future__ import annotations

from typing import Final

from worker.review.treatise.rule import Rule

REPLY_RULES: Final = (
    Rule(
        "refuse-1",
        "Three trumps",
        "Refuse with three trumps or more, unless one of them is the king.",
    ),
    Rule(
        "refuse-2a",
        "Two trumps, three of a suit with a court card",
        "Refuse with two trumps and three cards of one suit headed by a court card.",
    ),
    Rule(
        "accept-2a",
        "Two trumps, three of a suit without a court card",
        "Give cards with two trumps and three cards of one suit that no court card heads.",
    ),
    Rule(
        "refuse-2b",
        "Two trumps, guarded queen",
        "Refuse with two trumps and a queen or king that has a lower card of its suit beside it.",
    ),
    Rule(
        "refuse-2c",
        "Two trumps, a pair and a king",
        "Refuse with two trumps, two cards of one suit and the king of another.",
    ),
    Rule(
        "refuse-2d",
        "Two trumps, a pair and a high card",
        "Refuse with two trumps and such a pair and fifth card as the elder would stand with.",
    ),
    Rule(
        "refuse-2e",
        "Two trumps, three single cards",
        "Refuse with two trumps and such single cards as the elder would stand with.",
    ),
    Rule(
        "refuse-3a",
        "One trump, a tierce and a court card",
        "Refuse with one trump and king, queen, jack of a suit where the fifth is a court card; where "
        "the third card is lower than the jack the fifth must be a queen.",
    ),
    Rule(
        "accept-3a",
        "One trump and a tierce",
        "Give cards with one trump and a tierce where the fifth card is too low.",
    ),
    Rule(
        "accept-3b",
        "One trump, king and three more",
        "Give cards: one trump and four of a suit with the king is enough to stand with, too weak to "
        "refuse with.",
    ),
    Rule(
        "refuse-3c",
        "One trump, two queens once guarded",
        "Refuse with one trump and two queens, each once guarded.",
    ),
    Rule(
        "accept-3c",
        "One trump, one queen twice guarded",
        "Give cards with one trump and two queens where only one of them is guarded.",
    ),
    Rule(
        "refuse-queen-knave",
        "One trump, a queen and a guarded jack",
        "Refuse with one trump, a queen and a guarded jack where the fifth card guards the queen or is a "
        "court card.",
    ),
    Rule(
        "accept-queen-knave",
        "One trump, a bare queen and a guarded jack",
        "Give cards with one trump, a bare queen and a guarded jack where the fifth is no court card.",
    ),
    Rule(
        "refuse-two-kings",
        "One trump and two kings",
        "Refuse with one trump and two kings.",
    ),
    Rule(
        "refuse-king-queen",
        "One trump, a king and a queen",
        "Refuse with one trump, a king and a queen where one of them is guarded or the fourth suit holds "
        "an ace or better.",
    ),
    Rule(
        "accept-king-queen",
        "One trump, a bare king and a bare queen",
        "Give cards with one trump, a bare king and a bare queen where the fourth suit holds no card as "
        "high as an ace.",
    ),
    Rule(
        "refuse-4-court",
        "Four court cards of three suits",
        "Refuse with four court cards if they are of three suits.",
    ),
    Rule(
        "accept-4-court",
        "Four court cards of two suits",
        "Give cards with four court cards of no more than two suits.",
    ),
    Rule(
        "refuse-4-queens",
        "Three queens, two of them guarded",
        "Refuse with three queens if two of them are once guarded.",
    ),
    Rule(
        "accept-4-queens",
        "Three queens, fewer than two guarded",
        "Give cards with three queens unless two of them are once guarded.",
    ),
    Rule(
        "refuse-5",
        "Only two cards to put out",
        "Refuse where no more than two cards could go, unless the king of trumps is in hand.",
    ),
    Rule(
        "refuse-guarded",
        "Guarded suits",
        "Refuse with three suits guarded; with two, and a trump; or with one, and two trumps.",
    ),
    Rule(
        "accept-king",
        "The king of trumps in hand",
        "Give cards, even on a hand to refuse with: the king of trumps is in hand.",
    ),
    Rule(
        "accept",
        "No hand to refuse with",
        "Give cards, unless three suits are guarded; two, with a trump; or one, with two trumps.",
    ),
    Rule(
        "reply-later",
        "A later proposal",
        "The hands to refuse with are those for the first proposal, where the point would count two. "
        "This one is left open.",
    ),
    Rule(
        "score-elder-four",
        "The elder is at four",
        "Refuse on a light hand with some protection in three suits, such as three jacks, or a jack "
        "and two guarded tens: the point decides the game, whether it counts one or two.",
    ),
    Rule(
        "score-dealer-four-three",
        "The dealer leads four to three",
        "Refuse on a light hand or an even chance: an elder who proposes at this score has a very bad hand.",
    ),
    Rule(
        "score-elder-trump",
        "The elder is at four, and a trump",
        "Refuse with a trump, unless the plain cards are very small and of different suits, or four "
        "small ones of one suit.",
    ),
    Rule(
        "score-elder-unprotected",
        "The elder is at four, and a suit lies open",
        "A light hand to refuse with ought to have some protection in three suits.",
    ),
)
