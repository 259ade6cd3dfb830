"""A snapshot of Python's memory in a browser, when it has read all of Noughts and woven some documents.

A page that begins with it has Python ready in a quarter of the time.  Only a browser can make one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

from noughts.stop import SECONDS_FOR_OTHERS

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# The variable of the environment that names a browser.
_CHOSEN: Final = "NOUGHTS_CHROMIUM"
_PAGE: Final = """<!doctype html><meta charset="utf-8"><script type="module">
const send = (path, body) => fetch(path, { method: "POST", body });
const examples = await (await fetch("examples.json")).json();
const worker = new Worker("worker.js?make", { type: "module" });
worker.addEventListener("error", (event) => send("failure", event.message ?? "no worker could begin"));
worker.addEventListener("message", async ({ data }) => {
  if (data.ready) worker.postMessage({ do: "keep", examples });
  if (!data.snapshot) return;
  const packed = new Blob([data.snapshot]).stream().pipeThrough(new CompressionStream("gzip"));
  await send("snapshot", await new Response(packed).arrayBuffer());
});
</script>"""
_TYPES: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


def chromium() -> str | None:
    """A Chromium of this machine, or the one that the environment names."""
    return os.environ.get(_CHOSEN) or next(filter(None, map(shutil.which, _NAMES)), None)


class NoSnapshot(Exception):
    """There is none, for the reason that it says."""


def snapshot(files: Mapping[str, bytes], examples: bytes) -> bytes:
    """The snapshot of a playground of these files, packed by gzip; `NoSnapshot` if none can be made.

    `examples` are questions to the workbench, in JSON.
    """
    browser = chromium()
    if browser is None:
        raise NoSnapshot(f"there is no Chromium, and {_CHOSEN} names none")
    served = {**files, "": _PAGE.encode(), "examples.json": examples}
    with collected(served) as (address, received), opened(browser, address):
        try:
            path, content = received.get(timeout=SECONDS_FOR_OTHERS)
        except Empty:
            raise NoSnapshot(f"{browser} made none in {SECONDS_FOR_OTHERS:.0f} seconds") from None
    if path != "snapshot":
        raise NoSnapshot(f"{browser} says: {content.decode()}")
    return content


@contextmanager
def collected(files: Mapping[str, bytes]) -> Iterator[tuple[str, Queue[tuple[str, bytes]]]]:
    """Serve files, by their paths; the address, and what the page sends back."""
    received: Queue[tuple[str, bytes]] = Queue()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Exchange, files, received)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/", received
        finally:
            server.shutdown()
            thread.join()


class Exchange(BaseHTTPRequestHandler):
    """Gives files, and takes what is sent."""

    def __init__(
        self, files: Mapping[str, bytes], received: Queue[tuple[str, bytes]], *request: object
    ) -> None:
        self.files, self.received = files, received
        super().__init__(*request)  # type: ignore[arg-type]

    def do_GET(self) -> None:  # as the library calls it
        """Send a file."""
        name = self.path[1:].partition("?")[0]
        content = self.files.get(name)
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Type", _TYPES.get(Path(name).suffix, "text/html; charset=utf-8"))
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def do_POST(self) -> None:  # as the library calls it
        """Take what the page sends."""
        self.received.put((self.path[1:], self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def opened(browser: str, address: str) -> Iterator[None]:
    """A browser without a window that shows an address, while the block runs."""
    with TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as profile:
        options = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")  # root has none; the page is our own
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            [browser, *options, f"--user-data-dir={profile}", address],
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait()
