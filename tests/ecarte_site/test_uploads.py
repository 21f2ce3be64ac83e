"""Incoming files: which request gets a place, which sender is cut off, and what is left unread."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from ecarte_site import uploads
from ecarte_site.places import NoPlaceError
from ecarte_site.uploads import MOST_A_PERSON, MOST_A_PROCESS, SMALL_BYTES, Upload

LARGE = SMALL_BYTES


@pytest.fixture(autouse=True)
def _empty_places(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    cache.clear()
    monkeypatch.setattr(uploads, "_places", threading.BoundedSemaphore(MOST_A_PROCESS))
    yield
    cache.clear()


class Wire:
    """A connection as gunicorn hands it to the site: a socket, and a stream that reads as much as was promised."""

    def __init__(self, length: int) -> None:
        self.sender, self._socket = socket.socketpair()
        self._left = length
        self.environ: dict[str, Any] = {"gunicorn.socket": self._socket, "wsgi.input": self}

    def read(self, size: int) -> bytes:
        got = b""
        while len(got) < min(size, self._left) and (
            more := self._socket.recv(min(size, self._left) - len(got))
        ):
            got += more
        self._left -= len(got)
        return got

    def close(self) -> None:
        self.sender.close()
        self._socket.close()


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire(LARGE)
    yield made
    made.close()


def begun(length: int | None, who: str = "user:1", source: Any = None) -> Upload:
    upload = Upload({}, source or io.BytesIO(b"x" * (length or 0)), length)
    upload.begin(who)
    return upload


class TestPlaces:
    def test_one_person_has_two_and_gets_them_back(self) -> None:
        first, _second = begun(LARGE), begun(LARGE)
        assert MOST_A_PERSON == 2
        with pytest.raises(NoPlaceError):
            begun(LARGE)
        first.end()
        begun(LARGE)

    def test_person_is_refused_by_number_where_the_process_has_room(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(uploads, "_places", threading.BoundedSemaphore(9))
        kept = [begun(LARGE) for _ in range(MOST_A_PERSON)]
        with pytest.raises(NoPlaceError) as refusal:
            begun(LARGE)
        assert refusal.value.is_own
        assert begun(LARGE, "user:2") not in kept

    def test_process_is_full(self) -> None:
        kept = [begun(LARGE, f"user:{number}") for number in range(MOST_A_PROCESS)]
        with pytest.raises(NoPlaceError) as refusal:
            begun(LARGE, "user:99")
        assert not refusal.value.is_own
        assert len(kept) == MOST_A_PROCESS

    def test_small_body_needs_none(self) -> None:
        kept = [begun(SMALL_BYTES - 1) for _ in range(9)]
        assert {len(upload.read()) for upload in kept} == {SMALL_BYTES - 1}

    def test_chunks_need_one_whatever_comes(self) -> None:
        kept = [begun(None) for _ in range(MOST_A_PERSON)]
        with pytest.raises(NoPlaceError):
            begun(None)
        assert len(kept) == MOST_A_PERSON


SECRET = "a secret of the front"


class TestCollected:
    """A body needs no place behind gunicorn if the server in front holds it, and says so itself."""

    @pytest.mark.parametrize("length", ["9", "90000", "0000090000"])
    @pytest.mark.parametrize(
        ("secret", "proof", "is_counted"),
        [
            (SECRET, SECRET, False),
            (SECRET, "", True),
            (SECRET, None, True),
            (SECRET, SECRET + "x", True),
            (SECRET, "\xe9", True),
            ("", "", True),
            ("", SECRET, True),
        ],
    )
    def test_secret_decides_and_not_the_length(
        self, settings: Settings, wire: Wire, length: str, secret: str, proof: str | None, is_counted: bool
    ) -> None:
        settings.FRONT_SECRET = secret
        headers = {} if proof is None else {"X-Front-Secret": proof}
        request = RequestFactory().generic("POST", "/", headers=headers)
        request.META |= {**wire.environ, "CONTENT_LENGTH": length}
        kept = [begun(LARGE) for _ in range(MOST_A_PERSON)]
        uploads.attach(request)
        if is_counted:
            with pytest.raises(NoPlaceError):
                uploads.begin(request, "user:1", 50_000)
        else:
            uploads.begin(request, "user:1", 50_000)
        assert len(kept) == MOST_A_PERSON

    def test_body_of_nothing_needs_no_place(self, wire: Wire) -> None:
        kept = [begun(LARGE) for _ in range(MOST_A_PERSON)]
        Upload(wire.environ, wire, 0).begin("user:1")
        assert len(kept) == MOST_A_PERSON

    @pytest.mark.parametrize("length", ["+5", "-5", " 5", "5, 5", "5_0", "0x5", "٥", "²", "x"])
    def test_odd_length_is_refused(self, length: str) -> None:
        request = RequestFactory().generic("POST", "/")
        request.META["CONTENT_LENGTH"] = length
        with pytest.raises(BadRequest):
            uploads.attach(request)


class TestReading:
    def test_nothing_is_read_before_it_has_begun(self) -> None:
        upload = Upload({}, io.BytesIO(b"x" * 10), 10)
        assert upload.read() == b""
        assert not upload.is_whole
        upload.begin("user:1")
        assert upload.read() == b"x" * 10
        assert upload.is_whole

    @pytest.mark.parametrize("size", [-1, 1, 7, 8192, 20_000, LARGE])
    def test_pieces_make_up_the_body(self, size: int) -> None:
        body = bytes(number % 251 for number in range(LARGE))
        upload = Upload({}, io.BytesIO(body), LARGE)
        upload.begin("user:1")
        pieces = list(iter(lambda: upload.read(size), b""))
        assert b"".join(pieces) == body
        assert all(len(piece) == size for piece in pieces[:-1])

    def test_chunks_are_received_whole_with_their_length(self) -> None:
        request = RequestFactory().generic("POST", "/", headers={"Transfer-Encoding": "chunked"})
        request.META["wsgi.input"] = io.BytesIO(b"x" * 50_000)
        uploads.attach(request)
        uploads.begin(request, "user:1", 50_000)
        assert request.META["CONTENT_LENGTH"] == "50000"
        assert request.body == b"x" * 50_000

    def test_chunks_beyond_the_bound_are_not_received(self) -> None:
        request = RequestFactory().generic("POST", "/", headers={"Transfer-Encoding": "chunked"})
        source = request.META["wsgi.input"] = io.BytesIO(b"x" * 500_000)
        uploads.attach(request)
        with pytest.raises(RequestDataTooBig):
            uploads.begin(request, "user:1", 50_000)
        assert source.tell() < 100_000


class TestSlowness:
    @pytest.fixture(autouse=True)
    def _short_window(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uploads, "WINDOW_SECONDS", 0.6)

    def test_sender_who_stops_is_given_up(self, wire: Wire) -> None:
        upload = Upload(wire.environ, wire, LARGE)
        upload.begin("user:1")
        wire.sender.sendall(b"x" * 3)
        assert upload.read() == b"x" * 3
        assert upload.is_too_slow
        assert not upload.is_whole

    def test_sender_who_keeps_the_pace_is_not(self, wire: Wire) -> None:
        upload = Upload(wire.environ, wire, LARGE)
        upload.begin("user:1")

        def send() -> None:
            # Twice the slowest pace: so the body takes several windows.
            for _ in range(LARGE // 4_000):
                wire.sender.sendall(b"x" * 4_000)
                threading.Event().wait(0.1)

        sending = threading.Thread(target=send)
        sending.start()
        received = upload.read()
        sending.join()
        assert len(received) == LARGE
        assert upload.is_whole
        assert not upload.is_too_slow

    def test_time_after_the_last_byte_does_not_count(self, wire: Wire) -> None:
        upload = Upload(wire.environ, wire, LARGE)
        upload.begin("user:1")
        wire.sender.sendall(b"x" * LARGE)
        upload.read()
        threading.Event().wait(1)
        assert not upload.is_too_slow


class TestUnread:
    def test_what_is_on_its_way_is_taken_and_the_connection_stays(self, wire: Wire) -> None:
        wire.sender.sendall(b"x" * LARGE + b"next")
        uploads.drain(wire.environ)
        assert wire.environ["gunicorn.socket"].recv(10) == b"next"

    def test_rest_that_does_not_come_is_not_waited_for(self, wire: Wire) -> None:
        sock: socket.socket = wire.environ["gunicorn.socket"]
        wire.sender.sendall(b"x" * 10)
        uploads.drain(wire.environ)
        with pytest.raises(BlockingIOError):
            sock.recv(10, socket.MSG_DONTWAIT)
        assert sock.getblocking()
        sock.sendall(b"the response still goes out")
        assert wire.sender.recv(100) == b"the response still goes out"

    def test_sender_who_has_broken_off_is_no_error(self, wire: Wire) -> None:
        wire.close()
        uploads.drain(wire.environ)
        uploads.drain({})
