"""A game at random: deals until five or until there were enough of them, each with its score as a scorer writes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.scoring.generate import PACK, other, strength
from tests.scoring.incidents_at_random.before_play import call_and_exchange, deal_cards, shuffle_and_cut
from tests.scoring.incidents_at_random.playing import play
from tests.scoring.incidents_at_random.table import (
    FIVE_UP,
    LAWS_WITH_A_REMEDY,
    DealVoidError,
    GameDecidedError,
    Settled,
    Table,
)

MOST_DEALS = 9
BEFORE_THE_FIRST_DEAL = (1, 2, 3, 4, 6)

Score = tuple[int, int]


@dataclass
class PlainDeal:
    """The course and result of a deal. ``tricks`` is None if a hand was given up, or if the play was not ended."""

    dealer: str
    tokens: list[str | Settled]
    score: Score
    marks: list[tuple[str, int, int]]
    tricks: Score | None
    is_void: bool


@dataclass
class PlainGame:
    heading: list[str | Settled] = field(default_factory=list)
    code: str = "English"
    deals: list[PlainDeal] = field(default_factory=list)
    score: Score = (0, 0)
    next_dealer: str = ""

    @property
    def winner(self) -> str | None:
        return "A" if self.score[0] == FIVE_UP else "B" if self.score[1] == FIVE_UP else None

    def text(self) -> str:
        lines = [" ".join(["Game 1", *map(str, self.heading)])]
        for number, deal in enumerate(self.deals, 1):
            lines.append(" ".join([f"{number}.", deal.dealer, *map(str, deal.tokens)]))
        if self.winner is None:
            return "\n".join([*lines, "*"])
        ending = "##1-0" if self.winner == "A" else "##0-1"
        return "\n".join([*lines, f"#{self.score[0]}-{self.score[1]}", ending])


def play_game(rng: Random) -> PlainGame:
    game = PlainGame(code=rng.choice(["English", "French"]))
    dealer = _open(rng, game)
    score = {"A": 0, "B": 0}
    packets = {player: rng.choice(["3-2", "2-3"]) for player in "AB"}
    left_out: Settled | None = None
    while max(score.values()) < FIVE_UP and len(game.deals) < MOST_DEALS:
        # One law in three is kept out of harm's way, so that deals differ in what befalls them.
        laws = {law for law in LAWS_WITH_A_REMEDY if rng.random() < 0.67}
        is_out_of_turn = bool(game.deals) and 14 in laws and rng.random() < 0.06
        table = Table(
            rng, other(dealer) if is_out_of_turn else dealer, score, rng.choice([0, 0.1, 0.3, 0.5]), laws
        )
        if left_out is not None:
            table.tokens.append(left_out)
        has_dealt = any(deal.dealer == table.dealer for deal in game.deals)
        winner = _play_deal(table, packets[table.dealer], is_out_of_turn=is_out_of_turn, has_dealt=has_dealt)
        left_out = _write_score(table, winner, is_last=len(game.deals) + 1 == MOST_DEALS)
        tricks = None
        if winner is not None and not table.is_abandoned:
            tricks = table.won["A"], table.won["B"]
        game.deals.append(
            PlainDeal(table.dealer, table.tokens, _pair(score), table.marks, tricks, table.is_void)
        )
        if not table.is_void:
            dealer = other(table.dealer)
        elif not _was_undone(table):
            dealer = table.dealer
    game.score, game.next_dealer = _pair(score), dealer
    return game


def _was_undone(table: Table) -> bool:
    """Return True if law 14 made the deal void: the rightful dealer deals, and else the same player again."""
    return any(
        isinstance(token, Settled) and (token.law, token.remedy) == (14, "void") for token in table.tokens
    )


def _pair(score: dict[str, int]) -> Score:
    return score["A"], score["B"]


def _open(rng: Random, game: PlainGame) -> str:
    table = Table(rng, "A", {"A": 0, "B": 0}, 0.15, {*BEFORE_THE_FIRST_DEAL})
    dealer = rng.choice("AB")
    if rng.random() < 0.7:
        a, b = rng.sample(PACK, 2)
        if strength(a) != strength(b):
            table.write(f"cut A={a} B={b}")
            dealer = "A" if strength(a) > strength(b) else "B"
    for law in BEFORE_THE_FIRST_DEAL:
        if table.happens(law):
            table.settle(law, rng.choice("AB") if law in (1, 2, 3) else "", ["1"] if law == 3 else [])
    game.heading = table.tokens
    return dealer


def _play_deal(table: Table, packets: str, *, is_out_of_turn: bool, has_dealt: bool) -> str | None:
    """Play a deal and return the winner of most tricks, or None if it is void or a king has decided the game."""
    try:
        shuffle_and_cut(table)
        deal_cards(table, packets, is_out_of_turn=is_out_of_turn, has_dealt=has_dealt)
        turned_up = table.turn_up == table.king and not table.is_king_barred
        if turned_up and table.misdealt_by == 0 and table.rng.random() < 0.6:
            table.announce_king(table.dealer)
        call_and_exchange(table)
        winner = play(table)
    except DealVoidError:
        table.void()
        return None
    except GameDecidedError:
        return None
    _mark_tricks(table, winner)
    return winner


def _mark_tricks(table: Table, winner: str) -> None:
    """Mark the tricks. The point counts one, two under law 49; the vole two; a penalty's remainder is under law 48."""
    given_up_at = table.won[other(winner)]
    is_vole = given_up_at == 0 if table.is_abandoned else table.won[winner] == 5
    is_vole = is_vole and not table.has_made_point
    doubled = table.vulnerable == other(winner)
    law, points = (48, 2) if is_vole else (49, 2) if doubled else (48, 1)
    if winner in table.penalised:
        law, points = 48, points - 1
    tricks = (
        "5" if is_vole else "" if table.is_abandoned or table.rng.random() < 0.3 else str(table.won[winner])
    )
    may_be_left_out = not (table.is_abandoned or is_vole)
    if not table.is_outcome_written and not (may_be_left_out and table.rng.random() < 0.1):
        table.write(f"={winner}{tricks}")
    if points:
        table.mark(winner, law, points)


