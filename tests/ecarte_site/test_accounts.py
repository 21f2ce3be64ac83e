"""The settings of accounts depend on whether the site sends mail."""

from __future__ import annotations

import json

import pytest
from allauth.account.app_settings import RATE_LIMITS
from allauth.core.internal.ratelimit import get_rates

from ecarte_site.accounts import account_settings
from ecarte_site.setup.environment import PROJECT
from tests.support.processes import python_output

ASK = """
import django, json
django.setup()
from django.conf import settings
print(json.dumps([settings.HAS_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION, settings.ACCOUNT_PREVENT_ENUMERATION]))
"""


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", [False, "none", False]),
        ("smtp://mail.example.org/", [True, "mandatory", True]),
        ("console:", [True, "mandatory", True]),
    ],
)
def test_addresses_are_proved_where_mail_is_configured(
    url: str, expected: list[object], tmp_path: str
) -> None:
    environment = {
        "EMAIL_URL": url,
        "ECARTE_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
    }
    assert json.loads(python_output(environment, "-c", ASK)) == expected


@pytest.mark.parametrize(("has_tls", "proxies"), [(True, 1), (False, 0)])
def test_addresses_that_limits_count_by_come_from_the_proxy_where_there_is_one(
    has_tls: bool, proxies: int
) -> None:
    assert account_settings(has_mail=True, has_tls=has_tls)["ALLAUTH_TRUSTED_PROXY_COUNT"] == proxies


@pytest.mark.parametrize("has_mail", [True, False])
def test_no_script_is_needed_for_the_second_step(has_mail: bool) -> None:
    types = account_settings(has_mail=has_mail, has_tls=True)["MFA_SUPPORTED_TYPES"]
    assert types == ["totp", "recovery_codes"]


def test_docs_name_the_minutes_that_a_sign_in_counts_for() -> None:
    minutes = account_settings(has_mail=True, has_tls=True)["ACCOUNT_REAUTHENTICATION_TIMEOUT"] / 60
    docs = (PROJECT / "docs" / "security.md").read_text(encoding="utf-8")
    assert minutes == 10
    assert "ten minutes after the sign-in" in docs


def test_package_limits_codes_by_account_and_leaves_passwords_to_us() -> None:
    """The package's own reading of its settings is checked, because an upgrade might change it."""
    assert RATE_LIMITS["login"] is None
    assert get_rates(app="allauth.account", action="login") == []
    assert [str(rate) for rate in get_rates(app="allauth.account", action="login_failed")] == ["5/300.0/key"]
