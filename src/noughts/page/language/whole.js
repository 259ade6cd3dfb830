// Whole numbers: a Number as long as every one up to it is exact, else a BigInt.

export const LARGEST = Number.MAX_SAFE_INTEGER;
const LARGEST_BIG = BigInt(LARGEST);

// The whole number that a BigInt is.
export function whole(big) {
  return big <= LARGEST_BIG && big >= -LARGEST_BIG ? Number(big) : big;
}

const isExact = (number) => number <= LARGEST && number >= -LARGEST;

export function plus(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (isExact(sum)) return sum;
  }
  return whole(BigInt(a) + BigInt(b));
}

export const minus = (a, b) => plus(a, -b);

export function times(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b + 0; // never -0, which is no number of ours
    if (isExact(product)) return product;
  }
  return whole(BigInt(a) * BigInt(b));
}

/** The remainder of the sign of the divisor, which is not 0. @param {any} a @param {any} b */
export function remainder(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest + 0;
  }
  return whole(bigRemainder(BigInt(a), BigInt(b)));
}

export function bigRemainder(a, b) {
  /** @type {any} */
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

export const greater = (a, b) => (a > b ? a : b);
export const smaller = (a, b) => (a < b ? a : b);
export const magnitudeOf = (a) => (a < 0 ? -a : a);
