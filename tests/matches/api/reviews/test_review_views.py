"""Reviews in the API: of a rubber, of a player, in the notation, with the chances and thresholds behind them."""

from __future__ import annotations

from typing import Any, Final

import pytest

from matches.models import Club, DealReview, Player, Review, Rubber
from matches.reviews.claims import CURRENT_ENGINE
from matches.rubbers.text import named_text
from tests.matches.api.calling import Caller, guests, opening, path_of, problem, result, token_for
from tests.matches.api.shared_scene import api, club, made_once, made_rubber, people, rubber
from tests.matches.pages.records import LUCK, import_text, make_member, review, text
from worker.review import chances
from worker.review.labels import LABELS_VERSION
from worker.review.policy_version import POLICY_VERSION

__all__ = ["api", "club", "made_once", "made_rubber", "people", "rubber"]
pytestmark = [pytest.mark.django_db, pytest.mark.core]

EGN: Final = "text/vnd.ecarte.egn"
REMARK: Final = "{mistake: cost 6 % and 0.36 points; best: HA; loses against 41 of 231 hands}"
CARD: Final[dict[str, Any]] = {
    "token": 12,
    "book": {
        "rule": "lead-trump-first",
        "choices": ["HA"],
        "reading": "pattern",
        "also": {"rule": "lead-2a", "choices": ["D8"]},
    },
    "reasons": [{"code": "loses_against", "worlds": 231, "loses": 41, "gains": 0, "best": "HA"}],
}
PROPOSAL: Final[dict[str, Any]] = {
    "deal": 2,
    "token": 6,
    "kind": "proposal",
    "trick": None,
    "player": "A",
    "chosen": "S",
    "best": ["P"],
    "expected": {"P": 0.1, "S": 0.0},
    "chances": {"P": 0.503, "S": 0.5},
    "loss": 0.1,
    "se": 0.02,
    "equity_loss": 0.003,
    "equity_se": 0.001,
    "label": "",
    "method": "sampled",
    "worlds": None,
    "double_dummy_loss": None,
}
MOMENTS: Final = [{"step": "dealt", "token": 5, "trick": None, "chance": 0.4}]


def opened(club: Club) -> Club:
    club.reviews_open = True
    club.save()
    return club


def reviewed(rubber: Rubber, engine: str = CURRENT_ENGINE) -> Review:
    """Return a review: B's queen in the first deal is a mistake, A's standing in the second is not."""
    made = review(rubber, [CARD, PROPOSAL], engine=engine)
    DealReview.objects.create(review=made, game=1, deal=1, moments=MOMENTS, **LUCK)
    DealReview.objects.create(review=made, game=1, deal=2)
    return made


# A rubber's


