"""A pairing on one line: who meets whom at which table, who deals first, how it stands, and why they meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.events.queries.rows import games_of, is_by_games, is_turned
from matches.events.words.labels import Names
from matches.events.words.sentences import why_words
from matches.models import Entrant, Pairing, Rubber
from matches.pads.queries.live_scores import Points, points_now
from matches.pages.common.result_lines import (
    TERMINATIONS,
    LiveScore,
    live_score,
    player_name,
    score_text,
    state_of,
)
from matches.pages.events.public.context import Shown

DECIDED: Final[dict[str, str | Promise]] = {
    Pairing.DecidedBy.AWARD: gettext_lazy("awarded"),
    Pairing.DecidedBy.WITHDRAWAL: gettext_lazy("walkover: the other side has withdrawn"),
}
BYES: Final[dict[str, str | Promise]] = {
    Pairing.Kind.BYE: gettext_lazy("bye"),
    Pairing.Kind.REQUESTED_BYE: gettext_lazy("bye that was asked for"),
}
NOBODY_CAME: Final = gettext_lazy("double walkover")


@dataclass(frozen=True, slots=True)
class Seat:
    """``url`` is empty where the viewer may not see the player's page, or nobody is known yet: then ``name`` says where
    he comes from.
    """

    name: str
    url: str
    is_known: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A deals first. ``b`` is None for a bye. ``score`` is in games, in signs where a rubber is on record that did not
    decide, empty where there is none; ``about`` says what the score does not; ``state`` and its look are the record's,
    empty where it is simply confirmed. ``live`` is None where no record has anything to say of it.
    """

    number: int
    group: int
    table: str
    a: Seat
    b: Seat | None
    score: str
    about: str
    state: str | Promise
    state_look: str
    url: str
    why: str
    is_kept: bool
    is_decided: bool
    live: LiveScore | None

    @property
    def is_live(self) -> bool:
        return bool(self.url) and not self.is_decided


def pairing_lines(shown: Shown, pairings: Iterable[Pairing], rounds: Mapping[int, str]) -> list[PairingLine]:
    """``pairings`` have people and rubbers loaded; ``rounds`` are the names of the stage's rounds by number."""
    found = list(pairings)
    names = {
        entrant.player.public_id: player_name(entrant.player)
        for pairing in found
        for entrant in (pairing.entrant_a, pairing.entrant_b)
        if entrant is not None
    }
    rubbers = [pairing.rubber for pairing in found if pairing.rubber is not None]
    points = points_now([rubber.pk for rubber in rubbers if rubber.state == Rubber.State.LIVE])
    return [_line(shown, pairing, rounds, names, points) for pairing in found]


def _line(
    shown: Shown, pairing: Pairing, rounds: Mapping[int, str], names: Names, points: Mapping[int, Points]
) -> PairingLine:
    rubber = pairing.rubber
    state, look = ("", "") if rubber is None else state_of(rubber)
    is_bye = pairing.kind != Pairing.Kind.RUBBER
    return PairingLine(
        number=pairing.number,
        group=pairing.group,
        table=pairing.table,
        a=_seat(shown, pairing.entrant_a, pairing.source_a, rounds, has_won=pairing.winner == "A"),
        b=None
        if is_bye
        else _seat(shown, pairing.entrant_b, pairing.source_b, rounds, has_won=pairing.winner == "B"),
        score=_score(pairing),
        about=outcome_words(pairing),
        state=state,
        state_look=look,
        url="" if rubber is None else reverse("web:rubber", args=[rubber.public_id]),
        why=why_words(tuple(pairing.why), names),
        is_kept=pairing.is_kept,
        is_decided=bool(pairing.decided_by),
        live=None
        if rubber is None or not is_by_games(pairing, rubber)
        else live_score(rubber, points, is_turned=is_turned(pairing, rubber)),
    )


def _seat(
    shown: Shown, entrant: Entrant | None, source: str, rounds: Mapping[int, str], *, has_won: bool
) -> Seat:
    if entrant is None:
        return Seat(source_words(source, rounds), "", is_known=False, has_won=False)
    name, url = shown.player_link(entrant.player)
    return Seat(name, url, is_known=True, has_won=has_won)


def _score(pairing: Pairing) -> str:
    if pairing.rubber is None:
        return ""
    if is_by_games(pairing, pairing.rubber):
        return score_text(*games_of(pairing, pairing.rubber))
    return " ".join(signs_of(pairing))


def signs_of(pairing: Pairing) -> tuple[str, str]:
    """What stands in the place of games on each side where none count: plus for who has the rubber."""
    return "+" if pairing.winner == "A" else "−", "+" if pairing.winner == "B" else "−"


def outcome_words(pairing: Pairing) -> str:
    """What there is to say of how it was decided, beside a score; empty where the score says all."""
    if pairing.kind != Pairing.Kind.RUBBER:
        return str(BYES[pairing.kind])
    if pairing.decided_by == Pairing.DecidedBy.BYE:
        return str(BYES[Pairing.Kind.BYE])
    if pairing.decided_by in DECIDED:
        return str(DECIDED[pairing.decided_by] if pairing.winner else NOBODY_CAME)
    if pairing.rubber is not None:
        return str(TERMINATIONS.get(pairing.rubber.termination, ""))
    return ""


def source_words(source: str, rounds: Mapping[int, str]) -> str:
    """Where a bracket takes somebody from who is not known yet: "Winner of Semi-final, 2"."""
    kind, _blank, place = source.partition(" ")
    if kind not in ("winner", "loser"):
        return _("Not known yet")
    round_number, _blank, number = place.partition(" ")
    told = {"round": rounds.get(int(round_number), round_number), "number": number}
    if kind == "winner":
        return _("Winner of %(round)s, %(number)s") % told
    return _("Loser of %(round)s, %(number)s") % told
