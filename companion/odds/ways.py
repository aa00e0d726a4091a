"""Ways to decide by name: `weakest`, or with knobs `weakest,seize,units=5`. For the terminal, files and pages."""

from __future__ import annotations

from companion.engine.game.outlook import Knob, Outlook, Policy
from companion.odds.results import OddsError


def policy_named(outlook: Outlook, name: str) -> Policy:
    """The policy with a name like `weakest,seize,units=5`: a policy, then knobs, with a number where they take one.

    The default policy for "" or knobs alone. Raises OddsError when there is no such policy or knob, or a number is out
    of its limits.
    """
    words = [word.strip() for word in name.split(",") if word.strip()]
    known = {one.id: one for one in outlook.policies}
    base = words.pop(0) if words and words[0].partition("=")[0] not in _knobs(outlook) else outlook.policies[0].id
    if base not in known:
        raise OddsError(f"policy: there is no {base}; known: {', '.join([*known, *_knobs(outlook)])}")
    if not words:
        return known[base]
    assert outlook.varied is not None
    given = [_setting(outlook, word) for word in words]
    order = list(_knobs(outlook))
    return outlook.varied(base, tuple(sorted(dict(given).items(), key=lambda pair: order.index(pair[0]))))


def _knobs(outlook: Outlook) -> dict[str, Knob]:
    return {one.id: one for one in outlook.knobs}


def _setting(outlook: Outlook, word: str) -> tuple[str, int]:
    """A knob and its threshold, 0 for a habit."""
    name, _, text = word.partition("=")
    knobs = _knobs(outlook)
    if name not in knobs:
        raise OddsError(f"policy: there is no {name}; known: {', '.join(knobs) or 'nothing to add'}")
    knob = knobs[name]
    if not knob.high:
        if text:
            raise OddsError(f"policy: {name} takes no number")
        return name, 0
    if not text.isdecimal() or not knob.low <= int(text) <= knob.high:
        raise OddsError(f"policy: {name} takes a number from {knob.low} to {knob.high}, as in {name}={knob.start}")
    return name, int(text)
