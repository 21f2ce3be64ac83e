"""The French table: whose turn it is, what is staked on either side, and what follows from a game's end.

Players who have not played yet come in before those who have, in the order in which they arrived; then
players who went out, in the order in which they did. The next player is sure of the seat once anything is
staked on the next game: until then, a newcomer who has not played yet goes first. A player who returns to the
table during a game comes after its loser.

Both sides stake the same; the seated player's own stake counts first. In functions about stakes, ``player`` is
the seated player of one side, on whom its bets are placed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from matches.rules.events.facts import Fact, PlayerId
from matches.rules.events.state import Why
from matches.rules.sittings.draft import SittingDraft
from matches.rules.sittings.facts import Amount, BetsTaken, BetWithdrawn, ChouetteDeclared, Levelled
from matches.rules.sittings.ledger import TABLE, apportion
from matches.rules.sittings.state import Bet, GameAtTable, SideOfTable, SittingState, Waiting

Turn: TypeAlias = tuple[int, int, int]
"""The sort key of the players who wait for a seat.

It is ``(0, arrival, 0)`` for a person who has not played yet. For one who has, it is 1, then the number of
the game with which they went out (or how many games had begun when they came back), then their order among
players with the same number.
"""


def total_on(bets: Sequence[Bet], player: PlayerId) -> Amount:
    return sum(bet.amount for bet in bets if bet.on == player)


def staked_on(bets: Sequence[Bet], player: PlayerId) -> dict[PlayerId, Amount]:
    """Return the total that each person has bet on ``player``, in the order of their first bets."""
    sums: dict[PlayerId, Amount] = {}
    for bet in bets:
        if bet.on == player:
            sums[bet.player] = sums.get(bet.player, 0) + bet.amount
    return sums


def at_stake(stakes: Mapping[PlayerId, Amount], player: PlayerId, covered: Amount) -> dict[PlayerId, Amount]:
    """Return the amount that each person on one side wins or loses, by person.

    ``stakes`` are the persons' bets on ``player``, ``covered`` is the total at stake on each side. The
    player's own stake is used first; the others share the rest in proportion.
    """
    own = min(stakes.get(player, 0), covered)
    others = [bettor for bettor in stakes if bettor != player]
    shares = apportion(covered - own, [stakes[bettor] for bettor in others]) if others else []
    return {player: own, **dict(zip(others, shares, strict=True))}


def with_chouette(bets: Sequence[Bet], player: PlayerId, other: PlayerId) -> tuple[Bet, ...]:
    """Return all bets after one bet by ``player`` has covered everything that is bet on ``other`` (la chouette)."""
    against = tuple(bet for bet in bets if bet.on == other)
    covered = total_on(against, other)
    return (*against, Bet(player, player, covered)) if covered else against


def bystander_withdrawals(bets: Sequence[Bet], player: PlayerId, room: Amount) -> dict[PlayerId, Amount]:
    """Return what each bystander takes back, latest bets first, so that at most ``room`` is bet on ``player``."""
    bystanders = [bet for bet in bets if bet.player != player]
    return withdrawals_latest_first(bystanders, player, max(0, total_on(bystanders, player) - room))


def withdraw_latest_first(bets: Sequence[Bet], player: PlayerId, amount: Amount) -> tuple[Bet, ...]:
    """Return the bets that remain after ``player`` has taken back ``amount``, from their latest bets first."""
    left: list[Bet] = []
    for bet in reversed(bets):
        taken = min(amount, bet.amount) if bet.player == player else 0
        amount -= taken
        if bet.amount > taken:
            left.append(Bet(bet.player, bet.on, bet.amount - taken))
    return tuple(reversed(left))


def withdrawals_latest_first(bets: Sequence[Bet], player: PlayerId, excess: Amount) -> dict[PlayerId, Amount]:
    """Return what each bettor on ``player`` takes back: ``excess`` in total, the player's own bets last."""
    own = [bet for bet in bets if bet.on == player and bet.player == player]
    others = [bet for bet in bets if bet.on == player and bet.player != player]
    back: dict[PlayerId, Amount] = {}
    for bet in (*reversed(others), *reversed(own)):
        taken = min(excess, bet.amount)
        if taken:
            back[bet.player] = back.get(bet.player, 0) + taken
        excess -= taken
    return back


