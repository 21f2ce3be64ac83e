"""Tags: their form, the values that each may have, their order."""

from __future__ import annotations

import re

import pytest

from scoring.errors import RecordError
from scoring.notation import read_one, read_text, write_rubber
from scoring.notation.limits import TAG_VALUE_CHARACTERS
from scoring.notation.tags import CANONICAL_TAGS, CHECKED_TAGS, sort_tags
from scoring.record import Rubber
from tests.samples import SAMPLES
from tests.support.rows import each_row

NAMED = (("EGN", "1"), ("A", "Orford"), ("B", "Baldwin"))

LAWFUL = {
    "EGN": ["1"],
    "Date": [
        "2026.11.21",
        "????.??.??",
        "2026.??.??",
        "2026.02.??",
        "2026.??.31",
        "20??.02.29",
        "2024.02.29",
    ],
    "A": ["Orford", "  é"],
    "B": ["Baldwin"],
    "Code": ["English", "French"],
    "Variant": ["Ecarte", "Triomphe"],
    "BestOf": ["1", "3", "9", "11", "99"],
    "Reckoning": ["plain", "treble"],
    "RubberBonus": ["0", "2", "007"],
    "Cut": ["rubber", "game"],
    "Termination": ["normal", "walkover", "retired", "unfinished"],
    "Winner": ["A", "B"],
    "Result": ["2-1", "0-0", "*"],
    "Points": ["5-2", "0-12"],
    "Event": ["", "Autumn Cup", 'the "old" club', "back\\slash", "Élan [2] {x} ; y", "a,  b"],
}
UNLAWFUL = {
    "EGN": ["", "2", "1.0"],
    "Date": [
        "",
        "2026",
        "2026-11-21",
        "2026.11.21 ",
        "2026.13.01",
        "2026.02.30",
        "2025.02.29",
        "2026.?.01",
        "202?.01.01",
    ],
    "A": ["", "  "],
    "B": [""],
    "Code": ["english", "German"],
    "BestOf": ["0", "2", "100", "101", "-1", "two", "3.0", "03", ""],
    "Reckoning": ["Treble", ""],
    "RubberBonus": ["-1", "two", "1234567890", ""],
    "Cut": ["deal"],
    "Termination": ["abandoned"],
    "Winner": ["C", "Orford"],
    "Result": ["2:1", "2", "2-1-0", "-", "1/2"],
    "Points": ["*", "5"],
    "Variant": ["triomphe", "La Triomphe", ""],
}


def with_tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    tags = {**dict(NAMED), name: escaped}
    return "".join(f'[{tag} "{text}"]\n' for tag, text in tags.items())


@each_row(("name", "value"), [(name, value) for name in LAWFUL for value in LAWFUL[name]])
def test_a_lawful_value_is_kept_as_written(name: str, value: str) -> None:
    (read,) = read_text(with_tag(name, value))
    assert read.fault is None
    assert read.rubber.tag(name) == value
    assert read_one(write_rubber(read.rubber)) == read.rubber


@each_row(("name", "value"), [(name, value) for name in UNLAWFUL for value in UNLAWFUL[name]])
def test_another_value_is_a_fault_of_the_tag_and_is_not_written(name: str, value: str) -> None:
    (read,) = read_text(with_tag(name, value))
    assert read.fault is not None
    assert (read.fault.code, read.fault.variant) == ("E03", f"value_{name}")
    assert (read.fault.game, read.fault.deal) == (None, None)
    tags = sort_tags({**dict(NAMED), name: value}.items())
    with pytest.raises(RecordError, match=re.escape(name)):
        write_rubber(Rubber(tags))


def test_every_tag_with_a_form_is_tried() -> None:
    assert set(UNLAWFUL) == CHECKED_TAGS
    assert set(LAWFUL) >= CHECKED_TAGS


def test_what_was_read_before_a_bad_tag_is_kept() -> None:
    (read,) = read_text('[EGN "1"]\n[A "Orford"]\n[BestOf "two"]\n[B "Baldwin"]\n')
    assert read.rubber.tags == (("EGN", "1"), ("A", "Orford"))
    assert read.fault is not None
    assert (read.fault.line, read.fault.column) == (3, 9)
    assert '"two"' in read.fault.message


