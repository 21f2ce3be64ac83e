"""What the page guide shows the parts with: one rubber with everything in it, judged by the one engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.messages import constants as levels
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from matches.events.words.standing_reasons import REASONS
from matches.models import Club
from matches.pages.common.card_faces import FACES, Face
from matches.pages.common.club_lines import Line
from matches.pages.common.club_nav import PAGES, Tab
from matches.pages.common.crumbs import Crumb
from matches.pages.common.findings import FindingNote, notes_of
from matches.pages.common.pagination import Listing
from matches.pages.common.result_lines import STATES, RubberLine, score_text
from matches.pages.events.open_event import StandingLine
from matches.pages.laws.pending_rulings import Waiting
from matches.pages.laws.ruling_page import RulingShown, ruling_shown
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.deal_page import DealPage, deal_page
from matches.pages.rubbers.head import Side
from matches.pages.rubbers.page import GameShown, findings_of_deal, places_of, rubber_page
from scoring.book import Place, ruling
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.findings import Severity
from scoring.notation import read_one
from scoring.record import Incident

NAMES: Final = ("Boiteau", "Walker")
EGN: Final = """\
[EGN "1"]
[A "Boiteau"]
[B "Walker"]

Game 1
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S CT SQ !43a(SQ):replay CT C8 {by candlelight}, CK C7, DQ?! DJ, HA SQ, D8 S8 =B5
2. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4
3. A 3-2 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ S8, D8 DJ, HA SQ =B5
#1-6
*
"""
"""A warning, an error, a ruling and a note; an exchange, an incident, a remark, a king marked."""
ROOM: Final = "room"
"""The part that fills a window of its own."""
FLAGGED: Final = Judgement(
    game=1,
    deal=1,
    kind="card",
    trick=3,
    player="B",
    chosen="DQ",
    best=["HA"],
    expected={"DQ": -0.24, "HA": 0.12, "D8": -0.31},
    loss=0.36,
    worlds=231,
    double_dummy_loss=1,
    label="mistake",
    chances={"DQ": 0.47, "HA": 0.53, "D8": 0.46},
    equity_loss=0.06,
    method="hands seen",
    reasons=[{"code": "loses_against", "worlds": 231, "loses": 41, "gains": 3, "best": "HA"}],
)


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a record with what was found in it."""

    text: str
    findings: tuple[FindingNote, ...]


def checked() -> CheckedRubber:
    return check_rubber(read_one(EGN))


def deal_shown(position: int) -> DealPage:
    """A deal of the sample by its position from 1, its findings and the flagged card among them."""
    rubber = checked()
    return deal_page(
        rubber.games[0].deals[position - 1],
        names=NAMES,
        findings=findings_of_deal(rubber, 1, position),
        judgements=[FLAGGED] if position == FLAGGED.deal else [],
    )


def game_shown() -> GameShown:
    """The sample's game, whose deals lead nowhere but to the guide."""
    rubber = checked()
    page = rubber_page(
        rubber,
        public_id="guide",
        names=NAMES,
        places=places_of(rubber),
        findings=rubber.findings,
        judgements=[FLAGGED],
    )
    game = page.games[0]
    here = address("lists")
    return dataclasses.replace(game, deals=tuple(dataclasses.replace(deal, url=here) for deal in game.deals))


def findings() -> tuple[FindingNote, ...]:
    """One of each severity, from the worst."""
    order: tuple[Severity, ...] = ("error", "ruling", "warning", "note")
    found = {finding.severity: finding for finding in reversed(checked().findings)}
    return notes_of([found[severity] for severity in order], NAMES)


def waiting() -> Waiting:
    """A finding that waits for a ruling."""
    note = next(note for note in findings() if note.severity == "ruling")
    chooser = _("%(name)s chooses: the director asks him.") % {"name": NAMES[1]}
    return Waiting(0, note, chooser, address("records"))


