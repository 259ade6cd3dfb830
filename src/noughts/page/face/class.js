// The page of a class: its members are led to their boards, and the teacher sees all of them.

import { appendAll, at, button, download, item, redraw, setText, span } from "./nodes.js";
import { copy, endInWords, NAME } from "./room_words.js";
import { startTheme } from "./theme.js";
import { keepSecret, keptSecret, linkOfSeat, secretOf } from "../play/seat.js";
import { HOME, Service } from "../play/service.js";
import { LASTING } from "../play/storage.js";

const CLASSROOM = location.pathname.slice(HOME.pathname.length).replace(/^class\//, "");
const LINK = `${location.origin}${location.pathname}`;
const SYSTEMS = { swiss: "Swiss system", "round robin": "Everybody meets everybody" };
const RESULTS = [
  ["", "As played"],
  ["1", "1 – 0"],
  ["0.5", "½ – ½"],
  ["0", "0 – 1"],
];
const COLUMNS = [
  ["rank", "Rank"],
  ["name", "Name"],
  ["points", "Points"],
  ["buchholz", "Buchholz"],
  ["sonnebornBerger", "Sonneborn-Berger"],
];

class ClassPage {
  constructor() {
    this.secret = secretOf(CLASSROOM);
    this.state = null;
    this.pressed = null; // the button that needs a second press, and what says so; other boards go on meanwhile
    this.service = new Service(
      (state) => this.show(state),
      () => this.enter(),
    );
    at("join-name").value = LASTING.get(NAME) ?? "";
    at("address").value = LINK;
    at("join-form").addEventListener("submit", (event) => this.join(event));
    at("copy").addEventListener("click", () => copy(at("address")));
    at("next").addEventListener("click", () => this.beginRound());
    at("matches").addEventListener("click", () => this.save());
    at("boards").addEventListener("change", (event) => this.rule(event));
    at("rows").addEventListener("click", (event) => this.pressRow(event));
    this.enter();
  }

  // What is asked of the service; what it refuses is said.
  async ask(ask, asked = {}) {
    try {
      const answer = await this.service.ask(ask, { classroom: CLASSROOM, secret: this.secret, ...asked });
      at("refused").hidden = true;
      return answer;
    } catch ({ message, error }) {
      setText(at("refused"), message || error);
      at("refused").hidden = false;
      return undefined;
    }
  }

  async enter() {
    const state = await this.ask("classroom");
    if (!state) return;
    if (state.you || state.isTeacher) keepSecret(CLASSROOM, this.secret);
    this.show(state);
  }

  async join(event) {
    event.preventDefault();
    const name = at("join-name").value;
    const secret = await this.ask("join", { name });
    if (!secret) return;
    LASTING.set(NAME, name);
    this.secret = secret;
    await this.enter();
  }

  beginRound() {
    const { running, round } = this.state;
    const question = "Some matches are not over. Press again to begin the next round anyway.";
    if (!running || this.isSecond("next", question)) this.ask("round", { round: round + 1 });
  }

  pressRow({ target }) {
    const member = target.closest("button")?.dataset.member;
    if (!member) return;
    const { name } = this.state.table.find((row) => row.member === Number(member));
    const question = `Press again to remove ${name}, who loses an unfinished match.`;
    if (this.isSecond(member, question)) this.ask("remove", { member: Number(member) });
  }

  rule({ target }) {
    this.ask("rule", { room: target.dataset.room, result: target.value });
  }

  isSecond(key, question) {
    const isSecond = this.pressed?.key === key;
    this.pressed = isSecond ? null : { key, question };
    if (!isSecond) setText(at("says"), question);
    return isSecond;
  }

  async save() {
    const file = await this.ask("matches");
    if (file) download(file.name, file.text, "text/plain");
  }

  show(state) {
    const isSettled = this.pressed?.key === "next" && !state.running;
    if (isSettled || this.state?.round !== state.round) this.pressed = null;
    this.state = state;
    const { you, isTeacher, board, table } = state;
    if (board && !keptSecret(board.room)) return this.follow(board);
    document.title = `${state.title} · Class`;
    setText(at("title"), `${state.title}: class`);
    setText(at("system"), SYSTEMS[state.system]);
    setText(at("says"), this.pressed?.question ?? (isTeacher ? this.saysToTeacher() : this.says()));
    at("join-form").hidden = you || isTeacher || !state.isOpen;
    at("own").hidden = !board;
    if (board) at("own-board").href = linkOfSeat(addressOf(board.room), this.secret);
    at("lead").hidden = at("boards-section").hidden = !isTeacher;
    if (isTeacher) this.lead();
    at("table-section").hidden = !table?.length;
    if (table) this.rank();
    at("seat-line").hidden = !you && !isTeacher;
    at("seat-link").href = linkOfSeat(LINK, this.secret);
  }

  // A board that this browser has not been at is new: its member goes there.
  follow({ room }) {
    location.assign(linkOfSeat(addressOf(room), this.secret));
  }

  says() {
    const { you, board, round, isOpen, members, system } = this.state;
    if (!you && !isOpen) return "The tournament has begun.";
    if (!you) return members ? `${counted(members, "player")} here.` : "You are the first.";
    if (!round) return `${you}, you have joined. Wait here until the teacher begins the first round.`;
    if (!board && system === "swiss") return `${you}, wait here: the next player who joins is your opponent.`;
    if (!board) return `${you}, you have no opponent in round ${round}. Wait here for the next round.`;
    const other = Object.values(board.names).find((name) => name !== you);
    return `Round ${round}: ${you}, you play against ${other}. ${board.end ? `${endInWords(board.end)}.` : ""}`;
  }

  saysToTeacher() {
    const { round, running, members, waiting } = this.state;
    const begun = round
      ? ` Round ${round}: ${running || "no"} ${running === 1 ? "match is" : "matches are"} being played.`
      : "";
    return `${counted(members, "player")} here.${begun}${waiting ? ` ${waiting} is waiting for an opponent.` : ""}`;
  }

  lead() {
    const { boards, round, isPictured } = this.state;
    setText(at("next"), `Begin round ${round + 1}`);
    setText(at("boards-title"), round ? `Boards of round ${round}` : "Boards");
    const cards = boards.map((board) => card(board, isPictured));
    redraw(at("boards"), cards);
    for (const { room, ruled } of boards) at(`result-${room}`).value = ruled ?? "";
  }

  rank() {
    const { table, you, isTeacher, system } = this.state;
    const columns = COLUMNS.filter(([key]) => system === "swiss" || key !== "buchholz");
    const heads = columns.map(([, text]) => cell("th", text));
    redraw(at("columns"), isTeacher ? [...heads, cell("td", "")] : heads);
    const rows = table.map((row) => {
      const made = document.createElement("tr");
      made.dataset.key = row.member;
      if (row.name === you) made.dataset.own = "";
      for (const [key] of columns) made.append(cell("td", String(row[key])));
      if (isTeacher) made.append(cell("td", remover(row)));
      return made;
    });
    redraw(at("rows"), rows);
  }
}

function addressOf(room) {
  return `${HOME}room/${room}`;
}

function card({ room, names, moves, toMove, end, ruled }, isPictured) {
  const link = document.createElement("a");
  link.href = addressOf(room);
  if (isPictured) {
    const picture = document.createElement("img");
    picture.src = `${addressOf(room)}/picture?${moves}`;
    picture.alt = "";
    link.append(picture);
  }
  const players = Object.entries(names).map(([side, name]) => `${name} (${side})`);
  const played = end ? endInWords(end) : `${toMove} to move, after ${counted(moves, "move")}`;
  const isRuled = ruled !== null;
  link.append(span("names", players.join(" – ")), span("state", isRuled ? "Result by the teacher" : played));
  if (end || isRuled) link.dataset.over = "";
  const made = item(link);
  made.append(resultOf(room, Object.values(names)));
  made.dataset.key = room;
  return made;
}

function resultOf(room, names) {
  const made = document.createElement("select");
  made.id = `result-${room}`;
  made.dataset.room = room;
  made.setAttribute("aria-label", `Result of ${names.join(" and ")}`);
  const options = RESULTS.map(([value, text]) => new Option(text, value));
  appendAll(made, options);
  return made;
}

function cell(kind, content) {
  const made = document.createElement(kind);
  if (kind === "th") made.scope = "col";
  made.append(content);
  return made;
}

function remover({ member, name }) {
  const made = button("Remove");
  made.className = "quiet";
  made.dataset.member = member;
  made.setAttribute("aria-label", `Remove ${name}`);
  return made;
}

function counted(count, noun) {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

startTheme();
new ClassPage();
