"""The page of a rubber: its games, the score after each deal, and the findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.pages.common import game_words
from matches.pages.common.card_faces import face_of
from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.incident_words import incident
from matches.pages.common.listing import OPENING_SHOWN, first_rows, shorten
from matches.pages.common.navigation import Crumb
from matches.pages.common.results import score_text
from matches.pages.reviews.judgements import Judgement, flag
from matches.pages.rubbers.deal_lines import DealLine, Place
from matches.pages.rubbers.deal_rows import Badge, DealRow, badge_of, costliest
from matches.pages.rubbers.rubber_chart import RubberChart, rubber_chart
from scoring.cards import seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.findings import Finding
from scoring.laws.cutting import dealer_by_cut
from scoring.record import Incident


@dataclass(frozen=True, slots=True)
class GameSection:
    """A game on the page of a rubber, with the deals that the page lists.

    ``opening`` has a sentence for each cut and each irregularity before the first deal, if that is listed;
    ``left_out`` is the number of sentences beyond the limit.
    """

    number: int
    summary: str
    opening: tuple[str, ...]
    left_out: int
    deals: tuple[DealRow, ...]


@dataclass(frozen=True, slots=True)
class WorstDecision:
    """The costliest decision. ``text`` says where it was made, by whom, and what was better."""

    badge: Badge
    text: str


@dataclass(frozen=True)
class RubberPage:
    """The page of a rubber, with the deals at ``places`` and the findings in ``listed`` only.

    ``judgements`` are the decisions labelled as mistakes that the viewer may see.
    """

    checked: CheckedRubber
    public_id: str
    names: tuple[str, str]
    places: Iterable[Place]
    listed: Iterable[Finding]
    judgements: Sequence[Judgement] = ()

    @cached_property
    def games(self) -> list[GameSection]:
        by_game = groupby(self.places, key=itemgetter(0))
        return [self._section(game, [deal for _game, deal in places]) for game, places in by_game]

    @property
    def has_deals(self) -> bool:
        return any(game.deals for game in self.games)

    @cached_property
    def chart(self) -> RubberChart | None:
        return rubber_chart(
            self.checked,
            list(self.places),
            public_id=self.public_id,
            names=self.names,
            mistakes=self._judgements_by_place,
        )

    @cached_property
    def worst(self) -> WorstDecision | None:
        """The costliest decision that the viewer may see, None without any."""
        if not self.judgements:
            return None
        judgement = costliest(self.judgements)
        url = reverse("web:deal", args=[self.public_id, judgement.game, judgement.deal])
        values = {
            "game": judgement.game,
            "deal": judgement.deal,
            "name": self.names[seat(judgement.player)],
            "what": flag(judgement, self.names).sentence,
        }
        text = _("Game %(game)s, deal %(deal)s, %(name)s: %(what)s") % values
        return WorstDecision(badge_of(judgement, 1, url), text)

    @cached_property
    def findings(self) -> tuple[FindingNote, ...]:
        return tuple(note_of(each, self.names, place=finding_place(each)) for each in self.listed)

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(shorten(remark) for remark in first_rows(_remarks(self.checked))[0])

    @property
    def facts(self) -> tuple[str, ...]:
        return tuple(_rules(self.checked))

    @property
    def left_out(self) -> int:
        """The number of remarks, and of sentences on a game's opening, that the page does not show."""
        return sum(game.left_out for game in self.games) + first_rows(_remarks(self.checked))[1]

    def _section(self, position: int, numbers: Sequence[int]) -> GameSection:
        """Return the game at ``position`` with the deals of these numbers; 0 stands for a game without deals."""
        game = self.checked.games[position - 1]
        sentences = self._opening(position) if numbers[0] <= 1 else []
        opening, left_out = first_rows(sentences, OPENING_SHOWN)
        deals = {(position, number): game.deals[number - 1] for number in numbers if number}
        return GameSection(
            number=position,
            summary=_summary(game, self.checked, self.names),
            opening=tuple(opening),
            left_out=left_out,
            deals=tuple(self._row(deal, place) for place, deal in deals.items()),
        )

    def _row(self, deal: CheckedDeal, place: Place) -> DealRow:
        line = DealLine(
            deal,
            number=place[1],
            names=self.names,
            url=reverse("web:deal", args=[self.public_id, *place]),
            findings=self._findings_by_place.get(place, ()),
        )
        return DealRow(line, mistakes=self._judgements_by_place.get(place, ()))

    @cached_property
    def _findings_by_place(self) -> Mapping[tuple[int | None, int | None], Sequence[Finding]]:
        by_place: dict[tuple[int | None, int | None], list[Finding]] = {}
        for finding in self.checked.findings:
            by_place.setdefault((finding.game, finding.deal), []).append(finding)
        return by_place

    @cached_property
    def _judgements_by_place(self) -> Mapping[Place, Sequence[Judgement]]:
        by_place: dict[Place, list[Judgement]] = {}
        for judgement in self.judgements:
            by_place.setdefault((judgement.game, judgement.deal), []).append(judgement)
        return by_place

    def _opening(self, position: int) -> list[str]:
        """Return the sentences on what came before the first deal of a game."""
        game = self.checked.games[position - 1].game
        winner = dealer_by_cut(game, self.checked.rubber.rules.variant)
        name = "" if winner is None else self.names[seat(winner)]
        sentences: list[str] = []
        for item in game.opening:
            if isinstance(item, Incident):
                sentences.append(shorten(incident(item, self.names)))
                continue
            pairs = ((face_of(first), face_of(second)) for first, second in item.pairs)
            sentences += [game_words.cut(self.names, *pair) for pair in pairs]
            sentences += [
                shorten(game_words.cut_choice(name, kind, word)) for kind, word in item.chosen if name
            ]
        return sentences


