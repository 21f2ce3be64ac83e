"""Records made of what a person writes down: a result, or one deal's calls, kings and outcome.

Pure: values in, records of ``scoring`` out. What a deal is worth, whose deal comes next and whether a result can be
are for the engine to say, and are asked of it here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from scoring.cards import Player
from scoring.check import LOVE_ALL, check_rubber
from scoring.checked import CheckedRubber
from scoring.errors import NotationError, RecordError
from scoring.findings import Finding
from scoring.marks import is_decided
from scoring.notation import read_one
from scoring.notation.tags import sort_tags
from scoring.notation.tokens import CONDITIONAL
from scoring.outcome import as_point
from scoring.record import (
    VARIANT_TAGS,
    Call,
    CallLetter,
    Deal,
    Ending,
    Game,
    Item,
    KingAnnounced,
    KingMarked,
    Outcome,
    Pair,
    Rubber,
    Rules,
    Score,
    VoidDeal,
)
from scoring.variants import VARIATIONS

Won: TypeAlias = Literal["point", "3", "4", "vole"]
"""How a deal was won: by three or four tricks, not noted which; by so many; by all five."""

TRICKS: Final[dict[Won, int | None]] = {"point": None, "3": 3, "4": 4, "vole": 5}
ASKED_TAGS: Final = (
    "EGN",
    "Event",
    "Date",
    "Round",
    "Table",
    "A",
    "B",
    "Code",
    "BestOf",
    "Reckoning",
    "RubberBonus",
    "Cut",
    "Termination",
    "Winner",
    "Variant",
)
"""The tags that ``tags_of`` writes."""
_TAKEN_FOR_GRANTED: Final = {
    "Code": "English",
    "RubberBonus": "0",
    "Termination": "normal",
    "Variant": "Ecarte",
}
"""What ``tags_of`` leaves out, and another writer may have said."""

_CALLS: Final = {
    **{letter: Call(letter) for letter in get_args(CallLetter)},
    CONDITIONAL: Call("G", is_conditional=True),
}
"""By the notation's letters, ``g`` for cards given on condition among them."""
_DEAL_HEAD: Final = '[EGN "1"]\n[A "A"]\n[B "B"]\nGame 1\n'
_NUMBER: Final = re.compile(r"\s*[0-9]{1,9}\.")


class NotOneDealError(ValueError):
    """A text that is wanted as one deal holds another, or a game's end."""


class UnknownScoreError(ValueError):
    """Neither calls nor figures say what the deal comes to: its winner marks one or two."""


def tags_of(
    names: tuple[str, str],
    rules: Rules,
    *,
    event: str = "",
    date: str = "",
    round_label: str = "",
    table: str = "",
    winner: str = "",
) -> dict[str, str]:
    """The tags of a record written here, all but its result; what is empty is left out."""
    stated = {
        "EGN": "1",
        "Event": event,
        "Date": date,
        "Round": round_label,
        "Table": table,
        "A": names[0],
        "B": names[1],
        "Code": rules.code if rules.code != "English" else "",
        "BestOf": str(rules.best_of),
        "Reckoning": rules.reckoning,
        "RubberBonus": str(rules.rubber_bonus) if rules.rubber_bonus else "",
        "Cut": rules.cut,
        "Termination": rules.termination if rules.termination != "normal" else "",
        "Winner": winner if rules.termination != "normal" else "",
        "Variant": VARIANT_TAGS[rules.variant] if rules.variant != "ecarte" else "",
    }
    return {name: value for name, value in stated.items() if value}


def result_record(
    tags: Mapping[str, str], *, games: Sequence[Pair] = (), games_won: Pair | None = None
) -> Rubber:
    """A record of a result alone: the final points of each game, or else the games won, A's first.

    With games the engine counts who won them. With neither, as after a walkover, no game was won.
    """
    if not games:
        won = games_won or (0, 0)
        return Rubber(sort_tags({**tags, "Result": f"{won[0]}-{won[1]}"}.items()))
    played = tuple(Game(number, final=points) for number, points in enumerate(games, start=1))
    open_record = Rubber(sort_tags(tags.items()), played, Ending(None))
    won = check_rubber(open_record).games_won
    if open_record.rules.termination == "unfinished":
        return replace(open_record, tags=sort_tags({**tags, "Result": "*"}.items()))
    result = f"{won[0]}-{won[1]}"
    return replace(open_record, tags=sort_tags({**tags, "Result": result}.items()), ending=Ending(won))


