"""Names of a file are compared in their folded form, and renamed people, events and clubs are still found."""

from __future__ import annotations

import io
import unicodedata

import pytest
from django.core.management import call_command

from matches.clubs.manage_club import change_club
from matches.clubs.players import add_players, rename_player
from matches.common.commands import CommandContext
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club, Conflict, Event, FormerName, ImportLine, Player, Rubber
from matches.privacy.erase import erase_person
from matches.privacy.merge import merge_players
from matches.rubbers.open_event import open_event_by_hand, rename_event
from tests.factories.clubs import make_club
from tests.matches.files import fates, import_text, other_result, rubber_text
from tests.matches.rubbers.hands import Hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]

SPELLINGS = ("Ann Bell", "Ann Bell ", "Ann\u00a0Bell", "Ann  Bell", "\u200eAnn Bell\u200f", "ANN BELL")


def table(name: str, number: object = 1, *, event: str = "", date: str = "2026.11.21") -> str:
    return rubber_text(name, "Bob Clay", event=event, tags=[f'[Date "{date}"]', f'[Table "{number}"]'])


def listed(club: Club) -> list[str]:
    return sorted(club.players.values_list("name", flat=True))


@pytest.mark.parametrize("spellings", [SPELLINGS, SPELLINGS[::-1]])
@pytest.mark.parametrize("is_one_file", [True, False])
def test_spellings_that_look_the_same_are_one_person(spellings: tuple[str, ...], is_one_file: bool) -> None:
    club = make_club()
    texts = [table(name, number) for number, name in enumerate(spellings)]
    for text in ["\n".join(texts)] if is_one_file else texts:
        import_text(text, club=club)
    assert len(listed(club)) == 2
    assert fates(import_text(*texts, club=club)) == ["skipped"] * 6


