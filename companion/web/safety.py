"""Safety from the first day: forged forms, headers, sizes and rates."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style: what a page shows it takes from files of this house."""

HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A table's address is its key: no other site may read it; our own forms need it under HTTPS.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

limiter = Limiter(get_remote_address, default_limits=["1200 per minute"], storage_uri="memory://")
"""A family of six phones that ask for news stays far below the default; forms that cost more have limits of their own."""

csrf = CSRFProtect()


def start(app: Flask) -> None:
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)  # An evening is longer than an hour.
    csrf.init_app(app)
    limiter.init_app(app)
    app.after_request(_headers)


def _headers(answer: Response) -> Response:
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    if request.endpoint != "static" and "Cache-Control" not in answer.headers:
        # Pages hold hands of cards: nobody else's cache keeps them, nor the browser's after going back.
        answer.headers["Cache-Control"] = "no-store"
    if "HX-Request" not in (answer.vary or ()):
        answer.vary.add("HX-Request")
    return answer
