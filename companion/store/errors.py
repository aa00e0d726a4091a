"""The exceptions of the store, in one place; every text may be shown to a person.

CompanionError (engine)
└── StoreError            the store could not do it; nothing was changed
    ├── NoSuchMatch       no match has this code
    ├── NoSuchSeat        the match has no such seat
    ├── NoSuchDevice      the match has no such device (or it was revoked)
    ├── NoSuchCode        the match has no such recovery code, or it was used or has expired
    ├── SeatTaken         another device holds the seat; `device` is its label
    ├── StoreInUse        another server has the file open
    ├── StoreTooNew       the file was written by a newer release
    ├── StoreAway         the database server does not answer; trying again later may help
    ├── StoreDamaged      the file cannot be read, or is not a store
    └── ImportRefused     an export cannot be imported: damaged, newer, or it does not replay
"""

from companion.engine.core.errors import CompanionError
from companion.engine.core.text import Text, t


class StoreError(CompanionError):
    """The store could not do it; nothing was changed."""


class NoSuchMatch(StoreError):
    """No match has this code."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(t("There is no match {code}.", code=code))


class NoSuchSeat(StoreError):
    """The match has no such seat."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        super().__init__(t("This match has no seat {seat}.", seat=seat))


class NoSuchDevice(StoreError):
    """The match has no such device, or it was revoked."""

    def __init__(self) -> None:
        super().__init__(t("This match does not know that device."))


class NoSuchCode(StoreError):
    """The match has no such recovery code, or it was used or has expired."""

    def __init__(self) -> None:
        super().__init__(t("This match has no such recovery code, or it was used already."))


class SeatTaken(StoreError):
    """Another device holds the seat; `device` is its label."""

    def __init__(self, seat: str, device: str) -> None:
        self.seat = seat
        self.device = device
        super().__init__(t("The seat {seat} is held by {device}.", seat=seat, device=device or t("another device")))


class StoreInUse(StoreError):
    """Another server has the file open."""


class StoreTooNew(StoreError):
    """The file was written by a newer release."""


class StoreAway(StoreError):
    """The database server does not answer; trying again later may help."""

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(
            text or t("The database does not answer. Send it again in a moment; it counts once only."),
        )


class StoreDamaged(StoreError):
    """The file cannot be read, or is not a store."""


class ImportRefused(StoreError):
    """An export cannot be imported: it is damaged, from a newer release, or does not replay."""
