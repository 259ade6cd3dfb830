// A tab in a room: the match is that of the room, and the page's own moves go there.

import { keepSecret, linkOfSeat, secretOf } from "./seat.js";

export class RoomTab {
  constructor(name, service, listeners, send) {
    this.name = name;
    this.service = service;
    this.listeners = listeners;
    this.send = send;
    this.state = null;
    this.since = 0; // when the position came
    this.pending = []; // moves that were made here and are not confirmed
    this.secret = secretOf(name);
  }

  // What is asked of the service, of this seat.
  ask(ask, asked = {}) {
    return this.service.ask(ask, { room: this.name, secret: this.secret, ...asked });
  }

  // The game of the room, and its state.
  async enter() {
    const state = await this.ask("room");
    if (state.you !== null) keepSecret(this.name, this.secret);
    this.take(state);
    return { game: state.game, settings: state.settings };
  }

  // Takes the free seat, unless somebody else was faster.
  async sit({ name }) {
    try {
      this.secret = await this.ask("sit", { name });
      await this.enter();
      this.tell();
    } catch ({ message, error }) {
      this.listeners.refused({ message: message || error });
    }
  }

  hear(state) {
    if (state.version < this.state.version) return;
    this.take(state);
    this.tell();
  }

  take(state) {
    const before = this.state;
    const isSame = before?.match === state.match && before.line.length === state.line.length;
    if (!isSame) this.since = performance.now();
    this.state = state;
  }

  // Shows the state of the room, with moves that are still under way.
  tell() {
    const { state, pending } = this;
    while (
      pending.length &&
      pending[0].match === state.match &&
      state.line[pending[0].ply] === pending[0].text
    )
      pending.shift();
    if (pending.length && (pending[0].match !== state.match || pending[0].ply !== state.line.length))
      pending.length = 0;
    const line = [...state.line, ...pending.map(({ text }) => text)];
    this.send({ do: "room", room: { ...state, line } });
    const link = `${location.origin}${location.pathname}`;
    this.listeners.room?.({ ...state, link, seat: linkOfSeat(link, this.secret) });
  }

  // A view of the page may have a move that was made here.
  follow({ line }) {
    const { state, pending } = this;
    if (!state) return;
    const known = state.line.length + pending.length;
    const isSame = state.line.every((text, ply) => text === line[ply]?.text);
    if (!isSame || line.length <= known || line[known].side !== state.you) return;
    const thought = Math.max(Math.round(performance.now() - this.since), 0);
    pending.push({ match: state.match, ply: known, text: line[known].text, thought });
    if (pending.length === 1) this.confirm();
  }

  // Has the room confirm the moves that were made here, one after the other.
  async confirm() {
    while (this.pending.length) {
      const [move] = this.pending;
      try {
        await this.ask("act", { kind: "move", ...move });
        if (this.pending[0] === move) this.pending.shift();
      } catch ({ message, error }) {
        const state = await this.ask("room");
        const isThere = state.match === move.match && state.line[move.ply] === move.text; // it was asked twice
        if (!isThere) {
          this.pending.length = 0;
          this.listeners.refused({ message: message || error });
        }
        this.hear(state);
        if (this.pending[0] === move) this.pending.shift();
      }
    }
  }

  // What the game in a room has in place of what the service says of it elsewhere: until the state is shown, nobody at
  // this page sits there.
  get data() {
    const players = Object.fromEntries(Object.keys(this.state.names).map((side) => [side, "distant"]));
    return { isRoom: true, advisable: false, players };
  }

  async act(asked) {
    const { match, line } = this.state;
    try {
      await this.ask("act", { match, ply: line.length, ...asked });
    } catch ({ message, error }) {
      this.listeners.refused({ message: message || error });
    }
  }
}
