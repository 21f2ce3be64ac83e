"""Name the choices that a review compares, and put the old treatise's advice on them into words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.pages.common import game_words
from matches.pages.common.card_faces import FACES
from matches.pages.common.scoring_words import Text
from scoring.cards import CARD_BY_NAME, CardMask, cards_of, format_cards, parse_cards, suit_of
from scoring.record import Variant
from worker.review.decision import NOTHING, BookAdvice
from worker.review.treatise import READINGS, RULES, Rule
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS, IllustrativeHand

SUIT_SIGNS: Final = "♠♥♦♣"
SOURCE: Final = "worker/review/treatise"
READING: Final = "reading of the old treatise"
TITLE: Final = "rule of the old book {}: title"
RULE: Final = "rule of the old book {}"
HAND: Final = "hand {} of the old treatise"


def choice_phrase(kind: str, choice: str, variant: Variant = "ecarte", *, hand: CardMask = 0) -> str:
    """Return a stored choice as the subject of a sentence: "Q♥", "standing", "keeping A♠ 10♠".

    ``hand`` are the cards that the player held. An exchange is named by the cards that it keeps; without the hand,
    by the cards that it puts out.
    """
    if variant == "triomphe" and kind != "card":
        return {
            "P": _("offering the point"),
            "S": pgettext("choice at La Triomphe", "playing"),
            "G": _("taking the point"),
            "R": _("refusing the point"),
        }[choice]
    if kind == "proposal":
        return _("proposing") if choice == "P" else pgettext("choice", "standing")
    if kind == "reply":
        return _("giving cards") if choice == "G" else _("refusing")
    if kind == "king":
        return _("keeping silent about the king") if choice == NOTHING else _("announcing the king")
    if kind == "discard":
        return _discard_phrase(choice, hand)
    return short_card(choice)


def _discard_phrase(choice: str, hand: CardMask) -> str:
    if choice == NOTHING:
        return _("keeping all five")
    if not hand:
        return _("discarding %(cards)s") % {"cards": short_cards(choice)}
    kept = kept_cards(choice, hand)
    return _("keeping %(cards)s") % {"cards": short_cards(kept)} if kept else _("changing all five")


def choice_name(kind: str, choice: str, variant: Variant = "ecarte", *, hand: CardMask = 0) -> str:
    """Return a stored choice as a short text for a table cell: "Q♥", "stand", "keep A♠ 10♠".

    ``hand`` are the cards that the player held. An exchange is named by the cards that it keeps; without the hand,
    by the cards that it puts out.
    """
    if variant == "triomphe" and kind != "card":
        return {
            "P": pgettext("choice", "offer the point"),
            "S": pgettext("choice at La Triomphe", "play"),
            "G": pgettext("choice", "take the point"),
            "R": pgettext("choice", "refuse the point"),
        }[choice]
    if kind == "proposal":
        return pgettext("choice", "propose") if choice == "P" else pgettext("choice", "stand")
    if kind == "reply":
        return pgettext("choice", "give cards") if choice == "G" else pgettext("choice", "refuse")
    if kind == "king":
        return pgettext("choice", "keep silent") if choice == NOTHING else pgettext("choice", "announce")
    if kind == "discard":
        return _discard_name(choice, hand)
    return short_card(choice)


def _discard_name(choice: str, hand: CardMask) -> str:
    if choice == NOTHING:
        return pgettext("choice", "keep all five")
    if not hand:
        return pgettext("choice", "discard %(cards)s") % {"cards": short_cards(choice)}
    kept = kept_cards(choice, hand)
    if not kept:
        return pgettext("choice", "change all five")
    return pgettext("choice", "keep %(cards)s") % {"cards": short_cards(kept)}


def kept_cards(choice: str, hand: CardMask) -> str:
    """Return the cards of ``hand`` that a stored discard keeps, in EGN; "" if it changes all of them."""
    return format_cards(hand if choice == NOTHING else hand & ~parse_cards(choice))


def short_card(name: str) -> str:
    """Return a card in short: ``HT`` gives "10♥"."""
    card = CARD_BY_NAME[name]
    return f"{FACES[card].index}{SUIT_SIGNS[suit_of(card)]}"


def short_cards(text: str) -> str:
    """Return cards in short: ``HT.D7`` gives "10♥ 7♦"."""
    return " ".join(short_card(FACES[card].code) for card in cards_of(parse_cards(text)))


@dataclass(frozen=True, slots=True)
class TreatiseNote:
    """Sentences on the treatise's advice for a decision. A sentence that is not needed is "".

    ``short`` is the advice in one line, with whether the review agrees. ``reading`` says which part is our
    interpretation. ``also`` and ``also_advice`` quote another passage if the treatise contradicts itself.
    ``disagreement`` is set if no passage advises a choice that the exact count prefers.
    """

    rule: str
    advice: str
    disagreement: str
    reading: str = ""
    also: str = ""
    also_advice: str = ""
    short: str = ""


def treatise_note(
    kind: str, stored: Mapping[str, Any] | None, *, preferred: Sequence[str], hand: CardMask = 0
) -> TreatiseNote | None:
    """Return the note on the treatise's ``stored`` advice, or None; ``preferred`` are the count's best choices."""
    if not stored:
        return None
    advice = BookAdvice.from_json(stored)
    rule = _text_of(advice)
    if not advice.choices:
        return TreatiseNote(rule, "", "") if rule else None
    also = advice.also
    is_agreed = bool(set(advice.all_choices) & set(preferred))
    short = _("Cavendish: %(choice)s (agrees)") if is_agreed else _("Cavendish: %(choice)s (disagrees)")
    return TreatiseNote(
        rule,
        _here(kind, advice.choices, hand),
        "" if is_agreed else _("The old book disagrees."),
        reading_text(advice.reading),
        "" if also is None else _text_of(also),
        "" if also is None else _here(kind, also.choices, hand),
        short % {"choice": _either(kind, tuple(dict.fromkeys(advice.all_choices)), hand)},
    )


def _text_of(advice: BookAdvice) -> str:
    known = RULES.get(advice.rule)
    return "" if known is None else rule_text(known)


def _here(kind: str, choices: Sequence[str], hand: CardMask) -> str:
    return _("Here: %(choice)s.") % {"choice": _either(kind, choices, hand)}


def _either(kind: str, choices: Sequence[str], hand: CardMask) -> str:
    return game_words.either([choice_name(kind, choice, hand=hand) for choice in choices])


def rule_title(rule: Rule) -> str:
    return pgettext(TITLE.format(rule.code), rule.title)


def rule_text(rule: Rule) -> str:
    return pgettext(RULE.format(rule.code), rule.text)


def reading_text(reading: str) -> str:
    """Return the sentence that marks a part of the advice as our interpretation; "" if this version has none."""
    text = READINGS.get(reading)
    return "" if text is None else pgettext(READING, text)


def texts() -> Iterator[Text]:
    """Yield every English text of the treatise's rules and of our interpretations that a page may show."""
    for rule in RULES.values():
        yield Text(TITLE.format(rule.code), rule.title, SOURCE)
        yield Text(RULE.format(rule.code), rule.text, SOURCE)
    for text in READINGS.values():
        yield Text(READING, text, SOURCE)
    for hand in ILLUSTRATIVE_HANDS:
        conditions = (part.condition for part in hand.parts if part.condition)
        for text in (hand.situation, hand.lesson, *conditions):
            yield Text(HAND.format(hand.number), text, SOURCE)


def hand_text(hand: IllustrativeHand, text: str) -> str:
    """Return a model hand's situation, lesson or condition, translated."""
    return pgettext(HAND.format(hand.number), text) if text else ""
