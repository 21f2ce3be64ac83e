"""Play a deal out while neither player sees the other hand (compiled).

With five and four cards a player takes every hand of the opponent that fits what they know as equally likely, and
plays the card with the best mean if both hands are seen afterwards. From three cards on they play by the hidden search
(``worker.review.hidden_play``). Both play for marks. If several cards are equally good, each is played equally often.

A player knows their own cards and discards, the turn-up, the cards played, the king announced, and what replies rule
out (law 43). The elder hand announces the king before the first lead, the dealer before the first reply (law 23);
whoever has not announced it by then is taken not to have it. Where a king may be kept back, as at four to three,
silence says nothing: the king is then in the other hand as likely as any other card.

Trumps are spades. Seats are 0 for the elder hand and 1 for the dealer; most arrays are indexed by seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE, KING_RANK, PACK
from scoring.variants.worth import POINT_POINTS, VULNERABLE_POINT_POINTS
from worker.review.equilibrium.last_three import KeptPlans, best_of_three, make_kept_plans
from worker.review.equilibrium.memo import MISSING, Memo, key_of, make_memo, recall, remember
from worker.review.hidden_kernels import ALWAYS, Rules, share_of_reply
from worker.review.hidden_last_tricks import HandMasks
from worker.review.hidden_play import rules_of
from worker.review.hidden_weighing import weigh_leads_of_two
from worker.review.kernels import BEST, NO_LEAD, tally_choices
from worker.review.policy import next_random
from worker.review.strength import DEALER, ELDER, KING_OF_TRUMPS
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, beats, count_cards, lawful_cards
from worker.solver.table import Table, solver_table

_ANNOUNCED: Final = 1
_KEPT_BACK: Final = 2
_MANY: Final = 22, 1 << 13
_FEW: Final = 16, 1 << 10
"""The sizes of the memo, as a power of two, and of the store of plans: about 300 MB for long computations, 40 MB for
reviews."""
_lock = Lock()


class HiddenPlay(NamedTuple):
    """The data of the play.

    - ``table``: the solver's table; ``rules``: the rules of play.
    - ``worth[vulnerable, seat, tricks]``: the marks of the deal to the player, minus the opponent's, if the player
      wins so many tricks in all.
    - ``memo`` and ``plans``: decisions and plans that were made before.
    - ``tally`` and ``totals``: working memory.
    - ``log[card, 0]``: the best cards of the deal's last play, card by card, as masks; ``log[card, 1]``: the card
      played.
    """

    table: Table
    rules: Rules
    worth: NDArray[np.int64]
    memo: Memo
    plans: KeptPlans
    tally: NDArray[np.int64]
    totals: NDArray[np.int64]
    log: NDArray[np.int64]


class Deal(NamedTuple):
    """A deal during its play.

    - ``whole``, ``out``: the hands at the first lead, and the cards that their players discarded.
    - ``left``: the cards that are still in the hands; ``ruled_out``: the cards that replies rule out.
    - ``announced``: ``_ANNOUNCED`` if the player has the king and announces it, ``_KEPT_BACK`` if they keep it back.
    - ``won``: the tricks won so far.
    """

    whole: NDArray[np.int64]
    out: NDArray[np.int64]
    left: NDArray[np.int64]
    ruled_out: NDArray[np.int64]
    announced: NDArray[np.int64]
    won: NDArray[np.int64]


def make_hidden_play(memo_bits: int, plans: int) -> HiddenPlay:
    """Return the data of the play with an empty memo of two to the power of ``memo_bits`` decisions.

    ``plans`` is the number of plans that are kept (``last_three.make_kept_plans``).
    """
    return HiddenPlay(
        solver_table(),
        rules_of(0),
        list_worths(),
        make_memo(memo_bits),
        make_kept_plans(plans),
        np.zeros((BEST + 1, HAND_SIZE + 1), np.int64),
        np.zeros(32, np.int64),
        np.zeros((2 * HAND_SIZE, 2), np.int64),
    )


@contextmanager
def hidden_play(*, is_long: bool = False) -> Iterator[HiddenPlay]:
    """Lend the data of the play to one thread at a time.

    ``is_long`` is whether so many deals are played that a large memo is worth its memory.
    """
    with _lock:
        yield _cached_play(*(_MANY if is_long else _FEW))


@cache
def _cached_play(memo_bits: int, plans: int) -> HiddenPlay:
    return make_hidden_play(memo_bits, plans)


def list_worths() -> NDArray[np.int64]:
    """Return the marks of a deal, as ``HiddenPlay.worth``."""
    worth = np.zeros((3, 2, HAND_SIZE + 1), np.int64)
    for vulnerable in range(3):
        for tricks in range(HAND_SIZE + 1):
            seat = ELDER if tricks > HAND_SIZE // 2 else DEALER
            is_vole = tricks in (0, HAND_SIZE)
            counts_two = is_vole or vulnerable == 2 - seat
            marks = VULNERABLE_POINT_POINTS if counts_two else POINT_POINTS
            worth[vulnerable, ELDER, tricks] = marks if seat == ELDER else -marks
    worth[:, DEALER] = -worth[:, ELDER, ::-1]
    worth.flags.writeable = False
    return worth


@compiled
def play_hidden(
    play: HiddenPlay,
    elder: int,
    dealer: int,
    elder_out: int,
    dealer_out: int,
    turned: int,
    vulnerable: int,
    first_lead: int,
    is_king_kept_back: bool,
    state: NDArray[np.uint64],
) -> int:
    """Return the number of tricks that the elder hand wins.

    - ``elder`` and ``dealer``: the hands at the first lead; ``elder_out``, ``dealer_out``: the cards discarded.
    - ``turned``: the rank of the turn-up.
    - ``vulnerable``: the player against whom the point counts two, 0 nobody, 1 the elder hand, 2 the dealer.
    - ``first_lead``: the card that the elder hand leads first, or ``NO_LEAD`` for the best one.
    - ``is_king_kept_back``: whether the player who has the king of trumps does not announce it.
    - ``state``: the state of the random numbers, for equally good cards.
    """
    deal = Deal(
        np.array([elder, dealer]), np.array([elder_out, dealer_out]), np.array([elder, dealer]),
        np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64),
    )  # fmt: skip
    if turned != KING_RANK:
        holds = _KEPT_BACK if is_king_kept_back else _ANNOUNCED
        deal.announced[ELDER] = holds if elder & KING_OF_TRUMPS else 0
        deal.announced[DEALER] = holds if dealer & KING_OF_TRUMPS else 0
    seen = 1 << turned
    leader = ELDER
    for trick in range(HAND_SIZE):
        lead = NO_LEAD
        if trick == 0 and first_lead != NO_LEAD:
            play.log[0, 0] = 1 << first_lead
            lead = first_lead
        else:
            lead = _choose(play, deal, leader, NO_LEAD, seen, turned, vulnerable, 2 * trick, state)
        play.log[2 * trick, 1] = lead
        seen |= 1 << lead
        deal.left[leader] &= ~(1 << lead)
        follower = 1 - leader
        reply = _choose(play, deal, follower, lead, seen, turned, vulnerable, 2 * trick + 1, state)
        play.log[2 * trick + 1, 1] = reply
        seen |= 1 << reply
        deal.left[follower] &= ~(1 << reply)
        deal.ruled_out[follower] |= play.rules.ruled_out[lead, reply] & ~seen
        if beats(reply, lead, play.rules.trump):
            leader = follower
        deal.won[leader] += 1
    return as_int(deal.won[ELDER])


@compiled
def _choose(
    play: HiddenPlay,
    deal: Deal,
    seat: int,
    lead: int,
    seen: int,
    turned: int,
    vulnerable: int,
    place: int,
    state: NDArray[np.uint64],
) -> int:
    """Return the card that a player leads, or replies to ``lead``.

    ``seen`` are the turn-up and all cards played, including ``lead``. ``place`` is the number of cards played.
    """
    own = as_int(deal.left[seat])
    best = lawful_cards(own, lead, play.rules.trump)
    if best & best - 1:
        best = _find_best(play, deal, seat, own, lead, seen, turned, vulnerable)
    play.log[place, 0] = best
    chosen = best
    if best & best - 1:
        skipped = next_random(state) * count_cards(best) >> 31
        for _ in range(skipped):
            chosen &= chosen - 1
    return count_cards((chosen & -chosen) - 1)


@compiled
def _find_best(
    play: HiddenPlay, deal: Deal, seat: int, own: int, lead: int, seen: int, turned: int, vulnerable: int
) -> int:
    """Return the best of two or more lawful cards, as a mask.

    - ``seat``: the player who is to play, and ``own`` that player's hand.
    - ``lead``: the card led, or ``NO_LEAD``.
    - ``seen``: the turn-up and all cards played, including ``lead``, as a mask.
    - ``turned``: the rank of the turn-up.
    - ``vulnerable``: the player against whom the point counts two, as in ``HiddenPlay.worth``.
    """
    known = _known_hand(deal, seat, seen, turned)
    won = as_int(deal.won[seat])
    cards = count_cards(own)
    theirs = common_hand(deal, 1 - seat, seen, turned)
    ours = common_hand(deal, seat, seen, turned)
    masks = (own, known[1], 0, 0)
    if cards <= 3:
        masks = (own, known[1], ours[1], theirs[1])
    # Besides the cards, a decision depends on which hands are known to have the king (three bits), on the seat and the
    # vulnerable player (three bits), and on the tricks won.
    kings = (1 if known[0] else 0) | (2 if ours[0] else 0) | (4 if theirs[0] else 0)
    rest = kings | (vulnerable << 1 | seat) << 3 | won << 6
    shifts = np.empty(4, np.int64)
    key = key_of(play.memo, masks, lead, rest, shifts)
    best = recall(play.memo, key, own, shifts)
    if best != MISSING:
        return best
    worth = play.worth[vulnerable, seat, won:]
    if cards > 3:
        best = _best_by_hands_seen(play, own, lead, known, worth)
    elif cards == 3:
        best = best_of_three(play.plans, play.rules, own, lead, known, ours, theirs, worth)
    elif lead == NO_LEAD:
        play.totals[:] = 0
        weigh_leads_of_two(own, known, ours, worth, play.rules, play.totals)
        best = _largest(play.totals, own)
    else:
        best = _best_reply_of_two(play, own, lead, known, worth)
    remember(play.memo, key, own, best, shifts)
    return best


@compiled
def _known_hand(deal: Deal, seat: int, seen: int, turned: int) -> HandMasks:
    """Return what a player knows of the opponent's hand: the cards that are certain, and all possible ones."""
    other = 1 - seat
    mine = as_int(deal.whole[seat]) | as_int(deal.out[seat])
    possible = PACK & ~(seen | mine | as_int(deal.ruled_out[other]))
    return _with_king(deal, other, possible, (seen | mine) & KING_OF_TRUMPS != 0, turned)


