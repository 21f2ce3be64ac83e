"""Make the next deal of a rubber from what a phone, a form or a program sends, with its outcome and score filled in.

Input is untrusted. It has either a scorer's notes (the keys ``dealer``, ``said``, ``times``, ``king``,
``winner``, ``won`` and ``void``), or ``dealer`` and ``line``: the deal with all its cards in the notation,
without number and dealer. The engine decides what a deal is worth, and who deals next.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from matches.rubbers.errors import InvalidDealError, NotOneDealError, UnknownScoreError
from scoring.calling import MOST_GIVINGS, WayOfCalling, calls_of, way_of_calling, ways_of_calling
from scoring.cards import PLAYERS, Player
from scoring.check_game import LOVE_ALL, check_game
from scoring.checked import CheckedRubber
from scoring.errors import NotationError, RecordError
from scoring.findings import Finding
from scoring.follow import follow_deal
from scoring.marks import is_decided
from scoring.notation import read_one, write_deal
from scoring.notation.tokens import CONDITIONAL
from scoring.outcome import as_point, outcome_shown
from scoring.record import (
    Call,
    CallLetter,
    CardPlayed,
    Deal,
    Game,
    Incident,
    Item,
    KingAnnounced,
    KingMarked,
    Outcome,
    Pair,
    Rubber,
    Score,
    Variant,
    VoidDeal,
)
from scoring.variants import VARIATIONS

Won: TypeAlias = Literal["point", "3", "4", "vole"]
"""The way in which a deal was won: ``3`` or ``4`` tricks, ``vole`` (five), or ``point`` (3 or 4, unsaid which)."""

TRICKS: Final[dict[Won, int | None]] = {"point": None, "3": 3, "4": 4, "vole": 5}
LINE_CHARACTERS: Final = 2_000
MARKS_KEYS: Final = frozenset({"dealer", "said", "times", "king", "winner", "won", "void"})
LINE_KEYS: Final = frozenset({"dealer", "line"})

_NO_TEXT: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_WON: Final[dict[int | None, Won]] = {tricks: won for won, tricks in TRICKS.items()}
_PUTS_RIGHT: Final = frozenset({50, 51})
_CALLS: Final = {
    **{letter: Call(letter) for letter in get_args(CallLetter)},
    CONDITIONAL: Call("G", is_conditional=True),
}
"""Calls by their letters in the notation, with ``g`` for cards given on condition."""
_DEAL_HEAD: Final = '[EGN "1"]\n[A "A"]\n[B "B"]\nGame 1\n'
_NUMBER: Final = re.compile(r"\s*[0-9]{1,9}\.")


@dataclass(frozen=True, slots=True)
class RubberPosition:
    """The score of a rubber, and the numbers of its next deal.

    ``score`` is that of the next deal's game, None if unknown. ``dealer`` is None if a cut must decide, or a
    deal out of turn left it open. ``winner`` is the rubber's, None while it is undecided.
    ``is_between_games``: no game has begun, or the last one is over.
    """

    game: int
    deal: int
    score: Pair | None
    dealer: Player | None
    games_won: Pair
    winner: Player | None
    is_between_games: bool


def position_of(checked: CheckedRubber) -> RubberPosition:
    """Return the score of a checked rubber after all its deals, and the numbers of the next deal."""
    last = checked.games[-1] if checked.games else None
    is_between = last is None or last.winner is not None
    return RubberPosition(
        game=len(checked.games) + 1 if last is None or is_between else last.number,
        deal=1 if last is None or is_between else len(last.deals) + 1,
        score=LOVE_ALL if last is None or is_between else last.points,
        dealer=checked.next_to_deal,
        games_won=checked.games_won,
        winner=checked.winner,
        is_between_games=is_between,
    )


def deal_from_input(checked: CheckedRubber, payload: Mapping[str, Any]) -> Deal:
    """Return the next deal of a rubber that is being played, from a scorer's input (JSON data), for ``record_deal``.

    Raises ``InvalidDealError`` if the input is malformed, or not a deal that can be recorded.
    """
    keys = LINE_KEYS if "line" in payload else MARKS_KEYS
    if unknown := sorted(str(key)[:40] for key in set(payload) - keys):
        raise _malformed_error(", ".join(unknown))
    dealer = cast(Player, _read_choice(payload, "dealer", PLAYERS))
    record, position = checked.rubber, position_of(checked)
    try:
        deal = (
            _deal_from_line(record, position, dealer, payload)
            if "line" in payload
            else _deal_from_marks(record, position, dealer, payload)
        )
        write_deal(deal)
    except UnknownScoreError:
        raise InvalidDealError("offer_unknown" if _is_triomphe(record) else "score_unknown") from None
    except RecordError:
        raise InvalidDealError("unreadable") from None
    return deal


def _deal_from_marks(
    record: Rubber, position: RubberPosition, dealer: Player, payload: Mapping[str, Any]
) -> Deal:
    """Return the deal that a form describes by calls, king and winner.

    Raises ``InvalidDealError`` for values that no form sends, or that contradict each other.
    """
    calling = cast(WayOfCalling, _read_choice(payload, "said", ways_of_calling(record.rules.variant), ""))
    times = payload.get("times", 1)
    if type(times) is not int or not 1 <= times <= MOST_GIVINGS:
        raise _malformed_error("times")
    kings = PLAYERS if VARIATIONS[record.rules.variant].has_king else ()
    king = _read_choice(payload, "king", ("", *kings), "")
    winner = _read_choice(payload, "winner", ("", *PLAYERS), "")
    won = cast(Won, _read_choice(payload, "won", tuple(TRICKS), "point"))
    is_void = payload.get("void", False)
    if type(is_void) is not bool:
        raise _malformed_error("void")
    if is_void and winner:
        raise InvalidDealError("void_and_won")
    try:
        return marks_deal(
            record,
            position,
            dealer,
            calls=calls_of(calling, times),
            kings=[cast(Player, king)] if king else [],
            winner=cast(Player, winner) if winner else None,
            won=won,
            is_void=is_void,
        )
    except RecordError:
        raise _unfinished_error(record) from None


def marks_deal(
    record: Rubber,
    position: RubberPosition,
    dealer: Player,
    *,
    calls: str = "",
    kings: Sequence[Player] = (),
    announced: Sequence[Player] = (),
    winner: Player | None = None,
    won: Won = "point",
    is_void: bool = False,
    score: Pair | None = None,
) -> Deal:
    """Return the next deal of ``record`` from a scorer's notes, with the score after it.

    ``calls`` are letters of the notation, including ``g``, empty if not noted. ``announced`` are the players
    who announced a king from hand and did not mark it. If the calls make a player take the point, ``winner``
    and ``won`` are ignored. Without a ``winner``, a king must have decided the game before the tricks.
    ``score`` is the one that the scorer wrote; None computes it by the laws.

    Raises ``UnknownScoreError`` if the score cannot be computed, and ``RecordError`` for a deal that neither
    tricks nor kings decide.
    """
    number = position.deal
    if is_void:
        return Deal(number, dealer, (*_calls(calls), VoidDeal()))
    taker = VARIATIONS[record.rules.variant].taken_by(calls, dealer)
    if taker is not None:
        winner, won = taker, "point"
    before: tuple[Item, ...] = (
        *_calls(calls),
        *(KingMarked(player) for player in kings),
        *(KingAnnounced(player) for player in announced),
    )
    noted = before if winner is None else (*before, Outcome(winner, TRICKS[won]))
    if score is None:
        score = score_after(record, position, as_point(Deal(number, dealer, noted), record.rules.variant))
    if winner is None and not is_decided(score):
        raise RecordError("a deal that no king decides needs a winner")
    return Deal(number, dealer, (*noted, Score(score)))


def _calls(letters: str) -> tuple[Call, ...]:
    return tuple(_CALLS[letter] for letter in letters)


def score_after(record: Rubber, position: RubberPosition, deal: Deal) -> Pair:
    """Return the score of the game after ``deal``, the next deal of ``record``, by the laws.

    If they leave it open, the score written in the deal is used; without one, ``UnknownScoreError`` is
    raised.
    """
    before = () if position.is_between_games else record.games[-1].deals
    # Every game starts at love all, so earlier games do not affect what a deal is worth.
    score = check_game(Game(1, deals=(*before, deal)), record.rules).deals[-1].score
    if score is None:
        raise UnknownScoreError
    return score


def read_deal(text: str, number: int) -> Deal:
    """Return the single deal that ``text`` describes in EGN, with ``number`` whatever number the text has.

    Raises ``NotationError``, whose finding has line and column in ``text``, and ``NotOneDealError``.
    """
    prefix = "" if _NUMBER.match(text) else f"{number}. "
    try:
        rubber = read_one(f"{_DEAL_HEAD}{prefix}{text}\n*")
    except NotationError as error:
        raise NotationError(_shift_finding(error.finding, len(prefix))) from None
    games = rubber.games
    if len(games) != 1 or len(games[0].deals) != 1 or games[0].final is not None or rubber.ending is None:
        raise NotOneDealError
    return replace(games[0].deals[0], number=number)


def _shift_finding(finding: Finding, shift: int) -> Finding:
    line = max(1, (finding.line or 1) - _DEAL_HEAD.count("\n"))
    column = finding.column or 1
    return replace(finding, game=None, deal=None, line=line, column=column - shift if line == 1 else column)


def _deal_from_line(
    record: Rubber, position: RubberPosition, dealer: Player, payload: Mapping[str, Any]
) -> Deal:
    line = payload["line"]
    if type(line) is not str or len(line) > LINE_CHARACTERS or _NO_TEXT.search(line):
        raise _malformed_error("line")
    try:
        deal = read_deal(f"{position.deal}. {dealer} {line}", position.deal)
    except NotationError as error:
        raise InvalidDealError("unreadable", (error.finding,)) from None
    except NotOneDealError:
        raise InvalidDealError("not_one_deal") from None
    return _with_score(record, position, _with_outcome(deal, record))


def _with_outcome(deal: Deal, record: Rubber) -> Deal:
    course = follow_deal(deal, record.rules.code, record.rules.variant)
    if course.void or course.outcome is not None:
        return deal
    outcome = outcome_shown(course)
    if outcome is None:
        return deal
    items = deal.items
    last_card = max((at for at, item in enumerate(items) if isinstance(item, CardPlayed)), default=-1)
    at = next((at for at, item in enumerate(items) if at > last_card and isinstance(item, Score)), len(items))
    return replace(deal, items=(*items[:at], outcome, *items[at:]))


def _with_score(record: Rubber, position: RubberPosition, deal: Deal) -> Deal:
    course = follow_deal(deal, record.rules.code, record.rules.variant)
    if course.void or not _needs_score(deal):
        return deal
    score = score_after(record, position, as_point(deal, record.rules.variant))
    if course.outcome is None and not is_decided(score):
        raise _unfinished_error(record)
    return replace(deal, items=(*deal.items, Score(score)))


def _needs_score(deal: Deal) -> bool:
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


def _read_choice(
    payload: Mapping[str, Any], key: str, values: tuple[str, ...], default: str | None = None
) -> str:
    value = payload.get(key, default)
    if type(value) is not str or value not in values:
        raise _malformed_error(key)
    return value


def _is_triomphe(record: Rubber) -> bool:
    return record.rules.variant == "triomphe"


def _unfinished_error(record: Rubber) -> InvalidDealError:
    return InvalidDealError("not_taken" if _is_triomphe(record) else "unfinished")


def _malformed_error(field: str) -> InvalidDealError:
    return InvalidDealError("malformed", field=field)


def deal_to_input(deal: Deal, variant: Variant = "ecarte") -> dict[str, Any] | None:
    """Return the input of which ``deal_from_input`` makes this deal, or None if it has more, such as a card
    or a ruling.
    """
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
    called = way_of_calling(letters, variant)
    if called is None or len(kings) > VARIATIONS[variant].has_king:
        return None
    calling, times = called
    return {
        "dealer": deal.dealer,
        "said": calling,
        "times": times,
        "king": "".join(kings),
        "winner": winner,
        "won": _WON[won.tricks],
        "void": is_void,
    }
