"""A moment of a recorded deal as one player saw it then: his cards, what was said and done, the score.

Nothing that he could not know is in it: of the adversary's exchange the number of cards, of his hand what he played.
Deals with an irregularity are not told here (``matches.queries.exercises``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise

from matches.web import words
from matches.web.call_words import bound, call_told
from matches.web.faces import Face, face_of, faces_of
from matches.web.telling import king_text
from scoring.cards import PLAYERS, Player, adversary, seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.course import Course
from scoring.follow import vulnerable_player


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
    in_game = rubber.games[game - 1]
    shown = in_game.deals[deal - 1]
    course = shown.course
    own, other = seat(player), seat(adversary(player))
    tricks = tuple(_tricks(course, token, names))
    last = tricks[-1] if tricks else None
    calls = "".join(call.letter for call in course.calls if call.token < token)
    against = vulnerable_player(calls, course.dealer, course.variant)
    return Position(
        player=names[own],
        other=names[other],
        is_dealer=player == course.dealer,
        hand=faces_of(course.held_at(player, token) or 0),
        turn_up=None if course.turn_up is None else face_of(course.turn_up),
        trumps="" if course.trump is None else words.trumps(course.trump),
        vulnerable="".join(bound(course, names[seat(each)]) for each in PLAYERS if each == against),
        score=_score(shown, names, own, other),
        games=_games(rubber, in_game, names, own, other),
        calls=calls,
        said=tuple(_said(course, token, player, names)),
        tricks=tricks,
        lead=last.lead if last is not None and last.reply is None else None,
    )


def _score(deal: CheckedDeal, names: tuple[str, str], own: int, other: int) -> tuple[tuple[str, int], ...]:
    if deal.before is None:
        return ()
    return (names[own], deal.before[own]), (names[other], deal.before[other])


def _games(
    rubber: CheckedRubber, game: CheckedGame, names: tuple[str, str], own: int, other: int
) -> tuple[tuple[str, int], ...]:
    """Games won before this one."""
    if rubber.rubber.rules.best_of == 1:
        return ()
    winners = [each.winner for each in rubber.games[: game.number - 1]]
    won = (winners.count("A"), winners.count("B"))
    return (names[own], won[own]), (names[other], won[other])


def _said(course: Course, token: int, player: Player, names: tuple[str, str]) -> Iterator[Said]:
    """Calls, exchanges and kings before ``token``, in their order."""
    events: list[tuple[int, Said]] = []
    letters = ""
    for call in course.calls:
        events.append((call.token, Said(call_told(course, call.letter, earlier=letters, names=names))))
        letters += call.letter
    for swap in course.swaps:
        name = names[seat(swap.player)]
        taken = None if swap.taken is None else swap.taken.bit_count()
        text = words.exchange(name, put_out=swap.number, taken=0 if swap.number == 0 else taken)
        is_own = swap.player == player
        out = faces_of(swap.out or 0) if is_own else ()
        came = faces_of(swap.taken or 0) if is_own else ()
        events.append((swap.token, Said(text, out=out, taken=came)))
    for king in course.kings:
        events.append((king.token, Said(king_text(course, king, names[seat(king.player)]))))
    return (said for at, said in sorted(events, key=lambda event: event[0]) if at < token)


def _tricks(course: Course, token: int, names: tuple[str, str]) -> Iterator[TrickSeen]:
    for number, trick in enumerate(course.tricks, start=1):
        if trick.lead is None or trick.token >= token:
            return
        replied = trick.reply is not None and trick.reply_token is not None and trick.reply_token < token
        yield TrickSeen(
            number=number,
            leader=names[seat(trick.leader)],
            lead=face_of(trick.lead),
            replier=names[seat(adversary(trick.leader))],
            reply=face_of(trick.reply) if replied and trick.reply is not None else None,
            winner=names[seat(trick.winner)] if replied and trick.winner is not None else "",
        )
