from __future__ import annotations

import io
import re
import tracemalloc
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.exchange.imports.import_rubbers import BATCH_RUBBERS, RubberImport
from matches.models import (
    Club,
    Conflict,
    Deal,
    Entrant,
    Event,
    Game,
    HeldText,
    ImportReport,
    Incident,
    LogEntry,
    Player,
    Rubber,
)
from matches.operations.rebuild import Rebuild
from matches.rubbers.change_rubbers import correct_rubber
from scoring.errors import NotEgnError
from scoring.notation import read_one, write_rubber
from tests.factories.clubs import make_club
from tests.matches.files import (
    EVENING,
    FAULTS,
    LATE_KING,
    TWO_DEALS,
    fates,
    import_bytes,
    import_path,
    import_text,
    other_result,
    rubber_text,
)
from tests.matches.rubbers.hands import make_hands

pytestmark = [pytest.mark.django_db, pytest.mark.core]


# Stored rows


def test_evening_is_stored_as_its_expected_figures_say() -> None:
    outcomes = import_path(EVENING)
    assert fates(outcomes) == ["confirmed"] * 12
    first = Rubber.objects.select_related("player_a", "player_b", "event", "club").earliest("pk")
    assert (first.player_a.name, first.player_b.name) == ("Boiteau", "Walker")
    assert (first.club.name, first.event.name, first.date) == ("Portland", "Autumn Cup", "2026.11.14")
    assert (first.round_label, first.table) == ("1", "1")
    assert (first.games_won_a, first.games_won_b, first.points_a, first.points_b) == (2, 1, 4, 3)
    assert (first.winner, first.depth, first.state, first.version) == ("A", "play", "confirmed", 1)
    games = first.games.values_list("points_a", "points_b", "winner", "value")
    assert list(games) == [(0, 5, "B", 3), (5, 1, "A", 2), (5, 1, "A", 2)]


def test_deal_carries_the_columns_that_statistics_ask_for() -> None:
    import_path(EVENING)
    deal = Deal.objects.filter(game__rubber=Rubber.objects.earliest("pk"), game__number=2).get(number=3)
    assert deal.egn.startswith("3. A 2-3 ^DK ")
    assert (deal.dealer, deal.depth, deal.vulnerable, deal.calls) == ("A", "play", "none", "PGS")
    assert (deal.king_by, deal.king_turned_up) == ("A", True)
    assert (deal.tricks_a, deal.tricks_b, deal.score_a, deal.score_b) == (3, 2, 3, 1)
    assert deal.marks == [{"player": "A", "law": 47, "points": 1}, {"player": "A", "law": 48, "points": 1}]


def test_incidents_are_kept_with_their_facts_and_remedies() -> None:
    incident = TWO_DEALS[0].replace("S Kb", "!52a(S7;looked):note S Kb")
    opening = rubber_text(deals=[incident, TWO_DEALS[1]]).replace("Game 1", "Game 1 !1b:reshuffle")
    assert fates(import_text(opening)) == ["confirmed"]
    before, within = Incident.objects.order_by("position")
    assert (before.law, before.offender, before.remedy, before.deal) == (1, "B", "reshuffle", None)
    assert (within.law, within.facts, within.remedy) == (52, ["S7", "looked"], "note")
    assert within.deal is not None
    assert within.deal.number == 1


def test_log_holds_ids_and_no_names() -> None:
    import_text(rubber_text("Orford", "Baldwin"))
    entry = LogEntry.objects.get(kind="rubber.imported")
    assert "Orford" not in str(entry.payload)
    assert "Baldwin" not in str(entry.payload)
    assert entry.payload["a"] == Player.objects.get(name="Orford").public_id
    assert (entry.version, entry.reason) == (1, "import of evening.egn")


def test_log_holds_the_name_of_the_file_and_not_where_it_lay() -> None:
    import_text(rubber_text(), source="/papers/autumn/evening.egn")
    import_text(rubber_text("Wheble"), source="-")
    reasons = LogEntry.objects.filter(kind="rubber.imported").order_by("pk").values_list("reason", flat=True)
    assert list(reasons) == ["import of evening.egn", "import of standard input"]


