// The playground: what is typed on the left is checked, and what is right becomes the page on the right.

import { Editor } from "./editor.js";
import { Frames } from "./frames.js";
import { packed, told, unpacked } from "./link.js";
import { Python } from "./python.js";

const PATIENCE = 1000; // milliseconds after which work can be stopped
const TOO_LONG = 4000; // milliseconds after which work on an older text is ended by a change
const REHEARSALS = 3; // after which a browser has compiled most of what an edit runs, and another gains little
const DRAFT = "noughts-playground"; // the text that was seen last
const OWN = "noughts-playground-own"; // the one that was written last
/** @type {(id: string) => PageElement} */
const at = (id) => document.querySelector(`#${id}`);
const known = JSON.parse(at("known").textContent);
const shown = { name: "", asked: null, rehearsals: 0 };
const frames = new Frames(at("page"));

const editor = new Editor(at("text"), {
  changed: (isWritten) => {
    if (isWritten && !example()) keep(OWN);
    changed();
  },
  complete: async (at) =>
    (await python.latest({ do: "complete", name: editor.name, text: editor.text, at }))?.words,
});
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
at("save-page").addEventListener("click", () => savePage());
at("open").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", () => open());
window.addEventListener("hashchange", () => follow());
setInterval(() => (at("stop").hidden = python.busyFor < PATIENCE), 200);
say(known.isSnapshot ? "Python starts …" : "Python starts, which takes some seconds …");
if (!(await follow())) editor.open(kept(DRAFT) ?? known.examples[0]);

// What is checked and shown

async function changed() {
  shown.isStopped = false;
  keep(DRAFT);
  if (shown.name !== editor.name) frames.match = null;
  if (shown.name && shown.name !== editor.name) say("Checking …"); // what is said is of another document
  shown.name = editor.name;
  document.title = `${shown.name} – Noughts playground`;
  at("example").value = example()?.name ?? ""; // which may be chosen again
  if (python.busyFor > TOO_LONG) python.stop();
  const asked = { name: shown.name, text: editor.text };
  const first = await python.ask({ do: "check", ...asked });
  if (!first || asked.text !== editor.text) return;
  if (first.bug) return fail(first);
  list(first.problems, first.problems.length > 0);
  if (first.problems.length) {
    say(counted(first.problems.length, "error"), "bad");
    return colour(asked);
  }
  say("Weaving …");
  frames.prepare();
  const second = await python.ask({ do: "weave", ...asked });
  if (!second || asked.text !== editor.text) return;
  if (second.bug) return fail(second);
  if (second.problems) return (list(second.problems), say(counted(second.problems.length, "error"), "bad"));
  show(second, asked);
  list(second.failures);
  if (second.failures.length)
    say(`${second.failures.length} of ${counted(second.tests, "test")} failed`, "bad");
  else say(second.tests ? `No errors, ${counted(second.tests, "test")} passed` : "No errors", "good");
  await colour(asked);
  if (!second.page && !second.isWhole) {
    const third = await python.ask({ do: "finish", ...asked });
    if (third?.bug) return asked.text === editor.text && fail(third);
    if (third?.draft) frames.finish(third.draft);
  }
  rehearse(asked.text);
}

async function colour(asked) {
  const found = await python.ask({ do: "colour", ...asked });
  if (found?.colours && asked.text === editor.text) editor.colour(found.colours);
}

// The example that is shown as it is.
function example() {
  return known.examples.find(({ name, text }) => name === editor.name && text === editor.text);
}

// The first edit takes twice as long as later ones, because a browser compiles the parts of WebAssembly that run often
// a second time, to better code.  So some edits of an example are tried while nobody writes, once: they take little
// time, whatever is written.  A true edit waits for one question of theirs at most.
async function rehearse(written) {
  const [{ name, text }] = known.examples;
  while (shown.rehearsals < REHEARSALS) {
    shown.rehearsals += 1;
    const tried = { name, text: text + "\n".repeat(shown.rehearsals) };
    for (const todo of ["check", "weave"]) {
      if (editor.text !== written || !(await python.errand({ do: todo, ...tried }))) return;
    }
  }
}

function show(found, asked) {
  shown.asked = asked;
  at("save-page").disabled = false;
  if (found.page) frames.write(found.page);
  else frames.show(found.draft);
}

function list(problems, isStale = false) {
  at("page").toggleAttribute("data-stale", isStale);
  editor.mark(problems);
  at("problems").replaceChildren(
    ...problems.map((problem) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Line ${problem.line}: ${problem.code ? `[${problem.code}] ` : ""}${problem.fact}`;
      if (problem.help)
        button.append(Object.assign(document.createElement("small"), { textContent: problem.help }));
      button.addEventListener("click", () => editor.show(problem));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
}

function fail({ bug, isOver }) {
  shown.isStopped = isOver;
  list([]);
  say(
    isOver ? "This is more than Python in a browser can hold. It is tried again when the text changes." : bug,
    "bad",
  );
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
  if (!name) {
    editor.open(kept(OWN) ?? { name: "mine.led", text: "" });
    return true;
  }
  const chosen = known.examples.find((each) => each.name === name);
  if (chosen) {
    history.replaceState(null, "", location.pathname);
    editor.open(chosen);
  } else {
    say(`The library has no document \`${name}\`.`, "bad");
  }
  return Boolean(chosen);
}

async function follow() {
  const wanted = told(location.hash).get("example");
  if (wanted !== null) return choose(wanted);
  try {
    const found = await unpacked(location.hash);
    if (found) editor.open(found);
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

async function savePage() {
  const { name, text } = shown.asked;
  const found = await python.errand({ do: "page", name, text });
  if (found?.page) download(`${stem()}.html`, found.page, "text/html");
}

async function open() {
  const [file] = at("file").files;
  at("file").value = "";
  if (file) editor.open({ name: file.name, text: await file.text() });
}

function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

function keep(place) {
  try {
    localStorage.setItem(place, JSON.stringify({ name: editor.name, text: editor.text }));
  } catch {
    // a browser that keeps nothing
  }
}

function kept(place) {
  try {
    return JSON.parse(localStorage.getItem(place));
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