@each_row(
    ("tags", "variant", "place"),
    [
        ('[EGN "1"]\n[A "x"]\n[B "y"]\n[A "z"]', "tag_twice", (4, 1)),
        ('[EGN "1"]\n[A "x"]\n[B "y"] [EGN "1"]', "tag_twice", (3, 9)),
        ('[EGN "1"]\n[A "x"]\n*', "missing", (1, 1)),
        ('[EGN "1"]\n[B "x"]', "missing", (1, 1)),
        ('[EGN "1"]\n[A Orford]', "tag_form", (2, 1)),
        ('[EGN "1"]\n[A "Orford"', "tag_form", (2, 1)),
        ('[EGN "1"]\n[A "Orford" "x"]', "tag_form", (2, 1)),
        ('[EGN "1"]\n["Orford"]', "tag_form", (2, 1)),
        ('[EGN "1"]\n[A b "Orford"]', "tag_form", (2, 1)),
        ('[EGN "1"]\n  [A "Orford]\n[B "y"]', "open_quote", (2, 3)),
        ('[EGN "1"]\n[A "Orford\\"]', "open_quote", (2, 1)),
        ('[EGN "1"]\n[A "Orford\\', "open_quote", (2, 1)),
        ('[EGN "1', "open_quote", (1, 1)),
        ('[EGN "1"]\n[A "' + "x" * (TAG_VALUE_CHARACTERS + 1) + '"]', "tag_too_long", (2, 4)),
        ('[EGN "1"]\n[' + "n" * 2000 + ' "x"]', "tag_too_long", (2, 2003)),
    ],
)
def test_a_tag_out_of_form_is_a_fault_at_its_place(tags: str, variant: str, place: tuple[int, int]) -> None:
    (read,) = read_text(tags)
    assert read.fault is not None
    assert (read.fault.code, read.fault.variant) == ("E03", variant)
    assert (read.fault.line, read.fault.column) == place


def test_tags_are_read_in_any_order_and_kept_in_that_of_the_notation() -> None:
    others = [f"Zusatz{number}" for number in (3, 1, 2)]
    values = {"EGN": "1", "A": "Orford", "B": "Baldwin", "BestOf": "5", "Result": "*", "Cut": "game"}
    names = ["EGN", *others, *sorted(values.keys() - {"EGN"}, reverse=True)]
    text = "".join(f'[{name} "{values.get(name, name)}"]' for name in names)
    (read,) = read_text(text)
    kept = [name for name, _ in read.rubber.tags]
    assert kept == ["EGN", "A", "B", "BestOf", "Cut", "Result", *others]


def test_blanks_within_a_tag_and_several_on_a_line_are_read() -> None:
    (read,) = read_text('[EGN "1"][ A  "Orford" ],[B\t"Baldwin"]\r\n\r\n[Event\n"x"]')
    assert read.fault is None
    assert read.rubber.tags == (("EGN", "1"), ("Event", "x"), ("A", "Orford"), ("B", "Baldwin"))


def test_a_backslash_before_any_other_character_stays() -> None:
    (read,) = read_text('[EGN "1"] [A "a\\b\\\\c\\"d"] [B "x"]')
    assert read.rubber.tag("A") == 'a\\b\\c"d'


@each_row(
    "tags",
    [
        (("A", "x"), ("B", "y")),
        (("EGN", "1"), ("B", "y")),
        (("EGN", "1"), ("A", "x")),
        (("EGN", "1"), ("B", "y"), ("A", "x")),
        (*NAMED, ("A", "x")),
        (*NAMED, ("", "x")),
        (*NAMED, ("two words", "x")),
        (*NAMED, ('quo"te', "x")),
        (*NAMED, ("n" * 2000, "x")),
        (*NAMED, ("Remark", "two\nlines")),
        (*NAMED, ("Remark", "two\rlines")),
        (*NAMED, ("Remark", "NUL\0")),
        (*NAMED, ("Remark", "half \ud800")),
        (*NAMED, ("Remark", "x" * (TAG_VALUE_CHARACTERS + 1))),
    ],
)
def test_tags_that_would_not_be_read_back_are_not_written(tags: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(RecordError, match=r"can't be written"):
        write_rubber(Rubber(tags))


def test_the_documented_order_is_the_order_of_the_sample_files() -> None:
    head = (SAMPLES / "season.egn").read_text().partition("\n\n")[0]
    names = re.findall(r"^\[(\w+)", head, re.MULTILINE)
    assert names == [name for name in CANONICAL_TAGS if name in names]
