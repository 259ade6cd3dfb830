"""A Firefox without a window, driven by WebDriver BiDi: https://w3c.github.io/webdriver-bidi/.

Playwright wants a Firefox of its own making, so this speaks the protocol itself, as far as the tests need it.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

from noughts.meaning.budget import Budget
from noughts.page.scripts import texts_in
from system_packages import firefox
from tests.javascript import ASK, exported
from tests.modules import POLICY

WAIT = 240
"""Seconds until something is given up: only a machine with much else to do takes a tenth of that."""

PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "messaging-system.rsexperimentloader.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
"""Leave the network alone, and begin with an empty page."""

CALL = "async (given) => JSON.stringify((await (FUNCTION)(...JSON.parse(given))) ?? null)"

UNTIL = """
(milliseconds, ...given) => new Promise((resolve, reject) => {
    const end = Date.now() + milliseconds;
    const look = () => {
        if ((CONDITION)(...given)) resolve();
        else if (Date.now() > end) reject(new Error(`not in time, with ${given}`));
        else setTimeout(look, 20);
    };
    look();
})
"""


class Firefox:
    """A session with a tab of its own.  `complaints` are the errors and messages of its console so far.

    The tab that the browser begins with is not used: its first page may take it to another process.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._asked = 0
        self.complaints: list[str] = []
        self.do("session.new", capabilities={})
        self.do("session.subscribe", events=["log.entryAdded"])
        self._tab = self.do("browsingContext.create", type="tab")["context"]

    def do(self, method: str, **params: Any) -> Mapping[str, Any]:
        """The result of a command; raises `RuntimeError` with what the browser says is wrong."""
        self._asked += 1
        self._connection.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while (said := json.loads(self._connection.recv(timeout=WAIT))).get("id") != self._asked:
            if said.get("method") == "log.entryAdded":
                self.complaints.append(str(said["params"]["text"]))
        if said["type"] == "error":
            raise RuntimeError(said["message"])
        result: Mapping[str, Any] = said["result"]
        return result

    def open(self, address: str) -> None:
        """Go to an address, until it has loaded."""
        self.do("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What a function of JavaScript answers, once it is there; all as JSON."""
        called = self.do(
            "script.callFunction",
            functionDeclaration=CALL.replace("FUNCTION", function),
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._tab},
            awaitPromise=True,
        )
        if called["type"] == "exception":
            raise RuntimeError(called["exceptionDetails"]["text"])
        return json.loads(called["result"]["value"])

    def headline(self, text: str) -> None:
        """Wait for a headline."""
        self.until("(text) => document.querySelector('#headline')?.textContent === text", text)

    def until(self, condition: str, *arguments: Any) -> None:
        """Wait until a function of JavaScript answers that it is so."""
        self.evaluate(UNTIL.replace("CONDITION", condition), WAIT * 500, *arguments)

    def click(self, selector: str) -> None:
        """Press and release the mouse in the middle of what is the first of that kind."""
        box = self.evaluate(
            "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()", selector
        )
        middle = {"x": round(box["x"] + box["width"] / 2), "y": round(box["y"] + box["height"] / 2)}
        self._act("pointer", [{"type": "pointerMove", **middle}, *pressed("pointer", button=0)])

    def press(self, key: str) -> None:
        """Press and release a key."""
        self._act("key", pressed("key", value=key))

    def _act(self, device: str, actions: Sequence[Mapping[str, Any]]) -> None:
        given = {"type": device, "id": device, "actions": actions}
        self.do("input.performActions", context=self._tab, actions=[given])


def pressed(device: str, **what: Any) -> list[Mapping[str, Any]]:
    """Down and up."""
    return [{"type": f"{device}{way}", **what} for way in ("Down", "Up")]


@contextmanager
def running_firefox() -> Iterator[Firefox]:
    """A Firefox of its own profile, which is gone afterwards."""
    program = firefox()
    assert program is not None, "There is no Firefox: install the package firefox-esr, or run make test"
    with TemporaryDirectory() as profile:
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()
        )
        Path(profile, "user.js").write_text("\n".join(lines), "utf-8")
        command = [
            str(program),
            "--headless",
            "--no-remote",
            "--profile",
            profile,
            "--remote-debugging-port=0",
        ]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            try:
                with connect(
                    f"{address_of(process)}/session", max_size=None, open_timeout=WAIT, ping_interval=None
                ) as connection:
                    yield Firefox(connection)
            finally:
                process.kill()


def address_of(process: subprocess.Popen[str]) -> str:
    """Where the browser listens, which it says on its standard error; all else there is read and dropped."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            Thread(target=process.stderr.read, daemon=True).start()
            return found[1]
    raise RuntimeError("Firefox has ended before it listened")


class Served(BaseHTTPRequestHandler):
    """The files of a site, which are texts in memory."""

    def __init__(self, texts: Mapping[str, str], *rest: Any) -> None:
        self._texts = texts
        super().__init__(*rest)

    def do_GET(self) -> None:
        """One file, under a policy as strict as that of a woven page."""
        text = self._texts.get(self.path.removeprefix("/"))
        self.send_response(200 if text is not None else 404)
        kind = "text/javascript" if self.path.endswith(".js") else "text/html"
        self.send_header("content-type", f"{kind}; charset=utf-8")
        self.send_header("content-security-policy", POLICY)
        self.end_headers()
        self.wfile.write((text or "").encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(texts: Mapping[str, str]) -> Iterator[str]:
    """The address of a site of these files, on this machine, while the block runs."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Served, texts)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


class FirefoxSite:
    """Programs as modules in Firefox: what `tests.javascript.Site` is in Chromium."""

    def __init__(self, browser: Firefox, address: str, texts: dict[str, str]) -> None:
        self._browser, self._address, self._texts = browser, address, texts
        self.age = 0
        self._texts |= {"index.html": "<!doctype html><title>programs</title>", **texts_in("language")}
        self._browser.open(f"{address}index.html")
        self._browser.evaluate(f"async () => {{ globalThis.runtime = await import('{address}runtime.js') }}")

    def load(self, programs: Sequence[str], budget: Budget) -> str:
        """Programs, each with the runtime's answers to questions about it: the name of an array there."""
        name = f"module-{len(self._texts)}.js"
        self._texts[name] = exported(programs)
        limits = {"seconds": budget.seconds, "elements": budget.elements, "megabytes": budget.megabytes}
        self._browser.evaluate(LOAD, name, f"{self._address}{name}", limits)
        return name

    def forget(self, loaded: str) -> None:
        """Let go of programs and of all values that they found."""
        self._browser.evaluate("(name) => { delete globalThis[name]; }", loaded)

    def ask(self, loaded: str, *questions: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """What each of the programs answers to each question."""
        answers: Sequence[Sequence[Any]] = self._browser.evaluate(
            f"(name, questions) => ({ASK})(globalThis[name], questions)", loaded, questions
        )
        return answers


LOAD = """
async (name, url, budget) => {
    const programs = await import(url);
    globalThis[name] = programs.default.map((program) => globalThis.runtime.load(program, budget));
}
"""
