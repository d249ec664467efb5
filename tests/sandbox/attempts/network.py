"""Attempts to reach anything beyond oneself."""

from __future__ import annotations

from tests.sandbox.attempts.escape import BUBBLEWRAP, LANDLOCK, Control, Escape, both

_OWN = "a network of its own"

ESCAPES = (
    Escape(
        "connect to a port of this machine",
        "import socket\n"
        "socket.create_connection(('127.0.0.1', W['tcp']), 2).sendall(W['secret'].encode())",
        {BUBBLEWRAP: (_OWN, "ECONNREFUSED"), LANDLOCK: ("Landlock", "EACCES")},
    ),
    Escape(
        "connect without connecting (TCP fast open)",
        "import socket\n"
        "plug = socket.socket()\n"
        "plug.sendto(W['secret'].encode(), 0x20000000, ('127.0.0.1', W['tcp']))",
        both("seccomp", "EPERM"),
    ),
    Escape(
        "connect by another protocol (multipath TCP)",
        "import socket\n"
        "plug = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)\n"
        "plug.connect(('127.0.0.1', W['tcp'])); plug.sendall(W['secret'].encode())",
        both("seccomp", "EPERM"),
    ),
    Escape(
        "send a datagram to this machine",
        "import socket\n"
        "plug = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "plug.sendto(W['secret'].encode(), ('127.0.0.1', W['udp']))\n"
        "print('STOPPED sent', flush=True)",
        {BUBBLEWRAP: (_OWN, "sent ECONNREFUSED"), LANDLOCK: ("seccomp", "EPERM")},
    ),
    Escape(
        "connect to the outside",
        "import socket\n"
        "plug = socket.socket(); plug.setblocking(False)\n"
        "found = plug.connect_ex(('192.0.2.1', 9))\n"
        "if found != errno.EINPROGRESS: raise OSError(found, '')\n"
        "escaped()",
        {BUBBLEWRAP: (_OWN, "ENETUNREACH"), LANDLOCK: ("Landlock", "EACCES")},
    ),
    Escape(
        "connect to a Unix socket",
        "import socket\n"
        "plug = socket.socket(socket.AF_UNIX); plug.connect(W['unix'])\n"
        "plug.sendall(W['secret'].encode())",
        {BUBBLEWRAP: ("is not there", "ENOENT"), LANDLOCK: ("seccomp", "EAFNOSUPPORT")},
    ),
    Escape(
        "connect to an abstract Unix socket",
        "import socket\n"
        "plug = socket.socket(socket.AF_UNIX); plug.connect('\\0' + W['abstract'])\n"
        "plug.sendall(W['secret'].encode())",
        {BUBBLEWRAP: (_OWN, "ECONNREFUSED"), LANDLOCK: ("seccomp", "EAFNOSUPPORT")},
    ),
    Escape(
        "point one of a pair of sockets elsewhere",
        "import socket\n"
        "plug, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
        "plug.connect('\\0' + W['abstract-datagrams']); plug.send(W['secret'].encode())",
        {BUBBLEWRAP: (_OWN, "ECONNREFUSED"), LANDLOCK: ("seccomp", "EPERM")},
    ),
    Escape(
        "listen where others can connect",
        "import socket\n"
        "plug = socket.socket(); plug.bind(('127.0.0.1', W['free'])); plug.listen()\n"
        "plug.settimeout(0.7); plug.accept(); escaped()",
        {BUBBLEWRAP: (_OWN, "out"), LANDLOCK: ("Landlock", "EACCES")},
    ),
    Escape(
        "listen without having bound a port",
        "import socket\n"
        "plug = socket.socket(); plug.listen(); print('STOPPED listens', flush=True)\n"
        "if os.stat('/proc/self/ns/net').st_ino == W['net']: escaped()",
        {BUBBLEWRAP: (_OWN, "listens"), LANDLOCK: ("seccomp", "EPERM")},
    ),
    Escape(
        "send raw packets",
        "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0); escaped()",
        both("seccomp", "EAFNOSUPPORT"),
        control=Control.PLAIN,
    ),
    Escape(
        "change the network through netlink",
        "import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0); escaped()",
        both("seccomp", "EAFNOSUPPORT"),
    ),
)
