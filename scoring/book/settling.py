"""List the choices that settle an irregularity in a deal that is still being recorded.

Each choice is a list of tokens to append to the deal, so that play can go on before the record is stored.
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
    """One choice that settles one finding of a deal.

    The finding disappears if ``tokens`` are appended to the deal, and no new finding then prevents confirming
    the record. ``chooser`` is the player who may choose, or None if the laws leave no choice or the player is
    unknown.
    """

    finding: Finding
    incident: Incident
    option: Option
    chooser: Player | None
    tokens: str


def settlings(deal: Deal, *, code: Code = "English", variant: Variant = "ecarte") -> tuple[Settling, ...]:
    """Return every choice that settles a finding of ``deal``, in the order of the findings.

    Only choices that can be appended after the last item of the deal are returned. A remedy that also names
    cards, such as cards drawn from a hand, is omitted: only the director's rulings offer it.
    """
    record = _build_record(deal, code, variant)
    checked = check_rubber(record)
    end = Place(0, 0, FIRST_ITEM_TOKEN + len(deal.items))
    choices = []
    for finding, incident in _find_incidents(checked, end):
        ruled = ruling(record, end, incident)
        for option in ruled.options:
            settled = replace(incident, remedy=option.remedy)
            added: tuple[Item, ...] = (settled, VoidDeal()) if option.ends_deal else (settled,)
            if option.needs is None and _is_accepted(checked, deal, added):
                tokens = f"{write_incident(settled)} {VOID}" if option.ends_deal else write_incident(settled)
                choices.append(Settling(finding, settled, option, ruled.chooser, tokens))
    return tuple(choices)


def _build_record(deal: Deal, code: Code, variant: Variant) -> Rubber:
    tags = [("EGN", "1"), ("A", "A"), ("B", "B"), ("Code", code), ("Variant", VARIANT_TAGS[variant])]
    return Rubber(tuple(tags), (Game(1, deals=(replace(deal, number=1),)),), Ending(None))


def _find_incidents(checked: CheckedRubber, end: Place) -> Iterator[tuple[Finding, Incident]]:
    for each in pending(checked):
        if each.place == end:
            yield checked.findings[each.finding], each.incident
    tricks = checked.games[0].deals[0].course.tricks
    for finding in checked.findings:
        if finding.code == "L40" and finding.trick and tricks[finding.trick - 1].reply_token is not None:
            yield finding, _build_standing_lead(finding)


def _build_standing_lead(finding: Finding) -> Incident:
    """Return the incident of a lead out of turn that the opponent played to, and that therefore stands (law 40).

    Before the opponent plays to it, the lead can only be taken back.
    """
    player: Player = "A" if finding.params["player"] == "A" else "B"
    return Incident(40, player, (str(finding.params["card"]), "after"))


def _is_accepted(checked: CheckedRubber, deal: Deal, added: tuple[Item, ...]) -> bool:
    """Return whether the deal with ``added`` after it has no new finding that blocks confirming the record."""
    rules = checked.rubber.rules
    following = check_rubber(
        _build_record(replace(deal, items=(*deal.items, *added)), rules.code, rules.variant)
    )
    return not any(new.blocks_confirming for new in new_findings(checked.findings, following.findings))
