"""The old treatise's advice: Cavendish's treatise of 1886, its rules restated in our own words.

The advice depends only on what a player at the table knows, such as the hand and the score. It does not value hands;
``worker.review.treatise_counts`` does. A piece of advice (``worker.review.decision.BookAdvice``) is the code of a rule
(``RULES``) and the choices that it makes, which may be none. If the text leaves something open, the advice names our
interpretation of it, called a reading (``READINGS``). If the treatise contradicts itself, the advice has a second one
with it. Advice on proposals is for hands of five cards, and raises ``ValueError`` for others.

tests/worker/review/treatise/sentences.py has a row for each sentence that names a hand, a card or a score.

If several passages fit, they apply in this order:

- Classes come in the treatise's order, and the first that fits gives the hand its name. A hand that is card for card
  as good as one that the treatise names stands too (hint 9).
- Before standing, with the king of trumps held or turned up: a certain point (hint 9 a); the exceptions of hands 3 and
  8; the classes that ask for cards; two cards to throw (hint 9 b). Without it: a certain point with the dealer at four
  (hint 23); the classes; the dealer at four (hints 21, 22).
- Before refusing: the king of trumps in hand; the hands named to refuse with, and those guarded (hint 12); the elder
  hand at four; the dealer at four to three. A hand may be named twice, and is refused with if either passage says so.
- Leads: those that depend on the tricks won; the class at the first trick, or the leads after a refusal from a hand of
  no class; then the passages that leave a suit (hints 19, 20, the illustrative hands); then continuing the suit, until
  a lead has lost its trick. After that the treatise is silent except for a suit that was trumped (hands 6 and 8).
- Advice on one hand is given to hands like it, under the reading ``pattern``.
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
