"""The pad's scripts take every sentence that they show from the page, and have none of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from matches.pages.common.static_sources import static_sources
from matches.pages.pads.page_words import free_page_words, page_words

SCRIPTS = tuple(static_sources("web/pads/*.js"))
WORD = re.compile(r"\bwords\.([a-z_]+)\.([a-z_]+)\b")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_word_that_a_script_asks_for_is_there(script: Path) -> None:
    words = {
        group: sentences
        for group, sentences in (page_words("triomphe") | {"free": free_page_words()["free"]}).items()
        if isinstance(sentences, dict)
    } | {"languages": {"map"}}
    used = set(WORD.findall(script.read_text(encoding="utf-8")))
    assert {(group, word) for group, word in used if word not in words.get(group, {})} == set()


def test_scripts_ask_for_words() -> None:
    assert sum(len(WORD.findall(path.read_text(encoding="utf-8"))) for path in SCRIPTS) > 50
