// The playground: what is typed on the left is checked, and what is right becomes the page on the right.

import { Editor } from "./editor.js";
import { packed, unpacked } from "./link.js";
import { Python } from "./python.js";

const PATIENCE = 1000; // milliseconds after which work can be stopped
const TOO_LONG = 4000; // milliseconds after which work on an older text is ended by a change
const DRAFT = "noughts-playground";
const at = (id) => document.getElementById(id);
const known = JSON.parse(at("known").textContent);
const shown = { name: known.examples[0].name, page: "", frame: null, scrolled: 0 };

const editor = new Editor(at("text"), at("marks"), () => changed());
const python = new Python({
  isSnapshot: known.isSnapshot,
  begins: () => shown.isStopped || changed(),
  fails: (text) => say(`Python has stopped: ${text}`, "bad"),
});

at("example").append(...known.examples.map(({ name, title }) => new Option(title, name)));
at("example").addEventListener("change", () => choose(at("example").value));
at("stop").addEventListener("click", () => stop());
at("share").addEventListener("click", () => share());
at("save").addEventListener("click", () => download(shown.name, editor.text, "text/plain"));
at("save-page").addEventListener("click", () => download(`${stem()}.html`, shown.page, "text/html"));
at("open").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", () => open());
window.addEventListener("hashchange", () => follow());
window.addEventListener("message", ({ source, data }) => {
  if (source === shown.frame?.contentWindow && Number.isFinite(data?.scrolled)) shown.scrolled = data.scrolled;
});
setInterval(() => (at("stop").hidden = python.busyFor < PATIENCE), 200);
say(known.isSnapshot ? "Python starts …" : "Python starts, which takes some seconds …");
if (!(await follow())) begin(draft() ?? known.examples[0]);

// What is checked and shown

function begin({ name, text }) {
  shown.name = name;
  document.title = `${name} – Noughts playground`;
  at("example").value = known.examples.some((each) => each.name === name && each.text === text) ? name : "";
  editor.text = text;
  changed();
}

async function changed() {
  shown.isStopped = false;
  remember();
  if (python.busyFor > TOO_LONG) python.stop();
  const asked = { name: shown.name, text: editor.text };
  const first = await python.ask({ do: "check", ...asked });
  if (!first || asked.text !== editor.text) return;
  if (first.bug) return fail(first);
  list(first.problems, first.problems.length > 0);
  if (first.problems.length) return say(counted(first.problems.length, "error"), "bad");
  say("Weaving …");
  const second = await python.ask({ do: "weave", ...asked });
  if (!second || asked.text !== editor.text) return;
  if (second.bug) return fail(second);
  if (second.problems) return list(second.problems), say(counted(second.problems.length, "error"), "bad");
  show(second.page);
  list(second.failures);
  if (second.failures.length) say(`${second.failures.length} of ${counted(second.tests, "test")} fail`, "bad");
  else say(second.tests ? `No errors, ${counted(second.tests, "test")} passed` : "No errors", "good");
}

// A page in a frame of its own origin: what it does stays in it.  It is written into an empty one, since the page
// in an address that is made here would have the policy of the playground beside its own.
function show(page) {
  shown.page = page;
  at("save-page").disabled = false;
  document.querySelector("iframe.coming")?.remove();
  const frame = document.createElement("iframe");
  frame.title = "The page";
  frame.className = "coming";
  frame.setAttribute("sandbox", "allow-scripts allow-downloads");
  frame.addEventListener("load", () => {
    frame.contentWindow.postMessage({ page }, "*");
    frame.addEventListener("load", () => replaceBy(frame), { once: true });
  }, { once: true });
  frame.src = "frame.html";
  at("page").append(frame);
}

function replaceBy(frame) {
  frame.contentWindow.postMessage({ scrolled: shown.scrolled }, "*");
  shown.frame?.remove();
  shown.frame = frame;
  frame.className = "";
}

function list(problems, isStale = false) {
  at("page").toggleAttribute("data-stale", isStale);
  editor.mark(problems);
  at("problems").replaceChildren(...problems.map((problem) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Line ${problem.line}: ${problem.code ? `[${problem.code}] ` : ""}${problem.fact}`;
    if (problem.help) button.append(Object.assign(document.createElement("small"), { textContent: problem.help }));
    button.addEventListener("click", () => editor.show(problem));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

function fail({ bug, isOver }) {
  shown.isStopped = isOver;
  list([]);
  say(isOver ? "This is more than Python in a browser can hold. It is tried again when the text changes." : bug, "bad");
}

function stop() {
  shown.isStopped = true;
  python.stop();
  say("Stopped. It is tried again when the text changes.", "bad");
}

function say(text, kind = "") {
  at("state").textContent = text;
  at("state").dataset.kind = kind;
}

// Where documents come from, and where they go

function choose(name) {
  const example = known.examples.find((each) => each.name === name);
  if (!example) return;
  history.replaceState(null, "", location.pathname);
  begin(example);
}

async function follow() {
  try {
    const found = await unpacked(location.hash);
    if (found) begin(found);
    return Boolean(found);
  } catch {
    say("The link is damaged: no document is in it.", "bad");
    return false;
  }
}

async function share() {
  const link = `${location.href.replace(/#.*$/s, "")}#${await packed({ name: shown.name, text: editor.text })}`;
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    say("The link is copied: it contains the whole document.", "good");
  } catch {
    say("The address of this page is now the link: it contains the whole document.", "good");
  }
}

async function open() {
  const [file] = at("file").files;
  at("file").value = "";
  if (file) begin({ name: file.name, text: await file.text() });
}

function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

function remember() {
  try {
    localStorage.setItem(DRAFT, JSON.stringify({ name: shown.name, text: editor.text }));
  } catch {
    // a browser that keeps nothing
  }
}

function draft() {
  try {
    return JSON.parse(localStorage.getItem(DRAFT));
  } catch {
    return null;
  }
}

function counted(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function stem() {
  return shown.name.replace(/\.[^.]*$/, "") || "document";
}
