"""The one process's web server over an application of a test's own, in threads of the test."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from waitress.wasyncore import close_all

from ecarte_site.embedded.options import parse_options
from ecarte_site.embedded.start import _listen
from tests.support.processes import free_port

PATIENCE_SECONDS = 30.0


def echo(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the number of bytes in the request's body."""
    content = str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(content)))])
    return [content]


@contextlib.contextmanager
def serving(application: object = echo, *options: str) -> Iterator[int]:
    port = free_port()
    server: Any = _listen(parse_options(["--port", str(port), *options]), application)
    running = threading.Thread(target=server.run)
    running.start()
    try:
        yield port
    finally:
        # This runs in the server's own thread, where nothing is being read or written meanwhile.
        # Another thread that pulls the trigger at the same moment may have it run, and closed, before this one writes.
        with contextlib.suppress(OSError):
            server.trigger.pull_trigger(lambda: close_all(server._map, ignore_all=True))
        running.join(20)
        server.task_dispatcher.shutdown()


def connect(port: int, sender: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS, source_address=(sender, 0))


def request(connection: socket.socket, text: str = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") -> str:
    connection.sendall(text.encode())
    return answer(connection)


def answer(connection: socket.socket) -> str:
    """Read an answer that has a length. Empty if the connection is closed without one."""
    received = b""
    while b"\r\n\r\n" not in received:
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            piece = b""
        if not piece:
            return received.decode()
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    length = next(
        int(line.partition(b":")[2])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length:")
    )
    while len(body) < length:
        body += connection.recv(length - len(body))
    return f"{head.decode()}\r\n\r\n{body.decode()}"


def is_closed(connection: socket.socket) -> bool:
    """Wait until the server closes the connection; False if it is open still when the test's patience ends."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True
