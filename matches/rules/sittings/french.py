"""The French table: whose turn it is, what is staked on either side, and what a game's end makes of it.

Who has not played yet comes in before those who have, the first to come before the next; then who went out first. A
rentrant has the seat once anything is staked on the next game: until then somebody who has not played yet and comes to
the table is in time. Who comes back during a game, comes after its loser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from matches.rules.events.facts import Fact, PlayerId
from matches.rules.events.state import Why
from matches.rules.sittings.covering import (
    at_stake,
    latest_first,
    making_way,
    staked_on,
    total_on,
    with_chouette,
    withdrawn_latest_first,
)
from matches.rules.sittings.draft import SittingDraft
from matches.rules.sittings.facts import (
    Amount,
    BetsTaken,
    BetWithdrawn,
    ChouetteDeclared,
    Levelled,
)
from matches.rules.sittings.ledger import TABLE
from matches.rules.sittings.state import Bet, GameAtTable, SideOfTable, SittingState, Waiting

Turn: TypeAlias = tuple[int, int, int]
"""By which those who wait are ordered: 0 who has not played, then in which order he came; 1 who has, then with which
game he went out (or how many there were when he came back), then, of those, who came back when.
"""


@dataclass(slots=True)
class FrenchTable:
    """``turns`` of everybody who sits or waits. ``seats``: an empty one is filled when something is staked. ``bets`` on
    the next game, ``played_bets`` on the one that is being played.
    """

    draft: SittingDraft
    turns: dict[PlayerId, Turn] = field(default_factory=dict)
    reasons: dict[PlayerId, Why] = field(default_factory=dict)
    seats: list[PlayerId] = field(default_factory=lambda: ["", ""])
    bets: tuple[Bet, ...] = ()
    played_bets: tuple[Bet, ...] = ()
    chouette: PlayerId = ""
    _arrivals: int = 0

    def come(self, player: PlayerId, fact: Fact) -> None:
        """He waits for a seat: who has not played by the order of coming."""
        self._arrivals += 1
        if self.draft.person(player, fact).has_played:
            games = len(self.draft.games)
            self._wait(player, (1, games, self._arrivals), ("came_back", games))
        else:
            self._wait(player, (0, self._arrivals, 0), ("not_played",))

    def go(self, player: PlayerId, fact: Fact) -> None:
        """Away from the table: his bets on the next game go back, and so do those on him."""
        self.stand_aside(player)
        self.bets = tuple(bet for bet in self.bets if bet.player != player)

    def stand_aside(self, player: PlayerId) -> None:
        self.turns.pop(player, None)
        self.reasons.pop(player, None)
        self.bets = tuple(bet for bet in self.bets if bet.on != player)
        if player in self.seats:
            self.seats[self.seats.index(player)] = ""
        if player == self.chouette:
            self.chouette = ""

    def seat(self, fact: Fact) -> None:
        a, b = fact.payload["a"], fact.payload["b"]
        self.draft.tell(fact, "seated", a, b)
        self.seats = [a, b]
        self.bets = _open_to(self.bets, (a, b))
        if self.chouette not in (a, b):
            self.chouette = ""

    def bet(self, fact: Fact) -> None:
        self.seats = list(self.due())
        payload = fact.payload
        self.bets = (*self.bets, Bet(payload["player"], payload["on"], payload["amount"]))
        self.draft.tell(fact, "bet", payload["player"], payload["on"], payload["amount"])

    def withdraw(self, fact: Fact) -> None:
        player = fact.payload["player"]
        staked = sum(bet.amount for bet in self.bets if bet.player == player)
        amount = fact.payload.get("amount", staked)
        self.bets = withdrawn_latest_first(self.bets, player, amount)
        self.draft.tell(fact, "bet_withdrawn", player, amount)

    def level(self, fact: Fact) -> None:
        for taken in fact.payload["withdrawn"]:
            self.bets = withdrawn_latest_first(self.bets, taken["player"], taken["amount"])
            self.draft.tell(fact, "levelled", taken["player"], taken["amount"])

    def take_back_bets(self) -> None:
        """Nothing is on the next game any more."""
        self.bets, self.chouette = (), ""

    def take_bets(self, fact: Fact) -> None:
        self.seats = list(self.due())
        player, amount = fact.payload["player"], fact.payload["amount"]
        self.bets = (*self.bets, Bet(player, player, amount))
        self.draft.tell(fact, "bets_taken", player, amount)
        self._make_way(fact)

    def declare_chouette(self, fact: Fact) -> None:
        self.seats = list(self.due())
        self.chouette = fact.payload["player"]
        self.draft.tell(fact, "chouette", self.chouette)
        self._make_way(fact)

    def undo_chouette(self, fact: Fact) -> None:
        self.draft.tell(fact, "chouette_undone", self.chouette)
        self.chouette = ""

    def begin_game(self, fact: Fact) -> None:
        a, b = fact.payload["a"], fact.payload["b"]
        due = self.due()
        if {a, b} != set(due):
            self.draft.warnings.append(("seats_not_due", fact.payload["game"], *due))
        bets = self.standing_bets((a, b))
        covered = min(total_on(bets, a), total_on(bets, b))
        game = self.draft.begin(fact, chouette=self.chouette, covered=covered)
        self.take_back_bets()
        self.seats = [a, b]
        self.played_bets = bets if game.status == "open" else ()
        stakes = _staked(bets)
        self.draft.post(
            ("bets", game.number), {TABLE: sum(stakes.values()), **_negative(stakes)}, game.number
        )
        self.draft.tell_outcome(fact, game)
        if game.status in ("void", "abandoned"):
            self.draft.post(("bets_back", game.number), {TABLE: -sum(stakes.values()), **stakes}, game.number)
            return
        self._count_as_played(fact, game)
        if game.status == "won":
            self._pay(game, bets)
            self._let_out(fact, game)

    def due(self) -> tuple[PlayerId, PlayerId]:
        """Who sits, and in an empty seat whose turn it is; an empty string where it is nobody's."""
        a, b = self.seats
        # Asked with every bet, and the queue of a long evening takes its time.
        if not (a and b):
            waiting = iter(waiting.player for waiting in self.queue())
            a, b = (player or next(waiting, "") for player in (a, b))
        return a, b

    def queue(self) -> tuple[Waiting, ...]:
        """Whoever waits, those whose turn it is among them."""
        players = sorted(
            (player for player in self.turns if player not in self.seats), key=self.turns.__getitem__
        )
        return tuple(Waiting(player, self.reasons[player]) for player in players)

    def standing_bets(self, seats: tuple[PlayerId, PlayerId]) -> tuple[Bet, ...]:
        """On these two, with those of la chouette as they stand."""
        bets = _open_to(self.bets, seats)
        if self.chouette and self.chouette in seats:
            other = seats[0] if self.chouette == seats[1] else seats[1]
            return with_chouette(bets, self.chouette, other)
        return bets

    def _make_way(self, fact: Fact) -> None:
        """Take back the bets of bystanders that the fact names. Release 0.1.0 wrote ``chouette`` without any."""
        for back in fact.payload.get("withdrawn", ()):
            self.bets = withdrawn_latest_first(self.bets, back["player"], back["amount"])
            self.draft.tell(fact, "made_way", back["player"], back["amount"])

    def _wait(self, player: PlayerId, turn: Turn, why: Why) -> None:
        self.turns[player], self.reasons[player] = turn, why

    def _count_as_played(self, fact: Fact, game: GameAtTable) -> None:
        """From here on each of them goes out, whenever he does, with this game."""
        loser_first = sorted(game.players, key=lambda player: player == game.won_by())
        for place, player in enumerate(loser_first):
            self.draft.put(replace(self.draft.person(player, fact), has_played=True))
            self._wait(player, (1, game.number, place), ("went_out", game.number))

    def _pay(self, game: GameAtTable, bets: tuple[Bet, ...]) -> None:
        """All take back what they had on the table; what the losers lost the winners get with theirs."""
        back = _staked(bets)
        for player, sign in ((game.won_by(), 1), (game.lost_by(), -1)):
            for bettor, amount in at_stake(staked_on(bets, player), player, game.covered).items():
                back[bettor] = back.get(bettor, 0) + sign * amount
        self.draft.post(("winnings", game.number), {TABLE: -sum(back.values()), **back}, game.number)

    def _let_out(self, fact: Fact, game: GameAtTable) -> None:
        loser = game.lost_by()
        if game.chouette and game.chouette != game.winner:
            self.draft.tell(fact, "keeps_seat", loser)
        else:
            self.seats[self.seats.index(loser)] = ""


