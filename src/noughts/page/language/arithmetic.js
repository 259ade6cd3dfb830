// Exact arithmetic on rational numbers, and joining and indexing of tuples.

import { bitLength, look, requireBits, requireElements, requirePower } from "./limits.js";
import { divisionByZero, notWhole, outOfRange, wrongKind } from "./misuse.js";
import { Product } from "./lazy_sets.js";
import { difference } from "./sets.js";
import { show, summary } from "./show.js";
import { AnySet, Fraction, isNumber, isWhole, kind } from "./values.js";
import { bigRemainder, magnitudeOf, plus, remainder, times, whole } from "./whole.js";

/** Say which operand of `a symbol b` is of the wrong kind. @returns {any} */
export function refuse(symbol, wanted, ...operands) {
  throw misused(symbol, wanted, operands);
}

const misused = (symbol, wanted, operands, help = "") =>
  wrongKind(`\`${symbol}\` needs ${wanted}, but got ${operands.map(described).join(" and ")}`, help);

const described = (value) => `${summary(value)}, ${kind(value)}`;
const areSets = (a, b) => a instanceof AnySet && b instanceof AnySet;
const areNumbers = (a, b) => isNumber(a) && isNumber(b);
const areExact = (a, b) => typeof a === "number" && typeof b === "number";
const areWhole = (a, b) => isWhole(a) && isWhole(b);

const numeratorOf = (a) => (a instanceof Fraction ? a.numerator : BigInt(a));
const denominatorOf = (a) => (a instanceof Fraction ? a.denominator : 1n);

// The quotient of two BigInts: a whole number, or a fraction in lowest terms; refused if it is too long.
function quotient(numerator, denominator) {
  let [a, b] = [whole(numerator), whole(denominator)];
  if (areExact(a, b)) return exactQuotient(a, b);
  [a, b] = [numerator, denominator];
  while (b !== 0n) {
    look();
    [a, b] = [b, a % b];
  }
  return lowest(numerator / a, denominator / a);
}

// The same of two Numbers, on which all steps are quick.
function exactQuotient(numerator, denominator) {
  let [a, b] = [numerator, denominator];
  while (b !== 0) [a, b] = [b, a % b];
  if (a < 0 !== denominator < 0) a = -a;
  return a === denominator ? numerator / a + 0 : new Fraction(BigInt(numerator / a), BigInt(denominator / a));
}

// The quotient of two BigInts that have no common divisor.
function lowest(numerator, denominator) {
  requireBits(bitLength(numerator));
  requireBits(bitLength(denominator));
  const [above, below] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator];
  return below === 1n ? whole(above) : new Fraction(above, below);
}

// The value, which must be a number.
export function number(symbol, value) {
  return isNumber(value) ? value : refuse(symbol, "a number", value);
}

/** The value, which must be a whole number. @returns {any} */
export function wholeNumber(symbol, value) {
  if (isWhole(value)) return value;
  if (value instanceof Fraction) throw notWhole(`${symbol} needs a whole number, but got ${summary(value)}`);
  throw wrongKind(`${symbol} needs a whole number, but got ${described(value)}`);
}

export function add(a, b) {
  if (areWhole(a, b)) return plus(a, b);
  if (areNumbers(a, b)) return sum(a, b, 1n);
  if (Array.isArray(a) && Array.isArray(b)) {
    requireElements(a.length + b.length, "tuple");
    return a.concat(b);
  }
  const besideTuple = Array.isArray(a) || Array.isArray(b);
  throw misused(
    "+",
    "two numbers or two tuples",
    [a, b],
    besideTuple ? "a tuple of one element is written `(x,)`" : "",
  );
}

// a + sign * b, of which one at least is a fraction.
function sum(a, b, sign) {
  const numerator = numeratorOf(a) * denominatorOf(b) + sign * numeratorOf(b) * denominatorOf(a);
  return quotient(numerator, denominatorOf(a) * denominatorOf(b));
}

export function subtract(a, b) {
  if (areWhole(a, b)) return plus(a, -b);
  if (areNumbers(a, b)) return sum(a, b, -1n);
  if (areSets(a, b)) return difference(a, b);
  return refuse("-", "two numbers or two sets", a, b);
}