@compiled
def common_hand(deal: Deal, holder: int, seen: int, turned: int) -> HandMasks:
    """Return what both players know of a hand."""
    possible = PACK & ~(seen | as_int(deal.ruled_out[holder]))
    return _with_king(deal, holder, possible, seen & KING_OF_TRUMPS != 0, turned)


@compiled
def _with_king(deal: Deal, holder: int, possible: int, is_elsewhere: bool, turned: int) -> HandMasks:
    """Return the certain and the possible cards after the holder's time to announce the king is considered.

    ``is_elsewhere`` is whether the king is known to be out of the hand. The dealer's time is past after their first
    card, the elder hand's when the dealer is to reply. The elder hand's time is therefore past at every decision of
    the dealer, and wherever what both players know is needed.
    """
    if turned == KING_RANK or is_elsewhere:
        return 0, possible
    has_played = deal.whole[holder] != deal.left[holder]
    if not has_played:
        return 0, possible
    if deal.announced[holder] == _ANNOUNCED:
        return KING_OF_TRUMPS, possible
    if deal.announced[holder] == _KEPT_BACK:
        return 0, possible
    return 0, possible & ~KING_OF_TRUMPS


@compiled
def _best_by_hands_seen(
    play: HiddenPlay, own: int, lead: int, known: HandMasks, worth: NDArray[np.int64]
) -> int:
    """Return the lawful cards with the best mean worth if both hands are seen after the card, as a mask.

    ``known`` is what the player knows of the opponent's hand. ``worth`` has the worth of each number of tricks still to
    be won.
    """
    play.tally[:] = 0
    tally_choices(play.table, own, lead, play.rules.trump, known[0], known[1] & ~known[0], play.tally)
    for card in range(32):
        total = 0
        if own >> card & 1:
            for tricks in range(len(worth)):
                total += as_int(play.tally[card, tricks]) * as_int(worth[tricks])
        play.totals[card] = total
    return _largest(play.totals, lawful_cards(own, lead, play.rules.trump))


@compiled
def _largest(totals: NDArray[np.int64], cards: int) -> int:
    """Return those of ``cards`` with the largest total, as a mask."""
    best = 0
    most = 0
    for card in range(32):
        if cards >> card & 1:
            if best == 0 or totals[card] > most:
                best = 1 << card
                most = as_int(totals[card])
            elif totals[card] == most:
                best |= 1 << card
    return best


@compiled
def _best_reply_of_two(
    play: HiddenPlay, own: int, lead: int, known: HandMasks, worth: NDArray[np.int64]
) -> int:
    """Return the best of two lawful replies. The leader has one card left."""
    # A trick that the player does not win is the leader's, and so is its worth.
    leader_worth = np.array([-worth[2], -worth[1], -worth[0]])
    low = count_cards((own & -own) - 1)
    high = count_cards((own & own - 1) - 1)
    # The leader's last card is the king if it is certain, otherwise any of the possible cards.
    unseen = known[0] if known[0] else known[1]
    share = share_of_reply(lead, low, high, unseen, leader_worth, play.rules)
    if share == ALWAYS:
        return 1 << low
    return own if share else 1 << high
