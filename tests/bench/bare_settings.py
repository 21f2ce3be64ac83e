"""The site's settings with one address more, that of a list which the framework makes without anything of ours."""

from __future__ import annotations

from ecarte_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare_urls"
