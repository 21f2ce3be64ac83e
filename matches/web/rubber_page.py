"""A rubber with its games, scores deal by deal, and what there is to settle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias, TypeVar

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.web import words
from matches.web.crumbs import Crumb
from matches.web.deal_page import tricks_of
from matches.web.extent import OPENING_SHOWN, ROWS_SHOWN, first_rows, joined, shortened
from matches.web.faces import face_of
from matches.web.findings import FindingNote, note_of
from matches.web.incident_words import incident
from matches.web.judgements import Judgement
from matches.web.results import score_text
from scoring.cards import Card, Player, seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.findings import Finding
from scoring.record import Cut, Incident

Place: TypeAlias = tuple[int, int]
"""Game and deal, positions from 1."""
Placed = TypeVar("Placed", Finding, Judgement)


@dataclass(frozen=True, slots=True)
class DealTag:
    """A word beside a deal that is worth opening: a finding's severity, a flagged card, a remark."""

    text: str | Promise
    look: str = ""


@dataclass(frozen=True, slots=True)
class DealLine:
    url: str
    title: str
    what: str
    marks: str
    score: str
    tags: tuple[DealTag, ...]


@dataclass(frozen=True, slots=True)
class GameShown:
    """``opening`` tells the cut and what was irregular before the first deal, a sentence each."""

    number: int
    title: str
    summary: str
    opening: tuple[str, ...]
    deals: tuple[DealLine, ...]


@dataclass(frozen=True, slots=True)
class RubberPage:
    games: tuple[GameShown, ...]
    findings: tuple[FindingNote, ...]
    remarks: tuple[str, ...]
    facts: tuple[str, ...]
    left_out: int


def places_of(checked: CheckedRubber) -> list[Place]:
    """Every deal in order; a game without any stands for itself, as deal 0."""
    return [
        (position, deal)
        for position, game in enumerate(checked.games, start=1)
        for deal in (range(1, len(game.deals) + 1) if game.deals else (0,))
    ]


def rubber_page(
    checked: CheckedRubber,
    *,
    public_id: str,
    names: tuple[str, str],
    places: Iterable[Place],
    findings: Iterable[Finding],
    judgements: Sequence[Judgement] = (),
) -> RubberPage:
    """Only the deals at ``places`` and only ``findings``, one page of each.

    ``public_id`` is for the deals' addresses; ``names`` are A's and B's; ``judgements`` the flagged ones.
    ``left_out`` counts the remarks, and the sentences before a first deal, that are more than a page shows.
    """
    found = _by_place(checked.findings)
    flagged = _by_place(judgements)
    games: list[GameShown] = []
    left_out = 0
    for position, shown in groupby(places, key=itemgetter(0)):
        game = checked.games[position - 1]
        numbers = [number for _position, number in shown]
        opening, more = _opening(game, names) if numbers[0] <= 1 else ((), 0)
        left_out += more
        lines = tuple(
            _deal_line(
                game.deals[number - 1],
                (position, number),
                public_id=public_id,
                names=names,
                found=found.get((position, number), ()),
                flagged=len(flagged.get((position, number), ())),
            )
            for number in numbers
            if number
        )
        games.append(_game_shown(game, position, checked, names=names, opening=opening, lines=lines))
    remarks, more = first_rows(_remarks(checked))
    return RubberPage(
        games=tuple(games),
        findings=tuple(note_of(finding, names, place=finding_place(finding)) for finding in findings),
        remarks=tuple(shortened(remark) for remark in remarks),
        facts=_rules(checked),
        left_out=left_out + more,
    )


