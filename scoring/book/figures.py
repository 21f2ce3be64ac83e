"""Correct the scores, final points and games won that the scorer wrote, after a ruling changed the marks."""

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
    """Return the record ``ruled`` with the scorer's figures corrected by the laws.

    A figure is a score, the final points of a game or the games won. Figures before the deal that contains
    ``place`` stay unchanged. ``before`` is the record without the ruling that was written at ``place``.

    A figure is corrected if it agreed with the laws in ``before``. A figure that disagreed stays, because the
    scorer had a reason for it, and so do all later figures; the exception is a figure that the ruling itself
    corrects. A figure also stays if the laws alone do not determine it. After a ruling on points marked too
    few or too many (laws 50 and 51), the points stay as marked, and the corrected score is added after the
    ruling.
    """
    if place.deal is None:
        return ruled
    old = _judge_game(before, place)
    written = ruled
    for position in range(place.deal, len(ruled.games[place.game].deals)):
        deal_place = place._replace(deal=position)
        if position == place.deal and _is_score_ruling(ruled, place):
            written = with_deal(written, deal_place, _append_score(ruled, deal_place))
            if not _agrees_with_laws(old, position) and not _agrees_with_laws(
                _judge_game(written, place), position
            ):
                return written
            continue
        if not _agrees_with_laws(old, position):
            return written
        written = with_deal(written, deal_place, _update_score(written, deal_place, old.deals[position]))
    return _update_totals(check_rubber(before), _update_final(old, written, place))


def _update_final(old: CheckedGame, rubber: Rubber, place: Place) -> Rubber:
    """Return the rubber with the game's new final points, or without any if no player has won the game any more."""
    game = rubber.games[place.game]
    if game.final is None or capped(game.final) != old.points:
        return rubber
    new = _judge_game(rubber, place)
    if new.winner is not None:
        return with_game(rubber, place, replace(game, final=new.points))
    last = game.deals[-1]
    remarks = tuple(Comment(FIRST_ITEM_TOKEN + len(last.items) - 1, text) for text in game.final_comments)
    deals = (*game.deals[:-1], replace(last, comments=last.comments + remarks))
    return with_game(rubber, place, replace(game, deals=deals, final=None, final_comments=()))


def _judge_game(rubber: Rubber, place: Place) -> CheckedGame:
    """Judge the game of ``place`` by itself."""
    deals = rubber.games[place.game].deals
    return check_rubber(up_to(rubber, place._replace(deal=len(deals) - 1), deals[-1])).games[0]


def _is_score_ruling(ruled: Rubber, place: Place) -> bool:
    """Return whether the ruling is on the score alone, and ends its deal after a figure (laws 50, 51)."""
    *before, last = ruled.games[place.game].deals[place.deal or 0].items
    if len(before) != place.token - FIRST_ITEM_TOKEN:
        return False
    is_on_score = isinstance(last, Incident) and last.law in _ON_SCORE
    return is_on_score and any(isinstance(item, Score) for item in before)


def _append_score(rubber: Rubber, place: Place) -> Deal:
    """Return the deal with the new score after it, or unchanged if the score is unknown."""
    deal = rubber.games[place.game].deals[place.deal or 0]
    points = check_rubber(up_to(rubber, place, deal)).games[0].points
    return deal if points is None else replace(deal, items=(*deal.items, Score(points)))


def _agrees_with_laws(game: CheckedGame, position: int) -> bool:
    deal = game.deals[position]
    stated = deal.course.scores
    return not stated or deal.score is None or capped(stated[-1][0]) == deal.score


def _update_score(rubber: Rubber, place: Place, old: CheckedDeal) -> Deal:
    """Return the deal with its last figure by the laws; a figure that a replay removed is written again."""
    deal = rubber.games[place.game].deals[place.deal or 0]
    last = max((index for index, item in enumerate(deal.items) if isinstance(item, Score)), default=None)
    is_lost = bool(old.course.scores) and any(isinstance(item, Outcome) for item in deal.items)
    if last is None and not is_lost:
        return deal
    due = _compute_score(rubber, place, old, is_ruled=deal != old.deal)
    if due is None:
        return deal
    kept, behind = (deal.items, ()) if last is None else (deal.items[:last], deal.items[last + 1 :])
    return replace(deal, items=(*kept, Score(due), *behind))


def _compute_score(rubber: Rubber, place: Place, old: CheckedDeal, *, is_ruled: bool) -> Pair | None:
    """Return the score after the deal, judged without the figure that the scorer wrote, or None if it is unknown.

    If the record without figures does not determine the score, the marks that the deal had in ``old`` are
    added, unless the deal itself was ruled on.
    """
    deal = rubber.games[place.game].deals[place.deal or 0]
    unmarked = replace(
        deal, items=tuple(item for item in deal.items if not isinstance(item, Score)), comments=()
    )
    now = check_rubber(up_to(rubber, place, unmarked)).games[0].deals[-1]
    if now.score is not None or now.before is None or is_ruled:
        return now.score
    return add_marks(now.before, old.marks)[0]


def _update_totals(before: CheckedRubber, rubber: Rubber) -> Rubber:
    """Return the rubber with games won and points updated if they were right before; unknown points are left out."""
    after = check_rubber(rubber)
    tags = dict(rubber.tags)
    if tags.get("Result") == _format_pair(before.games_won):
        tags["Result"] = _format_pair(after.games_won)
    if "Points" in tags and tags["Points"] == _format_pair(before.points):
        tags["Points"] = _format_pair(after.points)
        if after.points is None:
            del tags["Points"]
    ending = rubber.ending
    if ending is not None and ending.games_won == before.games_won:
        ending = Ending(after.games_won, ending.comments)
    return replace(rubber, tags=sort_tags(tags.items()), ending=ending)


def _format_pair(numbers: Pair | None) -> str:
    return "" if numbers is None else f"{numbers[0]}-{numbers[1]}"
