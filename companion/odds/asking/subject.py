"""What odds are asked for: a save of a match or a helper, cut down to what an outlook of the game speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from companion.engine.core.text import t
from companion.engine.game.outlook import Outlook, Policy, Quantity
from companion.engine.game.record import Game
from companion.engine.running.save import Done, Frame, Save
from companion.odds.policies import first_option
from companion.odds.results import OddsError
from companion.odds.saves import underway
from companion.odds.ways import policy_named

PLAINEST = Policy("plain", t("The plainest answer to every question"), first_option)


class Situation(Struct, frozen=True):
    """What odds are asked for: a save, cut to what an outlook speaks of, and that outlook (if any)."""

    game: Game
    save: Save
    outlook: Outlook | None
    before: msgspec.Raw = msgspec.Raw(b"")
    """The state before it was cut, where that is another."""

    @property
    def whole(self) -> msgspec.Raw:
        """The state with everything that has nothing to do with this."""
        return self.before if bytes(self.before) else self.save.state

    @property
    def rule(self) -> str:
        """The rule they are about."""
        root = self.save.root
        return self.outlook.rule if self.outlook else root.rule if isinstance(root, Frame) else ""

    @property
    def only_what_ifs(self) -> bool:
        """Whether nothing that runs here has odds worth knowing, but what may be begun."""
        return self.outlook is not None and self.outlook.quantities is None

    def quantities(self) -> Sequence[Quantity]:
        """What the outlook reads from an end; nothing without one."""
        if self.outlook is None or self.outlook.quantities is None:
            return ()
        return self.outlook.quantities(msgspec.json.decode(bytes(self.save.state), type=self.game.state_type))

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The ways to decide that can be asked for; the default first."""
        return (self.outlook.policies if self.outlook else ()) or (PLAINEST,)

    def policy(self, name: str) -> Policy:
        """A way to decide by its name, knobs included ("" for the default). Raises OddsError."""
        if self.outlook is not None and self.outlook.policies:
            return policy_named(self.outlook, name)
        if name not in ("", PLAINEST.id):
            raise OddsError(f"policy: there is no {name}; known: {PLAINEST.id}")
        return PLAINEST


def situation(game: Game, save: Save) -> Situation:
    """The situation of a save: the innermost running flow some outlook speaks of, or all of it."""
    running = list(running_rules(save.root))
    for name in reversed(running):
        outlook = next((one for one in game.outlooks if one.rule == name), None)
        if outlook is not None:
            cut = underway(save, name)
            state = msgspec.json.decode(bytes(cut.state), type=game.state_type)
            if outlook.bare is not None:
                state = outlook.bare(state)
            return Situation(game, Save(msgspec.Raw(msgspec.json.encode(state)), cut.root), outlook, save.state)
    return Situation(game, save, None)


def running_rules(frame: Frame | Done | None) -> Iterator[str]:
    """The names of the running rules, outermost first."""
    if isinstance(frame, Frame):
        yield frame.called or frame.rule
        if frame.called and frame.called != frame.rule:
            yield frame.rule
        for child in frame.children:
            yield from running_rules(child)
