"""A pooler between a client and PostgreSQL that leaves out what a connection asks for in ``options``.

PgBouncer does so where ``ignore_startup_parameters`` names them, as many hosts set it.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator

CHUNK = 65_536
ENCRYPTION = {80_877_103, 80_877_104}
"""What a client may ask for first instead of a version of the protocol: TLS, or GSSAPI."""


@contextlib.contextmanager
def without_options(host: str, port: int) -> Iterator[int]:
    """The port of this machine where it listens, before the server at ``host`` and ``port``."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_accept, args=(listening, (host, port)), daemon=True).start()
        try:
            yield listening.getsockname()[1]
        finally:
            # Closing alone would not wake the thread that waits.
            listening.shutdown(socket.SHUT_RDWR)


def _accept(listening: socket.socket, server: tuple[str, int]) -> None:
    with contextlib.suppress(OSError):
        while True:
            near, _ = listening.accept()
            threading.Thread(target=_serve, args=(near, server), daemon=True).start()


def _serve(near: socket.socket, server: tuple[str, int]) -> None:
    with contextlib.suppress(OSError), near, socket.create_connection(server) as far:
        far.sendall(_opening(near))
        back = threading.Thread(target=_pass_on, args=(far, near), daemon=True)
        back.start()
        _pass_on(near, far)
        back.join()


def _opening(near: socket.socket) -> bytes:
    """The client's first message without its options: length, version, then names and values, each with a zero."""
    while True:
        length, version = struct.unpack("!ii", _exactly(near, 8))
        if version not in ENCRYPTION:
            break
        near.sendall(b"N")
    words = _exactly(near, length - 8)[:-2].split(b"\0")
    told = zip(words[::2], words[1::2], strict=True)
    body = b"".join(name + b"\0" + value + b"\0" for name, value in told if name != b"options") + b"\0"
    return struct.pack("!ii", len(body) + 8, version) + body


def _exactly(stream: socket.socket, size: int) -> bytes:
    read = b""
    while len(read) < size:
        if not (more := stream.recv(size - len(read))):
            raise ConnectionError("the client went")
        read += more
    return read


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while content := source.recv(CHUNK):
            target.sendall(content)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
