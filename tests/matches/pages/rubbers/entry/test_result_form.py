from __future__ import annotations

from typing import Any

import pytest

from matches.clubs.roles import Powers
from matches.models import Club
from matches.pages.rubbers.entry.head_form import Heading
from matches.pages.rubbers.entry.result_form import ResultForm
from scoring.notation import write_rubber
from tests.matches.pages.rubbers.entry.people import NO_GAMES_WON as NO_GAMES
from tests.matches.pages.rubbers.entry.people import RESULT, People, points

DIRECTOR = Powers(role="director")


def form(club: Club, powers: Powers = DIRECTOR, **fields: Any) -> ResultForm:
    return ResultForm({**RESULT, **fields}, club=club, powers=powers)


def heading_of(made: ResultForm) -> Heading:
    assert made.is_valid(), made.errors
    assert made.heading is not None
    return made.heading


@pytest.mark.parametrize(
    ("fields", "ending"),
    [
        ({}, '[Result "2-1"]\n'),
        (points((5, 2), (5, 4)), '[Result "2-0"]\n\nGame 1 #5-2\nGame 2 #5-4\n##2-0\n'),
        (
            {"termination_said": "walkover", "winner": "B", **NO_GAMES},
            '[Termination "walkover"]\n[Winner "B"]\n[Result "0-0"]\n',
        ),
        (
            {"termination_said": "retired", "winner": "A", **points((3, 5), (2, 1))},
            '[Termination "retired"]\n[Winner "A"]\n[Result "0-1"]\n\nGame 1 #3-5\nGame 2 #2-1\n##0-1\n',
        ),
        (
            {"termination_said": "unfinished", "games_won_0": 1, "games_won_1": 1},
            '[Termination "unfinished"]\n[Result "1-1"]\n',
        ),
    ],
)
def test_result_becomes_a_record(people: People, fields: dict[str, Any], ending: str) -> None:
    made = form(people.club, **fields)
    assert made.is_valid(), made.errors
    assert made.record is not None
    assert write_rubber(made.record).endswith(ending)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        (NO_GAMES, "games_won"),
        ({"games_won_0": "2", "games_won_1": ""}, "games_won"),
        ({"games_won_0": "1", "games_won_1": "1"}, "games_won"),
        ({"games_won_0": "3", "games_won_1": "0"}, "games_won"),
        ({"games_won_0": "-1", "games_won_1": "2"}, "games_won"),
        ({"games_won_0": "99999999999999999999", "games_won_1": "2"}, "games_won"),
        ({"games_won_0": "٢", "games_won_1": "x"}, "games_won"),
        ({**points((5, 2), (5, 4)), "games_won_0": "1", "games_won_1": "2"}, "games_won"),
        (points((5, 2), (4, 4), (5, 1)), "game_2"),
        (points((5, 5), (5, 4)), "game_1"),
        (points((5, 2), (6, 4)), "game_2"),
        (points((5, 2), ("", ""), (5, 1)), "game_2"),
        (points((5, 2), (5, 1), (5, 1)), "game_3"),
        (points((5, 2)), "game_1"),
        ({"termination_said": "walkover"}, "winner"),
        ({"winner": "A"}, "winner"),
        ({"winner": "C"}, "winner"),
        ({"termination_said": "abandoned"}, "termination_said"),
        ({"best_of": "4"}, "best_of"),
        ({"best_of": "9" * 4000}, "best_of"),
        ({"rubber_bonus": "1" * 400}, "rubber_bonus"),
        ({"rubber_bonus": "-1"}, "rubber_bonus"),
        ({"date": "2026-13-01"}, "date"),
        ({"a": ""}, "a"),
        ({"a": "Or\0ford"}, "a"),
        ({"a": "x" * 201}, "a"),
        ({"b": "Orford"}, "b"),
        ({"b": " orford "}, "b"),
        ({"b": "Nobody"}, "b"),
        ({"event": "No such cup"}, "event"),
        ({"round": "1\x072"}, "round"),
        ({"table": "\0"}, "table"),
    ],
)
def test_what_can_not_be_is_said_beside_its_field(people: People, fields: dict[str, Any], field: str) -> None:
    made = form(people.club, **fields)
    assert not made.is_valid()
    assert set(made.errors) == {field}


def test_engine_says_what_is_wrong(people: People) -> None:
    assert len(form(people.club, best_of="7").lines) == 7
    made = form(people.club, **points((5, 2), (4, 4), (5, 1)))
    assert str(made.errors["game_2"][0]).startswith("The game stops at 4-4, before either player has five.")


class TestNames:
    def test_letters_case_and_blanks_do_not_matter(self, people: People) -> None:
        made = form(people.club, a="  oRFORD ", b="baldwin")
        assert heading_of(made).names == ("Orford", "Baldwin")
        assert heading_of(made).players == (people.players["Orford"].pk, people.players["Baldwin"].pk)

    def test_new_guest_is_asked_about(self, people: People) -> None:
        made = form(people.club, b="Van-Tenac")
        assert list(made.fields["new_players"].choices) == [  # type: ignore[attr-defined]
            ("Van-Tenac", "Put Van-Tenac on the club’s list as a new guest")
        ]
        assert not made.is_valid()

    def test_new_guest_is_taken_when_it_is_sure_of_this_very_name(self, people: People) -> None:
        made = form(people.club, b="Van-Tenac", new_players=["Van-Tenac"])
        assert heading_of(made).new_names == ["Van-Tenac"]
        assert not form(people.club, b="Van-Tenak", new_players=["Van-Tenac"]).is_valid()

    def test_member_enters_what_he_plays_in_and_makes_no_guests(self, people: People) -> None:
        powers = Powers(role="member", players=frozenset([people.players["Orford"].pk]))
        made = form(people.club, powers, b="Van-Tenac", new_players=["Van-Tenac"])
        assert "ask a scorer" in made.errors["b"][0]
        assert form(people.club, powers).is_valid()
        assert set(form(people.club, powers, a="Clay").errors) == {"a"}


class TestEvents:
    def test_new_event_is_opened_on_request(self, people: People) -> None:
        people.club.events.create(name="Autumn Cup")
        made = form(people.club, event="autumn cup")
        assert heading_of(made).event == "Autumn Cup"
        assert form(people.club, event="Spring Cup", new_event=["Spring Cup"]).is_valid()

    def test_who_opens_no_events_is_not_asked(self, people: People) -> None:
        made = form(people.club, Powers(role="scorer"), event="Spring Cup", new_event=["Spring Cup"])
        assert "new_event" not in made.fields
        assert set(made.errors) == {"event"}
