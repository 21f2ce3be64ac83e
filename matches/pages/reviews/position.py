"""A position in a recorded deal as one player saw it (``scoring.player_view``), in words and cards.

Deals with an irregularity are not shown here (see ``matches.reviews.exercises``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.pages.common.card_faces import Face, face_of, faces_of, suit_name
from matches.pages.reviews.choice_words import short_cards
from scoring.cards import SUIT_MASK, CardMask, Player, Suit, format_cards, opponent, seat
from scoring.follow import vulnerable_player
from scoring.marks import GAME_POINTS
from scoring.player_view import CallHeard, ExchangeSeen, PlayerView, ViewEvent, is_turned_up

NOBODY: Final = "none"
"""The answer of ``vulnerable_player`` if the point counts one, whoever wins it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a position.

    ``look`` is the class of the player's sign: "a", a disc, for the player who decides, "b", a diamond, for the other.
    ``points`` and ``games`` are those before the deal; ``points`` is None if unknown, ``games`` if the rubber is a
    single game. ``said`` is what the player said and did so far in the deal.
    """

    look: str
    name: str
    points: int | None
    games: int | None
    said: str

    @property
    def pips(self) -> list[bool]:
        """One value for each point of a game: whether the player has it."""
        return [at < (self.points or 0) for at in range(GAME_POINTS)]


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick that was won before a position. ``winner`` is the class of the winner's sign, ``text`` is read aloud."""

    lead: Face
    reply: Face
    winner: str
    text: str


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a deal as one player saw it.

    ``trump_first`` is the code of the first trump of ``hand``, which has the trumps last; "" if there are only trumps
    or none. ``calls`` are those so far in EGN. ``lead`` is the card to reply to, or None. ``stakes`` says what the
    point counts; "" while the calls leave it open.
    """

    own: Seat
    other: Seat
    hand: tuple[Face, ...]
    trump_first: str
    turn_up: Face | None
    trumps: str
    stakes: str
    calls: str
    tricks: tuple[PlayedTrick, ...]
    lead: Face | None


def position_of(
    view: PlayerView, *, names: tuple[str, str], is_single: bool = True, hides_king: bool = False
) -> Position:
    """Put what a player saw into words. ``names`` are those of A and B.

    ``is_single``: the rubber is a single game. ``hides_king``: whether the player shows the king is the question, so
    that their answer in the record is left out.
    """
    if hides_king:
        events = (
            event
            for event in view.events
            if isinstance(event, CallHeard | ExchangeSeen) or event.player != view.player
        )
        view = view._replace(events=tuple(events))
    last = view.tricks[-1] if view.tricks else None
    is_led = last is not None and last.lead is not None and last.reply is None
    plain, trumps = _by_trumps(view.hand, view.trump)
    return Position(
        own=_seat(view, view.player, names, is_single=is_single),
        other=_seat(view, opponent(view.player), names, is_single=is_single),
        hand=(*plain, *trumps),
        trump_first=trumps[0].code if plain and trumps else "",
        turn_up=None if view.turn_up is None else face_of(view.turn_up),
        trumps="" if view.trump is None else str(capfirst(suit_name(view.trump))),
        stakes=_stakes(view),
        calls=view.calls,
        tricks=tuple(_tricks(view, names)),
        lead=face_of(last.lead) if is_led and last is not None and last.lead is not None else None,
    )


def _by_trumps(hand: CardMask, trump: Suit | None) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    mask = 0 if trump is None else SUIT_MASK << (trump << 3)
    return faces_of(hand & ~mask), faces_of(hand & mask)


def _seat(view: PlayerView, player: Player, names: tuple[str, str], *, is_single: bool) -> Seat:
    index = seat(player)
    said = [pgettext("what a player did", "dealt")] if player == view.dealer else []
    said += [_said(view, event) for event in view.events if event.player == player]
    return Seat(
        look=_sign(view, player),
        name=names[index],
        points=None if view.score is None else view.score[index],
        games=None if is_single else view.games_won[index],
        said=", ".join(said),
    )


def _sign(view: PlayerView, player: Player | None) -> str:
    """Return the class of a player's sign: "you" are always the disc, whichever seat the record gave you."""
    if player is None:
        return ""
    return "a" if player == view.player else "b"


def _said(view: PlayerView, event: ViewEvent) -> str:
    """Return a call, an exchange or a king as a past participle: "proposed", "changed three", "announced the king"."""
    if isinstance(event, CallHeard):
        return _call(event)
    if isinstance(event, ExchangeSeen):
        if event.number == 0:
            return pgettext("what a player did", "kept all five")
        if event.out:
            text = pgettext("what a player did", "changed %(cards)s")
            return text % {"cards": short_cards(format_cards(event.out))}
        text = ngettext("changed %(number)s card", "changed %(number)s cards", event.number)
        return text % {"number": event.number}
    if is_turned_up(view.course, event):
        return pgettext("what a player did", "turned up the king")
    return pgettext("what a player did", "announced the king")


def _call(event: CallHeard) -> str:
    is_first = event.letter not in event.earlier
    match event.letter:
        case "P" if is_first:
            return pgettext("what a player did", "proposed")
        case "P":
            return pgettext("what a player did", "proposed again")
        case "S" if not event.earlier:
            return pgettext("what a player did", "played at once")
        case "S":
            return pgettext("what a player did", "played")
        case "G" if is_first:
            return pgettext("what a player did", "gave cards")
        case "G":
            return pgettext("what a player did", "gave cards again")
    return pgettext("what a player did", "refused")


def _stakes(view: PlayerView) -> str:
    if view.vulnerable == view.player:
        return _("2 points if you lose")
    if view.vulnerable is not None:
        return _("2 points if you win")
    is_plain = vulnerable_player(view.calls, view.dealer, view.course.variant) == NOBODY
    return _("1 point at stake") if is_plain else ""


def _tricks(view: PlayerView, names: tuple[str, str]) -> Iterator[PlayedTrick]:
    for number, trick in enumerate(view.tricks, start=1):
        if trick.lead is None or trick.reply is None:
            return
        lead, reply = face_of(trick.lead), face_of(trick.reply)
        values = {"number": number, "lead": lead.the, "reply": reply.the}
        if trick.winner == view.player:
            text = _("Trick %(number)s: %(lead)s, then %(reply)s. You won it.") % values
        else:
            name = "" if trick.winner is None else names[seat(trick.winner)]
            text = _("Trick %(number)s: %(lead)s, then %(reply)s. %(name)s won it.") % {
                **values,
                "name": name,
            }
        yield PlayedTrick(lead=lead, reply=reply, winner=_sign(view, trick.winner), text=text)
