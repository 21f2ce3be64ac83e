from __future__ import annotations

from scoring.calling import WayOfCalling, calls_of, way_of_calling, ways_of_calling
from scoring.record import Variant
from scoring.variants import VARIATIONS
from tests.scoring.variants.reference import COURSES
from tests.support.rows import each_row


@each_row(
    ("way", "times", "letters"),
    [
        ("", 1, ""),
        ("stood", 1, "S"),
        ("refused", 1, "PR"),
        ("given_stood", 1, "PGS"),
        ("given_stood", 2, "PGPGS"),
        ("given_refused", 1, "PGPR"),
        # La Triomphe: whether the point was offered, and to whom
        ("unoffered", 1, "S"),
        ("taken_by_dealer", 1, "PG"),
        ("refused_by_dealer", 1, "PR"),
        ("taken_by_elder", 1, "SPG"),
        ("refused_by_elder", 1, "SPR"),
    ],
)
def test_calls_in_words_become_letters(way: WayOfCalling, times: int, letters: str) -> None:
    assert calls_of(way, times) == letters


@each_row("variant", VARIATIONS)
def test_the_letters_tell_what_was_said(variant: Variant) -> None:
    ways = ways_of_calling(variant)
    assert ways[0] == ""
    for way in ways:
        assert way_of_calling(calls_of(way), variant) == (way, 1)


def test_every_course_of_la_triomphe_but_a_second_stand_is_said_in_a_word() -> None:
    assert {calls_of(way) for way in ways_of_calling("triomphe")} == {"", *COURSES} - {"SS"}
    assert way_of_calling("SS", "triomphe") is None
    assert way_of_calling("PGS", "triomphe") is None
