"""One deal as a person would read it: hands, calls, exchanges, tricks in order, marks and findings beside.

Built from a ``CheckedDeal`` and its course; what the laws make of the deal was decided there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from matches.pages.common import game_words as words
from matches.pages.common.call_words import bound, mark_told
from matches.pages.common.card_faces import Face, face_of, faces_of
from matches.pages.common.findings import FindingNote, notes_of
from matches.pages.common.limits import TRICKS_SHOWN, first_rows
from matches.pages.reviews.judgements import Flag, Judgement, flag
from matches.pages.rubbers.deal_timeline import Step, Telling
from scoring.cards import HAND_SIZE, PLAYERS, Player, adversary, seat
from scoring.checked import CheckedDeal
from scoring.course import Course, Trick
from scoring.findings import Finding
from scoring.record import Pair
from scoring.variants import point_taken_by

BEFORE_PLAY: Final = 0
ANNOUNCED: Final = "K"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's hand as dealt; ``hidden`` is how many of five the record does not show."""

    name: str
    cards: tuple[Face, ...]
    hidden: range


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table; ``face`` is None where none was played or none is recorded."""

    face: Face | None
    led: bool
    won: bool
    suffix: str = ""
    suffix_word: str | Promise = ""
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class TrickRow:
    """``elder`` and ``dealer`` are the two cards by seat, whoever led."""

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


@dataclass(frozen=True, slots=True)
class MarkRow:
    name: str
    law: int
    points: int
    what: str


@dataclass(frozen=True, slots=True)
class DealPage:
    """``score`` pairs are (name, points before, points after), A's first; None where points are not known.

    ``left_out`` counts the steps, tricks, marks and findings that are more than a page shows.
    """

    number: int
    dealer: str
    elder: str
    packets: str
    turn_up: Face | None
    trumps: str
    seats: tuple[Seat, Seat] | None
    steps: tuple[Step, ...]
    tricks: tuple[TrickRow, ...]
    closing: tuple[Step, ...]
    outcome: str
    is_void: bool
    is_point_taken: bool
    vulnerable: str
    marks: tuple[MarkRow, ...]
    score: tuple[tuple[str, int | None, int | None], ...]
    score_now: str
    findings: tuple[FindingNote, ...]
    flags: tuple[Flag, ...]
    left_out: int


def deal_page(
    deal: CheckedDeal,
    *,
    names: tuple[str, str],
    findings: Iterable[Finding] = (),
    judgements: Sequence[Judgement] = (),
) -> DealPage:
    """``names`` are A's and B's; findings and judgements are this deal's alone."""
    course = deal.course
    notes = list(findings)
    told = Telling(deal, names)
    told.follow()
    tricks, tricks_left = first_rows(course.tricks, TRICKS_SHOWN)
    marks, marks_left = first_rows(deal.marks)
    shown, notes_left = first_rows(notes)
    beside = _places(judgements, told, tricks)
    rows = tuple(
        _trick_row(
            number,
            trick,
            told,
            notes=shown,
            flagged=[judgement for judgement in judgements if beside.get(judgement.anchor) == number],
        )
        for number, trick in enumerate(tricks, start=1)
    )
    return DealPage(
        number=deal.number,
        dealer=names[seat(course.dealer)],
        elder=names[seat(course.elder)],
        packets="" if course.packets is None else words.packets(course.packets),
        turn_up=None if course.turn_up is None else face_of(course.turn_up),
        trumps="" if course.trump is None else words.trumps(course.trump),
        seats=_seats(deal, names),
        steps=tuple(
            replace(
                step,
                flags=tuple(
                    flag(judgement, names)
                    for judgement in judgements
                    if beside.get(judgement.anchor) == BEFORE_PLAY
                    and _made_at(judgement, course) == step.token
                ),
            )
            for step in told.before_play
        ),
        tricks=rows,
        closing=tuple(told.after_play),
        outcome=_outcome(deal, names),
        is_void=deal.void,
        is_point_taken=point_taken_by(course) is not None,
        vulnerable=vulnerable(deal, names),
        marks=tuple(
            MarkRow(
                name=names[seat(mark.player)],
                law=mark.law,
                points=mark.points,
                what=mark_told(course, mark, tricks=tricks_of(deal, mark.player)),
            )
            for mark in marks
        ),
        score=_score(names, deal.before, deal.score),
        score_now="" if deal.score is None or deal.void else words.score_now(names, deal.score),
        findings=notes_of((finding for finding in shown if not _beside(finding, len(rows))), names),
        flags=tuple(flag(judgement, names) for judgement in judgements if judgement.anchor not in beside),
        left_out=told.left_out + tricks_left + marks_left + notes_left,
    )