def deal_title(game: int, deal: int) -> str:
    return _("Game %(game)s, deal %(deal)s") % {"game": game, "deal": deal}


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The deals before and after one, whatever game they are in; None at the ends of the rubber."""

    previous: Crumb | None
    next: Crumb | None


def neighbouring_deals(checked: CheckedRubber, game: int, deal: int, *, public_id: str) -> Neighbours:
    """``game`` and ``deal`` are the positions, from 1, of a deal of the record."""
    places = [place for place in places_of(checked) if place[1]]
    here = places.index((game, deal))
    around = [
        Crumb(reverse("web:deal", args=[public_id, *places[index]]), deal_title(*places[index]))
        if 0 <= index < len(places)
        else None
        for index in (here - 1, here + 1)
    ]
    return Neighbours(around[0], around[1])


def findings_of_deal(checked: CheckedRubber, game: int, deal: int) -> list[Finding]:
    return [finding for finding in checked.findings if (finding.game, finding.deal) == (game, deal)]


def _by_place(rows: Iterable[Placed]) -> dict[tuple[int | None, int | None], list[Placed]]:
    grouped: dict[tuple[int | None, int | None], list[Placed]] = {}
    for row in rows:
        grouped.setdefault((row.game, row.deal), []).append(row)
    return grouped


def _deal_line(
    deal: CheckedDeal,
    place: Place,
    *,
    public_id: str,
    names: tuple[str, str],
    found: Sequence[Finding],
    flagged: int,
) -> DealLine:
    return DealLine(
        url=reverse("web:deal", args=[public_id, *place]),
        title=_("Deal %(number)s") % {"number": place[1]},
        what=how_it_went(deal, names),
        marks=marks_in_short(deal, names),
        score="" if deal.score is None else score_text(*deal.score),
        tags=_tags(deal, found, flagged),
    )


def _game_shown(
    game: CheckedGame,
    position: int,
    checked: CheckedRubber,
    *,
    names: tuple[str, str],
    opening: tuple[str, ...],
    lines: tuple[DealLine, ...],
) -> GameShown:
    return GameShown(
        number=position,
        title=_("Game %(number)s") % {"number": position},
        summary=_summary(game, checked, names),
        opening=opening,
        deals=lines,
    )


def _summary(game: CheckedGame, checked: CheckedRubber, names: tuple[str, str]) -> str:
    score = "" if game.points is None else score_text(*game.points)
    if game.winner is None:
        return _("%(score)s, not decided") % {"score": score} if score else _("not decided")
    said = _("%(name)s wins") % {"name": names[seat(game.winner)]}
    if checked.rubber.rules.reckoning == "treble" and game.value:
        said = f"{said}, {words.game_value(game.value)}"
    return f"{said}, {score}" if score else said


def how_it_went(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """Who dealt, what was called, who took how many tricks: for one cell of a table."""
    dealer = _("%(name)s deals") % {"name": names[seat(deal.dealer)]}
    if deal.void:
        return _("%(dealer)s; the deal does not count") % {"dealer": dealer}
    parts = [dealer, words.calls_in_short(shortened(deal.course.letters, ROWS_SHOWN)), _tricks(deal, names)]
    return " · ".join(part for part in parts if part)


def _tricks(deal: CheckedDeal, names: tuple[str, str]) -> str:
    if deal.tricks is None:
        return ""
    winner = 0 if deal.tricks[0] > deal.tricks[1] else 1
    return _("%(name)s takes %(number)s") % {
        "name": names[winner],
        "number": words.number_word(deal.tricks[winner]),
    }


def marks_in_short(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """``Walker: king 1, vole 2``."""
    told: dict[Player, list[str]] = {}
    for mark in deal.marks:
        said = words.mark_in_short(mark, tricks=tricks_of(deal, mark.player))
        told.setdefault(mark.player, []).append(said)
    return "; ".join(
        _("%(name)s: %(marks)s") % {"name": names[seat(player)], "marks": joined(made, ", ")}
        for player, made in told.items()
    )


def _tags(deal: CheckedDeal, found: Sequence[Finding], flagged: int) -> tuple[DealTag, ...]:
    severities = dict.fromkeys(finding.severity for finding in found)
    looks = {"error": "bad", "ruling": "bad", "warning": "warn", "note": ""}
    tags = [DealTag(words.SEVERITIES[severity], looks[severity]) for severity in severities]
    if deal.course.incidents:
        tags.append(DealTag(_("Irregularity"), "warn"))
    if flagged:
        counted = ngettext("%(count)s flagged", "%(count)s flagged", flagged) % {"count": flagged}
        tags.append(DealTag(counted, "bad"))
    if deal.deal.comments:
        tags.append(DealTag(_("Remark")))
    return tuple(tags)


def _opening(game: CheckedGame, names: tuple[str, str]) -> tuple[tuple[str, ...], int]:
    """The sentences, and how many more there would be."""
    items: list[tuple[Card, Card] | Incident] = []
    for item in game.game.opening:
        if isinstance(item, Cut):
            items.extend(item.pairs)
        else:
            items.append(item)
    shown, left_out = first_rows(items, OPENING_SHOWN)
    return tuple(_opening_sentence(item, names) for item in shown), left_out


def _opening_sentence(item: tuple[Card, Card] | Incident, names: tuple[str, str]) -> str:
    if isinstance(item, Incident):
        return shortened(incident(item, names))
    first, second = item
    return words.cut(names, face_of(first), face_of(second))


def finding_place(finding: Finding) -> str:
    if finding.game is None:
        return ""
    if finding.deal is None:
        return _("Game %(number)s") % {"number": finding.game}
    return deal_title(finding.game, finding.deal)


def _remarks(checked: CheckedRubber) -> list[str]:
    """Comments that hang on no deal: those of the tags, of the games' headings and ends, of the ending."""
    rubber = checked.rubber
    remarks = list(rubber.comments)
    for game in rubber.games:
        remarks += [comment.text for comment in game.comments]
        remarks += game.final_comments
    if rubber.ending is not None:
        remarks += rubber.ending.comments
    return remarks


def _rules(checked: CheckedRubber) -> tuple[str, ...]:
    """What was agreed beforehand, as far as it is worth saying."""
    rules = checked.rubber.rules
    facts = [
        _("a single game")
        if rules.best_of == 1
        else _("best of %(games)s games") % {"games": words.number_word(rules.best_of)}
    ]
    if rules.reckoning == "treble":
        facts.append(_("singles, doubles and trebles"))
    if rules.rubber_bonus:
        facts.append(
            ngettext(
                "%(points)s point for the rubber", "%(points)s points for the rubber", rules.rubber_bonus
            )
            % {"points": rules.rubber_bonus}
        )
    if rules.cut == "game":
        facts.append(_("a fresh cut for each game"))
    if rules.code == "French":
        facts.append(_("French code"))
    return tuple(facts)
