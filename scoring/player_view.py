"""Show a deal as one player saw it at one point: the hand, the calls and exchanges so far, and the score.

The view contains only what the player could know. It has the number of cards of the opponent's exchange, and
only those cards of the opponent's hand that were played. The view is complete only for deals without an
irregularity, because cards that incidents revealed are not included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from scoring.cards import KING_RANK, PLAYERS, Card, CardMask, Player, Suit, rank_of
from scoring.checked import CheckedGame, CheckedRubber
from scoring.deal_course import Course, KingEvent, Swap, Trick
from scoring.follow import vulnerable_player
from scoring.record import Pair
from scoring.variants import VARIATIONS
from scoring.variants.triomphe import with_stand_implied


class CallHeard(NamedTuple):
    """A call, by its letter in the notation.

    ``earlier`` are the letters called before it in the deal. ``is_conditional`` is whether the player
    accepted on condition that the stock has enough cards (law 38).
    """

    player: Player
    letter: str
    earlier: str
    is_conditional: bool = False


class ExchangeSeen(NamedTuple):
    """An exchange, as the viewing player saw it.

    ``player`` discarded ``number`` cards and drew ``drawn`` cards; ``drawn`` is None if the number is not on
    record. ``out`` and ``taken`` are the cards of the viewing player's own exchange, and 0 for the
    opponent's.
    """

    player: Player
    number: int
    drawn: int | None
    out: CardMask
    taken: CardMask


ViewEvent: TypeAlias = CallHeard | ExchangeSeen | KingEvent


class PlayerView(NamedTuple):
    """A player's view of a deal at one point.

    - ``course``: everything that happened in the whole deal, including what the player did not see.
    - ``vulnerable``: the player against whom the point counts two by the calls so far, or None.
    - ``score``: the score before the deal, or None if it is unknown.
    - ``games_won``: the games of the rubber that each player had won before this game.
    - ``calls``: the letters called so far. If an offer was made after the first lead, they include the call
      that the lead implies.
    - ``events``: the calls, exchanges and kings so far, in order.
    - ``tricks``: the tricks so far. The last trick may still lack its reply. A trick without a winner is
      undecided.
    """

    course: Course
    player: Player
    hand: CardMask
    vulnerable: Player | None
    score: Pair | None
    games_won: Pair
    calls: str
    events: tuple[ViewEvent, ...]
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


def view_at(rubber: CheckedRubber, *, game: int, deal: int, token: int, player: Player) -> PlayerView:
    """Return what ``player`` saw of a deal just before the token with the number ``token``.

    ``game`` and ``deal`` are numbers from 1, by position in the record. ``PlayerView.course`` is the
    exception: it has the whole deal, for code that describes the deal in words.
    """
    in_game = rubber.games[game - 1]
    checked = in_game.deals[deal - 1]
    course = checked.course
    calls_made = [call for call in course.calls if call.token < token]
    has_offer_in_play = VARIATIONS[course.variant].has_offer_in_play
    calls = "".join(
        with_stand_implied(calls_made) if has_offer_in_play else [call.letter for call in calls_made]
    )
    against = vulnerable_player(calls, course.dealer, course.variant)
    return PlayerView(
        course=course,
        player=player,
        hand=course.held_at(player, token) or 0,
        # ``against`` may also be "none".
        vulnerable=next((each for each in PLAYERS if each == against), None),
        score=checked.before,
        games_won=_count_games_won(rubber, in_game),
        calls=calls,
        events=tuple(_list_events(course, token, player)),
        tricks=tuple(_list_tricks(course, token)),
    )


def caller_of(course: Course, letter: str, earlier: str) -> Player:
    """Return the player who called ``letter`` after the letters ``earlier`` had been called in the deal."""
    if course.variant == "ecarte":
        return course.elder if letter in "PS" else course.dealer
    call = course.calls[len(earlier)] if len(earlier) < len(course.calls) else None
    if call is not None and call.cards_played:
        # After the lead only the dealer may offer the point (La Triomphe).
        return course.dealer if letter in "PS" else course.elder
    # The elder hand speaks first, then the players take turns.
    return course.elder if len(earlier) % 2 == 0 else course.dealer


def is_turned_up(course: Course, king: KingEvent) -> bool:
    """Return whether ``king`` was marked because it was turned up, and not because it was announced from hand."""
    turn_up = course.turn_up
    return king.player == course.dealer and turn_up is not None and rank_of(turn_up) == KING_RANK


def _count_games_won(rubber: CheckedRubber, game: CheckedGame) -> Pair:
    winners = [each.winner for each in rubber.games[: game.number - 1]]
    return winners.count("A"), winners.count("B")


def _list_events(course: Course, token: int, player: Player) -> Iterator[ViewEvent]:
    """Return the calls, exchanges and kings before ``token``, in order."""
    events: list[tuple[int, ViewEvent]] = []
    earlier = ""
    for call in course.calls:
        caller = caller_of(course, call.letter, earlier)
        events.append((call.token, CallHeard(caller, call.letter, earlier, call.is_conditional)))
        earlier += call.letter
    events += [(swap.token, _view_exchange(swap, player)) for swap in course.swaps]
    events += [(king.token, king) for king in course.kings_heard]
    return (event for at, event in sorted(events, key=lambda event: event[0]) if at < token)


def _view_exchange(swap: Swap, player: Player) -> ExchangeSeen:
    drawn = None if swap.taken is None else swap.taken.bit_count()
    is_own = swap.player == player
    return ExchangeSeen(
        swap.player,
        swap.number,
        drawn,
        out=(swap.out or 0) if is_own else 0,
        taken=(swap.taken or 0) if is_own else 0,
    )


def _list_tricks(course: Course, token: int) -> Iterator[Trick]:
    for trick in course.tricks:
        if trick.lead is None or trick.token >= token:
            return
        has_reply = trick.reply is not None and trick.reply_token is not None and trick.reply_token < token
        yield trick if has_reply else Trick(trick.leader, trick.lead, trick.token)
