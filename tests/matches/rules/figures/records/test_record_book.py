"""Seasons of few rubbers, with what their records are worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from matches.rules.figures.records.basis import Basis
from matches.rules.figures.records.definitions import LEAST_GAMES, LEAST_GAMES_EVER
from matches.rules.figures.records.play import Listed, PlayedRubber, in_order_of_play
from matches.rules.figures.records.record_book import club_records
from tests.matches.rules.figures.play import DOUBLE, SINGLE, TREBLE, game, rubber, unfinished

ANN, BOB, CY = 1, 2, 3
SEPTEMBER = 9


def lines(kind: str, *rubbers: PlayedRubber, season: int | None = None) -> list[tuple[int, object]]:
    """Who holds the record, and the value, line by line."""
    found = club_records(rubbers, season_month=SEPTEMBER)[season]
    return [(line.player, line.feat.value) for line in found.lines if line.kind.key == kind]


def ends(kind: str, *rubbers: PlayedRubber) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Rubber, game and deal where the first line's run begins, and where it ends."""
    found = club_records(rubbers, season_month=SEPTEMBER)[None]
    line = next(line for line in found.lines if line.kind.key == kind)
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

    assert lines("share_of_games", *season(LEAST_GAMES - 1), season=2026) == []
    assert lines("share_of_games", *season(LEAST_GAMES), season=2026) == [
        (ANN, Fraction(3, 4)),
        (BOB, Fraction(1, 4)),
    ]
    assert lines("share_of_games", *season(LEAST_GAMES)) == []
    assert lines("share_of_games", *season(LEAST_GAMES_EVER)) == [
        (ANN, Fraction(3, 4)),
        (BOB, Fraction(1, 4)),
    ]


def test_a_run_of_kings_counts_the_deals_that_he_dealt_himself() -> None:
    # Ann deals the 1st, 3rd and 5th, then the 2nd and 4th of the next: k, k | k, not one.
    first = rubber(11, (ANN, BOB), game("A", SINGLE, "Ak B Ak - B"))
    second = rubber(12, (ANN, BOB), game("B", SINGLE, "Bk Ak B A"))

    assert lines("run_of_kings", first, second) == [(ANN, 3)]
    assert ends("run_of_kings", first, second) == ((11, 1, 1), (12, 1, 2))


def test_no_run_goes_on_over_what_is_not_on_record() -> None:
    known = rubber(11, (ANN, BOB), game("A", SINGLE, "Ak Bw"))
    bare = rubber(12, (ANN, BOB), result=(2, 1))
    after = rubber(
        13, (ANN, BOB), game("A", TREBLE, "Ak Bw"), game("A", TREBLE, "A?"), game("A", TREBLE, "Ak")
    )

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
    line = next(
        each
        for each in club_records(played, season_month=SEPTEMBER)[None].lines
        if each.kind.key == "points_won"
    )
    assert line.feat.standing_on == 1


def test_each_season_has_its_own_records_and_the_best_of_them_is_the_record_of_all_time() -> None:
    played = [
        rubber(11, (ANN, BOB), game("A", SINGLE), game("A", SINGLE), date="2026.08.31"),
        rubber(12, (ANN, BOB), game("A", SINGLE), game("B", SINGLE), date="2026.09.01"),
        rubber(13, (ANN, BOB), game("B", SINGLE), game("B", SINGLE), date="????.??.??"),
    ]
    found = club_records(played, season_month=SEPTEMBER)

    assert list(found) == [None, 2025, 2026]
    assert lines("games_won", *played) == [(ANN, 2), (BOB, 1)]
    assert lines("games_won", *played, season=2026) == [(ANN, 1), (BOB, 1)]
    # A run of all time goes on over the end of a season, and where no season is known.
    assert lines("run_of_games", *played) == [(ANN, 3), (BOB, 3)]
    assert lines("run_of_games", *played, season=2025) == [(ANN, 2)]
    assert found[None].basis.rubbers == 3
    assert found[2025].basis.rubbers + found[2026].basis.rubbers == 2


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
    found = club_records([], season_month=SEPTEMBER)

    assert list(found) == [None]
    assert found[None].lines == ()
    assert found[None].basis == Basis()


def test_the_order_of_play_is_by_day_then_by_round_then_as_entered() -> None:
    expected = [
        Listed("", 1, 9),
        Listed("2026.11.14", 1, 4),
        Listed("2026.11.14", 2, 3),
        Listed("2026.11.14", 2, 5),
        Listed("2026.11.??", 1, 1),
        Listed("2026.12.01", 1, 2),
    ]

    assert in_order_of_play(reversed(expected)) == expected
