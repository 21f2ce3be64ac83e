from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from matches.operations.sweep import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_sweep_removes_sessions_that_have_run_out_and_no_others() -> None:
    now = timezone.now()
    for key, left in (("old", -timedelta(seconds=1)), ("new", timedelta(hours=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=now + left)
    sweep()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