def _write_score(table: Table, winner: str | None, *, is_last: bool) -> Settled | None:
    """Write the score, right at once or corrected, or with an omitted mark that is made good in the next deal."""
    rng, score = table.rng, table.score
    if table.is_void:
        return None
    figure = _pair(score)
    made = rng.choice(table.marks) if table.marks else None
    if winner is not None and made is not None and not table.is_over and table.happens(50):
        less = dict(score)
        less[made[0]] -= made[2]
        table.write(_figure(_pair(less)))
        word = "king" if made[1] == 47 else "vole" if made[1] == 48 and made[2] == 2 else "point"
        facts = [word] + ([str(made[2])] if rng.random() < 0.5 else [])
        if not is_last and rng.random() < 0.4:
            return Settled(50, made[0], facts, ("mark",), "mark", is_tacit=rng.random() < 0.5)
        table.settle(50, made[0], facts)
        if rng.random() < 0.7:
            table.write(_figure(figure))
        return None
    if table.happens(51):
        more = dict(score)
        player = rng.choice("AB")
        if more[player] < FIVE_UP - 1:
            more[player] += 1
            table.write(_figure(_pair(more)))
            table.settle(51, player, ["1"] if rng.random() < 0.7 else [])
            if rng.random() < 0.7:
                table.write(_figure(figure))
            return None
    if rng.random() < 0.85:
        table.write(_figure(figure))
    _mark_turned_up_king_late(table, winner)
    return None


def _mark_turned_up_king_late(table: Table, winner: str | None) -> None:
    """Laws 22 and 50: until the next turn-up, and it counts when it is marked."""
    if (
        winner is None
        or table.turn_up != table.king
        or table.is_king_barred
        or table.dealer in table.kings_announced
    ):
        return
    if table.is_over or not table.happens(50, 2):
        return
    if table.rng.random() < 0.5:
        table.write(f"K{table.dealer.lower()}")
    else:
        table.settle(50, table.dealer, ["king"])
    table.mark(table.dealer, 47, 1)
    table.write(_figure(_pair(table.score)))


def _figure(score: Score) -> str:
    return f"({score[0]}-{score[1]})"
