"""A mail server for tests: speaks as much SMTP as Django does, and answers as it is told."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class MailServer(socketserver.ThreadingTCPServer):
    """`refuses` is what it answers to RCPT or DATA instead of taking the mail."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.got: list[str] = []
        self.connections = 0
        self.refuses: dict[str, str] = {}
        self.hangs_up = False

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Conversation(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.connections += 1
        self._say("220 mail.example")
        for line in self.rfile:
            word = line.decode().split(maxsplit=1)[0].upper()
            if word in self.server.refuses:
                self._say(self.server.refuses[word])
            elif word == "DATA":
                self._say("354 go on")
                if not self._take():
                    return
            elif word == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _take(self) -> bool:
        if self.server.hangs_up:
            return False
        lines = list(iter(self.rfile.readline, b".\r\n"))
        self.server.got.append(b"".join(lines).decode())
        self._say("250 taken")
        return True

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join(10)
