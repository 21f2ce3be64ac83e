"""What the old book advises: Cavendish's treatise of 1886, its rules restated in our own words.

It knows what a player at the table knows, his hand and the score, and values nothing: what a hand is worth is
counted elsewhere. Advice is a rule's code (``RULES``) and the choices it would make, named as in
``worker.review.decision``; no choices where the rule leaves it open. Advice on proposals is for hands of five: any
other raises ``ValueError``.

How the book is read where it is short, or says two things:

- Classes come in the book's order, and the first that fits names the hand. A hand with one trump or two that is as
  good card for card as one the book names stands with it: knave and ten stand where ace and ten do.
- Class 4 needs no trump, but a trump doesn't spoil it: court cards of trumps count among the four. That is why the
  book can speak of four knaves with the knave of trumps, which is guarded by another trump.
- Before standing, in this order: a certain point at four; the exceptions with the king of trumps held or turned up;
  the classes; the dealer at four. A certain point comes before the exceptions with the king.
- Before refusing, in this order: the trump king with three trumps, with any hand of class 2, or where two cards or
  fewer would go; the hands named to refuse with; those guarded in three suits, in two with a trump, in one with two;
  the elder at four; the dealer four to three. A hand may be named twice, and is refused with if either says so.
- A plain suit is guarded by its king, or by a queen or knave with a lower card beside it. It is protected, for the
  lighter refusals against an elder at four, by any court card; trumps held are a suit protected.
- "An even chance" are the hands to stand or to refuse with, whatever the score.
- The list of refusals weighs a point that counts two. After the first proposal the hands it would refuse with are
  still refused with, those it names as too weak are left open.
- The strongest suit is that whose cards come to most, the seven as one and the king as eight.
- The order of leads: the last two cards; the lead of a class, or after a refusal with a hand of no class, at the
  first trick; then trumps; then going on, until a lead has lost its trick. After that the book is silent.
"""

from __future__ import annotations

from worker.review.treatise.examples import JEUX_DE_REGLE, REFUSALS, TRUMP_OF_EXAMPLES, Example
from worker.review.treatise.exchange import book_on_discard, book_on_king
from worker.review.treatise.leads import book_on_lead
from worker.review.treatise.proposing import book_on_later_proposal, book_on_proposal
from worker.review.treatise.refusing import book_on_reply
from worker.review.treatise.rule import Rule
from worker.review.treatise.rules import RULES

__all__ = [
    "JEUX_DE_REGLE",
    "REFUSALS",
    "RULES",
    "TRUMP_OF_EXAMPLES",
    "Example",
    "Rule",
    "book_on_discard",
    "book_on_king",
    "book_on_later_proposal",
    "book_on_lead",
    "book_on_proposal",
    "book_on_reply",
]