def _places(judgements: Sequence[Judgement], told: Telling, tricks: Sequence[Trick]) -> dict[str, int]:
    """Where each judgement stands, by its anchor: ``BEFORE_PLAY``, or the number of a trick; some stand nowhere.

    A silence with the king is no step of its own: it stands beside the card with which the time for the king went by.
    """
    steps = {step.token for step in told.before_play}
    by_card = {
        token: number
        for number, trick in enumerate(tricks, start=1)
        for token in (trick.token, trick.reply_token)
        if token is not None
    }
    in_trick = {
        step.token: number
        for number, told_steps in told.in_trick.items()
        for step in told_steps
        if number <= len(tricks)
    }
    beside = {}
    for judgement in judgements:
        if judgement.kind == "card":
            if 1 <= (judgement.trick or 0) <= len(tricks):
                beside[judgement.anchor] = judgement.trick or 0
        elif _made_at(judgement, told.course) in steps:
            beside[judgement.anchor] = BEFORE_PLAY
        elif judgement.token in by_card or judgement.token in in_trick:
            beside[judgement.anchor] = by_card.get(judgement.token) or in_trick[judgement.token]
    return beside


def _made_at(judgement: Judgement, course: Course) -> int:
    """The token of the step with which it was made; of a king announced, that of the announcement."""
    if judgement.kind == "king" and judgement.chosen == ANNOUNCED:
        return next((king.token for king in course.kings if king.player == judgement.player), judgement.token)
    return judgement.token


def _trick_row(
    number: int, trick: Trick, told: Telling, *, notes: Sequence[Finding], flagged: Sequence[Judgement]
) -> TrickRow:
    leader = trick.leader
    played = [judgement for judgement in flagged if judgement.kind == "card"]
    cards = {
        leader: _played(trick.lead, trick.token, trick, told, player=leader, flagged=played),
        adversary(leader): _played(
            trick.reply, trick.reply_token, trick, told, player=adversary(leader), flagged=played
        ),
    }
    return TrickRow(
        number=number,
        elder=cards[told.course.elder],
        dealer=cards[told.course.dealer],
        winner=None if trick.winner is None else told.names[seat(trick.winner)],
        steps=tuple(told.in_trick.get(number, ())),
        flags=tuple(flag(judgement, told.names) for judgement in flagged),
        findings=notes_of((finding for finding in notes if finding.trick == number), told.names),
    )


def _played(
    card: int | None,
    token: int | None,
    trick: Trick,
    told: Telling,
    *,
    player: Player,
    flagged: Sequence[Judgement],
) -> Played:
    suffix = "" if token is None else told.suffixes.get(token, "")
    return Played(
        face=None if card is None else face_of(card),
        led=player == trick.leader,
        won=player == trick.winner,
        suffix=suffix,
        suffix_word=words.SUFFIXES.get(suffix, ""),
        flagged=any(judgement.player == player for judgement in flagged),
    )


def _seats(deal: CheckedDeal, names: tuple[str, str]) -> tuple[Seat, Seat] | None:
    """The elder's and the dealer's hands as dealt; None where the record shows nothing of either."""
    course = deal.course
    elder, dealer = (_seat(course, player, names) for player in (course.elder, course.dealer))
    return (elder, dealer) if elder.cards or dealer.cards else None


def _seat(course: Course, player: Player, names: tuple[str, str]) -> Seat:
    """All of a hand, or as much of it as was written."""
    index = seat(player)
    dealt, stated = course.dealt[index], course.stated[index]
    cards = faces_of((stated or 0) if dealt is None else dealt)
    hidden = HAND_SIZE - len(cards) if dealt is None else 0
    return Seat(name=names[index], cards=cards, hidden=range(max(0, hidden)))


def _outcome(deal: CheckedDeal, names: tuple[str, str]) -> str:
    written = deal.course.outcome
    if written is None:
        return ""
    if point_taken_by(deal.course) == written.player:
        return _("%(name)s takes the point.") % {"name": names[seat(written.player)]}
    tricks = written.tricks or tricks_of(deal, written.player)
    return words.outcome(names[seat(written.player)], tricks)


def tricks_of(deal: CheckedDeal, player: Player) -> int | None:
    """How many tricks the player won; None where that is not known."""
    return None if deal.tricks is None else deal.tricks[seat(player)]


def vulnerable(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """Against whom the point counts two; empty where against nobody, or where that is not known."""
    for player in PLAYERS:
        if deal.vulnerable == player:
            return bound(deal.course, names[seat(player)])
    return ""


def _score(
    names: tuple[str, str], before: Pair | None, after: Pair | None
) -> tuple[tuple[str, int | None, int | None], ...]:
    return tuple(
        (name, None if before is None else before[index], None if after is None else after[index])
        for index, name in enumerate(names)
    )


def _beside(finding: Finding, tricks: int) -> bool:
    """Whether the finding stands beside one of the tricks shown."""
    return finding.trick is not None and 1 <= finding.trick <= tricks
