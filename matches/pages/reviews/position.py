"""A moment of a recorded deal as one player saw it then (``scoring.seen``), in words and faces.

Deals with an irregularity are not told here (``matches.reviews.queries.exercises``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise

from matches.pages.common import game_words as words
from matches.pages.common.call_words import bound, call_told
from matches.pages.common.card_faces import Face, face_of, faces_of
from matches.pages.rubbers.deal_timeline import king_text
from scoring.cards import Player, adversary, seat
from scoring.checked import CheckedRubber
from scoring.course import Course, Trick
from scoring.record import Pair
from scoring.seen import CallHeard, ExchangeSeen, seen_at
from scoring.seen import Said as SaidThen


@dataclass(frozen=True, slots=True)
class Said:
    """Something said or done. ``out`` and ``taken`` are the player's own cards that he put out and took."""

    text: str
    out: tuple[Face, ...] = ()
    taken: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class TrickSeen:
    """A trick as far as it had come; ``reply`` None: to be played, ``winner`` empty: not decided."""

    number: int
    leader: str
    lead: Face
    replier: str
    reply: Face | None
    winner: str


@dataclass(frozen=True, slots=True)
class Position:
    """``score`` and ``games`` are (name, points or games won before), the player's own first; ``games`` is empty for a
    single game.

    ``calls`` are the letters called so far, ``lead`` is the card that he is to reply to.
    """

    player: str
    other: str
    is_dealer: bool
    hand: tuple[Face, ...]
    turn_up: Face | None
    trumps: str | Promise
    vulnerable: str
    score: tuple[tuple[str, int], ...]
    games: tuple[tuple[str, int], ...]
    calls: str
    said: tuple[Said, ...]
    tricks: tuple[TrickSeen, ...]
    lead: Face | None


def position_at(
    rubber: CheckedRubber, *, game: int, deal: int, token: int, player: Player, names: tuple[str, str]
) -> Position:
    """The position just before ``token``; games and deals by their place from 1, ``names`` are A's and B's."""
    seen = seen_at(rubber, game=game, deal=deal, token=token, player=player)
    own, other = seat(player), seat(adversary(player))
    tricks = tuple(_tricks(seen.tricks, names))
    last = tricks[-1] if tricks else None
    against = seen.vulnerable
    return Position(
        player=names[own],
        other=names[other],
        is_dealer=player == seen.dealer,
        hand=faces_of(seen.hand),
        turn_up=None if seen.turn_up is None else face_of(seen.turn_up),
        trumps="" if seen.trump is None else words.trumps(seen.trump),
        vulnerable="" if against is None else bound(seen.course, names[seat(against)]),
        score=() if seen.score is None else _by_name(seen.score, names, own, other),
        games=() if rubber.rubber.rules.best_of == 1 else _by_name(seen.games_won, names, own, other),
        calls=seen.calls,
        said=tuple(_told(seen.course, each, names) for each in seen.said),
        tricks=tricks,
        lead=last.lead if last is not None and last.reply is None else None,
    )


def _by_name(pair: Pair, names: tuple[str, str], own: int, other: int) -> tuple[tuple[str, int], ...]:
    return (names[own], pair[own]), (names[other], pair[other])


def _told(course: Course, said: SaidThen, names: tuple[str, str]) -> Said:
    name = names[seat(said.player)]
    if isinstance(said, CallHeard):
        return Said(
            call_told(
                course,
                said.letter,
                earlier=said.earlier,
                names=names,
                is_conditional=said.is_conditional,
            )
        )
    if isinstance(said, ExchangeSeen):
        text = words.exchange(name, put_out=said.number, taken=said.drawn if said.number else 0)
        return Said(text, out=faces_of(said.out), taken=faces_of(said.taken))
    return Said(king_text(course, said, name))


def _tricks(tricks: Iterable[Trick], names: tuple[str, str]) -> Iterator[TrickSeen]:
    for number, trick in enumerate(tricks, start=1):
        if trick.lead is None:
            return
        yield TrickSeen(
            number=number,
            leader=names[seat(trick.leader)],
            lead=face_of(trick.lead),
            replier=names[seat(adversary(trick.leader))],
            reply=None if trick.reply is None else face_of(trick.reply),
            winner="" if trick.winner is None else names[seat(trick.winner)],
        )
