"""A moment of a deal shows a player all that they knew, and nothing else."""

from __future__ import annotations

import dataclasses
import re

import pytest

from matches.pages.common.card_faces import Face
from matches.pages.reviews.position import PlayedTrick, Position, Seat, position_of
from scoring.cards import Player
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from scoring.player_view import view_at
from tests.matches.pages.records import DEALS, EXCHANGED, unfinished

NAMES = ("Boiteau", "Walker")
KING_TURNED = "3. A 2-3 ^HK Ka B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5"


@pytest.fixture(scope="module")
def rubber() -> CheckedRubber:
    deals = f"1. A ^C9 S =B (0-1)\n{EXCHANGED}\n{KING_TURNED}"
    return check_rubber(read_one(unfinished(deals)))


def seen(rubber: CheckedRubber, deal: int, token: int, player: Player) -> Position:
    return position_at(rubber, game=1, deal=deal, token=token, player=player)


def position_at(rubber: CheckedRubber, *, game: int, deal: int, token: int, player: Player) -> Position:
    view = view_at(rubber, game=game, deal=deal, token=token, player=player)
    return position_of(view, names=NAMES, is_single=rubber.rubber.rules.best_of == 1)


def codes(*faces: Face | None) -> str:
    return " ".join(face.code for face in faces if face is not None)


def every_card(expected: object) -> set[str]:
    """Return the code of every card whose face is anywhere in the object."""
    text = repr(expected)
    in_words = re.findall(r"\b(10|[KQJA987])([♠♥♦♣])", text)
    named = {f"{'SHDC'['♠♥♦♣'.index(suit)]}{'T' if rank == '10' else rank}" for rank, suit in in_words}
    return {*re.findall(r"code='([SHDC][KQJAT987])'", text), *named}


@pytest.mark.parametrize(
    ("token", "player", "own", "other", "hand", "calls"),
    [
        (6, "A", "", "dealt", "SA H9 DQ D9 D7", ""),
        (7, "B", "dealt", "proposed", "SQ SJ DA C8 H8", "P"),
        (8, "A", "proposed", "dealt, gave cards", "SA DQ D9 D7 H9", "PG"),
        (9, "B", "dealt, gave cards", "proposed, changed 3 cards", "SQ SJ DA C8 H8", "PG"),
    ],
    ids=["proposal", "reply", "elder's discard", "dealer's discard"],
)
def test_before_the_play_each_seat_says_what_its_player_did(
    rubber: CheckedRubber, token: int, player: Player, own: str, other: str, hand: str, calls: str
) -> None:
    position = seen(rubber, 2, token, player)
    assert (position.own.said, position.other.said) == (own, other)
    assert sorted(codes(*position.hand).split()) == sorted(hand.split())
    assert (position.calls, position.tricks) == (calls, ())


def test_opponents_exchange_shows_no_cards(rubber: CheckedRubber) -> None:
    position = seen(rubber, 2, 11, "A")
    assert position.own.said == "proposed, changed A♠ Q♦ 7♦, played"
    assert position.other.said == "dealt, gave cards, changed 4 cards"


def test_trumps_are_last(rubber: CheckedRubber) -> None:
    position = seen(rubber, 2, 7, "B")
    assert (codes(*position.hand), position.trump_first) == ("SQ SJ DA C8 H8", "H8")
    assert position.trumps == "Hearts"


@pytest.mark.parametrize("token", range(6, 22))
@pytest.mark.parametrize("player", ["A", "B"])
def test_unplayed_cards_are_hidden(rubber: CheckedRubber, token: int, player: Player) -> None:
    course = rubber.games[0].deals[1].course
    mine = {"A": "SA H9 DQ D9 D7 HT D8 CA", "B": "SQ SJ H8 DA C8 CK CJ CT C7"}[player].split()
    played = [f"{card}" for card in ("CA", "CK", "CT", "HT", "H9", "H8", "D9", "CJ", "D8", "C7")]
    so_far = played[: sum(each < token for each in course.card_tokens)]
    assert every_card(seen(rubber, 2, token, player)) <= {"H7", *mine, *so_far}


def test_trick_is_shown_once_it_is_complete(rubber: CheckedRubber) -> None:
    first_lead = rubber.games[0].deals[1].course.card_tokens[0]
    leading, replying, after = (seen(rubber, 2, first_lead + more, "B") for more in range(3))
    assert (leading.tricks, leading.lead) == ((), None)
    assert (codes(replying.lead), replying.tricks) == ("CA", ())
    (trick,) = after.tricks
    assert (after.lead, codes(trick.lead, trick.reply), trick.winner) == (None, "CA CK", "a")
    assert trick.text == "Trick 1: the ace of clubs, then the king of clubs. You won it."
    (other,) = seen(rubber, 2, first_lead + 2, "A").tricks
    assert other.text.endswith("Walker won it.")
    assert codes(*replying.hand) == "CK CJ CT C7 H8"
    assert codes(*after.hand) == "CJ CT C7 H8"


def test_score_is_that_before_the_deal(rubber: CheckedRubber) -> None:
    elder, dealer = seen(rubber, 2, 6, "A"), seen(rubber, 2, 6, "B")
    own = elder.own
    assert (own.name, own.look, own.points, own.pips) == ("Boiteau", "a", 0, [False] * 5)
    assert (elder.other.points, elder.other.pips) == (1, [True, *[False] * 4])
    assert (dealer.own.name, dealer.own.look, dealer.own.said) == ("Walker", "a", "dealt")
    assert (elder.other.look, dealer.other.look) == ("b", "b")


def test_games_are_shown_in_a_rubber_of_several_alone(rubber: CheckedRubber) -> None:
    assert seen(rubber, 2, 6, "A").own.games is None
    longer = unfinished(f"{DEALS}\n#0-5\nGame 2\n{EXCHANGED.replace('2. B', '1. B')}")
    of_three = check_rubber(read_one(longer.replace('[BestOf "1"]', '[BestOf "3"]')))
    position = position_at(of_three, game=2, deal=1, token=6, player="A")
    assert (position.own.games, position.other.games) == (0, 1)


def test_king_turned_up_and_what_is_at_stake_are_known_to_both(rubber: CheckedRubber) -> None:
    token = rubber.games[0].deals[2].course.card_tokens[0]
    position = seen(rubber, 3, token, "A")
    assert "turned up the king" in position.own.said
    assert position.stakes == "2 points if you win"
    assert seen(rubber, 3, token, "B").stakes == "2 points if you lose"
    assert seen(rubber, 2, 11, "A").stakes == "1 point at stake"
    assert seen(rubber, 2, 6, "A").stakes == ""
    assert (codes(position.turn_up), position.trumps) == ("HK", "Hearts")


@pytest.mark.parametrize("shown", [Position, Seat, PlayedTrick])
def test_what_is_shown_is_all_that_is_checked_here(shown: type) -> None:
    """A new field of a position must be checked for what it reveals."""
    assert [field.name for field in dataclasses.fields(shown)] == {
        Position: [
            *("own", "other", "hand", "trump_first", "turn_up", "trumps", "stakes", "calls", "tricks"),
            "lead",
        ],
        Seat: ["look", "name", "points", "games", "said"],
        PlayedTrick: ["lead", "reply", "winner", "text"],
    }[shown]