def test_rubber_outside_any_event_has_its_place_too() -> None:
    text = rubber_text().replace('[Event "Autumn Cup"]\n', "")
    assert fates(import_text(text)) == ["confirmed"]
    assert Event.objects.get().name == ""


def test_record_with_errors_is_a_draft_with_its_findings() -> None:
    (outcome,) = import_text(rubber_text(deals=[LATE_KING, TWO_DEALS[1]]))
    assert outcome.fate == "draft"
    assert outcome.reasons[0].startswith("L23 at 9:52, ")
    rubber = Rubber.objects.get()
    assert rubber.state == "draft"
    assert [(finding["code"], finding["game"], finding["deal"]) for finding in rubber.findings] == [
        ("L23", 1, 1)
    ]


def test_long_list_of_findings_is_cut_short_on_the_line_alone() -> None:
    wrong = [LATE_KING.replace("1. A", f"{number}. {'BA'[number % 2]}", 1) for number in range(1, 9)]
    (outcome,) = import_text(rubber_text(deals=wrong))
    (rubber,) = Rubber.objects.all()
    blocking = [finding for finding in rubber.findings if finding["severity"] != "warning"]
    assert len(blocking) > 6
    assert outcome.fate == "draft"
    assert outcome.reasons[6:] == (
        "the event Autumn Cup is new",
        "the club Portland is new, for its members only",
    )
    assert outcome.reasons[5] == f"and {len(blocking) - 5} more"


def test_faults_are_drafts_and_texts_held_for_repair() -> None:
    outcomes = import_path(FAULTS, club=make_club())
    assert len(outcomes) == 26
    assert [outcome.index for outcome in outcomes if outcome.fate == "held"] == [21, 22, 23, 24, 25, 26]
    codes = [held_text.finding["code"] for held_text in HeldText.objects.order_by("pk")]
    assert codes == ["E01", "E02", "E03", "E04", "E05", "E06"]
    assert HeldText.objects.earliest("pk").text.startswith('[EGN "1"]')
    assert Rubber.objects.filter(state="draft").count() == 19


# Again, and otherwise


def test_second_import_stores_nothing_and_says_so() -> None:
    import_path(EVENING)
    before = _everything()
    outcomes = import_path(EVENING)
    assert fates(outcomes) == ["skipped"] * 12
    assert "is here already, with the same content" in str(outcomes[0])
    assert _everything() == before


def _everything() -> dict[str, int]:
    models = (Rubber, Game, Deal, LogEntry, Player, Event, Conflict, HeldText)
    return {model.__name__: model.objects.count() for model in models}


def test_faulty_texts_are_kept_once_however_often_they_come() -> None:
    portland = make_club()
    import_path(FAULTS, club=portland)
    assert fates(import_path(FAULTS, club=portland))[20:] == ["held"] * 6
    assert HeldText.objects.count() == 6


def test_same_rubber_with_another_result_waits_for_the_director() -> None:
    import_text(rubber_text())
    stored = Rubber.objects.values().get()
    for _ in range(2):
        (outcome,) = import_text(other_result(rubber_text()))
        assert outcome.fate == "conflict"
        assert f"rubber {stored['public_id']} is here with other content" in str(outcome)
    assert Rubber.objects.values().get() == stored
    conflict = Conflict.objects.get()
    assert conflict.rubber_id == stored["id"]
    assert "##1-0" in conflict.egn
    assert conflict.resolved_at is None


def test_rubber_twice_in_a_file_is_two_rubbers() -> None:
    text = rubber_text()
    assert fates(import_text(text, text)) == ["confirmed", "confirmed"]
    assert fates(import_text(text, text)) == ["skipped", "skipped"]
    assert fates(import_text(text, text, text)) == ["skipped", "skipped", "confirmed"]


def test_rubber_that_a_file_has_before_is_kept_and_told() -> None:
    text = rubber_text()
    lines = text.count("\n") + 1
    first, again, other, third = import_text(text, text, other_result(text), rubber_text("Wheble"))
    way_out = "give Round, Table or RubberId if it is another, take it out if it is not"
    assert [each.repeats for each in (first, again, other, third)] == [False, True, True, False]
    assert first.opens_event
    assert third.reasons == ()
    assert again.reasons == (
        f"the file has this rubber before, at line 1, with the same content; kept as number 2 of its kind: {way_out}",
    )
    assert other.reasons == (
        f"the file has this rubber before, at line {lines + 1}, with another content; "
        f"kept as number 3 of its kind: {way_out}",
    )


