"""Pool écarté for three: who plays, who is out, and what is in the pool.

A pool has three places, each with a holder. A player who takes the place of one who left takes over what was
paid for it, but not a run of games won. Corrected results never stop the fold: who played stays as it was,
the money follows the results, and ``state.WARNING_CODES`` say where the two no longer fit.
A cut decides who stays out of a pool's first game, and who deals it: law 5 says which card is higher.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key
from typing import Final, TypeAlias

from matches.rules.events.facts import Fact, PlayerId, Side
from matches.rules.events.fold_draft import FactError
from matches.rules.events.state import Why
from matches.rules.sittings.draft import SittingDraft
from matches.rules.sittings.facts import Amount, CardName, first_stakes
from matches.rules.sittings.ledger import TABLE, apportion
from matches.rules.sittings.state import GameAtTable, Pool, PoolPlace, Waiting
from scoring.cards import parse_card
from scoring.laws.cutting import dealer_by_cut
from scoring.record import Cut, Game

Rounds: TypeAlias = Sequence[Mapping[PlayerId, CardName]]
PLACES: Final = 3
NOBODY: Final[PlayerId] = ""


def dealer_of(pairs: Sequence[tuple[CardName, CardName]]) -> Side | None:
    """Return the side that deals by pairs of cards, None while they tie. Raises ``KeyError`` for what is no card."""
    cut = Cut(tuple((parse_card(card_a), parse_card(card_b)) for card_a, card_b in pairs))
    return dealer_by_cut(Game(1, (cut,)))


def pairs_between(rounds: Rounds, a: PlayerId, b: PlayerId) -> tuple[tuple[CardName, CardName], ...]:
    """Return A's and B's cards in the rounds that both cut, up to the first that decides between them."""
    pairs: list[tuple[CardName, CardName]] = []
    for cards in rounds:
        if a in cards and b in cards:
            pairs.append((cards[a], cards[b]))
            if dealer_of(pairs):
                break
    return tuple(pairs)


def lowest(rounds: Rounds) -> tuple[PlayerId, ...]:
    """Return the player who cut lowest, or all players who tie for the lowest card and must cut again."""

    def compare(one: PlayerId, other: PlayerId) -> int:
        return _compare(rounds, one, other)

    players = sorted(rounds[0], key=cmp_to_key(compare))
    return tuple(player for player in players if not _compare(rounds, player, players[0]))


def is_in_order(rounds: Rounds) -> bool:
    """Return whether each round after the first is cut by just those who had tied for lowest, or for the deal."""
    return all(set(rounds[index]) in _ties(rounds[:index]) for index in range(1, len(rounds)))


def _ties(rounds: Rounds) -> list[set[PlayerId]]:
    """Return the players who have to cut again, as one set or none.

    They are those who tie for the lowest card. If nobody does, they are the two others, if they tie for the deal.
    """
    low = lowest(rounds)
    if len(low) > 1:
        return [set(low)]
    others = set(rounds[0]) - set(low)
    a, b = sorted(others)
    return [] if _compare(rounds, a, b) else [others]


def _compare(rounds: Rounds, one: PlayerId, other: PlayerId) -> int:
    dealer = dealer_of(pairs_between(rounds, one, other)) if one != other else None
    return {"A": 1, "B": -1, None: 0}[dealer]


@dataclass(slots=True)
class PoolTable:
    """The mutable state of a pool while its log is folded.

    A pool has three places, numbered from 0, which can change hands. ``seats``, ``out`` and ``entered`` are
    numbers of places. ``entered`` are the two places that played the last counted game of this pool. Before
    the first such game they are the places that staked for a seat, empty if all three staked. If ``seats`` is
    empty, no pool is being played, and a cut is due for the next one.

    ``paid`` is what was paid for each place into this pool, which has the number ``number``. ``winner_of_one`` won the
    last game, and wins the pool with the next. ``cut`` has the cards cut for the deal of the pool's first game, and
    ``out_why`` is why the player at ``out`` waits.
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
        """The number of the place that does not play while the two other places do."""
        return next(place for place in range(PLACES) if place not in self.seats)

    @property
    def stake(self) -> Amount:
        stake: Amount = self.draft.terms["stake"]
        return stake

    def arrive(self, player: PlayerId, fact: Fact) -> None:
        self.waiting.append(player)
        self._fill(fact)

    def leave(self, player: PlayerId, fact: Fact) -> None:
        """Let a player leave the table. Their stake stays in the pool.

        The player who has waited longest takes the place in the pool. If the leaving player was about to
        play, the cards cut for the deal no longer count.
        """
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
                self.draft.add_history(fact, "cut", player, card)
        out = lowest(rounds)[0]
        card = next(cards[out] for cards in reversed(rounds) if out in cards)
        self._begin_pool(fact, self._place_of(out, fact), ("out_by_cut", card))
        a, b = (self.holders[place] for place in self.seats)
        self.cut = pairs_between(rounds, a, b)

    def seat(self, fact: Fact) -> None:
        out = fact.payload["out"]
        self.draft.add_history(fact, "seated_out", out)
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
        self.draft.add_outcome_history(fact, game)
        if game.status == "won":
            self._take_result(fact, game)

    def share(self, fact: Fact) -> None:
        """Share the pool among the players who hold its places.

        Payments for a place that nobody holds are shared, too. If all players had left before a correction
        reopened the pool, the last holders of the places share it.
        """
        if not self.seats:
            self.draft.warnings.append(("sharing_unused", self.number))
            return
        holders = self.holders if any(self.holders) else self.last_holders
        occupied = [place for place in range(PLACES) if holders[place]]
        is_equal = fact.payload["how"] == "equal"
        amount = sum(self.paid)
        parts = apportion(amount, [1 if is_equal else self.paid[place] for place in occupied])
        self.draft.add_history(fact, "pool_shared", self.number, fact.payload["how"], amount)
        shares = Counter({TABLE: -amount})
        for place, part in zip(occupied, parts, strict=True):
            shares[holders[place]] += part
        self.draft.post(("sharing", self.number), shares)
        self._end_pool()

    def pool(self) -> Pool:
        places = tuple(PoolPlace(player, paid) for player, paid in zip(self.holders, self.paid, strict=True))
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
                    self.draft.add_history(fact, "took_place", self.holders[place], of)
                if self.seats and place == self.out:
                    self.out_why = ("out_by_place",)

    def _place_of(self, player: PlayerId, fact: Fact) -> int:
        if player == NOBODY or player not in self.holders:
            raise FactError(fact, "fact_not_at_table", player)
        return self.holders.index(player)

    def _begin_pool(self, fact: Fact, out: int, why: Why) -> None:
        """Take the first stakes. Money of a pool that corrected results left without a winner goes into this one."""
        if self.seats:
            self.number += 1
            self.draft.warnings.append(("pool_carried", self.number))
        self.seats = tuple(place for place in range(PLACES) if place != out)
        self.entered, self.winner_of_one, self.cut = (), NOBODY, ()
        self.out_why = why
        staking = [place for place in range(PLACES) if self.holders[place]]
        if first_stakes(self.draft.terms) == "engaged":
            staking = [place for place in self.seats if self.holders[place]]
            # If a result is made void later, the third player may be in the first game that counts, and pays for it,
            # too.
            self.entered = self.seats
        self._pay_in(("stakes", self.number), staking)
        self.draft.add_history(fact, "pool_begun", self.number, sum(self.paid))

    def _enter(self, fact: Fact, game: GameAtTable) -> None:
        """Take the stake of the player who comes in for the loser of the last game, by the custom of the entrant."""
        entering = [place for place in self.seats if self.entered and place not in self.entered]
        self.entered = self.seats
        if self.draft.terms["custom"] == "entrant" and entering:
            self._pay_in(("entrance", game.number), entering, game)
            for place in entering:
                self.draft.add_history(fact, "paid_in", self.holders[place], self.stake)

    def _take_result(self, fact: Fact, game: GameAtTable) -> None:
        """Take a game's result into the pool: its winner wins the pool after two games in a row, its loser goes out."""
        winner, loser = game.won_by(), game.lost_by()
        lost = self._place_of(loser, fact)
        if self.draft.terms["custom"] == "loser":
            self._pay_in(("loss", game.number), [lost], game)
            self.draft.add_history(fact, "paid_in", loser, self.stake)
        if winner == self.winner_of_one:
            self._win_pool(fact, game, winner)
            return
        self.winner_of_one = winner
        self.seats = tuple(self.out if place == lost else place for place in self.seats)
        self.out_why = ("out_by_loss", game.number)
        self.cut = ()

    def _win_pool(self, fact: Fact, game: GameAtTable, winner: PlayerId) -> None:
        amount = sum(self.paid)
        self.draft.add_history(fact, "pool_taken", self.number, winner, amount)
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
