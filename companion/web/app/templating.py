"""Pages: Jinja without what ours do not need at each call and each import, which only spares time; and what a page was
drawn from goes as soon as it is drawn.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from jinja2 import Environment, Template
from jinja2.runtime import Context, Macro

_MADE = "contexts made"
"""Among the values of a page: its own context, and those of the pages it includes."""


class PageContext(Context):
    """A context that calls macros and plain functions, which is what pages call, without asking what else they are."""

    def __init__(self, environment: Environment, parent: dict[str, Any], *args: Any, **named: Any) -> None:
        super().__init__(environment, parent, *args, **named)
        parent.get(_MADE, []).append(self)

    def call(__self, __obj: Any, *args: Any, **named: Any) -> Any:  # noqa: N805 - names that no argument has
        """Call something a page names."""
        kind = type(__obj)
        if kind is Macro:
            args = (__self.eval_ctx, *args)
        elif kind is not FunctionType or hasattr(__obj, "jinja_pass_arg"):
            return super().call(__obj, *args, **named)
        if named:
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
        return __obj(*args, **named)


class Page(Template):
    """A page whose macros see the globals of the application, which are the same for all pages."""

    def render(self, *args: Any, **named: Any) -> str:
        """The page as text. Macros of its own know the page, which knows them: these reference cycles are broken here,
        or the match and its state would stay in memory until the garbage collector comes.
        """
        made: list[Context] = []
        context = self.new_context({**dict(*args, **named), _MADE: made})
        try:
            return str(self.environment.concat(self.root_render_func(context)))
        except Exception:
            self.environment.handle_exception()
        finally:
            for one in made:
                one.vars.clear()
            made.clear()

    def _get_default_module(self, _ctx: Context | None = None) -> Any:
        return super()._get_default_module()


def install(environment: Environment) -> None:
    """Use them."""
    environment.context_class = PageContext
    environment.template_class = Page
