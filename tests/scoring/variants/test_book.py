"""The director's rulings and the choices at the table, in a rubber of La Triomphe."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from scoring.book import Option, Place, ruling, settlings, write_incident
from scoring.book.places import with_deal
from scoring.cards import PLAYERS
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import FIRST_ITEM_TOKEN, Incident, Outcome, Rubber
from tests.scoring.egn import egn
from tests.scoring.variants.games import play_game
from tests.support.rows import each_row

HANDS = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"


def record(body: str) -> Rubber:
    return read_one(egn(f"Game 1\n{body}\n*", Variant="Triomphe"))


@each_row(
    ("line", "choices"),
    [
        (f"{HANDS} S CT SQ", ["!43a(SQ):stand", "!43a(SQ):replay"]),
        (f"{HANDS} P R CT SQ", ["!43a(SQ):stand", "!43a(SQ):replay"]),
        (f"{HANDS} S C8 CT", ["!40a(C8;after):stand"]),
        ("A 2-3 ^C9 B:HA.DQ8.CKJT", ["!15a(6):fresh =void"]),
        ("A 2-3 ^C9 B:HA.DQ8.CKJT A:SQ8.DJ.C87 S S CT C8", ["!20b(6):fresh =void"]),
        # No king is marked, and so none falsely.
        (f"{HANDS} S Ka CT C8", []),
        (f"{HANDS} P G", []),
    ],
)
def test_what_can_be_chosen_behind_the_line(line: str, choices: list[str]) -> None:
    deal = record(f"1. {line}").games[0].deals[0]
    assert [each.tokens for each in settlings(deal, variant="triomphe")] == choices


def asked(body: str, incident: Incident, remedy: str) -> Option:
    rubber = record(body)
    deals = rubber.games[0].deals
    place = Place(0, len(deals) - 1, FIRST_ITEM_TOKEN + len(deals[-1].items))
    return next(option for option in ruling(rubber, place, incident).options if option.remedy == remedy)


def scores(option: Option) -> dict[str, list[tuple[int, int]]]:
    return {f"{won.player} {'vole' if won.is_vole else 'point'}": list(won.scores) for won in option.outcomes}


REVOKE = Incident(43, "A", ("SQ",))


@each_row(
    ("calls", "expected"),
    [
        # A, who revoked, refused: his vole is one, any other end two to B.
        ("P R", {"A point": (0, 2), "A vole": (1, 0), "B point": (0, 2), "B vole": (0, 2)}),
        # A offered: what he gets by B's refusal is one less.
        ("S P R", {"A point": (1, 0), "A vole": (1, 0), "B point": (1, 0), "B vole": (0, 2)}),
        ("S", {"A point": (0, 0), "A vole": (1, 0), "B point": (0, 1), "B vole": (0, 2)}),
    ],
)
def test_every_end_is_told_with_refusal_and_penalty(calls: str, expected: dict[str, tuple[int, int]]) -> None:
    replay = asked(f"1. {HANDS} {calls} CT SQ", REVOKE, "replay")
    assert scores(replay) == {end: [score] for end, score in expected.items()}


def test_calls_that_are_not_on_record_leave_three_figures() -> None:
    assert scores(asked("1. A", Incident(40, "A", ("before",)), "takeback"))["A point"] == [
        (1, 0),
        (2, 0),
        (0, 2),
    ]


def test_a_point_that_was_taken_has_one_end() -> None:
    assert scores(asked("1. A P G", Incident(44), "note")) == {"A point": [(1, 0)]}


def test_no_king_is_barred_where_none_is_marked() -> None:
    effects = asked("1. A ^CK", Incident(9, "A", ("looked",)), "stand").effects
    assert [effect.key for effect in effects] == ["deal_stands"]


@each_row(
    ("calls", "by", "ending"),
    [
        # B leads and wins the first trick.
        ("P R", "a", "=B5"),
        ("P R", "b", "=A"),
        ("S", "a", "=B5"),
    ],
)
def test_a_hand_given_up_has_the_outcome_that_the_tricks_say(calls: str, by: str, ending: str) -> None:
    rubber = record(f"1. {HANDS} {calls} CT C8")
    place = Place(0, 0, FIRST_ITEM_TOKEN + len(rubber.games[0].deals[0].items))
    written = write_incident(rubber, place, Incident(42, "A" if by == "a" else "B", (), "abandon"))
    outcome = read_one(egn(f"Game 1\n1. A {ending}\n*")).games[0].deals[0].items[-1]
    assert written.games[0].deals[0].items[-1] == outcome


@each_row("seed", range(12))
def test_score_that_is_promised_is_the_one_that_is_marked(seed: int) -> None:
    """A penalty chosen in a game at random, and the deal then won: the score is the one that was told."""
    rubber = read_one(egn(play_game(Random(seed)).text(), Variant="Triomphe"))
    for number, deal in enumerate(rubber.games[0].deals):
        if len(deal.items) > 10:
            cut = replace(rubber.games[0], deals=rubber.games[0].deals[: number + 1], final=None)
            _expect_promises_kept(replace(rubber, games=(cut,)), number)


def _expect_promises_kept(rubber: Rubber, number: int) -> None:
    items = rubber.games[0].deals[number].items
    played = next(i for i, item in enumerate(items) if isinstance(item, Outcome))
    place = Place(0, number, FIRST_ITEM_TOKEN + played)
    deal, head = rubber.games[0].deals[number], items[:played]
    for player in PLAYERS:
        incident = Incident(43, player)
        replay = next(one for one in ruling(rubber, place, incident).options if one.remedy == "replay")
        for won in replay.outcomes:
            outcome = Outcome(won.player, 5 if won.is_vole else 3)
            # Nobody revoked, so that the incident itself would be refused: what it comes to is the same.
            items = (*head, replace(incident, remedy="replay"), outcome)
            written = with_deal(rubber, place, replace(deal, items=items))
            assert won.scores == (check_rubber(written).games[0].deals[number].score,)
