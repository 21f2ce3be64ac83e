"""``scoring/findings.md`` is up to date with the catalogue, and complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.catalogue import INCIDENT_MESSAGES, MESSAGES
from scoring.notation_messages import MESSAGES as NOTATION_MESSAGES
from scoring.reference import findings_reference

PAGE = Path(__file__).parents[2] / "scoring" / "findings.md"


def test_the_page_is_what_the_catalogue_gives() -> None:
    assert PAGE.read_text(encoding="utf-8") == findings_reference(), (
        "python -m scoring findings > scoring/findings.md"
    )


def test_every_code_and_every_sentence_is_there() -> None:
    codes = {code for code, _variant in (*MESSAGES, *NOTATION_MESSAGES)}
    assert set(re.findall(r"^## ([EL][0-9]{2}[RW]?):", findings_reference(), re.MULTILINE)) == codes
    sentences = {row.split(" | ")[0].removeprefix("| ") for row in findings_reference().splitlines()}
    assert {*MESSAGES.values(), *NOTATION_MESSAGES.values(), *INCIDENT_MESSAGES.values()} <= sentences


def test_no_cell_breaks_its_row() -> None:
    for row in findings_reference().splitlines():
        if row.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", row)) in (3, 4), row


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["findings"]) == 0
    assert capsys.readouterr().out == findings_reference()