@dataclass(slots=True)
class FrenchTable:
    """The mutable state of a French table while its log is folded.

    ``turns`` and ``reasons`` have an item for each player who sits or waits: the key by which players are
    ordered, and the reason for it. An empty seat in ``seats`` is filled when something is staked on the next
    game. ``bets`` are on the next game, ``played_bets`` on the game that is being played.
    """

    draft: SittingDraft
    turns: dict[PlayerId, Turn] = field(default_factory=dict)
    reasons: dict[PlayerId, Why] = field(default_factory=dict)
    seats: list[PlayerId] = field(default_factory=lambda: ["", ""])
    bets: tuple[Bet, ...] = ()
    played_bets: tuple[Bet, ...] = ()
    chouette: PlayerId = ""
    _arrivals: int = 0

    def arrive(self, player: PlayerId, fact: Fact) -> None:
        """Let a player wait for a seat, after those who arrived before and have not played either."""
        self._arrivals += 1
        if self.draft.person(player, fact).has_played:
            games = len(self.draft.games)
            self._wait(player, (1, games, self._arrivals), ("came_back", games))
        else:
            self._wait(player, (0, self._arrivals, 0), ("not_played",))

    def leave(self, player: PlayerId, fact: Fact) -> None:
        """Let a player leave the table. Their bets on the next game are returned, and so are the bets on them."""
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
        self.draft.add_history(fact, "seated", a, b)
        self.seats = [a, b]
        self.bets = _valid_bets(self.bets, (a, b))
        if self.chouette not in (a, b):
            self.chouette = ""

    def bet(self, fact: Fact) -> None:
        self.seats = list(self.due())
        payload = fact.payload
        self.bets = (*self.bets, Bet(payload["player"], payload["on"], payload["amount"]))
        self.draft.add_history(fact, "bet", payload["player"], payload["on"], payload["amount"])

    def withdraw(self, fact: Fact) -> None:
        player = fact.payload["player"]
        staked = sum(bet.amount for bet in self.bets if bet.player == player)
        amount = fact.payload.get("amount", staked)
        self.bets = withdraw_latest_first(self.bets, player, amount)
        self.draft.add_history(fact, "bet_withdrawn", player, amount)

    def level(self, fact: Fact) -> None:
        for taken in fact.payload["withdrawn"]:
            self.bets = withdraw_latest_first(self.bets, taken["player"], taken["amount"])
            self.draft.add_history(fact, "levelled", taken["player"], taken["amount"])

    def take_back_bets(self) -> None:
        """Remove all bets on the next game, and la chouette."""
        self.bets, self.chouette = (), ""

    def take_bets(self, fact: Fact) -> None:
        self.seats = list(self.due())
        player, amount = fact.payload["player"], fact.payload["amount"]
        self.bets = (*self.bets, Bet(player, player, amount))
        self.draft.add_history(fact, "bets_taken", player, amount)
        self._make_way(fact)

    def declare_chouette(self, fact: Fact) -> None:
        self.seats = list(self.due())
        self.chouette = fact.payload["player"]
        self.draft.add_history(fact, "chouette", self.chouette)
        self._make_way(fact)

    def undo_chouette(self, fact: Fact) -> None:
        self.draft.add_history(fact, "chouette_undone", self.chouette)
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
        stakes = _total_stakes(bets)
        self.draft.post(("bets", game.number), {TABLE: sum(stakes.values()), **_negate(stakes)}, game.number)
        self.draft.add_outcome_history(fact, game)
        if game.status in ("void", "abandoned"):
            self.draft.post(("bets_back", game.number), {TABLE: -sum(stakes.values()), **stakes}, game.number)
            return
        self._count_as_played(fact, game)
        if game.status == "won":
            self._pay(game, bets)
            self._vacate_loser_seat(fact, game)

    def due(self) -> tuple[PlayerId, PlayerId]:
        """Return the players of the next game, an empty string for a seat that nobody waits for."""
        a, b = self.seats
        # This is called with every bet, and the queue of a long evening takes time.
        if not (a and b):
            waiting = iter(waiting.player for waiting in self.queue())
            a, b = (player or next(waiting, "") for player in (a, b))
        return a, b

    def queue(self) -> tuple[Waiting, ...]:
        """Return everyone who waits for a seat, in order, including the players whose turn it is."""
        players = sorted(
            (player for player in self.turns if player not in self.seats), key=self.turns.__getitem__
        )
        return tuple(Waiting(player, self.reasons[player]) for player in players)

    def standing_bets(self, seats: tuple[PlayerId, PlayerId]) -> tuple[Bet, ...]:
        """Return the bets on the next game between these two, with one bet for those that la chouette covers."""
        bets = _valid_bets(self.bets, seats)
        if self.chouette and self.chouette in seats:
            other = seats[0] if self.chouette == seats[1] else seats[1]
            return with_chouette(bets, self.chouette, other)
        return bets

    def _make_way(self, fact: Fact) -> None:
        """Take back the bets of bystanders that the fact names. Release 0.1.0 wrote ``chouette`` without any."""
        for back in fact.payload.get("withdrawn", ()):
            self.bets = withdraw_latest_first(self.bets, back["player"], back["amount"])
            self.draft.add_history(fact, "made_way", back["player"], back["amount"])

    def _wait(self, player: PlayerId, turn: Turn, why: Why) -> None:
        self.turns[player], self.reasons[player] = turn, why

    def _count_as_played(self, fact: Fact, game: GameAtTable) -> None:
        """Record that both have played, and where each of them will wait after going out.

        That is behind all who went out in earlier games; the loser of this game comes before its winner.
        """
        loser_first = sorted(game.players, key=lambda player: player == game.won_by())
        for place, player in enumerate(loser_first):
            self.draft.put(replace(self.draft.person(player, fact), has_played=True))
            self._wait(player, (1, game.number, place), ("went_out", game.number))

    def _pay(self, game: GameAtTable, bets: tuple[Bet, ...]) -> None:
        """Post the payments after a game: winners get back their stakes and as much again, losers nothing for theirs.

        Stakes that were not covered go back to everyone.
        """
        back = _total_stakes(bets)
        for player, sign in ((game.won_by(), 1), (game.lost_by(), -1)):
            for bettor, amount in at_stake(staked_on(bets, player), player, game.covered).items():
                back[bettor] = back.get(bettor, 0) + sign * amount
        self.draft.post(("winnings", game.number), {TABLE: -sum(back.values()), **back}, game.number)

    def _vacate_loser_seat(self, fact: Fact, game: GameAtTable) -> None:
        loser = game.lost_by()
        if game.chouette and game.chouette != game.winner:
            self.draft.add_history(fact, "keeps_seat", loser)
        else:
            self.seats[self.seats.index(loser)] = ""


