"""The filters of figures, all in the URL: days, club, event, opponent, depth of the record, and game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from matches.models import Club, Event, Player
from matches.pages.common.dates import day_text
from matches.pages.common.entry_fields import DayInput, set_choices
from matches.pages.common.game_words import GAMES
from matches.pages.common.listing import shorten

DEPTHS: Final[dict[str, str | Promise]] = {
    "result": gettext_lazy("Results only"),
    "marks": gettext_lazy("Points of each deal"),
    "play": gettext_lazy("Every card"),
}
USUAL_VARIANT: Final = "ecarte"
MOST_QUOTED: Final = 30
"""The number of characters after which an invalid date is cut in its error message."""
Chosen = TypeVar("Chosen", Club, Event, Player)


@dataclass(frozen=True, slots=True)
class Filters:
    """The valid filters of a page of figures.

    A filter that is not set is None or "". ``depth``, a key of ``DEPTHS``, selects the deals of exactly this
    depth, and the games and rubbers of rubbers of exactly this depth.
    """

    since: date | None = None
    until: date | None = None
    club: Club | None = None
    event: Event | None = None
    opponent: Player | None = None
    depth: str = ""
    variant: str = USUAL_VARIANT

    @property
    def parameters(self) -> dict[str, str]:
        """The query parameters of the filters that are set, by name; the usual variant is left out."""
        parameters = {
            "since": "" if self.since is None else self.since.isoformat(),
            "until": "" if self.until is None else self.until.isoformat(),
            "club": "" if self.club is None else self.club.slug,
            "event": "" if self.event is None else self.event.public_id,
            "opponent": "" if self.opponent is None else self.opponent.public_id,
            "depth": self.depth,
            "variant": "" if self.variant == USUAL_VARIANT else self.variant,
        }
        return {key: value for key, value in parameters.items() if value}

    @property
    def query(self) -> str:
        """The query string of the filters, such as ``?since=2026-01-01``; "" if no filter is set."""
        return f"?{urlencode(self.parameters)}" if self.parameters else ""

    @property
    def words(self) -> tuple[str, ...]:
        """The filters that are set in words: ("from 1 January 2026", "against Anna")."""
        parts = (
            _days(self.since, self.until),
            "" if self.club is None else self.club.name,
            "" if self.event is None else str(self.event),
            "" if self.opponent is None else _("against %(name)s") % {"name": self.opponent.name},
            str(DEPTHS[self.depth]) if self.depth else "",
            str(GAMES[self.variant]) if self.variant != USUAL_VARIANT else "",
        )
        return tuple(part for part in parts if part)


class DayField(forms.DateField):
    """A date field whose error message repeats an invalid text."""

    def to_python(self, value: Any) -> date | None:
        try:
            return super().to_python(value)
        except forms.ValidationError:
            message = _("%(written)s is not a date. Write it as in 2026-11-14.")
            raise forms.ValidationError(message % {"written": shorten(str(value), MOST_QUOTED)}) from None


class FilterForm(forms.Form):
    """The form that filters figures, submitted by GET. An invalid filter has an error and is ignored."""

    since = DayField(label=gettext_lazy("From"), required=False, widget=DayInput())
    until = DayField(label=gettext_lazy("Until"), required=False, widget=DayInput())
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    event = forms.ChoiceField(label=gettext_lazy("Event"), required=False)
    opponent = forms.ChoiceField(label=gettext_lazy("Against"), required=False)
    depth = forms.ChoiceField(label=gettext_lazy("Level of detail"), required=False)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)

    def __init__(
        self,
        data: QueryDict,
        *,
        clubs: Sequence[Club] | None = None,
        events: Sequence[Event] | None = None,
        opponents: Sequence[Player] | None = None,
    ) -> None:
        """Set the choices. A filter whose ``clubs``, ``events`` or ``opponents`` is None has no field."""
        super().__init__(data)
        self._clubs = _keyed(clubs, "slug")
        self._events, self._opponents = _keyed(events, "public_id"), _keyed(opponents, "public_id")
        self._offer("club", self._clubs, _("All clubs"), _("No club has this address."))
        self._offer("event", self._events, _("All events"), _("No event has this address."))
        unknown = _("No opponent has this address.")
        self._offer("opponent", self._opponents, _("Everyone"), unknown)
        depths = ((key, str(name)) for key, name in DEPTHS.items())
        set_choices(self, "depth", [("", _("Any")), *depths])
        set_choices(self, "variant", [(key, str(name)) for key, name in GAMES.items()])

    @property
    def filters(self) -> Filters:
        self.full_clean()
        valid: dict[str, Any] = self.cleaned_data
        return Filters(
            since=valid.get("since"),
            until=valid.get("until"),
            club=(self._clubs or {}).get(valid.get("club", "")),
            event=(self._events or {}).get(valid.get("event", "")),
            opponent=(self._opponents or {}).get(valid.get("opponent", "")),
            depth=valid.get("depth", ""),
            variant=valid.get("variant") or USUAL_VARIANT,
        )

    def clean(self) -> dict[str, Any]:
        valid = super().clean() or {}
        since, until = valid.get("since"), valid.get("until")
        if since is not None and until is not None and until < since:
            message = _("The last day is before the first, %(since)s.")
            self.add_error("until", message % {"since": day_text(since)})
        return valid

    def _offer(
        self, key: str, rows: Mapping[str, Club | Event | Player] | None, every: str, error: str
    ) -> None:
        if rows is None:
            del self.fields[key]
            return
        set_choices(self, key, [("", every), *((value, row.name) for value, row in rows.items())])
        self.fields[key].error_messages["invalid_choice"] = error


def _keyed(rows: Sequence[Chosen] | None, key: str) -> dict[str, Chosen] | None:
    return None if rows is None else {getattr(row, key): row for row in rows}


def _days(since: date | None, until: date | None) -> str:
    if since is not None and until is not None:
        return pgettext("one day to another", "%(first)s to %(last)s") % {
            "first": day_text(since),
            "last": day_text(until),
        }
    if since is not None:
        return _("from %(day)s") % {"day": day_text(since)}
    return "" if until is None else _("until %(day)s") % {"day": day_text(until)}
