"""Where a rubber begins: every form of its first line, comments that hold one, and files joined without a line end."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import RecordError
from scoring.notation import ReadRubber, read_file, read_one, read_text, write_rubber
from scoring.notation.beginnings import EXACT
from scoring.notation.limits import RUBBER_BYTES
from scoring.notation.source import has_rubber
from scoring.record import Ending, Rubber
from tests.scoring.strategies import rubbers
from tests.support.examples import examples
from tests.support.rows import each_row

BODY = '[A "Ann Bell"]\n[B "Bob Clay"]\n\nGame 1 #5-3\nGame 2 #5-2\n##2-0\n'
GOOD = f'[EGN "1"]\n{BODY}'

PREFIXES = (
    *(
        "",
        " ",
        "\t",
        "  \t ",
        "\u00a0",
        "\u3000",
        "\u2003 ",
        "\u200b",
        "\ufeff",
        "\u2060",
        "\u200e",
        "\u00ad ",
    ),
    *("> ", ">", ">> ", "> > ", " > ", "\u00a0> "),
)
TAGS = (
    *(
        '[EGN "1"]',
        '[EGN  "1"]',
        '[EGN"1"]',
        '[EGN\t"1"]',
        '[EGN\u00a0"1"]',
        '[ EGN "1"]',
        '[EGN "1" ]',
        '[egn "1"]',
    ),
    *(
        '[Egn "1"]',
        '[eGn"1"]',
        "[EGN '1']",
        "[EGN \u20181\u2019]",
        "[EGN \u201c1\u201d]",
        "[EGN \u201e1\u201c]",
    ),
    *(
        "[EGN \u00ab1\u00bb]",
        "[EGN \u00ab\u00a01\u00a0\u00bb]",
        "[EGN \u201d1\u201d]",
        '[EGN \u201c1"]',
        '[EGN "1\u201d]',
    ),
    *(
        "[EGN ``1'']",
        "[EGN \u2033 1\u2033]",
        "[EGN \uff021\uff02]",
        "[EGN 1]",
        "[EGN1]",
        '[\u200bEGN\u200b \u200b"1"]',
    ),
)
BROKEN = (
    *(
        '[EGN "1"',
        '[EGN "1',
        "[EGN 1",
        "[EGN \u201c1]",
        '[EGN "2"]',
        '[egn "two"]',
        "[EGN 1.0]",
        '[EGN ""1""]',
    ),
    *('[EGN "', "[egn \u201c", "> [EGN '", '\u00a0[EGN  "1" x]'),
)
"""Beginnings that can't be read; the rubber is held by itself."""
FORMS = [prefix + tag for prefix in PREFIXES for tag in TAGS]
LOOSE = [form for form in (*FORMS, *BROKEN) if not form.removeprefix("\ufeff").startswith(EXACT)]


def read(text: str) -> list[ReadRubber]:
    return list(read_text(text))


def joined(*texts: str) -> list[tuple[int, bool]]:
    """Return the line of each rubber, and whether it was read to its end."""
    return [(each.line, each.fault is None) for each in read("".join(texts))]


@each_row("form", FORMS)
def test_a_rubber_begins_in_any_form_that_leaves_no_doubt(form: str) -> None:
    lines = GOOD.count("\n")
    whole = read_one(GOOD)
    assert has_rubber(io.BytesIO(form.encode()))
    for text in (f"{form}\n{BODY}", f"{form}\r\n" + BODY.replace("\n", "\r\n")):
        alone, after = read(text), read(GOOD + text + GOOD)
        assert [(each.line, each.fault, each.preceding, each.rubber) for each in alone] == [
            (1, None, None, whole)
        ]
        assert [(each.line, each.rubber) for each in after] == [(1 + n * lines, whole) for n in range(3)]
        assert read(after[1].text)[0].rubber == whole


