"""The reasons that reviews give, as codes with parameters. The web pages have a sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

ParamKind: TypeAlias = Literal["count", "trick", "marks", "share", "call", "card", "cards", "line"]

REASON_CODES: Final[Mapping[str, Mapping[str, ParamKind]]] = {
    # Cards: how the choice fares against the hands that the opponent could hold, the ``worlds``.
    "loses_against": {"worlds": "count", "loses": "count", "gains": "count", "best": "card"},
    "cant_lose": {"card": "card"},
    # Cards: what the opponent's play and their king had revealed.
    "neither_suit_nor_trump": {"trick": "trick", "led": "card", "threw": "card"},
    "no_suit": {"trick": "trick", "led": "card", "trumped": "card"},
    "nothing_higher": {"trick": "trick", "led": "card", "played": "card"},
    "king_announced": {},
    "king_silent": {},
    # Cards: one hand against which the choice loses, and how.
    "refutation": {
        "hand": "cards",
        "chosen_line": "line",
        "best_line": "line",
        "chosen_marks": "marks",
        "best_marks": "marks",
        "best": "card",
    },
    # Before the play at La Triomphe: how many hands fit what the opponent said.
    "as_said": {"worlds": "count", "hands": "count"},
    # Before the play.
    "call_frequency": {"by": "call", "share": "share"},
    "makes_point": {"makes": "count", "worlds": "count"},
    "after_exchange": {"share": "share"},
    # After the call ``by``, a lost point costs two.
    "counts_two": {"by": "call"},
    # The opponent needs only one point: losing two is no worse than losing one.
    "four_all_one": {},
    # Silence gives away the mark for the king.
    "loses_mark": {},
    # At this score the mark for the king makes no difference.
    "mark_idle": {},
    # The cards that the best exchange keeps.
    "keeps": {"cards": "cards"},
    # Before the play at La Triomphe, after ``makes_point``.
    "loses_all": {"loses": "count", "worlds": "count"},
    "offer_refused": {"refuses": "count", "worlds": "count"},
    "makes_vole": {"makes": "count", "worlds": "count"},
}
"""The parameters of each reason, by the code of the reason. Each parameter has one of the kinds below.

Reviews give reasons in the order of this table, and pages show them in that order.

- ``count``: a number of hands.
- ``trick``: a number of a trick, 1 to 5.
- ``marks``: the player's marks minus the opponent's.
- ``share``: a share, 0 to 1.
- ``call``: the letter of a call.
- ``card``: a card (``HT``).
- ``cards``: a set of cards (``SKQ.H7``).
- ``line``: a list of cards in the order of play.
"""
