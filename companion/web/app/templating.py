"""Pages: Jinja without what ours do not need at each call and each import. Both only spare time."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from jinja2 import Environment, Template
from jinja2.runtime import Context, Macro


class PageContext(Context):
    """A context that calls macros and plain functions, which is what pages call, without asking what else they are."""

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

    def _get_default_module(self, _ctx: Context | None = None) -> Any:
        return super()._get_default_module()


def install(environment: Environment) -> None:
    """Use them."""
    environment.context_class = PageContext
    environment.template_class = Page
