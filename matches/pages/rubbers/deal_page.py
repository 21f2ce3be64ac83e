"""Prepare the page of a deal: hands, calls, exchanges and tricks in order, with marks and findings beside them.

It is built from a ``CheckedDeal`` and its course, to which the laws have already been applied.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from matches.pages.common import game_words
from matches.pages.common.card_faces import Face, face_of, faces_of
from matches.pages.common.findings import FindingNote, notes_of
from matches.pages.common.listing import TRICKS_SHOWN, first_rows
from matches.pages.reviews.judgements import Flag, Judgement, flag
from matches.pages.rubbers.deal_timeline import DealTimeline, Step
from scoring.cards import HAND_SIZE, PLAYERS, Player, opponent, seat
from scoring.checked import CheckedDeal
from scoring.deal_course import Trick
from scoring.findings import Finding
from scoring.variants import point_taken_by

BEFORE_PLAY: Final = 0
ANNOUNCED: Final = "K"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's hand as it was dealt. ``hidden`` has an item for each of its five cards that the record lacks."""

    name: str
    cards: tuple[Face, ...]
    hidden: range


@dataclass(frozen=True, slots=True)
class Played:
    """A card that a player played to a trick; ``face`` is None if there is none, or if it is unknown."""

    face: Face | None
    led: bool
    won: bool
    suffix: str
    flagged: bool

    @property
    def suffix_word(self) -> str | Promise:
        return game_words.SUFFIXES.get(self.suffix, "")

    @property
    def look(self) -> str:
        return " ".join(("small", *["won"] * self.won, *["flagged"] * self.flagged))


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick as a table row, with the elder hand's card and the dealer's, whichever player led."""

    number: int
    elder: Played
    dealer: Played
    winner: str | None
    steps: tuple[Step, ...]
    flags: tuple[Flag, ...]
    findings: tuple[FindingNote, ...]

    @property
    def has_notes(self) -> bool:
        return bool(self.steps or self.flags or self.findings)


class DealPage:
    """The page of a deal with findings and judgements; ``left_out`` is the number of parts beyond a page's limits."""

    def __init__(
        self,
        deal: CheckedDeal,
        *,
        names: tuple[str, str],
        findings: Iterable[Finding] = (),
        judgements: Sequence[Judgement] = (),
    ) -> None:
        self.deal = deal
        self.course = course = deal.course
        self.names = names
        self.timeline = DealTimeline(deal, names)
        self.timeline.follow()
        self._judgements = judgements
        self._tricks, tricks_left = first_rows(self.course.tricks, TRICKS_SHOWN)
        self._marks, marks_left = first_rows(deal.marks)
        self._findings, findings_left = first_rows(list(findings))
        self._places = self._place_judgements()
        self.left_out = self.timeline.left_out + tricks_left + marks_left + findings_left
        self.dealer = names[seat(course.dealer)]
        self.elder = names[seat(course.elder)]
        self.packets = "" if course.packets is None else game_words.packets(course.packets)
        self.turn_up = None if course.turn_up is None else face_of(course.turn_up)
        self.trumps = "" if course.trump is None else game_words.trumps(course.trump)
        self.closing = tuple(self.timeline.after_play)
        self.is_void = deal.void
        self.is_point_taken = point_taken_by(course) is not None
        self.vulnerable = vulnerable(deal, names)
        self.score_now = "" if deal.score is None or deal.void else game_words.score_now(names, deal.score)

    @cached_property
    def seats(self) -> tuple[Seat, Seat] | None:
        """The hands as they were dealt, the elder's first; None if the record has no card of either."""
        elder, dealer = (self._seat(player) for player in (self.course.elder, self.course.dealer))
        return (elder, dealer) if elder.cards or dealer.cards else None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps before the first trick, each with the judgements of the decisions made at it."""
        before = [each for each in self._judgements if self._places.get(each.anchor) == BEFORE_PLAY]
        return tuple(
            replace(step, flags=self._flags(each for each in before if self._made_at(each) == step.token))
            for step in self.timeline.before_play
        )

    @cached_property
    def tricks(self) -> tuple[TrickRow, ...]:
        return tuple(self._trick_row(number, trick) for number, trick in enumerate(self._tricks, start=1))

    @property
    def outcome(self) -> str:
        written = self.course.outcome
        if written is None:
            return ""
        name = self.names[seat(written.player)]
        if point_taken_by(self.course) == written.player:
            return _("%(name)s takes the point.") % {"name": name}
        return game_words.outcome(name, written.tricks or tricks_of(self.deal, written.player))

    @cached_property
    def marks(self) -> list[dict[str, Any]]:
        return [
            {
                "name": self.names[seat(mark.player)],
                "law": mark.law,
                "points": mark.points,
                "what": game_words.mark_sentence(self.course, mark, tricks=tricks_of(self.deal, mark.player)),
            }
            for mark in self._marks
        ]

    @property
    def score(self) -> tuple[tuple[str, int | None, int | None], ...]:
        """The name, the points before the deal and after it, for A and for B; None stands for unknown points."""
        before, after = self.deal.before or (None, None), self.deal.score or (None, None)
        return tuple(zip(self.names, before, after, strict=True))

    @cached_property
    def findings(self) -> tuple[FindingNote, ...]:
        """The findings that the page does not show beside a trick."""
        beside = range(1, len(self._tricks) + 1)
        return notes_of((each for each in self._findings if each.trick not in beside), self.names)

    @cached_property
    def flags(self) -> tuple[Flag, ...]:
        """The judgements that belong to no step and no trick on the page."""
        return self._flags(each for each in self._judgements if each.anchor not in self._places)

    def _flags(self, judgements: Iterable[Judgement]) -> tuple[Flag, ...]:
        return tuple(flag(judgement, self.names) for judgement in judgements)

    def _seat(self, player: Player) -> Seat:
        """Return the whole hand, or the part of it that the record has."""
        index = seat(player)
        dealt, stated = self.course.dealt[index], self.course.stated[index]
        cards = faces_of((stated or 0) if dealt is None else dealt)
        hidden = HAND_SIZE - len(cards) if dealt is None else 0
        return Seat(name=self.names[index], cards=cards, hidden=range(max(0, hidden)))

    def _place_judgements(self) -> dict[str, int]:
        """Return the place of each judgement by its anchor: ``BEFORE_PLAY``, or the number of a trick.

        Some have no place. Keeping silent with the king is not a step: it is placed beside the card that ended the
        time for announcing it.
        """
        count = len(self._tricks)
        before_play = {step.token for step in self.timeline.before_play}
        in_trick = {
            step.token: number
            for number, steps in self.timeline.in_trick.items()
            for step in steps
            if number <= count
        }
        in_trick |= {
            token: number
            for number, trick in enumerate(self._tricks, start=1)
            for token in (trick.token, trick.reply_token)
            if token is not None
        }
        places = {}
        for judgement in self._judgements:
            if judgement.kind == "card":
                if 1 <= (judgement.trick or 0) <= count:
                    places[judgement.anchor] = judgement.trick or 0
            elif self._made_at(judgement) in before_play:
                places[judgement.anchor] = BEFORE_PLAY
            elif judgement.token in in_trick:
                places[judgement.anchor] = in_trick[judgement.token]
        return places

    def _made_at(self, judgement: Judgement) -> int:
        """Return the token of the step of the decision; for an announced king, that of the announcement."""
        if judgement.kind == "king" and judgement.chosen == ANNOUNCED:
            kings = (king.token for king in self.course.kings if king.player == judgement.player)
            return next(kings, judgement.token)
        return judgement.token

    def _trick_row(self, number: int, trick: Trick) -> TrickRow:
        judgements = [each for each in self._judgements if self._places.get(each.anchor) == number]
        flagged = {judgement.player for judgement in judgements if judgement.kind == "card"}
        other = opponent(trick.leader)
        cards = {
            trick.leader: self._played(trick, trick.leader, trick.lead, trick.token, flagged),
            other: self._played(trick, other, trick.reply, trick.reply_token, flagged),
        }
        return TrickRow(
            number=number,
            elder=cards[self.course.elder],
            dealer=cards[self.course.dealer],
            winner=None if trick.winner is None else self.names[seat(trick.winner)],
            steps=tuple(self.timeline.in_trick.get(number, ())),
            flags=self._flags(judgements),
            findings=notes_of((each for each in self._findings if each.trick == number), self.names),
        )

    def _played(
        self, trick: Trick, player: Player, card: int | None, token: int | None, flagged: Container[Player]
    ) -> Played:
        return Played(
            face=None if card is None else face_of(card),
            led=player == trick.leader,
            won=player == trick.winner,
            suffix="" if token is None else self.timeline.suffixes.get(token, ""),
            flagged=player in flagged,
        )


def tricks_of(deal: CheckedDeal, player: Player) -> int | None:
    """Return the number of tricks that ``player`` won in the deal, or None if the number is unknown."""
    return None if deal.tricks is None else deal.tricks[seat(player)]


def vulnerable(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """Return a sentence on the player against whom the point counts two (law 49); "" if there is none."""
    for player in PLAYERS:
        if deal.vulnerable == player:
            return game_words.vulnerable_sentence(deal.course, names[seat(player)])
    return ""
