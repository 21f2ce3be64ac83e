"""Records built from input are checked by the engine that checks files."""

from __future__ import annotations

from typing import Any

import pytest

from matches.rubbers.deal_from_input import marks_deal, position_of, read_deal
from matches.rubbers.errors import NotOneDealError, UnknownScoreError
from matches.rubbers.record_from_input import corrected_result, live_record, result_record, tags_of
from scoring.cards import Player
from scoring.check import check_rubber
from scoring.errors import NotationError, RecordError
from scoring.notation import read_one, write_deal, write_rubber
from scoring.record import Deal, Pair, Rubber, Rules
from tests.matches.rubbers.hands import with_deal

NAMES = ("Orford", "Baldwin")


def tags(rules: Rules | None = None, **fields: str) -> dict[str, str]:
    return tags_of(NAMES, rules or Rules(), **fields)


def codes(record: Rubber) -> list[str]:
    return [finding.code for finding in check_rubber(record).findings]


class TestResult:
    @pytest.mark.parametrize(
        ("given", "text"),
        [
            ({"games_won": (2, 1)}, '[Result "2-1"]\n'),
            (
                {"games": [(5, 2), (3, 5), (5, 0)]},
                '[Result "2-1"]\n\nGame 1 #5-2\nGame 2 #3-5\nGame 3 #5-0\n##2-1\n',
            ),
            ({"games": [(5, 4), (5, 3)]}, '[Result "2-0"]\n\nGame 1 #5-4\nGame 2 #5-3\n##2-0\n'),
        ],
    )
    def test_is_written_as_the_notation_has_it(self, given: dict[str, Any], text: str) -> None:
        written = write_rubber(result_record(tags(), **given))
        assert written.endswith(text)
        assert write_rubber(read_one(written)) == written

    def test_tags_stand_where_they_say_something(self) -> None:
        rules = Rules(best_of=5, reckoning="treble", rubber_bonus=2, code="French", termination="walkover")
        record = result_record(
            tags(rules, event="Cup", date="2026.11.14", round_label="2", table="4", winner="A")
        )
        assert write_rubber(record) == (
            '[EGN "1"]\n[Event "Cup"]\n[Date "2026.11.14"]\n[Round "2"]\n[Table "4"]\n[A "Orford"]\n'
            '[B "Baldwin"]\n[Code "French"]\n[BestOf "5"]\n[Reckoning "treble"]\n[RubberBonus "2"]\n'
            '[Cut "rubber"]\n[Termination "walkover"]\n[Winner "A"]\n[Result "0-0"]\n'
        )
        assert check_rubber(record).winner == "A"
        assert codes(record) == []

    def test_correction_keeps_what_the_form_does_not_ask_as_it_was_written(self) -> None:
        written = (
            '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n[Code "English"]\n[BestOf "3"]\n[Reckoning "plain"]\n'
            '[RubberBonus "0"]\n[Cut "rubber"]\n[Termination "normal"]\n[Result "{}"]\n[Variant "{}"]\n[Room "2"]\n'
        )
        for variant, rules in (("Ecarte", Rules()), ("Triomphe", Rules(variant="triomphe"))):
            old = read_one(written.format("2-1", variant))
            new = corrected_result(old, result_record(tags(rules), games_won=(1, 2)))
            assert write_rubber(new) == written.format("1-2", variant)
        french = corrected_result(
            read_one(written.format("2-1", "Ecarte")),
            result_record(tags(Rules(code="French", variant="triomphe")), games_won=(1, 2)),
        )
        assert (french.rules.code, french.rules.variant) == ("French", "triomphe")

    def test_rubber_left_unfinished_has_no_ending(self) -> None:
        record = result_record(tags(Rules(termination="unfinished")), games=[(5, 2), (3, 2)])
        assert write_rubber(record).endswith('[Result "*"]\n\nGame 1 #5-2\nGame 2 #3-2\n*\n')
        assert codes(record) == []

    @pytest.mark.parametrize(
        ("given", "code"),
        [
            ({"games_won": (1, 1)}, "L46"),
            ({"games_won": (2, 2)}, "L46"),
            ({"games": [(5, 2)]}, "L46"),
            ({"games": [(5, 2), (5, 3), (0, 5)]}, "L46"),
            ({"games": [(5, 5), (5, 3)]}, "L46"),
        ],
    )
    def test_impossible_result_is_the_engines_to_find(self, given: dict[str, Any], code: str) -> None:
        assert code in codes(result_record(tags(), **given))


def next_deal(record: Rubber, dealer: Player, **noted: Any) -> Deal:
    """Return the next deal of a record from a scorer's notes."""
    return marks_deal(record, position_of(check_rubber(record)), dealer, **noted)


def played(*deals: dict[str, Any], rules: Rules | None = None) -> Rubber:
    record = live_record(tags(rules))
    for deal in deals:
        dealer = position_of(check_rubber(record)).dealer or "A"
        record = with_deal(record, next_deal(record, **{"dealer": dealer, **deal}))
    return record


A_STOOD_AND_LOST = {"dealer": "B", "calls": "S", "winner": "B"}


