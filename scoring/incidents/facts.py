"""The facts and the argument of an incident, read: words, numbers, cards and suits."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from scoring.cards import PACK, SECOND_COPY_SHIFT, SUITS, Suit, parse_cards
from scoring.record import Incident

FactKind: TypeAlias = Literal["word", "choice", "number", "card", "cards", "suit"]


class FactSpec(NamedTuple):
    """A fact that a law asks for, to be answered in a form or written in a record.

    ``kind`` ``word``: ``words[0]`` stands where it is so, and its absence means no; ``choice``: one of ``words``.
    The other kinds have no words. ``question`` asks for it in English.
    """

    kind: FactKind
    question: str
    words: tuple[str, ...] = ()


class Facts(NamedTuple):
    """What an incident says. ``cards`` is a tally (``scoring.cards``) of every card and set named."""

    words: frozenset[str]
    numbers: tuple[int, ...]
    cards: int
    suits: tuple[Suit, ...]


NO_FACTS = Facts(frozenset(), (), 0, ())


def facts_of(incident: Incident) -> Facts:
    """The facts of ``incident``. What is neither number, suit nor set of cards counts as a word; nothing is raised."""
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
        elif (tally := _tally(fact)) is None:
            words.add(fact)
        else:
            cards = _add(cards, tally)
    return Facts(frozenset(words), tuple(numbers), cards, tuple(suits))


def argument_of(incident: Incident) -> int | None:
    """The tally of the cards in the remedy's argument; None where there is none, or it is no set of cards."""
    return None if incident.argument is None else _tally(incident.argument)


def _tally(text: str) -> int | None:
    try:
        return parse_cards(text)
    except ValueError:
        return None


def _add(tally: int, other: int) -> int:
    """Both tallies together; a third copy of a card is dropped."""
    twice = tally & other & PACK
    return tally | other | twice << SECOND_COPY_SHIFT
