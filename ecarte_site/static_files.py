"""Static files as they are served once they have been collected: compressed, under names that change with them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is not typed
    """A script that imports another by its relative address gets the other's hashed name written in.

    Without that a phone would run the modules of two releases side by side.
    """

    support_js_module_import_aggregation = True
