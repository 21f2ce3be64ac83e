"""Seasons of few rubbers, with their records computed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

import pytest

from matches.rules.figures import traits
from matches.rules.figures.records import LEAST_GAMES, LEAST_GAMES_EVER
from matches.rules.figures.records_digest import (
    Basis,
    PlayedDeal,
    PlayedGame,
    PlayedRubber,
    PlayOrderKey,
    in_order_of_play,
)
from matches.rules.figures.records_index import club_records

TREBLE, DOUBLE, SINGLE = 0, 1, 3
"""The loser's points in a treble, a double and a single game."""


def played_deal(number: int, text: str) -> PlayedDeal:
    """Return the dealer and the events of a deal, read from a short text.

    ``Ak``: A turned up and marked the king; ``B+a``: A marked one from the hand; ``Bv``: B made a vole; ``Bw``: B,
    who dealt, suffered one; ``?``: the turn-up is not on record; ``x``: the tricks are not. ``-`` alone: void.
    """
    if text == "-":
        return number, 0, 0
    masks = {"A": traits.DEALS.mask, "B": traits.DEALS.mask}
    dealer, rest = text[0], text[1:]
    elder = "B" if dealer == "A" else "A"
    masks[dealer] |= traits.AS_DEALER.mask
    masks[elder] |= traits.AS_ELDER.mask
    if "?" not in rest:
        masks[dealer] |= traits.TURN_UP_SEEN.mask
    if "k" in rest:
        masks[dealer] |= traits.KING_TURNED.mask | traits.KING_MARKED.mask
    for letter in "AB":
        if f"+{letter.lower()}" in rest:
            masks[letter] |= traits.KING_MARKED.mask
        if "x" not in rest:
            masks[letter] |= traits.TRICKS_KNOWN.mask
    if "v" in rest:
        masks[dealer] |= traits.VOLE_MADE.mask
    if "w" in rest:
        masks[elder] |= traits.VOLE_MADE.mask
    return number, masks["A"], masks["B"]


def game(winner: str, loser_has: int, course: str = "", *, from_behind: bool = False) -> PlayedGame:
    """Return a game, numbered later by its rubber. ``course`` has its deals; without it, only points are known."""
    value = {0: 3, 1: 2, 2: 2}.get(loser_has, 1)
    won = traits.GAMES.mask | traits.GAME_WON.mask | traits.WON_BY_VALUE[value].mask
    lost = traits.GAMES.mask | traits.GAME_LOST.mask | traits.LOST_BY_VALUE[value].mask
    if from_behind:
        won |= traits.CAME_BACK.mask
    deals = [played_deal(number, text) for number, text in zip(count(1), course.split(), strict=False)]
    if deals:
        won, lost = won | traits.SCORES_SEEN.mask, lost | traits.SCORES_SEEN.mask
    return PlayedGame(0, (won, lost) if winner == "A" else (lost, won), deals)


def unfinished(course: str) -> PlayedGame:
    return game("A", 4, course)._replace(traits=(0, 0))


def rubber(
    key: int,
    players: tuple[int, int],
    *played: PlayedGame,
    date: str = "2026.11.14",
    result: tuple[int, int] | None = None,
    points: tuple[int, int] | None = None,
) -> PlayedRubber:
    """Return a rubber. ``result`` is for one with no game on record."""
    won = result or _games_won(played)
    numbered = [each._replace(number=number) for number, each in enumerate(played, start=1)]
    winner = None if won[0] == won[1] else won.index(max(won))
    return PlayedRubber(key, date, players, winner, won, points, numbered)


def _games_won(played: Sequence[PlayedGame]) -> tuple[int, int]:
    won = [[bool(mask & traits.GAME_WON.mask) for mask in each.traits] for each in played]
    return sum(a for a, _ in won), sum(b for _, b in won)


ANN, BOB, CY = 1, 2, 3
SEPTEMBER = 9


def lines(kind: str, *rubbers: PlayedRubber, season: int | None = None) -> list[tuple[int, object]]:
    """Return the holder of the record and the value, row by row."""
    index = club_records(rubbers, season_month=SEPTEMBER)[season]
    return [(line.player, line.feat.value) for line in index.lines if line.kind.key == kind]


def ends(kind: str, *rubbers: PlayedRubber) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return the rubber, game and deal of the start and of the end of the first row's run."""
    index = club_records(rubbers, season_month=SEPTEMBER)[None]
    line = next(line for line in index.lines if line.kind.key == kind)
    return line.feat.first[1:], line.feat.last[1:]


