"""In which forms records are taken out: their media types, and how their files end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from matches.models import Export

EGN: Final = Export.Form.EGN
ANNOTATED_EGN: Final = Export.Form.ANNOTATED_EGN
JSON: Final = Export.Form.JSON
NDJSON: Final = Export.Form.NDJSON
CSV: Final = Export.Form.CSV
XLSX: Final = Export.Form.XLSX


@dataclass(frozen=True, slots=True)
class FileForm:
    """``can_go_on``: a stream that broke off may be asked for from behind the last rubber that came."""

    media_type: str
    suffix: str
    charset: str = ""
    can_go_on: bool = True

    @property
    def content_type(self) -> str:
        return f"{self.media_type}; charset={self.charset}" if self.charset else self.media_type


FORMS: Final[Mapping[str, FileForm]] = {
    EGN: FileForm("text/vnd.ecarte.egn", ".egn", "utf-8"),
    ANNOTATED_EGN: FileForm("text/vnd.ecarte.egn", ".egn", "utf-8"),
    JSON: FileForm("application/json", ".json", can_go_on=False),
    NDJSON: FileForm("application/x-ndjson", ".ndjson"),
    CSV: FileForm("text/csv", ".csv", "utf-8"),
    XLSX: FileForm(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx", can_go_on=False
    ),
}
