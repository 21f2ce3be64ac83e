"""Judge law 46 for a whole rubber, and check the numbers and totals that a record states (``E04``, ``E05``)."""

from __future__ import annotations

from typing import NamedTuple

from scoring.cards import Player
from scoring.checked import CheckedGame
from scoring.findings import FINAL_TOKEN
from scoring.laws.report import Report
from scoring.marks import rubber_winner
from scoring.record import Game, Pair, Rubber, Rules, pair_of


class RubberTotals(NamedTuple):
    """The totals of a rubber.

    - ``games_won``: the number of games that each player won, (A's, B's).
    - ``points``: the points of each player, including the bonus for the rubber, or None if unknown.
    - ``winner``: the player who won the rubber, or None if it is undecided.
    """

    games_won: Pair
    points: Pair | None
    winner: Player | None


def judge_numbering(games: tuple[Game, ...], report: Report) -> None:
    """Report ``E04`` for a game or deal with a wrong number. Numbers that continue from a wrong one are not
    reported.
    """
    previous = 0
    for position, game in enumerate(games):
        if game.number not in (position + 1, previous + 1):
            report.move_to(position, None)
            report.add("E04", "error", 1, "game", number=game.number, expected=position + 1)
        previous = game.number
        previous_deal = 0
        for deal_position, deal in enumerate(game.deals):
            if deal.number not in (deal_position + 1, previous_deal + 1):
                report.move_to(position, deal_position)
                report.add(
                    "E04",
                    "error",
                    0,
                    "deal",
                    names_deal=False,
                    number=deal.number,
                    expected=deal_position + 1,
                )
            previous_deal = deal.number


def total_rubber(rubber: Rubber, rules: Rules, games: tuple[CheckedGame, ...]) -> RubberTotals:
    """Return the games won, points and winner of a rubber.

    They are computed from the checked games. If the record has no games, they are read from the tags and the
    ending.
    """
    if not games:
        return _read_totals(rubber, rules)
    won = [0, 0]
    points: list[int] = [0, 0]
    for game in games:
        if rubber_winner((won[0], won[1]), rules.majority) is not None:
            break
        if game.winner is not None:
            index = 0 if game.winner == "A" else 1
            won[index] += 1
            points[index] += game.value or 0
    games_won = won[0], won[1]
    winner = rubber_winner(games_won, rules.majority) or _read_winner_tag(rubber, rules)
    if winner is not None:
        points[0 if winner == "A" else 1] += rules.rubber_bonus
    is_known = all(game.points is not None or game.winner is not None for game in games)
    return RubberTotals(games_won, (points[0], points[1]) if is_known else None, winner)


def _read_winner_tag(rubber: Rubber, rules: Rules) -> Player | None:
    if rules.termination == "normal":
        return None
    tag = rubber.tag("Winner")
    return "A" if tag == "A" else "B" if tag == "B" else None


def _read_totals(rubber: Rubber, rules: Rules) -> RubberTotals:
    """Return the totals that the tags and the ending state, for a rubber whose games are not on record."""
    result = rubber.tag("Result")
    games_won: Pair | None = None
    if result is not None and result != "*":
        games_won = pair_of(result)
    elif rubber.ending is not None:
        games_won = rubber.ending.games_won
    winner = _read_winner_tag(rubber, rules)
    if games_won is not None:
        winner = rubber_winner(games_won, rules.majority) or winner
    games_won = games_won or (0, 0)
    stated_points = rubber.tag("Points")
    points: Pair | None = None
    if stated_points is not None:
        points = pair_of(stated_points)
    elif rules.reckoning == "plain" or games_won == (0, 0):
        bonus = rules.rubber_bonus
        points = (
            games_won[0] + (bonus if winner == "A" else 0),
            games_won[1] + (bonus if winner == "B" else 0),
        )
    return RubberTotals(games_won, points, winner)


