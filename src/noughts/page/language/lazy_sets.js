// Sets known by what they are made of: ranges of numbers, power sets, products.

import { extentOf } from "./extent.js";
import { bitLength, countText, look, readClock, requireElements, requireExtent } from "./limits.js";
import { tooManyElements } from "./misuse.js";
import { chosen, FiniteSet, listable, sameListed } from "./sets.js";
import { AnySet, equal, isWhole } from "./values.js";
import { greater, minus, plus, smaller, times, whole } from "./whole.js";

const LARGEST_EXPONENT = 100_000; // power sets of larger sets have a size that nobody can use

class LazySet extends AnySet {
  constructor(...madeOf) {
    super();
    this.extent = extentOf(madeOf);
    requireExtent(this.extent);
    this.ownHash = null;
  }

  listed() {
    requireElements(this.size);
    return FiniteSet.of(watched(this));
  }

  hash() {
    return (this.ownHash ??= this.listed().hash());
  }
}

// The elements, with a look at the clock at intervals.
function* watched(elements) {
  for (const element of elements) {
    look();
    yield element;
  }
}

// The whole numbers from first to last; empty if first > last.
export class IntegerRange extends LazySet {
  constructor(first, last) {
    super();
    this.first = first;
    this.last = last;
  }

  get size() {
    return greater(0, plus(minus(this.last, this.first), 1));
  }

  has(value) {
    return isWhole(value) && this.first <= value && value <= this.last;
  }

  *[Symbol.iterator]() {
    for (let number = this.first; number <= this.last; number = plus(number, 1)) yield number;
  }

  equals(other) {
    if (!(other instanceof IntegerRange)) return sameListed(this, other);
    const same = this.first === other.first && this.last === other.last;
    return same || (this.size === 0 && other.size === 0);
  }

  within(other) {
    return new IntegerRange(greater(this.first, other.first), smaller(this.last, other.last));
  }

  rank(value) {
    return minus(value, this.first);
  }

  asListed(value) {
    return value;
  }
}

// The set of all subsets of the base: those without its first element, then the same with it in front.
export class PowerSet extends LazySet {
  constructor(base) {
    super(base);
    this.base = base;
  }

  get size() {
    if (this.base.size > LARGEST_EXPONENT) {
      throw tooManyElements(`a power set of ${countText(this.base.size)} elements has no practical size`);
    }
    return whole(1n << BigInt(this.base.size));
  }

  has(value) {
    return value instanceof AnySet && isSubset(value, this.base);
  }

  listed() {
    requireElements(this.size);
    requireElements((this.size * this.base.size) / 2, "set of sets");
    return FiniteSet.of(watched(this));
  }

  *[Symbol.iterator]() {
    const elements = [...this.base];
    for (let bits = 0; bits < 2 ** elements.length; bits++) {
      const made = new FiniteSet();
      for (let place = 0; place < elements.length; place++) {
        if ((bits >> (elements.length - 1 - place)) & 1) made.insert(elements[place]);
      }
      yield made;
    }
  }

  equals(other) {
    return other instanceof PowerSet ? equal(this.base, other.base) : sameListed(this, other);
  }

  rank(value) {
    let bits = 0n;
    for (const element of watched(this.base)) bits = (bits << 1n) | (value.has(element) ? 1n : 0n);
    return bits;
  }

  asListed(value) {
    return FiniteSet.of([...watched(this.base)].filter((element) => value.has(element)));
  }
}

// The set of all pairs: the left set backwards, each of its elements with all of the right set in order.
export class Product extends LazySet {
  constructor(left, right) {
    super(left, right);
    this.left = left;
    this.right = right;
  }

  get size() {
    const size = times(this.left.size, this.right.size);
    if (bitLength(size) > LARGEST_EXPONENT) {
      throw tooManyElements(`a product of ${countText(size)} elements has no practical size`);
    }
    return size;
  }

  has(value) {
    return Array.isArray(value) && value.length === 2 && this.left.has(value[0]) && this.right.has(value[1]);
  }

  *[Symbol.iterator]() {
    const left = this.right.size > 0 ? [...this.left] : [];
    for (const first of left.reverse()) {
      for (const second of this.right) yield [first, second];
    }
  }

  equals(other) {
    if (!(other instanceof Product)) return sameListed(this, other);
    const same = equal(this.left, other.left) && equal(this.right, other.right);
    return same || (this.size === 0 && other.size === 0);
  }

  rank(value) {
    const fromTheEnd = minus(minus(this.left.size, 1), placeIn(this.left, value[0]));
    return plus(times(fromTheEnd, this.right.size), placeIn(this.right, value[1]));
  }

  asListed(value) {
    return [listedIn(this.left, value[0]), listedIn(this.right, value[1])];
  }
}

// The place of an element in the printed order, from 0.
function placeIn(set, value) {
  readClock();
  return set instanceof LazySet
    ? whole(BigInt(set.rank(value)))
    : set.elements.findIndex((element) => equal(element, value));
}

// The element equal to a value as the set itself holds it.
function listedIn(set, value) {
  readClock();
  return set instanceof LazySet ? set.asListed(value) : set.elements.find((element) => equal(element, value));
}

// Whether every element of the inner set is one of the outer set.
export function isSubset(inner, outer) {
  if (inner instanceof FiniteSet && outer instanceof FiniteSet) return inner.isWithin(outer);
  if (inner instanceof IntegerRange && outer instanceof IntegerRange)
    return inner.within(outer).equals(inner);
  if (inner instanceof PowerSet && outer instanceof PowerSet) return isSubset(inner.base, outer.base);
  if (inner instanceof Product && outer instanceof Product) {
    const sides = isSubset(inner.left, outer.left) && isSubset(inner.right, outer.right);
    return sides || inner.size === 0;
  }
  if (inner.size > outer.size) return false;
  for (const element of watched(listable(inner))) {
    if (!outer.has(element)) return false;
  }
  return true;
}

// The elements of the left set, in its order, that are in the right one; a lazy left set is not listed.
export function intersection(left, right) {
  if (left instanceof LazySet) {
    if (left instanceof PowerSet && right instanceof PowerSet)
      return new PowerSet(intersection(left.base, right.base));
    if (left instanceof Product && right instanceof Product) {
      return new Product(intersection(left.left, right.left), intersection(left.right, right.right));
    }
    if (left instanceof IntegerRange && right instanceof IntegerRange) return left.within(right);
    if (right.size < left.size) {
      const common = [...watched(listable(right))].filter((element) => left.has(element));
      const ranked = common.map((element) => ({ element, rank: left.rank(element) }));
      ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
      return FiniteSet.of(ranked.map(({ element }) => left.asListed(element)));
    }
  }
  return chosen(left, (element) => right.has(element));
}
