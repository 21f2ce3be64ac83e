"""Parse and write incident tokens, for example ``!43b(HK;SA):replay``.

In this example 43 is the law, ``b`` the offender, ``HK`` and ``SA`` are the facts, and ``replay`` is the
remedy. Facts and the remedy's argument stay text. This module does not know which facts a law allows.
"""

from __future__ import annotations

import re
from typing import Final

from scoring.cards import SUITS, Player
from scoring.errors import RecordError
from scoring.notation.cardsets import read_set
from scoring.notation.faults import UnreadableError, clip
from scoring.notation.limits import NUMBER_DIGITS, TOKEN_CHARACTERS
from scoring.record import Incident

LAWS: Final = range(1, 56)
PLAYER_LETTERS: Final[dict[str, Player]] = {"a": "A", "b": "B"}

_INCIDENT: Final = re.compile(r"!([0-9]{1,2})([ab])?(?:\(([^()]*)\))?(?::([a-z]+)(?:\(([^()]*)\))?)?")
_PLAIN_FACT: Final = re.compile(rf"[{SUITS}]|[0-9]{{1,{NUMBER_DIGITS}}}|[a-z]+")


def read_incident(token: str) -> Incident:
    """Return the incident that a token describes.

    Raises ``UnreadableError`` if the token has another form, or a law, fact or argument that the notation
    does not allow.
    """
    match = _INCIDENT.fullmatch(token)
    if not match:
        raise UnreadableError("E01", "incident", found=clip(token))
    law, player, facts, remedy, argument = match.groups()
    if int(law) not in LAWS:
        raise UnreadableError("E01", "law", found=clip(token), law=int(law))
    fact_texts = tuple(facts.split(";")) if facts is not None else ()
    for fact in fact_texts:
        if not _PLAIN_FACT.fullmatch(fact):
            # Raises the error of a fact that is not a set of cards.
            read_set(token, fact)
    if argument is not None:
        read_set(token, argument)
    return Incident(int(law), PLAYER_LETTERS.get(player), fact_texts, remedy, argument)


def write_incident(incident: Incident) -> str:
    """Return the token for an incident. Raises ``RecordError`` if reading it back would not give the same incident."""
    if incident.law not in LAWS:
        raise RecordError("an incident can't be written: its law is not one of the 55")
    player = incident.player.lower() if incident.player else ""
    facts = f"({';'.join(incident.facts)})" if incident.facts else ""
    remedy = f":{incident.remedy}" if incident.remedy is not None else ""
    argument = f"({incident.argument})" if incident.argument is not None else ""
    token = f"!{incident.law}{player}{facts}{remedy}{argument}"
    try:
        same = len(token) <= TOKEN_CHARACTERS and read_incident(token) == incident
    except UnreadableError:
        same = False
    if not same:
        raise RecordError(f"an incident can't be written: {clip(token)}")
    return token
