"""Links to rounds: what a page calls them, and how far they are."""

from __future__ import annotations

from dataclasses import dataclass

from matches.events.queries.outline import RoundOutline
from matches.events.words.labels import round_words
from matches.pages.events.public.about import round_state
from matches.pages.events.public.context import Shown


@dataclass(frozen=True, slots=True)
class RoundLink:
    name: str
    url: str
    state: str
    is_here: bool = False


def round_link(seen: Shown, round_: RoundOutline, *, here: int = 0) -> RoundLink:
    """``here`` is the number of the round whose page this is, 0 elsewhere."""
    stage = seen.stage(round_.stage)
    return RoundLink(
        name=round_words(round_.label),
        url=seen.round_url(round_),
        state=round_state(stage, round_.number),
        is_here=round_.number == here,
    )
