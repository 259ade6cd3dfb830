/**
 * Functions called from Python, one line of JSON each way: see node.py.
 *
 * Modules are named by paths.  A text that was given for a path comes first, then the file of the project.  The
 * process is started so that nothing in it may evaluate text, as in a page with its strict policy; only what
 * Python asks is compiled, by `vm`.
 */

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";
import { constants, runInThisContext } from "node:vm";

const ORIGIN = "noughts://test";
const [root] = process.argv.slice(2);
const texts = new Map();
const handles = new Map();
let made = 0;

const parts = ["/src/", "/tests/", "/benchmarks/"];
const textAt = (path) =>
  texts.get(path) ??
  (parts.some((part) => path.startsWith(part)) ? readFileSync(root + path, "utf8") : undefined);

registerHooks({
  resolve(specifier, context, next) {
    const inside = context.parentURL?.startsWith(ORIGIN);
    if (!specifier.startsWith("/") && !specifier.startsWith(ORIGIN) && !inside)
      return next(specifier, context);
    return {
      url: new URL(specifier, context.parentURL ?? ORIGIN).href,
      format: "module",
      shortCircuit: true,
    };
  },
  load(url, context, next) {
    if (!url.startsWith(ORIGIN)) return next(url, context);
    const source = textAt(decodeURIComponent(new URL(url).pathname));
    if (source === undefined) throw new Error(`There is no module ${url}`);
    return { format: "module", source, shortCircuit: true };
  },
});

/** What is said to be a handle, at any depth of arrays, as what it is held of. */
function given(argument) {
  if (Array.isArray(argument)) return argument.map(given);
  return argument !== null && typeof argument === "object" && "noughtsHandle" in argument
    ? handles.get(argument.noughtsHandle)
    : argument;
}

async function answer({ add, remove, dispose, script, argument, hold }) {
  for (const [path, text] of Object.entries(add ?? {})) texts.set(path, text);
  for (const path of remove ?? []) texts.delete(path);
  for (const handle of dispose ?? []) handles.delete(handle);
  if (script === undefined) return null;
  const called = runInThisContext(`(${script})`, {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const value = await called(given(argument));
  if (!hold) return value;
  handles.set(++made, value);
  return made;
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let said;
  try {
    said = { value: (await answer(JSON.parse(line))) ?? null };
  } catch (error) {
    said = { error: `${error?.stack ?? error}` };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