# Ann against Bob, then against Cy:   T T D | T T T -> three trebles running, and six games.
TREBLES = (
    rubber(11, (ANN, BOB), game("A", TREBLE), game("A", TREBLE), game("A", DOUBLE)),
    rubber(12, (CY, ANN), game("B", TREBLE), game("B", TREBLE), game("B", TREBLE)),
    rubber(13, (BOB, CY), game("A", TREBLE), game("B", SINGLE), game("A", SINGLE)),
)


def test_runs_of_trebles_and_of_games_go_on_from_rubber_to_rubber() -> None:
    assert lines("run_of_trebles", *TREBLES) == [(ANN, 3)]
    assert ends("run_of_trebles", *TREBLES) == ((12, 1, None), (12, 3, None))
    assert lines("run_of_games", *TREBLES) == [(ANN, 6)]
    assert ends("run_of_games", *TREBLES) == ((11, 1, None), (12, 3, None))
    assert lines("run_of_rubbers", *TREBLES) == [(ANN, 2)]


def test_totals_and_shares_of_a_season() -> None:
    assert lines("games_won", *TREBLES, season=2026) == [(ANN, 6), (BOB, 2), (CY, 1)]
    assert lines("trebles_won", *TREBLES, season=2026) == [(ANN, 5), (BOB, 1)]
    assert lines("rubbers_won", *TREBLES, season=2026) == [(ANN, 2), (BOB, 1)]
    assert lines("rubbers_played", *TREBLES, season=2026) == [(ANN, 2), (BOB, 2), (CY, 2)]
    assert lines("share_of_games", *TREBLES, season=2026) == []


def test_a_share_of_games_wants_a_least_number() -> None:
    def season(number: int) -> list[PlayedRubber]:
        return [rubber(key, (ANN, BOB), game("A" if key % 4 else "B", SINGLE)) for key in range(number)]

    shares = [(ANN, Fraction(3, 4)), (BOB, Fraction(1, 4))]
    assert lines("share_of_games", *season(LEAST_GAMES - 1), season=2026) == []
    assert lines("share_of_games", *season(LEAST_GAMES), season=2026) == shares
    assert lines("share_of_games", *season(LEAST_GAMES)) == []
    assert lines("share_of_games", *season(LEAST_GAMES_EVER)) == shares


def test_a_run_of_kings_counts_the_deals_that_he_dealt_himself() -> None:
    # Ann deals the 1st, 3rd and 5th, then the 2nd and 4th of the next: k, k | k, not one.
    first = rubber(11, (ANN, BOB), game("A", SINGLE, "Ak B Ak - B"))
    second = rubber(12, (ANN, BOB), game("B", SINGLE, "Bk Ak B A"))
    assert lines("run_of_kings", first, second) == [(ANN, 3)]
    assert ends("run_of_kings", first, second) == ((11, 1, 1), (12, 1, 2))


def test_no_run_goes_on_over_what_is_not_on_record() -> None:
    known = rubber(11, (ANN, BOB), game("A", SINGLE, "Ak Bw"))
    bare = rubber(12, (ANN, BOB), result=(2, 1))
    after = rubber(13, (ANN, BOB), *(game("A", TREBLE, course) for course in ("Ak Bw", "A?", "Ak")))
    assert lines("run_of_kings", known, after) == [(ANN, 2)]
    assert lines("run_of_kings", known, bare, after) == []
    assert lines("run_of_games", known, after)[0] == (ANN, 4)
    assert lines("run_of_games", known, bare, after)[0] == (ANN, 3)


@pytest.mark.parametrize(("result", "run"), [((2, 0), [(1, 4)]), ((2, 1), [])])
def test_a_bare_result_goes_on_with_a_run_where_one_won_all_games(
    result: tuple[int, int], run: object
) -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", SINGLE)),
        rubber(12, (ANN, BOB), result=result),
        rubber(13, (ANN, BOB), game("A", SINGLE)),
    ]
    assert lines("run_of_games", *played) == run
    assert lines("games_won", *played)[0] == (ANN, 4)
    assert lines("run_of_rubbers", *played)[0] == (ANN, 3)


def test_a_rubber_without_a_winner_ends_a_run_of_rubbers() -> None:
    played = [rubber(key, (ANN, BOB), game("A", SINGLE)) for key in (11, 12)]
    drawn = rubber(13, (ANN, BOB), game("A", SINGLE), game("B", SINGLE), unfinished("A B"))
    assert lines("run_of_rubbers", *played, drawn, rubber(14, (ANN, BOB), game("A", SINGLE))) == [(ANN, 2)]


