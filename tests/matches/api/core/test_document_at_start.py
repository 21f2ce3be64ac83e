"""Many callers ask a process for the document before it was ever made."""

from __future__ import annotations

import os

import pytest

from tests.support.processes import python_output

CALLERS = 16
CODE = f"""
import os, threading, django
os.environ["DJANGO_SETTINGS_MODULE"] = "ecarte_site.settings"
django.setup()
from django.test import Client

ready = threading.Barrier({CALLERS})
statuses = []

def call(number):
    headers = {{"Accept-Language": ("en", "fr")[number % 2], "Accept-Encoding": "gzip"}}
    client = Client(raise_request_exception=False, headers=headers)
    path = ("/api/v1/schema/", "/reference/")[number // 2 % 2]
    ready.wait()
    statuses.append(client.get(path).status_code)

callers = [threading.Thread(target=call, args=[number]) for number in range({CALLERS})]
[caller.start() for caller in callers]
[caller.join() for caller in callers]
print(sorted(set(statuses)))
"""


@pytest.mark.e2e
@pytest.mark.sweep
def test_first_callers_of_a_process_all_get_it(fresh_database: str) -> None:
    environment = {**os.environ, "DATABASE_URL": fresh_database, "ALLOWED_HOSTS": "testserver"}
    assert python_output(environment, "-c", CODE) == "[200]\n"
