"""Delivery: pages are compressed for weak Wi-Fi, and static files are fetched once per release."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from flask import Flask, Response, request, send_from_directory

WORTH_IT = 1400
"""Bytes below which a page fits into one packet anyway."""
LEVEL = 5
TYPES = ("text/html", "text/css", "image/svg+xml", "application/json")
YEAR = 365 * 24 * 3600


def install(app: Flask) -> None:
    """Compress responses that gain from it, and add digests of their contents to the URLs of static files."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR
    folder = Path(str(app.static_folder))
    app.after_request(compressed)
    app.url_defaults(lambda endpoint, values: stamp(folder, endpoint, values))
    app.add_url_rule("/js/<mark>/<path:name>", "script", lambda mark, name: send_from_directory(folder / "js", name))


def compressed(response: Response) -> Response:
    """The response with its body compressed, if the browser accepts that.

    Not over TLS: there, compression next to secret tokens would help an eavesdropper to guess them.
    """
    if response.mimetype not in TYPES or response.is_streamed or response.direct_passthrough or request.is_secure:
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.status_code == 304 or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if len(body) >= WORTH_IT:
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def stamp(folder: Path, endpoint: str, values: dict[str, Any]) -> None:
    """Add a digest of its content to a static file's URL, so that browsers may cache it for ever.

    Scripts that import each other by relative URLs share one digest, in the name of their folder.
    """
    if endpoint == "script":
        values.setdefault("mark", mark_all(folder / "js"))
    elif endpoint == "static" and "filename" in values:
        values.setdefault("v", mark(folder / values["filename"]))


@cache
def mark(file: Path) -> str:
    """Eight hexadecimal digits for the content of a file, or "" when there is none."""
    return blake2b(file.read_bytes(), digest_size=4).hexdigest() if file.is_file() else ""


@cache
def mark_all(folder: Path) -> str:
    """Eight hexadecimal digits for the content of all scripts in a folder."""
    return blake2b(b"".join(one.read_bytes() for one in sorted(folder.glob("*.js"))), digest_size=4).hexdigest()