def test_voles_one_after_another_in_a_rubber_on_a_day_and_in_a_season() -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", SINGLE, "Av Bw A B"), date="2026.11.14"),
        rubber(12, (ANN, BOB), game("A", SINGLE, "B Av Bw"), date="2026.11.14"),
        rubber(13, (ANN, BOB), game("A", SINGLE, "Av Bw Av"), date="2026.11.??"),
        rubber(14, (ANN, BOB), game("A", SINGLE, "Av"), date="2027.10.01"),
    ]

    assert lines("run_of_voles", *played) == [(ANN, 6)]
    assert ends("run_of_voles", *played) == ((12, 1, 2), (14, 1, 1))
    assert lines("voles_in_rubber", *played) == [(ANN, 3)]
    assert lines("voles_in_day", *played) == [(ANN, 4)]
    assert lines("voles_made", *played) == [(ANN, 7)]
    assert lines("voles_made", *played, season=2027) == [(ANN, 1)]
    assert lines("run_of_voles", *played, season=2027) == []


def test_long_games_short_games_and_long_rubbers() -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", SINGLE, "A B - A"), game("A", TREBLE, "B A")),
        rubber(12, (BOB, ANN), game("A", SINGLE, "A B A B A")),
        # Not on record deal by deal as a whole: no long rubber.
        rubber(13, (BOB, ANN), game("A", SINGLE, "A B A B A B"), game("A", SINGLE)),
    ]
    assert lines("longest_game", *played) == [(BOB, 6), (ANN, 3)]
    assert lines("shortest_game", *played) == [(ANN, 2), (BOB, 5)]
    assert lines("longest_rubber", *played) == [(ANN, 5), (BOB, 5)]
    assert ends("shortest_game", *played) == ((11, 2, None), (11, 2, None))


def test_kings_of_a_game_and_games_won_from_nil_to_four() -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", 4, "Ak B+a A+a Bk", from_behind=True), game("B", SINGLE, "Bk A+b")),
        rubber(12, (ANN, BOB), game("A", 4, "A", from_behind=True)),
    ]
    assert lines("kings_in_game", *played) == [(ANN, 3), (BOB, 2)]
    assert lines("comebacks", *played) == [(ANN, 2)]
    assert ends("comebacks", *played) == ((11, None, None), (12, None, None))


def test_points_are_those_of_the_rubber() -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", TREBLE), points=(3, 0)),
        rubber(12, (ANN, BOB), game("B", TREBLE)),
    ]
    assert lines("points_won", *played) == [(ANN, 3)]
    ever = club_records(played, season_month=SEPTEMBER)[None]
    assert [line.feat.standing_on for line in ever.lines if line.kind.key == "points_won"] == [1]


def test_each_season_has_its_own_records_and_the_best_of_them_is_the_record_of_all_time() -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", SINGLE), game("A", SINGLE), date="2026.08.31"),
        rubber(12, (ANN, BOB), game("A", SINGLE), game("B", SINGLE), date="2026.09.01"),
        rubber(13, (ANN, BOB), game("B", SINGLE), game("B", SINGLE), date="????.??.??"),
    ]
    index = club_records(played, season_month=SEPTEMBER)

    assert list(index) == [None, 2025, 2026]
    assert lines("games_won", *played) == [(ANN, 2), (BOB, 1)]
    assert lines("games_won", *played, season=2026) == [(ANN, 1), (BOB, 1)]
    # A run of all time goes on over the end of a season, and where no season is known.
    assert lines("run_of_games", *played) == [(ANN, 3), (BOB, 3)]
    assert lines("run_of_games", *played, season=2025) == [(ANN, 2)]
    assert index[None].basis.rubbers == 3
    assert index[2025].basis.rubbers + index[2026].basis.rubbers == 2


def test_what_records_stand_on_is_counted() -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", SINGLE, "A? - B"), game("A", TREBLE), points=(2, 0)),
        rubber(12, (ANN, BOB), game("A", SINGLE, "Bx A")),
        rubber(13, (ANN, BOB), result=(2, 1)),
    ]

    assert club_records(played, season_month=SEPTEMBER)[None].basis == Basis(
        rubbers=3,
        rubbers_with_points=1,
        games=6,
        games_with_points=3,
        games_with_deals=2,
        deals=4,
        deals_with_turn_up=3,
        deals_with_tricks=3,
    )


def test_a_club_without_a_rubber_has_no_record() -> None:
    index = club_records([], season_month=SEPTEMBER)
    assert list(index) == [None]
    assert index[None].lines == ()
    assert index[None].basis == Basis()


def test_the_order_of_play_is_by_day_then_by_round_then_as_entered() -> None:
    same_day = [PlayOrderKey("2026.11.14", *each) for each in ((1, 4), (2, 3), (2, 5))]
    later = [PlayOrderKey("2026.11.??", 1, 1), PlayOrderKey("2026.12.01", 1, 2)]
    expected = [PlayOrderKey("", 1, 9), *same_day, *later]
    assert in_order_of_play(reversed(expected)) == expected
