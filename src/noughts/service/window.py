"""The page in a window of its own: closing the window ends the program, and ending the program closes it.

The window belongs to another process: to pywebview if it is installed, otherwise to a Chromium, Chrome or
Edge in app mode.  If neither works, the page opens in the browser, and a sentence says so.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Final

from noughts.background import in_background
from noughts.faces.table import NoFace

if TYPE_CHECKING:
    from noughts.service.serve import Server

CHROMIUM_CHOSEN: Final = "NOUGHTS_CHROMIUM"
"""The environment variable that names the Chromium to run, instead of the first one that is found."""

# Programs that can show a page in a window of its own, in the order in which they are tried.
_ON_PATH: Final = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge"),
)
# The usual places on macOS and Windows, which put browsers on no PATH.
_ELSEWHERE: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
)

_FALLBACK: Final = (
    "No program that opens windows (pywebview, Chromium, Chrome or Edge) works here, "
    "so the page opens in the browser."
)


def chromium() -> Path | None:
    """The Chromium, Chrome or Edge of this machine: the one that `NOUGHTS_CHROMIUM` names, else the first."""
    if chosen := os.environ.get(CHROMIUM_CHOSEN):
        return Path(chosen) if Path(chosen).is_file() else None
    on_path = filter(None, map(shutil.which, _ON_PATH))
    elsewhere = filter(os.path.isfile, map(os.path.expandvars, _ELSEWHERE))
    return next(map(Path, chain(on_path, elsewhere)), None)


@contextmanager
def in_window(address: str, server: Server) -> Iterator[None]:
    """A context that shows the page in a window; the server ends when the window is closed.

    `NoFace` if there is no display.
    """
    if sys.platform not in ("win32", "darwin") and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        raise NoFace(
            "there is no display to open a window on", "`--face browser` and `--face console` need none"
        )
    # a short name, because Chromium creates a socket in it, whose path may have at most 107 characters
    with TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as profile:
        window = Window(profile)
        in_background(lambda: show_page(window, commands(address, profile), address, server))
        try:
            yield
        finally:
            window.close()


def show_page(window: Window, commands: Sequence[Sequence[str]], address: str, server: Server) -> None:
    """Run the commands until one of them shows the page; end the server once its window is closed."""
    for command in commands:
        # a program that fails after it has fetched the page did show it, and is not replaced by another one
        if window.run(command) or server.was_asked:
            server.end()
            return
    print(_FALLBACK, flush=True)
    webbrowser.open(address)


def commands(address: str, profile: str) -> list[list[str]]:
    """The commands that open a window on this machine, the preferred one first."""
    found = []
    if find_spec("webview"):
        # -P: the current folder may have a module of any name, and must not be searched for imports
        found.append([sys.executable, "-P", "-m", __name__, address])
    if program := chromium():
        options = (
            f"--user-data-dir={profile}",  # otherwise a running Chromium opens the page, and this one ends
            "--no-first-run",  # no questions to a new user
            "--no-default-browser-check",
            "--password-store=basic",  # no question for the password of the desktop's keyring
            "--disable-background-networking",  # the page is on this machine, so nothing needs to be fetched
            "--disable-component-update",
            "--disable-sync",
        )
        found.append([str(program), f"--app={address}", *options])
    return found


class Window:
    """The process that shows the page, with a folder for its files; it is ended with the program."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._starting = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def run(self, command: Sequence[str]) -> bool:
        """Run a program until its window is closed; false if it fails by itself."""
        with self._starting:  # otherwise `close` could miss a process that is just being started
            if self._closed:
                return True
            try:
                # Programs of browsers are often scripts.  In a session of its own, all processes that one
                # starts can be ended together.  Ctrl-C in the terminal reaches only this program, which then
                # ends them.
                self._process = subprocess.Popen(
                    command,
                    env={**os.environ, "TMPDIR": self._folder},  # a Chromium that is ended leaves files there
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,  # browsers print warnings about the desktop
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except OSError:
                return False
        return self._process.wait() == 0 or self._closed

    def close(self) -> None:
        """Close the window, if it is still open, and wait until it is gone."""
        with self._starting:
            self._closed = True
        if self._process is None:
            return
        self._process.terminate()
        self._process.wait()
        if sys.platform != "win32":
            with suppress(ProcessLookupError):  # processes left over would write into the profile again
                os.killpg(self._process.pid, signal.SIGKILL)


def web_view(address: str) -> None:
    """Show the page with pywebview until its window is closed."""
    import webview

    webview.settings["ALLOW_DOWNLOADS"] = True  # the page saves matches as downloads
    # wider than 56rem, so the page shows the paper next to the board; the default width is 800
    webview.create_window("Noughts", address, width=1100, height=860)
    webview.start()


if __name__ == "__main__":
    web_view(sys.argv[1])