@pytest.mark.parametrize(
    ("here", "written"),
    [
        ("Émile Durand", "émile durand"),
        ("Émile Durand", unicodedata.normalize("NFD", "ÉMILE DURAND")),
        ("Groß", "GROSS"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("Ｗada", "wada"),
    ],
)
def test_case_beyond_ascii_is_no_difference(here: str, written: str) -> None:
    club = make_club()
    Player.objects.create(club=club, name=here)
    (outcome,) = import_text(table(written), club=club)
    assert outcome.new_guests == ("Bob Clay",)


def test_exact_name_wins_and_two_look_alikes_match_nobody() -> None:
    club = make_club()
    people = {name: Player.objects.create(club=club, name=name) for name in ("Ann Bell", "ANN BELL")}
    import_text(table("ANN BELL"), club=club)
    assert Rubber.objects.get().player_a == people["ANN BELL"]
    (outcome,) = import_text(table("ann bell", 2), club=club)
    assert outcome.new_guests == ("ann bell",)
    assert "ann bell is a new guest, near to" in outcome.reasons[0]


def test_one_person_in_two_spellings_plays_nobody() -> None:
    (outcome,) = import_text(rubber_text("Ann Bell", "ANN BELL"), club=make_club())
    assert outcome.fate == "refused"
    assert not Player.objects.exists()


def test_event_in_another_spelling_is_no_second_one() -> None:
    club = make_club()
    texts = [
        table("Ann Bell", number, event=event) for number, event in enumerate(("Autumn Cup", "Autumn Cup "))
    ]
    first, second = import_text(*texts, club=club)
    assert "the event Autumn Cup is new" in first.reasons
    assert (first.opens_event, second.opens_event) == (True, False)
    assert Event.objects.get().name == "Autumn Cup"
    assert all('[Event "Autumn Cup"]' in rubber.egn for rubber in Rubber.objects.all())
    assert fates(import_text(*texts, club=club)) == ["skipped", "skipped"]
    (other,) = import_text(table("Ann Bell", event="Autum Cup"), club=club)
    assert "the event Autum Cup is new, near to Autumn Cup" in other.reasons


@pytest.mark.parametrize("is_trial", [True, False])
def test_near_name_makes_the_guest_and_says_so(is_trial: bool) -> None:
    club = make_club()
    Player.objects.create(club=club, name="Ann Bell")
    stream = io.BytesIO(table("Ann Bel").encode())
    (outcome,) = RubberImport(stream, source="a.egn", club=club, is_trial=is_trial).outcomes()
    assert outcome.new_guests == ("Ann Bel", "Bob Clay")
    assert "Ann Bel is a new guest, near to Ann Bell on the list" in outcome.reasons
    assert "Ann Bel is a new guest, near to Ann Bell on the list" in ImportLine.objects.get().reasons


def test_file_finds_a_person_who_was_renamed(hands: Hands) -> None:
    club = hands.club
    texts = [table("Ann Bel"), rubber_text("Bob Clay", "Ann Bel", event="", tags=['[Table "2"]'])]
    import_text(*texts, club=club)
    rename_player(Player.objects.get(name="Ann Bel"), "Ann Bell", by=hands.director)
    assert fates(import_text(*texts, club=club)) == ["skipped", "skipped"]
    assert Rubber.objects.count() == 2
    assert not Player.objects.filter(name="Ann Bel").exists()


def test_former_name_that_somebody_takes_is_theirs(hands: Hands) -> None:
    club = hands.club
    ann = Player.objects.create(club=club, name="Ann Bel")
    rename_player(ann, "Ann Bell", by=hands.director)
    other = add_players(club, ["ann bel"], by=hands.director).players[0]
    import_text(table("Ann Bel"), club=club)
    assert Rubber.objects.get().player_a == other
    rename_player(other, "Beatrice", by=hands.director)
    assert import_text(table("Ann Bel", 2), club=club)[0].new_guests == ("Ann Bel",)


def test_former_name_goes_with_a_merge_and_is_erased(hands: Hands) -> None:
    club = hands.club
    one, two = (Player.objects.create(club=club, name=name) for name in ("Ann Bel", "A. Bell"))
    rename_player(one, "Ann Bell", by=hands.director)
    merge_players(two, one, by=hands.director)
    assert FormerName.objects.get().player == two
    assert import_text(table("Ann Bel"), club=club)[0].new_guests == ("Bob Clay",)
    erase_person(two, by=hands.director)
    assert not FormerName.objects.filter(player__isnull=False).exists()
    assert not ImportLine.objects.filter(name_a="Ann Bel").exists()


def test_file_finds_an_event_that_was_renamed(hands: Hands) -> None:
    act = CommandContext(by=hands.director, key="1")
    event = open_event_by_hand(hands.club, "Autum Cup", act=act)
    rename_event(event, "Autumn Cup", act=CommandContext(by=hands.director, key="2"))
    text = table("Ann Bell", event="Autum Cup")
    assert fates(import_text(text, club=hands.club)) == ["confirmed"]
    assert Rubber.objects.get().event == event
    assert '[Event "Autumn Cup"]' in Rubber.objects.get().egn
    assert fates(import_text(text, club=hands.club)) == ["skipped"]


def printed(*arguments: object) -> str:
    output = io.StringIO()
    call_command("import_egn", *map(str, arguments), stdout=output)
    return output.getvalue()


def test_clubs_are_found_by_former_names_and_made_only_on_request(hands: Hands, tmp_path: object) -> None:
    club = hands.club
    former = club.name
    change_club(club, {"name": "The Garrick", "is_public": False}, by=hands.director, key="1")
    file = f"{tmp_path}/a.egn"
    with open(file, "w") as stream:
        stream.write(rubber_text(club=former.upper()) + "\n" + rubber_text(club="The Garick"))
    output = printed(file)
    assert "no club here is called The Garick; near it: The Garrick; say with --club" in output
    assert output.endswith("2 rubbers: 1 confirmed, 1 refused; 1 new event\n")
    assert Rubber.objects.get().club == club
    assert "the club The Garick is new, for its members only" in printed("--make-club", file)
    assert not Club.objects.get(name="The Garick").is_public


def test_erased_players_rubber_is_no_second_one(hands: Hands) -> None:
    club = hands.club
    texts = [table("Ann Bell"), table("Ann Bell", 2)]
    import_text(*texts, club=club)
    erase_person(Player.objects.get(name="Ann Bell"), by=hands.director)
    again = import_text(*texts, club=club)
    assert fates(again) == ["skipped", "skipped"]
    assert "is already here, without this name" in again[0].reasons[0]
    assert not Player.objects.filter(name="Ann Bell").exists()
    new = import_text(table("Ann Bell", 3), other_result(texts[0]), club=club)
    assert fates(new) == ["confirmed", "confirmed"]
    assert new[0].new_guests == ("Ann Bell",)
    # A namesake who came since has not played the first rubbers, either.
    assert fates(import_text(*texts, club=club)) == ["skipped", "skipped"]


def test_rubber_of_two_erased_players_is_no_second_one(hands: Hands) -> None:
    import_text(table("Ann Bell"), club=hands.club)
    for name in ("Ann Bell", "Bob Clay"):
        erase_person(Player.objects.get(name=name), by=hands.director)
    assert fates(import_text(table("Ann Bell"), club=hands.club)) == ["skipped"]
    assert fates(import_text(other_result(table("Ann Bell")), club=hands.club)) == ["confirmed"]


def test_rubber_of_a_look_alike_waits_for_the_director() -> None:
    club = make_club()
    for name in ("Ann Bell", "ANN BELL"):
        Player.objects.create(club=club, name=name)
    import_text(table("Ann Bell"), club=club)
    assert fates(import_text(table("ANN BELL"), club=club)) == ["conflict"]
    assert Conflict.objects.get().player_a.name == "ANN BELL"
    assert fates(import_text(table("ANN BELL"), club=club)) == ["conflict"]
    assert Conflict.objects.count() == 1
    assert fates(import_text(table("ANN BELL", 2), club=club)) == ["confirmed"]
    assert fates(import_text(table("ANN BELL", date="2026.11.22"), club=club)) == ["confirmed"]
