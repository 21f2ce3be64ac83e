"""Deals entered on a phone give the text that a scorer wrote of the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rubbers.deal_from_input import LINE_CHARACTERS, deal_from_input, deal_to_input
from matches.rubbers.errors import InvalidDealError
from matches.rubbers.record_from_input import live_record, tags_of
from scoring.cards import Player
from scoring.check import check_rubber
from scoring.deal_course import Course
from scoring.follow import follow_deal
from scoring.notation import read_file, read_one, write_deal
from scoring.record import Deal, Ending, Outcome, Rubber, Rules, Score, TurnUp, VoidDeal
from tests.matches.files import rubber_text

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
EMPTY = live_record(tags_of(("Orford", "Baldwin"), Rules()))


def after(*deals: str) -> Rubber:
    """Return a rubber that is being played, after these deals of its first game."""
    record = read_one(rubber_text(deals=[f"{number}. {deal}" for number, deal in enumerate(deals, start=1)]))
    games = tuple(replace(game, final=None) for game in record.games)
    return replace(record, games=games, ending=Ending(None))


def make_deal(record: Rubber, payload: dict[str, Any]) -> Deal:
    """Return the next deal of a record from input."""
    return deal_from_input(check_rubber(record), payload)


def refusal(record: Rubber, payload: dict[str, Any]) -> InvalidDealError:
    with pytest.raises(InvalidDealError) as refused:
        make_deal(record, payload)
    return refused.value


def deals_of(name: str, *, rubbers: int | None = None) -> Iterator[tuple[Rubber, Deal]]:
    """Yield each deal of the first ``rubbers`` of a sample, or of all, with the record before it."""
    with (SAMPLES / name).open("rb") as stream:
        for read in islice(read_file(stream), rubbers):
            rubber = read.rubber
            for position, game in enumerate(rubber.games):
                for count, deal in enumerate(game.deals):
                    played = () if not count else (replace(game, deals=game.deals[:count], final=None),)
                    games = (*rubber.games[:position], *played)
                    yield replace(rubber, games=games, ending=Ending(None)), deal


def calls_as_sent(course: Course) -> tuple[str, int]:
    """Return the calls of a deal as a phone sends them."""
    times = course.letters.count("G")
    if not course.letters:
        return "", 1
    last = "refused" if course.letters.endswith("R") else "stood"
    return (f"given_{last}" if times else last), max(times, 1)


def marks_of(deal: Deal) -> dict[str, Any]:
    """Return what the taps record of a deal."""
    course = follow_deal(deal)
    called, times = calls_as_sent(course)
    payload: dict[str, Any] = {"dealer": deal.dealer, "said": called, "times": times}
    if course.kings:
        payload["king"] = course.kings[0].player
    if course.outcome is not None:
        won = {None: "point", 3: "3", 4: "4", 5: "vole"}[course.outcome.tricks]
        payload |= {"winner": course.outcome.player, "won": won}
    return payload | ({"void": True} if course.void else {})


def line_of(deal: Deal, *, without: tuple[type, ...]) -> str:
    items = tuple(item for item in deal.items if not isinstance(item, without))
    return write_deal(replace(deal, items=items)).split(" ", 2)[2]


# Cards


@pytest.mark.parametrize("without", [(Outcome, Score), (Score,), ()])
def test_every_line_of_an_evening_comes_to_the_scorers_own(without: tuple[type, ...]) -> None:
    """Outcome and score are filled in where the line lacks them, and left as they are where it has them."""
    count = 0
    for record, deal in deals_of("evening.egn"):
        made = make_deal(record, {"dealer": deal.dealer, "line": line_of(deal, without=without)})
        assert write_deal(made) == write_deal(deal)
        count += 1
    assert count > 100


@pytest.mark.parametrize(
    ("line", "filled_in"),
    [
        # Five tricks, and B's king.
        ("2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK HQ, DK C8, SJ HA, SA H9, CJ CT", "=B5 (0-3)"),
        # The outcome alone was entered, away from the network.
        ("^DJ S HK HQ, DK C8, SJ HA, SA H9, CJ CT =B", "(0-2)"),
        # A deal that is voided by the remedy of an incident has no score.
        ("3-2 !12(H9):fresh", "=void"),
        # A hand given up without a trick (law 42).
        ("2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S HK HQ !42a", "=B5 (0-2)"),
        ("2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S SJ HA !42a", "=B5 (0-2)"),
        # A revoke is settled behind the last card, and the outcome behind that (law 43).
        ("2-3 ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S HK C8, DK H9, SJ HA, SA HQ, CJ CT !43a(C8):stand", "=B5 (0-2)"),
        # The king comes behind the score, which is then another.
        ("^HK P G S =A3 (1-0) Ka", "(2-0)"),
    ],
)
def test_outcome_and_score_are_the_engines(line: str, filled_in: str) -> None:
    made = make_deal(EMPTY, {"dealer": "A", "line": line})
    assert write_deal(made) == f"1. A {line} {filled_in}"


def test_score_goes_on_from_the_game_that_is_played() -> None:
    made = make_deal(after("A S =B5 (0-2)"), {"dealer": "B", "line": "P R =B"})
    assert write_deal(made) == "2. B P R =B (0-3)"


# Marks


@pytest.mark.parametrize(
    ("name", "rubbers"),
    [("evening.egn", None), ("season.egn", 20), pytest.param("season.egn", None, marks=pytest.mark.long)],
)
def test_marks_of_sample_deals_come_to_the_scorers_figures(name: str, rubbers: int | None) -> None:
    for record, deal in deals_of(name, rubbers=rubbers):
        if len(follow_deal(deal).kings) > 1:
            continue
        made = make_deal(record, marks_of(deal))
        scores = [item for item in deal.items if isinstance(item, Score)]
        assert [item for item in made.items if isinstance(item, Score)] == scores[-1:], write_deal(deal)
        assert (made.number, made.dealer) == (deal.number, deal.dealer)
        if not any(isinstance(item, TurnUp) for item in deal.items):
            assert sorted(write_deal(made).split()) == sorted(write_deal(deal).split())


@pytest.mark.parametrize(
    ("payload", "deal"),
    [
        ({"said": "stood", "winner": "B"}, "1. A S =B (0-1)"),
        ({"said": "stood", "winner": "A", "won": "3"}, "1. A S =A3 (2-0)"),
        ({"said": "refused", "winner": "B", "won": "4", "king": "A"}, "1. A P R Ka =B4 (1-2)"),
        ({"said": "given_stood", "times": 2, "winner": "A"}, "1. A P G P G S =A (1-0)"),
        ({"said": "given_refused", "winner": "B", "won": "vole"}, "1. A P G P R =B5 (0-2)"),
        ({"winner": "B", "won": "vole", "king": ""}, "1. A =B5 (0-2)"),
        ({"said": "stood", "void": True, "king": "A"}, "1. A S =void"),
    ],
)
def test_taps_make_the_deal(payload: dict[str, Any], deal: str) -> None:
    assert write_deal(make_deal(EMPTY, {"dealer": "A", **payload})) == deal


def test_king_alone_ends_the_game() -> None:
    made = make_deal(after("A S =B5 (0-2)", "B S =B5 (0-4)"), {"dealer": "A", "said": "refused", "king": "B"})
    assert write_deal(made) == "3. A P R Kb (0-5)"


# Refused input


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"said": "stood"}, "unfinished"),
        ({"said": "stood", "king": "A"}, "unfinished"),
        ({"winner": "A"}, "score_unknown"),
        ({"winner": "A", "void": True}, "void_and_won"),
        ({"line": ""}, "unfinished"),
        ({"line": "S HK"}, "unfinished"),
        ({"line": "S HK Z9"}, "unreadable"),
        ({"line": "B S =B5"}, "unreadable"),
        ({"line": "S =B5 2. B =A3"}, "not_one_deal"),
        ({"line": "S =B5 #0-5"}, "not_one_deal"),
        ({"line": '=B5\n[EGN "1"]'}, "malformed"),
        ({"line": "S =B5 {\0}"}, "malformed"),
        ({"line": "S =B5 {\ud800}"}, "malformed"),
        ({"line": "S " * LINE_CHARACTERS}, "malformed"),
        ({"line": None}, "malformed"),
        ({"line": "S =B5", "said": "stood"}, "malformed"),
        ({"dealer": "C", "said": "stood", "winner": "A"}, "malformed"),
        ({"dealer": ["A"]}, "malformed"),
        ({"said": "sat"}, "malformed"),
        ({"said": {}}, "malformed"),
        ({"said": "given_stood", "times": 0, "winner": "A"}, "malformed"),
        ({"said": "given_stood", "times": 21, "winner": "A"}, "malformed"),
        ({"said": "given_stood", "times": True, "winner": "A"}, "malformed"),
        ({"said": "given_stood", "times": "1", "winner": "A"}, "malformed"),
        ({"winner": "A", "won": 3}, "malformed"),
        ({"winner": "A", "void": 1}, "malformed"),
        ({"winner": "A", "score": [9, 9]}, "malformed"),
    ],
)
def test_what_is_no_deal_is_refused_with_a_reason(payload: dict[str, Any], code: str) -> None:
    error = refusal(EMPTY, {"dealer": "A", **payload})
    assert error.code == code
    assert str(error)


def test_line_that_cant_be_read_says_where() -> None:
    (fault,) = refusal(EMPTY, {"dealer": "A", "line": "S HK Z9"}).faults
    assert (fault.code, fault.column) == ("E02", 11)


def test_dealer_has_to_be_told() -> None:
    error = refusal(EMPTY, {"said": "stood", "winner": "A"})
    assert (error.code, error.field) == ("malformed", "dealer")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
TOKENS = st.lists(
    st.sampled_from(
        [
            *("S", "P", "G", "R", "3-2", "^H9", "HK", "HQ", "D7", "--", "Ka", "Kb", "=A", "=B5", "=void"),
            "(2-1)",
            *("-2", "-SK+D7", "A:SKQ~", "!43a:replay", "!42b", "!50a(king):mark", "!12:fresh", "{x}"),
        ]
    )
).map(" ".join)


@given(
    payload=st.dictionaries(
        st.sampled_from(["dealer", "said", "times", "king", "winner", "won", "void", "line", "other"]), JSON
    )
    | st.fixed_dictionaries({"dealer": st.sampled_from(["A", "B"]), "line": TOKENS})
)
def test_whatever_is_sent_is_a_deal_or_refused(payload: dict[str, Any]) -> None:
    try:
        deal = make_deal(EMPTY, payload)
    except InvalidDealError:
        return
    dealer: Player = payload["dealer"]
    assert (deal.number, deal.dealer) == (1, dealer)
    assert any(isinstance(item, Outcome | Score | VoidDeal) for item in deal.items)
    assert write_deal(deal)


@pytest.mark.parametrize(
    "deal", ["A S =A", "A P R =B", "B P G P G S Ka =A5", "A P G P R =B3", "A =void", "B S Kb =B4"]
)
def test_what_was_told_in_marks_can_be_told_again(deal: str) -> None:
    (recorded,) = after(deal).games[0].deals
    payload = deal_to_input(recorded)
    assert payload is not None
    items = make_deal(EMPTY, payload).items
    assert tuple(item for item in items if not isinstance(item, Score)) == recorded.items


TRIOMPHE = live_record(tags_of(("Orford", "Baldwin"), Rules(variant="triomphe")))
# The calls, the tricks and the recorded deal; A deals. Laws 48 and 49 as La Triomphe has them.
OFFERED = [
    ({"said": "taken_by_dealer"}, "1. A P G =A (1-0)"),
    ({"said": "taken_by_elder"}, "1. A S P G =B (0-1)"),
    ({"said": "refused_by_dealer", "winner": "A", "won": "4"}, "1. A P R =A4 (0-2)"),
    ({"said": "refused_by_dealer", "winner": "A", "won": "vole"}, "1. A P R =A5 (2-0)"),
    ({"said": "refused_by_dealer", "winner": "B"}, "1. A P R =B (0-2)"),
    ({"said": "refused_by_elder", "winner": "B", "won": "4"}, "1. A S P R =B4 (2-0)"),
    ({"said": "refused_by_elder", "winner": "B", "won": "vole"}, "1. A S P R =B5 (0-2)"),
    ({"said": "unoffered", "winner": "B"}, "1. A S =B (0-1)"),
    ({"said": "unoffered", "winner": "A", "won": "vole"}, "1. A S =A5 (2-0)"),
]


@pytest.mark.parametrize(("payload", "line"), OFFERED)
def test_an_offered_point_is_recorded_as_it_was_answered(payload: dict[str, Any], line: str) -> None:
    deal = make_deal(TRIOMPHE, {"dealer": "A", **payload})
    assert write_deal(deal) == line
    again = deal_to_input(deal, "triomphe")
    assert again is not None
    assert write_deal(make_deal(TRIOMPHE, again)) == line


@pytest.mark.parametrize(
    ("record", "calls"), [(TRIOMPHE, "stood"), (TRIOMPHE, "given_stood"), (EMPTY, "unoffered")]
)
def test_words_of_the_other_game_are_refused(record: Rubber, calls: str) -> None:
    error = refusal(record, {"dealer": "A", "said": calls, "winner": "A"})
    assert (error.code, error.field) == ("malformed", "said")


def test_a_line_in_which_the_point_is_taken_gets_outcome_and_score() -> None:
    deal = make_deal(TRIOMPHE, {"dealer": "A", "line": "2-3 ^H7 P G"})
    assert write_deal(deal) == "1. A 2-3 ^H7 P G =A (1-0)"


@pytest.mark.parametrize(
    "deal", ["A ^C9 S =A (1-0)", "A S Ka Kb =A (2-1)", "A S CT C8 =A (1-0)", "A !12(HK):fresh =void"]
)
def test_deal_that_holds_more_than_marks_is_told_by_none(deal: str) -> None:
    (recorded,) = after(deal).games[0].deals
    assert deal_to_input(recorded) is None


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"said": "unoffered"}, "not_taken"),
        ({"line": "P R"}, "not_taken"),
        ({"winner": "A"}, "offer_unknown"),
        ({"line": "=A"}, "offer_unknown"),
        # No king is marked.
        ({"said": "unoffered", "winner": "A", "king": "A"}, "malformed"),
    ],
)
def test_what_is_no_deal_of_la_triomphe_is_refused_in_its_own_words(
    payload: dict[str, Any], code: str
) -> None:
    error = refusal(TRIOMPHE, {"dealer": "A", **payload})
    assert error.code == code
    assert "king" not in str(error)


def test_a_king_written_at_la_triomphe_is_not_told_by_marks() -> None:
    (recorded,) = after("A S Ka =A3 (2-0)").games[0].deals
    assert deal_to_input(recorded) is not None
    assert deal_to_input(recorded, "triomphe") is None
