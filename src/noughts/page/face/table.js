// A match: whose move it is, what may be played, what has been played.

import { drawAreas, legendOf } from "./areas.js";
import { boxesOf } from "./boxes.js";
import { showCells } from "./cells.js";
import { Choices } from "./choices.js";
import { Coordinates } from "./coordinates.js";
import { Graph } from "./graph.js";
import { awaitFrame } from "./later.js";
import { Line } from "./line.js";
import { animate } from "./motion.js";
import { at, button, item, redraw, setText, span } from "./nodes.js";
import { SearchedLine } from "./searched.js";

const LOST = "You lose";
const COLORS = new Set(["black", "white"]); // that sides are called by

export class TableFace {
  // `choose` opens the choice of who plays for a side.
  constructor(screen, send, choose) {
    this.screen = screen;
    this.send = send;
    this.choosePlayer = choose;
    /** @type {View | null} */
    this.view = null;
    this.said = "";
    this.drawn = null; // the picture that is seen, of this view or of one that is still to come
    this.coordinates = new Coordinates();
    this.choices = new Choices(
      screen,
      (index, area) => this.play(index, area),
      (area) => this.press(area),
    );
    this.line = new Line(screen, (command) => this.send(command));
    this.searched = new SearchedLine(screen, (command) => this.send(command));
    this.graph = new Graph((ply) => this.send({ do: "jump", ply }));
    this.wire();
  }

  wire() {
    for (const command of ["undo", "redo", "hint", "restart", "rematch", "puzzle"]) {
      at(command).addEventListener("click", () => this.command(command));
    }
    at("values").addEventListener("click", () => this.toggleValues());
    at("turn").addEventListener("click", () => this.turn());
    at("seats").addEventListener("click", (event) => {
      /** @type {HTMLElement} */
      const chosen = /** @type {Element} */ (event.target).closest("button");
      if (chosen) this.choosePlayer(chosen.dataset.side);
    });
    this.screen.svg.addEventListener("click", (event) => {
      if (this.view) this.send({ do: "click", ply: this.drawn.ply, ...this.screen.pixel(event) });
    });
  }

  // What a person asks for

  command(what) {
    if (this.view && !at(what)?.disabled && (what !== "resume" || this.view.can_resume))
      this.send({ do: what });
  }

  toggleValues() {
    if (this.view?.advisable) this.send({ do: "values", shown: !this.view.values_shown });
  }

  turn() {
    if (!at("turn").disabled) this.screen.turn();
    this.showActions();
  }

  // What there is to play at a picture is not known before its view: then a place means what it means there.
  play(index, area) {
    if (this.drawn.ply !== this.view.ply && area) this.press(area);
    else if (this.view.person) this.send({ do: "play", index, ply: this.view.ply });
  }

  // The middle of a place is clicked.
  press({ left, bottom, right, top }) {
    const [x, y] = [Math.floor((left + right) / 2), Math.floor((bottom + top) / 2)];
    if (this.view.person) this.send({ do: "click", ply: this.drawn.ply, x, y });
  }

  step(plies) {
    this.send({ do: "step", plies });
  }

  // Another game has another board.
  clear() {
    this.said = "";
    this.coordinates.clear();
  }

  // What there is to see

  /** The picture of a view, before all else. @param {Picture} picture */
  draw({ images, ply, number }) {
    const before = this.drawn;
    this.drawn = { images, ply, number };
    if (images === null) return;
    this.screen.draw(images);
    if (before === null || (before.ply === ply && before.number === number)) return;
    this.screen.include([], []);
    if (before.number === number && ply > before.ply) animate(this.screen.nodes, images, before.images);
    awaitFrame();
  }

  /** @param {View} view */
  show(view) {
    const before = this.view;
    this.view = view;
    if (
      before &&
      (before.ply !== view.ply || before.number !== view.number || before.message !== view.message)
    )
      this.said = "";
    document.body.dataset.kind = "table";
    setText(document.querySelector("title"), `${headline(view)} – ${view.title}`);
    setText(at("title"), view.title);
    setText(at("headline"), headline(view));
    at("headline").dataset.state = view.outcome ? "over" : view.thinking ? "thinking" : "open";
    redraw(at("seats"), [...view.seats.map((seat) => seatItem(seat, view)), ...drawsItem(view)]);
    this.showMessage();
    this.showPosition();
    this.showActions();
    this.choices.show(view);
    this.graph.show(view); // which takes room from the list of moves
    this.line.show(view);
    announce(before, view);
  }

  // What the page itself says stays until another position is shown, or something else is said of this one.
  say(message) {
    this.said = message;
    this.showMessage();
  }

  showMessage() {
    const { can_resume = false, puzzle = null, message = "" } = this.view ?? {};
    const resume = can_resume ? [" ", button("Play on from here", () => this.command("resume"))] : [];
    const next = puzzle === "solved" ? [" ", button("Next puzzle", () => this.command("puzzle"))] : [];
    const searched = this.searched.nodes(this.view);
    redraw(at("message"), [this.said || message, ...searched, ...resume, ...next, ...this.weaker()]);
  }

