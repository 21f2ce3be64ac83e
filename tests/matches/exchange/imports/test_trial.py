"""A trial of an import reports what the import would do, and stores only its report."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model

from matches.common import enqueue
from matches.exchange.imports import import_rubbers
from matches.exchange.imports.batch import BatchImport
from matches.exchange.imports.candidates import Outcome
from matches.exchange.imports.import_rubbers import ClaimLostError, RubberImport
from matches.exchange.imports.uploads import READ_AT_ONCE_BYTES, read_upload, receive_upload
from matches.models import Club, Conflict, ImportLine, ImportReport, Membership, Player, Rubber, User
from matches.models.ids import new_public_id
from matches.rubbers.change_result import MOST_OPEN
from matches.rubbers.conflicts import settle_conflict
from tests.matches.files import EVENING, FAULTS, LATE_KING, other_result, rubber_text
from tests.matches.rubbers.hands import Hands

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

NAMES = ("Orford", "Baldwin", "Wheble", "Zoë 𝔄 \u202eabc", "O'Brien; =1+1", "Boiteau")
OWN_ID = "bcdfghjkmnpqrs"
OF_TRIALS = {ImportReport, ImportLine}


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the batch size, so that most files of these tests have several batches."""
    monkeypatch.setattr(import_rubbers, "BATCH_RUBBERS", 3)


def run(content: bytes, *, club: Club | None = None, by: User | None = None, trial: bool) -> list[Outcome]:
    stream = io.BytesIO(content)
    return list(RubberImport(stream, source="a.egn", club=club, by=by, is_trial=trial).outcomes())


def comparable(outcome: Outcome) -> tuple[object, ...]:
    """Return what a trial knows of an outcome: everything but the ids that are given on storing."""
    reasons = [reason for reason in outcome.reasons if not reason.startswith(("rubber ", "a rubber "))]
    head = outcome.index, outcome.line, outcome.players, outcome.fate
    return *head, reasons, outcome.new_guests, outcome.deals, outcome.repeats


def everything() -> dict[type[Model], list[dict[str, Any]]]:
    """Return all rows of all tables but the reports'."""
    models = [model for model in apps.get_models() if model not in OF_TRIALS]
    return {model: list(model._default_manager.order_by("pk").values()) for model in models}


def assert_told_rightly(content: bytes, *, club: Club | None, by: User | None = None) -> list[Outcome]:
    before = everything()
    tried = run(content, club=club, by=by, trial=True)
    assert everything() == before
    stored = run(content, club=club, by=by, trial=False)
    assert [comparable(each) for each in tried] == [comparable(each) for each in stored]
    trial, real = ImportReport.objects.order_by("pk")[ImportReport.objects.count() - 2 :]
    counts = ("confirmed", "drafts", "skipped", "conflicts", "held", "refused", "deals", "repeats")
    assert [getattr(trial, each) for each in counts] == [getattr(real, each) for each in counts]
    assert (trial.is_trial, real.is_trial) == (True, False)
    assert trial.lines.count() == real.lines.count() == len(stored)
    for line in trial.lines.exclude(rubber_id=""):
        twin = real.lines.get(index=line.index)
        assert twin.rubber_id == line.rubber_id
    return tried


@pytest.mark.parametrize(("sample", "is_into_club"), [(EVENING, False), (FAULTS, True)])
def test_samples(sample: Any, is_into_club: bool) -> None:
    club = Club.objects.create(slug="portland", name="Portland") if is_into_club else None
    assert_told_rightly(sample.read_bytes(), club=club)
    assert_told_rightly(sample.read_bytes(), club=club)


def test_what_the_file_has_before_is_known_in_later_batches(hands: Hands) -> None:
    own = new_public_id()
    first = rubber_text("Wheble", ids=[f'[RubberId "{own}"]'])
    others = [rubber_text(tags=[f'[Table "{number}"]']) for number in range(5)]
    content = "\n".join([first, *others, first, other_result(first), rubber_text("Wheble")]).encode()
    tried = assert_told_rightly(content, club=hands.club, by=hands.director)
    assert [each.fate for each in tried[-3:]] == ["skipped", "conflict", "confirmed"]
    assert tried[0].new_guests == ("Wheble",)
    assert not any(each.new_guests for each in tried[1:])
    assert tried[-3].rubber_id == own


