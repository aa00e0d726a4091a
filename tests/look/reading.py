"""Reads a page of HTML: its controls with their names, labels and descriptions. Nothing but the standard library."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"input", "meta", "link", "br", "img", "hr"}


@dataclass
class Element:
    """An element with its attributes, its parent and all text inside it."""

    tag: str
    attrs: dict[str, str]
    parent: Element | None = None
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def up(self, tag: str) -> Element | None:
        """The nearest element of this tag around it."""
        one = self.parent
        while one is not None and one.tag != tag:
            one = one.parent
        return one


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("root", {})
        self.at = self.root
        self.found: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(element)
        self.found.append(element)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag, f"</{tag}> closes <{self.at.tag} {self.at.attrs}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        one: Element | None = self.at
        while one is not None:
            one.text += data
            one = one.parent


def elements(html: str) -> list[Element]:
    """All elements of a page in order. Fails when they are not properly nested."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.at is reader.root, f"<{reader.at.tag}> is never closed"
    return reader.found


def names(found: list[Element]) -> set[tuple[str, str]]:
    """(name, value) of everything a form may post; the value only where it is fixed."""
    controls = [one for one in found if one.tag in ("input", "button", "select") and one.attrs.get("name")]
    fixed = ("submit", "radio", "checkbox")
    return {
        (one.attrs["name"], one.attrs.get("value", "") if one.attrs.get("type") in fixed else "")
        for one in controls
        if one.attrs.get("type") != "hidden" and "disabled" not in one.attrs
    }
