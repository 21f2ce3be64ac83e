"""Describe the events of a deal in order, sorted into the parts of its page: before the play, in a trick,
after the play.

Hands after an exchange, or after an irregularity that changed one, are taken from the course.
"""

from __future__ import annotations

from dataclasses import dataclass

from matches.pages.common import game_words
from matches.pages.common.card_faces import Face, face_of, faces_of
from matches.pages.common.incident_words import incident
from matches.pages.common.links import law_url
from matches.pages.common.listing import STEPS_SHOWN, TRICKS_SHOWN, shorten
from matches.pages.reviews.judgements import Flag
from scoring.cards import Player, seat
from scoring.checked import CheckedDeal
from scoring.deal_course import Course, KingEvent, Swap
from scoring.incidents import ELDERS_HAND, argument_of
from scoring.player_view import is_turned_up
from scoring.record import (
    FIRST_ITEM_TOKEN,
    Call,
    CardPlayed,
    Exchange,
    Incident,
    KingAnnounced,
    KingMarked,
    Outcome,
)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a deal, in words.

    ``kind`` is call, exchange, king, incident, remark, or taken-up (cards played before the deal was played
    again). ``out`` and ``taken`` are the cards that an exchange or a remedy moved; ``hand`` is the result,
    None if the record does not determine it, or if no card moved. ``token`` is that of the step's item in the
    record, None for a remark and for taken-up cards.
    """

    kind: str
    text: str
    out: tuple[Face, ...] = ()
    taken: tuple[Face, ...] = ()
    hand: tuple[Face, ...] | None = None
    law: int | None = None
    law_url: str = ""
    token: int | None = None
    flags: tuple[Flag, ...] = ()

    @property
    def out_names(self) -> str:
        return ", ".join(str(face) for face in self.out)

    @property
    def taken_names(self) -> str:
        return ", ".join(str(face) for face in self.taken)


class DealTimeline:
    """The steps of a deal, collected by ``follow``, which reads the deal's items in order.

    Afterwards ``before_play``, ``in_trick`` (by the trick's number, from 1) and ``after_play`` have the
    steps. ``left_out`` is the number of steps beyond ``STEPS_SHOWN``. ``suffixes`` are the signs that
    reviewers added to cards, by token. Signs on cards played before a replay are left out.
    """

    def __init__(self, deal: CheckedDeal, names: tuple[str, str]) -> None:
        self.deal = deal
        self.course = deal.course.with_hands()
        self.names = names
        self.before_play: list[Step] = []
        self.after_play: list[Step] = []
        self.in_trick: dict[int, list[Step]] = {}
        self.suffixes: dict[int, str] = {}
        self.left_out = 0
        self._count = 0
        self._comments: dict[int, list[str]] = {}
        for comment in deal.deal.comments:
            self._comments.setdefault(comment.after, []).append(comment.text)
        self._noted = {noted.token: noted for noted in self.course.incidents}
        self._letters = ""
        self._cards: list[Face | None] = []
        self._over = False

    def follow(self) -> None:
        swaps = {swap.token: swap for swap in self.course.swaps}
        kings = {king.token: king for king in self.course.kings_heard}
        self._remarks(0)
        self._remarks(1)
        for token, item in enumerate(self.deal.deal.items, start=FIRST_ITEM_TOKEN):
            match item:
                case Call() | Exchange() | KingMarked() | KingAnnounced() | Incident() if (
                    self._count >= STEPS_SHOWN
                ):
                    self.left_out += 1
                case Call():
                    self._call(item, token)
                case Exchange():
                    self._exchange(swaps[token])
                case KingMarked() | KingAnnounced():
                    king = kings[token]
                    self._add(
                        Step("king", king_text(self.course, king, self._name(king.player)), token=token)
                    )
                case CardPlayed():
                    self._cards.append(None if item.card is None else face_of(item.card))
                    if item.suffix:
                        self.suffixes[token] = item.suffix
                case Incident():
                    self._incident(item, token)
                case Outcome():
                    self._over = True
                case _:
                    pass
            self._remarks(token)

    def _name(self, player: Player) -> str:
        return self.names[seat(player)]

    def _add(self, step: Step) -> None:
        """Add the step to the trick of the last card, or to those before or after the play."""
        self._count += 1
        if self._over:
            self.after_play.append(step)
        elif not self._cards:
            self.before_play.append(step)
        else:
            self.in_trick.setdefault((len(self._cards) + 1) // 2, []).append(step)

    def _remarks(self, token: int) -> None:
        for text in self._comments.get(token, ()):
            if self._count >= STEPS_SHOWN:
                self.left_out += 1
            else:
                self._add(Step("remark", shorten(text)))

    def _call(self, item: Call, token: int) -> None:
        text = game_words.call_sentence(
            self.course,
            item.letter,
            earlier=self._letters,
            names=self.names,
            is_conditional=item.is_conditional,
        )
        self._letters += item.letter
        if item.suffix:
            text = f"{text} ({item.suffix} {game_words.SUFFIXES.get(item.suffix, '')})"
        self._add(Step("call", text, token=token))

    def _exchange(self, swap: Swap) -> None:
        out, taken = (0, 0) if swap.number == 0 and not swap.taken else (swap.out, swap.taken)
        hand = self.course.held_at(swap.player, swap.token + 1)
        text = game_words.exchange(
            self._name(swap.player), put_out=swap.number, taken=None if taken is None else taken.bit_count()
        )
        self._add(
            Step(
                "exchange",
                text,
                out=faces_of(out or 0),
                taken=faces_of(taken or 0),
                hand=faces_of(hand) if hand is not None and swap.number else None,
                token=swap.token,
            )
        )

    def _incident(self, item: Incident, token: int) -> None:
        noted = self._noted[token]
        text = incident(item, self.names, dealer=self.course.dealer, situation=noted.situation)
        moved = argument_of(item) or 0
        out, taken = (
            moved if noted.remedy in ("discard", "draw") else 0,
            moved if noted.remedy == "complete" else 0,
        )
        # The hand that has too many or too few cards under this law.
        holder = self.course.elder if item.law in ELDERS_HAND else self.course.dealer
        hand = self.course.held_at(holder, token + 1) if out or taken else None
        step = Step(
            "incident",
            shorten(text),
            out=faces_of(out),
            taken=faces_of(taken),
            hand=None if hand is None else faces_of(hand),
            law=item.law,
            law_url=law_url(item.law),
            token=token,
        )
        self._add(step)
        if item.remedy == "replay" and self._cards:
            self._start_again()

    def _start_again(self) -> None:
        """Discard the cards played so far; the play that counts begins now (notation, section 5)."""
        for number in sorted(self.in_trick):
            self.before_play.extend(self.in_trick[number])
        played = tuple(face for face in self._cards[: 2 * TRICKS_SHOWN] if face is not None)
        self.before_play.append(Step("taken-up", game_words.replay_heading(), out=played))
        self.in_trick.clear()
        self.suffixes.clear()
        self._cards.clear()


def king_text(course: Course, king: KingEvent, name: str) -> str:
    """Return a sentence on a king that was marked, or announced only, and on whether that was after the score."""
    return game_words.king(
        name,
        course.trump,
        turned_up=is_turned_up(course, king),
        after_score=king.after_score,
        is_marked=king not in course.announced,
    )
