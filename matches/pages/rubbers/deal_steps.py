"""List the steps of a deal: the dealing, then every call, exchange, king, irregularity and card, in order.

A step is what a page about a deal is cut into: each has an address of its own, a comment, and a state of the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.pages.common.card_faces import Face, face_of
from matches.pages.common.findings import FindingNote
from matches.pages.reviews.judgements import Flag
from matches.pages.rubbers.deal_page import DealPage, TrickRow
from matches.pages.rubbers.deal_timeline import Step
from scoring.cards import PLAYERS, Player, opponent, seat
from scoring.checked import CheckedDeal
from scoring.deal_course import Course, Trick
from scoring.player_view import caller_of
from scoring.record import FIRST_ITEM_TOKEN, Call, Item, Variant

Kind: TypeAlias = Literal["dealt", "call", "exchange", "king", "incident", "card"]


@dataclass(frozen=True, slots=True)
class DealStep:
    """A step of a deal.

    ``token`` is the last token of the record that belongs to the step. ``text`` is a sentence, ``label`` a word or two
    for the list of steps, and ``aloud`` what the player said. ``player`` made the step; None if nobody did. ``number``
    is that of the cards exchanged, ``trick`` that of the trick; ``is_lead`` means
    that the card was led to it, ``is_won`` that it took it. ``notes`` are
    remarks and irregularities of the step, with the cards they moved.
    """

    kind: Kind
    token: int
    text: str
    player: Player | None = None
    label: str = ""
    aloud: str = ""
    number: int | None = None
    face: Face | None = None
    trick: int | None = None
    is_lead: bool = False
    is_won: bool = False
    flags: tuple[Flag, ...] = ()
    notes: tuple[Step, ...] = ()
    findings: tuple[FindingNote, ...] = ()


def steps_of(deal: CheckedDeal, page: DealPage, *, names: tuple[str, str]) -> tuple[DealStep, ...]:
    """Return the steps of the deal that ``page`` shows, or () if the record lacks a card of a hand, or has no step."""
    course = deal.course.with_hands()
    steps = _Steps(deal, page, names).collect()
    is_known = all(course.held_at(player, step.token + 1) is not None for step in steps for player in PLAYERS)
    return tuple(steps) if len(steps) > 1 and is_known else ()


class _Steps:
    def __init__(self, deal: CheckedDeal, page: DealPage, names: tuple[str, str]) -> None:
        self.course: Course = deal.course
        self.page, self.names = page, names
        self.items: dict[int, Item] = dict(enumerate(deal.deal.items, start=FIRST_ITEM_TOKEN))
        self.steps: list[DealStep] = []
        self.letters = ""

    def collect(self) -> list[DealStep]:
        course, page = self.course, self.page
        dealer = self.names[seat(course.dealer)]
        dealt = _("%(name)s has dealt.") % {"name": dealer}
        if page.packets:
            dealt = _("%(dealer)s deals, %(packets)s.") % {"dealer": dealer, "packets": page.packets}
        token = max(course.turn_up_token, *course.stated_tokens, FIRST_ITEM_TOKEN - 1)
        text = f"{dealt} {page.trumps}." if page.trumps else dealt
        self.steps = [DealStep("dealt", token, text, label=pgettext("step", "Dealt"))]
        self._add_all(page.steps)
        for row, trick in zip(page.tricks, course.tricks, strict=False):
            self._add_cards(row, trick)
            self._add_all(row.steps)
        self._add_all(page.closing)
        self._move_kings()
        return sorted(self.steps, key=lambda step: step.token)

    def _move_kings(self) -> None:
        """Move the judgement of a king that was announced in the first trick from its card to the announcement."""
        for place, king in enumerate(self.steps):
            if king.kind != "king" or king.flags:
                continue
            for other, card in enumerate(self.steps):
                moved = tuple(flag for flag in card.flags if flag.anchor.startswith("king-"))
                if card.kind == "card" and card.player == king.player and moved:
                    self.steps[place] = replace(king, flags=moved)
                    kept = tuple(flag for flag in card.flags if flag not in moved)
                    self.steps[other] = replace(card, flags=kept)

    def _add_all(self, steps: Iterable[Step]) -> None:
        """Add steps of the page. A remark belongs to the step before it."""
        for step in steps:
            if step.token is None:
                self.steps[-1] = replace(self.steps[-1], notes=(*self.steps[-1].notes, step))
            elif step.kind == "call":
                self._add_call(step, step.token)
            else:
                self.steps.append(self._other_step(step, step.token))

    def _add_call(self, step: Step, token: int) -> None:
        item = self.items[token]
        letter = item.letter if isinstance(item, Call) else ""
        variant = self.course.variant
        self.steps.append(
            DealStep(
                "call",
                token,
                step.text,
                player=caller_of(self.course, letter, self.letters),
                label=call_labels(variant).get(letter, ""),
                aloud=calls_aloud(variant).get(letter, ""),
                flags=step.flags,
            )
        )
        self.letters += letter

    def _other_step(self, step: Step, token: int) -> DealStep:
        if step.kind == "exchange":
            swap = next(swap for swap in self.course.swaps if swap.token == token)
            return DealStep(
                "exchange", token, step.text, player=swap.player, number=swap.number, flags=step.flags
            )
        if step.kind == "king":
            king = next(king for king in self.course.kings_heard if king.token == token)
            return DealStep(
                "king",
                token,
                step.text,
                player=king.player,
                label=pgettext("step", "King +1") if king in self.course.kings else pgettext("step", "King"),
                aloud=_("I mark the king."),
                flags=step.flags,
            )
        label = pgettext("step", "Law %(number)s") % {"number": step.law}
        return DealStep("incident", token, step.text, label=label, flags=step.flags, notes=(step,))

    def _add_cards(self, row: TrickRow, trick: Trick) -> None:
        cards = _card_steps(trick, row.number, self.names)
        for place, card in enumerate(cards, start=1):
            flags = tuple(flag for flag in row.flags if flag.player == card.player)
            findings = row.findings if place == len(cards) else ()
            self.steps.append(replace(card, flags=flags, findings=findings))


def _card_steps(trick: Trick, number: int, names: tuple[str, str]) -> list[DealStep]:
    other = opponent(trick.leader)
    leader_name, other_name = names[seat(trick.leader)], names[seat(other)]
    steps = []
    if trick.lead is not None:
        face = face_of(trick.lead)
        text = _("%(name)s leads %(card)s.") % {"name": leader_name, "card": face.the}
        is_won = trick.winner == trick.leader
        steps.append(
            DealStep(
                "card",
                trick.token,
                text,
                player=trick.leader,
                face=face,
                trick=number,
                is_lead=True,
                is_won=is_won,
            )
        )
    if trick.reply is not None and trick.reply_token is not None:
        face = face_of(trick.reply)
        values = {"name": other_name, "card": face.the, "leader": leader_name}
        if trick.winner is None:
            text = _("%(name)s plays %(card)s.") % values
        elif trick.winner == trick.leader:
            text = _("%(name)s plays %(card)s, and %(leader)s wins the trick.") % values
        else:
            text = _("%(name)s plays %(card)s and wins the trick.") % values
        is_won = trick.winner == other
        steps.append(
            DealStep("card", trick.reply_token, text, player=other, face=face, trick=number, is_won=is_won)
        )
    return steps


def call_labels(variant: Variant) -> dict[str, str]:
    """Return the label of each call in the list of steps, by its letter in EGN."""
    if variant == "ecarte":
        return {
            "P": pgettext("step", "Proposed"),
            "G": pgettext("step", "Gave"),
            "R": pgettext("step", "Refused"),
            "S": pgettext("step", "Stood"),
        }
    return {
        "P": pgettext("step", "Offered"),
        "G": pgettext("step", "Took it"),
        "R": pgettext("step", "Refused"),
        "S": pgettext("step", "Played"),
    }


def calls_aloud(variant: Variant) -> dict[str, str]:
    """Return what a player says at each call, by its letter in EGN."""
    if variant == "ecarte":
        return {"P": _("I propose."), "G": _("I accept."), "R": _("I refuse."), "S": _("I play.")}
    return {
        "P": _("I offer the point."),
        "G": _("I take the point."),
        "R": _("I refuse."),
        "S": _("I play."),
    }
