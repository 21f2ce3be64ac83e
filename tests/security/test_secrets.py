"""No secret appears in a log, on a page after the first that shows it, in the administration, or in an export."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import psycopg
import pytest

from tests.security.site import OWNER, PASSWORD, ServedSite, Visitor, served

pytestmark = [pytest.mark.postgres, pytest.mark.soak]

NEW_PASSWORD: Final = "correct-horse-battery-staple"


def find_in(page: str, pattern: str) -> str:
    match = re.search(pattern, page)
    assert match, (pattern, re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page))[:600])
    return match[1]


def everything_with_a_secret(site: ServedSite, owner: Visitor) -> dict[str, str]:
    """Done as people and programs do it, rightly, wrongly and by the wrong method; the secrets by name."""
    secrets = {"password": PASSWORD, "new password": NEW_PASSWORD}
    owner.sign_in(OWNER, "wrong-" + PASSWORD)
    owner.sign_in(OWNER)
    owner.post("/accounts/reauthenticate/", password=PASSWORD)
    secrets["session"] = owner.http.cookies["sessionid"]
    page = owner.post("/accounts/tokens/new/", name="a program", scopes=["read", "manage"], life="90")
    secrets["API token"] = token = find_in(page, r">(ecarte_[a-z0-9]+)<")
    bearer = {"Authorization": f"Bearer {token}"}
    owner.get("/api/v1/me/", headers=bearer)
    owner.get(f"/api/v1/me/?token={token}", headers={"Authorization": f"Bearer {token}x"})
    owner.get("/api/v1/me/", headers={"Authorization": f"Token {token}"})
    page = owner.post("/clubs/portland/members/invite/", role="member")
    link = find_in(page, r'id="made-link">http://[^/]+(/invitations/[^<]+)<')
    secrets["invitation"] = link.split("/")[2]
    _open_wrongly(site, link)
    clay = f"/clubs/portland/members/{site.ids['clay']}/"
    page = owner.post(f"{clay}password-link/", clay)
    link = find_in(page, r'id="made-link">http://[^/]+(/accounts/password/link/[^<]+)<')
    secrets["password link"] = link.split("/")[4]
    _open_wrongly(site, link)
    other = site.visitor()
    other.get(link)
    other.post("/accounts/password/link/", password1=NEW_PASSWORD, password2=NEW_PASSWORD)
    page = owner.post(f"/rubbers/{site.ids['rubber']}/table/", life="day")
    groups = find_in(page, r'<code class="groups">([0-9A-Z ]+)<')
    code = groups.replace(" ", "")
    secrets["table code"], secrets["table code in groups"] = code, groups
    phone = site.visitor()
    phone.post("/t/", code=code[:-1] + ("0" if code[-1] != "0" else "1"))
    phone.post("/t/", code=code)
    secrets["cookie of the table"] = _cookie(phone, "table_link")
    ticket = find_in(phone.get(f"/pad/{site.ids['rubber']}/state/"), r'ticket=([^"&]+)')
    secrets["ticket"] = ticket
    phone.get(f"/live/poll?ticket={ticket}&since=0")
    phone.get(f"/live/poll?ticket={secrets['cookie of the table']}&since=0")
    page = owner.post(
        "/clubs/portland/webhooks/new/",
        url="https://1.1.1.1/in?key=our-own-key-there",
        kinds=["rubber.result"],
    )
    secrets["webhook's"] = find_in(page, r"(whsec_[A-Za-z0-9+/=]+)")
    page = owner.get("/accounts/2fa/totp/activate/")
    secrets["second step"] = find_in(page, r'id="totp-key">(\w+)<')
    owner.post("/accounts/2fa/totp/activate/", code="000000")
    owner.post(
        "/accounts/password/change/", oldpassword=PASSWORD, password1=NEW_PASSWORD, password2=NEW_PASSWORD
    )
    secrets["session after"] = owner.http.cookies["sessionid"]
    return secrets


def _cookie(visitor: Visitor, name: str) -> str:
    return next(cookie.value or "" for cookie in visitor.http.cookies.jar if cookie.name == name)


def _open_wrongly(site: ServedSite, link: str) -> None:
    """Request with an unsupported method, in capitals, cut short, with a longer path, and by an unknown host."""
    with_more = (link, link[:-1], f"{link}x/", f"{link}?again={link}", link.upper())
    visitor = site.visitor()
    for address in with_more:
        visitor.http.post(address)
        visitor.http.put(address)
        visitor.http.get(address, headers={"Host": "evil.example"})
        visitor.http.get(address, headers={"X-Request-ID": link.replace("/", "-")})
        visitor.http.get(f"/nowhere{address}")


def break_the_site(site: ServedSite, database: str, secrets: dict[str, str]) -> None:
    """Cause an internal error at each place that takes a secret, so that the request is logged and shown."""
    with psycopg.connect(database, autocommit=True) as connection:
        for table in ("matches_invitation", "matches_apitoken", "matches_tablelink", "matches_user"):
            connection.execute(f"ALTER TABLE {table} RENAME TO {table}_away")
        visitor = site.visitor()
        visitor.http.get(f"/invitations/{secrets['invitation']}/")
        visitor.http.get(f"/accounts/password/link/{secrets['password link']}/")
        visitor.get("/api/v1/me/", headers={"Authorization": f"Bearer {secrets['API token']}"})
        visitor.post("/t/", code=secrets["table code"])
        visitor.post("/accounts/login/", login=OWNER, password=NEW_PASSWORD)
        for table in ("matches_invitation", "matches_apitoken", "matches_tablelink", "matches_user"):
            connection.execute(f"ALTER TABLE {table}_away RENAME TO {table}")
        for page in visitor.pages:
            for name, secret in secrets.items():
                assert secret not in page, name


def forge_lines(site: ServedSite) -> None:
    """Requests that would write a line of their own, had they their way."""
    visitor = site.visitor()
    line = '%7B"event":"forged"%7D'
    visitor.http.get(f"/clubs/%0A{line}/")
    visitor.http.get(f"/nowhere/%0D%0A{line}%1B[2J/?x=%0A{line}")
    visitor.http.post("/t/", data={"code": 'A\n{"event":"forged"}'})
    visitor.http.get("/", headers={"Host": 'x{"event":"forged"}', "User-Agent": '{"event":"forged"}'})
    visitor.http.get("/", headers={"X-Request-ID": '{"event":"forged"}', "X-Forwarded-For": "1 forged"})
    visitor.sign_in('"\n{"event":"forged"}')


def everything_shown_again(site: ServedSite, owner: Visitor) -> list[str]:
    """Return pages, responses and files in which a secret might appear again, including those of the host."""
    owner.pages.clear()
    for path in (
        "/accounts/tokens/",
        "/accounts/",
        "/clubs/portland/members/link/",
        "/clubs/portland/members/invitations/",
        "/clubs/portland/webhooks/",
        f"/rubbers/{site.ids['rubber']}/table/",
        "/clubs/portland/log/",
        "/accounts/export/",
        "/accounts/sessions/",
        f"/api/v1/clubs/{site.ids['club']}/webhooks/",
        f"/api/v1/clubs/{site.ids['club']}/invitations/",
        f"/api/v1/clubs/{site.ids['club']}/log/",
        f"/api/v1/rubbers/{site.ids['rubber']}/links/",
        "/api/v1/tokens/",
        "/api/v1/me/person/",
    ):
        owner.get(path)
    hooks = re.findall(r"/clubs/portland/webhooks/\w{14}/", owner.pages[4])
    owner.get(hooks[0])
    host = site.visitor()
    host.sign_in("host@example.org")
    for model in ("user", "apitoken", "invitation", "membership", "logentry", "club", "rubber", "player"):
        page = host.get(f"/admin/matches/{model}/")
        assert 'id="result_list"' in page, model
        for row in re.findall(rf'href="(/admin/matches/{model}/\d+/change/[^"]*)"', page)[:3]:
            host.get(row)
    host.get("/admin/mfa/authenticator/")
    return owner.pages + host.pages


def test_no_secret_is_told_twice_and_none_is_logged(
    service_environment: dict[str, str], tmp_path: Path
) -> None:
    key = "the key of the site, which signs all that it hands out"
    environment = {**service_environment, "SECRET_KEY": key}
    # Lines for each request, which a host may ask for, have its address: the worst that a log can hold.
    with served(environment, tmp_path, "--access-logfile=-") as site:
        owner = site.visitor()
        secrets = everything_with_a_secret(site, owner)
        again = everything_shown_again(site, owner)
        forge_lines(site)
        break_the_site(site, environment["DATABASE_URL"], secrets)
    written = site.log.read_text()
    assert "\x1b[2J" not in written
    for line in written.splitlines():
        assert not line.lstrip().startswith('{"event":"forged'), line
    log = unquote(written)
    assert "UndefinedTable" in log, "the faults are logged"
    assert "/clubs/portland/log/" not in log
    assert log.count("request") > 50
    # What it listens at is its own.
    assert "127.0.0.1" not in "".join(each for each in log.splitlines() if "Listening at" not in each)
    assert "@example.org" not in log
    for name, secret in {**secrets, "key": key, "receiver's": "our-own-key-there"}.items():
        assert len(secret) >= 16, name
        assert secret not in log, f"{name} is in the log: {_around(log, secret)}"
    for name, secret in {**secrets, "key": key}.items():
        for page in again:
            assert secret not in page, f"{name} is shown again: {_around(page, secret)}"


def _around(text: str, secret: str) -> str:
    place = text.index(secret)
    return text[max(0, place - 300) : place + len(secret) + 100]
