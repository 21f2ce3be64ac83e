"""Parse the facts of an incident and the argument of its remedy: words, numbers, cards and suits."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from scoring.cards import PACK, SECOND_COPY_SHIFT, SUITS, Suit, parse_cards
from scoring.record import Incident

FactKind: TypeAlias = Literal["word", "choice", "number", "card", "cards", "suit"]


class FactSpec(NamedTuple):
    """A fact for which a law asks about an incident, such as a card or a number of cards.

    - ``kind``: the type of the answer. With ``word`` the answer is yes or no: ``words[0]`` is written for yes
      and nothing for no. With ``choice`` the answer is one of ``words``.
    - ``words``: the words that may be written; empty for all other kinds.
    - ``question``: the English question that a form asks for the fact.
    """

    kind: FactKind
    question: str
    words: tuple[str, ...] = ()


class Facts(NamedTuple):
    """The facts of an incident, by kind. ``cards`` is the tally (see ``scoring.cards``) of all cards that are
    named.
    """

    words: frozenset[str]
    numbers: tuple[int, ...]
    cards: int
    suits: tuple[Suit, ...]


NO_FACTS = Facts(frozenset(), (), 0, ())


def facts_of(incident: Incident) -> Facts:
    """Return the facts of ``incident``, sorted by kind. A fact that is not a number, suit or set of cards is a
    word.
    """
    if not incident.facts:
        return NO_FACTS
    words: set[str] = set()
    numbers: list[int] = []
    suits: list[Suit] = []
    cards = 0
    for fact in incident.facts:
        if fact.isdecimal():
            numbers.append(int(fact))
        elif len(fact) == 1 and fact in SUITS:
            suits.append(SUITS.index(fact))
        elif (tally := _parse_tally(fact)) is None:
            words.add(fact)
        else:
            cards = _add_tally(cards, tally)
    return Facts(frozenset(words), tuple(numbers), cards, tuple(suits))


def argument_of(incident: Incident) -> int | None:
    """Return the cards that the incident's remedy names, as a tally, or None if the remedy names no cards."""
    return None if incident.argument is None else _parse_tally(incident.argument)


def _parse_tally(text: str) -> int | None:
    try:
        return parse_cards(text)
    except ValueError:
        return None


def _add_tally(tally: int, other: int) -> int:
    """Return the union of both tallies; a third copy of a card is dropped."""
    twice = tally & other & PACK
    return tally | other | twice << SECOND_COPY_SHIFT
