"""A TCP relay that can fall silent: bytes are held back, and new connections get no response.

While it is silent, both ends take the other for alive. After ``silent_seconds`` both connections are reset, as each
end's own system does if it has heard nothing for so long.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
from types import TracebackType
from typing import Final, Self

CHUNK: Final = 65_536
AT_ONCE: Final = struct.pack("ii", 1, 0)


class Relay:
    """To ``target``, a port of this machine. Runs in a thread of its own while it is entered."""

    def __init__(self, target: int, silent_seconds: float) -> None:
        self.port = 0
        self._target = target
        self._silent_seconds = silent_seconds
        self._loop = asyncio.new_event_loop()
        self._is_open = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._reset: asyncio.TimerHandle | None = None
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._started = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(self._cut)

    def mend(self) -> None:
        self._loop.call_soon_threadsafe(self._mend)

    def _cut(self) -> None:
        self._is_open.clear()
        self._reset = self._loop.call_later(self._silent_seconds, self._reset_all)

    def _mend(self) -> None:
        if self._reset is not None:
            self._reset.cancel()
        self._is_open.set()

    def _reset_all(self) -> None:
        for writer in self._writers:
            # Without it the other end would hear of an orderly end.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            writer.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._is_open.set()
        self._started.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Cancelled at the end alone, which the server would take for a fault.
        with contextlib.suppress(asyncio.CancelledError):
            await self._relay(reader, writer)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        await self._is_open.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            self._writers.discard(writer)
            return
        self._writers.add(far_writer)
        try:
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self._pass_on(reader, far_writer))
                ways.create_task(self._pass_on(far_reader, writer))
        finally:
            self._writers -= {writer, far_writer}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(CHUNK):
                await self._is_open.wait()
                writer.write(chunk)
                await writer.drain()
        writer.close()
