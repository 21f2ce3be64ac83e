"""Files brought in, as the API takes them and tells of them."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import Body, Query, TextOrNull
from matches.api.core.filters import ChoiceFilter, Filters, YesNoFilter, one_of
from matches.api.core.serializers import Shape
from matches.exchange.queries.imports import Reading, reading_of
from matches.models import ImportLine, ImportReport, User

READINGS: Final[tuple[Reading, ...]] = ("waiting", "reading", "finished", "cut_short")
FATES: Final = tuple(ImportLine.Fate.values)
SOURCE_LENGTH: Final = 500
NAMES_SCHEMA: Final = {
    "type": "array",
    "items": {"type": "string", "nullable": True},
    "minItems": 2,
    "maxItems": 2,
}


def name_of(user: User | None) -> str | None:
    """What somebody who acted is called; never his address."""
    if user is None or user.erased_at is not None:
        return None
    return user.name or user.email.partition("@")[0]


@extend_schema_field({"type": "string", "nullable": True})
class WhoField(serializers.Field[Any, Any, Any, Any]):
    """Who did something, by name."""

    def __init__(self, **options: Any) -> None:
        options.setdefault(
            "help_text",
            "By name. Null for whoever runs the site, and for somebody who asked to be forgotten.",
        )
        super().__init__(read_only=True, allow_null=True, **options)

    def to_representation(self, value: User) -> str | None:
        return name_of(value)


class ImportCounts(Shape):
    confirmed = serializers.IntegerField()
    draft = serializers.IntegerField(source="drafts", help_text="Stored, and settled before it counts.")
    skipped = serializers.IntegerField(help_text="Here already, with the same content.")
    conflict = serializers.IntegerField(
        source="conflicts", help_text="Here with other content; both are kept for a director."
    )
    held = serializers.IntegerField(help_text="Not readable; the text is kept for repair.")
    refused = serializers.IntegerField(help_text="Not taken in, and not kept.")


class ImportShown(Shape):
    """A file that was brought in, as far as it has been read."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    source = serializers.CharField(help_text="The file's name.")  # type: ignore[assignment]
    is_trial = serializers.BooleanField(help_text="Only tried: nothing of it is stored.")
    by = WhoField()
    state = serializers.SerializerMethodField(
        help_text="`cut_short`: reading ended before the file did, `problem` may say why."
    )
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    rubbers = serializers.SerializerMethodField(help_text="How many have been read so far.")
    counts = ImportCounts(source="*")
    deals = serializers.IntegerField(help_text="In the rubbers that came in.")
    repeats = serializers.IntegerField(help_text="Of the rubbers, those that the file has before.")
    problem = serializers.SerializerMethodField(help_text="Why it was cut short.")

    @extend_schema_field({"type": "string", "enum": list(READINGS)})
    def get_state(self, report: Any) -> str:
        return reading_of(report)

    def get_rubbers(self, report: ImportReport) -> int:
        told = (report.confirmed, report.drafts, report.skipped)
        return sum(told) + report.conflicts + report.held + report.refused

    @extend_schema_field({"type": "string", "nullable": True})
    def get_problem(self, report: ImportReport) -> str | None:
        # The service's own sentences are marked to be translated, and kept in English.
        return _(report.problem) if report.problem else None


class ImportFilters(Filters):
    trial = YesNoFilter("is_trial", help_text="Those that were only tried, or the others.")
    finished = YesNoFilter("finished_at", method="of_end", help_text="Those that are read, or the others.")

    def of_end(self, rows: QuerySet[ImportReport], name: str, value: bool) -> QuerySet[ImportReport]:
        return rows.filter(finished_at__isnull=not value)


class ImportLineShown(Shape):
    """What became of one rubber of a file. ``conflicts`` in the context: by the rubbers' public ids."""

    index = serializers.IntegerField(help_text="Its number in the file, from 1.")
    line = serializers.IntegerField(help_text="The line that it begins with.")
    fate = serializers.ChoiceField(choices=FATES)
    names = serializers.SerializerMethodField(
        help_text="A's and B's as the file has them; null where they could not be read."
    )
    rubber = TextOrNull(
        source="rubber_id", help_text="The rubber that it is, or was already; in a trial that it would be."
    )
    held = TextOrNull(help_text="The text that is kept for repair.")
    conflict = serializers.SerializerMethodField(
        help_text="Where the two contents stand side by side; for who may settle it."
    )
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Sentences.")
    new_guests = serializers.ListField(
        child=serializers.CharField(), help_text="Names that are new on the club's list."
    )

    @extend_schema_field(NAMES_SCHEMA)
    def get_names(self, line: ImportLine) -> list[str | None]:
        return [line.name_a or None, line.name_b or None]

    @extend_schema_field({"type": "string", "nullable": True})
    def get_conflict(self, line: ImportLine) -> str | None:
        if line.fate != ImportLine.Fate.CONFLICT:
            return None
        found: str | None = self.context["conflicts"].get(line.rubber_id)
        return found


class ImportLineFilters(Filters):
    fate = ChoiceFilter(field_name="fate", choices=one_of(FATES), help_text="Those of this fate.")


class ImportQuery(Query):
    source = serializers.CharField(  # type: ignore[assignment]
        required=False, max_length=SOURCE_LENGTH, help_text="The file's name, for the report."
    )
    trial = serializers.BooleanField(
        default=False, help_text="Say what would become of each rubber, and store nothing but the report."
    )


class TrialQuery(Query):
    trial = serializers.BooleanField(default=False, help_text="Say what would come in, and store nothing.")


class _Told(Body):
    source = serializers.CharField(  # type: ignore[assignment]
        required=False, max_length=SOURCE_LENGTH, help_text="The file's name."
    )
    trial = serializers.BooleanField(default=False)


class ImportText(_Told):
    """A file as JSON."""

    egn = serializers.CharField(trim_whitespace=False, help_text="The whole file.")


class ImportUpload(_Told):
    """A file as a form sends it; its own name where `source` gives none."""

    file = serializers.FileField(allow_empty_file=True, max_length=SOURCE_LENGTH)


class ImportedEventShown(Shape):
    event = serializers.SerializerMethodField(help_text="Its public id; null in a trial of one that is new.")
    name = serializers.CharField(source="event.name")
    is_new = serializers.BooleanField(help_text="False where it is here already, as the file has it.")
    is_trial = serializers.BooleanField()
    rubbers = serializers.IntegerField()
    players = serializers.IntegerField()
    new_players = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text="Names that are new on the club's list."
    )

    @extend_schema_field({"type": "string", "nullable": True})
    def get_event(self, taken: Any) -> str | None:
        return None if taken.is_trial and taken.is_new else str(taken.event.public_id)
