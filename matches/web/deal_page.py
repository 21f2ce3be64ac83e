"""One deal as a person would read it: hands, calls, exchanges, tricks in order, marks and findings beside.

Built from a ``CheckedDeal`` and its course; what the laws make of the deal was decided there. Hands after an
exchange are what was held, less what was put out, with what was taken in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from matches.web import words
from matches.web.faces import Face, face_of, faces_of
from matches.web.findings import FindingNote, notes_of
from matches.web.judgements import Flag, Judgement, flag
from scoring.cards import HAND_SIZE, KING_RANK, PLAYERS, Player, adversary, rank_of, seat
from scoring.checked import CheckedDeal
from scoring.course import Course, KingEvent, Swap, Trick
from scoring.findings import Finding
from scoring.record import (
    FIRST_ITEM_TOKEN,
    Call,
    CardPlayed,
    Exchange,
    Incident,
    KingMarked,
    Outcome,
    Pair,
)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's hand as dealt; ``hidden`` is how many of five the record does not show."""

    name: str
    cards: tuple[Face, ...]
    hidden: range


@dataclass(frozen=True, slots=True)
class Step:
    """Something said or done, in words; an exchange shows what went, what came and the hand it made.

    ``held`` is None where the record does not determine it. ``kind``: call, exchange, king, incident,
    taken-up (cards played before a replay), remark.
    """

    kind: str
    text: str
    out: tuple[Face, ...] = ()
    taken: tuple[Face, ...] = ()
    held: tuple[Face, ...] | None = None


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
    """``score`` pairs are (name, points before, points after), A's first; None where points are not known."""

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
    vulnerable: str
    marks: tuple[MarkRow, ...]
    score: tuple[tuple[str, int | None, int | None], ...]
    score_now: str
    findings: tuple[FindingNote, ...]
    flags: tuple[Flag, ...]


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
    told = _Telling(deal, names)
    told.follow()
    rows = tuple(
        _trick_row(number, trick, told, notes=notes, flagged=judgements)
        for number, trick in enumerate(course.tricks, start=1)
    )
    return DealPage(
        number=deal.number,
        dealer=names[seat(course.dealer)],
        elder=names[seat(course.elder)],
        packets="" if course.packets is None else words.packets(course.packets),
        turn_up=None if course.turn_up is None else face_of(course.turn_up),
        trumps="" if course.trump is None else words.trumps(course.trump),
        seats=_seats(deal, names),
        steps=tuple(told.before_play),
        tricks=rows,
        closing=tuple(told.after_play),
        outcome=_outcome(deal, names),
        is_void=deal.void,
        vulnerable=_vulnerable(deal, names),
        marks=tuple(
            MarkRow(
                name=names[seat(mark.player)],
                law=mark.law,
                points=mark.points,
                what=words.mark(mark, tricks=_tricks_of(deal, mark.player)),
            )
            for mark in deal.marks
        ),
        score=_score(names, deal.before, deal.score),
        score_now="" if deal.score is None or deal.void else words.score_now(names, deal.score),
        findings=notes_of((finding for finding in notes if not _beside(finding, len(rows))), names),
        flags=tuple(
            flag(judgement, names) for judgement in judgements if not 1 <= (judgement.trick or 0) <= len(rows)
        ),
    )


