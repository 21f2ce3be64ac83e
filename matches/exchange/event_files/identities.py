"""Which rubber is which, of an event that comes in with a file: identities are a site's own, and are found anew."""

from __future__ import annotations

from typing import Any

from matches.exchange.event_files.document import Document
from matches.models import Club, Rubber
from matches.rubbers.identity import Occasion, natural_identity, occasion_of
from scoring.notation import read_one


class FileIdentities:
    """The identities that rubbers have in this club, by rubber and version of the entry that gives it.

    What a rubber is in the end nothing else here may be; what it was before is known to its own log alone.
    """

    def __init__(self, club: Club, document: Document) -> None:
        self._club = club.public_id
        self._given: dict[tuple[str, int], str] = {}
        finals = []
        for rubber in document["rubbers"]:
            *earlier, final = _occasions(rubber)
            for version, occasion, people in earlier:
                if (occasion, people) != final[1:]:
                    self._given[rubber["id"], version] = self._name(occasion, people, 1)
            own = [version for version, *same in (*earlier, final) if tuple(same) == final[1:]]
            finals.append(([(rubber["id"], version) for version in own], final[1], final[2]))
        self._give(finals)

    def _give(self, wanted: list[tuple[list[tuple[str, int]], Occasion, tuple[str, str]]]) -> None:
        """To each the first place among its equals that nobody has."""
        used: set[str] = set()
        place = 1
        while wanted:
            names = [self._name(occasion, people, place) for _places, occasion, people in wanted]
            used |= set(Rubber.objects.filter(identity__in=names).values_list("identity", flat=True))
            left = []
            for name, each in zip(names, wanted, strict=True):
                if name in used:
                    left.append(each)
                    continue
                used.add(name)
                self._given |= dict.fromkeys(each[0], name)
            wanted = left
            place += 1

    def _name(self, occasion: Occasion, people: tuple[str, str], place: int) -> str:
        return natural_identity(self._club, occasion, players=people, place=place)

    def payload(self, subject: str, told: Document) -> Any:
        """The entry's payload, with the identity that it gives its rubber."""
        identity = self._given.get((subject, told["version"]))
        payload = {key: value for key, value in told["payload"].items() if key != "identity"}
        return payload if identity is None else {**payload, "identity": identity}


def _occasions(rubber: Document) -> list[tuple[int, Occasion, tuple[str, str]]]:
    """What gives a rubber an identity: its first entry, and each that makes it one of another occasion or pair."""
    found: list[tuple[int, Occasion, tuple[str, str]]] = []
    people = ("", "")
    for entry in rubber["log"]:
        payload = entry["payload"]
        people = (payload.get("a", people[0]), payload.get("b", people[1]))
        if "egn" not in payload:
            continue
        occasion = occasion_of(read_one(payload["egn"]))
        if not found or (occasion, people) != found[-1][1:]:
            found.append((entry["version"], occasion, people))
    return found
