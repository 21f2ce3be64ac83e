from __future__ import annotations

from matches.pages.rubbers.rubber_page import RubberPage, neighbouring_deals, places_of
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from tests.matches.pages.records import DEALS, text

NAMES = ("Boiteau", "Walker")
ROOM = "bcdfghjkmnpqrs"
UNFINISHED = '[Termination "unfinished"]'


def checked(body: str, *, tags: str = UNFINISHED) -> CheckedRubber:
    return check_rubber(read_one(f'[EGN "1"]\n[A "A"]\n[B "B"]\n{tags}\n{body}'))


def page_of(body: str, *, tags: str = UNFINISHED) -> RubberPage:
    return page_of_record(checked(body, tags=tags))


def page_of_record(record: CheckedRubber) -> RubberPage:
    return RubberPage(record, public_id=ROOM, names=NAMES, places=places_of(record), listed=record.findings)


def test_game_says_who_won_it_and_what_it_was_worth() -> None:
    plain = page_of_record(check_rubber(read_one(text())))
    treble = page_of_record(check_rubber(read_one(text(tags='[Reckoning "treble"]\n'))))
    assert [game.summary for game in plain.games] == ["Walker wins 5–0"]
    assert [game.summary for game in treble.games] == ["Walker wins 5–0, a treble"]


def test_game_that_stopped_short_is_not_decided() -> None:
    page = page_of("Game 1\n1. A S =B5 (0-2)\n*")
    assert [game.summary for game in page.games] == ["0–2, not decided"]


def test_game_known_by_its_points_alone_has_no_deals() -> None:
    page = page_of("Game 1 #5-3\n##1-0", tags='[BestOf "1"]')
    assert [(game.summary, game.deals) for game in page.games] == [("Boiteau wins 5–3", ())]


def test_what_the_winner_of_the_cut_chose_is_told() -> None:
    heading = "Game 1 cut A=D8 B=HK cards=red seat=north"
    page = page_of(f"{heading}\n1. B\n*")
    assert page.games[0].opening[1:] == (
        "Walker chooses the pack to deal with: red.",
        "Walker chooses the seat: north.",
    )


def test_at_la_triomphe_the_lower_cut_chooses() -> None:
    tags = '[Termination "unfinished"]\n[Variant "Triomphe"]'
    page = page_of("Game 1 cut A=D8 B=HK cards=red\n1. A\n*", tags=tags)
    assert page.games[0].opening[1:] == ("Boiteau chooses the pack to deal with: red.",)


def test_cut_is_told_pair_by_pair() -> None:
    page = page_of("Game 1 cut A=HQ B=DQ A=HK B=CT\n1. A\n*")
    assert page.games[0].opening == (
        "Boiteau cuts the queen of hearts, Walker the queen of diamonds.",
        "Boiteau cuts the king of hearts, Walker the ten of clubs.",
    )


def test_deal_says_calls_and_tricks() -> None:
    page = page_of("Game 1\n1. A P G -3 -2 P R =B4 (0-1)\n*")
    line = page.games[0].deals[0].line
    assert line.what == "Boiteau deals · Proposed, given, proposed, refused · Walker takes four tricks"
    assert (line.marks, line.score) == ("Walker: point 1", "0–1")
    assert line.url == f"/rubbers/{ROOM}/games/1/deals/1/"


def test_void_deal_says_that_it_does_not_count() -> None:
    page = page_of("Game 1\n1. A S =B5 (0-2)\n2. B !12(HK):fresh =void\n3. B S =B (0-3)\n*")
    line = page.games[0].deals[1].line
    assert line.what == "Walker deals; the deal does not count"
    assert [tag.text for tag in line.tags] == ["Ruling"]


def test_finding_names_its_place_and_its_deal_is_tagged() -> None:
    page = page_of("Game 1\n1. A S =B5 (0-3)\n*")
    assert [(note.place, note.severity) for note in page.findings] == [("Game 1, deal 1", "error")]
    assert [str(tag.text) for tag in page.games[0].deals[0].line.tags] == ["Error"]


def test_remarks_that_hang_on_no_deal_are_kept_together() -> None:
    page = page_of("{late start}\nGame 1 {new pack}\n1. A {kept apart}\n* {to be finished}", tags="")
    assert page.remarks == ("late start", "new pack", "to be finished")


def test_agreed_rules_are_told() -> None:
    tags = '[BestOf "7"]\n[Reckoning "treble"]\n[RubberBonus "2"]\n[Cut "game"]\n[Code "French"]'
    assert page_of("*", tags=tags).facts == (
        "best of 7 games",
        "singles, doubles and trebles",
        "2 points for the rubber",
        "a fresh cut for each game",
        "French code",
    )


def test_neighbours_lead_from_game_to_game() -> None:
    game = f"Game 1\n{DEALS}\n#0-5\nGame 2\n1. B"
    record = checked(f"{game}\n*")
    first = neighbouring_deals(record, 1, 1, public_id=ROOM)
    middle = neighbouring_deals(record, 1, 2, public_id=ROOM)
    last = neighbouring_deals(record, 2, 1, public_id=ROOM)
    assert (first.previous, last.next) == (None, None)
    assert middle.previous is not None
    assert middle.next is not None
    assert (middle.previous.text, middle.next.text) == ("Game 1, deal 1", "Game 2, deal 1")
    assert middle.next.url == f"/rubbers/{ROOM}/games/2/deals/1/"
