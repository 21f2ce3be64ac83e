"""The position in the text of each part of a record."""

from __future__ import annotations

from scoring.findings import Spot
from scoring.notation import ReadRubber, read_text, write_rubber
from scoring.notation.layout import Stretch
from tests.support.rows import each_row

TEXT = """\ufeffnotes before
[EGN "1"] [A "Orford"] [B "Baldwin"] {among the tags}

Game 1 {one} cut B=H8 A=DA,A=S7 {a; b} B=C7 !4(2)
1.A Ka {é{} A:HQA9.CT8 ^DQ,B:SJA.HK.DK.CJ 2-3 S ; stands
Kb HK HQ, DK C8 =B4 ( 0 - 2 )
12. B (0-2)
# 0-5
Game2 #5-0
## 1-1 {done}
"""


def read() -> ReadRubber:
    first, second = read_text(TEXT + TEXT.removeprefix("\ufeffnotes before\n"))
    assert first.fault is None
    assert second.rubber == first.rubber
    assert second.locate(Spot(0, 0, 6)) == (14, 5)
    return first


def token_at(place: tuple[int, int] | None) -> str:
    """Return the text at a place, up to the next blank, comma or brace."""
    assert place is not None
    line, column = place
    rest = TEXT.removeprefix("\ufeff").split("\n")[line - 1][column - 1 :]
    return rest.replace(",", " ").replace("{", " ").split()[0]


HEADING = ["Game", "1", "cut", "A=DA", "B=H8", "A=S7", "B=C7", "!4(2)"]
DEAL = [
    *("1.A", "A", "2-3", "^DQ", "B:SJA.HK.DK.CJ", "A:HQA9.CT8", "Ka"),
    *("S", "Kb", "HK", "HQ", "DK", "C8", "=B4", "("),
]


@each_row(("deal", "tokens"), [(None, HEADING), (0, DEAL)])
def test_a_token_is_found_by_its_canonical_number(deal: int | None, tokens: list[str]) -> None:
    places = [read().locate(Spot(0, deal, token)) for token in range(len(tokens))]
    assert [token_at(place) for place in places] == tokens


@each_row(
    ("spot", "place"),
    [
        (Spot(), (2, 1)),
        (Spot(None, None, -1), (10, 1)),
        (Spot(0), (4, 1)),
        (Spot(0, None, -1), (8, 1)),
        (Spot(0, 0), (5, 1)),
        (Spot(0, 0, trick=2), (5, 1)),
        (Spot(0, 1), (7, 1)),
        (Spot(0, 1, 1), (7, 5)),
        (Spot(0, 1, 2), (7, 7)),
        (Spot(1), (9, 1)),
        (Spot(1, None, 1), (9, 5)),
        (Spot(1, None, -1), (9, 7)),
        # What the text has not got is placed at the nearest thing.
        (Spot(0, 0, 99), (6, 21)),
        (Spot(0, 1, 99), (7, 7)),
        (Spot(0, None, 99), (4, 45)),
        (Spot(0, 9), (4, 1)),
        (Spot(9), (2, 1)),
        (Spot(9, 0, 3), (2, 1)),
    ],
)
def test_parts_are_found_at_line_and_column(spot: Spot, place: tuple[int, int]) -> None:
    assert read().locate(spot) == place


def test_a_rubber_without_an_ending_is_placed_as_a_whole() -> None:
    (broken,) = read_text('\n[EGN "1"] [A "x"] [B "y"]\nGame 1\n1. A S HK H5')
    assert broken.locate(Spot(None, None, -1)) == (2, 1)
    assert broken.locate(Spot(0, None, -1)) == (3, 1)
    assert broken.locate(Spot(0, 0, 3)) == (4, 8)
    assert broken.fault is not None
    assert (broken.fault.line, broken.fault.column) == (4, 11)


def test_final_points_that_are_not_written_are_placed_at_their_game() -> None:
    (text_record,) = read_text('[EGN "1"] [A "x"] [B "y"]\nGame 1 #5-0\nGame 2\n1. A S\n*')
    assert text_record.locate(Spot(1, None, -1)) == (3, 1)


def test_columns_count_code_points() -> None:
    (text_record,) = read_text('[EGN "1"] [A "x"] [B "y"]\nGame 1\n1. A {é𝄞é} S {🂮} HK H5\n*')
    assert text_record.locate(Spot(0, 0, 3)) == (3, 18)
    assert text_record.fault is not None
    assert text_record.fault.column == 21


def test_comments_move_with_their_tokens() -> None:
    text = '[EGN "1"] [A "x"] [B "y"] Game 1 cut B=H8 {b} A=DA {a} 1. A A:SK {k} B:HA {h} ^S9 {t} S {s} *'
    (text_record,) = read_text(text)
    assert text_record.fault is None
    assert write_rubber(text_record.rubber).split("\n")[4:6] == [
        "Game 1 cut A=DA {a} B=H8 {b}",
        "1. A ^S9 {t} B:HA {h} A:SK {k} S {s}",
    ]


def test_moves_of_a_stretch_are_undone_by_its_places() -> None:
    stretch = Stretch(10, 17, [(3, 2), (5, 1), (6, 0)])
    order, places = stretch.canonical_order(), stretch.canonical_places()
    assert order == [6, 0, 5, 1, 3, 2, 4]
    assert [places[token] for token in order] == list(range(7))
