// Why a sentence of a program has its value: the tree of `noughts.meaning.explain`, part by part.
//
// The program brings the parts of its sentences (`sentences.py`): the text of each, its function, and what it is made
// of.  A part is evaluated in a scope, an object of its local names; names of a `where` are functions in it.

import { asSentence, difference } from "./operations.js";
import { RunError } from "./run_error.js";
import { abridged, show, summary } from "./show.js";
import { AnySet, equal, isNumber } from "./values.js";
import * as words from "./words.js";

const MOST = 500; // parts of one explanation, as in Python
const OUT_OF_TIME = "E401";
const NONE = { parts: [], note: "" };
const PLACE = 0; // what is undefined is told without its place
const LISTED = ["tupleOf", "setOf"]; // words that take a list
const OF_ANOTHER_STATE = / afterwards`( applies)?(?: to .*)?/s; // names of `shift.py`, which no document can write
const DIFFERENCES = ["difference", "subtract"];

// Why a relation applied to arguments holds in a frame, or does not, with definitions opened so many deep.
export function explain(loaded, name, args, frame, depth) {
  const explainer = new Explainer(loaded, frame);
  return loaded.question(frame, () => explainer.relation(name, args, depth));
}

class Explainer {
  constructor(loaded, frame) {
    this.loaded = loaded;
    this.frame = frame;
    this.sentences = loaded.program.sentences;
    this.left = MOST;
  }

  relation(name, args, depth) {
    this.left -= 1;
    const result = this.attempt(() => this.loaded.call(name, args, this.frame));
    const reasons = this.opened(name, args, depth, result);
    const written = args.map((each) =>
      typeof each === "string" ? `"${each}"` : isNumber(each) ? show(each).replace("-", "−") : show(each),
    );
    const text = args.length ? `${name}(${written.join(", ")})` : name;
    return this.tree({ text }, {}, result, { definition: name, ...reasons });
  }

  node(part) {
    this.left -= 1;
    const result = this.result(part.id, part.scope);
    const reasons = this.left > 0 ? this.reasons(part, result) : { ...NONE, folded: true };
    return this.tree(this.sentences.parts[part.id], part.scope, result, reasons);
  }

  tree(facts, scope, { value, problem }, reasons) {
    return {
      text: facts.text,
      value: problem ? null : abridged(value),
      bindings: this.bindings(facts.names, scope),
      problem: problem ? problem.fact.replace(OF_ANOTHER_STATE, "`$1") : null,
      note: reasons.note || null,
      vacuous: Boolean(reasons.vacuous),
      definition: reasons.definition ?? (facts.kind === "call" ? (facts.asked ?? facts.name) : null),
      folded: Boolean(reasons.folded),
      parts: reasons.parts.map((part) => this.node(part)),
    };
  }

  // The local names of a part that have values: nothing else needed one.
  bindings(names = {}, scope) {
    const known = Object.entries(scope).filter(
      ([name, bound]) => name in names && (typeof bound !== "function" || bound.known),
    );
    return Object.fromEntries(
      known.map(([name, bound]) => [
        names[name],
        abridged(typeof bound === "function" ? bound.value : bound),
      ]),
    );
  }

  // Values

  result(id, scope) {
    return this.attempt(() => this.value(id, scope));
  }

  value(id, scope) {
    const { kind, value, inner, name, word, bound } = this.sentences.parts[id];
    const of = (part) => this.value(part, scope);
    const holds = (part) => asSentence(of(part));
    switch (kind) {
      case "local":
      case "name":
        return typeof scope[name] === "function" ? scope[name](PLACE) : scope[name];
      case "call":
        return this.called(name, inner.map(of));
      case "operation":
        return LISTED.includes(word)
          ? words[word](inner.map(of), PLACE)
          : words[word](...inner.map(of), PLACE);
      case "some":
        return this.anyOf(bound, inner, scope, true);
      case "all":
        return !this.anyOf(bound, inner, scope, false);
      case "not":
        return !holds(inner[0]);
      case "and":
        return inner.every(holds);
      case "or":
        return inner.some(holds);
      case "implies":
        return !inner.slice(0, -1).every(holds) || holds(inner.at(-1));
      case "equivalent":
        return holds(inner[0]) === holds(inner[1]);
      default:
        return this.sentences.functions[value](this.frame, scope);
    }
  }

  called(name, args) {
    const { call, readsFrame } = this.loaded.program.definitions[name];
    return call(...(readsFrame ? [this.frame] : []), ...args, PLACE);
  }

  // Whether a sentence has the wanted value for elements of the domain under some names.
  /** @param {any[]} patterns */
  anyOf([pattern, ...patterns], [domain, body], scope, wanted) {
    for (const element of words.each(this.value(domain, scope), PLACE)) {
      const inside = { ...scope };
      if (!matches(pattern, element, inside)) continue;
      const found = patterns.length
        ? this.anyOf(patterns, [domain, body], inside, wanted)
        : asSentence(this.value(body, inside)) === wanted;
      if (found) return true;
    }
    return false;
  }

  attempt(work) {
    try {
      return { value: this.loaded.question(this.frame, work), problem: null };
    } catch (error) {
      if (!(error instanceof RunError) || error.code === OUT_OF_TIME) throw error;
      return { value: undefined, problem: error };
    }
  }

  firstUnlike(expected, ids, scope) {
    return ids.find((id) => this.result(id, scope).value !== expected);
  }

  firstUndefined(ids, scope) {
    return ids.find((id) => this.result(id, scope).problem);
  }

  // The scope of a definition's body, or null.
  inside({ parameters, where }, args) {
    const scope = Object.fromEntries(parameters.map((name, place) => [name, args[place]]));
    return where === null ? scope : this.withNames(where, scope);
  }

  // A scope with the names of a `where`, or null.
  withNames(where, scope) {
    const { value } = this.attempt(() => this.sentences.functions[where](this.frame, scope));
    return value === undefined
      ? null
      : Object.fromEntries(Object.entries(value).map(([name, bound]) => [name, remembered(bound)]));
  }

  // What decides a value

  reasons(part, result) {
    const facts = this.sentences.parts[part.id];
    switch (facts.kind) {
      case "name":
        return result.problem || isTruth(result.value) ? allOf(part, [facts.equation]) : NONE;
      case "call":
        return this.ofCall(part, facts, result);
      case "operation":
        return this.ofOperation(part, facts, result);
      case "some":
      case "all":
        return this.ofQuantified(part, facts);
      case "cases":
        return this.ofCases(part, facts);
      default:
        return facts.inner ? allOf(part, this.decisive(facts, part.scope)) : NONE;
    }
  }

  decisive({ kind, inner }, scope) {
    if (kind === "not") return inner;
    if (kind === "implies") return this.decisiveOfImplication(inner, scope);
    const found =
      kind === "equivalent"
        ? this.firstUndefined(inner, scope)
        : this.firstUnlike(kind === "and", inner, scope);
    return found === undefined ? inner : [found];
  }

  decisiveOfImplication(inner, scope) {
    const found = this.firstUnlike(true, inner.slice(0, -1), scope);
    if (found !== undefined) return [found];
    return this.result(inner.at(-1), scope).value === false ? inner : inner.slice(-1);
  }

  ofQuantified(part, { kind, bound, inner: [domain, body] }) {
    const { value } = this.result(domain, part.scope);
    if (!(value instanceof AnySet)) return allOf(part, [domain]);
    const fitting = bound.map((pattern) => [...value].filter((element) => matches(pattern, element, {})));
    const count = fitting.reduce((product, { length }) => product * length, 1);
    for (const values of products(fitting)) {
      const scope = { ...part.scope };
      bound.forEach((pattern, place) => matches(pattern, values[place], scope));
      if (count === 1 || this.result(body, scope).value !== (kind === "all"))
        return allOf({ ...part, scope }, [body]);
    }
    if (count > 0)
      return { parts: [], note: `${kind === "all" ? "each" : "none"} of ${count.toLocaleString("en-US")}` };
    const told = this.sentences.parts[domain].literal ? [] : [domain];
    return {
      ...allOf({ ...part, depth: 0 }, told),
      note: [...value].length ? "no element has this form" : "the set is empty",
      vacuous: kind === "all",
    };
  }

  ofOperation(part, facts, result) {
    const undefinedOne = this.firstUndefined(facts.inner, part.scope);
    if (undefinedOne !== undefined) return allOf(part, [undefinedOne]);
    const made = facts.word === "member" ? this.membership(part, facts, result) : null;
    if (made) return made;
    const told = facts.inner.filter((id) => !this.isPlain(this.sentences.parts[id]));
    return { ...allOf(part, told), note: result.value === false ? this.difference(facts, part.scope) : "" };
  }

  isPlain({ literal, kind }) {
    return literal || kind === "local";
  }

  // What makes two sets different, or one no subset of the other.
  difference({ word, inner }, scope) {
    if (word !== "equal" && word !== "subset") return "";
    const [left, right] = inner.map((id) => this.result(id, scope).value);
    if (!(left instanceof AnySet && right instanceof AnySet)) return "";
    const sides = [["left", left, right], ...(word === "equal" ? [["right", right, left]] : [])];
    const more = sides.map(([side, a, b]) => [side, this.attempt(() => difference(a, b)).value]);
    return more
      .filter(([, set]) => set?.size > 0)
      .map(([side, set]) => `only on the ${side}: ${summary(set)}`)
      .join("; ");
  }

  // Definitions

  ofCall(part, { name, inner }, result) {
    const values = this.values(inner, part.scope);
    if (values === null) return allOf(part, [this.firstUndefined(inner, part.scope)]);
    return this.opened(name, values, part.depth, result);
  }

  opened(name, values, depth, { value, problem }) {
    const definition = this.sentences.definitions[name];
    if (definition.settled && !problem && !isTruth(value)) return NONE;
    const astray = problem && !problem.code.startsWith("E4");
    if (depth <= 0 && !astray) return { ...NONE, folded: true };
    const scope = this.inside(definition, values);
    return scope === null ? NONE : allOf({ scope, depth: depth - 1 }, this.clause(definition, scope));
  }

  ofCases(part, { where, clauses }) {
    const scope = where === undefined ? part.scope : this.withNames(where, part.scope);
    return scope === null ? NONE : allOf({ ...part, scope }, this.clause({ clauses }, scope));
  }

  values(ids, scope) {
    const results = ids.map((id) => this.result(id, scope));
    return results.some(({ problem }) => problem) ? null : results.map(({ value }) => value);
  }

  // The guards up to the first that holds, and what is behind it unless it is written out.
  clause({ clauses }, scope) {
    const found = [];
    for (const [guard, ...terms] of clauses) {
      if (guard !== null) {
        found.push(guard);
        const { value } = this.result(guard, scope);
        if (value === false) continue;
        if (value !== true) return found;
      }
      return [...found, ...terms.filter((id) => !this.sentences.parts[id].literal)];
    }
    return found;
  }

  // Sets, by how they are made

  membership(part, facts, result) {
    const [element, collection] = facts.inner;
    const { value } = this.result(element, part.scope);
    const made = this.made({ ...part, id: collection });
    const { kind, word, condition } = this.sentences.parts[made.id];
    let reasons = null;
    if (kind === "build" && condition !== undefined) reasons = this.ofBuilt(made, value, result);
    else if (kind === "operation" && facts.made?.word === word && made.scope === part.scope)
      reasons = this.ofJoined(made, facts.made);
    const from = this.sentences.parts[collection];
    return reasons && from.kind === "call" ? { ...reasons, definition: from.asked ?? from.name } : reasons;
  }

  made(part) {
    for (let facts; (facts = this.sentences.parts[part.id]).kind === "call" && part.depth > 0;) {
      const definition = this.sentences.definitions[facts.name];
      const values = this.values(facts.inner, part.scope);
      const [guard, term] = definition.clauses[0];
      if (values === null || guard !== null) break;
      const scope = definition.plain ? part.scope : this.inside(definition, values);
      if (scope === null) break;
      part = { id: term, scope, depth: part.depth - 1 };
    }
    return part;
  }

  ofJoined(made, { word, inner }) {
    const { scope } = made;
    if (!(this.result(made.id, scope).value instanceof AnySet)) return null;
    const holds = (id) => this.result(id, scope).value === true;
    let found;
    if (word === "union") found = inner.find(holds);
    else if (this.result(inner[0], scope).value === false) [found] = inner;
    else if (holds(inner[1]) === DIFFERENCES.includes(word)) [, found] = inner;
    return allOf(made, found === undefined ? inner : [found]);
  }

  ofBuilt(made, value, result) {
    const { condition, bound, rows, pattern } = this.sentences.parts[made.id];
    const fresh = {};
    if (result.value === true) {
      const { value: all } = this.attempt(() => this.sentences.functions[rows](this.frame, made.scope));
      const row = all && [...all].find((each) => equal(each.at(-1), value));
      if (!row) return null;
      bound.forEach((name, place) => (fresh[name] = row[place]));
    } else if (pattern === null || !matches(pattern, value, fresh)) {
      return null;
    }
    const scope = { ...made.scope, ...fresh };
    return this.result(condition, scope).value === result.value
      ? allOf({ ...made, scope }, [condition])
      : null;
  }
}

function allOf({ scope, depth }, ids) {
  return { parts: ids.map((id) => ({ id, scope, depth })), note: "" };
}

function isTruth(value) {
  return typeof value === "boolean";
}

// A name of a `where`, which knows whether its value was needed.
function remembered(bound) {
  if (typeof bound !== "function" || "known" in bound) return bound;
  const found = Object.assign(
    (place) => {
      found.value = bound(place);
      found.known = true;
      return found.value;
    },
    { known: false, value: undefined },
  );
  return found;
}

/** @param {any[]} sets */
function* products([elements, ...others]) {
  if (elements === undefined) {
    yield [];
    return;
  }
  for (const first of elements) for (const rest of products(others)) yield [first, ...rest];
}

// Whether a value fits a pattern of names, to which its parts are given.
function matches(pattern, value, fresh) {
  if (typeof pattern === "string") {
    fresh[pattern] = value;
    return true;
  }
  return (
    Array.isArray(value) &&
    value.length === pattern.length &&
    pattern.every((each, place) => matches(each, value[place], fresh))
  );
}