def sides(bets: tuple[Bet, ...], seats: tuple[PlayerId, PlayerId]) -> tuple[SideOfTable, ...]:
    """What is on either of the two."""
    totals = [total_on(bets, player) for player in seats]
    return tuple(
        SideOfTable(player, total, total - min(totals)) for player, total in zip(seats, totals, strict=True)
    )


def levelling(state: SittingState) -> Levelled | None:
    """How the larger side takes back its excess unless it says otherwise: the latest bets first, its player's own stake
    last. None where there is none, or nothing may be taken back now.
    """
    if state.stage != "ready":
        return None
    for side in state.sides:
        if side.uncovered:
            return {"withdrawn": _withdrawn(latest_first(state.bets, side.player, side.uncovered))}
    return None


def bets_offered(state: SittingState, player: PlayerId) -> Amount:
    """Return how much of what is bet on the other player this one may take; 0 where nothing may be taken now.

    Everything on the other side is offered, whoever has covered it, but for what the player's own stake covers.
    """
    if state.kind != "french" or state.stage != "ready" or player not in state.seats or state.chouette:
        return 0
    other = state.seats[0] if player == state.seats[1] else state.seats[1]
    return max(0, total_on(state.bets, other) - staked_on(state.bets, player).get(player, 0))


def bets_taken(state: SittingState, player: PlayerId, amount: Amount | None = None) -> BetsTaken:
    """Return the payload with which a player takes ``amount`` of the bets offered, or all of them for None.

    Whether that is allowed is left to ``bet_rules.check_bets_taken``.
    """
    offered = bets_offered(state, player)
    taken = offered if amount is None else amount
    return {
        "player": player,
        "amount": taken,
        "withdrawn": _withdrawn(making_way(state.bets, player, max(0, offered - taken))),
    }


