"""Run by `bench.live` as a process of its own: the least that a stream to many can be.

    python -m bench.plain

Prints its port. Whoever asks gets a head and one event, and stays; `POST /<bytes>` sends an event
of that size to all of them at once.
"""

import asyncio

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
_DONE = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


def event(size: int) -> bytes:
    return b"event: fragment\ndata: " + b"x" * size + b"\n\n"


async def serve() -> None:
    readers: list[asyncio.StreamWriter] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader):
            method, path = head.split(b" ")[:2]
            if method == b"GET":
                writer.write(_HEAD + event(0))
                readers.append(writer)
                continue
            sent = event(int(path[1:]))
            for each in readers:
                each.write(sent)
            writer.write(_DONE)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


if __name__ == "__main__":
    asyncio.run(serve())