  // Who has lost against a program may want one that plays less well.
  weaker() {
    const victor = this.view?.seats.find(({ side }) => side === this.view.winner);
    if (!victor || victor.person || !isChosen(victor) || headline(this.view) !== LOST) return [];
    return [" ", button("Choose a weaker opponent", () => this.choosePlayer(victor.side))];
  }

  showPosition() {
    const { images, choices, text, title } = this.view;
    at("position").hidden = images !== null;
    setText(at("position"), text);
    if (images === null) {
      this.screen.hide();
      this.showLegend(true); // the list of moves has the numbers
      return;
    }
    this.screen.hasNamedColors = this.view.seats.some(({ side }) => COLORS.has(side));
    const boxes = boxesOf(this.screen);
    const written = new Set(images.filter(({ tag }) => tag === "text").map((image) => image.text));
    const names = this.coordinates.names(this.view, boxes, written);
    this.screen.include(
      choices.flatMap((choice) => choice.areas),
      names,
    );
    drawAreas(this.screen, this.view, { names, taken: boxes, seen: this.coordinates.areas });
    this.showLegend(this.screen.areas.querySelector(".value") !== null);
    const isRead = showCells(this.view, this.coordinates.areas);
    this.screen.svg.setAttribute("aria-label", isRead ? title : `${title}: ${text}`);
  }

  showLegend(isNumbered) {
    redraw(at("legend"), legendOf(this.view, isNumbered).map(legendEntry));
  }

  showActions() {
    const {
      can_undo,
      can_redo,
      advisable,
      outcome,
      person,
      values_shown,
      line,
      ply,
      seats,
      puzzles,
      images,
    } = this.view;
    at("undo").disabled = !can_undo;
    at("redo").disabled = !can_redo;
    at("hint").disabled = !advisable || Boolean(outcome) || !person;
    at("restart").disabled = line.length === 0 && ply === 0;
    at("rematch").disabled = seats.length < 2 || seats.some((seat) => !seat.kind);
    at("puzzle").hidden = at("puzzle").disabled = !puzzles;
    at("turn").disabled = images === null || seats.length !== 2;
    at("turn").setAttribute("aria-pressed", String(this.screen.isTurned));
    at("restart").classList.toggle("primary", Boolean(outcome));
    at("values").disabled = !advisable;
    at("values").setAttribute("aria-checked", String(values_shown));
  }
}

// Where one person plays against programs, it is that person who moves, wins or loses; a game of one side is a puzzle.
function headline(view) {
  const persons = view.seats.filter((seat) => seat.person);
  if (persons.length !== 1 || view.waits) return view.headline;
  if (view.seats.length === 1) return view.winner ? "Solved" : view.outcome ? "Not solved" : "Your move";
  if (view.winner) return view.winner === persons[0].side ? "You win" : LOST;
  return view.to_move === persons[0].side ? "Your move" : view.headline;
}

function seatItem(seat, view) {
  const side = document.createElement("b");
  side.textContent = seat.side;
  const parts = [side, " ", span("player", seat.player)];
  if (seat.note) parts.push(" ", span("note", `(${seat.note})`)); // a program in the page says whether it can lose
  const made = isChosen(seat) ? item(seatButton(seat, parts)) : item(...parts);
  made.className = "seat";
  if (seat.side === view.to_move) made.dataset.turn = "";
  if ((view.draws && view.seats.length > 1) || view.seats.some((each) => each.points))
    made.append(" ", span("points", String(seat.points)));
  return made;
}

// Whether another player can be chosen for a side.
function isChosen(seat) {
  return Boolean(seat.kind) && !at("choose").hidden;
}

function seatButton({ side }, parts) {
  const made = button("");
  made.append(...parts);
  made.dataset.side = side;
  made.title = `Choose who plays ${side}`;
  made.setAttribute("aria-haspopup", "dialog");
  return made;
}

function drawsItem({ draws, seats }) {
  return draws && seats.length > 1 ? [item(span("player", "draws"), " ", span("points", String(draws)))] : [];
}

function legendEntry({ result, text }) {
  const made = span("", text);
  if (result) made.dataset.result = result;
  return made;
}

function searchedText({ text, line }) {
  return `${text} Best line: ${line.map((made) => `${made.side} ${made.text}`).join(", ")}.`;
}

function announce(before, view) {
  let parts = [];
  const isSameMatch = before?.number === view.number;
  const isPlayed = isSameMatch && view.line.length > before.line.length && view.ply === view.line.length;
  if (isPlayed) {
    parts = view.line.slice(before.line.length).map((made) => `${made.side} plays ${made.text}.`);
  } else if (before && view.ply !== before.ply) {
    parts.push(`After ${view.ply} ${view.ply === 1 ? "move" : "moves"}.`);
  }
  if (!before || isPlayed || headline(view) !== headline(before)) parts.push(`${headline(view)}.`);
  if (view.message && view.message !== before?.message) parts.push(view.message);
  if (view.searched && view.searched.text !== before?.searched?.text) parts.push(searchedText(view.searched));
  if (parts.length) at("announcer").textContent = parts.join(" ");
}
