"""The director's rulings and the choices at the table, in a rubber of La Triomphe."""

from __future__ import annotations

from random import Random

from scoring.book import Option, ruling, settlings, write_incident
from scoring.notation import read_one
from scoring.record import Incident, Rubber
from tests.scoring.book.test_preview import last, option, outcomes, scores_promised
from tests.scoring.egn import deal_of, egn, record
from tests.scoring.variants.games import play_game
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

HANDS = "A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87"


def record_of(*deals: str) -> Rubber:
    return record(*deals, Variant="Triomphe")


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
    deal = record_of(line).games[0].deals[0]
    assert [each.tokens for each in settlings(deal, variant="triomphe")] == choices


def option_of(deal: str, incident: Incident, remedy: str) -> Option:
    rubber = record_of(deal)
    return option(ruling(rubber, last(rubber), incident), remedy)


REVOKE = Incident(43, "A", ("SQ",))


@each_row(
    ("calls", "expected"),
    [
        # A, who revoked, refused: their vole is one, any other result gives two to B.
        ("P R", {"A point": (0, 2), "A vole": (1, 0), "B point": (0, 2), "B vole": (0, 2)}),
        # A offered: what they get by B's refusal is one less.
        ("S P R", {"A point": (1, 0), "A vole": (1, 0), "B point": (1, 0), "B vole": (0, 2)}),
        ("S", {"A point": (0, 0), "A vole": (1, 0), "B point": (0, 1), "B vole": (0, 2)}),
    ],
)
def test_every_end_is_told_with_refusal_and_penalty(calls: str, expected: dict[str, tuple[int, int]]) -> None:
    replay = option_of(f"{HANDS} {calls} CT SQ", REVOKE, "replay")
    assert outcomes(replay) == {end: [score] for end, score in expected.items()}


def test_calls_that_are_not_on_record_leave_three_figures() -> None:
    assert outcomes(option_of("A", Incident(40, "A", ("before",)), "takeback"))["A point"] == [
        (1, 0),
        (2, 0),
        (0, 2),
    ]


def test_a_point_that_was_taken_has_one_end() -> None:
    assert outcomes(option_of("A P G", Incident(44), "note")) == {"A point": [(1, 0)]}


def test_no_king_is_barred_where_none_is_marked() -> None:
    effects = option_of("A ^CK", Incident(9, "A", ("looked",)), "stand").effects
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
    rubber = record_of(f"{HANDS} {calls} CT C8")
    written = write_incident(rubber, last(rubber), Incident(42, "A" if by == "a" else "B", (), "abandon"))
    outcome = deal_of(f"A {ending}").items[-1]
    assert written.games[0].deals[0].items[-1] == outcome


@in_two_sizes("games", 4, 12)
def test_score_that_is_promised_is_the_one_that_is_marked(games: int) -> None:
    """If a penalty is chosen in a random game and the deal then won, the score is the one that was previewed."""
    for seed in range(games):
        rubber = read_one(egn(play_game(Random(seed)).text(), Variant="Triomphe"))
        for number, deal in enumerate(rubber.games[0].deals):
            if len(deal.items) > 10:
                assert all(scores == (score,) for scores, score in scores_promised(rubber, number))
