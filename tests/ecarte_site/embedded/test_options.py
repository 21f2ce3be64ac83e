from __future__ import annotations

from pathlib import Path

import pytest

from ecarte_site.embedded.options import OptionsError, apply_options, parse_options


def test_without_options_serves_the_local_network_on_8000_with_the_demonstration() -> None:
    options = parse_options([])
    assert (options.port, options.is_for_lan, options.demo, options.data_folder) == (8000, True, True, None)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_loopback_host_keeps_other_machines_out(host: str) -> None:
    assert parse_options(["--host", host]).is_for_lan is False


@pytest.mark.parametrize("port", ["0", "65536", "-1", "web", "8000.5"])
def test_what_is_no_port_is_refused_and_named(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        parse_options([f"--port={port}"])
    assert stopped.value.code == 2
    assert f"'{port}' is not a port; write a number from 1 to 65535" in capsys.readouterr().err


def test_options_reach_the_settings_by_the_environment(tmp_path: Path) -> None:
    environment: dict[str, str] = {}
    options = parse_options(["--port", "8123", "--data-dir", str(tmp_path / "here")])
    apply_options(options, environment, reached_at="192.0.2.7")
    assert environment == {
        "ECARTE_DATA_DIR": str(tmp_path / "here"),
        "SITE_URL": "http://192.0.2.7:8123",
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
    }


def test_an_address_that_the_club_has_set_is_kept() -> None:
    environment = {"SITE_URL": "https://club.example"}
    apply_options(parse_options([]), environment, reached_at="192.0.2.7")
    assert environment["SITE_URL"] == "https://club.example"


@pytest.mark.parametrize(
    "names",
    [
        ("DATABASE_URL",),
        ("REDIS_URL",),
        ("DATABASE_URL", "REDIS_URL"),
        ("DATABASE_URL_FILE", "REDIS_URL_FILE"),
    ],
)
def test_a_configured_service_is_not_started_embedded(names: tuple[str, ...]) -> None:
    with pytest.raises(OptionsError, match=" and ".join(names)):
        apply_options(parse_options([]), dict.fromkeys(names, "set"), reached_at="localhost")
