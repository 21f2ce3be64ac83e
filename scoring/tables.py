"""The marks as data, for a page that looks up and never computes.

``marks_tables`` is a JSON value:

- ``deals``: a row for every score (0 to 4 each), dealer, vulnerable player (``"A"``, ``"B"``, ``"none"``),
  king marked before the outcome (``"A"``, ``"B"``, null) and outcome: ``"A"``/``"B"`` the point,
  ``"A5"``/``"B5"`` the vole, ``"void"`` a deal that does not count, null nothing yet (a king alone). A row
  gives the score ``after``, the ``next_dealer``, whether the game is ``over`` and its ``winner``. A king marked
  behind the outcome is two look-ups: the outcome, then the king alone at the score after it.
- ``games``: for every two numbers of games that the players still want, and a winner, what they want
  after it and whether the rubber is over. ``wanted`` gives the number to start from by best of.
- ``values``: a game's value to its winner by the reckoning and the loser's points.
- ``calls``: for every way of calling (``scoring.calling``, empty: not noted) and dealer the player who is vulnerable
  by it, ``"none"`` for nobody, null where that is not known.
- ``triomphe``: what La Triomphe has in the place of ``deals`` and ``calls``, in the same shape. Vulnerable is who
  refused the point; no king is marked; a point taken is an outcome with nobody vulnerable. ``taken``: for every way of
  calling there and dealer who takes the point, null where it is played for. ``cuts``: who deals there by the cut.
  ``after_lead``: the calls before the first lead after which the dealer may offer the point behind it.
- ``cuts``: for the rank of A's card and of B's who deals; null for a tie, which is cut again.
"""

from __future__ import annotations

from itertools import product

from scoring.calling import calls_of, ways_of_calling
from scoring.cards import HAND_SIZE, PLAYERS, RANKS, Player, adversary, parse_card
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
from scoring.record import Cut, Game, Rules, Variant
from scoring.variants import VARIATIONS
from scoring.variants.triomphe import BEFORE_OFFER_IN_PLAY

VULNERABLE = ("A", "B", "none")
KINGS: tuple[Player | None, ...] = (None, "A", "B")
OUTCOMES = (None, "A", "A5", "B", "B5", "void")
HIGHEST_BEST_OF = 99
TABLES_VERSION = 4


def marks_tables() -> dict[str, JsonValue]:
    """Every table, in the shape that the module's docstring gives."""
    return {
        "version": TABLES_VERSION,
        "deals": _deal_rows("ecarte"),
        "games": _game_rows(),
        "wanted": {
            str(best_of): Rules(best_of=best_of).majority for best_of in range(1, HIGHEST_BEST_OF + 1, 2)
        },
        "values": {
            "plain": [game_value((GAME_POINTS, loser), "plain") for loser in range(GAME_POINTS)],
            "treble": [game_value((GAME_POINTS, loser), "treble") for loser in range(GAME_POINTS)],
        },
        "calls": _call_rows("ecarte"),
        "cuts": _cut_rows("ecarte"),
        "triomphe": {
            "deals": _deal_rows("triomphe"),
            "calls": _call_rows("triomphe"),
            "taken": _taken_rows("triomphe"),
            "cuts": _cut_rows("triomphe"),
            "after_lead": list(BEFORE_OFFER_IN_PLAY),
        },
    }


def _deal_rows(variant: Variant) -> list[JsonValue]:
    rows: list[JsonValue] = []
    kings = KINGS if VARIATIONS[variant].has_king else (None,)
    scores = [(a, b) for a in range(GAME_POINTS) for b in range(GAME_POINTS)]
    for score, dealer, vulnerable, king, outcome in product(scores, PLAYERS, VULNERABLE, kings, OUTCOMES):
        if outcome == "void" and king is not None:
            continue
        marks = [king_mark(king)] if king else []
        if outcome is not None and outcome != "void":
            marks.append(_outcome_mark(outcome, vulnerable, variant))
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
                "next_dealer": dealer if deals_again else adversary(dealer),
                "over": is_decided(after),
                "winner": game_winner(after),
            }
        )
    return rows


def _outcome_mark(outcome: str, vulnerable: str, variant: Variant) -> Mark:
    winner: Player = "A" if outcome[0] == "A" else "B"
    tricks = HAND_SIZE if outcome.endswith("5") else MAJORITY_OF_TRICKS
    return tricks_mark(winner, tricks, vulnerable, variant)


def _game_rows() -> list[JsonValue]:
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


def _call_rows(variant: Variant) -> list[JsonValue]:
    return [
        {"said": said, "dealer": dealer, "vulnerable": vulnerable_player(calls_of(said), dealer, variant)}
        for said, dealer in product(ways_of_calling(variant), PLAYERS)
    ]


def _taken_rows(variant: Variant) -> list[JsonValue]:
    taken_by = VARIATIONS[variant].taken_by
    return [
        {"said": said, "dealer": dealer, "player": taken_by(calls_of(said), dealer)}
        for said, dealer in product(ways_of_calling(variant), PLAYERS)
    ]


def _cut_rows(variant: Variant) -> list[JsonValue]:
    rows: list[JsonValue] = []
    for rank_a, rank_b in product(reversed(RANKS), repeat=2):
        pair = parse_card(f"S{rank_a}"), parse_card(f"H{rank_b}")
        game = Game(1, opening=(Cut((pair,)),))
        rows.append({"a": rank_a, "b": rank_b, "dealer": dealer_by_cut(game, variant)})
    return rows
