"""The old treatise's advice: Cavendish's treatise of 1886, its rules restated in our own words.

It knows what a player at the table knows, the hand and the score, and values nothing: what a hand is worth is counted
elsewhere. Advice (``worker.review.decision.BookAdvice``) is a rule's code (``RULES``) and the choices it makes; no
choices where the rule leaves it open. It names the reading that is ours (``READINGS``) where the text leaves something
open, and carries a second advice where the treatise contradicts itself. Advice on proposals is for hands of five: any
other raises ``ValueError``.

tests/worker/review/treatise/sentences.py has a row for each sentence that names a hand, a card or a score.

The order in which passages are read, where several fit:

- Classes come in the treatise's order, and the first that fits names the hand. A hand as good card for card as one
  that it names stands with it (hint 9).
- Before standing, with the king of trumps held or turned up: a certain point (hint 9 a); the exceptions of hands 3 and
  8; the classes that ask for cards; two cards to throw (hint 9 b). Without it: a certain point with the dealer at four
  (hint 23); the classes; the dealer at four (hints 21, 22).
- Before refusing: the king of trumps in hand; the hands named to refuse with, and those guarded (hint 12); the elder
  at four; the dealer four to three. A hand may be named twice, and is refused with if either passage says so.
- Leads: those that go by the tricks made; the class at the first trick, or the leads after a refusal from a hand of no
  class; then the passages that leave a suit (hints 19, 20, the illustrative hands); then going on, until a lead has
  lost its trick. After that the treatise is silent but for a suit that was trumped (hands 6 and 8).
- One hand's advice is given to hands like it, under the reading ``pattern``.
"""

from __future__ import annotations

from worker.review.treatise.examples import JEUX_DE_REGLE, REFUSALS, TRUMP_OF_EXAMPLES, Example
from worker.review.treatise.exchange import book_on_discard, book_on_king
from worker.review.treatise.following import book_on_follow
from worker.review.treatise.leads import book_on_lead
from worker.review.treatise.proposing import book_on_later_proposal, book_on_proposal
from worker.review.treatise.readings import CONTRADICTIONS, READINGS, Contradiction
from worker.review.treatise.refusing import book_on_reply
from worker.review.treatise.rule import Rule
from worker.review.treatise.rules import RULES

__all__ = [
    "CONTRADICTIONS",
    "JEUX_DE_REGLE",
    "READINGS",
    "REFUSALS",
    "RULES",
    "TRUMP_OF_EXAMPLES",
    "Contradiction",
    "Example",
    "Rule",
    "book_on_discard",
    "book_on_follow",
    "book_on_king",
    "book_on_later_proposal",
    "book_on_lead",
    "book_on_proposal",
    "book_on_reply",
]
