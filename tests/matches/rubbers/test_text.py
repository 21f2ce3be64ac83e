from __future__ import annotations

import pytest

from matches.rubbers.text import PublicIds, named_text, nameless_text
from scoring.notation import read_one, write_rubber
from tests.matches.files import rubber_text

IDS = PublicIds(player_a="aaa", player_b="bbb", rubber="rrr")


def nameless(text: str) -> str:
    return nameless_text(read_one(text))


def test_nameless_text_names_nobody_and_is_a_record_still() -> None:
    text = nameless(rubber_text("Orford", "Baldwin", ids=['[AId "x"]', '[BId "y"]', '[RubberId "z"]']))
    assert '[A "A"]\n[B "B"]\n[BestOf "1"]' in text
    assert write_rubber(read_one(text)) == text


@pytest.mark.parametrize(
    "names", [("Orford", "Baldwin"), ('The "Duke"', r"Back\slash"), ("A", "B"), ("B", "A"), (r"\g<0>\1", "é")]
)
def test_names_come_back_as_they_were(names: tuple[str, str]) -> None:
    escaped = [name.replace("\\", "\\\\").replace('"', '\\"') for name in names]
    text = rubber_text(*escaped)
    assert named_text(nameless(text), names) == text


def test_tags_that_look_like_the_players_are_left_alone() -> None:
    text = rubber_text(event='[A \\"A\\"]', tags=['[Site "[A \\"A\\"]"]'])
    text = text.replace('[Site "[A \\"A\\"]"]\n', "").replace("[Club", '[Site "[A \\"A\\"]"]\n[Club')
    assert named_text(nameless(text), ("Orford", "Baldwin")) == text


def test_comment_behind_the_last_tag_stays_there() -> None:
    text = rubber_text().replace('[B "Baldwin"]\n[BestOf "1"]', '[B "Baldwin"] {a wet night}')
    assert named_text(nameless(text), ("Orford", "Baldwin")) == text
    with_ids = named_text(nameless(text), ("Orford", "Baldwin"), IDS)
    assert '[BId "bbb"]\n[RubberId "rrr"] {a wet night}' in with_ids


def test_ids_stand_in_their_canonical_place() -> None:
    text = named_text(nameless(rubber_text()), ("Orford", "Baldwin"), IDS)
    assert '[B "Baldwin"]\n[AId "aaa"]\n[BId "bbb"]\n[RubberId "rrr"]\n[BestOf "1"]' in text
    assert write_rubber(read_one(text)) == text


def test_forgotten_player_is_written_as_unknown() -> None:
    assert '[A "?"]\n[B "Baldwin"]' in named_text(nameless(rubber_text()), ("", "Baldwin"))
