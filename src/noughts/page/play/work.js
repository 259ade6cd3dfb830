// What the workers of a page run: one keeps the match by the rules, another one solves the game and searches.

import { report } from "./describe.js";
import { Document } from "./document.js";
import { FilmSession } from "./film_session.js";
import { GameOnBoard } from "./game_on_board.js";
import { RulesError } from "./refusal.js";
import { RulesKernel, RulesThinker, UnsureThinker } from "./rules_kernel.js";
import { Session } from "./session.js";
import { ThinkerSession } from "./thinker_session.js";
import { briefly } from "../language/runtime.js";

const { program, kernel } = self.given; // by the program, which stands before this script

let games = {}; // by their kinds
let session = null;
let next = 0; // the rehearsal that is planned

// Answers the page, which plays games of these kinds.
export function work(known) {
  games = known;
  self.addEventListener("message", ({ data: told }) => {
    if (told.do === "begin") session = { of: () => begun(told) };
    else answer(told);
  });
}

// Between two questions, as long as that takes no time.
function rehearse() {
  try {
    if (briefly(() => session.rehearse())) next = setTimeout(rehearse);
  } catch {
    // whoever gets there is told
  }
}

// The rules are read with the first question: what is wrong with them is its answer.
function answer(told) {
  clearTimeout(next);
  try {
    if (session.of) session = session.of();
    const answer = session.run(told);
    self.postMessage(answer);
    if (answer.unmarked) self.postMessage(session.marked());
    if (session.rehearse) next = setTimeout(rehearse);
  } catch (failure) {
    if (failure instanceof RulesError) {
      self.postMessage({ stopped: { message: "", error: report(failure) } });
      return;
    }
    self.postMessage({ bug: `${failure.name}: ${failure.message}` });
  }
}

function begun({ role, data, saved = null, solved }) {
  if (data.kind === "film") return restored(new FilmSession(new Document(program, data), data), saved);
  const game = () => new (data.board ? GameOnBoard : games[data.kind])(program, data, kernel);
  if (role === "thinker") return thinkerOf(() => new RulesThinker(new RulesKernel(game())));
  const session = restored(new Session(game(), kernel, data, (told) => self.postMessage(told)), saved);
  if (solved) session.learn(solved);
  return session;
}

function thinkerOf(byRules) {
  if (!kernel) return byRules();
  return kernel.sure ? new ThinkerSession(kernel) : new UnsureThinker(kernel, byRules);
}

function restored(session, saved) {
  if (saved !== null) session.restore(saved);
  return session;
}
