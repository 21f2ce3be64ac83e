"""Incidents written into records: their place, the deal after their remedy, and the writes that are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from scoring.book import IncidentError, Place, pending, ruling, with_due_figures, write_incident
from scoring.book.writing import NEEDS_OFFENDER
from scoring.cards import PLAYERS
from scoring.check import check_rubber
from scoring.incidents import ROWS
from scoring.notation import read_one, write_deal, write_rubber
from scoring.record import FIRST_ITEM_TOKEN, CardPlayed, Comment, Cut, Incident, Item, Outcome, Rubber
from tests.scoring.egn import egn, record
from tests.scoring.incidents_at_random.game import play_game
from tests.support.examples import in_two_sizes
from tests.support.rows import each_row

GAMES = in_two_sizes("count", 4, 12)
REVOKED = "A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S Kb HK C8, DK H9, SJ HA, SA HQ, CJ CT"


def first_deal(rubber: Rubber) -> str:
    return write_deal(rubber.games[0].deals[0])


def behind(rubber: Rubber, *cards: int) -> Place:
    """Return the place behind these items of the first deal."""
    return Place(0, 0, FIRST_ITEM_TOKEN + sum(cards))


def end_of_play(rubber: Rubber) -> Place:
    items = rubber.games[0].deals[0].items
    last = max(index for index, item in enumerate(items) if isinstance(item, CardPlayed))
    return behind(rubber, last + 1)


# Every incident of games injured at random


@cache
def games(count: int) -> tuple[Rubber, ...]:
    """Those of ``count`` games in which nothing is left to settle."""
    played = [play_game(Random(seed)) for seed in range(count)]
    rubbers = [read_one(egn(game.text(), Code=game.code)) for game in played]
    return tuple(rubber for rubber in rubbers if check_rubber(rubber).is_clean)


def places_in(rubber: Rubber) -> Iterator[tuple[Place, Incident, Rubber]]:
    """Yield each incident with its place, and the record without it."""
    (game,) = rubber.games
    token = 2
    for index, part in enumerate(game.opening):
        if isinstance(part, Incident):
            opening = (*game.opening[:index], *game.opening[index + 1 :])
            yield Place(0, None, token), part, replace(rubber, games=(replace(game, opening=opening),))
            token += 1
        elif isinstance(part, Cut):
            token += 1 + 2 * len(part.pairs)
    for number, deal in enumerate(game.deals):
        for index, item in enumerate(deal.items):
            if isinstance(item, Incident):
                items = (*deal.items[:index], *deal.items[index + 1 :])
                deals = (*game.deals[:number], replace(deal, items=items), *game.deals[number + 1 :])
                without = replace(rubber, games=(replace(game, deals=deals),))
                yield Place(0, number, FIRST_ITEM_TOKEN + index), item, without


def with_item(rubber: Rubber, place: Place, item: Incident) -> Rubber:
    """Return the record with the item at this place replaced."""
    (game,) = rubber.games
    if place.deal is None:
        opening = tuple(item if part == item_at(rubber, place) else part for part in game.opening)
        return replace(rubber, games=(replace(game, opening=opening),))
    deal = game.deals[place.deal]
    index = place.token - FIRST_ITEM_TOKEN
    items: tuple[Item, ...] = (*deal.items[:index], item, *deal.items[index + 1 :])
    deals = (*game.deals[: place.deal], replace(deal, items=items), *game.deals[place.deal + 1 :])
    return replace(rubber, games=(replace(game, deals=deals),))


def item_at(rubber: Rubber, place: Place) -> Incident:
    return next(incident for where, incident, _ in places_in(rubber) if where == place)


@GAMES
def test_incident_written_anew_is_the_one_that_was_taken_out(count: int) -> None:
    written = 0
    for rubber in games(count):
        for place, incident, without in places_in(rubber):
            if is_strict(incident):
                context = (write_rubber(rubber), place, incident)
                assert write_incident(without, place, incident) == rubber, context
                written += 1
    assert written > 3 * count


@GAMES
def test_choice_left_open_is_settled_in_its_place(count: int) -> None:
    settled = 0
    for rubber in games(count):
        for place, incident, _ in places_in(rubber):
            if incident.remedy is None or not is_strict(incident):
                continue
            waiting = with_item(rubber, place, replace(incident, remedy=None, argument=None))
            ruled = write_incident(waiting, place, incident)
            assert ruled == rubber, (write_rubber(rubber), place, incident)
            assert read_one(write_rubber(ruled)) == ruled
            assert pending(check_rubber(ruled)) == ()
            settled += 1
    assert settled > 2 * count


def is_strict(incident: Incident) -> bool:
    """Return True if the incident has all details that the rulings require, and none that the law does not ask for."""
    names_offender = incident.player is not None or incident.law not in NEEDS_OFFENDER
    return names_offender and not (incident.facts and not ROWS[incident.law].facts)


@GAMES
def test_whatever_is_written_wherever_can_be_read_back(count: int) -> None:
    """For any law at any place, offered rulings are written, or refused with a reason, and the result is a record."""
    written = refused = 0
    for seed in range(3 * count):
        chance = Random(seed)
        rubber = read_one(egn(play_game(chance).text()))
        number = chance.randrange(len(rubber.games[0].deals))
        place = Place(
            0, number, FIRST_ITEM_TOKEN + chance.randint(0, len(rubber.games[0].deals[number].items))
        )
        requested = Incident(chance.randint(1, 55), chance.choice(PLAYERS))
        for option in ruling(rubber, place, requested).options:
            try:
                ruled = write_incident(rubber, place, replace(requested, remedy=option.remedy))
            except IncidentError:
                refused += 1
                continue
            assert read_one(write_rubber(ruled)) == ruled, (
                write_rubber(rubber),
                place,
                requested,
                option.remedy,
            )
            again = with_due_figures(rubber, ruled, place)
            assert read_one(write_rubber(again)) == again
            written += 1
    assert min(written, refused) > count // 2


# Places


def test_incident_goes_before_its_token_and_comments_stay_where_they_were() -> None:
    rubber = record("A {dealt} ^DJ {jack} S {stood} =A {won} (2-0) {written}")
    written = write_incident(rubber, behind(rubber, 1), Incident(44, "B"))
    assert first_deal(written) == "1. A {dealt} ^DJ {jack} !44b S {stood} =A {won} (2-0) {written}"
    assert written.games[0].deals[0].comments[1] == Comment(2, "jack")


@each_row(
    ("token", "heading"),
    [
        (2, "Game 1 {one} !2a !1 {two} cut A=DA B=H8 {three}"),
        (3, "Game 1 {one} !1 {two} !2a cut A=DA B=H8 {three}"),
        (6, "Game 1 {one} !1 {two} cut A=DA B=H8 {three} !2a"),
    ],
)
def test_heading_has_its_places_too(token: int, heading: str) -> None:
    rubber = record("A S =A (2-0)", heading="Game 1 {one} !1 {two} cut A=DA B=H8 {three}")
    assert heading in write_rubber(write_incident(rubber, Place(0, None, token), Incident(2, "A")))


@each_row(
    ("place", "message"),
    [
        (Place(1, 0, 2), "no game 2"),
        (Place(-1, 0, 2), "no game 0"),
        (Place(0, 1, 2), "no deal 2"),
        (Place(0, -1, 2), "no deal 0"),
        (Place(0, 0, 1), "no token 1"),
        (Place(0, 0, 6), "no token 6"),
        (Place(0, None, 1), "no place 1"),
        (Place(0, None, 3), "no place 3"),
        (Place(0, None, 6), "no place 6"),
    ],
)
def test_place_that_is_not_there_is_named(place: Place, message: str) -> None:
    rubber = record("A S =A (2-0)", heading="Game 1 cut A=DA B=H8")
    with pytest.raises(IncidentError, match=message):
        write_incident(rubber, place, Incident(2, "A"))


# What a remedy makes of the deal


@each_row(
    ("incident", "deal"),
    [
        (Incident(15, "A", ("6",), "fresh"), "1. A ^DJ {x} B:SKJA.HK.DK.CJ !15a(6):fresh =void {kept} {too}"),
        (Incident(45, None, ("HK",)), "1. A ^DJ {x} B:SKJA.HK.DK.CJ !45(HK) =void {kept} {too}"),
    ],
)
def test_deal_that_counts_for_nothing_ends_there(incident: Incident, deal: str) -> None:
    rubber = record("A ^DJ {x} B:SKJA.HK.DK.CJ S HK {kept} =B5 (0-2) {too}")
    if incident.remedy is None:
        incident = replace(incident, remedy="void")
        deal = deal.replace("!45(HK)", "!45(HK):void")
    assert first_deal(write_incident(rubber, behind(rubber, 2), incident)) == deal


def test_void_found_behind_the_score_takes_outcome_and_score_away() -> None:
    rubber = record("A Kb S =B5 {out} (0-3)")
    written = write_incident(rubber, behind(rubber, 4), Incident(45, None, (), "void"))
    assert first_deal(written) == "1. A Kb S {out} !45:void =void"


def test_replay_is_what_follows() -> None:
    rubber = record(f"{REVOKED} =B5 (0-3)")
    place = end_of_play(rubber)
    with pytest.raises(IncidentError, match="replay"):
        write_incident(rubber, place, Incident(43, "A", ("C8",), "replay"))

    replayed = write_incident(rubber, place, Incident(43, "A", ("C8",), "replay"), outcome=Outcome("B", 4))
    assert first_deal(replayed) == f"1. {REVOKED} !43a(C8):replay =B4"
    unfinished = record(REVOKED)
    open_still = write_incident(unfinished, place, Incident(43, "A", ("C8",), "replay"))
    assert first_deal(open_still) == f"1. {REVOKED} !43a(C8):replay"
    again = record(f"{REVOKED} HK HQ =B5 (0-3)")
    assert first_deal(write_incident(again, place, Incident(43, "A", ("C8",), "replay"))) == (
        f"1. {REVOKED}, !43a(C8):replay HK HQ =B5 (0-3)"
    )


@each_row(("player", "played", "ending"), [("A", "HK HQ, DK C8", "=B5"), ("B", "HK HQ, DK C8", "=A")])
def test_hand_given_up_has_the_outcome_that_the_tricks_say(player: str, played: str, ending: str) -> None:
    hands = "A ^DJ B:SJA.HK.DK.CJ A:HQA9.CT8 S"
    rubber = record(f"{hands} {played} SJ HA =B (0-2)")
    place = behind(rubber, 8)
    incident = Incident(42, "A" if player == "A" else "B", (), "abandon")
    written = write_incident(rubber, place, incident)
    assert first_deal(written) == f"1. {hands} {played} !42{player.lower()}:abandon {ending} (0-2)"


def test_hand_given_up_in_a_record_of_marks_has_the_outcome_that_is_given() -> None:
    rubber = record("A S")
    written = write_incident(rubber, behind(rubber, 1), Incident(42, "B"), outcome=Outcome("A", 5))
    assert first_deal(written) == "1. A S !42b =A5"
    claimed = write_incident(rubber, behind(rubber, 1), Incident(42, "B", ("claim",), "note"))
    assert first_deal(claimed) == "1. A S !42b(claim):note"


# What is refused


@each_row(
    ("incident", "message"),
    [
        (Incident(56), "no law 56"),
        (Incident(43, None, ("C8",), "stand"), "needs the offender"),
        (Incident(43, "A", ("C8",)), "choice"),
        (Incident(43, "A", ("C8",), "fresh"), "allows: stand, replay"),
        (Incident(43, "A", ("C8", "looked"), "stand"), "does not ask for this: looked"),
        (Incident(43, "A", ("C8",), "stand", "HK"), "takes no cards"),
        (Incident(33, "B", ("1",), "fresh"), "can only be A"),
        (Incident(15, None, ("6",), "discard"), "which card"),
    ],
)
def test_what_the_law_does_not_know_is_refused_with_the_reason(incident: Incident, message: str) -> None:
    rubber = record(f"{REVOKED} =B5 (0-3)")
    place = end_of_play(rubber) if incident.law == 43 else behind(rubber, 3)
    with pytest.raises(IncidentError, match=message):
        write_incident(rubber, place, incident)


def test_outcome_is_for_replays_and_hands_given_up() -> None:
    rubber = record("A S")
    for place, incident in ((behind(rubber, 1), Incident(44, "A")), (Place(0, None, 2), Incident(2, "A"))):
        with pytest.raises(IncidentError, match="Leave it out"):
            write_incident(rubber, place, incident, outcome=Outcome("A"))


def test_hands_that_are_put_right_have_to_be_written_so() -> None:
    rubber = record("A B:SKJA.HK.DK.CJ")
    with pytest.raises(IncidentError, match="five cards"):
        write_incident(rubber, behind(rubber, 1), Incident(9, "A", (), "rectify"))
    rubber = record("A B:SKJA.HK.DK")
    assert first_deal(write_incident(rubber, behind(rubber), Incident(9, "A", (), "rectify"))) == (
        "1. A !9a:rectify B:SKJA.HK.DK"
    )


def test_void_deal_has_nothing_left_to_rule_upon() -> None:
    rubber = record("A =void")
    with pytest.raises(IncidentError, match="already void"):
        write_incident(rubber, behind(rubber, 1), Incident(44, "A"))