def test_rubber_with_an_id_of_its_own_is_no_repetition() -> None:
    _, second = import_text(rubber_text(), rubber_text(ids=['[RubberId "bcdfghjkmnpqrs"]']))
    assert (second.fate, second.reasons, second.repeats) == ("confirmed", (), False)


@pytest.mark.parametrize(
    "other",
    [
        rubber_text(event="Winter Cup"),
        rubber_text(club="Garrick"),
        rubber_text(tags=['[Date "2026.11.21"]']),
        rubber_text(tags=['[Round "2"]']),
        rubber_text(tags=['[Table "2"]']),
        rubber_text("Wheble"),
        rubber_text("Orford", "Pole"),
        rubber_text("Baldwin", "Orford"),
    ],
    ids=["event", "club", "date", "round", "table", "A", "B", "seats changed"],
)
def test_rubber_that_differs_on_the_occasion_is_another(other: str) -> None:
    make_club("garrick")
    make_club("portland")
    import_text(rubber_text())
    assert fates(import_text(other)) == ["confirmed"]
    assert Rubber.objects.count() == 2


def test_equals_are_counted_in_the_club_they_go_to() -> None:
    portland = make_club()
    texts = [other_result(rubber_text(club="Garrick")), rubber_text(club="Portland"), rubber_text(club=None)]
    assert fates(import_text(*texts, club=portland)) == ["confirmed"] * 3
    assert fates(import_text(*texts, club=portland)) == ["skipped"] * 3


def test_equals_are_counted_by_who_played_however_he_is_spelt() -> None:
    player = Player.objects.create(club=make_club(), name="Earl of Orford")
    by_id = [f'[AId "{player.public_id}"]']
    texts = [
        *(rubber_text(name, ids=by_id) for name in ("Orford", "Lord Orford")),
        rubber_text("Earl of Orford"),
    ]
    assert fates(import_text(*texts)) == ["confirmed"] * 3
    assert fates(import_text(*texts)) == ["skipped"] * 3


@pytest.mark.postgres  # SQLite adds no constraint to a table
def test_equals_are_counted_once_though_the_database_refuses_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_rubber ADD CONSTRAINT odd CHECK (best_of <> 5)")
    texts = [rubber_text(), rubber_text(), rubber_text("Pole").replace('[BestOf "1"]', '[BestOf "5"]')]
    assert fates(import_text(*texts))[:2] == ["confirmed"] * 2
    assert fates(import_text(*texts[:2])) == ["skipped"] * 2


def test_repaired_text_takes_the_place_of_the_faulty_one_and_another_does_not() -> None:
    faulty = rubber_text(deals=[TWO_DEALS[0].replace("CKT", "CKX"), TWO_DEALS[1]])
    assert fates(import_text(rubber_text("Wheble"), faulty)) == ["confirmed", "held"]
    assert fates(import_text(rubber_text("Pole"))) == ["confirmed"]
    assert HeldText.objects.get().repaired_at is None
    assert fates(import_text(rubber_text("Wheble"), rubber_text())) == ["skipped", "confirmed"]
    assert HeldText.objects.get().repaired_at is not None


# Bad input: nothing that was good is lost


def test_binary_file_is_refused_and_reported() -> None:
    with pytest.raises(NotEgnError):
        import_bytes(bytes(range(256)) * 1000)
    report = ImportReport.objects.get()
    assert report.problem
    assert report.finished_at is not None
    assert not Rubber.objects.exists()


def test_line_of_many_megabytes_is_read_in_flat_memory_and_the_next_rubber_stored() -> None:
    stream = io.BufferedReader(LongLine(40_000_000, before=rubber_text("Wheble"), after=rubber_text()))
    tracemalloc.start()
    outcomes = list(RubberImport(stream, source="long.egn").outcomes())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert fates(outcomes) == ["confirmed", "held", "confirmed"]
    assert "E01" in str(outcomes[1])
    assert peak < 30_000_000


