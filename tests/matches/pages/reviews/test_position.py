"""What a player is shown of a moment of a deal: all that he knew, and nothing else."""

from __future__ import annotations

import dataclasses
import re

import pytest

from matches.pages.common.card_faces import Face
from matches.pages.reviews.position import Position, position_at
from scoring.cards import Player
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from tests.matches.pages.records import DEALS, EXCHANGED, text

NAMES = ("Boiteau", "Walker")
KING_TURNED = "3. A 2-3 ^HK Ka B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5"


@pytest.fixture(scope="module")
def rubber() -> CheckedRubber:
    deals = f"1. A ^C9 S =B (0-1)\n{EXCHANGED}\n{KING_TURNED}"
    return check_rubber(
        read_one(text(deals=deals, final="", ending="*", tags='[Termination "unfinished"]\n'))
    )


def seen(rubber: CheckedRubber, deal: int, token: int, player: Player) -> Position:
    return position_at(rubber, game=1, deal=deal, token=token, player=player, names=NAMES)


def codes(faces: tuple[Face, ...]) -> str:
    return " ".join(face.code for face in faces)


def every_card(shown: object) -> set[str]:
    """The code of every card whose face is anywhere in what is shown."""
    return set(re.findall(r"code='([SHDC][KQJAT987])'", repr(shown)))


@pytest.mark.parametrize(
    ("token", "player", "said", "hand", "calls"),
    [
        (6, "A", [], "SA H9 DQ D9 D7", ""),
        (7, "B", ["Boiteau proposes."], "SQ SJ H8 DA C8", "P"),
        (8, "A", ["Boiteau proposes.", "Walker gives cards."], "SA H9 DQ D9 D7", "PG"),
        (
            9,
            "B",
            ["Boiteau proposes.", "Walker gives cards.", "Boiteau puts out three cards and takes as many."],
            "SQ SJ H8 DA C8",
            "PG",
        ),
    ],
    ids=["proposal", "reply", "elder's discard", "dealer's discard"],
)
def test_before_the_play_stands_what_was_said_until_then(
    rubber: CheckedRubber, token: int, player: Player, said: list[str], hand: str, calls: str
) -> None:
    shown = seen(rubber, 2, token, player)
    assert [each.text for each in shown.said] == said
    assert (codes(shown.hand), shown.calls, shown.tricks) == (hand, calls, ())


def test_own_exchange_shows_cards_and_the_adversarys_only_their_number(rubber: CheckedRubber) -> None:
    own, other = seen(rubber, 2, 11, "A").said[2:4]
    assert (codes(own.out), codes(own.taken)) == ("SA DQ D7", "HT D8 CA")
    assert other.text == "Walker puts out four cards and takes as many."
    assert (other.out, other.taken) == ((), ())


@pytest.mark.parametrize("token", range(6, 22))
@pytest.mark.parametrize("player", ["A", "B"])
def test_no_card_of_the_adversarys_shows_that_he_has_not_played(
    rubber: CheckedRubber, token: int, player: Player
) -> None:
    course = rubber.games[0].deals[1].course
    mine = {"A": "SA H9 DQ D9 D7 HT D8 CA", "B": "SQ SJ H8 DA C8 CK CJ CT C7"}[player].split()
    played = [f"{card}" for card in ("CA", "CK", "CT", "HT", "H9", "H8", "D9", "CJ", "D8", "C7")]
    so_far = played[: sum(each < token for each in course.card_tokens)]
    assert every_card(seen(rubber, 2, token, player)) <= {"H7", *mine, *so_far}


def test_trick_stands_as_far_as_it_has_come(rubber: CheckedRubber) -> None:
    first_lead = rubber.games[0].deals[1].course.card_tokens[0]
    leading, replying, after = (seen(rubber, 2, first_lead + more, "B") for more in range(3))
    assert (leading.tricks, leading.lead) == ((), None)
    assert replying.lead is not None
    assert (replying.lead.code, replying.tricks[0].reply, replying.tricks[0].winner) == ("CA", None, "")
    assert after.lead is None
    assert after.tricks[0].reply is not None
    assert (after.tricks[0].reply.code, after.tricks[0].winner) == ("CK", "Walker")
    assert codes(replying.hand) == "H8 CK CJ CT C7"
    assert codes(after.hand) == "H8 CJ CT C7"


def test_score_is_that_before_the_deal_the_players_own_first(rubber: CheckedRubber) -> None:
    assert seen(rubber, 2, 6, "A").score == (("Boiteau", 0), ("Walker", 1))
    assert seen(rubber, 2, 6, "B").score == (("Walker", 1), ("Boiteau", 0))
    assert seen(rubber, 2, 6, "B").is_dealer
    assert not seen(rubber, 2, 6, "A").is_dealer


def test_games_are_told_in_a_rubber_of_several_alone(rubber: CheckedRubber) -> None:
    assert seen(rubber, 2, 6, "A").games == ()
    longer = text(deals=f"{DEALS}\n#0-5\nGame 2\n{EXCHANGED.replace('2. B', '1. B')}", final="", ending="*")
    of_three = check_rubber(
        read_one(longer.replace('[BestOf "1"]', '[BestOf "3"]\n[Termination "unfinished"]'))
    )
    shown = position_at(of_three, game=2, deal=1, token=6, player="A", names=NAMES)
    assert shown.games == (("Boiteau", 0), ("Walker", 1))


def test_king_turned_up_and_who_is_vulnerable_are_known_to_both(rubber: CheckedRubber) -> None:
    token = rubber.games[0].deals[2].course.card_tokens[0]
    shown = seen(rubber, 3, token, "A")
    assert shown.said[0].text == "Boiteau marks the king of hearts, turned up."
    assert shown.vulnerable == "The point counts two against Walker (law\u00a049)."
    assert seen(rubber, 2, 11, "A").vulnerable == ""
    assert shown.turn_up is not None
    assert (shown.turn_up.code, shown.trumps) == ("HK", "Hearts are trumps")


def test_what_is_shown_is_all_that_is_checked_here() -> None:
    """A new field of a position wants a look at what it gives away."""
    assert [field.name for field in dataclasses.fields(Position)] == [
        *("player", "other", "is_dealer", "hand", "turn_up", "trumps", "vulnerable", "score", "games"),
        *("calls", "said", "tricks", "lead"),
    ]
