// What the workers run stands in the page as text: a file that is opened from a disk may load no other one.

export function textOf(id) {
  return document.getElementById(id).textContent;
}

// Begins workers that run one script of the page.
export class Workers {
  constructor(id) {
    this.address = URL.createObjectURL(new Blob([textOf(id)], { type: "text/javascript" }));
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

// What is shown: one game, whose paper is in the page; no other one can be chosen, but its players can.
export function stageOf({ name, title, kind, home, numbers, offers }) {
  const games = kind === "film" ? [] : [{ name, title }];
  return { kind: "stage", game: name, games, paper: null, home, numbers, reasons: kind !== "film", chooses: offers };
}
