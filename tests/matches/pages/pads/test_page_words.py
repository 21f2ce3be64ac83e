"""What the pad's scripts say is there to be said: they have no sentence of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from matches.pages import pads
from matches.pages.pads.page_words import page_words

SCRIPTS = Path(str(pads.__file__)).parents[1] / "static" / "web" / "pads"
ASKED = re.compile(r"\bwords\.([a-z_]+)\.([a-z_]+)\b")


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.js")), ids=lambda path: path.name)
def test_every_word_that_a_script_asks_for_is_there(script: Path) -> None:
    words = {group: told for group, told in page_words("triomphe").items() if isinstance(told, dict)} | {
        "languages": {"map"}
    }
    asked = set(ASKED.findall(script.read_text(encoding="utf-8")))
    assert {(group, word) for group, word in asked if word not in words.get(group, {})} == set()


def test_scripts_ask_for_words() -> None:
    assert sum(len(ASKED.findall(path.read_text(encoding="utf-8"))) for path in SCRIPTS.glob("*.js")) > 50
