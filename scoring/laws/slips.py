"""A slip: what is wrong with an incident, before it is a finding."""

from __future__ import annotations

from typing import Any, NamedTuple


class Slip(NamedTuple):
    """What is wrong with an incident: the sentence's variant and what fills it.

    ``spoils_cards``: cards named in the incident can't be where it puts them, so that hands are in doubt.
    """

    variant: str
    params: dict[str, Any]
    is_ruling: bool = False
    spoils_cards: bool = False
