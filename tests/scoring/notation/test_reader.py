"""Whole texts as the reader returns them: structure, recovery, and a message for every fault."""

from __future__ import annotations

import pytest

from scoring.errors import NotationError
from scoring.notation import ReadRubber, read_one, read_text, write_rubber
from scoring.notation.limits import COMMENT_CHARACTERS, RUBBER_BYTES, TAG_VALUE_CHARACTERS
from scoring.notation_messages import MESSAGES, SETTLES
from scoring.record import Comment, Cut, Ending, Incident
from tests.support.rows import each_row

TAGS = '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n'
GOOD = TAGS + "\nGame 1 #5-3\n##1-0\n"


def only(text: str) -> ReadRubber:
    (read,) = read_text(text)
    return read


def body(text: str) -> ReadRubber:
    return only(f"{TAGS}\n{text}\n")


# Each fault: a text behind the tags that has it, its line within that text, its column, its game and deal.
BODY_FAULTS = [
    ("stops", "Game 1\n1. A S (1-0)", (2, 13), (1, 1)),
    ("stops", "Game 1\n1. A S (1-0)\n2.", (3, 3), (1, 2)),
    ("stops", "Game 1\n1. A S (1-0)\n2. B", (3, 5), (1, 2)),
    ("stops", "Game 1 cut A=DA", (1, 16), (1, None)),
    ("stops", "Game", (1, 5), (1, None)),
    ("stops", "Game 1\n1. A S (1-0)\n#5-0", (3, 5), (None, None)),
    ("open_comment", "Game 1\n1. A S {left open (1-0)\n*", (2, 8), (1, 1)),
    ("open_comment", "Game 1 #5-0 ##1-0 {", (1, 19), (None, None)),
    ("comment_too_long", "Game 1\n1. A {" + "x" * (COMMENT_CHARACTERS + 1) + "} S *", (2, 6), (1, 1)),
    ("late_tag", 'Game 1\n1. A S\n[Result "1-0"]\n*', (3, 1), (1, 1)),
    ("late_tag", 'Game 1 [Result "1-0"]\n*', (1, 8), (1, None)),
    ("after_ending", '* [Result "1-0"]', (1, 3), (None, None)),
    ("game_or_ending", "1. A S *", (1, 1), (None, None)),
    ("game_or_ending", "Game 1 #5-0 2. A S *", (1, 13), (None, None)),
    ("game_or_ending", "Gane 1", (1, 1), (None, None)),
    ("ending", "Game 1 #5-0 ##1", (1, 13), (None, None)),
    ("after_ending", "Game 1 #5-0 ##1-0 Game 2 *", (1, 19), (None, None)),
    ("after_ending", "* *", (1, 3), (None, None)),
    ("game_number", "Game #5-0 *", (1, 6), (1, None)),
    ("game_number", "Game 1 #5-0 Game one *", (1, 18), (2, None)),
    ("cut_pair", "Game 1 cut A=DA 1. A *", (1, 17), (1, None)),
    ("cut_pair", "Game 1 cut *", (1, 12), (1, None)),
    ("cut_pair", "Game 1 cut A=DA A=DK *", (1, 17), (1, None)),
    ("chosen_word", "Game 1 cut A=DA B=H8 cards= *", (1, 22), (1, None)),
    ("chosen_word", "Game 1 cut A=DA B=H8 seat=by.the.door *", (1, 22), (1, None)),
    ("chosen_twice", "Game 1 cut A=DA B=H8 seat=north seat=south *", (1, 33), (1, None)),
    ("game_token", "Game 1 A=DA *", (1, 8), (1, None)),
    ("game_token", "Game 1 cards=red *", (1, 8), (1, None)),
    ("game_token", "Game 1 S *", (1, 8), (1, None)),
    ("final", "Game 1 #5 *", (1, 8), (1, None)),
    ("final", "Game 1 1. A S #five *", (1, 15), (1, None)),
    ("dealer", "Game 1 1. C S *", (1, 11), (1, 1)),
    ("dealer", "Game 1 1. A S 2. S *", (1, 18), (1, 2)),
    ("deal_token", "Game 1 1. A S 1st *", (1, 15), (1, 1)),
    ("token_too_long", "Game 1 1. A " + "S" * 1001 + " *", (1, 13), (1, 1)),
    ("king", "Game 1 1. A Kc *", (1, 13), (1, 1)),
    ("suffix", "Game 1 1. A HK!!! *", (1, 13), (1, 1)),
    ("outcome", "Game 1 1. A =A2 *", (1, 13), (1, 1)),
    ("score", "Game 1 1. A (2:1) *", (1, 13), (1, 1)),
    ("card_set", "Game 1 1. A A:S *", (1, 13), (1, 1)),
    ("incident", "Game 1 !x *", (1, 8), (1, None)),
    ("law", "Game 1 1. A !99 *", (1, 13), (1, 1)),
    ("late_packets", "Game 1 1. A S 3-2 *", (1, 15), (1, 1)),
    ("late_turn_up", "Game 1 1. A S ^H9 *", (1, 15), (1, 1)),
    ("late_hand", "Game 1 1. A S A:SK *", (1, 15), (1, 1)),
    ("twice_packets", "Game 1 1. A 3-2 3-2 *", (1, 17), (1, 1)),
    ("twice_turn_up", "Game 1 1. A ^H9 ^H9 *", (1, 17), (1, 1)),
    ("twice_hand", "Game 1 1. A A:SK A:SK *", (1, 18), (1, 1)),
    ("after_outcome", "Game 1 1. A =A3 HK *", (1, 17), (1, 1)),
    ("after_score", "Game 1 1. A (1-0) HK *", (1, 19), (1, 1)),
    ("card", "Game 1 cut A=D5 B=DK *", (1, 12), (1, None)),
    ("card", "Game 1 1. A HK H5 *", (1, 16), (1, 1)),
    ("card", "Game 1 #5-0 Game 2 1. A S 2. B\nH5 *", (2, 1), (2, 2)),
    ("rank_first", "Game 1 cut A=KD B=DK *", (1, 12), (1, None)),
    ("card_thrice", "Game 1 1. A A:SKKK *", (1, 13), (1, 1)),
]

