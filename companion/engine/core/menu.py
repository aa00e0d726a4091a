"""Menus: what a player may do, with what each choice means and what it does in one place.

    offers = [
        Offer("rest", t("Rest"), do=lambda: rest(state, hero)),
        Offer("dig", t("Dig"), do=lambda: dig(state, hero), refusal=too_late(state), detail=t("2 Gold")),
    ]
    yield from menu(seat, t("{hero}: what now?", hero=name), offers)

An `Offer` without `do` is chosen for its `value`. A `Group` is a kind of thing: first the kind is chosen, then which
one.
Ids name the choices in questions, saves and recorded matches, so they stay the same from release to release; nobody
takes them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.core.asking import choose
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option
from companion.engine.core.refusals import refuse_all
from companion.engine.core.text import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice: what it is called, what speaks against it, what pages tell beside it, and what it does.

    `do` takes no argument and either does it at once or is a generator that may ask more; what it returns is what the
    menu gives. A `minor` offer is seldom meant.
    """

    id: str
    label: Text
    do: Callable[[], Any] | None = None
    value: Any = None
    refusal: Refusal | None = None
    detail: Text | None = None
    minor: bool = False

    @property
    def against(self) -> Refusal | None:
        """What speaks against it."""
        return self.refusal

    def option(self) -> Option:
        """The offer as pages show it."""
        return Option(self.id, self.label, self.against, self.detail, self.minor)


@dataclass(frozen=True, slots=True)
class Group:
    """A kind of choice that leads to a second question, `prompt`; closed when all its offers are.

    `about` and `look` are those of the second question.
    """

    id: str
    label: Text
    prompt: Text
    offers: Sequence[Offer] = field(default_factory=tuple)
    detail: Text | None = None
    minor: bool = False
    look: str = "buttons"
    about: str = ""
    section: str = ""

    @property
    def against(self) -> Refusal | None:
        """What speaks against it: the first reason, when there is one against each of its offers."""
        return refuse_all(self.section, [offer.refusal for offer in self.offers])

    def option(self) -> Option:
        """The group as pages show it."""
        return Option(self.id, self.label, self.against, self.detail, self.minor)


def menu(
    seat: str,
    prompt: Text,
    offers: Sequence[Offer | Group],
    *,
    section: str = "",
    look: str = "buttons",
    about: str = "",
    observation: bool = False,
) -> Rule[Any]:
    """Ask for one of the offers and carry it out. Gives what its `do` returns, or its `value` where it has no `do`."""
    picked = yield from choose(
        seat,
        prompt,
        [offer.option() for offer in offers],
        section=section,
        look=look,
        about=about,
        observation=observation,
    )
    chosen = next(offer for offer in offers if offer.id == picked)
    if isinstance(chosen, Group):
        return (
            yield from menu(
                seat,
                chosen.prompt,
                chosen.offers,
                section=chosen.section or section,
                look=chosen.look,
                about=chosen.about or chosen.id,
            )
        )
    if chosen.do is None:
        return chosen.value
    done = chosen.do()
    return (yield from done) if isinstance(done, Generator) else done