export function multiply(a, b) {
  if (areWhole(a, b)) {
    const product = times(a, b);
    if (typeof product === "bigint") requireBits(bitLength(product));
    return product;
  }
  if (areNumbers(a, b)) return quotient(numeratorOf(a) * numeratorOf(b), denominatorOf(a) * denominatorOf(b));
  if (areSets(a, b)) return new Product(a, b);
  return refuse("*", "two numbers or two sets", a, b);
}

export function divide(a, b) {
  if (!areNumbers(a, b)) return refuse("/", "two numbers", a, b);
  if (b === 0) throw divisionByZero(`${summary(a)}/0 has no value`, "guard it: `… if d /= 0; … otherwise`");
  if (areExact(a, b)) return exactQuotient(a, b);
  return quotient(numeratorOf(a) * denominatorOf(b), denominatorOf(a) * numeratorOf(b));
}

export function modulo(a, b) {
  if (!areNumbers(a, b)) return refuse("mod", "two numbers", a, b);
  if (b === 0) throw divisionByZero(`${summary(a)} mod 0 has no value`);
  if (areWhole(a, b)) return remainder(a, b);
  const common = denominatorOf(a) * denominatorOf(b);
  return quotient(bigRemainder(numeratorOf(a) * denominatorOf(b), numeratorOf(b) * denominatorOf(a)), common);
}

export function power(a, b) {
  const base = number("^", a);
  const exponent = wholeNumber("the exponent of `^`", b);
  if (exponent <= 0 && base === 0) throw divisionByZero(`${operandText(a)}^${operandText(b)} has no value`);
  const steps = BigInt(magnitudeOf(exponent));
  requirePower(longerBits(base), steps, () => `${operandText(base)}^${operandText(exponent)}`);
  const [above, below] = [numeratorOf(base) ** steps, denominatorOf(base) ** steps];
  return exponent >= 0 ? lowest(above, below) : lowest(below, above);
}

// The binary digits of the longer part of a quotient.
function longerBits(a) {
  return a instanceof Fraction ? Math.max(bitLength(a.numerator), bitLength(a.denominator)) : bitLength(a);
}

// An operand as it stands beside an operator: in brackets unless it is one short word.
function operandText(value) {
  const text = summary(value);
  return /^[\p{L}\p{N}]+$/u.test(text) ? text : `(${text})`;
}

export function negate(a) {
  const value = number("-", a);
  return value instanceof Fraction ? new Fraction(-value.numerator, value.denominator) : plus(0, -value);
}

export function floor(a) {
  const value = number("floor", a);
  return value instanceof Fraction ? wholeBelow(value) : value;
}

export function ceiling(a) {
  const value = number("ceil", a);
  return value instanceof Fraction ? plus(wholeBelow(value), 1) : value;
}

// The greatest whole number below a fraction.
function wholeBelow({ numerator, denominator }) {
  return whole((numerator - bigRemainder(numerator, denominator)) / denominator);
}

export function magnitude(a) {
  if (a instanceof AnySet) return a.size;
  if (isNumber(a)) return less(a, 0) ? negate(a) : a;
  return Array.isArray(a) ? a.length : refuse("|…|", "a number, a set or a tuple", a);
}

const elementsOf = (t) => (Array.isArray(t) ? t : refuse("[…]", "a tuple", t));

export function elements(t, i, j) {
  const parts = elementsOf(t);
  const [first, last] = [wholeNumber("an index", i), wholeNumber("an index", j)];
  if (first > last) return [];
  if (first >= 1 && last <= parts.length) return parts.slice(first - 1, last);
  const fact = `${summary(t)} has no elements ${show(first)} to ${show(last)}; it has ${parts.length}`;
  throw outOfRange(fact, "elements are counted from 1");
}

// How a compares with b: below 0 if it is less.
function compared(a, b) {
  if (areWhole(a, b)) return a < b ? -1 : Number(a > b);
  const [left, right] = [numeratorOf(a) * denominatorOf(b), numeratorOf(b) * denominatorOf(a)];
  return left < right ? -1 : Number(left > right);
}

const comparison = (symbol, holds) => (a, b) =>
  areNumbers(a, b) ? holds(compared(a, b)) : refuse(symbol, "two numbers", a, b);

export const less = comparison("<", (order) => order < 0);
export const atMost = comparison("<=", (order) => order <= 0);
export const greater = comparison(">", (order) => order > 0);
export const atLeast = comparison(">=", (order) => order >= 0);