def sides(bets: tuple[Bet, ...], seats: tuple[PlayerId, PlayerId]) -> tuple[SideOfTable, ...]:
    """Return, for each seated player, the total staked on them and the part that the other side does not match."""
    totals = [total_on(bets, player) for player in seats]
    return tuple(
        SideOfTable(player, total, total - min(totals)) for player, total in zip(seats, totals, strict=True)
    )


def levelling_payload(state: SittingState) -> Levelled | None:
    """Return a payload of ``levelled`` for the larger side's excess, latest bets first, or None if there is none."""
    if state.stage != "ready":
        return None
    for side in state.sides:
        if side.uncovered:
            return {
                "withdrawn": _withdrawal_list(
                    withdrawals_latest_first(state.bets, side.player, side.uncovered)
                )
            }
    return None


def bets_offered(state: SittingState, player: PlayerId) -> Amount:
    """Return how much of the bets on the opponent a seated player may take now.

    Bets that bystanders cover are offered, too; the part that the player's own stake covers is not.
    """
    if state.kind != "french" or state.stage != "ready" or player not in state.seats or state.chouette:
        return 0
    other = state.seats[0] if player == state.seats[1] else state.seats[1]
    return max(0, total_on(state.bets, other) - staked_on(state.bets, player).get(player, 0))


def take_bets_payload(state: SittingState, player: PlayerId, amount: Amount | None = None) -> BetsTaken:
    """Return a payload of ``bets_taken`` for ``amount`` (None: all offered), whether or not that is allowed."""
    offered = bets_offered(state, player)
    taken = offered if amount is None else amount
    return {
        "player": player,
        "amount": taken,
        "withdrawn": _withdrawal_list(bystander_withdrawals(state.bets, player, max(0, offered - taken))),
    }


def chouette_payload(state: SittingState, player: PlayerId) -> ChouetteDeclared:
    """Return a payload of ``chouette`` for ``player``, with the bets that bystanders on their side take back."""
    back = bystander_withdrawals(state.bets, player, 0)
    return {"player": player, "withdrawn": _withdrawal_list(back)} if back else {"player": player}


def _withdrawal_list(amounts: Mapping[PlayerId, Amount]) -> list[BetWithdrawn]:
    return [{"player": player, "amount": amount} for player, amount in amounts.items()]


def _valid_bets(bets: tuple[Bet, ...], seats: tuple[PlayerId, PlayerId]) -> tuple[Bet, ...]:
    """Return the bets that hold if these two play: bets on one of them, but no bet of one of them on the other.

    Other bets are not discarded before it is known who plays: if a result is corrected later, others may have the
    seats.
    """
    return tuple(bet for bet in bets if bet.on in seats and (bet.player == bet.on or bet.player not in seats))


def _total_stakes(bets: tuple[Bet, ...]) -> dict[PlayerId, Amount]:
    sums: dict[PlayerId, Amount] = {}
    for bet in bets:
        sums[bet.player] = sums.get(bet.player, 0) + bet.amount
    return sums


def _negate(amounts: Mapping[PlayerId, Amount]) -> dict[PlayerId, Amount]:
    return {player: -amount for player, amount in amounts.items()}
