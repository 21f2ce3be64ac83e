"""Every sentence of the catalogue can be made, and every finding that the laws make has one."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import scoring
from scoring.catalogue import MESSAGES, SETTLES

SCORING = Path(scoring.__file__).parent


def codes_in_the_laws() -> set[str]:
    """Every string constant of the laws' modules that is a finding's code."""
    codes = set()
    for path in [*(SCORING / "laws").glob("*.py"), SCORING / "check.py"]:
        if path.name == "index.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                value = node.value
                if len(value) in (3, 4) and value[0] in "LE" and value[1:3].isdigit():
                    codes.add(value)
    return codes


def test_every_code_of_the_laws_has_words_and_every_sentence_has_a_code() -> None:
    assert {code for code, _ in MESSAGES} == codes_in_the_laws()


def test_what_settles_is_told_only_of_findings_that_exist() -> None:
    assert set(SETTLES) <= set(MESSAGES)


def test_every_error_and_ruling_says_what_settles_it() -> None:
    unsettled = set(MESSAGES) - set(SETTLES)
    assert unsettled == {("E05", "above_five"), ("L22", "unused"), ("L23", "unused")}


def test_sentences_are_whole() -> None:
    for sentence in MESSAGES.values():
        assert sentence.endswith(".")
        assert all(field is None or field.isidentifier() for _, field, _, _ in Formatter().parse(sentence))
