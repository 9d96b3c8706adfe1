"""Fetches htmx, which pages load from `static/vendor/htmx-VERSION/`: `python scripts/vendor_htmx.py`.

The version is in the path, so that a browser never keeps an old file; a new version is a new folder and a new link in
`templates/house.html`. What is fetched (by npm, which must be installed) must have the digest below.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "2.0.11"
DIGEST = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"
FOLDER = Path(__file__).parent.parent / "static" / "vendor" / f"htmx-{VERSION}"
FILES = {"package/dist/htmx.min.js": "htmx.min.js", "package/LICENSE": "LICENSE"}


def main() -> int:
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["npm", "pack", "--silent", f"htmx.org@{VERSION}"], cwd=place, check=True)
        with tarfile.open(next(Path(place).glob("*.tgz"))) as archive:
            found = {}
            for name in FILES:
                member = archive.extractfile(name)
                assert member is not None, f"{name} is not in the archive"
                found[name] = member.read()
    digest = hashlib.sha256(found["package/dist/htmx.min.js"]).hexdigest()
    if digest != DIGEST:
        print(f"The file has the digest {digest}, expected {DIGEST}: nothing was written.", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, target in FILES.items():
        (FOLDER / target).write_bytes(found[name])
    print(FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
