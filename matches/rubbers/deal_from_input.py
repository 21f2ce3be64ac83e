"""A deal as a phone tells it, and the deal that is recorded: in the notation, with outcome and score filled in.

What is told comes from outside and may be anything. It is either what a scorer notes, ``dealer``, ``said``, ``times``,
``king``, ``winner``, ``won`` and ``void``, or ``dealer`` and ``line``, every card in the notation without number and
dealer. What the deal comes to is asked of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from matches.rubbers.build_record import (
    TRICKS,
    NotOneDealError,
    Standing,
    UnknownScoreError,
    Won,
    marks_deal,
    read_deal,
    score_after,
    standing,
)
from matches.rubbers.errors import RubberChangeError
from scoring.calling import MOST_GIVINGS, Said, calls_of, said_of, ways_of_calling
from scoring.cards import PLAYERS, Player
from scoring.check import check_rubber
from scoring.errors import NotationError, RecordError
from scoring.findings import Finding
from scoring.follow import follow_deal
from scoring.marks import is_decided
from scoring.notation import write_deal
from scoring.outcome import as_point, outcome_shown
from scoring.record import (
    Call,
    CardPlayed,
    Deal,
    Ending,
    Incident,
    Item,
    KingMarked,
    Outcome,
    Rubber,
    Score,
    Variant,
    VoidDeal,
)
from scoring.variants import VARIATIONS

LINE_CHARACTERS: Final = 2_000
MARKS_KEYS: Final = frozenset({"dealer", "said", "times", "king", "winner", "won", "void"})
LINE_KEYS: Final = frozenset({"dealer", "line"})

_NO_TEXT: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_WON: Final[dict[int | None, Won]] = {tricks: won for won, tricks in TRICKS.items()}
_PUTS_RIGHT: Final = frozenset({50, 51})


TOLD_SENTENCES: Final[dict[str, Promise]] = {
    "malformed": gettext_lazy("This deal was not sent as a deal is told: write it down once more."),
    "unreadable": gettext_lazy(
        "The line of this deal can't be read: mend it, or tell the deal by its marks alone."
    ),
    "not_one_deal": gettext_lazy("Write one deal alone, without the end of its game."),
    "unfinished": gettext_lazy(
        "This deal is not over: no king ends the game here, so say who won the tricks."
    ),
    "not_taken": gettext_lazy("This deal is not over: the point was not taken, so say who won the tricks."),
    "score_unknown": gettext_lazy(
        "Without the calls it can't be told whether the point counts one or two: say what was called."
    ),
    "offer_unknown": gettext_lazy(
        "Without the offer it can't be told who marks, and how much: say whether the point was offered and taken."
    ),
    "void_and_won": gettext_lazy("A deal that does not count is won by nobody."),
}
"""Why a deal that was told can't be recorded, by the code of ``ToldError``."""


class ToldError(RubberChangeError):
    """What was told is no deal that could be recorded. ``code`` says why, by ``TOLD_SENTENCES``.

    ``faults`` are the reader's findings where a line can't be read, ``field`` is what of a malformed deal is wrong.
    """

    def __init__(self, code: str, faults: tuple[Finding, ...] = (), *, field: str = "") -> None:
        self.code = code
        self.faults = faults
        self.field = field
        super().__init__(str(TOLD_SENTENCES[code]))


def deal_told(record: Rubber, told: Mapping[str, Any]) -> Deal:
    """The next deal of ``record`` as it was told, as ``record_deal`` stores it. Raises ``ToldError``."""
    keys = LINE_KEYS if "line" in told else MARKS_KEYS
    if unknown := sorted(str(key)[:40] for key in set(told) - keys):
        raise _malformed(", ".join(unknown))
    dealer = cast(Player, _one_of(told, "dealer", PLAYERS))
    try:
        deal = _by_line(record, dealer, told) if "line" in told else _by_marks(record, dealer, told)
        write_deal(deal)
    except UnknownScoreError:
        raise ToldError("offer_unknown" if _is_triomphe(record) else "score_unknown") from None
    except RecordError:
        raise ToldError("unreadable") from None
    return deal


