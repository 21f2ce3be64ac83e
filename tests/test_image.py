"""The steps of the Dockerfile, on a copy of what it copies: an image is whole, or its build fails here first."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import dockerfile

PRODUCTION = {
    "DATABASE_URL": "postgres://ecarte@127.0.0.1:9/ecarte",
    "REDIS_URL": "redis://127.0.0.1:9/0",
    "SECRET_KEY": "for tests alone",
    "SITE_URL": "https://club.example",
}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder /app of the image."""
    folder = tmp_path_factory.mktemp("image")
    text = dockerfile.FILE.read_text(encoding="utf-8").split("\nWORKDIR /app\n")[1]
    copies = re.findall(r"^COPY .*$", text, re.MULTILINE)
    for _step in dockerfile.run_steps("\n".join(["WORKDIR /app", *copies]), folder):
        pass
    return folder / "app"


def run(image: Path, *command: str, **settings: str) -> str:
    """Run a command of the image with these settings alone; what it printed."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(image), **settings}
    result = subprocess.run(command, cwd=image, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    "without",
    [("--ignore=admin", "--ignore=rest_framework"), pytest.param((), marks=pytest.mark.soak)],
    ids=["our own", "all"],
)
@pytest.mark.e2e
def test_collects_static_files_under_names_that_change_with_them(
    image: Path, without: tuple[str, ...]
) -> None:
    """Compressing them is most of it, and most of them are those of libraries."""
    collecting = (sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0")
    run(image, *collecting, *without, SECRET_KEY="collecting", ECARTE_DATA_DIR=str(image / "build"))
    names = json.loads((image / "staticfiles" / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    assert re.fullmatch(r"web/base\.[0-9a-f]{12}\.css", names["web/base.css"])
    assert (image / "staticfiles" / f"{names['web/base.css']}.br").exists()
    asking = (
        "from django.contrib.staticfiles.storage import staticfiles_storage; "
        "print(staticfiles_storage.url('web/base.css'))"
    )
    printed = run(
        image, sys.executable, "-c", asking, DJANGO_SETTINGS_MODULE="ecarte_site.settings", **PRODUCTION
    )
    assert printed.strip() == f"/static/{names['web/base.css']}"


@pytest.mark.e2e
def test_holds_all_that_web_and_worker_import(image: Path) -> None:
    modules = (
        "ecarte_site.wsgi, worker.tasks, worker.review, worker.solver, matches.operations.demonstration as d"
    )
    printed = run(image, sys.executable, "-c", f"import {modules}; print(d.EVENING.exists())", **PRODUCTION)
    assert printed.strip() == "True"


def test_has_no_migration_left_to_write(image: Path) -> None:
    assert run(image, sys.executable, "manage.py", "makemigrations", "--check", "--dry-run").startswith(
        "No changes"
    )
