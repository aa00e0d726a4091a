"""Citing: an effect that a rule yields without a section cites the section of its step."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import structs

from companion.engine.core.effects import Ask, Draw, Note, Pool, Roll
from companion.engine.core.forms import Choose, Confirm, Counts, Pick

E = TypeVar("E", Ask | Roll | Pool | Draw, Note)


def cited(effect: E, section: str) -> E:
    """The effect, and everything in it that names no section, with this section; the same object if nothing changes."""
    if effect.section:
        return effect
    if isinstance(effect, Ask):
        return structs.replace(effect, section=section, form=_cited_form(effect.form, section))
    return structs.replace(effect, section=section)


def _cited_form(form: Any, section: str) -> Any:
    """A form whose refusals all cite a section."""
    match form:
        case Choose(options=options) | Pick(options=options):
            return structs.replace(form, options=_cited_all(options, section))
        case Counts(rows=rows):
            return structs.replace(form, rows=_cited_all(rows, section), section=form.section or section)
        case Confirm(refusal=refusal) if refusal is not None and not refusal.section:
            return structs.replace(form, refusal=structs.replace(refusal, section=section))
    return form


def _cited_all(options: tuple[Any, ...], section: str) -> tuple[Any, ...]:
    for one in options:  # most forms have nothing to cite: found out without a generator, as this is asked often
        if one.refusal is not None and not one.refusal.section:
            break
    else:
        return options
    return tuple(
        structs.replace(one, refusal=structs.replace(one.refusal, section=section))
        if one.refusal is not None and not one.refusal.section
        else one
        for one in options
    )