OTHER_FAULTS = {
    ("E01", "preceding"): "x\n" + GOOD,
    ("E01", "no_rubber"): "Game 1",
    ("E01", "second_rubber"): GOOD + GOOD,
    ("E01", "not_utf8"): TAGS + "\udcff",
    ("E01", "nul"): TAGS + "\0",
    ("E01", "rubber_too_long"): TAGS + "Game 1 1. A " + " " * RUBBER_BYTES,
    ("E03", "tag_form"): '[EGN "1"]\n[A x]',
    ("E03", "open_quote"): '[EGN "1"]\n[A "x]\n',
    ("E03", "tag_twice"): TAGS + '[A "x"]',
    ("E03", "tag_too_long"): TAGS + f'[Event "{"x" * (TAG_VALUE_CHARACTERS + 1)}"]',
    ("E03", "missing"): '[EGN "1"]\n[A "Orford"]\n',
    ("E03", "value_EGN"): '[EGN "2"]',
    **{
        ("E03", f"value_{name}"): f'[EGN "1"]\n[{name} ""]'
        for name in (
            *("Date", "A", "B", "Code", "BestOf", "Reckoning", "RubberBonus", "Cut", "Termination"),
            *("Winner", "Result", "Points", "Variant"),
        )
    },
}


def code_of(variant: str) -> str:
    return "E02" if variant in ("card", "rank_first", "card_thrice") else "E01"


@each_row(("variant", "text", "place", "position"), BODY_FAULTS)
def test_a_fault_is_known_by_its_kind_place_and_words_and_loses_no_other_rubber(
    variant: str, text: str, place: tuple[int, int], position: tuple[int | None, int | None]
) -> None:
    fault = body(text).fault
    assert fault is not None
    assert (fault.code, fault.variant) == (code_of(variant), variant)
    assert (fault.line, fault.column) == (4 + place[0], place[1])
    assert (fault.game, fault.deal) == position
    assert (fault.severity, fault.law) == ("error", None)
    assert "{" not in fault.message
    assert fault.settle.endswith(".")
    assert len(fault.message) < 300
    first, second, third = read_text(f"{GOOD}{TAGS}{text}\n{GOOD}")
    assert (first.fault, third.fault) == (None, None)
    assert first.rubber == third.rubber
    assert second.fault is not None


def test_every_fault_that_has_words_has_a_text_that_shows_it() -> None:
    tried = {(code_of(variant), variant) for variant, *_ in BODY_FAULTS}
    assert tried | set(OTHER_FAULTS) == set(MESSAGES) == set(SETTLES)


@each_row("key", OTHER_FAULTS)
def test_a_fault_of_a_whole_text_is_raised_with_words(key: tuple[str, str]) -> None:
    with pytest.raises(NotationError) as caught:
        read_one(OTHER_FAULTS[key])
    finding = caught.value.finding
    assert (finding.code, finding.variant) == key
    assert str(caught.value) == finding.message
    assert "{" not in finding.message
    assert finding.settle


