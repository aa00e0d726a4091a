"""Tokens: the secrets phones hold, and the form tokens made from them. Pure; knows no request.

A phone at a match holds 256 random bits; the store keeps only their hash. A form token proves that a form was
made for the phone that posts it. For a phone with a seat it is made from its own token, so it survives a restart of
the server; for a visitor it is made from a signed visitor cookie.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256


def new_token() -> str:
    """256 random bits as text."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What the store keeps of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def form_token(token: str) -> str:
    """The form token of whoever holds a token."""
    return hmac.new(token.encode("utf-8", "replace"), b"form", sha256).hexdigest()


def signed(secret: str, visitor: str) -> str:
    """A visitor id with our signature, as kept in the visitor's cookie."""
    mark = hmac.new(secret.encode(), b"visitor:" + visitor.encode("utf-8", "replace"), sha256).hexdigest()
    return f"{visitor}.{mark}"


def is_ours(secret: str, cookie: str) -> bool:
    """Whether a visitor's cookie carries our signature."""
    visitor, _, _ = cookie.rpartition(".")
    return bool(visitor) and hmac.compare_digest(signed(secret, visitor).encode(), cookie.encode("utf-8", "replace"))


def same(first: str, second: str) -> bool:
    """Whether two tokens are equal, in constant time."""
    return hmac.compare_digest(first.encode("utf-8", "replace"), second.encode("utf-8", "replace"))
