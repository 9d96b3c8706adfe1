"""What passes between `worker` and its process: lengths in front of bytes."""

from __future__ import annotations

import struct

REQUEST = struct.Struct(">Qd")
"""Bytes of the picture file that follows, and the deadline in seconds."""

ANSWER = struct.Struct(">QQ")
"""Bytes of the JSON object and of the JPEG that follow."""
