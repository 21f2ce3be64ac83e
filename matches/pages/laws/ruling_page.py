"""A ruling in words: the law, who chooses, and what each choice comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.pages.common import scoring_words
from matches.pages.common.remedy_words import remedy_name
from matches.pages.common.result_lines import score_text
from matches.pages.laws.incident_words import deed
from matches.pages.laws.law_page import LawLine, law_line
from scoring.book.shapes import Option, Ruling, ScoreAfter
from scoring.cards import Player, seat
from scoring.laws.index import law
from scoring.record import Pair


@dataclass(frozen=True, slots=True)
class OptionShown:
    """``outcomes`` are (who wins what, the score then); ``url`` leads on, and is empty where nothing is written."""

    remedy: str
    name: str
    sentences: tuple[str, ...]
    score: str
    outcomes: tuple[tuple[str, str], ...]
    url: str


@dataclass(frozen=True, slots=True)
class RulingShown:
    """``chooser`` says who chooses; empty where the law leaves no choice."""

    law: LawLine
    happened: str
    chooser: str
    sides: tuple[str, str]
    score: str
    options: tuple[OptionShown, ...]


def ruling_shown(
    ruling: Ruling,
    names: tuple[str, str],
    *,
    dealer: Player | None,
    url_of: Callable[[Option], str] = lambda option: "",
) -> RulingShown:
    return RulingShown(
        law=law_line(law(ruling.law)),
        happened=str(capfirst(deed(ruling.incident, names, dealer))),
        chooser=_chooser(ruling, names),
        sides=names,
        score="" if ruling.score is None else score_text(*ruling.score),
        options=tuple(_option(option, names, url_of(option)) for option in ruling.options),
    )


def _chooser(ruling: Ruling, names: tuple[str, str]) -> str:
    if ruling.is_forced:
        return ""
    if ruling.chooser is None:
        return _("The adversary chooses: the director asks him.")
    return str(
        capfirst(_("%(name)s chooses: the director asks him.") % {"name": names[seat(ruling.chooser)]})
    )


def _option(option: Option, names: tuple[str, str], url: str) -> OptionShown:
    sentences = [scoring_words.effect(effect) for effect in option.effects]
    if option.next_dealer is not None:
        sentences.append(str(capfirst(_("%(name)s deals next.") % {"name": names[seat(option.next_dealer)]})))
    return OptionShown(
        remedy=option.remedy,
        name=remedy_name(option.remedy),
        sentences=tuple(sentences),
        score="" if option.score is None or option.outcomes else score_text(*option.score),
        outcomes=tuple(_outcome(each, names) for each in option.outcomes if each.scores),
        url=url,
    )


def _outcome(after: ScoreAfter, names: tuple[str, str]) -> tuple[str, str]:
    name = names[seat(after.player)]
    won = _("%(name)s wins the vole") if after.is_vole else _("%(name)s wins the point")
    return str(capfirst(won % {"name": name})), _scores(after.scores)


def _scores(scores: tuple[Pair, ...]) -> str:
    """One score, or two where it is open whether the point counts two."""
    told = [score_text(*score) for score in scores]
    return (
        told[0] if len(told) == 1 else _("%(one)s, or %(two)s by law 49") % {"one": told[0], "two": told[1]}
    )
