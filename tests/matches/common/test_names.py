"""Typed names lose invisible characters, except those that a script needs."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.common.names import natural_key, near_names
from matches.pages.common.invisible_characters import MARK, with_marks
from matches.rules.names import (
    BLANK,
    DOTTABLE,
    IDEOGRAPHS,
    IGNORABLE,
    LOOK_AROUND,
    MONGOLIAN,
    PICTOGRAPHS,
    TEXT_EMOJI,
    Characters,
    tidy_name,
)
from tests.support.examples import examples

DERIVED_CORE_PROPERTIES: Final = """
00AD
034F
061C
115F..1160
17B4..17B5
180B..180D
180E
180F
200B..200F
202A..202E
2060..2064
2065
2066..206F
3164
FE00..FE0F
FEFF
FFA0
FFF0..FFF8
1BCA0..1BCA3
1D173..1D17A
E0000
E0001
E0002..E001F
E0020..E007F
E0080..E00FF
E0100..E01EF
E01F0..E0FFF
"""
"""The lines of Default_Ignorable_Code_Point in DerivedCoreProperties-16.0.0.txt, which gives their number as 4,174."""


LINES: Final = [
    (int(first, 16), int(last or first, 16))
    for first, _dots, last in (line.partition("..") for line in DERIVED_CORE_PROPERTIES.split())
]
ALL: Final = frozenset(chr(point) for first, last in LINES for point in range(first, last + 1))
ENGLAND: Final = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f"


def test_the_property_is_the_standards() -> None:
    assert len(ALL) == 4174
    for first, last in LINES:
        for point in (first - 1, first, last, last + 1):
            assert (chr(point) in IGNORABLE) is (chr(point) in ALL), f"U+{point:04X}"
    assert sum(last - first + 1 for first, last in IGNORABLE.ranges) == len(ALL)


@pytest.mark.parametrize(("before", "behind"), ["ab", "éü", "αβ", "жя", "中文", "--"])
def test_between_letters_that_need_none_of_them_each_goes(before: str, behind: str) -> None:
    for character in [*ALL, "\u2800", "\U0001d159", "\ufff9", "\ufffe", "\x07", "\x9f"]:
        selects = before == "中" and (
            character in "\ufe00\ufe01\ufe02" or "\U000e0100" <= character <= "\U000e01ef"
        )
        kept = f"{before}{character}{behind}" if selects else f"{before}{behind}"
        assert tidy_name(f"{before}{character}{behind}") == kept, f"U+{ord(character):04X}"


@pytest.mark.parametrize(
    "name",
    [
        # Non-joiners between letters of a script that joins, and behind a virama.
        *("می\u200cخواهم", "به\u0650\u200cسود", "ক্\u200cষ", "क्\u200cष", "ᠠ\u200cᠡ"),
        # Joiners behind a virama, also at the end of a word, and before one.
        *("क्\u200dष", "ශ්\u200dරී", "രാജന്\u200d", "রাজ র\u200d্যাব", "ರ\u200d್ಕ"),
        # Emoji of several parts, with skin tones, a style, a flag that is no country's.
        *("👩\u200d🔬", "👩\u200d❤\ufe0f\u200d👨", "👩🏽\u200d🚀", "👨\u200d👩\u200d👧\u200d👦"),
        *("👁\ufe0f\u200d🗨\ufe0f", "🙂\u200d↔\ufe0f", "🏴\u200d☠\ufe0f", "🏳\ufe0f\u200d🌈", ENGLAND),
        # Signs as a picture or as text; keys.
        *("❤\ufe0f", "♠\ufe0e ♥\ufe0f", "©\ufe0f", "㊗\ufe0f", "1\ufe0f\u20e3 #\ufe0f\u20e3"),
        # Selectors of scripts.
        *("ᠠ\u180bᠷ", "ᠬ\u180f", "葛\U000e0100城", "辻\U000e0101", "飯\ufe00", "𠮟\U000e0100", "က\ufe00"),
        # Names that have none of all that.
        *("Zoë Clay", "O’Brien-Łucja", "שָׁלוֹם", "محمد", "Ŀl·l", "🇫🇷", "\U0001fae8 \U00016ea0"),
    ],
)
def test_what_a_script_or_an_emoji_is_written_with_stays(name: str) -> None:
    written = unicodedata.normalize("NFC", name)
    assert tidy_name(name) == written
    assert MARK.decode() not in with_marks(written.encode()).decode()


@pytest.mark.parametrize(
    ("bases", "behind"),
    [
        (TEXT_EMOJI, "\ufe0e"),
        (TEXT_EMOJI, "\ufe0f"),
        (PICTOGRAPHS, "\u200d👩"),
        (IDEOGRAPHS, "\U000e0100"),
        (IDEOGRAPHS, "\ufe02"),
        (DOTTABLE, "\ufe00"),
        (MONGOLIAN, "\u180f"),
    ],
)
def test_behind_each_character_of_a_table_it_stays_and_pages_show_no_mark(
    bases: Characters, behind: str
) -> None:
    for first, last in bases.ranges:
        for base in {chr(first), chr((first + last) // 2), chr(last)}:
            name = unicodedata.normalize("NFC", f"{base}{behind}")
            assert tidy_name(name) == name, ascii(name)
            assert with_marks(name.encode()).decode() == name, ascii(name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\u200db\u200cc", "abc"),
        ("\u200dA", "A"),
        ("محمد\u200c", "محمد"),
        ("\u200cمحمد", "محمد"),
        ("م\u200c\u200cم", "م\u200cم"),
        ("م\u200c م", "م م"),
        ("مa\u200cم", "مaم"),
        ("م" + "\u0650" * LOOK_AROUND + "\u200cم", "م" + "\u0650" * LOOK_AROUND + "م"),
        ("क्\u200c", "क्"),
        ("क्\u200d\u200dष", "क्\u200dष"),
        ("श्री\u200d", "श्री"),
        ("a\u200d\u09cd", "a\u09cd"),
        ("👩\u200d", "👩"),
        ("👩\u200dA", "👩A"),
        ("A\u200d👩", "A👩"),
        ("👩\u200d\u200d🔬", "👩\u200d🔬"),
        ("😀\ufe0f", "😀"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f"),
        ("❤\ufe0e\ufe0f", "❤\ufe0e"),
        ("a\ufe0f", "a"),
        ("1\ufe0f", "1"),
        ("1\ufe0fa\u20e3", "1a\u20e3"),
        ("a\ufe0f\u20e3", "a\u20e3"),
        ("a\u180b", "a"),
        ("葛\U000e0100\U000e0101", "葛\U000e0100"),
        ("か\U000e0100", "か"),
        ("a\U000e0100", "a"),
        ("က\ufe01", "က"),
        # Tags outside of the three flags.
        ("🏴\U000e0067", "🏴"),
        (ENGLAND[:-1], "🏴"),
        (ENGLAND[1:], ""),
        ("🏴" + ENGLAND[1:].replace("\U000e0065", "\U000e0078"), "🏴"),
        # Characters that combine once the character between them is removed.
        ("e\u200b\u0301", "é"),
        ("e\u200d\u0301", "é"),
        ("ක\u0dd9\ufe0f\u0dca\u200d", "ක\u0dda"),
        # White space of any kind.
        (" \u3000Ann\u00a0\u2003 \t\u2028Clay\x85", "Ann Clay"),
        ("Ann\u200b \u2800 Clay", "Ann Clay"),
    ],
)
def test_the_same_characters_go_elsewhere(typed: str, kept: str) -> None:
    assert tidy_name(typed) == kept
    assert tidy_name(kept) == kept


@pytest.mark.parametrize(
    "name",
    [
        *("", " \t\n", "\u00a0\u1680\u2003\u202f\u205f\u3000", "\u200b\u200e\u2060\ufeff", "\u3164"),
        *("\u115f\u1160\uffa0", "\u2800", "\U0001d159", "\u0301", " \u0301\u20dd \u0bcd", "\ufe0f\u200d"),
        *(ENGLAND[1:], "\x00\x1b\x7f\ud800", "\ufdd0\uffff"),
    ],
)
def test_a_name_in_which_nothing_is_seen_is_none(name: str) -> None:
    assert tidy_name(name) == ""


PIECES: Final = st.sampled_from(
    [
        *"aé1# \u0645\u062f\u1820\u1000",
        *"\u0995\u09b0\u09b7\u0930\u0d9f",
        *"葛か❤😀👩🏽🏴",
        *"\u0301\u0308\u0650\u09cd\u0dd9\u0dca\u0dcf\u20e3",
        *"\u200c\u200d\ufe00\ufe0e\ufe0f\u180b\U000e0067\U000e007f\U000e0100",
        *"\u200b\u3164\u2800\u034f\u00ad\u2028",
        ENGLAND,
    ]
)
NEEDED: Final = re.compile(
    "(?P<flag>" + ENGLAND + ")"
    "|[0-9#*]\ufe0f(?=\u20e3)|[❤☠♥♠🏳👁][\ufe0e\ufe0f]"
    "|(?<=[❤😀👩🏴])[\ufe0f🏽]?\u200d(?=[❤😀👩🏴])|(?<=❤\ufe0f|👩🏽)\u200d"
    "|[葛][\ufe00\U000e0100]|ᠠ\u180b|က\ufe00"
    r"|(?<=[\u09cd\u0dca])\u200d|(?<=\u09b0)\u200d(?=[\u09cd\u0dca])|(?<=[\u09cd\u0dca])\u200c(?=[^\W\d_])"
    "|(?<=[مᠠ])[\u0301\u0308\u0650\u20e3\u09cd\u0dca\u180b]*\u200c(?=[\u0301\u0308\u0650\u20e3\u09cd\u0dca]*[مدᠠ])"
)
"""A simpler form of the rule, for the characters of ``PIECES`` alone."""


def check_any(typed: str) -> None:
    name = tidy_name(typed)
    assert tidy_name(name) == name
    assert name == unicodedata.normalize("NFC", " ".join(name.split()))
    left = [character for character in NEEDED.sub("", name) if character in IGNORABLE or character in BLANK]
    assert left == [], (ascii(typed), ascii(name))
    assert MARK.decode() not in with_marks(name.encode()).decode(), ascii(name)


@settings(max_examples=examples(300, many=1_000))
@given(st.lists(PIECES, max_size=12).map("".join))
def test_any_pieces_make_a_name_that_is_tidied_once_for_all(typed: str) -> None:
    check_any(typed)


@settings(max_examples=examples(100, many=300))
@given(st.text(max_size=20))
def test_any_text_makes_a_name_that_is_tidied_once_for_all(typed: str) -> None:
    name = tidy_name(typed)
    assert tidy_name(name) == name
    assert name == unicodedata.normalize("NFC", " ".join(name.split()))


@pytest.mark.soak
@settings(max_examples=100_000, deadline=None)
@given(st.lists(PIECES, max_size=20).map("".join))
def test_many_more_pieces_make_names_that_are_tidied_once_for_all(typed: str) -> None:
    check_any(typed)


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("boiteau", "Boiteau"),
        ("Boîteau", "Boiteau"),
        ("VanTenac", "Van Tenac"),
        ("Van-Tenac", "Van Tenac"),
        ("Bel", "Bell"),
        ("Walkers", "Walker"),
        ("Walke", "Walker"),
        ("Malker", "Walker"),
        ("Pole", "Dole"),
    ],
)
def test_name_is_nearly_one_of_the_list(name: str, listed: str) -> None:
    assert near_names([name], ["Aubrey", listed]) == {name: listed}


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Walker", "Walker"),
        ("Walker", "Talbot"),
        ("Walkerss", "Walker"),
        ("Wlaker", "Walker"),
        ("Ray", "Roy"),
        ("Al", "Ali"),
        ("Guest 1", "Guest 2"),
    ],
)
def test_name_is_the_same_or_another(name: str, listed: str) -> None:
    assert near_names([name], ["Aubrey", listed]) == {}


def test_name_is_compared_with_those_before_it_as_well() -> None:
    assert near_names(["Clay", "Clai", "Clay"], []) == {"Clai": "Clay"}


def test_numbers_count_and_words_follow_them_without_regard_to_case() -> None:
    labels = ["10", "Final", "2", "Table 10", "1b", "table 9", "1", "A2", "a10", ""]
    assert sorted(labels, key=natural_key) == [
        *("1", "1b", "2", "10", "A2", "a10", "Final", "table 9", "Table 10", "")
    ]
