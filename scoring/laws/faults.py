"""Data type for the fault of an incident, from which a finding is made."""

from __future__ import annotations

from typing import Any, NamedTuple


class IncidentFault(NamedTuple):
    """The fault of an incident.

    - ``variant`` and ``params``: the variant that selects the sentence, and the parameters that fill it.
    - ``is_ruling``: whether the finding asks for a ruling instead of being an error.
    - ``spoils_cards``: whether the incident names cards that can't be in the hand or pack that it states, so
      that the hands are in doubt.
    """

    variant: str
    params: dict[str, Any]
    is_ruling: bool = False
    spoils_cards: bool = False
