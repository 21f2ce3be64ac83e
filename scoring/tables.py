"""The marks as data, for a page that looks up results instead of computing them.

``marks_tables`` returns a JSON value:

- ``deals``: a row for every score (0 to 4 each), dealer, vulnerable player (``"A"``, ``"B"``, ``"none"``),
  king marked before the outcome (``"A"``, ``"B"``, null) and outcome. An outcome is ``"A"`` or ``"B"`` for
  the point, ``"A5"`` or ``"B5"`` for the vole, ``"void"`` for a deal that does not count, or null for a king
  marked without an outcome yet. A row gives the score ``after``, the ``next_dealer``, whether the game is
  ``over``, and its ``winner``. A king marked after the outcome takes two look-ups: the outcome, then the king
  alone at the score after it.
- ``games``: for the numbers of games that both players still need, and the winner of a game, the numbers
  after it and whether the rubber is over. ``wanted`` gives the number at the start, by the rubber's length
  (best of).
- ``values``: what a game is worth to its winner, by the reckoning and the loser's points.
- ``calls``: for every way of calling (``scoring.calling``; empty if not recorded) and dealer, the player
  against whom the point counts two, ``"none"``, or null if unknown.
- ``cuts``: for the ranks of A's and B's cards, the dealer; null for a tie, which is cut again.
- ``triomphe``: the tables that differ at La Triomphe. ``deals``, ``calls`` and ``cuts`` have the same form;
  the vulnerable player is the one who refused the point, no king is marked, and a point taken is an outcome
  with nobody vulnerable. ``taken`` gives, for every way of calling and dealer, the player who takes the
  point, or null if it is played for. ``after_lead`` has the calls before the first lead after which the
  dealer may offer the point once the lead is made.
"""

from __future__ import annotations

from itertools import product
from typing import get_args

from scoring.calling import calls_of, ways_of_calling
from scoring.cards import HAND_SIZE, PLAYERS, RANKS, Player, opponent, parse_card
from scoring.checked import Mark
from scoring.findings import JsonValue
from scoring.follow import vulnerable_player
from scoring.laws.cutting import dealer_by_cut
from scoring.marks import (
    GAME_POINTS,
    MAJORITY_OF_TRICKS,
    add_marks,
    game_value,
    game_winner,
    is_decided,
    king_mark,
    rubber_winner,
    tricks_mark,
)
from scoring.record import Cut, Game, Reckoning, Rules, Variant
from scoring.variants import VARIATIONS
from scoring.variants.triomphe import BEFORE_OFFER_IN_PLAY

VULNERABLE = ("A", "B", "none")
KINGS: tuple[Player | None, ...] = (None, "A", "B")
OUTCOMES = (None, "A", "A5", "B", "B5", "void")
HIGHEST_BEST_OF = 99
TABLES_VERSION = 4


def marks_tables() -> dict[str, JsonValue]:
    """Return the tables of marks for all rules, as JSON values in the format that this module describes."""
    return {
        "version": TABLES_VERSION,
        "deals": _build_deal_rows("ecarte"),
        "games": _build_game_rows(),
        "wanted": {
            str(best_of): Rules(best_of=best_of).majority for best_of in range(1, HIGHEST_BEST_OF + 1, 2)
        },
        "values": {
            reckoning: [game_value((GAME_POINTS, loser), reckoning) for loser in range(GAME_POINTS)]
            for reckoning in get_args(Reckoning)
        },
        "calls": _build_call_rows("ecarte"),
        "cuts": _build_cut_rows("ecarte"),
        "triomphe": {
            "deals": _build_deal_rows("triomphe"),
            "calls": _build_call_rows("triomphe"),
            "taken": _build_taken_rows("triomphe"),
            "cuts": _build_cut_rows("triomphe"),
            "after_lead": list(BEFORE_OFFER_IN_PLAY),
        },
    }


def _build_deal_rows(variant: Variant) -> list[JsonValue]:
    """Return a row for every deal that marks tell apart: the score before and after it, and who deals next."""
    rows: list[JsonValue] = []
    kings = KINGS if VARIATIONS[variant].has_king else (None,)
    scores = [(a, b) for a in range(GAME_POINTS) for b in range(GAME_POINTS)]
    for score, dealer, vulnerable, king, outcome in product(scores, PLAYERS, VULNERABLE, kings, OUTCOMES):
        if outcome == "void" and king is not None:
            continue
        marks = [king_mark(king)] if king else []
        if outcome is not None and outcome != "void":
            marks.append(_find_outcome_mark(outcome, vulnerable, variant))
        after, _ = add_marks(score, marks)
        deals_again = outcome == "void" or (outcome is None and not is_decided(after))
        rows.append(
            {
                "score": list(score),
                "dealer": dealer,
                "vulnerable": vulnerable,
                "king": king,
                "outcome": outcome,
                "after": list(after),
                "next_dealer": dealer if deals_again else opponent(dealer),
                "over": is_decided(after),
                "winner": game_winner(after),
            }
        )
    return rows


def _find_outcome_mark(outcome: str, vulnerable: str, variant: Variant) -> Mark:
    winner: Player = "A" if outcome[0] == "A" else "B"
    tricks = HAND_SIZE if outcome.endswith("5") else MAJORITY_OF_TRICKS
    return tricks_mark(winner, tricks, vulnerable, variant)


def _build_game_rows() -> list[JsonValue]:
    rows: list[JsonValue] = []
    most = Rules(best_of=HIGHEST_BEST_OF).majority
    for wanted_a, wanted_b, winner in product(range(1, most + 1), range(1, most + 1), PLAYERS):
        after = (wanted_a - (winner == "A"), wanted_b - (winner == "B"))
        won = most - after[0], most - after[1]
        rows.append(
            {
                "wanted": [wanted_a, wanted_b],
                "winner": winner,
                "wanted_after": list(after),
                "over": rubber_winner(won, most) is not None,
            }
        )
    return rows


def _build_call_rows(variant: Variant) -> list[JsonValue]:
    return [
        {"said": way, "dealer": dealer, "vulnerable": vulnerable_player(calls_of(way), dealer, variant)}
        for way, dealer in product(ways_of_calling(variant), PLAYERS)
    ]


def _build_taken_rows(variant: Variant) -> list[JsonValue]:
    taken_by = VARIATIONS[variant].taken_by
    return [
        {"said": way, "dealer": dealer, "player": taken_by(calls_of(way), dealer)}
        for way, dealer in product(ways_of_calling(variant), PLAYERS)
    ]


def _build_cut_rows(variant: Variant) -> list[JsonValue]:
    rows: list[JsonValue] = []
    for rank_a, rank_b in product(reversed(RANKS), repeat=2):
        pair = parse_card(f"S{rank_a}"), parse_card(f"H{rank_b}")
        game = Game(1, opening=(Cut((pair,)),))
        rows.append({"a": rank_a, "b": rank_b, "dealer": dealer_by_cut(game, variant)})
    return rows