def places_of(checked: CheckedRubber) -> list[Place]:
    """Return (game, deal) for every deal of a rubber, from 1; a game without deals is listed as deal 0."""
    return [
        (position, deal)
        for position, game in enumerate(checked.games, start=1)
        for deal in (range(1, len(game.deals) + 1) if game.deals else (0,))
    ]


def deal_title(game: int, deal: int) -> str:
    return _("Game %(game)s, deal %(deal)s") % {"game": game, "deal": deal}


class Neighbours(NamedTuple):
    """Links to the deal before and the deal after, in any game; None at the start or end of the rubber."""

    previous: Crumb | None
    next: Crumb | None


def neighbouring_deals(checked: CheckedRubber, game: int, deal: int, *, public_id: str) -> Neighbours:
    places = [place for place in places_of(checked) if place[1]]
    here = places.index((game, deal))
    links = (
        Crumb(reverse("web:deal", args=[public_id, *places[index]]), deal_title(*places[index]))
        if 0 <= index < len(places)
        else None
        for index in (here - 1, here + 1)
    )
    return Neighbours(*links)


def findings_of_deal(checked: CheckedRubber, game: int, deal: int) -> list[Finding]:
    return [finding for finding in checked.findings if (finding.game, finding.deal) == (game, deal)]


def _summary(game: CheckedGame, checked: CheckedRubber, names: tuple[str, str]) -> str:
    score = "" if game.points is None else score_text(*game.points)
    if game.winner is None:
        return _("%(score)s, not decided") % {"score": score} if score else _("not decided")
    result = _("%(name)s wins") % {"name": names[seat(game.winner)]}
    if game.points is not None:
        score = score_text(max(game.points), min(game.points))
        result = _("%(name)s wins %(score)s") % {"name": names[seat(game.winner)], "score": score}
    if checked.rubber.rules.reckoning == "treble" and game.value:
        return f"{result}, {game_words.game_value(game.value)}"
    return result


def finding_place(finding: Finding) -> str:
    if finding.game is None:
        return ""
    if finding.deal is None:
        return _("Game %(number)s") % {"number": finding.game}
    return deal_title(finding.game, finding.deal)


def _remarks(checked: CheckedRubber) -> list[str]:
    """Return the comments that belong to no deal: on tags, on the games' headings and ends, on the ending."""
    rubber = checked.rubber
    remarks = list(rubber.comments)
    for game in rubber.games:
        remarks += [comment.text for comment in game.comments]
        remarks += game.final_comments
    if rubber.ending is not None:
        remarks += rubber.ending.comments
    return remarks


def _rules(checked: CheckedRubber) -> Iterator[str]:
    """Yield the rules that were agreed, as far as they are worth mentioning."""
    rules = checked.rubber.rules
    if rules.variant == "triomphe":
        yield _("La Triomphe")
    if rules.best_of == 1:
        yield _("a single game")
    else:
        yield _("best of %(games)s games") % {"games": game_words.number_word(rules.best_of)}
    if rules.reckoning == "treble":
        yield _("singles, doubles and trebles")
    if bonus := rules.rubber_bonus:
        text = ngettext("%(points)s point for the rubber", "%(points)s points for the rubber", bonus)
        yield text % {"points": bonus}
    if rules.cut == "game":
        yield _("a fresh cut for each game")
    if rules.code == "French":
        yield _("French code")
