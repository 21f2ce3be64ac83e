"""An exercise in words: the question with its choices, and what is said of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.localized_numbers import hundredths
from matches.models import Decision, Exercise
from matches.pages.common import game_words as words
from matches.pages.common.card_faces import Face, face_of
from matches.pages.common.checked_record import checked_record, judgement_of, names_of
from matches.pages.common.dates import record_date
from matches.pages.common.result_lines import rubber_title
from matches.pages.reviews.choice_words import choice_name, the_cards, the_choice
from matches.pages.reviews.judgements import LEAST_SHOWN, Judgement
from matches.pages.reviews.position import Position, position_at
from matches.pages.rubbers.page import deal_title
from matches.reviews.exercises import is_right, loss_of
from matches.reviews.queries.exercises import Practice
from scoring.cards import CARD_BY_NAME, PACK, Card, cards_of, parse_cards
from worker.review.decision import NOTHING

CALLS: Final = ("P", "S", "G", "R", "K", NOTHING)
PACK_ORDER: Final = tuple(cards_of(PACK))


@dataclass(frozen=True, slots=True)
class ExerciseShown:
    """A decision that is set again: what is known of where it was, and the position."""

    title: str
    about: str
    position: Position


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice to be made. ``face`` is None where it is not a card; ``aloud`` is what is read where signs are seen."""

    value: str
    text: str
    aloud: str
    face: Face | None


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """Choices that belong together; ``heading`` is empty where there is one group alone."""

    heading: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """``told`` says what the answer is worth, ``then`` what was chosen at the table, ``back`` when it is set again."""

    is_right: bool
    heading: str
    told: str
    then: str


@dataclass(frozen=True, slots=True)
class PracticeLine:
    """The way to a trainer; ``club`` is empty for who plays in one club alone."""

    url: str
    text: str
    club: str


def exercise_shown(decision: Decision) -> ExerciseShown:
    """``decision`` comes with its rubber, the players and the event."""
    rubber = decision.review.rubber
    judgement = judgement_of(decision)
    about = (rubber_title(rubber), rubber.event.name, record_date(rubber.date))
    return ExerciseShown(
        title=deal_title(decision.game, decision.deal),
        about=" · ".join(part for part in about if part),
        position=position_at(
            checked_record(rubber),
            game=decision.game,
            deal=decision.deal,
            token=decision.token,
            player=judgement.player,
            names=names_of(rubber),
        ),
    )


def question(decision: Decision, position: Position) -> str:
    if decision.kind == "proposal":
        if "P" in position.calls:
            return _("Propose again, or stand?")
        return _("Propose, or play without proposing?")
    if decision.kind == "reply":
        return _("Give cards, or refuse?")
    if decision.kind == "discard":
        return _("Which cards do you put out?")
    if decision.kind == "king":
        return _("You hold the king of trumps. Announce it, or keep silent?")
    if position.lead is None:
        return _("Which card do you lead?")
    return _("%(name)s led %(card)s. Which card do you play?") % {
        "name": position.other,
        "card": position.lead.the,
    }


def answers(decision: Decision) -> tuple[AnswerGroup, ...]:
    """The choices in the order of the notation; cards to put out by how many they are."""
    kind = decision.kind
    choices = sorted(decision.chances, key=lambda choice: _place(kind, choice))
    if kind != "discard":
        return (AnswerGroup("", tuple(_answer(kind, each) for each in choices)),)
    by_number: dict[int, list[str]] = {}
    for choice in choices:
        by_number.setdefault(len(_cards(choice)), []).append(choice)
    return tuple(
        AnswerGroup(
            str(capfirst(words.cards_word(number))) if number else "",
            tuple(_answer(kind, each) for each in by_number[number]),
        )
        for number in sorted(by_number)
    )


def verdict(decision: Decision, exercise: Exercise) -> Verdict:
    """What is said of the last answer."""
    answer, judgement = exercise.last_answer, judgement_of(decision)
    right = is_right(decision, answer)
    return Verdict(
        is_right=right,
        heading=_("Right") if right else _("Not the best"),
        told=_told(decision, judgement, answer),
        then=_then(decision, answer),
    )


def _told(decision: Decision, judgement: Judgement, answer: str) -> str:
    preferred: Sequence[str] = judgement.preferred
    told = {
        "answer": capfirst(the_choice(decision.kind, answer)),
        "best": words.either([the_choice(decision.kind, each) for each in preferred]),
        "chance": hundredths(max(decision.chances.values())),
        "loss": hundredths(loss_of(decision, answer)),
    }
    if answer in preferred:
        if len(preferred) == 1:
            return _("%(answer)s was best: it wins %(chance)s games in 100.") % told
        return _("%(answer)s was as good as any: it wins %(chance)s games in 100.") % told
    if is_right(decision, answer):
        if loss_of(decision, answer) < LEAST_SHOWN:
            return _("%(answer)s costs next to nothing; %(best)s was a little better.") % told
        return (
            _("%(answer)s costs no more than %(loss)s in 100 of the game; %(best)s was a little better.")
            % told
        )
    return _("%(answer)s costs %(loss)s in 100 of the game; %(best)s was better.") % told


def _then(decision: Decision, answer: str) -> str:
    if answer == decision.chosen:
        return _("So you chose at the table.")
    return _("At the table you chose otherwise: %(choice)s.") % {
        "choice": the_choice(decision.kind, decision.chosen)
    }


def practice_lines(practice: Sequence[Practice]) -> list[PracticeLine]:
    return [
        PracticeLine(
            url=reverse("web:trainer", args=[each.player]),
            text=practise_text(each.number),
            club=each.club if len(practice) > 1 else "",
        )
        for each in practice
    ]


def practise_text(number: int) -> str:
    return ngettext("%(number)s decision to practise", "%(number)s decisions to practise", number) % {
        "number": number
    }


def _answer(kind: str, choice: str) -> Answer:
    card = CARD_BY_NAME.get(choice) if kind == "card" else None
    aloud = words.both(the_cards(choice)) if kind == "discard" and choice != NOTHING else ""
    return Answer(
        value=choice,
        text=str(capfirst(choice_name(kind, choice))),
        aloud=aloud,
        face=None if card is None else face_of(card),
    )


def _place(kind: str, choice: str) -> tuple[int, ...]:
    """Calls as they are asked for, cards by suit and from the king down: stored objects keep no order."""
    if kind in ("card", "discard"):
        return tuple(PACK_ORDER.index(card) for card in _cards(choice))
    return (CALLS.index(choice),)


def _cards(choice: str) -> list[Card]:
    return [] if choice == NOTHING else cards_of(parse_cards(choice))