def test_shows_what_the_review_found(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    made = reviewed(rubber)
    Review.objects.update(table_checksum="ab12")

    body = anybody.get(path_of(rubber, "review")).json()

    versions = body.pop("versions")
    assert versions["policy"] == POLICY_VERSION
    assert versions["labels"] == LABELS_VERSION
    assert chances.checksum().startswith(versions["chances"])
    assert versions.keys() == {"review", "policy", "labels", "solver", "chances"}
    assert made.done_at is not None
    assert body.pop("done_at") == made.done_at.isoformat().replace("+00:00", "Z")
    first, second = body.pop("results")
    assert body == {
        "rubber": rubber.public_id,
        "seats": ["A", "B"],
        "accuracy": {
            "A": {"percent": None, "decisions": 1, "least": 10, "version": 1},
            "B": {"percent": None, "decisions": 1, "least": 10, "version": 1},
        },
        "state": "done",
        "is_current": True,
        "table_checksum": "ab12",
        "next": None,
        "previous": None,
    }
    assert first == {
        "game": 1,
        "deal": 1,
        "luck": {
            "dealt": {"marks": -0.5, "chance": -0.1},
            "turned": {"marks": 0.25, "chance": 0.05},
            "drawn": {"marks": 0.0, "chance": 0.0},
            "result": {"marks": -3.0, "chance": -0.4},
            "se": 0.1,
        },
        "moments": MOMENTS,
        "decisions": [
            {
                "game": 1,
                "deal": 1,
                "kind": "card",
                "trick": 3,
                "token": 12,
                "player": "B",
                "chosen": "DQ",
                "best": ["HA"],
                "double_dummy_loss": 1,
                "expected": {"DQ": -0.24, "HA": 0.12, "D8": -0.31},
                "loss": 0.36,
                "se": None,
                "worlds": 231,
                "chances": {"DQ": 0.47, "HA": 0.53, "D8": 0.46},
                "equity_loss": 0.06,
                "equity_se": None,
                "label": "mistake",
                "frequency": {},
                "rubber_loss": None,
                "stake_loss": None,
                "method": "hands seen",
                "book": {**CARD["book"], "also": {"rule": "lead-2a", "choices": ["D8"], "reading": None}},
                "reasons": CARD["reasons"],
            }
        ],
    }
    assert (second["deal"], second["luck"], second["moments"]) == (2, None, [])
    (proposal,) = second["decisions"]
    assert (proposal["trick"], proposal["label"], proposal["book"]) == (None, None, None)
    assert (proposal["se"], proposal["equity_se"], proposal["method"]) == (0.02, 0.001, "sampled")


def test_advice_of_an_earlier_version_has_no_other_passage(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    made = reviewed(rubber)
    made.decisions.update(book={"rule": "propose", "choices": ["P"]})
    (deal, _) = anybody.get(path_of(rubber, "review")).json()["results"]
    (decision,) = deal["decisions"]
    assert decision["book"] == {"rule": "propose", "choices": ["P"], "reading": None, "also": None}


def test_says_how_often_the_equilibrium_makes_a_call(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    made = reviewed(rubber)
    made.decisions.update(reasons=[{"code": "call_frequency", "by": "S", "share": 0.35}])
    (deal, _) = anybody.get(path_of(rubber, "review")).json()["results"]
    assert [each["frequency"] for each in deal["decisions"]] == [{"P": 0.65, "S": 0.35}]


def test_says_where_there_is_no_review_yet(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    waiting = anybody.get(path_of(rubber, "review")).json()
    assert (waiting["state"], waiting["versions"]) == ("waiting", {})
    assert (waiting["done_at"], waiting["results"]) == (None, [])
    made = Review.objects.create(
        rubber=rubber,
        engine_version=CURRENT_ENGINE,
        play_checksum=rubber.play_checksum,
        state=Review.State.FAILED,
    )
    assert anybody.get(path_of(rubber, "review")).json()["state"] == "failed"
    made.delete()
    Rubber.objects.update(state=Rubber.State.DISPUTED)
    assert anybody.get(path_of(rubber, "review")).json()["state"] == "none"


def test_result_without_cards_is_never_reviewed(api: Caller, club: Club) -> None:
    made = api.post("rubbers/", result(club, *guests(club))).json()["id"]
    assert api.get(f"rubbers/{made}/review/").json()["state"] == "none"


def test_review_by_an_earlier_engine_shows_as_such(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    reviewed(rubber, "review 2, solver 1")
    body = anybody.get(path_of(rubber, "review")).json()
    expected = ("done", False, {"review": "2", "solver": "1"})
    assert (body["state"], body["is_current"], body["versions"]) == expected
    assert len(body["results"]) == 2


def test_review_of_cards_that_were_corrected_since_is_not_shown(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    reviewed(rubber)
    Rubber.objects.update(play_checksum="another")
    body = anybody.get(path_of(rubber, "review")).json()
    assert (body["state"], body["results"]) == ("waiting", [])


def test_decisions_are_for_those_who_may_read_them(anybody: Caller, rubber: Rubber) -> None:
    reviewed(rubber)
    user = make_member(rubber.club)
    path = path_of(rubber, "review")

    for stranger in (anybody, Caller(token_for(user))):
        body = stranger.get(path).json()
        assert (body["state"], body["seats"], body["results"]) == ("done", [], [])

    Player.objects.filter(user=user).update(user=None)
    Player.objects.filter(pk=rubber.player_a_id).update(user=user)
    body = Caller(token_for(user)).get(path).json()
    assert body["seats"] == ["A"]
    assert [[each["player"] for each in deal["decisions"]] for deal in body["results"]] == [[], ["A"]]
    assert body["results"][0]["luck"]["result"]["marks"] == -3.0
    assert anybody.get(path).json()["results"] == []


def test_accuracy_is_the_mean_score_of_a_side_in_the_whole_rubber(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    losses = [0.03] * 2 + [0.0] * 8
    decisions: list[dict[str, object]] = [
        {"equity_loss": loss, "deal": 1 + at % 2, "token": at} for at, loss in enumerate(losses)
    ]
    review(rubber, decisions)
    body = anybody.get(path_of(rubber, "review") + "?page_size=1").json()
    assert body["accuracy"] == {
        "A": None,
        "B": {"percent": 90, "decisions": 10, "least": 10, "version": 1},
    }


def test_accuracy_is_a_review_figure_also_where_analyses_are_open_to_everyone(
    anybody: Caller, rubber: Rubber
) -> None:
    reviewed(rubber)
    Club.objects.update(analyses=Club.Analyses.EVERYONE)
    body = anybody.get(path_of(rubber, "review")).json()
    assert (body["seats"], body["accuracy"]) == (["A", "B"], {"A": None, "B": None})
    Player.objects.filter(pk=rubber.player_b_id).update(shares_reviews=True)
    accuracy = anybody.get(path_of(rubber, "review")).json()["accuracy"]
    assert (accuracy["A"], accuracy["B"]["decisions"]) == (None, 1)


def test_rubber_that_is_being_played_has_no_review(api: Caller, anybody: Caller, club: Club) -> None:
    opened(club)
    made = api.post("rubbers/", opening(club, *guests(club))).json()["id"]
    reviewed(Rubber.objects.get(public_id=made))
    for caller in (api, anybody):
        problem(caller.get(f"rubbers/{made}/review/"), 404, "not_found")
        problem(caller.get(f"rubbers/{made}.egn?annotated=true"), 404, "not_found")


def test_pages_through_the_deals(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    reviewed(rubber)
    first = anybody.get(f"{path_of(rubber, 'review')}?page_size=1").json()
    second = anybody.get(first["next"]).json()
    assert [page["results"][0]["deal"] for page in (first, second)] == [1, 2]
    assert [len(page["results"][0]["decisions"]) for page in (first, second)] == [1, 1]
    assert (first["previous"], second["next"], second["state"]) == (None, None, "done")
    assert anybody.get(second["previous"]).json()["results"] == first["results"]
    problem(anybody.get(f"{path_of(rubber, 'review')}?cursor=after.x"), 400, "invalid_parameter")


def test_review_that_one_has_is_not_sent_again(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    made = reviewed(rubber)
    path = path_of(rubber, "review")
    tag = anybody.tag(path)
    assert anybody.get(path, If_None_Match=tag).status_code == 304
    made.decisions.update(loss=0.4)
    assert anybody.get(path, If_None_Match=tag).status_code == 200


# A player's


def decisions(caller: Caller, player: Player, query: str = "") -> list[tuple[str, str, str | None]]:
    """Return the rubber, choice and label of each decision."""
    return [
        (one["rubber"], one["chosen"], one["label"])
        for one in caller.read(path_of(player, "decisions") + query)["results"]
    ]


@pytest.fixture
def two(rubber: Rubber) -> tuple[Rubber, Rubber]:
    """Return two reviewed rubbers of the same players: in November, and on an unknown day in October."""
    opened(rubber.club)
    (other,) = import_text(rubber.club, text(tags='[Date "2026.10.??"]\n[Round "2"]\n'))
    for each in (rubber, other):
        reviewed(each)
    return rubber, other


def test_lists_a_players_decisions_in_the_order_of_his_rubbers(
    anybody: Caller, two: tuple[Rubber, Rubber]
) -> None:
    ids = [each.public_id for each in two]
    results = anybody.get(path_of(two[0].player_b, "decisions")).json()["results"]
    assert [(one["rubber"], one["date"]) for one in results] == list(
        zip(ids, ["2026.11.14", "2026.10.??"], strict=True)
    )
    in_review = anybody.get(path_of(two[0], "review")).json()["results"][0]["decisions"][0]
    assert results[0] == {**in_review, "rubber": ids[0], "date": "2026.11.14"}
    assert decisions(anybody, two[0].player_a) == [(ids[0], "S", None), (ids[1], "S", None)]


@pytest.mark.parametrize(
    ("query", "seat", "expected"),
    [
        ("?kind=card", "B", 2),
        ("?kind=proposal", "B", 0),
        ("?kind=proposal", "A", 2),
        ("?label=mistake", "B", 2),
        ("?label=blunder", "B", 0),
        ("?label=any", "B", 2),
        ("?label=any", "A", 0),
        ("?since=2026-11-14", "B", 1),
        ("?since=2026-11-15", "B", 0),
        ("?since=2026-01-01&kind=card&label=any", "B", 1),
    ],
)
def test_looks_for_decisions(
    anybody: Caller, two: tuple[Rubber, Rubber], query: str, seat: str, expected: int
) -> None:
    player = two[0].player_a if seat == "A" else two[0].player_b
    assert len(decisions(anybody, player, query)) == expected


@pytest.mark.parametrize(
    "query", ["?kind=cards", "?label=bad", "?since=soon", "?cursor=after.1.1", "?loss=1"]
)
def test_what_can_not_be_looked_for(anybody: Caller, rubber: Rubber, query: str) -> None:
    problem(anybody.get(path_of(rubber.player_a, "decisions") + query), 400, "invalid_parameter")


def test_pages_through_a_players_decisions(anybody: Caller, two: tuple[Rubber, Rubber]) -> None:
    path = path_of(two[0].player_b, "decisions")
    first = anybody.get(f"{path}?page_size=1").json()
    second = anybody.get(first["next"]).json()
    assert [page["results"][0]["rubber"] for page in (first, second)] == [each.public_id for each in two]
    assert second["next"] is None
    assert anybody.get(second["previous"]).json()["results"] == first["results"]


def test_cursor_holds_when_a_rubber_is_reviewed_again(anybody: Caller, two: tuple[Rubber, Rubber]) -> None:
    after = anybody.get(f"{path_of(two[0].player_b, 'decisions')}?page_size=1").json()["next"]
    Review.objects.filter(rubber=two[0]).delete()
    reviewed(two[0])
    assert [one["rubber"] for one in anybody.get(after).json()["results"]] == [two[1].public_id]


def test_a_players_decisions_are_for_those_who_may_read_them(anybody: Caller, rubber: Rubber) -> None:
    reviewed(rubber)
    assert decisions(anybody, rubber.player_b) == []
    Player.objects.filter(pk=rubber.player_b_id).update(shares_reviews=True)
    assert len(decisions(anybody, rubber.player_b)) == 1
    Player.objects.filter(pk=rubber.player_b_id).update(name="")
    problem(anybody.get(path_of(rubber.player_b, "decisions")), 404, "not_found")


# In the notation


def test_record_comes_with_the_verdicts_in_it(anybody: Caller, rubber: Rubber) -> None:
    opened(rubber.club)
    reviewed(rubber)
    plain = named_text(rubber.egn, ("Boiteau", "Walker"))

    suffixed = anybody.get(f"rubbers/{rubber.public_id}.egn?annotated=true")
    accepted = anybody.get(f"{path_of(rubber)}?annotated=1", Accept=EGN)

    for answer in (suffixed, accepted):
        assert answer.headers["Content-Type"] == f"{EGN}; charset=utf-8"
        assert f"DQ {REMARK} DJ" in answer.content.decode()
        assert answer.content.decode().replace(f" {REMARK}", "") == plain
    unannotated = anybody.get(f"rubbers/{rubber.public_id}.egn?annotated=false")
    assert unannotated.content.decode() == plain
    assert unannotated.headers["ETag"] != suffixed.headers["ETag"] == accepted.headers["ETag"]
    problem(anybody.get(f"rubbers/{rubber.public_id}.egn?annotated=much"), 400, "invalid_parameter")


def test_record_has_no_verdicts_for_who_may_not_read_them(anybody: Caller, rubber: Rubber) -> None:
    reviewed(rubber)
    answer = anybody.get(f"rubbers/{rubber.public_id}.egn?annotated=true")
    assert answer.content.decode() == named_text(rubber.egn, ("Boiteau", "Walker"))


# Chances and thresholds


def test_shows_the_chances_at_every_score(anybody: Caller) -> None:
    body = anybody.get("chances/").json()
    assert (body["version"], body["checksum"]) == (chances.CHANCES_VERSION, chances.checksum())
    assert body["policy"] == POLICY_VERSION
    by_place = {(*row["score"], row["deals"]): row for row in body["results"]}
    assert len(by_place) == len(body["results"]) == 50
    for (own, other, deals), row in by_place.items():
        assert row["chance"] == pytest.approx(chances.chance_of_game(own, other, deals=deals), abs=1e-6)
        assert row["stake"] == pytest.approx(chances.stake_of_game(own, other, deals=deals), abs=1e-6)
        assert row["chance"] + by_place[other, own, not deals]["chance"] == pytest.approx(1, abs=2e-6)
    assert by_place[4, 3, True]["odds_on_the_table"] == [2, 1]


def test_shows_the_chances_of_la_triomphe_where_they_are_asked_for(anybody: Caller) -> None:
    body = anybody.get("chances/?variant=triomphe").json()
    assert (body["version"], body["policy"]) == ("triomphe 1", "triomphe 1")
    assert body["checksum"] == chances.checksum("triomphe") != chances.checksum()
    first = body["results"][0]
    assert (first["score"], first["deals"]) == ([0, 0], True)
    assert first["chance"] == pytest.approx(
        chances.chance_of_game(0, 0, deals=True, variant="triomphe"), abs=1e-6
    )
    problem(anybody.get("chances/?variant=whist"), 400, "invalid_parameter")


def test_shows_from_which_loss_a_decision_has_a_label(anybody: Caller) -> None:
    assert anybody.get("chances/").json()["labels"] == {
        "version": LABELS_VERSION,
        "thresholds": [
            {"label": "blunder", "equity_loss": 0.1},
            {"label": "mistake", "equity_loss": 0.05},
            {"label": "inaccuracy", "equity_loss": 0.02},
        ],
    }


def test_chances_that_one_has_are_not_sent_again(anybody: Caller) -> None:
    assert anybody.get("chances/", If_None_Match=anybody.tag("chances/")).status_code == 304
