// A room: the invitation to it, its clocks, what its players offer each other, and its chat.

import { appendAll, at, button, item, option, redraw, setText, span } from "./nodes.js";
import { numbersOf } from "./other_game.js";
import { copy, endInWords, NAME } from "./room_words.js";
import { wordsOf } from "./share.js";
import { HOME } from "../play/service.js";
import { LASTING } from "../play/storage.js";

const TICK = 200; // milliseconds

/** The clocks that are offered: minutes, and seconds for each move. @type {[number, number][]} */
const CLOCKS = [[0, 0], [1, 1], [3, 2], [5, 3], [10, 5], [30, 20]]; // prettier-ignore

const WITH = {
  "": "a friend",
  swiss: "a class: Swiss system",
  "round robin": "a class: everybody meets everybody",
};

const OFFERS = {
  draw: ["Offer a draw", "offers a draw", "Agree to a draw"],
  back: ["Ask to take back", "asks to take a move back", "Allow it"],
  rematch: ["Rematch", "offers a rematch", "Accept the rematch"],
};

// What only a page with rooms has: the button that opens one, its dialog, and the room.
const BUTTON = `
  <button id="invite" type="button" class="quiet" aria-haspopup="dialog" title="A match on two machines">Play a friend</button>
`;
const DIALOG = `
  <dialog id="inviting" aria-labelledby="inviting-title">
    <form id="invite-form" method="dialog">
      <h2 id="inviting-title">Play others</h2>
      <label>With <select id="invite-with"></select></label>
      <label>Your name <input id="invite-name" type="text" maxlength="30" autocomplete="nickname"></label>
      <label>Your side <select id="invite-side"></select></label>
      <label>Clocks <select id="invite-clock"></select></label>
      <div class="row">
        <button type="submit" value="open" class="primary">Get a link</button>
        <button type="submit" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>
  </dialog>
`;
const ROOM = `
  <section id="room" class="room" aria-label="Room">
    <ul id="clocks" aria-label="Clocks" hidden></ul>
    <p id="room-says" role="status"></p>
    <p><a id="to-class" hidden></a></p>
    <p id="room-link" hidden><input id="room-address" type="text" readonly aria-label="Link to this room"> <button id="room-copy" type="button">Copy</button></p>
    <form id="join-form" hidden><label>Your name <input id="join-name" type="text" maxlength="30" autocomplete="nickname"></label> <button id="join" type="submit" class="primary"></button></form>
    <p><a id="analyse" hidden>Analyse the match</a> <a id="matches" hidden download>Download all matches</a></p>
    <div id="agree" class="actions" role="group" aria-label="Offers"></div>
    <details id="chatting" open>
      <summary>Chat</summary>
      <ol id="chat" aria-label="Chat" tabindex="0"></ol>
      <form id="chat-form"><input id="chat-text" type="text" maxlength="200" autocomplete="off" aria-label="Say something"> <button type="submit">Say</button></form>
    </details>
    <p id="seat-line"><span>Going on elsewhere? <a id="seat-link">This link</a> is your seat: keep it to yourself.</span></p>
  </section>
`;

export class RoomFace {
  constructor(send) {
    this.send = send;
    this.state = null;
    this.since = 0; // when the state came
    this.resigning = null; // the number of the match that it is asked about
  }

  begin({ game, home, invites = [] }) {
    this.page = `${HOME}${home ? `play/${game}` : ""}`; // of the game itself
    if (invites.length) this.offer(invites);
    else at("invite")?.remove();
  }

  // Has a button that opens a room, where one can play any of these sides.
  offer(sides) {
    if (!at("inviting")) {
      at("sharing").before(made(DIALOG));
      const clocks = CLOCKS.map((clock, place) => option(String(place), clockInWords(clock)));
      appendAll(at("invite-clock"), clocks);
      const others = Object.entries(WITH).map(([system, text]) => option(system, text));
      appendAll(at("invite-with"), others);
      at("invite-with").addEventListener("change", () => this.choose());
      at("invite-form").addEventListener("submit", (event) => this.submit(event));
    }
    if (!at("invite")) {
      at("share").before(made(BUTTON));
      at("invite").addEventListener("click", () => this.invite());
    }
    at("invite-side").replaceChildren(option("", "by lot"));
    const each = sides.map((side) => option(side, side));
    appendAll(at("invite-side"), each);
  }

  // The room on the page, once it is in one.
  enter() {
    document.body.dataset.room = "";
    document.querySelector(".side").prepend(made(ROOM));
    at("room-copy").addEventListener("click", () => copy(at("room-address")));
    at("join-name").value = LASTING.get(NAME) ?? "";
    at("join-form").addEventListener("submit", (event) => this.join(event));
    at("chat-form").addEventListener("submit", (event) => this.say(event));
    at("agree").addEventListener("click", (event) => {
      /** @type {HTMLElement} */
      const pressed = /** @type {Element} */ (event.target).closest("button");
      if (pressed) this.press(pressed.dataset.key);
    });
    setInterval(() => this.tick(), TICK);
  }

  invite() {
    at("invite-name").value = LASTING.get(NAME) ?? "";
    this.choose();
    at("inviting").showModal();
  }

