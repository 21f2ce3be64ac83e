"""What settles an irregularity of a deal that is still being written: tokens to go behind what is written so far.

The record asks for a ruling where it shows an irregularity; here the choices that the laws allow are made tokens, so
that a deal goes on at the table without being recorded first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from scoring.book.pending import pending
from scoring.book.preview import ruling
from scoring.book.shapes import Option, Place
from scoring.cards import Player
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.findings import Finding, new_findings
from scoring.notation.incidents import write_incident
from scoring.notation.tokens import VOID
from scoring.record import (
    FIRST_ITEM_TOKEN,
    VARIANT_TAGS,
    Code,
    Deal,
    Ending,
    Game,
    Incident,
    Item,
    Rubber,
    Variant,
    VoidDeal,
)


class Settling(NamedTuple):
    """One choice on one finding. ``tokens`` go behind the deal; the finding is gone, and none that blocks is new.

    ``chooser`` is None where the laws leave no choice, or where it is not known whose it is.
    """

    finding: Finding
    incident: Incident
    option: Option
    chooser: Player | None
    tokens: str


def settlings(deal: Deal, *, code: Code = "English", variant: Variant = "ecarte") -> tuple[Settling, ...]:
    """Every choice on every finding of ``deal`` that can be made behind its last item, in the order of the findings.

    Choices that name cards besides, as which are drawn from a hand, are left to the director's rulings.
    """
    record = _alone(deal, code, variant)
    checked = check_rubber(record)
    end = Place(0, 0, FIRST_ITEM_TOKEN + len(deal.items))
    found = []
    for finding, incident in _incidents_at(checked, end):
        ruled = ruling(record, end, incident)
        for option in ruled.options:
            made = replace(incident, remedy=option.remedy)
            added: tuple[Item, ...] = (made, VoidDeal()) if option.ends_deal else (made,)
            if option.needs is None and _fits(checked, deal, added):
                tokens = f"{write_incident(made)} {VOID}" if option.ends_deal else write_incident(made)
                found.append(Settling(finding, made, option, ruled.chooser, tokens))
    return tuple(found)


def _alone(deal: Deal, code: Code, variant: Variant) -> Rubber:
    tags = [("EGN", "1"), ("A", "A"), ("B", "B"), ("Code", code), ("Variant", VARIANT_TAGS[variant])]
    return Rubber(tuple(tags), (Game(1, deals=(replace(deal, number=1),)),), Ending(None))


def _incidents_at(checked: CheckedRubber, end: Place) -> Iterator[tuple[Finding, Incident]]:
    for each in pending(checked):
        if each.place == end:
            yield checked.findings[each.finding], each.incident
    tricks = checked.games[0].deals[0].course.tricks
    for finding in checked.findings:
        if finding.code == "L40" and finding.trick and tricks[finding.trick - 1].reply_token is not None:
            yield finding, _lead_that_stands(finding)


def _lead_that_stands(finding: Finding) -> Incident:
    """A lead out of turn that was played to stands (law 40); before that it is only taken back."""
    player: Player = "A" if finding.params["player"] == "A" else "B"
    return Incident(40, player, (str(finding.params["card"]), "after"))


def _fits(checked: CheckedRubber, deal: Deal, added: tuple[Item, ...]) -> bool:
    """Whether the laws have nothing new against the deal with ``added`` behind it."""
    rules = checked.rubber.rules
    then = check_rubber(_alone(replace(deal, items=(*deal.items, *added)), rules.code, rules.variant))
    return not any(new.blocks_confirming for new in new_findings(checked.findings, then.findings))
