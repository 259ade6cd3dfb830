// What the workers of a page run: one keeps the match by the rules, another one solves the game and searches.

import { report } from "./describe.js";
import { Document } from "./document.js";
import { FilmSession } from "./film_session.js";
import { GameByClicks } from "./game_by_clicks.js";
import { GameByRules } from "./game_by_rules.js";
import { RulesError } from "./refusal.js";
import { Session } from "./session.js";
import { ThinkerSession } from "./thinker_session.js";
import kernel from "../game/kernel.js";
import program from "../game/program.js";

const GAMES = { rules: GameByRules, clicks: GameByClicks };

let session = null;

self.addEventListener("message", ({ data: told }) => {
  if (told.do === "begin") session = { of: () => begun(told) };
  else answer(told);
});

// The rules are read with the first question: what is wrong with them is its answer.
function answer(told) {
  try {
    if (session.of) session = session.of();
    self.postMessage(session.run(told));
  } catch (failure) {
    if (failure instanceof RulesError) {
      self.postMessage({ stopped: { message: "", error: report(failure) } });
      return;
    }
    self.postMessage({ bug: `${failure.name}: ${failure.message}` });
  }
}

function begun({ role, data, saved }) {
  if (role === "thinker") return new ThinkerSession(kernel);
  if (data.kind === "film") return restored(new FilmSession(new Document(program, data), data), saved);
  return restored(new Session(new GAMES[data.kind](program, data), kernel, data), saved);
}

function restored(session, saved) {
  if (saved) session.restore(saved);
  return session;
}
