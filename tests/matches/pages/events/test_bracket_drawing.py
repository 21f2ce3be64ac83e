from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pages.events.bracket_drawing import (
    BOX_HEIGHT,
    BOX_WIDTH,
    HEADING_HEIGHT,
    Drawing,
    bracket_drawings,
    bracket_pages,
)
from matches.pages.events.bracket_tree import BracketPairing
from matches.rules.events.bracket import bracket
from matches.rules.events.facts import Award
from matches.rules.events.plan import StagePlan
from tests.matches.rules.events.brackets import (
    CONSOLATION,
    DOUBLE,
    EVERYTHING,
    KNOCKOUT,
    PLANS,
    Drawn,
    at_random,
    better,
    draw,
    many,
)


def drawn_pairings(drawn: Drawn) -> list[BracketPairing]:
    parts = bracket(drawn.plan, len(drawn.stage.positions), len(drawn.stage.entrants)).parts
    return [
        BracketPairing(
            part=parts[round_.number - 1],
            round=round_.number,
            number=pairing.number,
            label=round_.label,
            names=(pairing.a or "", pairing.b or ""),
            winner=(pairing.outcome.winner or "") if pairing.outcome else "",
            sources=(pairing.source_a, pairing.source_b),
        )
        for round_ in drawn.rounds()
        for pairing in round_.pairings
    ]


def of(count: int, plan: StagePlan = KNOCKOUT) -> list[BracketPairing]:
    return drawn_pairings(draw(many(count), plan))


def labels(drawing: Drawing) -> list[str]:
    return [heading.label for heading in drawing.headings]


def check_geometry(drawing: Drawing) -> None:
    """Check that boxes are whole, on the sheet, below their heading and apart, and that lines cross none."""
    by_right = {(box.right, box.middle) for box in drawing.boxes}
    rows = {(box.x, row.y): box for box in drawing.boxes for row in box.rows}
    for box in drawing.boxes:
        assert box.x >= 0
        assert box.right <= drawing.width
        assert box.y >= HEADING_HEIGHT
        assert box.bottom <= drawing.height
        assert (box.right - box.x, box.bottom - box.y) == (BOX_WIDTH, BOX_HEIGHT)
        assert box.x < box.name_x < box.score_x < box.right
        assert [heading.label for heading in drawing.headings if heading.x == box.x] == [box.pairing.label]
        assert box.y < box.rows[0].y < box.rows[1].y < box.bottom
    for one, other in combinations(drawing.boxes, 2):
        is_beside = one.right < other.x or other.right < one.x
        assert is_beside or one.bottom < other.y or other.bottom < one.y
    for line in drawing.lines:
        assert line.start in by_right
        assert line.end in rows
        assert line.start[0] < line.turn < line.end[0]
        for box in drawing.boxes:
            crosses = line.start[0] < box.right and box.x < line.turn and box.y <= line.start[1] <= box.bottom
            assert not crosses


def test_small_bracket_is_drawn_whole() -> None:
    [drawing] = bracket_drawings(of(8))
    assert labels(drawing) == ["Quarter-final", "Semi-final", "Final"]
    first_round = [(1, number) for number in (1, 2, 3, 4)]
    assert [box.pairing.place for box in drawing.boxes] == [*first_round, (2, 1), (2, 2), (3, 1)]
    assert len(drawing.lines) == 6
    assert bracket_pages(of(8), "main") == ()


def test_two_boxes_the_one_between_and_lines_that_turn_once() -> None:
    [drawing] = bracket_drawings(of(4))
    first, second, final = drawing.boxes
    assert final.y == (first.y + second.y) // 2
    assert final.x > first.right
    assert [(line.start, line.end) for line in drawing.lines] == [
        ((first.right, first.middle), (final.x, final.rows[0].y)),
        ((second.right, second.middle), (final.x, final.rows[1].y)),
    ]
    for line in drawing.lines:
        assert line.path == f"M{line.start[0]} {line.start[1]}H{line.turn}V{line.end[1]}H{line.end[0]}"


def test_branches_keep_their_order() -> None:
    drawn = draw("abcd")
    drawn.award((1, 1), Award("double_walkover", None, 1))
    drawn.beat("b", "c", "Semi-final")
    [drawing] = bracket_drawings(drawn_pairings(drawn))
    first, second, final = drawing.boxes
    assert final.pairing.names == ("b", "")
    assert first.y < second.y
    assert [(line.start, line.end, line.is_decided) for line in drawing.lines] == [
        ((first.right, first.middle), (final.x, final.rows[0].y), False),
        ((second.right, second.middle), (final.x, final.rows[1].y), True),
    ]


def test_pairings_that_lead_nowhere_keep_their_place() -> None:
    drawn = draw("abcdefgh")
    drawn.award((1, 1), Award("double_walkover", None, 1))
    drawn.award((1, 2), Award("double_walkover", None, 1))
    [drawing] = bracket_drawings(drawn_pairings(drawn))
    first_round = [box.y for box in drawing.boxes if box.pairing.round == 1]
    assert len(first_round) == 4
    assert first_round == sorted(first_round)


def test_early_pairings_that_lead_nowhere_are_on_a_page() -> None:
    drawn = draw(many(64))
    drawn.award((1, 1), Award("double_walkover", None, 1))
    drawn.award((1, 2), Award("double_walkover", None, 1))
    pages = bracket_pages(drawn_pairings(drawn), "main")
    first_round = [box.pairing.number for page in pages for box in page.boxes if box.pairing.round == 1]
    assert sorted(first_round) == list(range(1, 33))


