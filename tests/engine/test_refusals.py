"""Reasons against something: the first that applies, and one for all when there is one against each."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from companion.engine.core.errors import DataError, Refusal
from companion.engine.core.refusals import Reasons, refuse_all, refuse_if
from companion.engine.core.text import t
from companion.engine.game.data import read_reasons

WET, COLD = Refusal("1", t("It is wet.")), Refusal("2", t("It is cold."))


def test_a_reason_applies_where_its_condition_holds() -> None:
    """Anything that is true or not empty counts as holding."""
    assert refuse_if(True, "1", t("It is wet.")) == WET
    assert refuse_if(["rain"], "1", t("It is wet.")) == WET
    assert refuse_if("", "1", t("It is wet.")) is None


def test_the_first_reason_that_applies_is_told() -> None:
    """Joined with `or`, the order is the order of telling."""
    for wet, cold, told in ((True, True, WET), (False, True, COLD), (True, False, WET), (False, False, None)):
        assert (refuse_if(wet, "1", t("It is wet.")) or refuse_if(cold, "2", t("It is cold."))) == told


def test_a_question_without_anything_open_has_a_reason() -> None:
    """The first reason when there is one against each; none as long as one is open; one of its own for nothing."""
    assert refuse_all("3", [WET, COLD]) == WET
    assert refuse_all("3", [WET, None]) is None
    assert refuse_all("3", {"a": COLD}.values()) == COLD
    empty = refuse_all("3", [])
    assert empty is not None
    assert (empty.section, bool(str(empty.reason))) == ("3", True)


def test_reasons_can_stand_in_a_data_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a section, or without one for that of the step; what has another shape is refused with its place."""
    (tmp_path / "of_reasons" / "data").mkdir(parents=True)
    (tmp_path / "of_reasons" / "__init__.py").touch()
    file = tmp_path / "of_reasons" / "data" / "reasons.toml"
    monkeypatch.syspath_prepend(str(tmp_path))
    file.write_text(
        '[reason.wet]\nsection = "1"\ntitle = "It is wet."\n[reason.cold]\ntitle = "It is cold."\n', "utf-8"
    )
    against = read_reasons("of_reasons")
    assert against(wet=True) == Refusal("1", t("It is wet."), kind="wet")
    assert against(wet=False, cold=True) == Refusal("", t("It is cold."), kind="cold")
    file.write_text('[reason.wet]\nsection = "1"\n', "utf-8")
    with pytest.raises(DataError, match=r"reasons\.toml: reason.*title"):
        read_reasons("of_reasons")


def test_reasons_have_names_and_the_first_that_holds_is_told() -> None:
    """The order is that of the call; a name that the data does not have is a mistake."""
    against = Reasons({"cold": COLD, "wet": WET})
    assert against(wet=["rain"], cold=True) == structs.replace(WET, kind="wet")
    assert against(wet=[], cold=1) == structs.replace(COLD, kind="cold")
    assert against(wet="", cold=0) is None
    with pytest.raises(KeyError):
        against(wet=False, dark=True)
