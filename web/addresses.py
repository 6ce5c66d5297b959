"""Addresses: where a server listens, and the names that a request may call it by."""

from __future__ import annotations

import errno
import ipaddress
import socket

# The first port that is tried where none is asked for, and how many after it.
FIRST_PORT, PORTS = 8321, 50
LOOPBACK = "127.0.0.1"


class PortTaken(Exception):
    """Another program listens on the port, or this user may not."""


def listening(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on a host: on this port, or without one on the first that is free.

    Raises PortTaken, and OSError for a host that this machine does not have.
    """
    ports = range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else (port,)
    for candidate in ports:
        try:
            return _bound(host, candidate)
        except PermissionError:
            raise PortTaken(f"this user may not listen on port {candidate}") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    message = f"port {port} is in use" if port is not None else f"ports {ports[0]} to {ports[-1]} are in use"
    raise PortTaken(message)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(128)
    except BaseException:
        bound.close()
        raise
    return bound


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_every_address(host: str) -> bool:
    """Return whether a host stands for all addresses of this machine."""
    return host in ("0.0.0.0", "::", "")


def reachable_as(host: str) -> str:
    """The host to write in an address for others. For a server on all addresses, it is the one that other machines reach."""
    if not is_every_address(host):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses the address that it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        name: str = probe.getsockname()[0]
        return name


def accepts(host: str, named: str) -> bool:
    """Return whether a request to a server on `host` may name it so in its `Host`.

    A page of another site can have its own name lead here, but not a number: so names are refused, other than those of this
    machine.
    """
    name = _without_port(named).casefold()
    if name in ("localhost", host.casefold()):
        return True
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        mine = socket.gethostname().casefold()
        return not is_loopback(host) and name in (mine, f"{mine}.local")
    return number.is_loopback or not is_loopback(host)


def _without_port(named: str) -> str:
    if named.startswith("["):
        return named[1:].partition("]")[0]
    return named.partition(":")[0]