class _Telling:
    """Walks the items of a deal once and puts each into the part of the page where it belongs."""

    def __init__(self, deal: CheckedDeal, names: tuple[str, str]) -> None:
        self.deal = deal
        self.course = deal.course
        self.names = names
        self.before_play: list[Step] = []
        self.after_play: list[Step] = []
        self.in_trick: dict[int, list[Step]] = {}
        self.suffixes: dict[int, str] = {}
        self._held = list(self.course.dealt)
        self._letters = ""
        self._cards: list[Face | None] = []
        self._over = False

    def follow(self) -> None:
        swaps = {swap.token: swap for swap in self.course.swaps}
        kings = {king.token: king for king in self.course.kings}
        self._remarks(0)
        self._remarks(1)
        for token, item in enumerate(self.deal.deal.items, start=FIRST_ITEM_TOKEN):
            match item:
                case Call():
                    self._call(item)
                case Exchange():
                    self._exchange(swaps[token])
                case KingMarked():
                    self._king(kings[token])
                case CardPlayed():
                    self._play(item, token)
                case Incident():
                    self._incident(item)
                case Outcome():
                    self._over = True
                case _:
                    pass
            self._remarks(token)

    def _name(self, player: Player) -> str:
        return self.names[seat(player)]

    def _tell(self, step: Step) -> None:
        """To the trick of the card played last; what stands before the play and after it, apart."""
        if self._over:
            self.after_play.append(step)
        elif not self._cards:
            self.before_play.append(step)
        else:
            self.in_trick.setdefault((len(self._cards) + 1) // 2, []).append(step)

    def _remarks(self, token: int) -> None:
        for comment in self.deal.deal.comments:
            if comment.after == token:
                self._tell(Step("remark", comment.text))

    def _call(self, item: Call) -> None:
        speaker = self.course.elder if item.letter in "PS" else self.course.dealer
        text = words.call(item.letter, self._name(speaker), earlier=self._letters)
        self._letters += item.letter
        if item.suffix:
            text = f"{text} ({item.suffix} {words.SUFFIXES.get(item.suffix, '')})"
        self._tell(Step("call", text))

    def _exchange(self, swap: Swap) -> None:
        out, taken = (0, 0) if swap.number == 0 and not swap.taken else (swap.out, swap.taken)
        index = seat(swap.player)
        held = self._held[index]
        known = held is not None and out is not None and taken is not None
        self._held[index] = held = ((held or 0) & ~(out or 0)) | (taken or 0) if known else None
        text = words.exchange(
            self._name(swap.player), put_out=swap.number, taken=None if taken is None else taken.bit_count()
        )
        step = Step(
            "exchange",
            text,
            out=faces_of(out or 0),
            taken=faces_of(taken or 0),
            held=faces_of(held) if held is not None and swap.number else None,
        )
        self._tell(step)

    def _king(self, king: KingEvent) -> None:
        turn_up = self.course.turn_up
        is_turned_up = (
            king.player == self.course.dealer and turn_up is not None and rank_of(turn_up) == KING_RANK
        )
        text = words.king(
            self._name(king.player),
            self.course.trump,
            turned_up=is_turned_up,
            after_score=king.after_score,
        )
        self._tell(Step("king", text))

    def _play(self, item: CardPlayed, token: int) -> None:
        self._cards.append(None if item.card is None else face_of(item.card))
        if item.suffix:
            self.suffixes[token] = item.suffix

    def _incident(self, item: Incident) -> None:
        name = None if item.player is None else self._name(item.player)
        self._tell(Step("incident", words.incident(item, name)))
        if item.remedy == "replay" and self._cards:
            self._start_again()

    def _start_again(self) -> None:
        """What was played is taken up, and the play that counts begins (notation, section 5)."""
        for number in sorted(self.in_trick):
            self.before_play.extend(self.in_trick[number])
        played = tuple(face for face in self._cards if face is not None)
        self.before_play.append(Step("taken-up", words.taken_up(), out=played))
        self.in_trick.clear()
        self.suffixes.clear()
        self._cards.clear()


def _trick_row(
    number: int, trick: Trick, told: _Telling, *, notes: Sequence[Finding], flagged: Sequence[Judgement]
) -> TrickRow:
    leader = trick.leader
    mine = [judgement for judgement in flagged if judgement.trick == number]
    cards = {
        leader: _played(trick.lead, trick.token, trick, told, player=leader, flagged=mine),
        adversary(leader): _played(
            trick.reply, trick.reply_token, trick, told, player=adversary(leader), flagged=mine
        ),
    }
    return TrickRow(
        number=number,
        elder=cards[told.course.elder],
        dealer=cards[told.course.dealer],
        winner=None if trick.winner is None else told.names[seat(trick.winner)],
        steps=tuple(told.in_trick.get(number, ())),
        flags=tuple(flag(judgement, told.names) for judgement in mine),
        findings=notes_of((finding for finding in notes if finding.trick == number), told.names),
    )


def _played(
    card: int | None,
    token: int | None,
    trick: Trick,
    told: _Telling,
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
    tricks = written.tricks or _tricks_of(deal, written.player)
    return words.outcome(names[seat(written.player)], tricks)


def _tricks_of(deal: CheckedDeal, player: Player) -> int | None:
    return None if deal.tricks is None else deal.tricks[seat(player)]


def _vulnerable(deal: CheckedDeal, names: tuple[str, str]) -> str:
    for player in PLAYERS:
        if deal.vulnerable == player:
            return words.vulnerable(names[seat(player)])
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