def test_line_of_b_leads_to_the_lower_row() -> None:
    _, losers = bracket_drawings(of(4, DOUBLE))
    first, second = losers.boxes
    assert [(line.start, line.end) for line in losers.lines] == [
        ((first.right, first.middle), (second.x, second.rows[1].y))
    ]


def test_lines_say_whether_somebody_went_that_way() -> None:
    drawn = draw("abcd")
    drawn.beat("b", "c", "Semi-final")
    [drawing] = bracket_drawings(drawn_pairings(drawn))
    assert [line.is_decided for line in drawing.lines] == [False, True]
    expected = [[False, False], [True, False], [False, False]]
    assert [[row.is_winner for row in box.rows] for box in drawing.boxes] == expected


@pytest.mark.parametrize(
    ("plan", "sides"),
    [
        (KNOCKOUT, ["main"]),
        (CONSOLATION, ["main", "consolation"]),
        (EVERYTHING, ["main", "third_place", "consolation"]),
        (DOUBLE, ["main", "losers"]),
    ],
)
def test_each_side_has_its_sheet(plan: StagePlan, sides: list[str]) -> None:
    assert [drawing.side for drawing in bracket_drawings(of(16, plan))] == sides


def test_both_finals_stand_with_the_winners_side() -> None:
    drawn = draw("abcd", DOUBLE)
    drawn.play(better, rounds=4)
    drawn.beat("b", "a", "Final")
    main, losers = bracket_drawings(drawn_pairings(drawn))
    assert labels(main) == ["Winners 1", "Winners final", "Final", "Second final"]
    assert labels(losers) == ["Losers 1", "Losers 2"]
    assert len(main.lines) == 4


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anne-Sophie de la Rochefoucauld", "Anne-Sophie de la Rochef…"),
        # Wide letters take more room than many narrow ones.
        ("David Montgomery-Smythe", "David Montgomery-Smythe"),
        ("Jill Fitzwilliam-Littlefield", "Jill Fitzwilliam-Littlefield"),
        ("Bert", "Bert"),
    ],
)
def test_names_are_cut_where_they_would_run_into_the_score(name: str, expected: str) -> None:
    pairing = BracketPairing(part="main", round=1, number=1, label="Final", names=(name, "Ann"))
    [drawing] = bracket_drawings([pairing])
    row = drawing.boxes[0].rows[0]
    assert (row.text, row.name) == (expected, name)


def test_wide_bracket_ends_on_one_sheet_and_begins_on_pages() -> None:
    pairings = of(512)
    [last] = bracket_drawings(pairings)
    pages = bracket_pages(pairings, "main")
    assert labels(last) == ["Round of 16", "Quarter-final", "Semi-final", "Final"]
    assert [page.span for page in pages] == [(16 * page + 1, 16 * page + 16) for page in range(16)]
    assert {tuple(labels(page)) for page in pages} == {
        ("Round of 512", "Round of 256", "Round of 128", "Round of 64", "Round of 32")
    }


@pytest.mark.parametrize(
    ("count", "spans", "columns"),
    [
        (32, [(1, 16)], ["Round of 32", "Round of 16"]),
        (64, [(1, 16), (17, 32)], ["Round of 64", "Round of 32", "Round of 16"]),
        (40, [(1, 16), (17, 32)], ["Round of 64", "Round of 32", "Round of 16"]),
    ],
)
def test_pages_lead_to_the_last_sheet(count: int, spans: list[tuple[int, int]], columns: list[str]) -> None:
    pages = bracket_pages(of(count), "main")
    assert [page.span for page in pages] == spans
    assert [labels(page) for page in pages] == [columns] * len(spans)
    assert pages[0].first_label == columns[0]


def all_sheets(pairings: Sequence[BracketPairing]) -> list[Drawing]:
    last = bracket_drawings(pairings)
    return [*last, *(page for drawing in last for page in bracket_pages(pairings, drawing.side))]


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("count", [100, 511, 512])
def test_no_box_is_missing_and_none_lies_on_another(plan: StagePlan, count: int) -> None:
    pairings = of(count, plan)
    sheets = all_sheets(pairings)
    for sheet in sheets:
        check_geometry(sheet)
    places = [box.pairing.place for sheet in sheets for box in sheet.boxes]
    assert set(places) == {pairing.place for pairing in pairings}


@given(
    st.integers(min_value=2, max_value=80),
    st.sampled_from(PLANS),
    st.integers(min_value=0, max_value=10**9),
    st.integers(min_value=0, max_value=20),
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 20)), max_size=4),
)
def test_sheets_are_sound_at_any_point_of_play(
    count: int, plan: StagePlan, seed: int, rounds: int, nobody_came: list[tuple[int, int]]
) -> None:
    drawn = draw(many(count), plan)
    for place in nobody_came:
        drawn.award(place, Award("double_walkover", None, 1))
    drawn.play(at_random(seed), rounds=rounds)
    pairings = drawn_pairings(drawn)
    sheets = all_sheets(pairings)
    for sheet in sheets:
        check_geometry(sheet)
        assert len(sheet.boxes) == len({box.pairing.place for box in sheet.boxes})
    assert {box.pairing.place for sheet in sheets for box in sheet.boxes} == {
        pairing.place for pairing in pairings
    }
