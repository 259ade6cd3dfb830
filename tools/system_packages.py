"""What the tests need that pip cannot bring: a Chromium, a Firefox, an X server, keys for it,
Graphviz, LaTeX, PostgreSQL, Caddy, and the command of tree-sitter with a C compiler.

    python tools/system_packages.py

says what is missing and installs it where it may: with apt-get where there is one and we are root (or
sudo asks no password), the browser also with Playwright.  Exit code 0 if nothing is missing afterwards,
1 otherwise, with what to install.  `make test` runs it each time; where all is there it only looks.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.service import window
from noughts.service.window import CHROMIUM_CHOSEN as CHROMIUM_CHOSEN

HEADLESS_SHELL = "chromium-headless-shell"
BESIDE_PYTHON = Path(sys.prefix, "bin", "tree-sitter")
FIREFOX_NAMES = ("firefox-esr", "firefox")


def chromium() -> Path | None:
    """The browser that the tests drive: the one `NOUGHTS_CHROMIUM` names, the system's, or Playwright's."""
    found = window.chromium()
    return found if found or os.environ.get(CHROMIUM_CHOSEN) else playwrights_chromium()


def headless_chromium() -> Path | None:
    """The same without anything that a person would see, where it is there: a fifth less work a page."""
    shell = shutil.which(HEADLESS_SHELL)
    return Path(shell) if shell and CHROMIUM_CHOSEN not in os.environ else chromium()


def firefox() -> Path | None:
    """The system's Firefox."""
    return next((Path(found) for name in FIREFOX_NAMES if (found := shutil.which(name))), None)


def postgres_programs() -> Path | None:
    """The folder of the programs of the newest PostgreSQL; Debian has only some of them on the PATH."""
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(found, key=lambda program: float(program.parts[-3]), default=None)
    initdb = newest or shutil.which("initdb")
    return None if initdb is None else Path(initdb).parent


def tree_sitter() -> Path | None:
    """The command that makes parsers, on the PATH or beside Python."""
    found = shutil.which("tree-sitter") or shutil.which(BESIDE_PYTHON)
    return None if found is None else Path(found)


def playwrights_chromium() -> Path | None:
    """The browser that ``playwright install chromium`` has downloaded, if it has."""
    root = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folders = [Path(root)] if root else [Path.home() / ".cache/ms-playwright"]
    folders.append(Path.home() / "Library/Caches/ms-playwright")
    programs = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*")
    found = [path for folder in folders for tail in programs for path in folder.glob(f"chromium-*/{tail}")]
    return max(found, default=None)


@dataclass(frozen=True)
class Need:
    """Something the tests need: how one sees that it is there, and which package of Debian brings it."""

    what: str
    for_what: str
    package: str
    is_there: Callable[[], bool]


NEEDS = (
    Need("Chromium", "the tests of the page", "chromium", lambda: chromium() is not None),
    Need(
        "headless Chromium",
        "the tests of the page, which it shows in less time",
        HEADLESS_SHELL,
        lambda: headless_chromium() is not None,
    ),
    Need(
        "Firefox", "the tests of the page in a second browser", "firefox-esr", lambda: firefox() is not None
    ),
    Need("Xvfb", "the tests of the window", "xvfb", lambda: shutil.which("Xvfb") is not None),
    Need("xdotool", "the tests of the window", "xdotool", lambda: shutil.which("xdotool") is not None),
    Need(
        "LaTeX", "papers in print", "texlive-latex-recommended", lambda: shutil.which("pdflatex") is not None
    ),
    Need("PostgreSQL", "the tests of rooms", "postgresql", lambda: postgres_programs() is not None),
    Need("Caddy", "the tests behind a proxy", "caddy", lambda: shutil.which("caddy") is not None),
    Need("Graphviz", "the pictures of automata", "graphviz", lambda: shutil.which("dot") is not None),
    Need("a C compiler", "the grammar for editors", "gcc", lambda: shutil.which("cc") is not None),
    Need("tree-sitter", "the grammar for editors", "tree-sitter-cli", lambda: tree_sitter() is not None),
)


def missing() -> list[Need]:
    """What is not there, now."""
    return [need for need in NEEDS if not need.is_there()]


def privilege() -> list[str] | None:
    """The words in front of a command that installs packages; ``None`` if we may not."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def run(command: Sequence[str], folder: Path | None = None) -> None:
    """Run it and show what it says; that it failed shows in what is missing afterwards."""
    print("+", *command, flush=True)
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False, cwd=folder)


def install_with_apt(needs: Sequence[Need]) -> None:
    """Install the packages of Debian one by one, so that one that is not known holds up no other."""
    front = privilege()
    if shutil.which("apt-get") is None or front is None:
        return
    run([*front, "apt-get", "update", "-qq"])
    for need in needs:
        quiet = [*front, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq"]
        run([*quiet, "--no-install-recommends", need.package])


def install_with_playwright() -> None:
    """Download Playwright's own browser, with the libraries it needs where we may."""
    with_libraries = ["--with-deps"] if shutil.which("apt-get") and os.geteuid() == 0 else []
    run([sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"])


def install_tree_sitter() -> None:
    """Put tree-sitter's command beside Python, from Debian 13 with its C library: Debian 12 has neither."""
    if shutil.which("apt-get") is None:
        return
    home = Path(sys.prefix, "share", "tree-sitter").resolve()
    (home / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (home / "sources.list").write_text(f"deb [signed-by={keys}] http://deb.debian.org/debian trixie main\n")
    places = (f"Etc::SourceList={home}/sources.list", "Etc::SourceParts=-", f"State::Lists={home}/lists")
    apt = ["apt-get", "-qq", *(word for place in places for word in ("-o", f"Dir::{place}"))]
    run([*apt, "update"])
    run([*apt, "download", "tree-sitter-cli", "libc6"], home)
    for package in home.glob("*.deb"):
        run(["dpkg-deb", "--extract", str(package), str(home)])
        package.unlink()
    shutil.rmtree(home / "lists")
    for loader in home.glob("usr/lib/*/ld-linux*.so.*"):
        libraries = f"{loader.parent}:/lib/{loader.parent.name}"
        program = home / "usr" / "bin" / "tree-sitter"
        BESIDE_PYTHON.write_text(f'#!/bin/sh\nexec {loader} --library-path {libraries} {program} "$@"\n')
        BESIDE_PYTHON.chmod(0o755)


def advice(need: Need) -> str:
    """One line on what to do about something that is still missing."""
    if need.what == "Chromium" and (chosen := os.environ.get(CHROMIUM_CHOSEN)):
        return f"  {need.what}, for {need.for_what}: {CHROMIUM_CHOSEN} names {chosen}, which is no file"
    return f"  {need.what}, for {need.for_what}: install the package {need.package}"


def main() -> int:
    """Look, install what may be installed, look again."""
    if not (wanted := missing()):
        return 0
    print("Missing:", ", ".join(need.what for need in wanted), flush=True)
    install_with_apt(wanted)
    if chromium() is None:
        install_with_playwright()
    if tree_sitter() is None:
        install_tree_sitter()
    if not (wanted := missing()):
        return 0
    print("The tests cannot run yet. They also need", *map(advice, wanted), sep="\n", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
