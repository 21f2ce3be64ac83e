"""Every sentence of the catalogue can be made, and every finding that the laws make has one."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import scoring
from scoring.catalogue import INCIDENT_MESSAGES, INCIDENT_SETTLES, MESSAGES, SETTLES
from scoring.notation_messages import MESSAGES as NOTATION_MESSAGES

SCORING = Path(scoring.__file__).parent


def codes_in_the_laws() -> set[str]:
    """Return every string constant of the laws' modules that is a finding's code."""
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


def variants_of_incidents() -> set[str]:
    """Return the variants that checks of incidents name: an ``IncidentFault``'s first argument, a report's fourth."""
    variants = set()
    for name in ("incidents.py", "incident_cards.py", "incident_evidence.py"):
        for node in ast.walk(ast.parse((SCORING / "laws" / name).read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            position = {"IncidentFault": 0, "add": 3}.get(called)
            if position is not None and len(node.args) > position:
                variant = node.args[position]
                if isinstance(variant, ast.Constant) and isinstance(variant.value, str):
                    variants.add(variant.value)
    return variants


def test_every_code_of_the_laws_has_words_and_every_sentence_has_a_code() -> None:
    assert {code for code, _ in MESSAGES} == codes_in_the_laws()


def test_what_settles_is_told_only_of_findings_that_exist() -> None:
    assert set(SETTLES) <= set(MESSAGES)


def test_every_error_and_ruling_says_what_settles_it() -> None:
    unsettled = set(MESSAGES) - set(SETTLES)
    assert unsettled == {("E05", "above_five"), ("L22", "unused"), ("L23", "unused")}


def test_every_fault_of_an_incident_has_words_and_every_sentence_a_fault() -> None:
    assert set(INCIDENT_MESSAGES) == variants_of_incidents()


def test_every_slip_in_an_incident_says_what_settles_it() -> None:
    assert set(INCIDENT_MESSAGES) - set(INCIDENT_SETTLES) == {"no_offence"}
    assert set(INCIDENT_SETTLES) <= set(INCIDENT_MESSAGES)


def test_a_variant_tells_a_sentence_about_an_incident_from_all_others() -> None:
    assert {variant for _, variant in (*MESSAGES, *NOTATION_MESSAGES)}.isdisjoint(INCIDENT_MESSAGES)


def test_sentences_are_whole() -> None:
    for sentence in (*MESSAGES.values(), *INCIDENT_MESSAGES.values()):
        assert sentence.endswith(".")
        assert all(field is None or field.isidentifier() for _, field, _, _ in Formatter().parse(sentence))
