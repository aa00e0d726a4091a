"""The contributor tools have moved to `tools`; for a while they answer to their old names, too."""

from pathlib import Path

__path__.append(str(Path(__file__).parents[2] / "tools"))
