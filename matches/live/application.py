"""The ASGI application's three doors, and the hub's life with the server's."""

import asyncio

from matches.live.asgi import Application, Receive, Scope, Send
from matches.live.hub import hub
from matches.live.notify import listen
from matches.live.pages import Pages
from matches.live.stream import Streams


def with_live_pages(django: Application) -> Application:
    """Streams at /events/, everything else from memory or from Django."""
    streams, pages = Streams(hub), Pages(django, hub)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith("/events/"):
            await streams(scope, receive, send)
        elif scope["type"] == "http":
            await pages(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    return application


async def _live(receive: Receive, send: Send) -> None:
    """Run the hub from the server's start to its end."""
    await receive()
    hub.start()
    listening = asyncio.create_task(listen())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await hub.close()
    await send({"type": "lifespan.shutdown.complete"})
