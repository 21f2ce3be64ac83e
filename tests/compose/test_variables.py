"""The variables and secrets of docker-compose.yml, of a new host and of a host from 0.1.0."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ecarte_site.setup.environment import PROJECT
from tests.compose.hosts import (
    NETWORKS,
    OURS,
    SECRETS,
    THEIRS,
    Services,
    first_release,
    settings_of,
    with_files,
)
from tests.support import compose


@pytest.mark.parametrize("name", [*OURS, *THEIRS])
def test_a_service_has_its_own_secrets_and_networks_and_no_others(name: str, services: Services) -> None:
    service = services[name]
    assert set(service.get("secrets", ())) == SECRETS[name]
    assert set(service["networks"]) == NETWORKS[name]
    given = set(service.get("environment", {}))
    variables = {secret.upper() for secret in SECRETS[name]}
    assert {f"{variable}_FILE" for variable in variables} == {
        each for each in given if each.endswith("_FILE")
    }
    assert given & {secret.upper() for secrets in SECRETS.values() for secret in secrets} == variables | (
        # A text that opens nothing: nothing starts without one.
        {"SECRET_KEY"} if name == "beat" else set()
    )
    assert ("DATABASE_URL" in given, "REDIS_URL" in given) == (
        name in OURS and "database" in NETWORKS[name],
        name in OURS and "broker" in NETWORKS[name],
    )


def test_a_secret_is_mounted_where_its_variable_says(tmp_path: Path) -> None:
    variables = with_files(tmp_path)
    resolved = compose.resolve(variables)
    for name, secret in resolved["secrets"].items():
        assert secret == {"file": str(tmp_path / name)}
    for name, service in resolved["services"].items():
        for secret in SECRETS[name]:
            assert service["environment"][f"{secret.upper()}_FILE"] == f"/run/secrets/{secret}"
            assert not service["environment"][secret.upper()]
    for secret in compose.resolve(first_release())["secrets"].values():
        assert secret == {"file": "/dev/null"}


def test_no_secret_has_a_default() -> None:
    text = (PROJECT / "docker-compose.yml").read_text(encoding="utf-8")
    for variable in ("SECRET_KEY", "POSTGRES_PASSWORD", "SITE_HOST", "EMAIL_URL"):
        uses = re.findall(r"\$\{" + variable + r"\b([^}]*)\}", text)
        assert any(use.startswith((":?", "?")) for use in uses), variable
        assert not any(use.startswith((":-", "-")) for use in uses), variable


@pytest.mark.parametrize("name", ["SITE_HOST", "SECRET_KEY", "POSTGRES_PASSWORD", "EMAIL_URL"])
def test_what_has_to_be_set_is_asked_for_in_one_sentence(name: str) -> None:
    variables = first_release()
    del variables[name]
    with pytest.raises(compose.MissingVariableError, match=rf"^Set {name} in \.env"):
        compose.resolve(variables)


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("has_files", [False, True], ids=["of the first release", "with files"])
def test_a_host_comes_up_with_its_own_variables(
    name: str, has_files: bool, services: Services, tmp_path: Path
) -> None:
    old = first_release()
    if has_files:
        services = compose.resolve(with_files(tmp_path))["services"]
    settings = settings_of(services[name], tmp_path)
    assert settings["EMBEDDED"] is False
    assert settings["SECRET_KEY"] == ("the schedule signs nothing" if name == "beat" else old["SECRET_KEY"])
    if "database" in NETWORKS[name]:
        # As 0.1.0 wrote it.
        url = f"postgres://ecarte:{old['POSTGRES_PASSWORD']}@postgres:5432/ecarte"
        assert settings["DATABASE_URL"] == url
    if "broker" in NETWORKS[name]:
        password = ":a%2Fb%40c@" if has_files else ""
        assert settings["REDIS_URL"] == f"redis://{password}redis:6379/0"
    if has_files:
        assert settings["METRICS_TOKEN"] == ("a/b@c" if "metrics_token" in SECRETS[name] else "")
        assert settings["METRICS_PORT"] == (9100 if "figures" in NETWORKS[name] else None)
    assert settings["HAS_MAIL"] is (name in ("web", "mail"))
    assert settings["FRONT_SECRET"] == ("a/b@c" if has_files and name == "web" else "")


def test_web_knows_whether_there_is_mail_and_not_how() -> None:
    url, file = {"EMAIL_URL": "smtp://u:p@mail.example.org"}, {"EMAIL_URL_FILE": "./secrets/email_url"}
    neither = {**first_release(), "EMAIL_URL": ""}
    told = [
        compose.resolve({**neither, **given})["services"]["web"]["environment"]["HAS_MAIL"]
        for given in ({}, url, file, {**url, **file})
    ]
    assert [bool(each) for each in told] == [False, True, True, True]
    assert "mail.example.org" not in str(told)


def test_example_lists_every_variable_and_fills_in_no_secret() -> None:
    used = compose.names_in((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    example = compose.read_variables((PROJECT / ".env.example").read_text(encoding="utf-8"))
    assert set(example) == used
    files = {
        f"{secret.upper()}_FILE": f"./secrets/{secret}"
        for secret in (SECRETS["web"] | SECRETS["mail"]) - {"metrics_token"}
    }
    filled = {name: value for name, value in example.items() if value}
    assert filled == {**files, "WEB_WORKERS": "2", "REVIEW_WORKERS": "1"}


def test_the_hosting_page_has_every_variable_of_the_example() -> None:
    page = (PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8").split("### Without containers")[0]
    example = compose.read_variables((PROJECT / ".env.example").read_text(encoding="utf-8"))
    assert set(example) <= set(re.findall(r"`([A-Z_]+)`", page))
