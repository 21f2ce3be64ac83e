"""``scoring/notation.md``, the notation's reference, keeps up with the code; its examples and those of
docstrings hold.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import scoring.notation
import scoring.notation.reader
from scoring.check import check_read
from scoring.incidents import ROWS
from scoring.notation import read_text, write_rubber
from scoring.notation.tags import CANONICAL_TAGS
from scoring.variants import can_arise
from tests.scoring.variants.reference import COURSES
from tests.support.rows import each_row

PAGE = (Path(__file__).parents[3] / "scoring" / "notation.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def example(title: str = "An example", after: str = "") -> str:
    text = section(title).partition(after)[2] if after else section(title)
    lines = [line for line in text.splitlines() if not line or line.startswith("    ")]
    return "\n".join(line[4:] for line in lines).strip() + "\n"


def test_every_tag_is_listed_in_canonical_order() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", section("Tags"), re.MULTILINE)
    assert tuple(re.findall(r"`(\w+)`", " ".join(rows))) == CANONICAL_TAGS


def test_every_law_is_listed_with_its_remedies() -> None:
    rows = re.findall(r"^\| (\d+) \| .* \| ([^|]*) \|$", section("Incidents"), re.MULTILINE)
    listed = {int(law): set(re.findall(r"`([a-z]+)", remedies)) for law, remedies in rows}
    assert listed == {law: set(row.remedies) for law, row in ROWS.items()}


def test_every_fact_word_is_listed_with_its_law() -> None:
    rows = re.findall(
        r"^\| (\d+) \| [^|]* \| [^|]* \| ([^|]*?) ?\| [^|]* \|$", section("Incidents"), re.MULTILINE
    )
    listed = {int(law): set(re.findall(r"`([a-z]+)`", facts)) for law, facts in rows}
    assert listed == {law: {word for spec in row.facts for word in spec.words} for law, row in ROWS.items()}


def test_every_remedy_is_explained() -> None:
    rows = re.findall(r"^\| (`[a-z]+.*?`) \| [^|]* \|$", section("Incidents"), re.MULTILINE)
    explained = set(re.findall(r"`([a-z]+)", " ".join(rows)))
    assert explained == {remedy for row in ROWS.values() for remedy in row.remedies}


@each_row("text", [example(), example("La Triomphe", after="An example,")])
def test_the_example_is_canonical_and_without_fault(text: str) -> None:
    (read,) = read_text(text)
    assert check_read(read).findings == ()
    assert write_rubber(read.rubber) == text


def test_the_laws_that_la_triomphe_has_not_got_are_named() -> None:
    sentence = re.search(
        r"Laws (19, [^A-Z]*) are about what can't happen", " ".join(section("La Triomphe").split())
    )
    assert sentence is not None
    spans = [re.findall(r"\d+", part) for part in re.split(r",| and ", sentence[1]) if re.search(r"\d", part)]
    named = {law for span in spans for law in range(int(span[0]), int(span[-1]) + 1)}
    assert named == {law for law in ROWS if not can_arise(law, "triomphe")}


def test_every_course_of_la_triomphe_is_listed() -> None:
    rows = re.findall(r"^\| (.*) \| [^|]* \|$", section("La Triomphe"), re.MULTILINE)
    assert {"".join(calls.split()) for calls in re.findall(r"`([PSGR ]+)`", " ".join(rows))} == set(COURSES)


def test_the_examples_of_the_docstrings_hold() -> None:
    for module in (scoring.notation, scoring.notation.reader):
        outcome = doctest.testmod(module)
        assert outcome.attempted > 0, module.__name__
        assert outcome.failed == 0, module.__name__
