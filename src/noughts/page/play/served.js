// The back end of a page that is served.  The page plays as one that was woven does; its document, its other games and
// settings, and what only Python can find out come from the service.

import { LocalFilm } from "./local_film.js";
import { LocalTable } from "./local_table.js";
import { PROGRAM, putText, WORKERS } from "./scripts.js";
import { RoomTab } from "./room.js";
import { keepSecret } from "./seat.js";
import { HOME, Service } from "./service.js";
import { OF_TAB } from "./storage.js";

const PLACE = location.pathname.slice(HOME.pathname.length);
const GAME = PLACE.match(/^play\/(.+)/)?.[1] ?? ""; // that was chosen on the start page
const ROOM = PLACE.match(/^room\/([\w-]+)$/)?.[1] ?? "";
const CHOSEN = `noughts-chosen ${location.pathname}`; // the game that is shown in this tab, for a reload

export function connectServed(listeners) {
  const served = new Served(listeners);
  served.begin();
  return (command) => served.accept(command);
}

class Served {
  constructor(listeners) {
    this.listeners = {
      ...listeners,
      table: (view) => {
        listeners.table(view);
        this.keep(view);
        this.room?.follow(view);
      },
    };
    this.service = new Service(
      (told) => this.hear(told),
      () => this.look(),
    );
    this.choice = JSON.parse(OF_TAB.get(CHOSEN)) ?? { game: GAME, settings: {} };
    this.local = null;
    this.isBroken = false; // whether the documents were changed, and have errors now
    this.seating = null; // a promise, as long as the service is asked whether players can play
    this.completing = 0; // the number of the question for the whole program
    this.told = null; // what the service said of the game that is shown
    this.written = new Map(); // the matches of this tab in writing, by their identities
    this.room = ROOM
      ? new RoomTab(ROOM, this.service, listeners, (command) => this.local?.accept(command))
      : null;
  }

  async begin() {
    const workers = await fetch(`${HOME}page/workers.js`);
    putText(WORKERS, await workers.text());
    try {
      if (this.room) this.choice = await this.room.enter();
      await this.choose(this.choice);
      this.room?.tell();
    } catch (failure) {
      this.refuse(failure);
    }
  }

  hear({ event, error, ...told }) {
    if (event === "broken") this.broken(error);
    else if (event === "room") this.room.hear(told);
    else this.look();
  }

  broken(error) {
    this.isBroken = true;
    this.listeners.broken({ error });
  }

  accept(command) {
    if (command.do === "options") this.options(command.game);
    else if (command.do === "invite") this.invite(command);
    else if (command.do === "gather") this.gather(command);
    else if (command.do === "sit") this.room.sit(command);
    else if (command.do === "act") this.room.act(command.asked);
    else if (command.do === "choose") this.choose({ game: command.game, settings: command.settings });
    else if (command.do === "seat") this.seating = this.seat(command);
    else if (!this.local) this.choose(this.choice); // there is nothing else to do where nothing could be shown
    else if (command.do === "stop") this.local.stop();
    else if (this.seating) this.seating.then(() => this.local.accept(command));
    else this.local.accept(command);
  }

  // Another game, or this one with other settings; if it cannot be, what is shown stays.
  async choose(choice) {
    try {
      const told = await this.service.ask("game", choice);
      if (JSON.stringify(told) === JSON.stringify(this.told)) return;
      this.leave(choice, told);
      this.present(null, told.opening);
    } catch (failure) {
      this.refuse(failure);
    }
  }

  // The documents have changed, or the service was started again: the match goes on by the rules of now.
  async look() {
    if (!this.told) return;
    try {
      await this.room?.enter();
      this.room?.tell();
      const told = await this.service.ask("game", this.choice);
      if (!this.isBroken && JSON.stringify(told) === JSON.stringify(this.told)) return;
      const { saved } = this.local;
      this.leave(this.choice, told);
      this.present(saved);
    } catch ({ message, error }) {
      this.broken(error || message);
    }
  }

  leave(choice, told) {
    this.local?.leave();
    if (this.completing) this.service.stop(this.completing); // its formulas would make the next game wait
    this.listeners.idle();
    Object.assign(this, { choice, told, isBroken: false });
    OF_TAB.set(CHOSEN, JSON.stringify(choice));
    this.written.clear();
  }

  present(before, opening = null) {
    const { data, script, stage, isWhole } = this.told;
    putText(PROGRAM, script);
    const shown = this.room ? { ...stage, games: [], invites: [] } : stage;
    const given = { ...data, ...this.room?.data, stage: shown, choice: this.choice, server: HOME.href };
    const isFilm = data.kind === "film";
    const local = isFilm
      ? new LocalFilm(given, this.listeners)
      : new LocalTable(given, this.listeners, this.service);
    this.local = local;
    local.begin(before, opening);
    if (!isWhole) this.complete(local, given);
  }

  // Formulas take longer to find than the first picture: the match goes on with them once they are there.
  async complete(local, given) {
    const { number, promise } = this.service.begin("whole", this.choice);
    this.completing = number;
    try {
      const { data, script } = await promise;
      if (this.local !== local) return;
      putText(PROGRAM, script);
      local.renew({ ...given, ...data, ...this.room?.data });
    } catch {
      // it is played by its rules alone
    }
  }

  // Opens a room for the game that is shown, and goes there.
  async invite({ name, side, control }) {
    try {
      const { room, secret } = await this.service.ask("invite", { ...this.choice, name, side, control });
      keepSecret(room, secret);
      location.assign(`${HOME}room/${room}`);
    } catch (failure) {
      this.refuse(failure);
    }
  }

  // Opens a class for the game that is shown, and goes there, as its teacher.
  async gather({ system, control }) {
    try {
      const { classroom, secret } = await this.service.ask("gather", { ...this.choice, system, control });
      keepSecret(classroom, secret);
      location.assign(`${HOME}class/${classroom}`);
    } catch (failure) {
      this.refuse(failure);
    }
  }

  refuse({ message, error }) {
    if (this.told) this.listeners.refused({ message: message || error });
    else this.listeners.stopped({ title: "Noughts", message, error });
  }

  async options(game) {
    const isOther = game && game !== this.told?.stage.game;
    try {
      this.listeners.options(
        await this.service.ask("options", isOther ? { game, settings: {} } : this.choice),
      );
    } catch (failure) {
      this.refuse(failure);
    }
  }

  async seat(command) {
    const { local } = this;
    try {
      await this.service.ask("seat", { ...this.choice, players: command.players });
      local.accept(command);
    } catch (failure) {
      this.refuse(failure);
    } finally {
      this.seating = null;
    }
  }

  // A match is written into the file of the service with each change that is made to it here.
  keep({ record, line }) {
    const [, identity] = record.match(/ of match (\w+)/);
    const before = this.written.get(identity);
    this.written.set(identity, record);
    if (!this.told.keeps || before === undefined || before === record || !line.length) return;
    this.service.ask("keep", { ...this.choice, text: record }).catch((failure) => this.refuse(failure));
  }
}
