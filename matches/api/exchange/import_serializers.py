"""Serializers for imports and their reports."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import QuerySerializer, TextOrNull, WriteSerializer
from matches.api.core.filters import ChoiceFilter, Filters, YesNoFilter, one_of
from matches.api.core.serializers import ReadSerializer
from matches.exchange.queries import Reading, reading_progress
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
    """Return the display name of ``user``, or None if ``user`` is None or was erased.

    A user without a name is called by the part of the e-mail address before the @.
    """
    if user is None or user.erased_at is not None:
        return None
    return user.name or user.email.partition("@")[0]


@extend_schema_field({"type": "string", "nullable": True})
class WhoField(serializers.Field[Any, Any, Any, Any]):
    """The display name of a user who made a change, or null."""

    def __init__(self, **options: Any) -> None:
        options.setdefault(
            "help_text",
            "By name. Null for the site's host, and for a person who asked to be forgotten.",
        )
        super().__init__(read_only=True, allow_null=True, **options)

    def to_representation(self, value: User) -> str | None:
        return name_of(value)


class ImportCounts(ReadSerializer):
    confirmed = serializers.IntegerField()
    draft = serializers.IntegerField(
        source="drafts", help_text="Stored as a draft: it needs action before it counts."
    )
    skipped = serializers.IntegerField(help_text="Already stored, with the same content.")
    conflict = serializers.IntegerField(
        source="conflicts", help_text="Already stored with other content; a director chooses between the two."
    )
    held = serializers.IntegerField(help_text="Unreadable; the text is kept for repair.")
    refused = serializers.IntegerField(help_text="Refused, and not kept.")


class ImportSerializer(ReadSerializer):
    """The report on an imported file. While the file is being read, the report shows the progress."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id")
    source = serializers.CharField(help_text="The file's name.")  # type: ignore[assignment]
    is_trial = serializers.BooleanField(help_text="Whether it was only a trial, which stores nothing.")
    by = WhoField()
    state = serializers.SerializerMethodField(
        help_text="`cut_short`: reading stopped before the end of the file; `problem` may say why."
    )
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    rubbers = serializers.SerializerMethodField(help_text="The number of rubbers read so far.")
    counts = ImportCounts(source="*")
    deals = serializers.IntegerField(help_text="The number of deals in the imported rubbers.")
    repeats = serializers.IntegerField(help_text="The number of rubbers that occur earlier in the same file.")
    problem = serializers.SerializerMethodField(help_text="The reason why it was cut short.")

    @extend_schema_field({"type": "string", "enum": list(READINGS)})
    def get_state(self, report: Any) -> str:
        return reading_progress(report)

    def get_rubbers(self, report: ImportReport) -> int:
        counts = (report.confirmed, report.drafts, report.skipped)
        return sum(counts) + report.conflicts + report.held + report.refused

    def get_problem(self, report: ImportReport) -> str | None:
        # The service stores its sentences in English; they are marked for translation.
        return _(report.problem) if report.problem else None


class ImportFilters(Filters):
    trial = YesNoFilter("is_trial", help_text="Only trials, or only imports.")
    finished = YesNoFilter(
        "finished_at", method="of_end", help_text="Only finished imports, or only the others."
    )

    def of_end(self, rows: QuerySet[ImportReport], name: str, value: bool) -> QuerySet[ImportReport]:
        return rows.filter(finished_at__isnull=not value)


class ImportLineSerializer(ReadSerializer):
    """The outcome of one rubber of an imported file.

    ``conflicts`` in the context has the public ids of conflicts. Its keys are the rubbers' public ids.
    """

    index = serializers.IntegerField(help_text="Its number in the file, from 1.")
    line = serializers.IntegerField(help_text="The line of the file on which it begins.")
    fate = serializers.ChoiceField(choices=FATES)
    names = serializers.SerializerMethodField(
        help_text="The names of A and B in the file; null if they could not be read."
    )
    rubber = TextOrNull(
        source="rubber_id",
        help_text="The rubber that was stored or already existed; in a trial, the one that it would be.",
    )
    held = TextOrNull(help_text="The text that is kept for repair.")
    conflict = serializers.SerializerMethodField(
        help_text="The conflict that shows both contents, for people who may settle it."
    )
    reasons = serializers.ListField(child=serializers.CharField(), help_text="The problems, as sentences.")
    new_guests = serializers.ListField(
        child=serializers.CharField(), help_text="Names that are new on the club's list."
    )

    @extend_schema_field(NAMES_SCHEMA)
    def get_names(self, line: ImportLine) -> list[str | None]:
        return [line.name_a or None, line.name_b or None]

    def get_conflict(self, line: ImportLine) -> str | None:
        if line.fate != ImportLine.Fate.CONFLICT:
            return None
        conflict: str | None = self.context["conflicts"].get(line.rubber_id)
        return conflict


class ImportLineFilters(Filters):
    fate = ChoiceFilter(field_name="fate", choices=one_of(FATES), help_text="Only rubbers with this outcome.")


class ImportQuery(QuerySerializer):
    source = serializers.CharField(  # type: ignore[assignment]
        required=False, max_length=SOURCE_LENGTH, help_text="The file's name, for the report."
    )
    trial = serializers.BooleanField(
        default=False, help_text="Report what would happen to each rubber, and store only the report."
    )


class TrialQuery(QuerySerializer):
    trial = serializers.BooleanField(
        default=False, help_text="Report what would be imported, and store nothing."
    )


class _Told(WriteSerializer):
    source = serializers.CharField(  # type: ignore[assignment]
        required=False, max_length=SOURCE_LENGTH, help_text="The file's name."
    )
    trial = serializers.BooleanField(default=False)


class ImportText(_Told):
    """An import of a file whose text is in the JSON body."""

    egn = serializers.CharField(trim_whitespace=False, help_text="The whole file.")


class ImportUpload(_Told):
    """An import of a file uploaded by a form. Without `source`, the report has the file's own name."""

    file = serializers.FileField(allow_empty_file=True, max_length=SOURCE_LENGTH)


class ImportedEventSerializer(ReadSerializer):
    event = serializers.SerializerMethodField(help_text="Its public id; null in a trial of a new one.")
    name = serializers.CharField(source="event.name")
    is_new = serializers.BooleanField(help_text="False if it is already stored with the same content.")
    is_trial = serializers.BooleanField()
    rubbers = serializers.IntegerField()
    players = serializers.IntegerField()
    new_players = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text="Names that are new on the club's list."
    )

    def get_event(self, imported: Any) -> str | None:
        return None if imported.is_trial and imported.is_new else str(imported.event.public_id)