def _by_marks(record: Rubber, dealer: Player, told: Mapping[str, Any]) -> Deal:
    said = cast(Said, _one_of(told, "said", ways_of_calling(record.rules.variant), ""))
    times = told.get("times", 1)
    if type(times) is not int or not 1 <= times <= MOST_GIVINGS:
        raise _malformed("times")
    kings = PLAYERS if VARIATIONS[record.rules.variant].has_king else ()
    king = _one_of(told, "king", ("", *kings), "")
    winner = _one_of(told, "winner", ("", *PLAYERS), "")
    won = cast(Won, _one_of(told, "won", tuple(TRICKS), "point"))
    is_void = told.get("void", False)
    if type(is_void) is not bool:
        raise _malformed("void")
    if is_void and winner:
        raise ToldError("void_and_won")
    try:
        return marks_deal(
            record,
            dealer,
            calls=calls_of(said, times),
            kings=[cast(Player, king)] if king else [],
            winner=cast(Player, winner) if winner else None,
            won=won,
            is_void=is_void,
        )
    except RecordError:
        raise _unfinished(record) from None


def marks_told(deal: Deal, variant: Variant = "ecarte") -> dict[str, Any] | None:
    """What ``deal_told`` makes this deal of; None where it holds more than marks, a card say, or a ruling."""
    letters, kings, won, is_void = "", list[Player](), Outcome("A"), False
    winner = ""
    for item in deal.items:
        match item:
            case Call(letter, "", False):
                letters += letter
            case KingMarked(player):
                kings.append(player)
            case Outcome(player):
                winner, won = player, item
            case VoidDeal():
                is_void = True
            case Score():
                pass
            case _:
                return None
    called = said_of(letters, variant)
    if called is None or len(kings) > VARIATIONS[variant].has_king:
        return None
    said, times = called
    return {
        "dealer": deal.dealer,
        "said": said,
        "times": times,
        "king": "".join(kings),
        "winner": winner,
        "won": _WON[won.tricks],
        "void": is_void,
    }


def _by_line(record: Rubber, dealer: Player, told: Mapping[str, Any]) -> Deal:
    line = told["line"]
    if type(line) is not str or len(line) > LINE_CHARACTERS or _NO_TEXT.search(line):
        raise _malformed("line")
    where = standing(check_rubber(replace(record, ending=Ending(None))))
    try:
        deal = read_deal(f"{where.deal}. {dealer} {line}", where.deal)
    except NotationError as error:
        raise ToldError("unreadable", (error.finding,)) from None
    except NotOneDealError:
        raise ToldError("not_one_deal") from None
    return _with_score(record, where, _with_outcome(deal, record))


def _with_outcome(deal: Deal, record: Rubber) -> Deal:
    """The deal with the outcome that its cards show, where it has none."""
    course = follow_deal(deal, record.rules.code, record.rules.variant)
    if course.void or course.outcome is not None:
        return deal
    shown = outcome_shown(course)
    if shown is None:
        return deal
    items = deal.items
    last_card = max((at for at, item in enumerate(items) if isinstance(item, CardPlayed)), default=-1)
    at = next((at for at, item in enumerate(items) if at > last_card and isinstance(item, Score)), len(items))
    return replace(deal, items=(*items[:at], shown, *items[at:]))


def _with_score(record: Rubber, where: Standing, deal: Deal) -> Deal:
    """The deal with the score after it, where no figure stands behind all that counts for it."""
    course = follow_deal(deal, record.rules.code, record.rules.variant)
    if course.void or not _wants_score(deal):
        return deal
    score = score_after(record, where, as_point(deal, record.rules.variant))
    if course.outcome is None and not is_decided(score):
        raise _unfinished(record)
    return replace(deal, items=(*deal.items, Score(score)))


def _wants_score(deal: Deal) -> bool:
    for item in reversed(deal.items):
        if isinstance(item, Score):
            return False
        if _counts(item):
            return True
    return True


def _counts(item: Item) -> bool:
    if isinstance(item, Incident):
        return item.law in _PUTS_RIGHT
    return isinstance(item, KingMarked | Outcome | CardPlayed)


def _one_of(told: Mapping[str, Any], key: str, values: tuple[str, ...], default: str | None = None) -> str:
    value = told.get(key, default)
    if type(value) is not str or value not in values:
        raise _malformed(key)
    return value


def _is_triomphe(record: Rubber) -> bool:
    return record.rules.variant == "triomphe"


def _unfinished(record: Rubber) -> ToldError:
    return ToldError("not_taken" if _is_triomphe(record) else "unfinished")


def _malformed(field: str) -> ToldError:
    return ToldError("malformed", field=field)
