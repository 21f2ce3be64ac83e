"""Pool écarté for three: who sits, who is out, and what is in the pool.

Each of three places has its holder. Who takes the place of one who left takes over what was paid for it; a run of won
games he does not take over. Results that were corrected never stop the fold: what was played stays as it was played,
the money follows the results, and ``state.WARNING_CODES`` say where the two no longer fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from matches.rules.events.facts import Fact, PlayerId
from matches.rules.events.folding.draft import FactError
from matches.rules.events.state import Why
from matches.rules.sittings.cutting import lowest, pairs_between
from matches.rules.sittings.draft import SittingDraft
from matches.rules.sittings.facts import Amount, first_stakes
from matches.rules.sittings.ledger import TABLE, apportion
from matches.rules.sittings.state import GameAtTable, Place, Pool, Waiting

PLACES: Final = 3
NOBODY: Final[PlayerId] = ""


@dataclass(slots=True)
class PoolTable:
    """``seats``, ``out`` and ``entered`` are places, from 0. ``entered``: who played the last game of this pool that
    counts; before it those who staked for a seat, empty where all three staked. ``seats`` empty: no pool stands, it is
    to be cut for.
    """

    draft: SittingDraft
    holders: list[PlayerId] = field(default_factory=lambda: [NOBODY] * PLACES)
    last_holders: list[PlayerId] = field(default_factory=lambda: [NOBODY] * PLACES)
    paid: list[Amount] = field(default_factory=lambda: [0] * PLACES)
    waiting: list[PlayerId] = field(default_factory=list)
    number: int = 1
    seats: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()
    out_why: Why = ()
    winner_of_one: PlayerId = NOBODY
    cut: tuple[tuple[str, str], ...] = ()

    @property
    def out(self) -> int:
        """The place that does not sit, where two do."""
        return next(place for place in range(PLACES) if place not in self.seats)

    @property
    def stake(self) -> Amount:
        stake: Amount = self.draft.terms["stake"]
        return stake

    def come(self, player: PlayerId, fact: Fact) -> None:
        self.waiting.append(player)
        self._fill(fact)

    def go(self, player: PlayerId, fact: Fact) -> None:
        """His stake stays. Who waits longest takes his place; what he cut for the deal counts no more."""
        if player in self.waiting:
            self.waiting.remove(player)
            return
        place = self._place_of(player, fact)
        self.holders[place] = NOBODY
        if place in self.seats:
            self.cut = ()
        self._fill(fact, player)

    def hold_cut(self, fact: Fact) -> None:
        rounds = fact.payload["rounds"]
        for cards in rounds:
            for player, card in cards.items():
                self.draft.tell(fact, "cut", player, card)
        out = lowest(rounds)[0]
        card = next(cards[out] for cards in reversed(rounds) if out in cards)
        self._begin_pool(fact, self._place_of(out, fact), ("out_by_cut", card))
        a, b = (self.holders[place] for place in self.seats)
        self.cut = pairs_between(rounds, a, b)

    def seat(self, fact: Fact) -> None:
        out = fact.payload["out"]
        self.draft.tell(fact, "seated_out", out)
        self._begin_pool(fact, self._place_of(out, fact), ("out_by_word",))

    def begin_game(self, fact: Fact) -> None:
        sat = tuple(self._place_of(fact.payload[side], fact) for side in ("a", "b"))
        number = fact.payload["game"]
        if not self.seats:
            self.draft.warnings.append(("pool_without_cut", self.number, number))
            self._begin_pool(
                fact, next(place for place in range(PLACES) if place not in sat), ("out_by_place",)
            )
        elif set(sat) != set(self.seats):
            due = (self.holders[place] for place in self.seats)
            self.draft.warnings.append(("seats_not_due", number, *due))
            self.cut = ()
        self.seats = sat
        game = self.draft.begin(fact, pool=self.number)
        if game.status in ("open", "won"):
            self._enter(fact, game)
        self.draft.tell_outcome(fact, game)
        if game.status == "won":
            self._take_result(fact, game)

    def share(self, fact: Fact) -> None:
        """Among those who hold a place; what was paid for a place that is empty, like the rest of it. Where all have
        left before a correction let the pool stand, among those who held the places last.
        """
        if not self.seats:
            self.draft.warnings.append(("sharing_unused", self.number))
            return
        holders = self.holders if any(self.holders) else self.last_holders
        held = [place for place in range(PLACES) if holders[place]]
        is_equal = fact.payload["how"] == "equal"
        amount = sum(self.paid)
        parts = apportion(amount, [1 if is_equal else self.paid[place] for place in held])
        self.draft.tell(fact, "pool_shared", self.number, fact.payload["how"], amount)
        shares = Counter({TABLE: -amount})
        for place, part in zip(held, parts, strict=True):
            shares[holders[place]] += part
        self.draft.post(("sharing", self.number), shares)
        self._end_pool()

    def pool(self) -> Pool:
        places = tuple(Place(player, paid) for player, paid in zip(self.holders, self.paid, strict=True))
        winner = self.winner_of_one if self.winner_of_one in self.holders else NOBODY
        return Pool(self.number, sum(self.paid), places, bool(self.seats), winner)

    def due(self) -> tuple[PlayerId, PlayerId]:
        a, b = (self.holders[place] for place in self.seats) if self.seats else (NOBODY, NOBODY)
        return a, b

    def queue(self) -> tuple[Waiting, ...]:
        out = [Waiting(self.holders[self.out], self.out_why)] if self.seats and self.holders[self.out] else []
        waiting = [Waiting(player, ("waits_for_place", n)) for n, player in enumerate(self.waiting, start=1)]
        return (*out, *waiting)

    def _fill(self, fact: Fact, of: PlayerId = NOBODY) -> None:
        for place in range(PLACES):
            if not self.holders[place] and self.waiting:
                self.holders[place] = self.last_holders[place] = self.waiting.pop(0)
                if of:
                    self.draft.tell(fact, "took_place", self.holders[place], of)
                if self.seats and place == self.out:
                    self.out_why = ("out_by_place",)

    def _place_of(self, player: PlayerId, fact: Fact) -> int:
        if player == NOBODY or player not in self.holders:
            raise FactError(fact, "fact_not_at_table", player)
        return self.holders.index(player)

    def _begin_pool(self, fact: Fact, out: int, why: Why) -> None:
        """Take the first stakes. Money of a pool that corrected results left without a winner goes on into this one."""
        if self.seats:
            self.number += 1
            self.draft.warnings.append(("pool_carried", self.number))
        self.seats = tuple(place for place in range(PLACES) if place != out)
        self.entered, self.winner_of_one, self.cut = (), NOBODY, ()
        self.out_why = why
        staking = [place for place in range(PLACES) if self.holders[place]]
        if first_stakes(self.draft.terms) == "engaged":
            staking = [place for place in self.seats if self.holders[place]]
            # A result made void later may leave the third player in the first game that counts: they pay for it, too.
            self.entered = self.seats
        self._pay_in(("stakes", self.number), staking)
        self.draft.tell(fact, "pool_begun", self.number, sum(self.paid))

    def _enter(self, fact: Fact, game: GameAtTable) -> None:
        """By the custom of the entrant: who comes in for the loser of the game before stakes."""
        entering = [place for place in self.seats if self.entered and place not in self.entered]
        self.entered = self.seats
        if self.draft.terms["custom"] == "entrant" and entering:
            self._pay_in(("entrance", game.number), entering, game)
            for place in entering:
                self.draft.tell(fact, "paid_in", self.holders[place], self.stake)

    def _take_result(self, fact: Fact, game: GameAtTable) -> None:
        winner, loser = game.won_by(), game.lost_by()
        lost = self._place_of(loser, fact)
        if self.draft.terms["custom"] == "loser":
            self._pay_in(("loss", game.number), [lost], game)
            self.draft.tell(fact, "paid_in", loser, self.stake)
        if winner == self.winner_of_one:
            self._win_pool(fact, game, winner)
            return
        self.winner_of_one = winner
        self.seats = tuple(self.out if place == lost else place for place in self.seats)
        self.out_why = ("out_by_loss", game.number)
        self.cut = ()

    def _win_pool(self, fact: Fact, game: GameAtTable, winner: PlayerId) -> None:
        amount = sum(self.paid)
        self.draft.tell(fact, "pool_taken", self.number, winner, amount)
        self.draft.post(("pool", self.number), {TABLE: -amount, winner: amount}, game.number)
        self._end_pool()

    def _end_pool(self) -> None:
        self.number += 1
        self.paid = [0] * PLACES
        self.seats, self.entered, self.cut = (), (), ()
        self.winner_of_one = NOBODY

    def _pay_in(self, why: Why, places: Sequence[int], game: GameAtTable | None = None) -> None:
        for place in places:
            self.paid[place] += self.stake
        postings = {self.holders[place]: -self.stake for place in places}
        total = self.stake * len(places)
        self.draft.post(why, {TABLE: total, **postings}, game.number if game else None)
