/** The oracle of a game in a Worker.
 *
 *   to it      { do: "prepare", options }                   options: { positions, transitions, safeSets }
 *              { do: "advise", ask, line, options }         options: { milliseconds, depth }
 *   from it    { is: "progress", known, waiting }           positions, while they are listed
 *              { is: "ready", kind, reason, counts, initial, canLose }
 *              { is: "advice", ask, advice }
 *              { is: "failed", ask, text }
 *
 * It keeps nothing outside itself, so that it may be terminated at any moment; `oracle_client.js` does that
 * for *stop*, and begins anew. */

import { adviceAfter, oracleFor } from "./oracle.js";

/** Serve the oracle of a kernel in the scope of a Worker. */
export function serve(scope, kernel) {
  let oracle = null;

  function prepare(options = {}) {
    const progress = (known, waiting) => scope.postMessage({ is: "progress", known, waiting });
    oracle = oracleFor(kernel, { ...options, progress });
    const { kind, reason = null, counts, initial, canLose } = oracle;
    scope.postMessage({ is: "ready", kind, reason, counts, initial, canLose });
  }

  function advise({ ask, line, options }) {
    const advice = adviceAfter(oracle, kernel, line, options);
    scope.postMessage({ is: "advice", ask, advice });
  }

  scope.onmessage = ({ data }) => {
    try {
      if (data.do === "prepare") {
        prepare(data.options);
      } else {
        advise(data);
      }
    } catch (error) {
      scope.postMessage({ is: "failed", ask: data.ask ?? null, text: String(error.message ?? error) });
    }
  };
}
