"""QR codes of any version: those of others, which are told apart from our labels."""

from __future__ import annotations

from companion.scan.general.codes import read
from companion.scan.general.frame import framed

__all__ = ["framed", "read"]
