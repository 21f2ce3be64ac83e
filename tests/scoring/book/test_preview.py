"""Rulings: the laws' options at a place of a record, the player who chooses, and the result of each choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from scoring.book import IncidentError, Option, Place, Ruling, ruling
from scoring.book.places import with_deal
from scoring.cards import PLAYERS, Player, format_cards
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import FIRST_ITEM_TOKEN, Incident, Outcome, Pair, Rubber
from tests.scoring.book.test_writing import GAMES, games, is_strict, places_in
from tests.scoring.egn import egn, record
from tests.scoring.incidents_at_random.game import play_game
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

HANDS = "B:SJA.HK.DK.CJ A:HQA9.CT8"
"""With diamonds for trumps: B is elder hand and has the king."""


def last(rubber: Rubber, back: int = 0) -> Place:
    """Return the place ``back`` items before the end of the last deal."""
    deals = rubber.games[0].deals
    return Place(0, len(deals) - 1, FIRST_ITEM_TOKEN + len(deals[-1].items) - back)


def rule(deal: str, incident: Incident, *, back: int = 0, **tags: str) -> Ruling:
    rubber = record("A S =A (2-0)", deal, **tags)
    return ruling(rubber, last(rubber, back), incident)


def option(preview: Ruling, remedy: str) -> Option:
    (one,) = (option for option in preview.options if option.remedy == remedy)
    return one


def outcomes(one: Option) -> dict[str, list[tuple[int, int]]]:
    """Return the scores after ``A point``, ``A vole`` and so on."""
    return {f"{won.player} {'vole' if won.is_vole else 'point'}": list(won.scores) for won in one.outcomes}


@each_row(
    ("deal", "incident", "chooser", "remedies"),
    [
        ("B", Incident(11, "B", ("SK", "HA")), "A", ["choose", "fresh"]),
        ("B", Incident(11, "B", ("looked",)), "A", ["fresh"]),
        ("B ^DJ", Incident(15, "B", ("6",)), "A", ["fresh", "discard"]),
        ("B ^DJ P Ka", Incident(25, "A"), "B", ["correct", "stand", "replay"]),
        ("B ^DJ S Ka HK", Incident(25, "A"), "B", ["stand", "replay"]),
        ("B ^DJ P G -3 -2", Incident(30, None, ("1",)), None, ["short"]),
        ("B ^DJ P G -3", Incident(36, "B", ("HK", "adversary")), "A", ["take", "aside"]),
        ("B ^DJ P G -3", Incident(36, "B", ("HK", "own")), "A", ["take"]),
        ("B ^DJ S", Incident(42, "A"), None, ["abandon"]),
        ("B ^DJ S", Incident(42, "A", ("claim",)), None, ["note"]),
        ("B ^DJ S HK HQ", Incident(43, "B", ("HQ",)), "A", ["stand", "replay"]),
        ("B", Incident(14, "B", ("before",)), None, ["void"]),
        ("B", Incident(14, "B"), None, ["void", "stand"]),
        ("B ^DJ", Incident(14, "B"), None, ["stand"]),
    ],
)
def test_what_the_laws_allow_and_who_chooses(
    deal: str, incident: Incident, chooser: Player | None, remedies: list[str]
) -> None:
    preview = rule(deal, replace(incident, remedy="stand", argument=None))
    assert [one.remedy for one in preview.options] == remedies
    assert preview.is_forced == (len(remedies) == 1)
    assert preview.chooser == chooser
    assert preview.incident == incident
    assert preview.score == (2, 0)


def test_fresh_deal_leaves_the_score_and_the_deal_with_the_same_dealer() -> None:
    fresh = option(rule("B ^DJ", Incident(15, "B", ("6",))), "fresh")
    assert (fresh.ends_deal, fresh.next_dealer, fresh.score, fresh.outcomes) == (True, "B", (2, 0), ())


def test_deal_out_of_turn_that_is_void_is_dealt_by_who_was_to_deal() -> None:
    void = option(rule("A", Incident(14, "A")), "void")
    assert (void.ends_deal, void.next_dealer, void.score) == (True, "B", (2, 0))


def test_place_tells_whether_a_card_had_been_played() -> None:
    rubber = record("A ^DJ S Kb HK")
    before, after = (ruling(rubber, last(rubber, back), Incident(25, "B")) for back in (1, 0))
    assert [one.remedy for one in before.options] == ["correct"]
    assert [one.remedy for one in after.options] == ["stand", "replay"]


# The score after each end of the deal


@each_row(
    ("calls", "expected"),
    [
        ("S", {"A point": (3, 0), "A vole": (4, 0), "B point": (2, 2), "B vole": (2, 2)}),
        ("P R", {"A point": (4, 0), "A vole": (4, 0), "B point": (2, 1), "B vole": (2, 2)}),
        ("P G -1 -1 S", {"A point": (3, 0), "A vole": (4, 0), "B point": (2, 1), "B vole": (2, 2)}),
    ],
)
def test_point_counts_two_where_law_49_says_so(calls: str, expected: dict[str, tuple[int, int]]) -> None:
    preview = rule(f"B ^DJ {calls}", Incident(44, "A"))
    assert outcomes(option(preview, "note")) == {end: [score] for end, score in expected.items()}


def test_calls_that_are_not_on_record_leave_two_figures() -> None:
    assert outcomes(option(rule("B ^DJ", Incident(44, "A")), "note")) == {
        "A point": [(3, 0), (4, 0)],
        "A vole": [(4, 0)],
        "B point": [(2, 1), (2, 2)],
        "B vole": [(2, 2)],
    }


@each_row(
    ("calls", "expected"),
    [
        ("P G -1 -1 S", {"A point": (2, 0), "A vole": (3, 0), "B point": (2, 1), "B vole": (2, 2)}),
        ("P R", {"A point": (3, 0), "A vole": (3, 0), "B point": (2, 1), "B vole": (2, 2)}),
    ],
)
@each_row("remedy", ["stand", "replay"])
def test_offender_of_law_43_is_penalised_and_the_opponent_is_not(
    calls: str, expected: dict[str, tuple[int, int]], remedy: str
) -> None:
    one = option(rule(f"B ^DJ {calls} HK", Incident(43, "A", ("HK",))), remedy)
    assert outcomes(one) == {end: [score] for end, score in expected.items()}


def test_false_king_comes_off_whatever_is_chosen() -> None:
    preview = rule("B ^DJ P R Ka HK", Incident(25, "A"))
    for remedy in ("stand", "replay"):
        assert option(preview, remedy).score == (2, 0)
        assert outcomes(option(preview, remedy))["A vole"] == [(3, 0)]
    before_a_card = rule("B ^DJ P R Ka", Incident(25, "A"))
    assert outcomes(option(before_a_card, "correct"))["A vole"] == [(4, 0)]


def test_king_can_not_be_marked_after_a_misdeal_that_stood() -> None:
    rubber = record("A ^DK B:SJA9.HK.CJ8 A:HQA9.CT7 Ka S")
    stood = ruling(rubber, last(rubber, 2), Incident(15, "A", ("6",)))
    assert outcomes(option(stood, "discard"))["B vole"] == [(0, 2)]


def test_cards_played_close_what_can_not_happen_any_more() -> None:
    rubber = record(f"A 2-3 ^DJ {HANDS} S HK C8, DK H9, SJ HA, SA HQ, CJ CT =B5 (0-2)")
    preview = ruling(rubber, last(rubber, 2), Incident(43, "A", ("C8",)))
    assert outcomes(option(preview, "stand")) == {"B vole": [(0, 2)]}
    assert outcomes(option(preview, "replay")) == {
        "A point": [(1, 0)],
        "A vole": [(1, 0)],
        "B point": [(0, 1)],
        "B vole": [(0, 2)],
    }


def test_outcome_that_stands_is_the_only_one_left() -> None:
    preview = rule("B S =A3 (3-0)", Incident(44, "A"))
    assert outcomes(option(preview, "note")) == {"A point": [(3, 0)]}


def test_trick_lost_closes_the_vole() -> None:
    preview = rule("B ^DJ A:SJA.HK.DK.CJ B:HQA9.CT8 P R HK HQ", Incident(44, "A"))
    assert outcomes(option(preview, "note")).keys() == {"A point", "A vole", "B point"}


@each_row(
    ("played", "expected"),
    [
        # Not known how many tricks it had: with three the point is made.
        ("", {"A point": [(4, 0)], "A vole": [(4, 0)], "B point": [(2, 1)]}),
        ("HK HQ, DK C8", {"A vole": [(4, 0)]}),
    ],
)
def test_hand_given_up_is_the_opponents(played: str, expected: dict[str, list[tuple[int, int]]]) -> None:
    hands = "A:SJA.HK.DK.CJ B:HQA9.CT8"
    preview = rule(f"B ^DJ {hands} P R {played}".strip(), Incident(42, "B"))
    assert outcomes(option(preview, "abandon")) == expected


def test_mark_made_good_and_mark_taken_down_are_in_the_score_at_once() -> None:
    rubber = record("A ^DK S =A (2-0)")
    preview = ruling(rubber, last(rubber), Incident(50, "A", ("king",)))
    assert (option(preview, "mark").score, option(preview, "mark").outcomes) == ((3, 0), ())
    rubber = record("A S =A (3-0)")
    preview = ruling(rubber, last(rubber), Incident(51, "A", ("1",)))
    assert (option(preview, "correct").score, option(preview, "correct").outcomes) == ((2, 0), ())


def test_mark_of_the_deal_before_is_made_good_before_the_next_turn_up() -> None:
    rubber = record("A S =A (0-0)", "B ^DJ S")
    in_time, too_late = (ruling(rubber, last(rubber, back), Incident(50, "A", ("point",))) for back in (2, 1))
    assert option(in_time, "mark").score == (2, 0)
    assert [(one.remedy, one.score) for one in too_late.options] == [("note", (0, 0))]


def test_score_is_capped_at_five() -> None:
    rubber = record("A S =A (2-0)", "B P R =A (4-0)", "A P R")
    preview = ruling(rubber, last(rubber), Incident(44, "A"))
    assert outcomes(option(preview, "note"))["A vole"] == [(5, 0)]


# The cards that a remedy names


@each_row(
    ("deal", "incident", "remedy", "cards", "count"),
    [
        ("B", Incident(11, "B", ("SK", "HA")), "choose", "SK.HA", 1),
        ("B", Incident(11, "B", ("SK.HA",)), "choose", "SK.HA", 1),
        ("B ^DJ A:SKJA.HK.DK.CJ", Incident(15, "B"), "discard", "SKJA.HK.DK.CJ", 1),
        ("B ^DJ", Incident(15, "B", ("7",)), "discard", None, 2),
        ("B ^DJ", Incident(15, "B", ("1",)), "discard", None, 1),
        ("B ^DJ", Incident(15, "B"), "discard", None, None),
        ("B ^DJ B:SKJA.HKQ.DK.CJ", Incident(17, "B"), "draw", "SKJA.HKQ.DK.CJ", 2),
        ("B ^DJ", Incident(16, "B", ("4",)), "complete", None, 1),
        ("B ^DJ", Incident(16, "B", ("2",)), "complete", None, None),
        ("B ^DJ A:SKJA.HK", Incident(16, "B"), "complete", None, 1),
        ("B ^DJ A:SKJA.HK.CJ P G -CJ+DK.D9", Incident(31, "B", ("1",)), "discard", "SKJA.HK.DK9", 1),
    ],
)
def test_cards_that_a_remedy_names(
    deal: str, incident: Incident, remedy: str, cards: str | None, count: int | None
) -> None:
    one = option(rule(deal, incident), remedy)
    if remedy != "complete":
        assert (None if one.cards_from is None else format_cards(one.cards_from)) == cards
    assert one.count == count
    assert one.needs == ("card" if remedy == "choose" else "cards")


def test_hand_is_made_up_from_what_nobody_has_seen() -> None:
    one = option(rule("B ^DJ A:SKJA.HK B:DK.CKQJA", Incident(16, "B")), "complete")
    assert one.cards_from is not None
    assert format_cards(one.cards_from) == "SQT987.HQJAT987.DQAT987.CT987"


# Without a deal


def test_incident_before_the_first_deal_is_ruled_upon_without_one() -> None:
    preview = ruling(record("A S"), Place(0, None, 2), Incident(3, "A", ("1",)))
    (recut,) = preview.options
    assert (recut.remedy, recut.score, recut.outcomes, preview.score) == ("recut", None, (), None)


@each_row("place", [Place(0, 5, 2), Place(0, 0, 9), Place(3, None, 2)])
def test_place_has_to_be_in_the_record(place: Place) -> None:
    with pytest.raises(IncidentError):
        ruling(record("A S"), place, Incident(44))


# What is promised is what comes of it


@GAMES
def test_options_of_games_injured_at_random_hold_what_was_chosen(count: int) -> None:
    chosen = 0
    for rubber in games(count):
        for place, incident, without in places_in(rubber):
            if incident.remedy is None or not is_strict(incident):
                continue
            preview = ruling(without, place, incident)
            assert incident.remedy in [one.remedy for one in preview.options], (place, incident)
            one = option(preview, incident.remedy)
            if place.deal is not None and one.ends_deal:
                deal = check_rubber(rubber).games[0].deals[place.deal]
                assert (one.score, deal.void) == (deal.score, True)
            chosen += 1
    assert chosen > count


@in_two_sizes("count", 3, 8)
def test_score_that_is_promised_is_the_one_that_is_marked(count: int) -> None:
    """If a penalty is chosen in a random game and the deal then won, the score is among those previewed."""
    for seed in range(count):
        game = play_game(Random(seed))
        rubber = read_one(egn(game.text(), Code=game.code))
        for number, deal in enumerate(rubber.games[0].deals):
            if deal.items and not any(isinstance(item, Incident) for item in deal.items):
                for scores, score in scores_promised(rubber, number):
                    assert score is None or score in scores


def scores_promised(rubber: Rubber, number: int) -> Iterator[tuple[tuple[Pair, ...], Pair | None]]:
    """Yield what is promised for each end of a replay in that deal of the game, and what is marked for it."""
    (game,) = rubber.games
    deal = game.deals[number]
    played = next((i for i, item in enumerate(deal.items) if isinstance(item, Outcome)), len(deal.items))
    place = Place(0, number, FIRST_ITEM_TOKEN + played)
    cut = replace(rubber, games=(replace(game, deals=game.deals[: number + 1], final=None),))
    for player in PLAYERS:
        incident = Incident(43, player)
        for won in option(ruling(cut, place, incident), "replay").outcomes:
            outcome = Outcome(won.player, 5 if won.is_vole else 3)
            # Nobody revoked, so that the incident itself would be refused: its result is the same.
            items = (*deal.items[:played], replace(incident, remedy="replay"), outcome)
            written = with_deal(cut, place, replace(deal, items=items))
            yield won.scores, check_rubber(written).games[0].deals[number].score