def judge_totals(
    rubber: Rubber, rules: Rules, games: tuple[CheckedGame, ...], totals: RubberTotals, report: Report
) -> None:
    """Report ``L46`` for a rubber that ends too early or too late, and ``E05`` for stated totals that are wrong.

    An earlier error suppresses both, because they would follow from the same fault.
    """
    report.move_to(None, None)
    if report.has_errors() or any(game.points is None for game in games):
        return
    if not _is_ending_valid(rubber, rules, games, totals):
        report.add(
            "L46",
            "error",
            None if rubber.ending is None else FINAL_TOKEN,
            "rubber",
            won=f"{totals.games_won[0]}-{totals.games_won[1]}",
            best_of=rules.best_of,
            majority=rules.majority,
        )
        return
    _compare_totals(rubber, rules, totals, report, has_body=bool(games))


def _is_ending_valid(
    rubber: Rubber, rules: Rules, games: tuple[CheckedGame, ...], totals: RubberTotals
) -> bool:
    """Return whether the games won fit the ending that the record states (law 46)."""
    ending = rubber.ending
    stated = None if ending is None else ending.games_won
    if stated is None and (games or rubber.tag("Result") in (None, "*")):
        return True
    if games and stated != totals.games_won:
        # The ending is already reported as wrong; whether games are missing as well is unknown.
        return True
    most, fewest = max(totals.games_won), min(totals.games_won)
    if fewest >= rules.majority:
        return False
    return most == rules.majority if rules.termination == "normal" else most <= rules.majority


def _compare_totals(
    rubber: Rubber, rules: Rules, totals: RubberTotals, report: Report, *, has_body: bool
) -> None:
    """Report ``E05`` for each total of the tags and the ending that differs from ``totals``.

    Without games (``has_body`` is False) the totals come from the tags, so that only the points can be wrong.
    """
    body = f"{totals.games_won[0]}-{totals.games_won[1]}"
    ending = rubber.ending
    if ending is not None and ending.games_won is not None and ending.games_won != totals.games_won:
        report.add(
            "E05",
            "error",
            FINAL_TOKEN,
            "ending",
            stated=f"{ending.games_won[0]}-{ending.games_won[1]}",
            body=body,
        )
    if not has_body:
        _compare_points_of_tags(rubber, rules, totals, report)
        return
    result = rubber.tag("Result")
    if result is not None and result != "*" and pair_of(result) != totals.games_won:
        report.add("E05", "error", None, "tag", tag="Result", stated=result, body=body)
    points = rubber.tag("Points")
    if points is not None and totals.points is not None and pair_of(points) != totals.points:
        report.add(
            "E05",
            "error",
            None,
            "tag",
            tag="Points",
            stated=points,
            body=f"{totals.points[0]}-{totals.points[1]}",
        )
    winner = rubber.tag("Winner")
    if (
        winner is not None
        and rules.termination == "normal"
        and totals.winner is not None
        and winner != totals.winner
    ):
        report.add("E05", "error", None, "tag", tag="Winner", stated=winner, body=totals.winner)


def _compare_points_of_tags(rubber: Rubber, rules: Rules, totals: RubberTotals, report: Report) -> None:
    """Report ``E05`` if the tag Points of a record without games is impossible.

    Each game won is worth one point, under the reckoning ``treble`` one to three.
    """
    stated = rubber.tag("Points")
    has_ending = rubber.ending is not None and rubber.ending.games_won is not None
    if stated is None or (rubber.tag("Result") in (None, "*") and not has_ending):
        return
    highest_value = 3 if rules.reckoning == "treble" else 1
    points = pair_of(stated)
    for index, player in enumerate(("A", "B")):
        bonus = rules.rubber_bonus if totals.winner == player else 0
        games = totals.games_won[index]
        if not games + bonus <= points[index] <= games * highest_value + bonus:
            report.add(
                "E05",
                "error",
                None,
                "points_impossible",
                stated=stated,
                won=f"{totals.games_won[0]}-{totals.games_won[1]}",
            )
            return
