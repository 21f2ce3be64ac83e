"""Each token of the notation's table, read and written, and the messages for those that can't be read."""

from __future__ import annotations

import pytest

from scoring.cards import CARD_BY_NAME, CARD_NAMES, parse_cards
from scoring.errors import RecordError
from scoring.notation import read_text, write_deal
from scoring.notation.faults import UnreadableError
from scoring.notation.tokens import CALLS, KNOWN_TOKENS, SUFFIXES, parse_token
from scoring.record import (
    Call,
    CardPlayed,
    Deal,
    Exchange,
    Hand,
    Incident,
    Item,
    KingMarked,
    Outcome,
    Packets,
    Score,
    TurnUp,
    VoidDeal,
)
from tests.support.rows import each_row

HK = CARD_BY_NAME["HK"]

TOKENS: list[tuple[str, Item]] = [
    ("3-2", Packets("3-2")),
    ("2-3", Packets("2-3")),
    ("^H9", TurnUp(CARD_BY_NAME["H9"])),
    ("A:SKQ.HJ7.CA", Hand("A", parse_cards("SKQ.HJ7.CA"))),
    ("B:SK.HA~", Hand("B", parse_cards("SK.HA"), partial=True)),
    ("A:SKK", Hand("A", parse_cards("SKK"))),
    ("-SQ.CA+HK.D7", Exchange(2, parse_cards("SQ.CA"), parse_cards("HK.D7"))),
    ("-SQ.CA", Exchange(2, parse_cards("SQ.CA"))),
    ("-2", Exchange(2)),
    ("-2+HK.D7", Exchange(2, None, parse_cards("HK.D7"))),
    ("-0", Exchange(0)),
    ("-6", Exchange(6)),
    ("Ka", KingMarked("A")),
    ("Kb", KingMarked("B")),
    ("--", CardPlayed(None)),
    ("=A", Outcome("A")),
    ("=B3", Outcome("B", 3)),
    ("=A4", Outcome("A", 4)),
    ("=B5", Outcome("B", 5)),
    ("=void", VoidDeal()),
    ("(2-1)", Score((2, 1))),
    ("(0-5)", Score((0, 5))),
    ("(6-123456789)", Score((6, 123456789))),
    ("!43b:replay", Incident(43, "B", (), "replay")),
    ("!43b(HK;SA.C7):replay(DQ)", Incident(43, "B", ("HK", "SA.C7"), "replay", "DQ")),
    ("!1", Incident(1)),
    ("!13a(HK;own;looked):fresh", Incident(13, "A", ("HK", "own", "looked"), "fresh")),
    ("!41(H)", Incident(41, None, ("H",))),
    ("!15b(6):discard(HK)", Incident(15, "B", ("6",), "discard", "HK")),
    *((name, CardPlayed(card)) for card, name in enumerate(CARD_NAMES)),
    *((f"HK{suffix}", CardPlayed(HK, suffix)) for suffix in SUFFIXES),
    *((f"{call}{suffix}", Call(call, suffix)) for call in CALLS for suffix in SUFFIXES),
]


def deal_text(items: str) -> str:
    return f'[EGN "1"] [A "Orford"] [B "Baldwin"] Game 1 1. A {items} *'


def items_of(items: str) -> tuple[Item, ...]:
    """Return the items of a deal in which A deals; the text has to be readable."""
    (read,) = read_text(deal_text(items))
    assert read.fault is None, read.fault
    return read.rubber.games[0].deals[0].items


@each_row(("token", "item"), TOKENS)
def test_a_token_and_its_item_are_the_same_both_ways(token: str, item: Item) -> None:
    assert items_of(token) == (item,)
    assert write_deal(Deal(1, "A", (item,))) == f"1. A {token}"


