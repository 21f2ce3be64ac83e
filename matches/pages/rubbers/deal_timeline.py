"""A deal told in order: what was said and done, each thing in the part of the page where it belongs.

Hands after an exchange, or after an irregularity that changed one, are those that the course knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from matches.pages.common import game_words as words
from matches.pages.common.call_words import call_told
from matches.pages.common.card_faces import Face, face_of, faces_of
from matches.pages.common.limits import STEPS_SHOWN, TRICKS_SHOWN, shortened
from matches.pages.laws.incident_words import incident
from matches.pages.laws.links import law_url
from matches.pages.reviews.judgements import Flag
from scoring.cards import Player, seat
from scoring.checked import CheckedDeal
from scoring.course import Course, KingEvent, Swap
from scoring.incidents import ELDERS_HAND, argument_of
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
from scoring.seen import is_turned_up


@dataclass(frozen=True, slots=True)
class Step:
    """Something said or done, in words; an exchange shows what went, what came and the hand it made.

    ``held`` is None where the record does not determine it. ``kind``: call, exchange, king, incident,
    taken-up (cards played before a replay), remark. An incident has its law, and the address where that is told.
    ``token`` is that of the item told; None for a remark and for cards taken up. ``flags``: what a review says.
    """

    kind: str
    text: str
    out: tuple[Face, ...] = ()
    taken: tuple[Face, ...] = ()
    held: tuple[Face, ...] | None = None
    law: int | None = None
    law_url: str = ""
    token: int | None = None
    flags: tuple[Flag, ...] = ()


class Telling:
    """Walks the items of a deal once, in ``follow``.

    Afterwards ``before_play``, ``in_trick`` (by the trick's number, from 1) and ``after_play`` hold the steps,
    ``left_out`` counts those past ``STEPS_SHOWN``, and ``suffixes`` are the reviewers' marks on cards, by token.
    """

    def __init__(self, deal: CheckedDeal, names: tuple[str, str]) -> None:
        self.deal = deal
        self.course = deal.course
        self.names = names
        self.before_play: list[Step] = []
        self.after_play: list[Step] = []
        self.in_trick: dict[int, list[Step]] = {}
        self.suffixes: dict[int, str] = {}
        self.left_out = 0
        self._told = 0
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
                    self._told >= STEPS_SHOWN
                ):
                    self.left_out += 1
                case Call():
                    self._call(item, token)
                case Exchange():
                    self._exchange(swaps[token])
                case KingMarked() | KingAnnounced():
                    self._king(kings[token])
                case CardPlayed():
                    self._play(item, token)
                case Incident():
                    self._incident(item, token)
                case Outcome():
                    self._over = True
                case _:
                    pass
            self._remarks(token)

    def _name(self, player: Player) -> str:
        return self.names[seat(player)]

    def _tell(self, step: Step) -> None:
        """To the trick of the card played last; what stands before the play and after it, apart."""
        self._told += 1
        if self._over:
            self.after_play.append(step)
        elif not self._cards:
            self.before_play.append(step)
        else:
            self.in_trick.setdefault((len(self._cards) + 1) // 2, []).append(step)

    def _remarks(self, token: int) -> None:
        for text in self._comments.get(token, ()):
            if self._told >= STEPS_SHOWN:
                self.left_out += 1
            else:
                self._tell(Step("remark", shortened(text)))

    def _call(self, item: Call, token: int) -> None:
        text = call_told(
            self.course,
            item.letter,
            earlier=self._letters,
            names=self.names,
            is_conditional=item.is_conditional,
        )
        self._letters += item.letter
        if item.suffix:
            text = f"{text} ({item.suffix} {words.SUFFIXES.get(item.suffix, '')})"
        self._tell(Step("call", text, token=token))

    def _exchange(self, swap: Swap) -> None:
        out, taken = (0, 0) if swap.number == 0 and not swap.taken else (swap.out, swap.taken)
        held = self.course.held_at(swap.player, swap.token + 1)
        text = words.exchange(
            self._name(swap.player), put_out=swap.number, taken=None if taken is None else taken.bit_count()
        )
        step = Step(
            "exchange",
            text,
            out=faces_of(out or 0),
            taken=faces_of(taken or 0),
            held=faces_of(held) if held is not None and swap.number else None,
            token=swap.token,
        )
        self._tell(step)

    def _king(self, king: KingEvent) -> None:
        text = king_text(self.course, king, self._name(king.player))
        self._tell(Step("king", text, token=king.token))

    def _play(self, item: CardPlayed, token: int) -> None:
        self._cards.append(None if item.card is None else face_of(item.card))
        if item.suffix:
            self.suffixes[token] = item.suffix

    def _incident(self, item: Incident, token: int) -> None:
        noted = self._noted[token]
        said = incident(item, self.names, dealer=self.course.dealer, situation=noted.situation)
        moved = argument_of(item) or 0
        out, taken = (
            moved if noted.remedy in ("discard", "draw") else 0,
            moved if noted.remedy == "complete" else 0,
        )
        held = self.course.held_at(self._holder(item.law), token + 1) if out or taken else None
        step = Step(
            "incident",
            shortened(said),
            out=faces_of(out),
            taken=faces_of(taken),
            held=None if held is None else faces_of(held),
            law=item.law,
            law_url=law_url(item.law),
            token=token,
        )
        self._tell(step)
        if item.remedy == "replay" and self._cards:
            self._start_again()

    def _holder(self, law: int) -> Player:
        """Whose hand is long or short under the law."""
        return self.course.elder if law in ELDERS_HAND else self.course.dealer

    def _start_again(self) -> None:
        """What was played is taken up, and the play that counts begins (notation, section 5)."""
        for number in sorted(self.in_trick):
            self.before_play.extend(self.in_trick[number])
        played = tuple(face for face in self._cards[: 2 * TRICKS_SHOWN] if face is not None)
        self.before_play.append(Step("taken-up", words.taken_up(), out=played))
        self.in_trick.clear()
        self.suffixes.clear()
        self._cards.clear()


def king_text(course: Course, king: KingEvent, name: str) -> str:
    """A king marked, or announced and not marked, by the player of that name, and whether behind the score."""
    return words.king(
        name,
        course.trump,
        turned_up=is_turned_up(course, king),
        after_score=king.after_score,
        is_marked=king not in course.announced,
    )
