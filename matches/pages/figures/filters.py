"""What figures are kept to: days, a club, an event, an adversary, how much was written down, which game. All of it
stands in the address.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Club, Event, Player
from matches.pages.common.dates import day_text
from matches.pages.common.limits import shortened
from matches.pages.common.widgets import Day

DEPTHS: Final[dict[str, str | Promise]] = {
    "result": gettext_lazy("Results alone"),
    "marks": gettext_lazy("Marks written down"),
    "play": gettext_lazy("Every card written down"),
}
VARIANTS: Final[dict[str, str | Promise]] = {
    "ecarte": gettext_lazy("Écarté"),
    "triomphe": gettext_lazy("La Triomphe"),
}
USUAL_VARIANT: Final = "ecarte"
WRITTEN_SHOWN: Final = 30
"""Of what was written for a day, where it is told that it is none."""
Chosen = TypeVar("Chosen", Event, Player)


@dataclass(frozen=True, slots=True)
class Kept:
    """What was asked for and can be done; None, or empty, where nothing was. ``variant`` is always one of the games."""

    since: date | None = None
    until: date | None = None
    club: Club | None = None
    event: Event | None = None
    opponent: Player | None = None
    depth: str = ""
    variant: str = USUAL_VARIANT

    @property
    def asked(self) -> dict[str, str]:
        """As it stands in an address."""
        told = {
            "since": "" if self.since is None else self.since.isoformat(),
            "until": "" if self.until is None else self.until.isoformat(),
            "club": "" if self.club is None else self.club.slug,
            "event": "" if self.event is None else self.event.public_id,
            "opponent": "" if self.opponent is None else self.opponent.public_id,
            "depth": self.depth,
            "variant": "" if self.variant == USUAL_VARIANT else self.variant,
        }
        return {key: value for key, value in told.items() if value}

    @property
    def query(self) -> str:
        """``?since=2026-01-01``, or nothing."""
        return f"?{urlencode(self.asked)}" if self.asked else ""

    @property
    def told(self) -> tuple[str, ...]:
        """In words; nothing where all is counted."""
        parts = (
            _days(self.since, self.until),
            "" if self.club is None else self.club.name,
            "" if self.event is None else str(self.event),
            "" if self.opponent is None else _("against %(name)s") % {"name": self.opponent.name},
            str(DEPTHS[self.depth]) if self.depth else "",
            str(VARIANTS[self.variant]) if self.variant != USUAL_VARIANT else "",
        )
        return tuple(part for part in parts if part)


class DayField(forms.DateField):
    """A day; of what is none, it tells what was written."""

    def to_python(self, value: Any) -> date | None:
        try:
            return super().to_python(value)
        except forms.ValidationError:
            told = _("%(written)s is no day. A day is written as 2026-11-14.")
            raise forms.ValidationError(told % {"written": shortened(str(value), WRITTEN_SHOWN)}) from None


class FilterForm(forms.Form):
    """Read from an address. What is wrong in it is told; ``kept`` is the rest."""

    since = DayField(label=gettext_lazy("From"), required=False, widget=Day())
    until = DayField(label=gettext_lazy("Until"), required=False, widget=Day())
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    event = forms.ChoiceField(label=gettext_lazy("Event"), required=False)
    opponent = forms.ChoiceField(label=gettext_lazy("Against"), required=False)
    depth = forms.ChoiceField(label=gettext_lazy("Of what was written down"), required=False)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)

    def __init__(
        self,
        data: QueryDict,
        *,
        clubs: Sequence[Club] | None = None,
        events: Sequence[Event] | None = None,
        opponents: Sequence[Player] | None = None,
    ) -> None:
        """``clubs``, ``events`` and ``opponents`` to choose from; None where there is nothing to choose."""
        super().__init__(data)
        self._clubs, self._events, self._opponents = _by_address(clubs), _by_id(events), _by_id(opponents)
        self._offer("club", self._clubs, _("All clubs"), _("No club of that address has such figures."))
        self._offer("event", self._events, _("All events"), _("No event of that address has such figures."))
        self._offer(
            "opponent", self._opponents, _("Everybody"), _("No adversary of that address is met here.")
        )
        _choices(self.fields["depth"], [("", _("All of it")), *DEPTHS.items()])
        _choices(self.fields["variant"], list(VARIANTS.items()))

    @property
    def kept(self) -> Kept:
        """What is wrong is left out."""
        self.full_clean()
        good: dict[str, Any] = self.cleaned_data
        return Kept(
            since=good.get("since"),
            until=good.get("until"),
            club=(self._clubs or {}).get(good.get("club", "")),
            event=(self._events or {}).get(good.get("event", "")),
            opponent=(self._opponents or {}).get(good.get("opponent", "")),
            depth=good.get("depth", ""),
            variant=good.get("variant") or USUAL_VARIANT,
        )

    def clean(self) -> dict[str, Any]:
        good = super().clean() or {}
        since, until = good.get("since"), good.get("until")
        if since is not None and until is not None and until < since:
            told = _("This day comes before the one from which figures are asked for, %(since)s.")
            self.add_error("until", told % {"since": day_text(since)})
        return good

    def _offer(
        self, key: str, rows: Mapping[str, Club | Event | Player] | None, every: str, wrong: str
    ) -> None:
        if rows is None:
            del self.fields[key]
            return
        _choices(self.fields[key], [("", every), *((told, row.name) for told, row in rows.items())])
        self.fields[key].error_messages["invalid_choice"] = wrong


def _choices(field: forms.Field, choices: Sequence[tuple[str, str | Promise]]) -> None:
    cast(forms.ChoiceField, field).choices = choices


def _by_address(clubs: Sequence[Club] | None) -> dict[str, Club] | None:
    return None if clubs is None else {club.slug: club for club in clubs}


def _by_id(rows: Sequence[Chosen] | None) -> dict[str, Chosen] | None:
    return None if rows is None else {row.public_id: row for row in rows}


def _days(since: date | None, until: date | None) -> str:
    if since is not None and until is not None:
        return _("%(first)s to %(last)s") % {"first": day_text(since), "last": day_text(until)}
    if since is not None:
        return _("from %(day)s") % {"day": day_text(since)}
    return "" if until is None else _("until %(day)s") % {"day": day_text(until)}