def rulings() -> tuple[RulingShown, ...]:
    """A choice between two, and a law that leaves none."""
    record = checked().rubber
    asked = ((Place(0, 0, 14), Incident(43, "A", ("SQ",))), (Place(0, 2, 3), Incident(12, None, ("HK",))))
    return tuple(
        ruling_shown(
            ruling(record, place, incident),
            NAMES,
            dealer="A",
            url_of=lambda option: address("records") if option.remedy == "replay" else "",
        )
        for place, incident in asked
    )


def source() -> list[SourceLine]:
    """The record line by line; a deal's findings stand under its line."""
    rubber = checked()
    lines = []
    for text in EGN.splitlines():
        number = text.partition(".")[0]
        of_deal = findings_of_deal(rubber, 1, int(number)) if number.isdecimal() else []
        lines.append(SourceLine(text, notes_of(of_deal, NAMES)))
    return lines


def sides() -> tuple[Side, Side]:
    return (
        Side(name=NAMES[0], url=address("lists"), games=1, is_winner=False),
        Side(name=NAMES[1], url="", games=2, is_winner=True),
    )


def standings() -> list[StandingLine]:
    return [
        StandingLine(
            rank=rank,
            name=name,
            url=address("lists") if rank < 3 else "",
            rubbers=str(won),
            games=score_text(2 * won, 6 - 2 * won),
            points=str(won + 1),
            why=why,
        )
        for rank, (name, won, why) in enumerate(
            (
                ("Clay", 3, str(REASONS["rubbers_won"]) % {"own": 3, "other": 2}),
                ("Van-Tenac", 2, str(REASONS["points_difference"]) % {"own": "+4", "other": "+1"}),
                ("Wolfeschlegelsteinhausenbergerdorff", 2, ""),
            ),
            start=1,
        )
    ]


def rubber_lines() -> list[RubberLine]:
    """One line in each state of a record."""
    states: Sequence[tuple[str | Promise, str]] = [("", ""), *STATES.values()]
    return [
        RubberLine(
            url=address("lists"),
            a=NAMES[0],
            b=NAMES[1],
            score="0–2" if number % 2 else "2–1",
            winner="B" if number % 2 else "A",
            about=_("Round %(number)s") % {"number": number},
            state=state,
            state_look=look,
        )
        for number, (state, look) in enumerate(states, start=1)
    ]


def messages() -> list[Message]:
    """One of each level that pages send."""
    return [
        Message(levels.INFO, _("The import goes on by itself; this page can be left.")),
        Message(levels.SUCCESS, _("The rubber is stored.")),
        Message(levels.WARNING, _("The rubber is stored as a draft: there is something to settle.")),
        Message(levels.ERROR, _("Nothing was stored: somebody else has corrected this rubber meanwhile.")),
    ]


def long_list(page: int) -> Listing[int]:
    """A list of three pages, at ``page``."""
    shown = Paginator(range(30), 10).page(page)
    return Listing(shown, list(shown), "page")


def club() -> Club:
    """A club that is not stored."""
    return Club(name="Portland", slug="portland")


def club_lines() -> list[Line]:
    """A club, and one of a long name that shows to its members alone."""
    return [
        Line("#ledger", "Portland", _("12 rubbers")),
        Line("#ledger", "Wolfeschlegelsteinhausenbergerdorff", _("no rubber yet"), is_members_only=True),
    ]


def club_tabs() -> list[Tab]:
    """All the pages that a club can have, as its owner sees them."""
    return [Tab(address("letters"), page.text, page.key == "overview") for page in PAGES]


def crumbs() -> list[Crumb]:
    return [Crumb(address("letters"), "Portland"), Crumb(address("lists"), _("Autumn Cup"))]


def faces() -> tuple[Face, ...]:
    """Spades, seven to king, and the other suits' kings."""
    return FACES[:8] + FACES[15::8]


def address(part: str) -> str:
    """Where one of the guide's pages is."""
    return reverse("web:guide") if part == "letters" else reverse("web:guide_part", args=[part])