@each_row(
    ("written", "canonical"),
    [
        ("B:CA.HJ7.SQK", "B:SKQ.HJ7.CA"),
        ("B:SK.HA.SQ", "B:SKQ.HA"),
        ("B:SK.HA.SK", "B:SKK.HA"),
        ("-CA.SQ+D7.HK", "-SQ.CA+HK.D7"),
        ("-02", "-2"),
        ("(02-1)", "(2-1)"),
        ("( 2 - 1 )", "(2-1)"),
        ("!05", "!5"),
        ("A:SK B:HA ^S9 3-2", "3-2 ^S9 B:HA A:SK"),
        ("B:HA Ka ^S9 3-2", "3-2 ^S9 B:HA Ka"),
        ("A:SK !13(HK;own) B:HA ^S9", "A:SK !13(HK;own) ^S9 B:HA"),
        ("S\tHK,,HQ\nDK,C8", "S HK HQ, DK C8"),
        ("HK HQ, DK Kb C8, SJ HA", "HK HQ, DK Kb C8, SJ HA"),
        ("HK HQ Kb DK C8 Ka =A3", "HK HQ, Kb DK C8 Ka =A3"),
        ("HK !43b:replay HK HQ DK C8", "HK !43b:replay HK HQ, DK C8"),
        ("HK HQ DK !43b:replay HK HA CQ", "HK HQ, DK !43b:replay HK HA, CQ"),
        ("HK HQ DK !40a(DK):takeback C8 S9", "HK HQ, DK !40a(DK):takeback C8, S9"),
        ("HK {forced} HQ{too} DK C8", "HK {forced} HQ, {too} DK C8"),
    ],
)
def test_the_reader_is_generous_and_the_writer_strict(written: str, canonical: str) -> None:
    (read,) = read_text(deal_text(written))
    assert read.fault is None
    assert write_deal(read.rubber.games[0].deals[0]) == f"1. A {canonical}"
    (again,) = read_text(deal_text(canonical))
    assert again.rubber == read.rubber


