"""The hands that a page sets beside counted values are what they are called."""

from __future__ import annotations

import pytest

from scoring.cards import format_card, format_cards
from worker.review.treatise import (
    JEUX_DE_REGLE,
    REFUSALS,
    TRUMP_OF_EXAMPLES,
    Example,
    book_on_lead,
    book_on_proposal,
    book_on_reply,
)


def named(examples: tuple[Example, ...]) -> list[str]:
    return [f"{each.name} {format_cards(each.hand)}" for each in examples]


@pytest.mark.parametrize("example", JEUX_DE_REGLE, ids=named(JEUX_DE_REGLE))
def test_hand_to_stand_with(example: Example) -> None:
    advice = book_on_proposal(example.hand, TRUMP_OF_EXAMPLES, king_turned_up=False, own=0, other=0)
    assert advice.rule == (f"stand-{example.name}" if example.holds else "propose")
    if example.lead is not None:
        lead = book_on_lead(
            example.hand, TRUMP_OF_EXAMPLES, own=0, won=0, lost=0, led=(), refused=False, king_against=False
        )
        assert lead is not None
        assert format_card(example.lead) in lead.choices


@pytest.mark.parametrize("example", REFUSALS, ids=named(REFUSALS))
def test_hand_to_refuse_with(example: Example) -> None:
    advice = book_on_reply(example.hand, TRUMP_OF_EXAMPLES, king_turned_up=False, own=0, other=0, first=True)
    if example.holds:
        assert advice.rule == f"refuse-{example.name}"
    else:
        assert advice.choices == ("G",)


@pytest.mark.parametrize("examples", [JEUX_DE_REGLE, REFUSALS], ids=["stand", "refuse"])
def test_hands_are_of_five_cards_and_none_is_named_twice(examples: tuple[Example, ...]) -> None:
    assert {example.hand.bit_count() for example in examples} == {5}
    assert len({example.hand for example in examples}) == len(examples)
    assert all((example.lead is not None) == example.holds for example in JEUX_DE_REGLE)
