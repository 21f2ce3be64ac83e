"""``docs/notation.md``, the notation's reference, keeps up with the code; its example is a record without fault."""

from __future__ import annotations

import re
from pathlib import Path

from scoring.check import check_read
from scoring.incidents import ROWS
from scoring.notation import read_text, write_rubber
from scoring.notation.tags import CANONICAL_TAGS

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def example() -> str:
    lines = [line for line in section("An example").splitlines() if not line or line.startswith("    ")]
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


def test_the_example_is_canonical_and_without_fault() -> None:
    (read,) = read_text(example())
    assert check_read(read).findings == ()
    assert write_rubber(read.rubber) == example()
