"""A pool and a French table as people keep them: lists and purses, updated step by step.

The code shares nothing with what it is compared to, and corrects nothing afterwards.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass
class Purses:
    """The amount that each player has won or lost, and the amount on the table."""

    purse: dict[str, int] = field(default_factory=lambda: defaultdict(int), kw_only=True)
    pot: int = field(default=0, kw_only=True)

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.purse[payer] += amount
        self.purse[payee] -= amount


@dataclass
class NaivePool(Purses):
    """A naive pool.

    ``chairs`` has the player in each of the three places, or an empty string. ``playing`` is two of them.
    """

    stake: int
    custom: str
    only_engaged: bool = False
    chairs: list[str] = field(default_factory=lambda: ["", "", ""])
    put_in: list[int] = field(default_factory=lambda: [0, 0, 0])
    standing_by: list[str] = field(default_factory=list)
    playing: list[int] = field(default_factory=list)
    fresh_in: int | None = None
    run: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.chairs[chair] for chair in self.playing) or ("", "")

    @property
    def queue(self) -> list[str]:
        out = [self.chairs[chair] for chair in range(3) if self.playing and chair not in self.playing]
        return [player for player in out if player] + self.standing_by

    def come(self, player: str) -> None:
        if "" in self.chairs:
            self.chairs[self.chairs.index("")] = player
        else:
            self.standing_by.append(player)

    def go(self, player: str) -> None:
        if player in self.standing_by:
            self.standing_by.remove(player)
            return
        self.chairs[self.chairs.index(player)] = self.standing_by.pop(0) if self.standing_by else ""

    def agree(self, stake: int) -> None:
        self.stake = stake

    def begin_pool(self, out: str) -> None:
        self.playing = [chair for chair in range(3) if self.chairs[chair] != out]
        self.fresh_in = None
        for chair in self.playing if self.only_engaged else range(3):
            self._put_in(chair)

    def begin(self) -> None:
        """Let the entrant pay now, if that is the custom."""
        if self.custom == "entrant" and self.fresh_in is not None:
            self._put_in(self.fresh_in)

    def give_up(self) -> None:
        """Undo the beginning of the game."""
        if self.custom == "entrant" and self.fresh_in is not None:
            self.put_in[self.fresh_in] -= self.stake
            self.purse[self.chairs[self.fresh_in]] += self.stake
            self.pot -= self.stake

    def end(self, winner: str) -> None:
        loser = next(chair for chair in self.playing if self.chairs[chair] != winner)
        if self.custom == "loser":
            self._put_in(loser)
        if self.run == winner:
            self.purse[winner] += self.pot
            self._clear()
            return
        self.run = winner
        self.fresh_in = next(chair for chair in range(3) if chair not in self.playing)
        self.playing[self.playing.index(loser)] = self.fresh_in

    def share(self, how: str) -> None:
        """Give each player the exact part rounded down, then a penny each, the largest remainder first."""
        chairs = [chair for chair in range(3) if self.chairs[chair]]
        weights = [1 if how == "equal" else self.put_in[chair] for chair in chairs]
        exact = [Fraction(self.pot * weight, sum(weights)) for weight in weights]
        parts = [int(part) for part in exact]
        cut_off = sorted(range(len(chairs)), key=lambda index: (parts[index] - exact[index], index))
        for index in cut_off[: self.pot - sum(parts)]:
            parts[index] += 1
        for chair, part in zip(chairs, parts, strict=True):
            self.purse[self.chairs[chair]] += part
        self._clear()

    def _put_in(self, chair: int) -> None:
        self.put_in[chair] += self.stake
        self.purse[self.chairs[chair]] -= self.stake
        self.pot += self.stake

    def _clear(self) -> None:
        self.pot, self.run, self.fresh_in = 0, "", None
        self.put_in = [0, 0, 0]
        self.playing = []


@dataclass
class NaiveFrench(Purses):
    """A naive French table.

    ``fresh`` has the players who have not played, in order. ``gone`` has those who have, with the game after
    which they come and whether they went out with it, or came back after it. ``late`` has those who came
    back during a game.
    """

    seats: list[str] = field(default_factory=lambda: ["", ""])
    fresh: list[str] = field(default_factory=list)
    gone: list[tuple[int, str, bool]] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    arrivals: list[str] = field(default_factory=list)
    last_game: dict[str, tuple[int, bool]] = field(default_factory=dict)
    bets: list[tuple[str, str, int]] = field(default_factory=list)
    covers: str = ""
    games: int = 0
    is_playing: bool = False

    @property
    def queue(self) -> list[str]:
        return self.fresh + [player for _, player, _ in self.gone] + self.late

    def come(self, player: str) -> None:
        if player not in self.last_game:
            self.arrivals = [other for other in self.arrivals if other != player] + [player]
            self.fresh.append(player)
        elif self.is_playing:
            self.late.append(player)
        else:
            self.gone.append((self.games, player, False))

    def go(self, player: str) -> None:
        """Remove the player from any seat or queue."""
        self.fresh = [other for other in self.fresh if other != player]
        self.late = [other for other in self.late if other != player]
        self.gone = [each for each in self.gone if each[1] != player]
        self.seats = ["" if other == player else other for other in self.seats]
        if not self.is_playing:
            self.bets = [bet for bet in self.bets if bet[1] != player]
            self.covers = "" if self.covers == player else self.covers

    def take_back_all(self, player: str) -> None:
        if not self.is_playing:
            self.bets = [bet for bet in self.bets if bet[0] != player]

    def sit_down(self) -> None:
        """Seat the players whose turn it is, if a seat is empty."""
        for seat in (0, 1):
            if not self.seats[seat] and self.queue:
                player = self.queue[0]
                self.fresh = [other for other in self.fresh if other != player]
                self.gone = [each for each in self.gone if each[1] != player]
                self.seats[seat] = player

    def drop_bets_on_opponents(self) -> None:
        self.bets = [bet for bet in self.bets if bet[0] not in self.seats or bet[0] == bet[1]]

    def seat(self, a: str, b: str) -> None:
        up = [player for player in self.seats if player and player not in (a, b)]
        for player in (a, b):
            self.fresh = [other for other in self.fresh if other != player]
            self.gone = [each for each in self.gone if each[1] != player]
        self.seats = [a, b]
        for player in up:
            self._put_back(player)
        self.bets = [bet for bet in self.bets if bet[1] in (a, b)]
        self.drop_bets_on_opponents()
        self.covers = self.covers if self.covers in (a, b) else ""

    def bet(self, player: str, on: str, amount: int) -> None:
        self.sit_down()
        self.bets.append((player, on, amount))

    def withdraw(self, player: str, amount: int) -> None:
        for index in range(len(self.bets) - 1, -1, -1):
            name, on, staked = self.bets[index]
            if name == player:
                taken = min(amount, staked)
                amount -= taken
                self.bets[index] = (name, on, staked - taken)
        self.bets = [bet for bet in self.bets if bet[2]]

    def take(self, player: str, amount: int, other: str) -> None:
        """Take bets for the player: the last bets on that side give way penny by penny, until both sides can pay."""
        self.sit_down()
        self.bets.append((player, player, amount))
        against = sum(bet[2] for bet in self.bets if bet[1] == other and bet[0] != player)
        own = sum(bet[2] for bet in self.bets if bet[:2] == (player, player))
        bystanders = [
            index for index, bet in enumerate(self.bets) if bet[1] == player and bet[0] not in (player, other)
        ]
        while bystanders and sum(self.bets[index][2] for index in bystanders) > against - own:
            name, on, staked = self.bets[bystanders[-1]]
            self.bets[bystanders[-1]] = (name, on, staked - 1)
            if staked == 1:
                bystanders.pop()
        self.bets = [bet for bet in self.bets if bet[2]]

    def cover(self, player: str, other: str) -> None:
        self.sit_down()
        self.bets = [bet for bet in self.bets if bet[1] != player or bet[0] in (player, other)]
        self.covers = player

    def cover_no_more(self) -> None:
        self.covers = ""

    def take_all_back(self) -> None:
        self.bets, self.covers = [], ""

    def begin(self) -> None:
        self.sit_down()
        self.drop_bets_on_opponents()
        if self.covers:
            against = [bet for bet in self.bets if bet[1] != self.covers]
            self.bets = [*against, (self.covers, self.covers, sum(bet[2] for bet in against))]
        self.is_playing = True
        self.games += 1
        for player, _, amount in self.bets:
            self.purse[player] -= amount
            self.pot += amount

    def give_up(self) -> None:
        for player, _, amount in self.bets:
            self.purse[player] += amount
        self._clear()

    def end(self, winner: str) -> None:
        """Return every stake, then move each penny from the losing side to the winning one, the players' first."""
        loser = self.seats[1 - self.seats.index(winner)]
        sums = [sum(bet[2] for bet in self.bets if bet[1] == player) for player in (winner, loser)]
        for player, _, amount in self.bets:
            self.purse[player] += amount
        for player, part in self._parts(winner, min(sums)):
            self.purse[player] += part
        for player, part in self._parts(loser, min(sums)):
            self.purse[player] -= part
        self.last_game |= {winner: (self.games, True), loser: (self.games, False)}
        if self.covers != loser:
            self.seats[self.seats.index(loser)] = ""
            self.gone.append((self.games, loser, True))
        self._clear()

    def _parts(self, player: str, total: int) -> list[tuple[str, int]]:
        own = min(total, sum(bet[2] for bet in self.bets if bet[:2] == (player, player)))
        names = list(dict.fromkeys(bet[0] for bet in self.bets if bet[1] == player and bet[0] != player))
        staked = [sum(bet[2] for bet in self.bets if bet[:2] == (name, player)) for name in names]
        exact = [Fraction((total - own) * amount, sum(staked)) for amount in staked]
        parts = [int(part) for part in exact]
        cut_off = sorted(range(len(names)), key=lambda index: (parts[index] - exact[index], index))
        for index in cut_off[: total - own - sum(parts)]:
            parts[index] += 1
        return [(player, own), *zip(names, parts, strict=True)]

    def _put_back(self, player: str) -> None:
        """Put the player back into the queue, after the last game played or among those who have not played."""
        if player in self.last_game:
            game, has_won = self.last_game[player]
            place = 0
            while place < len(self.gone) and self._is_before(self.gone[place], game, has_won):
                place += 1
            self.gone.insert(place, (game, player, True))
        else:
            self.fresh = [other for other in self.arrivals if other in (*self.fresh, player)]

    def _is_before(self, other: tuple[int, str, bool], game: int, has_won: bool) -> bool:
        """Return whether the other player is before one who last played ``game``.

        The loser of a game is before its winner, and both are before a player who came back then.
        """
        number, _, went_out = other
        return number < game or (number == game and went_out and has_won)

    def _clear(self) -> None:
        self.pot, self.bets, self.covers, self.is_playing = 0, [], "", False
        self.gone += [(self.games, player, False) for player in self.late]
        self.late = []
