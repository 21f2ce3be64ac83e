"""Verdicts in a record are added behind the right token, next to existing comments, and change nothing else."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final

import pytest

from scoring.notation import read_file, read_one, write_rubber
from scoring.record import FIRST_ITEM_TOKEN, Call, CardPlayed, Exchange, Rubber
from tests.samples import SAMPLES
from tests.worker.review.decisions import CARD
from worker.review.annotate import annotated
from worker.review.decision import Decision, Kind, Option, Reason

RECORD: Final = """\
[EGN "1"]
[A "Orford"]
[B "Baldwin"]
[BestOf "1"]

Game 1
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT {why?} C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)
2. B P {all of it} R =B4 (0-4)
3. A P R =B (0-5)
#0-5
##0-1
"""


def decision(game: int, deal: int, token: int, kind: Kind = "card", **facts: object) -> Decision:
    """Return a mistake, by ``token`` of a deal; the choices are made up."""
    made = replace(
        CARD,
        game=game,
        deal=deal,
        kind=kind,
        token=token,
        chosen="P" if kind == "proposal" else "HT",
        options=(Option("HT", 0.1, 0.5), Option("P", 0.1, 0.5), Option("S", 0.2, 0.56)),
        best=("S",),
        loss=0.1,
        reasons=(),
    )
    return replace(made, **facts)  # type: ignore[arg-type]


def stripped(rubber: Rubber) -> Rubber:
    """Return the record without the comments in its deals."""
    games = tuple(
        replace(game, deals=tuple(replace(deal, comments=()) for deal in game.deals)) for game in rubber.games
    )
    return replace(rubber, games=games)


def test_a_remark_stands_behind_its_token_after_what_stood_there() -> None:
    record = read_one(RECORD)
    lead = decision(1, 1, FIRST_ITEM_TOKEN + 6)
    proposal = decision(1, 2, FIRST_ITEM_TOKEN, kind="proposal")
    text = write_rubber(annotated(record, [lead, proposal]))
    comment = "{mistake: cost 6 % and 0.10 points; best: S}"
    assert f" CT {{why?}} {comment} C8, CK" in text
    assert f"2. B P {{all of it}} {comment.replace('best: S', 'best: standing')} R =B4" in text
    assert (
        text.replace(f" {comment}", "").replace(f" {comment.replace('best: S', 'best: standing')}", "")
        == RECORD
    )


def test_only_what_has_a_label_is_remarked_upon_unless_all_is_asked_for() -> None:
    record = read_one(RECORD)
    small = decision(1, 3, FIRST_ITEM_TOKEN, kind="proposal", equity_loss=0.01)
    assert annotated(record, [small]) == record
    assert "3. A P {cost 1 % and 0.10 points; best: standing} R" in write_rubber(
        annotated(record, [small], every=True)
    )


def test_two_decisions_at_one_token_are_told_in_their_order() -> None:
    king = decision(1, 1, FIRST_ITEM_TOKEN + 6, kind="king", chosen="-", best=("K",), equity_loss=None)
    lead = decision(1, 1, FIRST_ITEM_TOKEN + 6, equity_loss=None)
    text = write_rubber(annotated(read_one(RECORD), [king, lead], every=True))
    assert "CT {why?} {cost 0.10 points; best: announcing the king} {cost 0.10 points; best: S} C8," in text


def test_annotating_again_adds_nothing() -> None:
    made = [decision(1, 1, FIRST_ITEM_TOKEN + 6), decision(1, 2, FIRST_ITEM_TOKEN, kind="proposal")]
    once = annotated(read_one(RECORD), made)
    assert annotated(once, made) == once


def test_a_token_that_the_deal_has_not_got_adds_no_token() -> None:
    with pytest.raises(ValueError, match="none of the"):
        write_rubber(annotated(read_one(RECORD), [decision(1, 3, 99)]))


def everywhere(record: Rubber, random: Random) -> Iterator[Decision]:
    """Yield a decision at every token of every deal, of the kind that the token could be, some of them twice."""
    for game_position, game in enumerate(record.games, start=1):
        for position, deal in enumerate(game.deals, start=1):
            for token in range(FIRST_ITEM_TOKEN + len(deal.items)):
                item = deal.items[token - FIRST_ITEM_TOKEN] if token >= FIRST_ITEM_TOKEN else None
                kind: Kind = "king"
                if isinstance(item, CardPlayed):
                    kind = "card"
                elif isinstance(item, Call):
                    kind = "proposal" if item.letter in "PS" else "reply"
                elif isinstance(item, Exchange):
                    kind = "discard"
                hands = Reason(
                    "loses_against", {"worlds": 253, "loses": random.randrange(253), "gains": 2, "best": "HA"}
                )
                for _ in range(random.choice((1, 1, 2))):
                    yield decision(
                        game_position,
                        position,
                        token,
                        kind,
                        equity_loss=random.random(),
                        loss=random.random(),
                        reasons=(hands,) if random.random() < 0.5 else (),
                    )


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("evening", 1),
        ("review", 1),
        pytest.param("season", 10, marks=pytest.mark.long),
        pytest.param("season", 1, marks=pytest.mark.soak),
    ],
)
def test_an_annotated_record_is_read_back_as_the_same_record_apart_from_comments(
    name: str, every: int
) -> None:
    random = Random(7)
    remarked = 0
    for read in islice(read_file(io.BytesIO((SAMPLES / f"{name}.egn").read_bytes())), 0, None, every):
        made = list(everywhere(read.rubber, random))
        record = annotated(read.rubber, made, every=True)
        back = read_one(write_rubber(record))
        assert back == record
        assert stripped(back) == stripped(read.rubber)
        for game, before in zip(back.games, read.rubber.games, strict=True):
            for deal, old in zip(game.deals, before.deals, strict=True):
                assert set(old.comments) <= set(deal.comments)
                remarked += len(deal.comments) - len(old.comments)
    assert remarked > 1000 or name == "review"
