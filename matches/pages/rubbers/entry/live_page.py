"""A rubber that is being played, for who scores it: how it stands, and what the last deal came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.pages.common import game_words as words
from matches.pages.common.call_words import mark_told
from matches.pages.common.findings import FindingNote, notes_of
from matches.pages.common.result_lines import score_text
from matches.pages.rubbers.deal_lines import how_it_went, marks_in_short
from matches.pages.rubbers.deal_page import tricks_of, vulnerable
from matches.pages.rubbers.page import deal_title
from matches.rubbers.build_record import Standing
from scoring.cards import Player, adversary, seat
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.record import Variant

DEALS_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class DealShown:
    title: str
    what: str
    marks: str
    score: str


@dataclass(frozen=True, slots=True)
class LastDeal:
    """``sentences`` say what the laws make of it, one a mark; ``notes`` what is found against it."""

    title: str
    what: str
    sentences: tuple[str, ...]
    notes: tuple[FindingNote, ...]


@dataclass(frozen=True, slots=True)
class GameOver:
    title: str
    points: tuple[str, str]


@dataclass(frozen=True, slots=True)
class LivePage:
    """``turn`` says whose deal it is; ``decided`` who has won game or rubber, and is empty while neither is."""

    games: tuple[GameOver, ...]
    deals: tuple[DealShown, ...]
    last: LastDeal | None
    heading: str
    turn: str
    stake: str
    decided: str
    is_over: bool


def live_page(checked: CheckedRubber, now: Standing, names: tuple[str, str]) -> LivePage:
    """``checked`` is the record so far, ``now`` where it stands."""
    played = [(game, deal) for game in checked.games for deal in game.deals]
    last = played[-1] if played else None
    present = checked.games[-1].deals if checked.games else ()
    return LivePage(
        games=tuple(_game(game) for game in checked.games),
        deals=tuple(deal_shown(deal, names) for deal in present[-DEALS_SHOWN:]),
        last=None if last is None else _last(checked, *last, names),
        heading=deal_title(now.game, now.deal),
        turn=_turn(now.dealer, names),
        stake=_stake(now.dealer, names, checked.rubber.rules.variant),
        decided=_decided(checked, now, names),
        is_over=now.winner is not None,
    )


def _game(game: CheckedGame) -> GameOver:
    a, b = ("—", "—") if game.points is None else map(str, game.points)
    return GameOver(_("Game %(number)s") % {"number": game.number}, (a, b))


def deal_shown(deal: CheckedDeal, names: tuple[str, str]) -> DealShown:
    return DealShown(
        title=_("Deal %(number)s") % {"number": deal.number},
        what=how_it_went(deal, names),
        marks=marks_in_short(deal, names),
        score="" if deal.score is None else score_text(*deal.score),
    )


def _last(checked: CheckedRubber, game: CheckedGame, deal: CheckedDeal, names: tuple[str, str]) -> LastDeal:
    found = [each for each in checked.findings if (each.game, each.deal) == (game.number, deal.number)]
    sentences = [_mark_sentence(deal, place, names) for place in range(len(deal.marks))]
    if said := vulnerable(deal, names):
        sentences.append(said)
    if deal.score is not None and not deal.void:
        sentences.append(words.score_now(names, deal.score))
    return LastDeal(
        title=deal_title(game.number, deal.number),
        what=how_it_went(deal, names),
        sentences=tuple(sentences),
        notes=notes_of(found, names),
    )


def _mark_sentence(deal: CheckedDeal, place: int, names: tuple[str, str]) -> str:
    mark = deal.marks[place]
    return _("%(name)s marks %(points)s: %(what)s (law %(law)s).") % {
        "name": names[seat(mark.player)],
        "points": words.number_word(mark.points),
        "what": mark_told(deal.course, mark, tricks=tricks_of(deal, mark.player)),
        "law": mark.law,
    }


def _turn(dealer: Player | None, names: tuple[str, str]) -> str:
    if dealer is None:
        return _("Say who deals: the cut decides it.")
    return _("%(dealer)s deals, and %(elder)s is the elder hand.") % {
        "dealer": names[seat(dealer)],
        "elder": names[seat(adversary(dealer))],
    }


def _stake(dealer: Player | None, names: tuple[str, str], variant: Variant) -> str:
    """Against whom the point will count two, and for what (law 49)."""
    if variant == "triomphe":
        return _(
            "The point counts one, the vole two. A player who refuses the point that was offered wins all five tricks,"
            " or two go to the other side (law 49)."
        )
    if dealer is None:
        return _(
            "The point counts two against an elder hand that plays at once, and against a dealer who refuses the"
            " first proposal (law 49)."
        )
    return _(
        "The point counts two against %(elder)s who plays at once, and against %(dealer)s who refuses the first"
        " proposal (law 49)."
    ) % {"elder": names[seat(adversary(dealer))], "dealer": names[seat(dealer)]}


def _decided(checked: CheckedRubber, now: Standing, names: tuple[str, str]) -> str:
    if now.winner is not None:
        return _("%(name)s wins the rubber, %(score)s.") % {
            "name": names[seat(now.winner)],
            "score": score_text(*now.games_won),
        }
    if not now.is_between_games or not checked.games:
        return ""
    game = checked.games[-1]
    if game.winner is None or game.points is None:
        return ""
    return _("%(name)s wins game %(number)s, %(score)s.") % {
        "name": names[seat(game.winner)],
        "number": game.number,
        "score": score_text(*game.points),
    }
