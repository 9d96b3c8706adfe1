"""`serve`: the server for the phones at the table, and how they find it."""

from __future__ import annotations

import errno
import ipaddress
import logging
import os
import signal
import socket
import sys
import webbrowser
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import click

from companion import paths
from companion.cli.saying import stop, why
from companion.doctor import PORT, unwritable

if TYPE_CHECKING:
    from cryptography import x509
    from flask import Flask

THREADS = 64
"""Every open page holds one for its events, so this is how many phones and tablets may look on at once."""

LARGEST_REQUEST = 100_000_000
"""Bytes that the server takes in before the app is asked; the app's own limits are lower and say why."""


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on; 127.0.0.1 for this computer alone.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes any that is free.")
@click.option("--https", is_flag=True, help="Encrypt, with a certificate of our own making that browsers will ask about.")
@click.option("--db", metavar="URL", help="Another database than the SQLite file in the data folder.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in this computer's browser.")
def serve(host: str, port: int, https: bool, db: str | None, open_page: bool) -> None:
    """Start the server; print its address and a QR that phones can scan."""
    folder = paths.data_folder()
    wrong = unwritable(folder)
    if wrong is not None:
        stop(f"The data folder {folder} cannot be written ({wrong}). Set COMPANION_DATA to a folder that can.")
    with closing(_listener(host, port)) as listener:
        name = _reachable(host)
        address = f"{'https' if https else 'http'}://{name}:{listener.getsockname()[1]}"
        signed = _certificate(name) if https else None
        app = _app(db, address)
        click.echo(_greeting(address))
        sys.stdout.flush()
        if open_page:
            webbrowser.open(address)
        signal.signal(signal.SIGTERM, _leave)
        if signed is None:
            _serve(app, listener)
        else:
            _serve_encrypted(app, listener, signed)


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(0)


def _app(db: str | None, address: str) -> Flask:
    from companion.web import create_app
    from models import DatabaseTrouble

    try:
        return create_app(database=db, address=address)
    except DatabaseTrouble as wrong:
        stop(f"The database cannot be opened: {wrong}. See: companion doctor")


# --- the address ------------------------------------------------------------------------------------------------------


def _listener(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=256)
    except OSError as wrong:
        if wrong.errno == errno.EADDRINUSE:
            stop(f"Port {port} is in use, perhaps by a Companion that runs already. Choose another: --port {port + 1}")
        if wrong.errno == errno.EACCES:
            stop(f"Port {port} is for administrators. Choose one from 1024: --port {PORT}")
        stop(f"Cannot listen on {host}, port {port}: {why(wrong)}.")


def _reachable(host: str) -> str:
    """What phones put in for *host*: when it means every address, the one that leads out of this computer."""
    if host in ("0.0.0.0", "::", ""):
        host = _outward()
    return f"[{host}]" if ":" in host else host


def _outward() -> str:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # An address set aside for documentation. A datagram socket only looks for the way there and sends nothing.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _greeting(address: str) -> str:
    import segno

    drawn = StringIO()
    segno.make(address).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    if sys.stdout.isatty():
        # White on black in so many words: phones read no code whose colours the terminal has swapped.
        lines = [f"\x1b[38;2;255;255;255;48;2;0;0;0m{line}\x1b[0m" for line in lines]
    return "\n".join([*lines, "", f"Companion is at {address}", "Phones on the same network scan the code. Ctrl-C ends it."])


# --- serving ----------------------------------------------------------------------------------------------------------


def _serve(app: Flask, listener: socket.socket) -> None:
    import waitress

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    waitress.serve(
        app,
        sockets=[listener],
        threads=THREADS,
        connection_limit=1000,
        max_request_body_size=LARGEST_REQUEST,
        ident="companion",
        _quiet=True,
    )


def _serve_encrypted(app: Flask, listener: socket.socket, signed: tuple[Path, Path]) -> None:
    import ssl

    from werkzeug.serving import WSGIRequestHandler, make_server

    class Patience(WSGIRequestHandler):
        timeout = 120
        """Seconds that a silent connection is kept."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*signed)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    host, port, *_ = listener.getsockname()
    server = make_server(host, port, app, threaded=True, request_handler=Patience, fd=listener.fileno())
    # Hands are shaken in the thread of the connection: a phone that falls silent must not keep the others waiting.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.ssl_context = context
    server.serve_forever()


def _certificate(name: str) -> tuple[Path, Path]:
    try:
        return certificate(paths.data_folder(), name)
    except OSError as wrong:
        stop(f"The certificate cannot be kept in {paths.data_folder()}: {why(wrong)}.")


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """The files of a certificate for *name* and its key in *folder*, made when they are missing, old or for another name."""
    from cryptography import x509

    signed, key = folder / "https.crt", folder / "https.key"
    if signed.exists() and key.exists():
        try:
            there = x509.load_pem_x509_certificate(signed.read_bytes())
            names = there.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (ValueError, x509.ExtensionNotFound):
            pass
        else:
            if _general_name(name) in names and there.not_valid_after_utc > datetime.now(UTC) + timedelta(days=7):
                return signed, key
    _make_certificate(signed, key, name)
    return signed, key


def _general_name(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        return x509.DNSName(name)


def _make_certificate(signed: Path, key: Path, name: str) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Companion")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(subject, subject, secret.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=397))
        .add_extension(x509.SubjectAlternativeName([_general_name(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8
    pem = serialization.Encoding.PEM
    key.unlink(missing_ok=True)
    with open(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secret.private_bytes(pem, form, serialization.NoEncryption()))
    signed.write_bytes(made.public_bytes(pem))


COMMANDS = (serve,)
