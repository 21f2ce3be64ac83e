"""The scorer's figures brought in line with the laws after a ruling: scores, final points, games won."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.book.places import up_to, with_deal, with_game
from scoring.book.shapes import Place
from scoring.check import check_rubber
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.marks import add_marks, capped
from scoring.notation.tags import sort_tags
from scoring.record import FIRST_ITEM_TOKEN, Comment, Deal, Ending, Incident, Outcome, Pair, Rubber, Score

_ON_SCORE: Final = frozenset({50, 51})


def with_due_figures(before: Rubber, ruled: Rubber, place: Place) -> Rubber:
    """``ruled`` with its figures as the laws give them from the deal of ``place`` on.

    A figure is put right where it agreed with the laws ``before`` the ruling. One that differed says something of its
    own: it stays, with all behind it, unless it is what the ruling puts right, and so does one that the laws don't
    determine by themselves. What was marked too few or too many (laws 50, 51) stays as it was marked, and the new
    figure stands behind the ruling. Final points and
    games won follow, so that the record never contradicts itself; whether it then stops short is for the laws to say.
    """
    if place.deal is None:
        return ruled
    old = _game(before, place)
    written = ruled
    for position in range(place.deal, len(ruled.games[place.game].deals)):
        here = place._replace(deal=position)
        if position == place.deal and _is_marked_anew(ruled, place):
            written = with_deal(written, here, _with_new_figure(ruled, here))
            if not _agrees(old, position) and not _agrees(_game(written, place), position):
                return written
            continue
        if not _agrees(old, position):
            return written
        written = with_deal(written, here, _refigured(written, here, old.deals[position]))
    return _with_totals(check_rubber(before), _with_final(old, written, place))


def _with_final(old: CheckedGame, rubber: Rubber, place: Place) -> Rubber:
    """The game's final points as they come to; none, where nobody has won it any more."""
    game = rubber.games[place.game]
    if game.final is None or capped(game.final) != old.points:
        return rubber
    new = _game(rubber, place)
    if new.winner is not None:
        return with_game(rubber, place, replace(game, final=new.points))
    last = game.deals[-1]
    remarks = tuple(Comment(FIRST_ITEM_TOKEN + len(last.items) - 1, text) for text in game.final_comments)
    deals = (*game.deals[:-1], replace(last, comments=last.comments + remarks))
    return with_game(rubber, place, replace(game, deals=deals, final=None, final_comments=()))


def _game(rubber: Rubber, place: Place) -> CheckedGame:
    """The game of ``place``, judged by itself."""
    deals = rubber.games[place.game].deals
    return check_rubber(up_to(rubber, place._replace(deal=len(deals) - 1), deals[-1])).games[0]


def _is_marked_anew(ruled: Rubber, place: Place) -> bool:
    """Whether the ruling is one on the score alone, and ends its deal behind a figure (laws 50, 51)."""
    *before, last = ruled.games[place.game].deals[place.deal or 0].items
    if len(before) != place.token - FIRST_ITEM_TOKEN:
        return False
    is_on_score = isinstance(last, Incident) and last.law in _ON_SCORE
    return is_on_score and any(isinstance(item, Score) for item in before)


def _with_new_figure(rubber: Rubber, place: Place) -> Deal:
    """The deal with the score as it then stands behind it; without one where it is not known."""
    deal = rubber.games[place.game].deals[place.deal or 0]
    points = check_rubber(up_to(rubber, place, deal)).games[0].points
    return deal if points is None else replace(deal, items=(*deal.items, Score(points)))


def _agrees(game: CheckedGame, position: int) -> bool:
    deal = game.deals[position]
    stated = deal.course.scores
    return not stated or deal.score is None or capped(stated[-1][0]) == deal.score


def _refigured(rubber: Rubber, place: Place, old: CheckedDeal) -> Deal:
    """The deal with its last figure as the laws give it; one that a replay took is written anew."""
    deal = rubber.games[place.game].deals[place.deal or 0]
    last = max((index for index, item in enumerate(deal.items) if isinstance(item, Score)), default=None)
    is_lost = bool(old.course.scores) and any(isinstance(item, Outcome) for item in deal.items)
    if last is None and not is_lost:
        return deal
    due = _due(rubber, place, old, is_ruled=deal != old.deal)
    if due is None:
        return deal
    kept, behind = (deal.items, ()) if last is None else (deal.items[:last], deal.items[last + 1 :])
    return replace(deal, items=(*kept, Score(due), *behind))


def _due(rubber: Rubber, place: Place, old: CheckedDeal, *, is_ruled: bool) -> Pair | None:
    """What the deal comes to, judged without any figure; where that leaves it open, by the marks that it had before.

    Those are not the marks of a deal that was itself ruled upon.
    """
    deal = rubber.games[place.game].deals[place.deal or 0]
    unmarked = replace(
        deal, items=tuple(item for item in deal.items if not isinstance(item, Score)), comments=()
    )
    now = check_rubber(up_to(rubber, place, unmarked)).games[0].deals[-1]
    if now.score is not None or now.before is None or is_ruled:
        return now.score
    return add_marks(now.before, old.marks)[0]


def _with_totals(before: CheckedRubber, rubber: Rubber) -> Rubber:
    """Games won and points as they come to, where they were right before; points that nobody knows are left out."""
    after = check_rubber(rubber)
    tags = dict(rubber.tags)
    if tags.get("Result") == _pair(before.games_won):
        tags["Result"] = _pair(after.games_won)
    if "Points" in tags and tags["Points"] == _pair(before.points):
        tags["Points"] = _pair(after.points)
        if after.points is None:
            del tags["Points"]
    ending = rubber.ending
    if ending is not None and ending.games_won == before.games_won:
        ending = Ending(after.games_won, ending.comments)
    return replace(rubber, tags=sort_tags(tags.items()), ending=ending)


def _pair(numbers: Pair | None) -> str:
    return "" if numbers is None else f"{numbers[0]}-{numbers[1]}"
