"""Configuration of the web application: plain values, checked once."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field

from companion.engine.core.errors import CompanionError

MAX_STREAMS = 1000
"""Event streams at once. They cost the server a connection each and no thread."""


class ConfigError(CompanionError):
    """The settings of the server do not fit together; the message says which and why."""


@dataclass(frozen=True)
class Config:
    """Settings of one server.

    `secret` signs the form tokens of visitors who hold no seat yet. `hosts` are further names under which the server
    may be called; LAN addresses, localhost and `*.local` are always allowed unless `public`. `public` is for a server
    on the internet: it needs a secret, host names and `proxies`, the number of trusted proxies in front of it that do
    TLS. `addresses` are shown on the start page so that phones find the server. A match is deleted after
    `forget_matches` days without an answer, never if 0. `heartbeat` is in seconds. `pages_folder` keeps compiled
    templates between starts, "" for none.
    """

    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    hosts: tuple[str, ...] = ()
    public: bool = False
    proxies: int = 0
    addresses: tuple[str, ...] = ()
    pages_folder: str = ""
    max_streams: int = MAX_STREAMS
    heartbeat: float = 15.0
    forget_matches: int = 0
    release: str = ""
    testing: bool = False

    def checked(self) -> Config:
        """These settings. Raises ConfigError when a public server would not be safe."""
        if not self.public and self.proxies:
            raise ConfigError("Proxies are trusted on a public server only: say --public with --proxies.")
        if not self.public:
            return self
        if len(os.fsencode(self.secret)) < 32:
            raise ConfigError("A public server needs a secret of at least 32 letters (secret).")
        if self.proxies < 1:
            raise ConfigError("A public server needs a proxy in front of it that does TLS (proxies).")
        if not self.hosts:
            raise ConfigError("A public server needs the names under which it is reached (hosts).")
        return self
