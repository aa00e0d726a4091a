"""Write the dependencies of a release: `requirements.lock` (versions and hashes) and `sbom.json` (CycloneDX).

    python -m tools.bill FOLDER

pip resolves the dependencies of `pyproject.toml` again without installing anything, and its result is written down.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def resolved() -> list[dict[str, Any]]:
    """What pip would install into an empty environment, by name."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
    done = subprocess.run([*command, *needed], capture_output=True, text=True, check=True)
    return sorted(json.loads(done.stdout)["install"], key=lambda one: str(one["metadata"]["name"]).lower())


def lock(packages: list[dict[str, Any]]) -> str:
    """The text of a lock file for `pip install --require-hashes`."""
    lines = ["# pip install --require-hashes -r requirements.lock; written by tools.bill for this platform"]
    for one in packages:
        meta, digest = one["metadata"], one["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.append(f"{meta['name']}=={meta['version']} --hash=sha256:{digest}")
    return "\n".join(lines) + "\n"


def bill(packages: list[dict[str, Any]]) -> str:
    """The packages as a CycloneDX software bill of materials (JSON)."""
    components = []
    for one in packages:
        meta, digest = one["metadata"], one["download_info"]["archive_info"]["hashes"]["sha256"]
        name, version = str(meta["name"]), str(meta["version"])
        components.append(
            {
                "type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name.lower()}@{version}",
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
        )  # fmt: skip
    own = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    root = {"type": "application", "name": own["name"], "version": own["version"]}
    text = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": root}}
    return json.dumps({**text, "components": components}, indent=1) + "\n"


def main(folder: Path) -> None:
    """Write both files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    packages = resolved()
    (folder / "requirements.lock").write_text(lock(packages), "utf-8")
    (folder / "sbom.json").write_text(bill(packages), "utf-8")
    print(f"{folder}: {len(packages)} packages")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
