"""Which remedies the laws allow, law by law, and an incident as it is settled and written down."""

from __future__ import annotations

from dataclasses import dataclass

REMEDIES = (
    *(
        "reshuffle",
        "recut",
        "stand",
        "rectify",
        "fresh",
        "choose",
        "void",
        "discard",
        "complete",
        "draw",
        "replay",
    ),
    *("correct", "note", "short", "aside", "take", "share", "takeback", "play", "require", "abandon", "mark"),
)

# Laws whose remedies depend on no fact and on nothing that the record shows.
WHATEVER_THE_FACTS: dict[int, tuple[str, ...]] = {
    1: ("reshuffle",),
    2: ("reshuffle",),
    3: ("recut",),
    4: ("recut",),
    6: ("stand",),
    7: ("recut",),
    12: ("fresh",),
    15: ("fresh", "discard"),
    16: ("complete", "fresh"),
    17: ("fresh", "draw"),
    18: ("complete", "fresh"),
    20: ("fresh",),
    21: ("fresh", "stand"),
    28: ("note",),
    29: ("fresh", "draw"),
    30: ("short",),
    31: ("fresh", "discard"),
    32: ("fresh", "complete"),
    33: ("fresh", "draw"),
    35: ("aside",),
    37: ("take", "aside"),
    38: ("share",),
    39: ("takeback",),
    43: ("stand", "replay"),
    44: ("note",),
    45: ("void",),
    50: ("mark",),
    51: ("correct",),
    52: ("note",),
    53: ("note",),
    54: ("note",),
    55: ("note",),
}


def allowed(
    law: int, words: list[str], *, has_played: bool = False, holds_suit: bool = True
) -> tuple[str, ...]:
    """The remedies open under ``law`` when ``words`` are among its facts.

    ``has_played``: the offender has played a card (law 25). ``holds_suit``: the leader has a card of the suit
    that was named (law 41).
    """
    looked = "looked" in words
    if law == 9:
        return ("stand",) if looked else ("rectify", "fresh")
    if law == 11:
        return ("fresh",) if looked else ("choose", "fresh")
    if law == 13:
        return ("stand",) if looked or "own" in words else ("fresh", "stand")
    if law == 14:
        return ("void",) if "before" in words else ("stand",)
    if law == 25:
        return ("stand", "replay") if has_played else ("correct",)
    if law == 34:
        return ("short",) if "played" in words else ("complete",)
    if law == 36:
        return ("take",) if "own" in words else ("take", "aside")
    if law == 40:
        return ("takeback",) if "before" in words else ("stand",)
    if law == 41:
        return ("play", "require") if holds_suit else ("play",)
    if law == 42:
        return ("note",) if "claim" in words else ("abandon",)
    return WHATEVER_THE_FACTS[law]


LAWS_WITH_A_REMEDY = frozenset({*WHATEVER_THE_FACTS, 9, 11, 13, 14, 25, 34, 36, 40, 41, 42})


@dataclass
class Settled:
    """An incident of a record and the remedy that was taken. ``is_tacit``: a forced remedy that is not written."""

    law: int
    player: str
    facts: list[str]
    open_to: tuple[str, ...]
    remedy: str
    argument: str = ""
    is_tacit: bool = False
    leaves_unfound: bool = False
    """Something else of the deal has not come to light yet."""

    def __str__(self) -> str:
        facts = f"({';'.join(self.facts)})" if self.facts else ""
        head = f"!{self.law}{self.player.lower()}{facts}"
        if self.is_tacit:
            return head
        return f"{head}:{self.remedy}" + (f"({self.argument})" if self.argument else "")