@each_row(
    ("token", "code", "variant"),
    [
        ("H5", "E02", "card"),
        ("X9", "E02", "card"),
        ("hk", "E02", "card"),
        ("H10", "E02", "card"),
        ("H5??", "E02", "card"),
        ("KH", "E02", "rank_first"),
        ("10H!", "E02", "rank_first"),
        ("^D1", "E02", "card"),
        ("^KD", "E02", "rank_first"),
        ("^", "E01", "deal_token"),
        ("A:SK1", "E02", "card"),
        ("A:sk", "E02", "card"),
        ("A:SKKK", "E02", "card_thrice"),
        ("A:", "E01", "card_set"),
        ("A:~", "E01", "card_set"),
        ("A:S.HK", "E01", "card_set"),
        ("A:SK..HA", "E01", "card_set"),
        ("A:SK/HA", "E01", "card_set"),
        ("C:SK", "E01", "deal_token"),
        ("-", "E01", "card_set"),
        ("-2+", "E01", "card_set"),
        ("-123", "E01", "card_set"),
        ("-SK+H5", "E02", "card"),
        ("---", "E01", "card_set"),
        ("KA", "E01", "king"),
        ("Kc", "E01", "king"),
        ("HK!!!", "E01", "suffix"),
        ("P??!", "E01", "deal_token"),
        ("p", "E01", "deal_token"),
        ("=C", "E01", "outcome"),
        ("=A2", "E01", "outcome"),
        ("=VOID", "E01", "outcome"),
        ("(2:1)", "E01", "score"),
        ("(2-1234567890)", "E01", "score"),
        ("4-1", "E01", "deal_token"),
        ("!", "E01", "incident"),
        ("!!", "E01", "incident"),
        ("!43c", "E01", "incident"),
        ("!43b()", "E01", "card_set"),
        ("!43b(HK;)", "E01", "card_set"),
        ("!43b:Replay", "E01", "incident"),
        ("!43b(H5)", "E02", "card"),
        ("!11:choose(5)", "E01", "card_set"),
        ("!0", "E01", "law"),
        ("!56", "E01", "law"),
        ("<SA>", "E01", "deal_token"),
        ("}", "E01", "deal_token"),
        ("[Result", "E01", "late_tag"),
        ("S" * 1001, "E01", "token_too_long"),
        ("!43(" + ";".join(["HK"] * 400) + ")", "E01", "token_too_long"),
    ],
)
def test_a_token_that_cannot_be_read_says_why(token: str, code: str, variant: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_token(token, "A")
    assert (caught.value.code, caught.value.variant) == (code, variant)


@each_row(
    ("items", "variant"),
    [
        ("S 3-2", "late_packets"),
        ("HK ^H9", "late_turn_up"),
        ("-2 B:SK", "late_hand"),
        ("=A3 ^H9", "late_turn_up"),
        ("3-2 2-3", "twice_packets"),
        ("^H9 ^H9", "twice_turn_up"),
        ("A:SK B:HA A:SK", "twice_hand"),
        ("B:SK Ka B:SK", "twice_hand"),
        ("=A3 HK", "after_outcome"),
        ("=A3 =A3", "after_outcome"),
        ("=A3 Ka S", "after_outcome"),
        ("(1-0) S", "after_score"),
        ("(1-0) =A3", "after_score"),
        ("(1-0) ^H9", "after_score"),
        ("(1-0) !43b:replay HK", "after_score"),
    ],
)
def test_a_token_out_of_its_turn_is_a_fault_of_its_deal(items: str, variant: str) -> None:
    (read,) = read_text(deal_text(items))
    assert read.fault is not None
    assert (read.fault.code, read.fault.variant) == ("E01", variant)
    assert (read.fault.game, read.fault.deal) == (1, 1)
    last = items.split()[-1]
    assert read.fault.column == deal_text(items).rindex(f" {last} *") + 2
    kept = items_of(" ".join(items.split()[:-1]))
    assert read.rubber.games[0].deals[0].items == kept


@each_row(
    "items",
    [
        "S HA HK =A3 Kb (1-1)",
        "=A3 (2-0) Kb (2-1) !50a(point):mark (3-1)",
        "=A3 !45(HK) =void",
        "=A3 !43b(HK):replay HA HK =B3 (0-1)",
        "P G Ka -2 -3 P R HK --",
        "",
    ],
)
def test_what_may_follow_in_a_deal(items: str) -> None:
    read = [KNOWN_TOKENS.get(token) or parse_token(token, "A") for token in items.split()]
    assert items_of(items) == tuple(item for _, item in read)


@each_row(
    "item",
    [
        CardPlayed(32),
        CardPlayed(HK, "!!!"),
        Call("P", "x"),
        TurnUp(-1),
        Packets("4-1"),
        Outcome("A", 2),
        Score((-1, 0)),
        Score((0, 10**9)),
        Hand("A", 0),
        Hand("A", parse_cards("SK") << 32),
        Hand("A", -1),
        Exchange(1, parse_cards("SK.HA")),
        Exchange(100),
        Exchange(-1),
        Exchange(0, 0),
        Exchange(1, None, 0),
        Incident(0),
        Incident(56),
        Incident(10**5000),
        Incident(43, None, ("",)),
        Incident(43, None, ("HK)",)),
        Incident(43, None, ("H5",)),
        Incident(43, None, (), "Replay"),
        Incident(43, None, (), None, "HK"),
        Incident(43, None, (), "replay", "word"),
        Incident(43, None, ("HK",) * 400),
    ],
)
def test_an_item_without_a_token_is_not_written(item: Item) -> None:
    with pytest.raises(RecordError, match=r"can't be written"):
        write_deal(Deal(1, "A", (item,)))


@each_row("number", [-1, 10**9])
def test_a_number_beyond_its_digits_is_not_written(number: int) -> None:
    with pytest.raises(RecordError, match="digits"):
        write_deal(Deal(number, "A"))


def test_items_are_shared_between_the_deals_of_a_file() -> None:
    first, second = items_of("HK"), items_of("HK")
    assert first[0] is second[0]


def test_reading_adds_nothing_to_the_table_of_tokens() -> None:
    before = len(KNOWN_TOKENS)
    items_of("A:SKQ.HJ7.CA -7 !5 (9-9)")
    assert len(KNOWN_TOKENS) == before
