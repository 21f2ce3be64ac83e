"""One-step corrections of a record: a figure that the marks contradict, and a player's name."""

from __future__ import annotations

import pytest

from scoring.check import check_rubber
from scoring.errors import RecordError
from scoring.fixes import FigureChange, FigureFix, fix_figure, fixed_text, renamed_text
from scoring.notation import read_one, write_rubber
from tests.scoring.egn import egn
from tests.support.rows import each_row

SURPLUS = (
    "Game 1\n1. A S =B3 (0-1)\n2. B P G S =A4 (1-1)\n3. A S =B3 (1-2)\n4. B P G S =A3 (3-2)\n"
    "5. A P R =B3 (3-4)\n6. B S Ka =A5 (5-4)\n#5-4\n##1-0"
)
"""Deal 4 has a point too many: cards were given, so that the point counts one."""


def fix(body: str, code: str, **tags: str) -> FigureFix | None:
    """Return the fix of the first finding with this code."""
    checked = check_rubber(read_one(egn(body, **tags)))
    return fix_figure(checked, next(each for each in checked.findings if each.code == code))


def body_after(body: str, code: str, **tags: str) -> str:
    fixed = fix(body, code, **tags)
    assert fixed is not None
    return write_rubber(fixed.record).partition("\n\n")[2].rstrip("\n")


def test_score_and_those_that_follow_from_it_are_written_again_and_named() -> None:
    fixed = fix(SURPLUS, "L51")
    assert fixed is not None
    assert fixed.written == FigureChange("deal", (3, 2), (2, 2), 1, 4)
    assert fixed.consequences == (FigureChange("deal", (3, 4), (2, 4), 1, 5),)
    assert check_rubber(fixed.record).findings == ()


@each_row(
    ("body", "code", "after"),
    [
        # The scorer noticed, and went on from the right score.
        (
            "Game 1\n1. A S =A (2-0)\n2. B S =A3 (4-0)\n3. A S =B3 (3-1)\n*",
            "L51",
            "Game 1\n1. A S =A (2-0)\n2. B S =A3 (3-0)\n3. A S =B3 (3-1)\n*",
        ),
        # Two players mixed up: the winner of the game follows.
        (
            "Game 1\n1. A S =A5 (0-2)\n2. B S =A5 (2-2)\n3. A S =A5 (4-2)\n*",
            "L51",
            "Game 1\n1. A S =A5 (2-0)\n2. B S =A5 (4-0)\n3. A S =A5 (5-0)\n*",
        ),
        # A king marked behind the first of two scores.
        (
            "Game 1\n1. A P R =B (0-3) Ka (1-3)\n2. B P G S =A (2-3)\n*",
            "L51",
            "Game 1\n1. A P R =B (0-2) Ka (1-2)\n2. B P G S =A (2-2)\n*",
        ),
        ("Game 1\n1. A S =B5 (0-2)\n2. B S Kb =B5 (0-5)\n#1-5\n*", "E05", None),
    ],
)
def test_what_is_written_follows_the_laws(body: str, code: str, after: str | None) -> None:
    if after is None:
        after = body.replace("#1-5", "#0-5")
    assert body_after(body, code) == after


def test_totals_are_corrected() -> None:
    body = "Game 1\n1. A S =B5 (0-2)\n2. B S Kb =B5 (0-5)\n#0-5\n##1-0"
    assert body_after(body, "E05").endswith("##0-1")
    fixed = fix(body.replace("##1-0", "##0-1"), "E05", Result="1-0")
    assert fixed is not None
    assert (fixed.record.tag("Result"), fixed.written.figure) == ("0-1", "Result")


@each_row(
    ("body", "code"),
    [
        # The game would end nowhere.
        ("Game 1\n1. A S =B5 (0-3)\n2. B S =B5 (0-5)\n#0-5\n##0-1", "L51"),
        # The score is corrected by an incident that has figures of its own.
        ("Game 1\n1. A S =A (3-0)\n2. B !51b(1):correct S =B (3-1)\n*", "L51"),
        # No figure is wrong.
        ("Game 1\n1. A S =A (1-0)\n2. A S =B (1-1)\n*", "L14"),
    ],
)
def test_what_no_figure_settles_has_no_fix(body: str, code: str) -> None:
    assert fix(body, code) is None


class TestText:
    ONE = egn(SURPLUS)
    OTHER = '[EGN "1"] [B "Orford"]   [A "Bel"] * ; as it was typed'

    def test_other_rubbers_stay_as_they_were_typed(self) -> None:
        record = read_one(self.ONE)
        content = f"{self.OTHER}\n{self.ONE}\n{self.OTHER}".encode()
        assert fixed_text(content, 2, record) == f"{self.OTHER}\n\n{write_rubber(record)}\n{self.OTHER}\n"

    def test_name_changes_in_every_rubber(self) -> None:
        content = f"{self.OTHER}\n{self.ONE}\n{self.OTHER}".encode()
        text = renamed_text(content, "Bel", "Bell")
        assert text.count('[A "Bell"]') == 2
        assert "Bel]" not in text
        assert "as it was typed" in text

    def test_name_is_found_with_any_spaces_and_may_have_quotes(self) -> None:
        text = renamed_text(b'[EGN "1"]\n[A "Ann  Bel"]\n[B "Ann Bel"]\n', "Ann Bel", 'Ann "Bell"')
        assert text.count(r'"Ann \"Bell\""') == 2

    @pytest.mark.parametrize(
        "content", ['x\n[EGN "1"]\n[A "Bel"]\n[B "b"]', '[EGN "1"]\n[A "Bel"]\n[B "b"]\nGame x']
    )
    def test_text_that_would_be_lost_is_refused(self, content: str) -> None:
        with pytest.raises(RecordError):
            fixed_text(content.encode(), 1, read_one('[EGN "1"]\n[A "Bell"]\n[B "b"]'))

    def test_rubber_that_was_read_in_part_keeps_its_name(self) -> None:
        content = '[EGN "1"]\n[A "Bel"]\n[B "b"]\nGame x\n'
        assert renamed_text(content.encode(), "Bel", "Bell") == content