def chouette_declared(state: SittingState, player: PlayerId) -> ChouetteDeclared:
    """Return the payload with which a player covers all bets alone: bystanders on the same side give way."""
    back = making_way(state.bets, player, 0)
    return {"player": player, "withdrawn": _withdrawn(back)} if back else {"player": player}


def _withdrawn(amounts: Mapping[PlayerId, Amount]) -> list[BetWithdrawn]:
    return [{"player": player, "amount": amount} for player, amount in amounts.items()]


def _open_to(bets: tuple[Bet, ...], seats: tuple[PlayerId, PlayerId]) -> tuple[Bet, ...]:
    """The bets that stand where these two play: on one of them, and of the two on himself alone.

    Others are not thrown away before it is known who plays: by a result corrected later others may have had the seats.
    """
    return tuple(bet for bet in bets if bet.on in seats and (bet.player == bet.on or bet.player not in seats))


def _staked(bets: tuple[Bet, ...]) -> dict[PlayerId, Amount]:
    """What each has on the table, on whichever side."""
    sums: dict[PlayerId, Amount] = {}
    for bet in bets:
        sums[bet.player] = sums.get(bet.player, 0) + bet.amount
    return sums


def _negative(amounts: Mapping[PlayerId, Amount]) -> dict[PlayerId, Amount]:
    return {player: -amount for player, amount in amounts.items()}
