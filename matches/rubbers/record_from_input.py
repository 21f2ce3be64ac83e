"""Make the record of a result from the values of a form.

The functions are pure: they turn values into records of ``scoring``. The engine decides whether a result is
possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scoring.check import check_rubber
from scoring.notation.tags import sort_tags
from scoring.record import VARIANT_TAGS, Ending, Game, Pair, Rubber, Rules

FORM_TAGS: Final = (
    *("EGN", "Event", "Date", "Round", "Table", "A", "B"),
    *("Code", "BestOf", "Reckoning", "RubberBonus", "Cut", "Termination", "Winner", "Variant"),
)
"""The names of all tags that ``tags_of`` may write."""
_DEFAULT_TAGS: Final = {"Code": "English", "RubberBonus": "0", "Termination": "normal", "Variant": "Ecarte"}
"""The values that ``tags_of`` leaves out, and another writer may have stated."""


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
    """Return the tags of a new record that are known before its games: all but those of the result.

    Tags with empty or default values are left out. ``winner`` is written only if the rubber did not end normally
    (``rules.termination``).
    """
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
    """Return a record without deals that has only a result.

    ``games`` are the final points of each game, from which the games won are counted; else they are
    ``games_won``. Each pair is A's value, then B's. If neither is given, no game was won, as after a
    walkover.
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
    """Return ``new`` with those parts of ``old`` that the form for results lacks: other tags, cuts and comments."""
    form_tags, new_tags = {*FORM_TAGS, "Result", "Points"}, dict(new.tags)
    # A tag with a new value keeps its place among the others.
    kept = {
        name: value
        for name, value in old.tags
        if name not in form_tags or name in new_tags or _DEFAULT_TAGS.get(name) == value
    }
    games = tuple(
        replace(game, opening=before.opening, comments=before.comments)
        for game, before in zip(new.games, old.games, strict=False)
    )
    return replace(
        new,
        tags=sort_tags((kept | new_tags).items()),
        games=games + new.games[len(games) :],
        comments=old.comments,
    )


def live_record(tags: Mapping[str, str]) -> Rubber:
    return Rubber(sort_tags({**tags, "Result": "*"}.items()))
