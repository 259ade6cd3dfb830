// The best line of a search: each move points at its place on the board, and leads there.

import { point } from "./areas.js";
import { appendAll, at, button, span } from "./nodes.js";

export class SearchedLine {
  // It stands in the message, whose nodes stay when others are shown: so that is where one listens.
  constructor(screen, send) {
    this.view = null;
    const message = at("message");
    const moveOf = ({ target }) => target.closest("[data-moves]")?.dataset.moves;
    message.addEventListener("click", (event) => {
      const moves = Number(moveOf(event));
      if (moves) send({ do: "follow", moves, ply: this.view.ply });
    });
    for (const name of ["pointerover", "focusin"])
      message.addEventListener(name, (event) =>
        point(screen, this.view?.searched?.line[moveOf(event) - 1]?.areas ?? []),
      );
    for (const name of ["pointerleave", "focusout"]) message.addEventListener(name, () => point(screen, []));
  }

  // What is shown of it in a view.
  nodes(view) {
    this.view = view;
    if (!view?.searched) return [];
    const { text, line } = view.searched;
    const node = span("searched", `${text} Best line:`);
    appendAll(
      node,
      line.flatMap((made, place) => [" ", moveButton(made, place, view.person)]),
    );
    return [" ", node];
  }
}

function moveButton({ side, text }, place, isPlayable) {
  const made = button("");
  made.append(span("unseen", `${side} `), span("what", text));
  made.dataset.moves = String(place + 1);
  made.title = "Play the line up to this move";
  made.disabled = !isPlayable;
  return made;
}
