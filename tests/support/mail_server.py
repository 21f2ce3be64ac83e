"""A mail server: real SMTP in threads, which stores what it accepts, and may be slow or refuse."""

from __future__ import annotations

import email
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from email.policy import default
from pathlib import Path


@dataclass
class MailServer:
    """A running server. ``drip`` are the seconds before each byte that it sends, ``replies`` its answers by command.

    ``certificate`` is a file for TLS, from the start if ``is_tls_first``, else after STARTTLS; None: no TLS.
    With ``drip_after`` only the answer to this command comes slowly.
    ``connections`` counts who connected. ``over`` ends its waiting, so that a test does not wait for it.
    """

    port: int = 0
    drip: float = 0.0
    replies: dict[str, str] = field(default_factory=dict)
    certificate: Path | None = None
    is_tls_first: bool = False
    letters: list[Message] = field(default_factory=list)
    drip_after: str = ""
    connections: int = 0
    connected: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def recipients(self) -> list[str]:
        return [str(letter["To"]) for letter in self.letters]


class _Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server: MailServer = self.server.about  # type: ignore[attr-defined]
        server.connections += 1
        server.connected.set()
        if server.is_tls_first:
            self._begin_tls()
        self._say("220 here")
        while line := self.rfile.readline():
            word = line.decode().split(maxsplit=1)[0].upper() if line.strip() else ""
            if word == "DATA":
                self._say("354 go on")
                lines: list[bytes] = []
                while (each := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(each)
                reply = server.replies.get("DATA", "250 taken")
                if reply.startswith("250"):
                    server.letters.append(email.message_from_bytes(b"".join(lines), policy=default))
                self._say(reply)
            elif word == "EHLO" and server.certificate and not isinstance(self.connection, ssl.SSLSocket):
                self._say("250-well\r\n250 STARTTLS")
            elif word == "STARTTLS":
                self._say("220 go on")
                self._begin_tls()
            elif word == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say(server.replies.get(word, "250 well"), word)

    def _begin_tls(self) -> None:
        server: MailServer = self.server.about  # type: ignore[attr-defined]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(str(server.certificate))
        self.connection = context.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)

    def _say(self, text: str, to: str = "") -> None:
        server: MailServer = self.server.about  # type: ignore[attr-defined]
        line = f"{text}\r\n".encode()
        if not server.drip or (server.drip_after and server.drip_after != to):
            self.wfile.write(line)
            return
        for byte in line:
            if server.over.wait(server.drip):
                raise ConnectionError
            self.wfile.write(bytes([byte]))


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    about: MailServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a client that has gone."""


@contextmanager
def mail_server(
    *,
    drip: float = 0.0,
    replies: dict[str, str] | None = None,
    certificate: Path | None = None,
    is_tls_first: bool = False,
) -> Iterator[MailServer]:
    with _Server(("127.0.0.1", 0), _Conversation) as server:
        port = server.server_address[1]
        about = MailServer(port, drip, replies or {}, certificate, is_tls_first)
        server.about = about
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield about
        finally:
            about.over.set()
            server.shutdown()
            thread.join()
