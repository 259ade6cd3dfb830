// The keyboard: every command has a key; the arrow keys go from move to move.

const dialog = document.querySelector("#keys");

export function listenToKeys(table, screen, files) {
  const line = document.querySelector("#line");
  const bindings = [
    ["u", "take your last move back", () => table.command("undo")],
    ["r", "make it again", () => table.command("redo")],
    ["h", "hint: the best moves", () => table.command("hint")],
    ["v", "colour the moves by their value", () => table.toggleValues()],
    ["n", "new match", () => table.command("restart")],
    ["p", "play on from here, in the past", () => table.command("resume")],
    [",", "one move back in the match", () => table.step(-1)],
    [".", "one move forward", () => table.step(1)],
    ["s", "save the match in a file", () => files.save()],
    ["l", "load a match from a file", () => files.load()],
    ["z", "zoom to what is drawn", () => screen.toggleZoom()],
    ["t", "light or dark", () => document.querySelector("#theme").click()],
    ["?", "this list", () => dialog.showModal()],
  ];
  const keys = new Map(bindings.map(([key, , run]) => [key, run]));
  describe([["← ↑ → ↓", "go among the moves"], ["Enter", "play the marked move"], ...bindings]);
  document.querySelector("#help").addEventListener("click", () => dialog.showModal());

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || !table.view) return;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      if (line.contains(document.activeElement)) alongLine(line, event.key);
      else table.towards(event.key);
    } else if (keys.has(event.key)) {
      event.preventDefault();
      keys.get(event.key)();
    }
  });
}

function alongLine(line, key) {
  const buttons = [...line.querySelectorAll("button")];
  const step = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  buttons[buttons.indexOf(document.activeElement) + step]?.focus();
}

function describe(bindings) {
  const list = document.querySelector("#key-list");
  for (const [key, purpose] of bindings) {
    const term = document.createElement("dt");
    const meaning = document.createElement("dd");
    const cap = document.createElement("kbd");
    cap.textContent = key;
    term.append(cap);
    meaning.textContent = purpose;
    list.append(term, meaning);
  }
}