  // A teacher has no name, and no side.
  choose() {
    const isClass = at("invite-with").value !== "";
    for (const id of ["invite-name", "invite-side"]) at(id).parentElement.hidden = isClass;
  }

  submit(event) {
    if (event.submitter?.value !== "open") return;
    const [minutes, increment] = CLOCKS[Number(at("invite-clock").value)];
    const control = minutes ? { seconds: 60 * minutes, increment } : null;
    const [system, name, side] = ["with", "name", "side"].map((part) => at(`invite-${part}`).value);
    if (system) return this.send({ do: "gather", system, control });
    LASTING.set(NAME, name);
    this.send({ do: "invite", name, side, control });
  }

  join(event) {
    event.preventDefault();
    LASTING.set(NAME, at("join-name").value);
    this.send({ do: "sit", name: at("join-name").value });
  }

  act(asked) {
    this.resigning = null;
    this.send({ do: "act", asked });
  }

  say(event) {
    event.preventDefault();
    const text = at("chat-text").value.trim();
    if (text) this.act({ kind: "say", text });
    at("chat-text").value = "";
  }

  show(state) {
    if (!this.state) this.enter();
    this.state = state;
    this.since = performance.now();
    at("room-link").hidden = !state.waits || state.you === null;
    at("room-address").value = state.link;
    at("seat-link").href = state.seat;
    at("seat-line").hidden = at("chat-form").hidden = state.you === null;
    at("chatting").hidden = state.you === null && state.chat.length === 0;
    at("join-form").hidden = !state.waits || state.you !== null;
    setText(at("join"), `Play ${Object.keys(state.names).find((side) => state.names[side] === null)}`);
    setText(at("room-says"), this.says());
    at("to-class").hidden = !state.classroom;
    at("to-class").href = `${HOME}class/${state.classroom}`;
    setText(
      at("to-class"),
      state.isPast ? "The next round has begun: go to your board" : "Back to the class",
    );
    redraw(at("agree"), state.waits || state.you === null ? [] : this.buttons());
    redraw(
      at("chat"),
      state.chat.map(([name, text]) => item(span("player", `${name}:`), ` ${text}`)),
    );
    at("chat").scrollTop = at("chat").scrollHeight;
    const words = wordsOf(state.game, numbersOf(state.settings), state.line);
    at("analyse").hidden = !state.end;
    at("matches").hidden = !(state.end || state.match);
    at("matches").href = `${state.link}/matches`;
    at("analyse").href = `${this.page}#${words}`;
    this.tick();
  }

  says() {
    const { you, end, match, offers, names, waits } = this.state;
    if (waits && you !== null) return "Send this link to your friend. You begin when your friend sits down.";
    if (waits) return `${Object.values(names).find(Boolean)} waits for somebody to play.`;
    if (!end && this.resigning === match) return "Press again to resign.";
    const other = Object.entries(offers).find(([side]) => side !== you);
    if (other) return `${names[other[0]]} ${OFFERS[other[1]][1]}.`;
    if (you !== null && offers[you]) return "You have asked; your opponent can agree.";
    if (end) return `${endInWords(end)}.`;
    return you === null ? "You watch." : "";
  }

  // What may be done now, by the keys of their buttons.
  buttons() {
    const { you, end, offers, line } = this.state;
    const offered = Object.entries(offers).find(([side]) => side !== you)?.[1];
    const possible = end ? ["rematch"] : ["draw", ...(line.length ? ["back"] : [])];
    const asked = possible
      .filter((what) => offers[you] !== what)
      .map((what) => keyed(what, OFFERS[what][offered === what ? 2 : 0]));
    const decline = offered ? [keyed("decline", "Decline")] : [];
    const resign = end ? [] : [keyed("resign", "Resign")];
    return [...asked, ...decline, ...resign];
  }

  press(key) {
    if (key === "resign") this.resign();
    else if (key === "decline") this.act({ kind: key });
    else this.act({ kind: "offer", what: key });
  }

  // A second press means it, unless something else was done meanwhile.
  resign() {
    const { match } = this.state;
    if (this.resigning === match) return this.act({ kind: "resign" });
    this.resigning = match;
    setText(at("room-says"), this.says());
  }

  tick() {
    const { left, running } = this.state.clock;
    const gone = (performance.now() - this.since) / 1000;
    at("clocks").hidden = Object.keys(left).length === 0;
    redraw(
      at("clocks"),
      Object.entries(left).map(([side, seconds]) => {
        const made = item(
          span("player", side),
          " ",
          span("time", clockText(seconds - (side === running ? gone : 0))),
        );
        if (side === running) made.dataset.turn = "";
        return made;
      }),
    );
  }
}

function made(html) {
  return document.createRange().createContextualFragment(html);
}

function keyed(key, text) {
  const made = button(text);
  made.dataset.key = key;
  return made;
}

function clockInWords([minutes, increment]) {
  return minutes ? `${minutes} min + ${increment} s a move` : "none";
}

// Minutes and seconds; under ten seconds with tenths.
function clockText(seconds) {
  const left = Math.max(seconds, 0);
  if (left < 10) return `0:0${left.toFixed(1)}`;
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
}
