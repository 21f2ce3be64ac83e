"""Offer the world's time zones by the name of a place, in the reader's language as far as that has one of its own."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

Choices: TypeAlias = list[tuple[str, str | list[tuple[str, str]]]]
REGIONS: Final[dict[str, str | Promise]] = {
    "Africa": pgettext_lazy("place", "Africa"),
    "America": pgettext_lazy("place", "America"),
    "Antarctica": pgettext_lazy("place", "Antarctica"),
    "Arctic": pgettext_lazy("place", "Arctic"),
    "Asia": pgettext_lazy("place", "Asia"),
    "Atlantic": pgettext_lazy("place", "Atlantic"),
    "Australia": pgettext_lazy("place", "Australia"),
    "Europe": pgettext_lazy("place", "Europe"),
    "Indian": pgettext_lazy("place", "Indian Ocean"),
    "Pacific": pgettext_lazy("place", "Pacific"),
}
PLACES: Final[dict[str, str | Promise]] = {
    "Europe/London": pgettext_lazy("place", "London"),
    "Europe/Brussels": pgettext_lazy("place", "Brussels"),
    "Europe/Athens": pgettext_lazy("place", "Athens"),
    "Europe/Vienna": pgettext_lazy("place", "Vienna"),
    "Europe/Lisbon": pgettext_lazy("place", "Lisbon"),
    "Europe/Moscow": pgettext_lazy("place", "Moscow"),
    "Europe/Copenhagen": pgettext_lazy("place", "Copenhagen"),
    "Europe/Warsaw": pgettext_lazy("place", "Warsaw"),
    "Europe/Bucharest": pgettext_lazy("place", "Bucharest"),
    "Europe/Andorra": pgettext_lazy("place", "Andorra"),
    "Europe/Malta": pgettext_lazy("place", "Malta"),
    "Europe/San_Marino": pgettext_lazy("place", "San Marino"),
    "Europe/Isle_of_Man": pgettext_lazy("place", "Isle of Man"),
    "Europe/Guernsey": pgettext_lazy("place", "Guernsey"),
    "Europe/Kyiv": pgettext_lazy("place", "Kyiv"),
    "Africa/Cairo": pgettext_lazy("place", "Cairo"),
    "Africa/Algiers": pgettext_lazy("place", "Algiers"),
    "Africa/Addis_Ababa": pgettext_lazy("place", "Addis Ababa"),
    "Africa/Mogadishu": pgettext_lazy("place", "Mogadishu"),
    "Africa/El_Aaiun": pgettext_lazy("place", "El Aaiun"),
    "America/Mexico_City": pgettext_lazy("place", "Mexico City"),
    "America/Havana": pgettext_lazy("place", "Havana"),
    "America/Puerto_Rico": pgettext_lazy("place", "Puerto Rico"),
    "America/Barbados": pgettext_lazy("place", "Barbados"),
    "America/Jamaica": pgettext_lazy("place", "Jamaica"),
    "America/Dominica": pgettext_lazy("place", "Dominica"),
    "America/Santo_Domingo": pgettext_lazy("place", "Santo Domingo"),
    "Asia/Jerusalem": pgettext_lazy("place", "Jerusalem"),
    "Asia/Beirut": pgettext_lazy("place", "Beirut"),
    "Asia/Damascus": pgettext_lazy("place", "Damascus"),
    "Asia/Baghdad": pgettext_lazy("place", "Baghdad"),
    "Asia/Tehran": pgettext_lazy("place", "Tehran"),
    "Asia/Dubai": pgettext_lazy("place", "Dubai"),
    "Asia/Singapore": pgettext_lazy("place", "Singapore"),
    "Asia/Seoul": pgettext_lazy("place", "Seoul"),
    "Asia/Manila": pgettext_lazy("place", "Manila"),
    "Asia/Bahrain": pgettext_lazy("place", "Bahrain"),
    "Asia/Kuwait": pgettext_lazy("place", "Kuwait"),
    "Asia/Riyadh": pgettext_lazy("place", "Riyadh"),
    "Asia/Nicosia": pgettext_lazy("place", "Nicosia"),
    "Asia/Kathmandu": pgettext_lazy("place", "Kathmandu"),
    "Asia/Kabul": pgettext_lazy("place", "Kabul"),
    "Atlantic/Azores": pgettext_lazy("place", "Azores"),
    "Atlantic/Canary": pgettext_lazy("place", "Canary"),
    "Atlantic/Madeira": pgettext_lazy("place", "Madeira"),
    "Atlantic/Bermuda": pgettext_lazy("place", "Bermuda"),
    "Atlantic/Faroe": pgettext_lazy("place", "Faroe"),
    "Atlantic/Cape_Verde": pgettext_lazy("place", "Cape Verde"),
    "Indian/Mauritius": pgettext_lazy("place", "Mauritius"),
    "Antarctica/DumontDUrville": pgettext_lazy("place", "Dumont d’Urville"),
    "Indian/Mahe": pgettext_lazy("place", "Mahé"),
    "Indian/Reunion": pgettext_lazy("place", "Réunion"),
    "Indian/Christmas": pgettext_lazy("place", "Christmas Island"),
    "Pacific/Easter": pgettext_lazy("place", "Easter Island"),
    "America/Sao_Paulo": pgettext_lazy("place", "São Paulo"),
}
"""The names of zones whose place is not called like the zone, in English or in another language of the site."""
COMMON_ZONES: Final = (
    *(
        "Europe/London",
        "Europe/Dublin",
        "Europe/Paris",
        "Europe/Brussels",
        "Europe/Amsterdam",
        "Europe/Berlin",
    ),
    *("Europe/Zurich", "Europe/Rome", "Europe/Madrid"),
    *("America/New_York", "America/Chicago", "America/Los_Angeles", "America/Toronto", "Australia/Sydney"),
)


def time_zone_choices(zones: Collection[str], now: str) -> Choices:
    """Return ``zones`` and the one in use ``now``: common ones, UTC, then by region. Labels are cities.

    A zone occurs once, so that a list selects one option.
    """
    common = [zone for zone in COMMON_ZONES if zone in zones]
    named = sorted(zone for zone in zones if zone.partition("/")[0] in REGIONS and zone not in common)
    choices: Choices = [(str(_("Common")), [(zone, place_name(zone)) for zone in common])] if common else []
    choices.append(("UTC", "UTC"))
    if now != "UTC" and now not in (*common, *named):
        choices.append((now, now))
    for region, places in groupby(named, key=lambda zone: zone.partition("/")[0]):
        choices.append((str(REGIONS[region]), [(zone, place_name(zone)) for zone in places]))
    return choices


@cache
def time_zones() -> frozenset[str]:
    """Return the names of the zones in the time zone database's ``zone.tab``, without obsolete names."""
    table = (files("tzdata.zoneinfo") / "zone.tab").read_text(encoding="ascii")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return frozenset(row[2] for row in rows)


def place_name(zone: str) -> str:
    """Return the name of a zone for people: ``America/Argentina/Buenos_Aires`` -> Buenos Aires (Argentina).

    A zone without a region, such as UTC, keeps its name.
    """
    if zone in PLACES or "/" not in zone:
        return str(PLACES.get(zone, zone))
    _region, *between, name = zone.replace("_", " ").split("/")
    return f"{name} ({', '.join(between)})" if between else name
