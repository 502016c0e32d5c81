"""Addresses: where this machine can be reached, and a socket to serve on."""

import errno
import socket

from django.core.management import CommandError

# Reserved for documentation: nothing is sent there, the system only chooses a way out.
_FAR = (("192.0.2.1", 9), socket.AF_INET), (("2001:db8::1", 9), socket.AF_INET6)


def listen_on(host: str, port: int) -> socket.socket:
    """A listening socket; 0 takes any free port. Raises CommandError that says what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            hint = f"Port {port} is in use: end the other program or choose another: --port 8001"
        elif error.errno == errno.EACCES:
            hint = f"Port {port} is not for everybody: choose one above 1023: --port 8000"
        else:
            hint = f"Cannot listen on {host}:{port}: {error}"
        raise CommandError(hint) from error


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, the one it reaches others from first."""
    found = [address for target, family in _FAR if (address := _way_out(target, family))]
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, proto=socket.IPPROTO_TCP)
        found += [str(entry[4][0]) for entry in named]
    except OSError:
        pass  # the machine's name leads nowhere, which is common and no harm
    return [
        address
        for address in dict.fromkeys(found)
        if not address.startswith(("127.", "::1", "fe80:"))
    ]


def url_host(address: str) -> str:
    """An address as it stands in a URL and in a Host header."""
    return f"[{address}]" if ":" in address else address


def _way_out(target: tuple[str, int], family: socket.AddressFamily) -> str | None:
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(target)
        except OSError:
            return None
        return str(probe.getsockname()[0])
