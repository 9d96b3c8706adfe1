"""Where a form sends the reader back to: a page of this house, never another's."""

from __future__ import annotations

from urllib.parse import urlsplit


def inside(path: str) -> str:
    """*path* when it is one of ours, else the start page."""
    parts = urlsplit(path)
    ours = not parts.scheme and not parts.netloc and path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if ours and path.isprintable() else "/"
