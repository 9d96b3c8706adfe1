"""Turns a picture into sightings of labels. Knows no game and no web.

`sight` reads a picture here and now; `look` reads a file that a stranger may have sent, in a process of its own with a
deadline. `readers` says which libraries are there. Importing this loads none of them. (`companion.scan.sight` is the
function; what else its module has is imported from it by name.)
"""

from __future__ import annotations

from companion.scan.post import as_json
from companion.scan.readers import Readers, lacking, readers
from companion.scan.seen import Measured, Seen, Sighting, Sightings, Unread
from companion.scan.sight import sight
from companion.scan.unseeable import Broken, Busy, Damaged, NoReader, NotAPicture, TooLarge, TooSlow, Unseeable
from companion.scan.watch import Watched, Watcher
from companion.scan.worker import look

__all__ = [
    "Broken",
    "Busy",
    "Damaged",
    "Measured",
    "NoReader",
    "NotAPicture",
    "Readers",
    "Seen",
    "Sighting",
    "Sightings",
    "TooLarge",
    "TooSlow",
    "Unread",
    "Unseeable",
    "Watched",
    "Watcher",
    "as_json",
    "lacking",
    "look",
    "readers",
    "sight",
]