@each_row("form", BROKEN)
def test_a_beginning_that_cannot_be_read_is_held_by_itself(form: str) -> None:
    lines = GOOD.count("\n")
    assert joined(GOOD, form, "\n", BODY, GOOD) == [(1, True), (1 + lines, False), (1 + 2 * lines, True)]
    assert joined(form, "\n", BODY) == [(1, False)]
    assert joined(form, "\n", GOOD) == [(1, False), (2, True)]


def test_a_file_in_which_every_beginning_is_written_otherwise_is_read_whole() -> None:
    forms = [*FORMS, *BROKEN]
    reads = read("\n".join(f"{form}\n{BODY}" for form in forms))
    lines = BODY.count("\n") + 2
    assert [each.line for each in reads] == [1 + lines * number for number in range(len(forms))]
    assert [each.fault is None for each in reads] == [form in FORMS for form in forms]


@each_row(
    "text",
    ["[EGN]", "[EGN is a notation", '[EGNX "1"]', 'x [EGN "1"]', '- [EGN "1"]', '"[EGN "1"]', '[E GN "1"]'],
)
def test_other_text_begins_no_rubber(text: str) -> None:
    assert not has_rubber(io.BytesIO(text.encode()))
    (rubber,) = read(f"{text}\n{GOOD}")
    assert rubber.preceding is not None
    assert (rubber.preceding.code, rubber.preceding.line, rubber.fault) == ("E01", 1, None)


def test_every_line_of_a_quoted_mail_is_read() -> None:
    comment = GOOD.replace("##2-0", "##2-0 {a\nb}")
    quoted = "".join(f"> {line}\n" for line in comment.splitlines())
    first, second = read(quoted + ">\n" + quoted)
    assert first.fault is second.fault is None
    assert first.rubber.games == read_one(GOOD).games
    assert second.line == 10
    (broken,) = read('> > [EGN "1"]\n> > [A "x"]\n> > [B "y"]\n> > Game x\n')
    assert broken.fault is not None
    assert (broken.fault.line, broken.fault.column) == (4, 10)


