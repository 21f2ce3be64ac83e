"""Lay out the table of a deal at every step: two hands face to face, the trick between them, the score and the pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.pages.common.card_faces import Face, face_of, faces_of, suit_name
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.board_states import Clock, Looks, Timed
from matches.pages.rubbers.deal_steps import DealStep
from scoring.cards import CARD_BY_NAME, PACK, PLAYERS, CardMask, Player, cards_of, seat, suit_of
from scoring.checked import CheckedDeal
from scoring.deal_course import Swap
from scoring.marks import GAME_POINTS

CARDS_LEFT: Final = 21
"""The cards in the stock after the deal and the turn-up."""


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A card in a hand. ``looks``: "gone" once it is played, "drawn" in an exchange, "best" where it was the best."""

    face: Face
    there: Timed[None]
    looks: Looks


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a player: ``pips`` has "on" for each point before the deal, "new" for each won in it."""

    number: int
    pips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A side of the table. ``is_down`` means that the viewer looks from the other side, and sees no hand here."""

    player: str
    name: str
    place: str
    plain: tuple[BoardCard, ...]
    trumps: tuple[BoardCard, ...]
    status: tuple[Timed[str], ...]
    points: tuple[Timed[Points], ...]
    put_out: tuple[Timed[tuple[Face, ...]], ...]
    laid: tuple[BoardCard, ...]
    slot: Timed[None]
    is_down: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The table of a deal. B sits above A. ``aside`` are pairs of short texts on what is at stake."""

    seats: tuple[BoardSeat, BoardSeat]
    turn_up: Face | None
    trumps: str
    aloud: tuple[Timed[str], ...]
    aside: tuple[Timed[tuple[str, str]], ...]


class BoardMaker:
    """Lays out the table of a deal. ``judged`` has the judgements with a badge, by the number of their step, from 0."""

    def __init__(
        self,
        deal: CheckedDeal,
        steps: Sequence[DealStep],
        *,
        names: tuple[str, str],
        now: int,
        view: str = "both",
        judged: Mapping[int, Judgement] | None = None,
    ) -> None:
        self.deal, self.course = deal, deal.course.with_hands()
        self.steps, self.names, self.view = steps, names, view
        self.judged = judged or {}
        self.clock = Clock(len(steps), now)
        self.swaps_shown = {player: self._swaps_shown(player) for player in PLAYERS}

    def make(self) -> Board:
        course = self.course
        return Board(
            seats=(self._seat("B", "upper"), self._seat("A", "lower")),
            turn_up=None if course.turn_up is None else face_of(course.turn_up),
            trumps="" if course.trump is None else str(capfirst(suit_name(course.trump))),
            aloud=self.clock.spread([step.aloud or None for step in self.steps]),
            aside=self.clock.spread([self._aside(place) for place in range(len(self.steps))]),
        )

    def _seat(self, player: Player, place: str) -> BoardSeat:
        hands = [self.course.held_at(player, step.token + 1) or 0 for step in self.steps]
        cards = self._hand(player, hands)
        trump = self.course.trump
        laid, on_table = self._laid(player)
        other_laid = self._laid("B" if player == "A" else "A")[1]
        waits = [other and not own for own, other in zip(on_table, other_laid, strict=True)]
        return BoardSeat(
            player=player.lower(),
            name=self.names[seat(player)],
            place=place,
            plain=tuple(card for number, card in cards if suit_of(number) != trump),
            trumps=tuple(card for number, card in cards if suit_of(number) == trump),
            status=self.clock.spread([self._status(player, place) for place in range(len(self.steps))]),
            points=self.clock.spread([self._points(player, place) for place in range(len(self.steps))]),
            put_out=self._put_out(player),
            laid=laid,
            slot=self.clock.timed(None, waits),
            is_down=self.view in ("a", "b") and self.view != player.lower(),
        )

    def _hand(self, player: Player, hands: Sequence[CardMask]) -> list[tuple[int, BoardCard]]:
        """Return every card that the player ever holds. One that is played leaves its place, so that none moves."""
        played = {step.face.code: step.token for step in self.steps if step.face and step.player == player}
        ever = 0
        for hand in hands:
            ever |= hand
        cards = []
        for card in cards_of(ever & PACK):
            face = face_of(card)
            at = played.get(face.code)
            gone = [at is not None and step.token >= at for step in self.steps]
            in_hands = [bool(hand >> card & 1) for hand in hands]
            there = [is_held or is_gone for is_held, is_gone in zip(in_hands, gone, strict=True)]
            looks = {
                "gone": gone,
                "drawn": [is_held and self._is_drawn(player, card, n) for n, is_held in enumerate(in_hands)],
                "best": [is_held and self._is_best(player, card, n) for n, is_held in enumerate(in_hands)],
            }
            cards.append((card, BoardCard(face, self.clock.timed(None, there), self.clock.looks(looks))))
        return cards

    def _is_drawn(self, player: Player, card: int, place: int) -> bool:
        swap = self.swaps_shown[player][place]
        return swap is not None and bool((swap.taken or 0) >> card & 1)

    def _is_best(self, player: Player, card: int, place: int) -> bool:
        judgement = self.judged.get(place)
        if judgement is None or judgement.player != player or judgement.kind != "card":
            return False
        return any(CARD_BY_NAME.get(name) == card for name in judgement.preferred)

    def _swaps_shown(self, player: Player) -> list[Swap | None]:
        """Return for each step the exchange of the player that the table still shows, or None.

        It is shown from its own step to the last step of the run of exchanges.
        """
        last_of_run = list(range(len(self.steps)))
        for place in range(len(self.steps) - 2, -1, -1):
            if self.steps[place + 1].kind == "exchange":
                last_of_run[place] = last_of_run[place + 1]
        swaps = {
            swap.token: swap for swap in reversed(self.course.swaps) if swap.player == player and swap.number
        }
        by_step: list[Swap | None] = [None] * len(self.steps)
        until = -1
        for place, step in enumerate(self.steps):
            if place > until and (swap := swaps.get(step.token)) is not None:
                until = last_of_run[place]
                by_step[place : until + 1] = [swap] * (until + 1 - place)
        return by_step

    def _put_out(self, player: Player) -> tuple[Timed[tuple[Face, ...]], ...]:
        swaps = self.swaps_shown[player]
        return self.clock.spread(
            [faces_of(swap.out) if swap is not None and swap.out else None for swap in swaps]
        )

    def _laid(self, player: Player) -> tuple[tuple[BoardCard, ...], list[bool]]:
        """Return the cards that the player lays on the table, and at which steps one of them lies there."""
        cards, ever = [], [False] * len(self.steps)
        for number, step in enumerate(self.steps):
            if step.face is None or step.player != player:
                continue
            lies = [
                step.token <= other.token and self._trick_at(n) == step.trick
                for n, other in enumerate(self.steps)
            ]
            is_fault = [n == number and number in self.judged for n in range(len(self.steps))]
            cards.append(
                BoardCard(step.face, self.clock.timed(None, lies), self.clock.looks({"fault": is_fault}))
            )
            ever = [one or other for one, other in zip(ever, lies, strict=True)]
        return tuple(cards), ever

    def _trick_at(self, place: int) -> int | None:
        """Return the number of the trick that lies on the table: it stays there until the next one begins."""
        tricks = [step.trick for step in self.steps[: place + 1] if step.trick is not None]
        return tricks[-1] if tricks else None

    def _status(self, player: Player, place: int) -> str | None:
        """Return in a word or two what the player did last before the play, or who leads to the trick; or None."""
        step = self.steps[place]
        if trick := self._trick_at(place):
            leader = next(each.player for each in self.steps if each.trick == trick)
            if leader == player and self.steps[place].kind == "card":
                return pgettext("at the table", "leads")
        sentences = [
            each.label.lower() if each.kind == "call" else _("changed %(number)s") % {"number": each.number}
            for each in self.steps[: place + 1]
            if each.player == player and each.kind in ("call", "exchange")
        ]
        if sentences and step.kind != "card":
            return sentences[-1]
        return pgettext("at the table", "dealt") if player == self.course.dealer else None

    def _points(self, player: Player, place: int) -> Points | None:
        before = self.deal.before
        if before is None:
            return None
        own = before[seat(player)]
        number = own + sum(
            king.player == player and king.token <= self.steps[place].token
            for king in self.course.kings
            if any(mark.law == 47 and mark.player == player for mark in self.deal.marks)
        )
        if place == len(self.steps) - 1 and self.deal.score is not None and not self.deal.void:
            number = self.deal.score[seat(player)]
        pips = tuple(
            "on" if point < min(own, number) else "new" if point < number else ""
            for point in range(GAME_POINTS)
        )
        return Points(number, pips)

    def _aside(self, place: int) -> tuple[str, str] | None:
        """Return what is at stake at a step: tricks and the points of the play, or the cards left in the pack."""
        course, step = self.course, self.steps[place]
        risk = _("at risk: 2") if course.vulnerable in PLAYERS else ""
        if self._trick_at(place):
            won = {
                player: sum(
                    each.is_won and each.player == player and self._is_complete(each, place)
                    for each in self.steps
                )
                for player in PLAYERS
            }
            return _("Tricks %(a)s–%(b)s") % {"a": won["A"], "b": won["B"]}, risk
        if step.kind == "call" and step == self._last_call() and risk:
            return str(capfirst(risk)), ""
        drawn = sum(swap.number for swap in course.swaps if swap.token <= step.token)
        if course.turn_up is None:
            return None
        return _("%(number)s left") % {"number": CARDS_LEFT - drawn}, _("in the pack")

    def _is_complete(self, card: DealStep, place: int) -> bool:
        """Return whether the trick of a card is complete at a step."""
        return max(step.token for step in self.steps if step.trick == card.trick) <= self.steps[place].token

    def _last_call(self) -> DealStep | None:
        return next((step for step in reversed(self.steps) if step.kind == "call"), None)
