"""Make records for the tests of the pages, imported as any club's are."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

from django.test import Client
from django.utils import timezone

from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import Club, Decision, Membership, Player, Review, Rubber, User
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.notation import read_one
from worker.review.labels import label_of

DEALS = """\
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 (0-3)
2. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3 (0-5)"""
FIRST_LEAD = 8
"""The token of the first lead in the first of ``DEALS``."""
EXCHANGED = (
    "2. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S CA CK, CT HT, H9 H8, "
    "D9 CJ, D8 C7 =A4 (1-1)"
)
LUCK: Final[dict[str, Any]] = {
    "dealt_marks": -0.5,
    "turned_marks": 0.25,
    "drawn_marks": 0.0,
    "result_marks": -3.0,
    "luck_se": 0.1,
    "dealt_chance": -0.1,
    "turned_chance": 0.05,
    "drawn_chance": 0.0,
    "result_chance": -0.4,
}
"""The luck of a deal, as its review has it."""


def text(
    a: str = "Boiteau",
    b: str = "Walker",
    *,
    tags: str = "",
    deals: str = DEALS,
    final: str = "#0-5",
    ending: str = "##0-1",
) -> str:
    """Return one rubber of a single game; ``tags`` are whole lines that follow the players."""
    return f'[EGN "1"]\n[A "{a}"]\n[B "{b}"]\n[BestOf "1"]\n{tags}\nGame 1\n{deals}\n{final}\n{ending}\n'


def unfinished(deals: str, *, tags: str = "") -> str:
    """Return one rubber that stopped after these deals of its first game."""
    return text(deals=deals, tags=f'[Termination "unfinished"]\n{tags}', final="", ending="*")


def first_deal(deals: str, *, tags: str = "") -> CheckedDeal:
    """Return the first deal of such a rubber, checked."""
    return check_rubber(read_one(unfinished(deals, tags=tags))).games[0].deals[0]


def import_text(club: Club, *texts: str) -> list[Rubber]:
    """Store the rubbers of ``texts`` and return them in order. Fails the test if one is rejected."""
    stream = io.BytesIO("\n".join(texts).encode())
    known = set(club.rubbers.values_list("pk", flat=True))
    outcomes = list(RubberImport(stream, source="evening.egn", club=club).outcomes())
    rubbers = list(club.rubbers.exclude(pk__in=known).order_by("pk"))
    assert len(rubbers) == len(texts), outcomes
    return rubbers


def cup_rubber(club: Club) -> Rubber:
    """Store a confirmed rubber that Boiteau lost to Walker: Autumn Cup, round 1, table 4, with two full deals."""
    tags = '[Event "Autumn Cup"]\n[Date "2026.11.14"]\n[Round "1"]\n[Table "4"]\n'
    lines = text().split("\n", 1)
    return import_text(club, f"{lines[0]}\n{tags}{lines[1]}")[0]


def make_member(club: Club, email: str = "member@example.org", **fields: Any) -> User:
    """Return a user who belongs to ``club`` through a player of their own, named after the mailbox."""
    user = User.objects.create_user(email)
    player = Player.objects.create(club=club, user=user, name=email.partition("@")[0])
    Membership.objects.create(club=club, player=player, **fields)
    return user


def sign_in_as(client: Client, player: Player, email: str = "") -> User:
    """Give the player an account, with the mailbox of their name if no other is given, and sign it in."""
    user = User.objects.create_user(email or f"{player.name.lower()}@example.org")
    Player.objects.filter(pk=player.pk).update(user=user)
    client.force_login(user)
    return user


def review(rubber: Rubber, decisions: Sequence[dict[str, object]], *, engine: str = "1") -> Review:
    """Return a finished review of ``rubber`` with these decisions.

    What is not given is a queen led to the third trick of the first of ``DEALS``, that lost 0.36 marks, and by it
    6 in 100 of the game. Labels follow that loss, places the trick.
    """
    made = Review.objects.create(
        rubber=rubber,
        engine_version=engine,
        play_checksum=rubber.play_checksum,
        state=Review.State.DONE,
        done_at=timezone.now(),
    )
    usual: dict[str, Any] = {
        "game": 1,
        "deal": 1,
        "kind": "card",
        "trick": 3,
        "player": "B",
        "chosen": "DQ",
        "best": ["HA"],
        "expected": {"DQ": -0.24, "HA": 0.12, "D8": -0.31},
        "loss": 0.36,
        "chances": {"DQ": 0.47, "HA": 0.53, "D8": 0.46},
        "equity_loss": 0.06,
        "method": "hands seen",
        "worlds": 231,
        "double_dummy_loss": 1,
    }
    for number, decision in enumerate(decisions, start=1):
        fields = {**usual, **decision}
        at = {
            "number": number,
            "token": FIRST_LEAD + 2 * (fields["trick"] - 1) if fields["trick"] else number,
            "label": label_of(fields["equity_loss"]) or "",
        }
        Decision.objects.create(review=made, **{**at, **fields})
    return made