def corrected_result(old: Rubber, new: Rubber) -> Rubber:
    """``new`` with all of ``old`` that a form of results does not ask about: other tags, cuts, remarks."""
    asked, said = {*ASKED_TAGS, "Result", "Points"}, dict(new.tags)
    # What is said anew keeps its place among the others.
    kept = {
        name: value
        for name, value in old.tags
        if name not in asked or name in said or _TAKEN_FOR_GRANTED.get(name) == value
    }
    games = tuple(
        replace(game, opening=before.opening, comments=before.comments)
        for game, before in zip(new.games, old.games, strict=False)
    )
    return replace(
        new,
        tags=sort_tags((kept | said).items()),
        games=games + new.games[len(games) :],
        comments=old.comments,
    )


def live_record(tags: Mapping[str, str]) -> Rubber:
    """A record of which nothing is played yet."""
    return Rubber(sort_tags({**tags, "Result": "*"}.items()))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a rubber stands. ``game`` and ``deal`` are the numbers of the deal to come, ``score`` is that of its game.

    ``score`` is None where it is not known, ``dealer`` where a cut decides it or a deal out of turn leaves it open.
    ``winner`` is the rubber's, and set once it is decided. ``is_between_games``: the last game is over, or none begun.
    """

    game: int
    deal: int
    score: Pair | None
    dealer: Player | None
    games_won: Pair
    winner: Player | None
    is_between_games: bool


def standing(checked: CheckedRubber) -> Standing:
    """Where the rubber stands after the deals of ``checked``."""
    last = checked.games[-1] if checked.games else None
    is_between = last is None or last.winner is not None
    return Standing(
        game=len(checked.games) + 1 if last is None or is_between else last.number,
        deal=1 if last is None or is_between else len(last.deals) + 1,
        score=LOVE_ALL if last is None or is_between else last.points,
        dealer=checked.next_to_deal,
        games_won=checked.games_won,
        winner=checked.winner,
        is_between_games=is_between,
    )


def with_deal(record: Rubber, deal: Deal) -> Rubber:
    """The record with one deal more, in the game that is being played or a new one; its ending open."""
    games = list(record.games)
    where = standing(check_rubber(replace(record, ending=Ending(None))))
    numbered = replace(deal, number=where.deal)
    if where.is_between_games:
        games.append(Game(where.game, deals=(numbered,)))
    else:
        games[-1] = replace(games[-1], deals=(*games[-1].deals, numbered))
    return replace(record, games=tuple(games), ending=Ending(None))


def marks_deal(
    record: Rubber,
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
    """The next deal of ``record`` as a scorer notes it, with the score after it.

    ``calls`` are the notation's letters, ``g`` among them, empty where not noted; ``announced`` are those who announced
    a king from hand and did not mark it; where one of them takes the point, its taker wins, and
    ``winner`` and ``won`` say nothing. Else no ``winner``: a king decided the game before the tricks. ``score`` is the
    scorer's own figure; None leaves it to the engine. Raises ``UnknownScoreError`` where that can't tell, and
    ``RecordError`` for a deal that neither tricks nor kings decide.
    """
    where = standing(check_rubber(replace(record, ending=Ending(None))))
    number = where.deal
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
        judged = as_point(Deal(number, dealer, noted), record.rules.variant)
        score = score_after(record, where, judged)
    if winner is None and not is_decided(score):
        raise RecordError("a deal that no king decides needs a winner")
    return Deal(number, dealer, (*noted, Score(score)))


def _calls(letters: str) -> tuple[Call, ...]:
    return tuple(_CALLS[letter] for letter in letters)


def score_after(record: Rubber, where: Standing, deal: Deal) -> Pair:
    """The game's score after ``deal``, which is to come where ``record`` stands.

    A figure that the deal has decides only what the laws leave open. Raises ``UnknownScoreError``.
    """
    before = () if where.is_between_games else record.games[-1].deals
    # Every game starts at love, so that none before it bears on what a deal comes to.
    game = Game(1, deals=(*before, deal))
    score = check_rubber(replace(record, games=(game,), ending=Ending(None))).games[0].deals[-1].score
    if score is None:
        raise UnknownScoreError
    return score


def read_deal(text: str, number: int) -> Deal:
    """The one deal that ``text`` holds in the notation, with its number or without; it gets ``number``.

    Raises ``NotationError``, whose finding counts lines and columns in ``text``, and ``NotOneDealError``.
    """
    prefix = "" if _NUMBER.match(text) else f"{number}. "
    try:
        rubber = read_one(f"{_DEAL_HEAD}{prefix}{text}\n*")
    except NotationError as error:
        raise NotationError(_placed(error.finding, len(prefix))) from None
    games = rubber.games
    if len(games) != 1 or len(games[0].deals) != 1 or games[0].final is not None or rubber.ending is None:
        raise NotOneDealError
    return replace(games[0].deals[0], number=number)


def _placed(finding: Finding, shift: int) -> Finding:
    line = max(1, (finding.line or 1) - _DEAL_HEAD.count("\n"))
    column = finding.column or 1
    return replace(finding, game=None, deal=None, line=line, column=column - shift if line == 1 else column)