def test_somebody_of_two_names_is_one_person(hands: Hands) -> None:
    """A rubber that becomes equal under a person's other name is found earlier in the file."""
    wheble = Player.objects.create(club=hands.club, name="Wheble")
    Player.objects.create(club=hands.club, name="Whebel", merged_into=wheble)
    texts = [rubber_text("Wheble")]
    texts += [rubber_text(tags=[f'[Table "{number}"]']) for number in range(4)]
    texts += [rubber_text("Whebel"), other_result(rubber_text("Whebel"))]
    assert_told_rightly("\n".join(texts).encode(), club=hands.club, by=hands.director)


class Files:
    """Random files of rubbers that collide: few names, tables and ids, with every kind of error."""

    def __init__(self, seed: int, people: list[Player]) -> None:
        self.lots = random.Random(seed)
        self.ids = [new_public_id() for _ in range(3)]
        self.people = [player.public_id for player in people] + [new_public_id()]

    def file(self) -> bytes:
        return "\n".join(self.rubber() for _ in range(self.lots.randint(4, 14))).encode()

    def rubber(self) -> str:
        lots = self.lots
        tags = [f'[Date "2026.11.{lots.randint(14, 15)}"]', f'[Table "{lots.randint(1, 2)}"]']
        ids = [f'[RubberId "{lots.choice(self.ids)}"]'] if lots.random() < 0.3 else []
        if lots.random() < 0.15:
            ids.append(f'[AId "{lots.choice(self.people)}"]')
        a, b = lots.choices(NAMES, k=2)
        club = lots.choice(["Portland", "Garrick", None]) if lots.random() < 0.3 else "Portland"
        text = rubber_text(a, b, event=lots.choice(["Autumn Cup", ""]), club=club, tags=tags, ids=ids)
        changes: list[Callable[[str], str]] = [str, str, other_result, self.late, self.broken]
        return lots.choice(changes)(text)

    def late(self, text: str) -> str:
        return text.replace(text[text.index("1. A") :].partition("\n")[0], LATE_KING)

    def broken(self, text: str) -> str:
        return text.replace("^C9", "^C99")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
@pytest.mark.parametrize("is_into_club", [True, False])
def test_any_file_fares_as_its_trial_says(hands: Hands, seed: int, is_into_club: bool) -> None:
    club = hands.club if is_into_club else None
    by = hands.director if is_into_club else None
    other = Club.objects.create(slug="garrick", name="Garrick")
    people = [
        Player.objects.create(club=other, name=NAMES[0]),
        Player.objects.create(club=hands.club, name="X"),
    ]
    Membership.objects.create(club=hands.club, player=people[0])
    files = Files(seed, people)
    # The second file collides with the rows of the first.
    for _ in range(2):
        assert_told_rightly(files.file(), club=club, by=by)


