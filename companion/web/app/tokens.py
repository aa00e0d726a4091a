"""Tokens: the secrets that phones hold, and the form tokens derived from them. Pure functions, independent of
requests.

A phone that joined a match holds 256 random bits; the store keeps only their hash. A form token proves that a form was
made for the phone that posts it. For a phone with a seat it is derived from its own token, so it survives a restart of
the server; for a visitor it is derived from a signed visitor cookie.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256


def new_token() -> str:
    """256 random bits as text."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """The hash of a token, which is what the store keeps."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def form_token(token: str) -> str:
    """The form token derived from a token."""
    return hmac.new(token.encode("utf-8", "replace"), b"form", sha256).hexdigest()


def signed(secret: str, visitor: str) -> str:
    """A visitor id with this server's signature, as kept in the visitor's cookie."""
    mark = hmac.new(secret.encode(), b"visitor:" + visitor.encode("utf-8", "replace"), sha256).hexdigest()
    return f"{visitor}.{mark}"


def is_ours(secret: str, cookie: str) -> bool:
    """Whether a visitor's cookie has this server's signature."""
    visitor, _, _ = cookie.rpartition(".")
    return bool(visitor) and hmac.compare_digest(signed(secret, visitor).encode(), cookie.encode("utf-8", "replace"))


def same(first: str, second: str) -> bool:
    """Whether two tokens are equal, compared in constant time."""
    return hmac.compare_digest(first.encode("utf-8", "replace"), second.encode("utf-8", "replace"))
