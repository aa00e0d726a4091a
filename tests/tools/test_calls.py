"""What the collector of messages finds in code; a sentence it misses loses its translation."""

from __future__ import annotations

from pathlib import Path

from tools import calls

CODE = """
def one(n):
    words, place = "named beside another", n
    least, most = "one of it", "{n} of it"
    later = "named alone" if n else "or else"
    return t(words), plural(n, least, most), t(later), t("written there"), plural(n, "one more", "{n} more")
"""


def test_every_way_to_write_a_message_is_found(tmp_path: Path) -> None:
    """Written in the call, in a name, in one of several names; both forms of a number."""
    file = tmp_path / "rules.py"
    file.write_text(CODE, "utf-8")
    assert sorted(calls.code_messages(file)) == sorted([
        "named beside another", "one of it", "{n} of it", "named alone", "or else", "written there", "one more",
        "{n} more",
    ])  # fmt: skip


def test_words_of_a_kit_are_found_where_say_is_handed_on(tmp_path: Path) -> None:
    """As a name and as part of what a kit is made from."""
    file = tmp_path / "kit.py"
    file.write_text(
        'def kit(say, making):\n    return say("Camp"), making.say("City"), making.label("file")\n', "utf-8"
    )
    assert list(calls.code_messages(file)) == ["Camp", "City"]
