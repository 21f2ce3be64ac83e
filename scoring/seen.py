"""A moment of a deal as one player saw it then: his cards, what was said and done, the score.

Nothing that he could not know is in it: of the adversary's exchange the number of cards, of his hand what he played.
That holds of deals without an irregularity: what incidents showed to whom is not told here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from scoring.cards import KING_RANK, PLAYERS, Card, CardMask, Player, Suit, rank_of
from scoring.checked import CheckedGame, CheckedRubber
from scoring.course import Course, KingEvent, Swap, Trick
from scoring.follow import vulnerable_player
from scoring.record import Pair
from scoring.variants import VARIATIONS
from scoring.variants.triomphe import with_stand_implied


class CallHeard(NamedTuple):
    """A letter of the notation, and ``earlier`` those that were called before it.

    ``is_conditional``: cards are given on condition that the stock has enough.
    """

    player: Player
    letter: str
    earlier: str
    is_conditional: bool = False


class ExchangeSeen(NamedTuple):
    """``number`` cards put out and ``drawn`` taken, None where the record doesn't say; which they were is known of the
    player's own alone, as tallies: 0 of the adversary's.
    """

    player: Player
    number: int
    drawn: int | None
    out: CardMask
    taken: CardMask


Said: TypeAlias = CallHeard | ExchangeSeen | KingEvent


class Seen(NamedTuple):
    """``score`` is that before the deal, None where it is not known; ``games_won`` those before this game.

    ``calls`` are the letters called so far, with what the lead says where an offer stands after it. ``said`` is all
    that was said and done until then, in its order. A trick without a reply is to be replied to; without a winner it is
    not decided.
    """

    course: Course
    player: Player
    hand: CardMask
    vulnerable: Player | None
    score: Pair | None
    games_won: Pair
    calls: str
    said: tuple[Said, ...]
    tricks: tuple[Trick, ...]

    @property
    def dealer(self) -> Player:
        return self.course.dealer

    @property
    def turn_up(self) -> Card | None:
        return self.course.turn_up

    @property
    def trump(self) -> Suit | None:
        return self.course.trump


def seen_at(rubber: CheckedRubber, *, game: int, deal: int, token: int, player: Player) -> Seen:
    """What ``player`` saw just before ``token``; games and deals by their place from 1.

    ``course`` is all of the deal, for who puts it into words; what is read out of it elsewhere is no longer what the
    player saw.
    """
    in_game = rubber.games[game - 1]
    shown = in_game.deals[deal - 1]
    course = shown.course
    made = [call for call in course.calls if call.token < token]
    has_offer_in_play = VARIATIONS[course.variant].has_offer_in_play
    calls = "".join(with_stand_implied(made) if has_offer_in_play else [call.letter for call in made])
    against = vulnerable_player(calls, course.dealer, course.variant)
    return Seen(
        course=course,
        player=player,
        hand=course.held_at(player, token) or 0,
        vulnerable=next((each for each in PLAYERS if each == against), None),
        score=shown.before,
        games_won=_won_before(rubber, in_game),
        calls=calls,
        said=tuple(_said(course, token, player)),
        tricks=tuple(_tricks(course, token)),
    )


def speaker(course: Course, letter: str, earlier: str) -> Player:
    """Who called ``letter`` after those called ``earlier``."""
    if course.variant == "ecarte":
        return course.elder if letter in "PS" else course.dealer
    call = course.calls[len(earlier)] if len(earlier) < len(course.calls) else None
    if call is not None and call.cards_played:
        # After the lead it is the dealer who may offer the point.
        return course.dealer if letter in "PS" else course.elder
    # The elder speaks first, and then whoever has not spoken last.
    return course.elder if len(earlier) % 2 == 0 else course.dealer


def is_turned_up(course: Course, king: KingEvent) -> bool:
    """Whether the king is marked since it was turned up; else it was announced."""
    turn_up = course.turn_up
    return king.player == course.dealer and turn_up is not None and rank_of(turn_up) == KING_RANK


def _won_before(rubber: CheckedRubber, game: CheckedGame) -> Pair:
    winners = [each.winner for each in rubber.games[: game.number - 1]]
    return winners.count("A"), winners.count("B")


def _said(course: Course, token: int, player: Player) -> Iterator[Said]:
    """Calls, exchanges and kings before ``token``, in their order."""
    events: list[tuple[int, Said]] = []
    earlier = ""
    for call in course.calls:
        who = speaker(course, call.letter, earlier)
        events.append((call.token, CallHeard(who, call.letter, earlier, call.is_conditional)))
        earlier += call.letter
    events += [(swap.token, _exchange(swap, player)) for swap in course.swaps]
    events += [(king.token, king) for king in course.kings_heard]
    return (said for at, said in sorted(events, key=lambda event: event[0]) if at < token)


def _exchange(swap: Swap, player: Player) -> ExchangeSeen:
    drawn = None if swap.taken is None else swap.taken.bit_count()
    is_own = swap.player == player
    return ExchangeSeen(
        swap.player,
        swap.number,
        drawn,
        out=(swap.out or 0) if is_own else 0,
        taken=(swap.taken or 0) if is_own else 0,
    )


def _tricks(course: Course, token: int) -> Iterator[Trick]:
    for trick in course.tricks:
        if trick.lead is None or trick.token >= token:
            return
        replied = trick.reply is not None and trick.reply_token is not None and trick.reply_token < token
        yield trick if replied else Trick(trick.leader, trick.lead, trick.token)
