"""A deal step by step: what lies in each hand and on the table after every call, exchange and card.

Everything that the stepping shows is worked out here from the course; the script in the page only uncovers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.common.localized_numbers import hundredths
from matches.pages.common.card_faces import Face, face_of
from matches.pages.reviews.judgements import Flag
from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.deal_timeline import Step
from scoring.cards import Card, Player, adversary, cards_of, seat
from scoring.checked import CheckedDeal
from scoring.course import Course, Trick
from scoring.record import FIRST_ITEM_TOKEN


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A card in one place. ``at`` names the steps at which it lies there: ``0-3,6-9``, counted from 0."""

    face: Face
    at: str

    @property
    def is_there_at_first(self) -> bool:
        return self.at.startswith("0-")


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A player's hand and the cards that he lays on the table."""

    name: str
    role: str
    hand: tuple[BoardCard, ...]
    table: tuple[BoardCard, ...]


@dataclass(frozen=True, slots=True)
class BoardStep:
    """``text`` says what happened; ``standing`` how the tricks stand, and A's chance of the game where it is known."""

    text: str
    standing: str
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """``seats`` are the elder's and the dealer's."""

    seats: tuple[BoardSeat, BoardSeat]
    steps: tuple[BoardStep, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A step before it is worded for the page: ``after`` is the token that it comes after."""

    text: str
    after: int
    flags: tuple[Flag, ...] = ()


def board(
    deal: CheckedDeal, page: DealPage, *, names: tuple[str, str], moments: Iterable[Mapping[str, Any]] = ()
) -> Board | None:
    """The board of a deal whose ``page`` has been made; None where not every card of both hands is on record.

    ``moments`` are the review's of the deal (``worker.review.decision.Moment``), in order.
    """
    course = deal.course
    told = _moments(course, page, names)
    held = {player: [course.held_at(player, moment.after + 1) for moment in told] for player in ("A", "B")}
    if len(told) < 2 or any(hand is None for hands in held.values() for hand in hands):
        return None
    chances = list(moments)
    steps = tuple(
        BoardStep(
            text=moment.text,
            standing=" ".join(
                filter(None, (_tricks(course, names, moment.after), _chance(chances, names[0], moment.after)))
            ),
            flags=moment.flags,
        )
        for moment in told
    )
    ends = [moment.after for moment in told]
    elder, dealer = (
        BoardSeat(
            name=names[seat(player)],
            role=role,
            hand=_cards_over_time([hand or 0 for hand in held[player]]),
            table=_table(course, player, ends),
        )
        for player, role in ((course.elder, _("elder hand")), (course.dealer, _("dealer")))
    )
    return Board((elder, dealer), steps)


def _moments(course: Course, page: DealPage, names: tuple[str, str]) -> list[_Moment]:
    """The deal, then every step and every card that counts, in the order in which they came."""
    dealt = _("%(name)s has dealt.") % {"name": names[seat(course.dealer)]}
    last_dealt = max(course.turn_up_token, *course.stated_tokens, FIRST_ITEM_TOKEN - 1)
    found = [_Moment(f"{dealt} {page.trumps}." if page.trumps else dealt, last_dealt)]
    found += _told(page.steps)
    for row, trick in zip(page.tricks, course.tricks, strict=False):
        played = _cards_played(trick, names)
        for moment, player in zip(played, (trick.leader, adversary(trick.leader)), strict=False):
            mine = tuple(flag for flag in row.flags if flag.player == player)
            found.append(_Moment(moment.text, moment.after, mine))
        found += _told(row.steps)
    return sorted(found, key=lambda moment: moment.after)


def _told(steps: Iterable[Step]) -> list[_Moment]:
    return [_Moment(step.text, step.token, step.flags) for step in steps if step.token is not None]


def _cards_played(trick: Trick, names: tuple[str, str]) -> list[_Moment]:
    leader, other = names[seat(trick.leader)], names[seat(adversary(trick.leader))]
    played = []
    if trick.lead is not None:
        said = _("%(name)s leads %(card)s.") % {"name": leader, "card": face_of(trick.lead).the}
        played.append(_Moment(said, trick.token))
    if trick.reply is not None and trick.reply_token is not None:
        told = {"name": other, "card": face_of(trick.reply).the}
        if trick.winner is None:
            said = _("%(name)s plays %(card)s.") % told
        elif trick.winner == trick.leader:
            said = _("%(name)s plays %(card)s, and %(leader)s wins the trick.") % {**told, "leader": leader}
        else:
            said = _("%(name)s plays %(card)s and wins the trick.") % told
        played.append(_Moment(said, trick.reply_token))
    return played


def _tricks(course: Course, names: tuple[str, str], after: int) -> str:
    """How many tricks each has won, the elder first; empty before the first."""
    won = [0, 0]
    for trick in course.tricks:
        if trick.winner is not None and (trick.reply_token or trick.token) <= after:
            won[seat(trick.winner)] += 1
    if not any(won):
        return ""
    elder, dealer = seat(course.elder), seat(course.dealer)
    return _("Tricks: %(elder)s %(elder_won)s, %(dealer)s %(dealer_won)s.") % {
        "elder": names[elder],
        "elder_won": won[elder],
        "dealer": names[dealer],
        "dealer_won": won[dealer],
    }


def _chance(moments: Sequence[Mapping[str, Any]], name: str, after: int) -> str:
    """The chance of A, of that name, at the last of the moments that is not past the token ``after``."""
    reached = [moment["chance"] for moment in moments if moment["token"] <= after]
    if not reached:
        return ""
    return _("%(name)s wins the game %(chance)s times in 100.") % {
        "name": name,
        "chance": hundredths(reached[-1]),
    }


def _cards_over_time(hands: Sequence[int]) -> tuple[BoardCard, ...]:
    """Every card that was ever among ``hands``, one hand for each step, in the order of the notation."""
    ever = 0
    for hand in hands:
        ever |= hand
    return tuple(
        BoardCard(face_of(card), _spans([bool(hand >> card & 1) for hand in hands]))
        for card in cards_of(ever)
    )


def _table(course: Course, player: Player, ends: Sequence[int]) -> tuple[BoardCard, ...]:
    """The cards that a player lays on the table: each lies there until the next trick begins."""
    laid = []
    for number, trick in enumerate(course.tricks):
        card, token = _laid(trick, player)
        if card is None or token is None:
            continue
        until = course.tricks[number + 1].token if number + 1 < len(course.tricks) else None
        shown = [token <= end and (until is None or end < until) for end in ends]
        laid.append(BoardCard(face_of(card), _spans(shown)))
    return tuple(laid)


def _laid(trick: Trick, player: Player) -> tuple[Card | None, int | None]:
    return (trick.lead, trick.token) if trick.leader == player else (trick.reply, trick.reply_token)


def _spans(there: Sequence[bool]) -> str:
    """``0-3,6-9``: the runs of steps at which it is so."""
    spans: list[list[int]] = []
    for step, is_there in enumerate(there):
        if not is_there:
            continue
        if spans and spans[-1][1] == step - 1:
            spans[-1][1] = step
        else:
            spans.append([step, step])
    return ",".join(f"{first}-{last}" for first, last in spans)