def test_what_is_found_is_shown_safely_and_short() -> None:
    finding = body("Game 1 1. A \x1b[31mred\u202e" + "x" * 900 + " *").fault
    assert finding is not None
    assert "\\x1b[31mred\\u202exxx" in finding.message
    assert "\x1b" not in finding.message
    assert finding.message.count("x") < 60


def test_everything_read_before_a_fault_is_kept() -> None:
    read = body("Game 1 cut A=DA B=H8\n1. A S =A (2-0) {easy}\n2. B 3-2 ^H9 P G -2 -1 HK {so far} ?? =A3\n*")
    game = read.rubber.games[0]
    assert game.opening == (Cut(((20, 9),)),)
    assert [len(deal.items) for deal in game.deals] == [3, 7]
    assert game.deals[0].comments == (Comment(4, "easy"),)
    assert game.deals[1].comments == (Comment(8, "so far"),)
    assert game.final is None
    assert read.rubber.ending is None


def test_tags_alone_are_a_record_of_the_result() -> None:
    read = only(TAGS + '[Result "2-1"]\n')
    assert read.fault is None
    assert read.rubber.ending is None
    assert write_rubber(read.rubber) == TAGS + '[Result "2-1"]\n'


def test_an_ending_alone_is_kept() -> None:
    read = body("*")
    assert read.rubber.ending == Ending(None)
    assert write_rubber(read.rubber) == TAGS + "\n*\n"


def test_comments_belong_to_the_token_before_them() -> None:
    text = (
        '[EGN "1"] {first} [A "Orford"] ; second } one\n[B "Baldwin"] {third}\n;fourth\n'
        "Game 1 {heading} !4 ; the cut\n1. A {dealer} S {a} {b}\n#1-0 {points} ##0-0 {won} ; over"
    )
    read = only(text)
    rubber = read.rubber
    game = rubber.games[0]
    assert read.fault is None
    assert rubber.comments == ("first", "second ) one", "third", "fourth")
    assert game.opening == (Incident(4),)
    assert game.comments == (Comment(1, "heading"), Comment(2, "the cut"))
    assert game.deals[0].comments == (Comment(1, "dealer"), Comment(2, "a"), Comment(2, "b"))
    assert game.final_comments == ("points",)
    assert rubber.ending is not None
    assert rubber.ending.comments == ("won", "over")
    assert write_rubber(rubber) == (
        '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"] {first} {second ) one} {third} {fourth}\n\n'
        "Game 1 {heading} !4 {the cut}\n1. A {dealer} S {a} {b}\n#1-0 {points}\n##0-0 {won} {over}\n"
    )


@each_row(
    ("comment", "kept"),
    [
        ("{}", ""),
        ("{ as written  }", " as written  "),
        ("{nested { and ; not}", "nested { and ; not"),
        ("{two\r\nlines}", "two\nlines"),
        ("{a\rb\r\r\nc}", "a b\nc"),
        (";", ""),
        (";; }{ \t\r\n", "; ){"),
    ],
)
def test_a_comment_is_kept_as_written_but_for_line_ends(comment: str, kept: str) -> None:
    read = body(f"Game 1 1. A S {comment}\n*")
    assert read.rubber.games[0].deals[0].comments == (Comment(2, kept),)
    assert read_one(write_rubber(read.rubber)) == read.rubber


def test_a_semicolon_within_a_token_opens_no_comment() -> None:
    read = body("Game 1 1. A !43b(HK;own) S *")
    assert len(read.rubber.games[0].deals[0].items) == 2


@each_row(
    ("written", "canonical"),
    [
        ("Game1#5-3*", None),
        ("Game1 # 5-3 ## 1 - 0", "Game 1 #5-3\n##1-0\n"),
        ("Game 01 1.A S 02. B *", "Game 1\n1. A S\n2. B\n*\n"),
        (
            "Game 1 cut B=H8,A=DA cut A=D7 B=D7 B=C8 A=C7 *",
            "Game 1 cut A=DA B=H8 cut A=D7 B=D7 A=C7 B=C8\n*\n",
        ),
        ("Game 1 Game 1 #0-5 Game 7 0. B *", "Game 1\nGame 1 #0-5\nGame 7\n0. B\n*\n"),
    ],
)
def test_numbers_may_be_run_together_or_written_apart(written: str, canonical: str | None) -> None:
    read = body(written)
    if canonical is None:
        assert read.fault is not None
        return
    assert read.fault is None
    assert write_rubber(read.rubber) == f"{TAGS}\n{canonical}"
