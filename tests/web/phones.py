"""Phones for tests: a browser without scripts that reads forms from pages and posts them, as a person would."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

HOST = "192.168.1.5:8000"
ORIGIN = f"http://{HOST}"
FORMS = re.compile(r"<form\b.*?</form>", re.DOTALL)


@dataclass
class Form:
    """A form as it stands in a page: where it goes, its fields with their values, its buttons."""

    action: str
    method: str
    css: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def value(self, name: str) -> str:
        """The first value of a field."""
        return next((value for key, value in self.fields if key == name), "")


class Reader(HTMLParser):
    """Reads the forms of a page, roughly as a browser would send them. Reading what is round them takes long."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""
        self.feed("".join(FORMS.findall(page)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        a = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(a.get("action", ""), a.get("method", "get"), a.get("class", ""))
            self.forms.append(self._form)
        if self._form is None or "disabled" in a:
            return
        if tag == "input" and a.get("name"):
            if a.get("type") not in ("radio", "checkbox") or "checked" in a:
                self._form.fields.append((a["name"], a.get("value", "")))
        elif tag == "button" and a.get("type", "submit") == "submit":
            self._form.buttons.append((a.get("name", ""), a.get("value", "")))
        elif tag == "select":
            self._select = a.get("name", "")
        elif tag == "option" and self._select:
            known = [name for name, _ in self._form.fields]
            if self._select not in known or "selected" in a:
                self._form.fields = [f for f in self._form.fields if f[0] != self._select]
                self._form.fields.append((self._select, a.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


class Phone:
    """A browser with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.page: TestResponse | None = None

    def get(self, path: str, **more: Any) -> TestResponse:
        """Open a page, following redirects."""
        self.page = self.client.get(path, base_url=ORIGIN, follow_redirects=True, **more)
        return self.page

    def post(self, path: str, data: Any = None, origin: str | None = ORIGIN, follow: bool = True) -> TestResponse:
        """Post fields as they are."""
        headers = {"Origin": origin} if origin else {}
        self.page = self.client.post(path, base_url=ORIGIN, data=data, headers=headers, follow_redirects=follow)
        return self.page

    def past_lobby(self) -> TestResponse:
        """From the lobby, where a phone comes to while others are awaited, to the table."""
        assert self.page is not None
        path = self.page.request.path
        return self.get(path.removesuffix("/lobby")) if path.endswith("/lobby") else self.page

    @property
    def text(self) -> str:
        """The page shown now."""
        assert self.page is not None
        return self.page.get_data(as_text=True)

    def forms(self) -> list[Form]:
        """The forms of the page shown now."""
        return Reader(self.text).forms

    def form(self, action: str = "") -> Form:
        """The first form that goes to an address with this in it."""
        return next(form for form in self.forms() if action in form.action and form.method == "post")

    def questions(self) -> list[Form]:
        """The forms of open questions."""
        return [form for form in self.forms() if form.action.endswith("/answer")]

    def send(self, form: Form, follow: bool = True, **changes: Any) -> TestResponse:
        """Post a form with some fields changed (`_` in a name stands for `.`; a list repeats the field)."""
        data: dict[str, Any] = {}
        for name, value in form.fields:
            data.setdefault(name, []).append(value)
        for name, value in changes.items():
            data[name.replace("__", ".")] = value
        return self.post(form.action, data, follow=follow)