class LongLine(io.RawIOBase):
    """A file of a valid rubber, one with a comment line of ``length`` bytes, and a valid rubber."""

    def __init__(self, length: int, *, before: str, after: str) -> None:
        start = '\n[EGN "1"]\n[A "Pole"]\n[B "Clay"]\n[Club "Portland"]\n\n{'
        self._pieces = self._made((before + start).encode(), length, f"\n\n{after}".encode())
        self._rest = b""

    @staticmethod
    def _made(before: bytes, length: int, after: bytes) -> Iterator[bytes]:
        yield before
        chunk = b"x" * 100_000
        for _ in range(length // len(chunk)):
            yield chunk
        yield after

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._rest:
            self._rest = next(self._pieces, b"")
        taken = self._rest[: len(buffer)]
        buffer[: len(taken)] = taken
        self._rest = self._rest[len(taken) :]
        return len(taken)


def test_file_cut_in_half_loses_the_cut_rubber_alone() -> None:
    data = EVENING.read_bytes()
    half = data[: len(data) // 2]
    starts = half.count(b'[EGN "')
    outcomes = import_bytes(half)
    assert fates(outcomes) == ["confirmed"] * (starts - 1) + ["held"]
    assert HeldText.objects.get().text == half[half.rindex(b'[EGN "') :].decode()
    assert fates(import_path(EVENING)) == ["skipped"] * (starts - 1) + ["confirmed"] * (13 - starts)
    assert HeldText.objects.get().repaired_at is not None


def test_text_before_the_first_rubber_is_reported_and_harms_nothing() -> None:
    (outcome,) = import_text("Dear secretary,\n" + rubber_text())
    assert outcome.fate == "confirmed"
    assert "before it, E01 at 1:1" in str(outcome)
    assert outcome.has_text_before


def test_every_rubber_counts_however_its_first_line_is_written() -> None:
    starts = [' [EGN "1"]', "[egn \u201c1\u201d]", '> [EGN"1"]', "[EGN 1", '[EGN "1"]']
    texts = [
        rubber_text(f"Player {number}", "Dering").replace('[EGN "1"]', start)
        for number, start in enumerate(starts)
    ]
    outcomes = import_text("\n".join(texts))
    assert fates(outcomes) == ["confirmed"] * 3 + ["held", "confirmed"]
    held = HeldText.objects.get()
    assert held.text.startswith("[EGN 1\n")
    assert held.finding["line"] == outcomes[3].line
    assert not any(outcome.has_text_before for outcome in outcomes)


def test_rubber_whose_tags_can_not_be_read_is_kept_without_a_club() -> None:
    text = '[EGN "1"]\n[Club Portland]\n'
    for _ in range(2):
        assert fates(import_text(text)) == ["held"]
    held_text = HeldText.objects.get()
    assert (held_text.club, held_text.likeness, held_text.text) == (None, "", text)


@pytest.mark.parametrize("tag", ["Event", "Club", "Round", "Table", "A"])
def test_tag_too_long_for_its_column_is_named_and_the_text_held(tag: str) -> None:
    text = re.sub(rf'\[{tag} "[^"]*"\]\n', "", rubber_text())
    text = text.replace("[B ", f'[{tag} "{"x" * 201}"]\n[B ')
    outcomes = import_text(text, rubber_text("Wheble"))
    assert fates(outcomes) == ["held", "confirmed"]
    assert f"the tag {tag} is longer than 200 characters; shorten it" in str(outcomes[0])
    assert HeldText.objects.get().text.strip() == text.strip()
    assert set(Club.objects.values_list("name", flat=True)) == {"Portland"}


def test_nul_character_costs_its_own_rubber_alone() -> None:
    outcomes = import_text(rubber_text().replace("Game 1", "{a\0b} Game 1"), rubber_text("Wheble"))
    assert fates(outcomes) == ["held", "confirmed"]
    assert r"{a\x00b}" in HeldText.objects.get().text


@pytest.mark.postgres  # SQLite adds no constraint to a table
def test_rubber_that_the_database_refuses_costs_no_other_rubber() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_rubber ADD CONSTRAINT odd CHECK (date <> '1877.01.01')")
    texts = [rubber_text(tags=[f'[Table "{table}"]']) for table in range(5)]
    refused = ['[Date "1877.01.01"]', '[RubberId "23456789bcdfgh"]']
    texts.insert(3, rubber_text("Pole", tags=refused))
    outcomes = import_text(*texts)
    assert fates(outcomes) == ["confirmed"] * 3 + ["held"] + ["confirmed"] * 2
    assert "it can't be stored" in str(outcomes[3])
    assert HeldText.objects.get().text == write_rubber(read_one(texts[3]))
    assert Rubber.objects.count() == 5
    assert not Player.objects.filter(name="Pole").exists()


# The report, and the cost


def test_report_counts_what_became_of_the_rubbers() -> None:
    import_text(rubber_text("Wheble"), rubber_text("Pole"))
    import_text(
        rubber_text("Wheble"),
        other_result(rubber_text("Pole")),
        rubber_text("Jones", club=None),
        rubber_text("Clay", deals=[LATE_KING, TWO_DEALS[1]]),
        rubber_text("Read", deals=["1. A X"]),
        rubber_text("Bushe"),
        source="second.egn",
    )
    counts = ("confirmed", "drafts", "skipped", "conflicts", "held", "refused", "deals")
    report = ImportReport.objects.filter(source="second.egn", finished_at__isnull=False)
    assert report.values_list(*counts).get() == (1, 1, 1, 1, 1, 1, 4)


def test_who_left_an_event_between_two_batches_is_entered_again() -> None:
    hands = make_hands()
    clay = [rubber_text("Clay", tags=[f'[Round "{number}"]']) for number in (1, 2)]
    others = [rubber_text(tags=[f'[Round "{number}"]']) for number in range(1, BATCH_RUBBERS)]
    text = "".join([clay[0], *others, clay[1]])
    outcomes = RubberImport(io.BytesIO(text.encode()), source="evening.egn").outcomes()
    next(outcomes)
    first = Rubber.objects.get(player_a__name="Clay")
    correct_rubber(first, read_one(clay[0]), act=hands.act(), event_name="Winter Cup")
    assert not Entrant.objects.filter(event=first.event, player=first.player_a).exists()
    list(outcomes)
    assert Entrant.objects.filter(event=first.event, player=first.player_a).exists()
    assert [str(each) for each in Rebuild(write=False).differences()] == []


@pytest.mark.postgres  # SQLite takes long lists in parts
def test_queries_do_not_grow_with_the_rubbers_of_a_batch() -> None:
    def queries(count: int, event: str) -> int:
        rounds = [(f"Guest {number}", f'[Round "{number}"]') for number in range(count)]
        texts = [rubber_text(guest, event=event, tags=[tag]) for guest, tag in rounds]
        with CaptureQueriesContext(connection) as captured:
            assert fates(import_text(*texts)) == ["confirmed"] * count
        return len(captured)

    queries(1, "first")
    assert queries(3, "second") == queries(BATCH_RUBBERS - 1, "third")


# Dates


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2062.11.21", "the date 2062.11.21 is in the future"),
        ("9999.??.??", "the date 9999.??.?? is in the future"),
        ("0026.11.21", "the date 0026.11.21 is a hundred years ago or more"),
        ("2026.11.14", None),
        ("", None),
    ],
)
def test_date_that_is_hardly_right_is_noted(club: Club, date: str, words: str | None) -> None:
    tags = [f'[Date "{date}"]'] if date else []
    [outcome] = import_text(rubber_text(tags=tags, club=None), club=club)
    assert outcome.fate == "confirmed"
    assert [reason for reason in outcome.reasons if "date" in reason] == ([words] if words else [])
    assert (words or "") in str(outcome)


def test_new_guest_with_more_than_a_name_is_noted(club: Club) -> None:
    [outcome] = import_text(rubber_text("Pole 020 7946 0958", club=None), club=club)
    words = "the name of the new guest Pole 020 7946 0958 holds an address or a telephone number"
    assert (outcome.fate, outcome.reasons.count(words)) == ("confirmed", 1)
