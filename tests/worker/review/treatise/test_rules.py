"""Properties of every rule: it has a text and a case, and does not depend on which suit is which."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import SUITS, CardMask, format_card, format_cards, mask_of, parse_cards
from tests.support.rows import each_row
from tests.worker.review.treatise.test_advice import ROWS, advice_on
from worker.review.decision import BookAdvice
from worker.review.treatise import (
    JEUX_DE_REGLE,
    READINGS,
    REFUSALS,
    RULES,
    book_on_discard,
    book_on_later_proposal,
    book_on_lead,
    book_on_proposal,
    book_on_reply,
)
from worker.review.treatise.play_rules import PLAY_RULES
from worker.review.treatise.proposal_rules import PROPOSAL_RULES
from worker.review.treatise.reply_rules import REPLY_RULES

CARDS = st.integers(0, 31)
HANDS = st.lists(CARDS, min_size=5, max_size=5, unique=True)
POINTS = st.integers(0, 4)
LEFT = st.lists(CARDS, min_size=2, max_size=5, unique=True)


@st.composite
def tricks(draw: st.DrawFn, played: int) -> tuple[int, tuple[bool, ...]]:
    """Draw the number of tricks won of those played, and for each card led whether it took its trick."""
    won = draw(st.integers(0, played))
    return won, tuple(draw(st.lists(st.booleans(), max_size=played)))


def all_advice(
    cards: list[int], trump: int, *, king_turned_up: bool, own: int, other: int, renamed: tuple[int, ...]
) -> list[BookAdvice]:
    """Return the advice for a hand of five with its suits ``renamed``."""
    hand, trump = renamed_mask(cards, renamed), renamed[trump]
    return [
        book_on_proposal(hand, trump, king_turned_up=king_turned_up, own=own, other=other),
        book_on_later_proposal(hand, trump, king_turned_up=king_turned_up, own=own, other=other),
        book_on_reply(hand, trump, king_turned_up=king_turned_up, own=own, other=other, first=True),
        book_on_reply(hand, trump, king_turned_up=king_turned_up, own=own, other=other, first=False),
        book_on_discard(hand, trump, is_elder=True),
        book_on_discard(hand, trump, is_elder=False),
    ]


def renamed_mask(cards: list[int], renamed: tuple[int, ...]) -> CardMask:
    return mask_of([renamed[card >> 3] << 3 | card & 7 for card in cards])


def cards_named(choices: tuple[str, ...], renamed: tuple[int, ...]) -> list[CardMask | str]:
    """Choices of cards with their suits ``renamed``, any other as it is."""
    return [
        renamed_mask([card for card in range(32) if parse_cards(choice) >> card & 1], renamed)
        if choice[0] in SUITS and len(choice) > 1
        else choice
        for choice in choices
    ]


AS_THEY_ARE = (0, 1, 2, 3)


def test_every_rule_and_reading_of_ours_has_a_case() -> None:
    met = [advice for row in ROWS if (advice := advice_on(row)) is not None]
    met += [advice.also for advice in met if advice.also is not None]
    named = {f"stand-{each.name}" for each in JEUX_DE_REGLE if each.holds}
    named |= {f"refuse-{each.name}" for each in REFUSALS if each.holds}
    assert {advice.rule for advice in met} | named == set(RULES)
    assert {advice.reading for advice in met} - {""} == set(READINGS)


@each_row("rule", RULES.values(), ids=list(RULES))
def test_a_rule_has_a_title_and_whole_sentences(rule: tuple[str, str, str]) -> None:
    _, title, text = rule
    assert title[:1].isupper()
    assert not title.endswith(".")
    assert text[:1].isupper()
    assert text.endswith(".")


def test_no_two_rules_share_a_code() -> None:
    assert len(RULES) == len(PLAY_RULES) + len(PROPOSAL_RULES) + len(REPLY_RULES)


@given(HANDS, st.integers(0, 3), st.booleans(), POINTS, POINTS, st.sampled_from(list(permutations(range(4)))))
def test_suits_may_be_renamed(
    cards: list[int], trump: int, king_turned_up: bool, own: int, other: int, renamed: tuple[int, ...]
) -> None:
    for there, here in zip(
        all_advice(cards, trump, king_turned_up=king_turned_up, own=own, other=other, renamed=renamed),
        all_advice(cards, trump, king_turned_up=king_turned_up, own=own, other=other, renamed=AS_THEY_ARE),
        strict=True,
    ):
        assert there.rule == here.rule
        assert cards_named(there.choices, AS_THEY_ARE) == cards_named(here.choices, renamed)


@given(HANDS, st.integers(0, 3), st.booleans(), POINTS, POINTS)
def test_what_is_advised_before_the_play_is_lawful(
    cards: list[int], trump: int, king_turned_up: bool, own: int, other: int
) -> None:
    first, later, reply, later_reply, of_elder, of_dealer = all_advice(
        cards, trump, king_turned_up=king_turned_up, own=own, other=other, renamed=AS_THEY_ARE
    )
    assert first.choices in (("P",), ("S",))
    assert later.choices in ((), ("P",), ("S",))
    assert reply.choices in (("G",), ("R",))
    assert later_reply.choices in ((), ("G",), ("R",))
    for advice in (of_elder, of_dealer):
        for choice in advice.choices:
            put_out = 0 if choice == "-" else parse_cards(choice)
            assert not put_out & ~mask_of(cards)
            assert choice == (format_cards(put_out) or "-")
    assert "-" not in of_elder.choices
    assert {advice.rule for advice in (first, later, reply, later_reply, of_elder, of_dealer)} <= set(RULES)


@given(st.data(), LEFT, st.integers(0, 3), POINTS, st.booleans(), st.booleans())
def test_a_lead_is_a_card_in_hand_and_doesnt_depend_on_the_suits(
    data: st.DataObject, cards: list[int], trump: int, own: int, refused: bool, king_against: bool
) -> None:
    played = 5 - len(cards)
    won, took = data.draw(tricks(played))
    gone = [card for card in range(32) if card not in cards]
    led = [(data.draw(st.sampled_from(gone)), each) for each in took]
    renamed = data.draw(st.sampled_from(list(permutations(range(4)))))

    def advised(suits: tuple[int, ...]) -> BookAdvice | None:
        return book_on_lead(
            renamed_mask(cards, suits),
            suits[trump],
            own=own,
            won=won,
            lost=played - won,
            led=[(suits[card >> 3] << 3 | card & 7, each) for card, each in led],
            refused=refused,
            king_against=king_against,
        )

    here, there = advised(AS_THEY_ARE), advised(renamed)
    assert (here is None) == (there is None)
    if here is None or there is None:
        return
    assert (here.rule, here.reading) == (there.rule, there.reading)
    assert here.rule in RULES
    assert here.choices or here.rule == "lead-never-guarded"
    assert set(here.choices) <= {format_card(card) for card in cards}
    assert set(cards_named(there.choices, AS_THEY_ARE)) == set(cards_named(here.choices, renamed))
