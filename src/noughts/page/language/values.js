// Values that are neither sets nor primitive, and what is asked of all values: hash, equality, kind.
//
// Equal values have equal hashes, 32 bits long.  Primitives and atoms are compared with ===.

// Spread the bits of a hash, so that those of small numbers do not stand side by side.
export function mix(hash) {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return bits ^ (bits >>> 16);
}

const join = (hash, next) => Math.imul(hash, 31) + next;

function textHash(text) {
  let hash = text.length;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash, 31) + text.charCodeAt(place);
  return mix(hash);
}

// An atom: a name that stands for itself.  Made by `atom`, so that two of one name are the same object.
export class Atom {
  constructor(name) {
    this.name = name;
    this.code = textHash(name) ^ 0x2545f491;
  }

  hash() {
    return this.code;
  }

  equals(other) {
    return this === other;
  }
}

const atoms = new Map();

export function atom(name) {
  let known = atoms.get(name);
  if (known === undefined) atoms.set(name, (known = new Atom(name)));
  return known;
}

// A number that is not whole, in lowest terms; its parts are BigInts, the denominator above 1.
export class Fraction {
  constructor(numerator, denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  hash() {
    return mix(join(bigHash(this.numerator), bigHash(this.denominator)));
  }

  equals(other) {
    return (
      other instanceof Fraction &&
      this.numerator === other.numerator &&
      this.denominator === other.denominator
    );
  }
}

export const fraction = (numerator, denominator) => new Fraction(numerator, denominator);

const PRINTED = { point: "an Easel point", color: "an Easel color" };

// A value of Easel: the builtin `maker` applied to its parts.
export class Opaque {
  constructor(maker, parts) {
    this.maker = maker;
    this.parts = parts;
  }

  get printed() {
    return PRINTED[this.maker] ?? "an Easel image";
  }

  hash() {
    return join(textHash(this.maker), hash(this.parts));
  }

  equals(other) {
    return other instanceof Opaque && this.maker === other.maker && equal(this.parts, other.parts);
  }
}

export const opaque = (maker, parts) => new Opaque(maker, parts);

// What all sets have in common; sets.js has the kinds.
export class AnySet {}

const bigHash = (number) => Number(BigInt.asIntN(32, number)) ^ Number(BigInt.asIntN(32, number >> 32n));

function numberHash(number) {
  const low = number | 0;
  return mix(low === number ? low : low ^ Math.floor(number / 2 ** 32));
}

function tupleHash(elements) {
  let all = elements.length;
  for (let place = 0; place < elements.length; place++) all = join(all, hash(elements[place]));
  return mix(all);
}

export function hash(value) {
  switch (typeof value) {
    case "number":
      return numberHash(value);
    case "object":
      return Array.isArray(value) ? tupleHash(value) : value.hash();
    case "string":
      return textHash(value);
    case "boolean":
      return value ? 0x5bd1e995 : 0x1b873593;
    default:
      return mix(bigHash(value));
  }
}

// Equality by value, false across kinds.
export function equal(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  if (!Array.isArray(one)) return !Array.isArray(other) && one.equals(other);
  if (!Array.isArray(other) || one.length !== other.length) return false;
  for (let place = 0; place < one.length; place++) {
    if (!equal(one[place], other[place])) return false;
  }
  return true;
}

export const isWhole = (value) => typeof value === "number" || typeof value === "bigint";
export const isNumber = (value) => isWhole(value) || value instanceof Fraction;

// The kind of a value with its article.
export function kind(value) {
  if (typeof value === "boolean") return "a truth value";
  if (isNumber(value)) return "a number";
  if (typeof value === "string") return "a string";
  if (value instanceof Atom) return "an atom";
  if (Array.isArray(value)) return "a tuple";
  return value instanceof Opaque ? value.printed : "a set";
}
