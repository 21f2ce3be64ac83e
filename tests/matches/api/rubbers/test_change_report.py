"""A reporter corrects or withdraws a report through the API, and the other side answers an older version."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from matches.models import Club, Player, Rubber
from tests.matches.api.calling import Caller, path_of, problem, result, token_for
from tests.matches.pages.records import make_member

pytestmark = pytest.mark.django_db

LOST = '[EGN "1"]\n[A "Ann"]\n[B "Bob"]\n[BestOf "3"]\n\nGame 1 #3-5\nGame 2 #2-5\n##0-2\n'


@dataclass(frozen=True, slots=True)
class Sides:
    """Ann, who reported a rubber with Bob, and Bob. ``tag`` is the ETag that Bob read of the first version."""

    ann: Caller
    bob: Caller
    path: str
    tag: str

    def change(self, egn: str = LOST) -> object:
        return self.ann.post(f"{self.path}report/", {"egn": egn}, If_Match=self.ann.tag(self.path))


@pytest.fixture
def sides(club: Club) -> Sides:
    users = [make_member(club, f"{name}@example.org", role="member") for name in ("ann", "bob")]
    ann, bob = (Caller(token_for(user)) for user in users)
    players = [Player.objects.get(user=user) for user in users]
    for player, name in zip(players, ("Ann", "Bob"), strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    answer = ann.post("rubbers/", result(club, *players))
    assert answer.json()["state"] == "reported"
    path = path_of(Rubber.objects.get(public_id=answer.json()["id"]))
    return Sides(ann, bob, path, bob.tag(path))


def test_reporter_corrects_a_report_which_waits_again(sides: Sides) -> None:
    answer = sides.change()
    body = answer.json()  # type: ignore[attr-defined]
    assert (body["state"], body["reported_by"], body["winner"], body["version"]) == ("reported", "A", "B", 2)
    confirmed = sides.bob.post(f"{sides.path}confirm/", {}, If_Match=sides.bob.tag(sides.path))
    assert (confirmed.json()["state"], confirmed.json()["winner"]) == ("confirmed", "B")


@pytest.mark.parametrize(("answer", "body"), [("confirm", {}), ("dispute", {"reason": "No."})])
@pytest.mark.parametrize("change", ["report", "withdraw"])
def test_answer_to_the_version_before_is_a_problem_of_its_own(
    sides: Sides, answer: str, body: dict[str, str], change: str
) -> None:
    sent = {"egn": LOST} if change == "report" else {}
    assert sides.ann.post(f"{sides.path}{change}/", sent, If_Match="*").status_code == 200
    refused = sides.bob.post(f"{sides.path}{answer}/", body, If_Match=sides.tag)
    assert problem(refused, 409, "report_changed")["version"] == 2


def test_report_that_was_confirmed_is_not_changed(sides: Sides) -> None:
    sides.bob.post(f"{sides.path}confirm/", {}, If_Match=sides.tag)
    problem(sides.ann.post(f"{sides.path}report/", {"egn": LOST}, If_Match="*"), 409, "wrong_state")
    problem(sides.ann.post(f"{sides.path}withdraw/", {}, If_Match=sides.tag), 412, "changed_meanwhile")


def test_other_side_does_not_change_the_report(sides: Sides) -> None:
    problem(sides.bob.post(f"{sides.path}report/", {"egn": LOST}, If_Match="*"), 403, "not_allowed")


@pytest.mark.parametrize("tags", ['[A "Clay"]', '[Event "Winter Cup"]\n[A "Ann"]'])
def test_corrected_report_keeps_players_and_event(sides: Sides, tags: str) -> None:
    problem(sides.change(LOST.replace('[A "Ann"]', tags)), 422, "invalid")


def test_record_with_errors_is_refused_and_the_report_stays(sides: Sides) -> None:
    head = '[EGN "1"]\n[A "Ann"]\n[B "Bob"]\n[BestOf "1"]\n'
    broken = f"{head}\nGame 1\n1. A =B5 (0-1)\n2. B S Kb =B5 (0-5)\n#0-5\n##0-1\n"
    problem(sides.change(broken), 422, "invalid_record")
    assert sides.ann.get(sides.path).json()["version"] == 1
