"""A process that serves pages has loaded every view before it takes its first request."""

from __future__ import annotations

import os

from tests.ecarte_site.fresh import fresh_processes

LATE = """
import sys
import ecarte_site.wsgi
from django.urls import URLPattern, get_resolver

loaded = set(sys.modules)

def load(patterns):
    for each in patterns:
        if not isinstance(each, URLPattern):
            load(each.url_patterns)

load(get_resolver().url_patterns)
print(sorted(set(sys.modules) - loaded))
"""


def test_no_module_is_left_for_the_first_visitor_to_load() -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
        "SECRET_KEY": "for this test",
    }
    done = fresh_processes().run(LATE, environment)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
