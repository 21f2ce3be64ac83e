"""Who is meant by the names in a record's text, and which event: people and places that the club has already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.clubs.permissions import Powers
from matches.clubs.queries.known_names import event_called, players_called
from matches.models import Club, Player
from scoring.record import Rubber


class UnknownCompanyError(ValueError):
    """Names in the text stand for nobody, or for nothing, that the club knows; ``problems`` are sentences."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems))


@dataclass(frozen=True, slots=True)
class Company:
    players: tuple[Player, Player]
    event: str


def company_of(
    record: Rubber, club: Club, powers: Powers, *, stand_ins: Mapping[str, Player] | None = None
) -> Company:
    """The players and the event that the tags of ``record`` name.

    ``stand_ins`` are players whom the text calls by something that is no name. Raises ``UnknownCompanyError``.
    """
    names = tuple(" ".join((name or "").split()) for name in record.players)
    known = {**players_called(club, names), **(stand_ins or {})}
    problems = [_unknown(name, powers) for name in dict.fromkeys(names) if name not in known]
    event = " ".join((record.tag("Event") or "").split())
    found = event_called(club, event) if event else None
    if event and found is None:
        problems.append(
            _("The club has no event %(name)s: correct the tag Event, or leave it out.")
            % {"name": event[:60]}
        )
    if not problems and known[names[0]].pk == known[names[1]].pk:
        problems.append(_("A and B are one person; a rubber is played by two."))
    if problems:
        raise UnknownCompanyError(problems)
    return Company((known[names[0]], known[names[1]]), found.name if found else "")


def _unknown(name: str, powers: Powers) -> str:
    if powers.can("add_player"):
        told = _(
            "Nobody of the club is called %(name)s: correct the name, or put it on the club's list first."
        )
    else:
        told = _(
            "Nobody of the club is called %(name)s: correct the name, or ask a scorer to put it on the list."
        )
    return told % {"name": name[:60]}
