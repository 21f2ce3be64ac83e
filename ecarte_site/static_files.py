"""The storage of collected static files: compressed, under names that contain a hash of the contents."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is not typed
    """Storage that also hashes file names in imports of JavaScript modules: a phone must not mix two releases."""

    support_js_module_import_aggregation = True