def test_nothing_is_enqueued(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    sent: list[str] = []

    def send(task: str, arguments: object) -> bool:
        sent.append(task)
        return True

    monkeypatch.setattr(enqueue, "_enqueue", send)
    with django_capture_on_commit_callbacks(execute=True):
        run(EVENING.read_bytes(), club=hands.club, trial=True)
    assert sent == []
    with django_capture_on_commit_callbacks(execute=True):
        run(EVENING.read_bytes(), club=hands.club, trial=False)
    assert sent


def test_text_that_is_held_already_is_named(hands: Hands) -> None:
    content = rubber_text().replace("^C9", "^C99").encode()
    assert run(content, club=hands.club, trial=True)[0].held_text == ""
    held_text = run(content, club=hands.club, trial=False)[0].held_text
    assert held_text
    assert run(content, club=hands.club, trial=True)[0].held_text == held_text


def rubbers(count: int, padding: int = 0) -> bytes:
    texts = [rubber_text(tags=[f'[Table "{number}"]']) for number in range(count)]
    texts[-1] += "; said at the table\n" * (padding // 20)
    return "\n".join(texts).encode()


@pytest.mark.parametrize("padding", [0, READ_AT_ONCE_BYTES])
def test_upload_is_tried(hands: Hands, padding: int) -> None:
    before = everything()
    report = receive_upload(hands.club, rubbers(7, padding), "a.egn", by=hands.director, is_trial=True)
    if padding:
        assert report.finished_at is None
        assert read_upload(report.pk)
    report.refresh_from_db()
    assert (report.confirmed, report.content, report.lines.count()) == (7, None, 7)
    assert report.finished_at is not None
    assert everything() == before


def test_whoever_takes_over_goes_on_and_knows_what_was_tried(hands: Hands, monkeypatch: Any) -> None:
    own = f'[RubberId "{new_public_id()}"]'
    texts = [rubber_text("Wheble", tags=['[Table "9"]'], ids=[own])]
    texts += [rubber_text(tags=[f'[Table "{number}"]']) for number in range(6)]
    texts.append(rubber_text("Wheble", tags=['[Table "9"]'], ids=[own]))
    report = ImportReport.objects.create(
        club=hands.club, by=hands.director, content="\n".join(texts).encode(), is_trial=True
    )
    with monkeypatch.context() as broken:
        broken.setattr(BatchImport, "store", _failing_from_index(5))
        assert not read_upload(report.pk)
    assert report.lines.count() == 3
    ImportReport.objects.update(claimed_until=None)
    assert read_upload(report.pk)
    assert list(report.lines.values_list("index", flat=True)) == list(range(1, 9))
    last = report.lines.get(index=8)
    assert (last.fate, last.new_guests) == ("skipped", [])
    assert not Rubber.objects.exists()


def _failing_from_index(index: int) -> Any:
    store = BatchImport.store

    def failing(self: BatchImport, batch: Any) -> Any:
        if batch[-1].index >= index:
            raise ClaimLostError
        return store(self, batch)

    return failing


class TestOtherContentsOfOneRubber:
    """Each version is a conflict for a director: one person may have a limited number pending, the host any number."""

    def others(self, hands: Hands, number: int) -> bytes:
        """Return other versions of one rubber. The first is stored unless the rubber was stored before."""
        own = rubber_text(ids=[f'[RubberId "{OWN_ID}"]'], club=None)
        head, _, rest = other_result(own).partition("\nGame 1")
        return "\n".join(f"{head}{{{place}}}\n\nGame 1{rest}" for place in range(number)).encode()

    @pytest.mark.parametrize("is_stored_before", [True, False])
    def test_of_one_person_so_many_are_kept_and_no_more(self, hands: Hands, is_stored_before: bool) -> None:
        by = hands.director
        if is_stored_before:
            run(rubber_text(ids=[f'[RubberId "{OWN_ID}"]']).encode(), club=hands.club, by=by, trial=False)
        content = self.others(hands, 8)
        tried = run(content, club=hands.club, by=by, trial=True)
        stored = run(content, club=hands.club, by=by, trial=False)
        assert list(map(comparable, tried)) == list(map(comparable, stored))
        kept = [*([] if is_stored_before else ["confirmed"]), *["conflict"] * MOST_OPEN]
        assert [each.fate for each in stored] == [*kept, *["refused"] * (8 - len(kept))]
        reason = f"rubber {OWN_ID} is here with other content, and {MOST_OPEN} others that you brought wait"
        assert stored[-1].reasons[0].startswith(reason)
        assert Conflict.objects.count() == MOST_OPEN

    def test_what_is_kept_already_is_told_as_before(self, hands: Hands) -> None:
        content = self.others(hands, 1 + MOST_OPEN)
        first, again = (run(content, club=hands.club, by=hands.director, trial=False) for _time in range(2))
        assert [each.fate for each in first] == ["confirmed", *["conflict"] * MOST_OPEN]
        assert [each.fate for each in again] == ["skipped", *["conflict"] * MOST_OPEN]

    def test_what_is_settled_makes_room_and_others_have_their_own(self, hands: Hands) -> None:
        run(self.others(hands, 7), club=hands.club, by=hands.director, trial=False)
        last = self.others(hands, 7).rpartition(b'[EGN "1"]')[2]
        last = b'[EGN "1"]' + last
        assert run(last, club=hands.club, by=hands.director, trial=False)[0].fate == "refused"
        other = User.objects.create_user("scorer@example.org")
        assert run(last, club=hands.club, by=other, trial=True)[0].fate == "conflict"
        settle_conflict(Conflict.objects.latest("pk"), take=False, act=hands.act())
        assert run(last, club=hands.club, by=hands.director, trial=False)[0].fate == "conflict"

    def test_host_brings_in_what_there_is(self, hands: Hands) -> None:
        outcomes = run(self.others(hands, 3 * MOST_OPEN), club=hands.club, trial=False)
        assert [each.fate for each in outcomes] == ["confirmed", *["conflict"] * (3 * MOST_OPEN - 1)]


def test_file_that_is_none_says_so(hands: Hands) -> None:
    report = receive_upload(hands.club, b"a letter", "a.txt", by=hands.director, is_trial=True)
    report.refresh_from_db()
    assert report.problem
