"""Work on files from strangers in a process of its own, with limits of memory and time.

A PDF of a megabyte can say that it unpacks to gigabytes. Only a process that can be ended keeps that from the server.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from printables.errors import ProofError

MOST_MEMORY = 512 * 2**20
"""Bytes that the reading process may take; itself and a whole kit take 100 MiB."""
MOST_SECONDS = 10
MOST_ANSWER = 2**20
"""Bytes of its answer; the fingerprints of a whole game take 20,000."""
_ENTRIES = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[3]),) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
except ImportError:
    pass  # Windows: the limit of time remains
import pikepdf
try:
    with pikepdf.open(sys.argv[1]) as pdf:
        found = {str(name)[1:]: str(value) for name, value in pdf.docinfo.items()}
except Exception as error:
    print(f"{type(error).__name__}: {error}"[:200], file=sys.stderr)
    sys.exit(3)
text = json.dumps(found)
if len(text) > int(sys.argv[4]):
    sys.exit("it says more of itself than any file of ours")
sys.stdout.write(text)
"""


def read_info(source: bytes | Path) -> dict[str, str]:
    """The information entries of a PDF nobody vouches for. Raises ProofError: no PDF, encrypted, too much, too slow."""
    if isinstance(source, Path):
        return _entries(source)
    with tempfile.NamedTemporaryFile(suffix=".pdf", delete=False) as kept:
        kept.write(source)
    try:
        return _entries(Path(kept.name))
    finally:
        Path(kept.name).unlink(missing_ok=True)


def _entries(path: Path) -> dict[str, str]:
    command = [sys.executable, "-I", "-c", _ENTRIES, str(path), *map(str, (MOST_MEMORY, MOST_SECONDS, MOST_ANSWER))]
    try:
        done = subprocess.run(command, capture_output=True, timeout=MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise ProofError("not a readable PDF: it takes too long to read") from error
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it takes too much to read"]
        raise ProofError(f"not a readable PDF: {reason[0]}")
    found: dict[str, str] = json.loads(done.stdout)
    return found
