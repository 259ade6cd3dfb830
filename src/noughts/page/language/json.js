// Values as JSON, and back; the twin of json_values.py.
//
//   2^53 - 1 at most: a number      larger: {"whole": "digits"}       a fraction: {"over": ["digits", "digits"]}
//   a truth: true, false            a string: "text"                  an atom: {"atom": "x"}
//   a tuple: [...]                  a set: {"set": [...]}             of Easel: {"easel": "disc", "parts": [...]}

import { FiniteSet } from "./sets.js";
import { AnySet, Atom, atom, Fraction, Opaque } from "./values.js";

export function toJson(value) {
  if (typeof value === "bigint") return { whole: String(value) };
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof AnySet) return { set: [...value.listed()].map(toJson) };
  if (value instanceof Atom) return { atom: value.name };
  if (value instanceof Fraction) return { over: [String(value.numerator), String(value.denominator)] };
  return { easel: value.maker, parts: value.parts.map(toJson) };
}

export function fromJson(json) {
  if (typeof json !== "object") return json;
  if (Array.isArray(json)) return json.map(fromJson);
  if ("set" in json) return FiniteSet.of(json.set.map(fromJson));
  if ("atom" in json) return atom(json.atom);
  if ("whole" in json) return BigInt(json.whole);
  if ("over" in json) return new Fraction(...json.over.map(BigInt));
  return new Opaque(json.easel, json.parts.map(fromJson));
}
