"""A rubber with its games, scores deal by deal, and what there is to settle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.localized_numbers import hundredths
from matches.pages.common import game_words as words
from matches.pages.common.card_faces import face_of
from matches.pages.common.crumbs import Crumb
from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.limits import OPENING_SHOWN, first_rows, shortened
from matches.pages.common.result_lines import score_text
from matches.pages.laws.incident_words import incident
from matches.pages.reviews.judgements import Judgement
from matches.pages.rubbers.chance_chart import Chart, ChartDeal, chart
from matches.pages.rubbers.deal_lines import DealLine, Place, deal_line
from matches.pages.rubbers.odds import odds_text
from scoring.cards import seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.findings import Finding
from scoring.laws.cutting import dealer_by_cut
from scoring.marks import GAME_POINTS
from scoring.record import Incident, Variant

Moments: TypeAlias = Sequence[Mapping[str, Any]]
"""Of one deal, as reviews store them (``worker.review.decision.Moment``)."""
Placed = TypeVar("Placed", Finding, Judgement)


@dataclass(frozen=True, slots=True)
class GameShown:
    """``opening`` tells the cut and what was irregular before the first deal, a sentence each. ``chart``: None where
    no deal shown was reviewed.
    """

    number: int
    title: str
    summary: str
    opening: tuple[str, ...]
    deals: tuple[DealLine, ...]
    chart: Chart | None


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
    moments: Mapping[Place, Moments] | None = None,
) -> RubberPage:
    """Only the deals at ``places`` and only ``findings``, one page of each.

    ``public_id`` is for the deals' addresses; ``names`` are A's and B's; ``judgements`` the labelled ones; ``moments``
    those of each deal that was reviewed, as far as the viewer may read them.
    ``left_out`` counts the remarks, and the sentences before a first deal, that are more than a page shows.
    """
    found = _by_place(checked.findings)
    flagged = _by_place(judgements)
    variant = checked.rubber.rules.variant
    games: list[GameShown] = []
    left_out = 0
    for position, shown in groupby(places, key=itemgetter(0)):
        game = checked.games[position - 1]
        numbers = [number for _position, number in shown]
        opening, more = _opening(game, names, variant) if numbers[0] <= 1 else ((), 0)
        left_out += more
        lines = tuple(
            deal_line(
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
        reviewed = [(moments or {}).get((position, number), ()) for number in numbers if number]
        drawn = [
            chart_deal(game.deals[number - 1], (position, number), public_id=public_id, moments=found)
            for number, found in zip(filter(None, numbers), reviewed, strict=True)
        ]
        games.append(
            GameShown(
                number=position,
                title=_("Game %(number)s") % {"number": position},
                summary=_summary(game, checked, names),
                opening=opening,
                deals=lines,
                chart=chart(names[0], drawn, reviewed),
            )
        )
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


def chart_deal(deal: CheckedDeal, place: Place, *, public_id: str, moments: Moments) -> ChartDeal:
    """The deal as a chart's table shows it; ``moments`` are its own."""
    before = deal.before
    return ChartDeal(
        number=place[1],
        url=reverse("web:deal", args=[public_id, *place]),
        score="" if before is None else score_text(*before),
        odds="" if before is None or max(before) >= GAME_POINTS else odds_text(before),
        before=hundredths(moments[0]["chance"]) if moments else "",
        after=hundredths(moments[-1]["chance"]) if moments else "",
    )


def _summary(game: CheckedGame, checked: CheckedRubber, names: tuple[str, str]) -> str:
    score = "" if game.points is None else score_text(*game.points)
    if game.winner is None:
        return _("%(score)s, not decided") % {"score": score} if score else _("not decided")
    said = _("%(name)s wins") % {"name": names[seat(game.winner)]}
    if checked.rubber.rules.reckoning == "treble" and game.value:
        said = f"{said}, {words.game_value(game.value)}"
    return f"{said}, {score}" if score else said


def _opening(game: CheckedGame, names: tuple[str, str], variant: Variant) -> tuple[tuple[str, ...], int]:
    """The sentences, and how many more there would be."""
    sentences: list[str] = []
    winner = dealer_by_cut(game.game, variant)
    name = "" if winner is None else names[seat(winner)]
    for item in game.game.opening:
        if isinstance(item, Incident):
            sentences.append(shortened(incident(item, names)))
            continue
        sentences += [words.cut(names, face_of(first), face_of(second)) for first, second in item.pairs]
        sentences += [shortened(words.chosen(name, kind, word)) for kind, word in item.chosen if name]
    shown, left_out = first_rows(sentences, OPENING_SHOWN)
    return tuple(shown), left_out


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
    if rules.variant == "triomphe":
        facts.insert(0, _("La Triomphe"))
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
