"""A small HTTP client for measuring: one keep-alive connection, as little work as possible."""

import asyncio
import time
from typing import NamedTuple, Self


class Answer(NamedTuple):
    status: int
    head: bytes
    body: bytes
    seconds: float

    def header(self, name: str) -> str:
        for line in self.head.split(b"\r\n")[1:]:
            key, _, value = line.partition(b":")
            if key.decode().lower() == name:
                return value.strip().decode()
        return ""


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connected(cls, port: int, local: str = "127.0.0.1") -> Self:
        """`local` is the address that the server sees."""
        limit = 1 << 24
        return cls(
            *await asyncio.open_connection("127.0.0.1", port, limit=limit, local_addr=(local, 0))
        )

    def send(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> None:
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)

    async def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        begun = time.perf_counter()
        self.send(method, path, headers or {}, body)
        head = await self.head()
        answer = Answer(int(head[9:12]), head, b"", 0.0)
        length = int(answer.header("content-length") or 0)
        content = await self._reader.readexactly(length)
        return answer._replace(body=content, seconds=time.perf_counter() - begun)

    async def head(self) -> bytes:
        return await self._reader.readuntil(b"\r\n\r\n")

    async def until(self, mark: bytes) -> bytes:
        """What comes up to and with the mark."""
        return await self._reader.readuntil(mark)

    def close(self) -> None:
        self._writer.close()
