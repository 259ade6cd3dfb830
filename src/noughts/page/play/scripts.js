// What the workers run stands in the page as text: a file that is opened from a disk may load no other one.

function textOf(id) {
  return document.getElementById(id).textContent;
}

// The element with the definitions and the kernel of the game that is shown, and that with what all workers run.
export const PROGRAM = "noughts-program";
export const WORKERS = "noughts-workers";

// Has a text in the page, which another game may have had before.
export function putText(id, text) {
  const made = () => Object.assign(document.createElement("script"), { id, type: "text/plain" });
  const node = document.getElementById(id) ?? document.body.appendChild(made());
  node.textContent = text;
}

// The documents that the page was woven from, which errors quote, by name.
export function sources() {
  const carried = document.querySelectorAll(".noughts-source");
  return Object.fromEntries(Array.from(carried, (node) => [node.dataset.name, node.textContent]));
}

// Begins workers, which run their script of the page behind the program of the game that is shown now.
export class Workers {
  constructor() {
    const script = textOf(PROGRAM) + textOf(WORKERS);
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  }

  begin(receive, fail) {
    const worker = new Worker(this.address);
    worker.addEventListener("message", ({ data }) => receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      fail(event.message ?? "a worker could not begin");
    });
    return worker;
  }
}

export const NOTICE = 200; // milliseconds after which the page says that work goes on, and offers to stop it

// What is shown: what a service says, else one game, whose paper is in the page; no other one can be chosen, but its
// players can.
export function stageOf({ stage, name, title, kind, home, numbers, offers }) {
  if (stage) return stage;
  const games = kind === "film" ? [] : [{ name, title }];
  return {
    game: name,
    games,
    paper: null,
    home,
    numbers,
    reasons: kind !== "film",
    chooses: offers,
  };
}