class TestDeal:
    @pytest.mark.parametrize(
        ("noted", "line"),
        [
            ({"calls": "S", "winner": "B"}, "1. A S =B (0-1)"),
            ({"calls": "S", "winner": "A"}, "1. A S =A (2-0)"),
            ({"calls": "PR", "winner": "B", "won": "3"}, "1. A P R =B3 (0-2)"),
            ({"calls": "PGS", "winner": "B", "won": "4"}, "1. A P G S =B4 (0-1)"),
            ({"calls": "S", "winner": "A", "won": "vole"}, "1. A S =A5 (2-0)"),
            ({"calls": "PGPR", "kings": "B", "winner": "A"}, "1. A P G P R Kb =A (1-1)"),
            ({"winner": "A", "won": "vole"}, "1. A =A5 (2-0)"),
            ({"winner": "A", "score": (2, 0)}, "1. A =A (2-0)"),
            ({"is_void": True}, "1. A =void"),
        ],
    )
    def test_is_one_line_with_the_score_behind_it(self, noted: dict[str, Any], line: str) -> None:
        record = live_record(tags())
        deal = next_deal(record, "A", **noted)
        assert write_deal(deal) == line
        assert codes(with_deal(record, deal)) == []

    def test_point_without_calls_may_be_one_or_two(self) -> None:
        with pytest.raises(UnknownScoreError):
            next_deal(live_record(tags()), "A", winner="B")

    def test_point_that_ends_the_game_either_way_needs_no_calls(self) -> None:
        record = played(*[{"calls": "PGS", "winner": "B"}] * 4)
        assert write_deal(next_deal(record, "A", winner="B")) == "5. A =B (0-5)"

    def test_nobody_wins_only_where_a_king_ends_the_game(self) -> None:
        record = played(*[{"calls": "PGS", "winner": "B"}] * 4)
        assert write_deal(next_deal(record, "A", kings=["B"])) == "5. A Kb (0-5)"
        with pytest.raises(RecordError):
            next_deal(record, "A", kings=["A"])

    def test_scorers_own_figure_is_kept_and_judged(self) -> None:
        record = live_record(tags())
        deal = next_deal(record, "A", calls="S", winner="A", score=(1, 0))
        assert write_deal(deal) == "1. A S =A (1-0)"
        assert codes(with_deal(record, deal)) == ["L50"]


class TestStanding:
    @pytest.mark.parametrize(
        ("deals", "game", "deal", "score", "dealer", "games_won"),
        [
            ([], 1, 1, (0, 0), None, (0, 0)),
            ([{"calls": "S", "winner": "A"}], 1, 2, (2, 0), "B", (0, 0)),
            ([{"is_void": True}], 1, 2, (0, 0), "A", (0, 0)),
            ([{"winner": "A", "won": "vole"}] * 3, 2, 1, (0, 0), "B", (1, 0)),
        ],
    )
    def test_says_what_comes_next(
        self, deals: list[dict[str, Any]], game: int, deal: int, score: Pair, dealer: str, games_won: Pair
    ) -> None:
        now = position_of(check_rubber(played(*deals)))
        assert (now.game, now.deal) == (game, deal)
        assert (now.score, now.dealer, now.games_won) == (score, dealer, games_won)

    def test_fresh_cut_decides_who_deals_the_next_game(self) -> None:
        record = played(*[{"winner": "A", "won": "vole"}] * 3, rules=Rules(cut="game"))
        assert position_of(check_rubber(record)).dealer is None

    def test_rubber_is_decided_by_the_majority_of_its_games(self) -> None:
        assert position_of(check_rubber(played(*[{"winner": "A", "won": "vole"}] * 3))).winner is None
        assert position_of(check_rubber(played(*[{"winner": "A", "won": "vole"}] * 6))).winner == "A"


class TestReadDeal:
    @pytest.mark.parametrize(
        "text", ["A S =B (0-1)", "1. A S =B (0-1)", "  7. A\nS =B (0-1) ", "A S =B (0-1) {well}"]
    )
    def test_number_may_be_there_or_not(self, text: str) -> None:
        assert write_deal(read_deal(text, 3)).startswith("3. A S =B (0-1)")

    @pytest.mark.parametrize(
        ("text", "line", "column"),
        [("A S XX", 1, 5), ("4. A S XX", 1, 8), ("A S\n XX", 2, 2), ("A S {open", 1, 5), ("S =B", 1, 1)],
    )
    def test_fault_has_its_place_in_the_text(self, text: str, line: int, column: int) -> None:
        with pytest.raises(NotationError) as raised:
            read_deal(text, 3)
        assert (raised.value.finding.line, raised.value.finding.column) == (line, column)

    @pytest.mark.parametrize(
        "text", ["A S =B 2. B S =A", "A S =B #0-5", "A S =B #0-5 Game 2 1. A", "A S =B\nGame 2"]
    )
    def test_one_deal_alone_is_wanted(self, text: str) -> None:
        with pytest.raises((NotOneDealError, NotationError)):
            read_deal(text, 3)

    @pytest.mark.parametrize(
        "text", ["", "\0", "A\0", '\n[EGN "1"]', "A S =B\n*", "99999999999. A", "\ud800"]
    )
    def test_anything_else_is_a_fault_of_notation(self, text: str) -> None:
        with pytest.raises(NotationError):
            read_deal(text, 3)