class TestComments:
    @each_row("form", LOOSE)
    def test_a_loose_form_in_a_closed_comment_goes_round_unchanged(self, form: str) -> None:
        for text in (f"\n{form}", f"a\n{form}\n[A", f"{{\n\n{form}\n{form} ; {{"):
            record = replace(read_one(GOOD), comments=(text,), ending=Ending((2, 0), (text, text)))
            assert read_one(write_rubber(record)) == record
            assert len(read(write_rubber(record) + GOOD)) == 2

    @each_row("start", ["", "\ufeff"])
    def test_the_exact_form_begins_one_and_is_not_written(self, start: str) -> None:
        text = f'a\n{start}[EGN "1"]'
        with pytest.raises(RecordError, match="starts a rubber"):
            write_rubber(replace(read_one(GOOD), comments=(text,)))
        assert len(read(GOOD + "{a\n" + start + GOOD + "}")) == 2

    @each_row("form", [' [EGN "1"]', "[egn 1]", "> [EGN \u201c1\u201d]"])
    @each_row("opening", ["{never closed", "*\n{\n{", "; {no}\n{", '[Event "x\n'])
    def test_a_loose_form_in_an_open_comment_begins_a_rubber(self, form: str, opening: str) -> None:
        broken = f'[EGN "1"]\n[A "x"]\n{opening}\n'
        count = broken.count("\n")
        lines = GOOD.count("\n")
        starts = [1, 1 + count, 1 + count + lines, 1 + count + 2 * lines]
        text = f"{broken}{form}\n{BODY}{form}\n{BODY}"
        assert joined(text, GOOD) == [(starts[0], False), *((start, True) for start in starts[1:])]
        assert joined(text) == [(starts[0], False), *((start, True) for start in starts[1:3])]

    @each_row(
        "line",
        [
            '[Event "a { b"]',
            "[Event \u201ca { b\u201d]",
            '[Event "\\" {"]',
            "; not a { comment",
            '[Event "x"]; {',
        ],
    )
    def test_a_brace_that_opens_no_comment_hides_nothing(self, line: str) -> None:
        first = GOOD.replace('[A "', f'{line}\n[A "')
        assert joined(first, " ", GOOD.replace("##2-0", "##2-0 {x}")) == [(1, True), (9, True)]

    def test_a_comment_longer_than_any_rubber_hides_nothing(self) -> None:
        long = '[EGN "1"]\n[A "x"]\n[B "y"] {\n [EGN "1"]\n' + " x\n" * (RUBBER_BYTES // 2)
        reads = read(f"{long}{GOOD} {GOOD}")
        assert [each.fault is None for each in reads] == [False, False, True, True]

    def test_a_tag_named_alike_stays_a_tag(self) -> None:
        text = '[EGN "1"]\n[A "x"]\n[B "y"]\n[egn "old"] {a}\n\nGame 1 #5-3\n*\n'
        assert write_rubber(read_one(text)) == text
        with pytest.raises(RecordError, match="starts a rubber"):
            write_rubber(Rubber((("EGN", "1"), ("A", "x"), ("B", "y"), ("egn", "1"))))


class TestJoinedFiles:
    @each_row("ending", ["##2-0", "*", "## 2 - 0", "##2\u20130", "##2-0 {bravo}", "*{a\nb} {c}", "*\n{c} "])
    @each_row("form", ['[EGN "1"]', ' [EGN "1"]', "[egn 1]", "\t[EGN\u201c1\u201d]"])
    def test_a_rubber_begins_behind_an_ending(self, ending: str, form: str) -> None:
        first = GOOD.removesuffix("##2-0\n") + ending
        second = f"{form}\n{BODY}"
        line = 1 + first.count("\n")
        lines = GOOD.count("\n")
        alone = [(1, True), (line, True)]
        assert joined(first, second) == alone
        assert joined(first, second, GOOD) == [*alone, (line + lines, True)]
        assert [place for place, _ in joined(first, first, first, second)][-1] == 3 * line - 2

    def test_its_faults_are_at_line_and_column(self) -> None:
        text = f'{GOOD.rstrip()}[EGN "1"] [A "x"] [A "y"]\n'
        _first, second = read(text)
        assert second.fault is not None
        assert (second.line, second.column) == (7, 5)
        assert (second.fault.line, second.fault.column) == (7, 24)
        _first, second = read(text.replace('[A "y"]', '[B "y"] Game x'))
        assert second.fault is not None
        assert (second.fault.line, second.fault.column) == (7, 37)

    @each_row(
        ("end", "count"),
        [
            ('##2-0 {[EGN "1"]}\n', 1),
            ('##2-0 {\n*[EGN "1"]}\n', 1),
            ('##2-0 ; *[EGN "1"]\n', 1),
            ("##2-0 [EGN]\n", 1),
            ('##2-0 x [EGN "1"]\n', 1),
            ('#5-3 [EGN "1"]\n', 1),
            ('##2-0x[EGN "1"]\n', 1),
            ('##2-0 {x} ; c\n[EGN "1"]\n', 2),
        ],
    )
    def test_only_there_and_outside_a_comment(self, end: str, count: int) -> None:
        assert len(read(GOOD.removesuffix("##2-0\n") + end)) == count

    def test_a_tag_may_hold_one(self) -> None:
        text = GOOD.replace("Ann Bell", '*[EGN \\"1\\"]')
        (rubber,) = read(text)
        assert write_rubber(rubber.rubber) == text

    def test_very_many_files_are_joined(self) -> None:
        count = 4 * RUBBER_BYTES // len(GOOD)
        reads = read(GOOD.rstrip() * count)
        assert len(reads) == count
        assert all(each.fault is None for each in reads)
        in_one_line = read(GOOD.replace("\n", " ").rstrip() * 5)
        assert [each.fault for each in in_one_line] == [None] * 5


class TestTypography:
    @each_row(
        ("written", "value"),
        [
            ("\u201cAnn Bell\u201d", "Ann Bell"),
            ("\u201eAnn Bell\u201c", "Ann Bell"),
            ("\u00ab\u00a0Ann Bell\u00a0\u00bb", "Ann Bell"),
            ("\u2018Ann O\u2019Brien\u2019", "Ann O\u2019Brien"),
            ("'Ann O'Brien'", "Ann O'Brien"),
            ('"Ann Bell\u201d', "Ann Bell"),
            ('\u201cAnn Bell"', "Ann Bell"),
            ('\u201cAnn "Bee" Bell\u201d', 'Ann "Bee" Bell'),
            ("\u201cAnn \u201cBee\u201d Bell\u201d", "Ann \u201cBee\u201d Bell"),
            ("``Ann Bell''", "Ann Bell"),
            ('"Ann \u201cBee\u201d"', "Ann \u201cBee\u201d"),
        ],
    )
    def test_quotes_around_a_value_are_written_straight(self, written: str, value: str) -> None:
        for text in (GOOD.replace('"Ann Bell"', written), GOOD.replace('"Ann Bell"]\n', f"{written}] ")):
            record = read_one(text)
            assert record.players == (value, "Bob Clay")
            escaped = value.replace('"', '\\"')
            assert f'[A "{escaped}"]\n' in write_rubber(record)

    @each_row("written", ['"Ann "Bee" Bell"', "Ann Bell", "\u201cAnn Bell", '\u201cAnn" Bell'])
    def test_others_are_a_fault(self, written: str) -> None:
        (rubber,) = read(GOOD.replace('"Ann Bell"', written))
        assert rubber.fault is not None
        assert rubber.fault.code == "E03"

    @each_row(
        "dash", [*"\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", " \u2013 ", "\u00a0\u2014\u00a0"]
    )
    def test_dashes_between_two_figures_are_written_straight(self, dash: str) -> None:
        straight = (
            '[EGN "1"]\n[A "Ann Bell"]\n[B "Bob Clay"]\n[BestOf "1"]\n[Result "1-0"]\n[Points "1-0"]\n\n'
            "Game 1\n1. A 3-2 S =A3 (2-0)\n#5-0\n##1-0\n"
        )
        written = straight.replace("-", dash)
        if dash.strip() != dash:
            written = written.replace(f"3{dash}2", "3\u20132")
        assert write_rubber(read_one(written)) == straight

    def test_a_dash_in_free_text_stays(self) -> None:
        text = GOOD.replace('[A "', '[Event "2025\u201326"]\n[A "').replace("##2-0", "##2-0 {5\u20133}")
        assert write_rubber(read_one(text)) == text


PIECES = st.sampled_from(
    ["{", "}", '"', "\u201c", ";", "Game 1", '[A "x"]', "[B \u201cy\u201d]", "*", "##2-0", "x", "\n", " "]
)


@settings(max_examples=examples(20, many=5_000))
@given(
    st.lists(
        st.tuples(rubbers(), st.sampled_from([*LOOSE, ""]), st.lists(PIECES, max_size=6)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["\n", "\r\n"]),
)
def test_a_broken_rubber_never_loses_a_good_one(
    parts: list[tuple[Rubber, str, list[str]]], line_end: str
) -> None:
    text = ""
    for record, form, pieces in parts:
        text += write_rubber(record)
        if form:
            text += f"{form}\n{' '.join(pieces)}\n"
    reads = list(read_file(io.BytesIO(text.replace("\n", line_end).encode())))
    whole = [each.rubber for each in reads if each.fault is None]
    remaining = iter(whole)
    assert all(record in remaining for record, _, _ in parts)
    assert len(reads) >= sum(1 + bool(form) for _, form, _ in parts)
