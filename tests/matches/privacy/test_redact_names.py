from __future__ import annotations

import pytest

from matches.privacy.redact_names import without_name, without_name_in


@pytest.mark.parametrize(
    ("name", "text", "blank"),
    [
        ("Clay", '[A "Clay"]', '[A "?"]'),
        ("Clay", '[A "Clayton"]', '[A "Clayton"]'),
        ("Clay", "{Clay dealt, said Clay's man.}", "{? dealt, said ?'s man.}"),
        ("A", '[A "A"]\n[B "Pole"]\nGame 1\n1. A =B3', '[A "?"]\n[B "Pole"]\nGame 1\n1. A =B3'),
        ('Jo "Ace"', '[A "Jo \\"Ace\\""] {Jo "Ace" won.}', '[A "?"] {? won.}'),
        ("Ó Súilleabháin", '[B "Ó Súilleabháin"]', '[B "?"]'),
    ],
)
def test_name_goes_from_tags_and_comments_alone(name: str, text: str, blank: str) -> None:
    assert without_name(name, text) == blank


def test_name_goes_from_all_texts_of_json() -> None:
    found = {"message": "A and B are both 'Clay'", "line": 3, "names": ["Clay", "Pole"]}
    assert without_name_in("Clay", found) == {
        "message": "A and B are both '?'",
        "line": 3,
        "names": ["?", "Pole"],
    }
