// Decompresses bzip2, which browsers do not; the checksums are not looked at, since the page was made whole.

const BLOCK = 0x314159265359; // how a block begins
const LARGEST = 900_000; // bytes of a block
const GROUP = 50; // symbols that share a table of codes

export function decompressed(bytes) {
  const bits = new Bits(bytes);
  bits.read(32); // the name of the format
  const parts = [];
  while (bits.read(48) === BLOCK) parts.push(block(bits));
  return parts;
}

class Bits {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  read(count) {
    let value = 0;
    for (let k = 0; k < count; k++) value = 2 * value + this.bit();
    return value;
  }

  bit() {
    const place = this.place++;
    return (this.bytes[place >> 3] >> (7 - (place & 7))) & 1;
  }

  // The number of ones before the next zero.
  ones() {
    let found = 0;
    while (this.bit()) found++;
    return found;
  }
}

function block(bits) {
  bits.read(33); // a checksum, and whether the block is in disorder, which no program writes any more
  const row = bits.read(24);
  const alphabet = bytesUsed(bits);
  const counts = new Uint32Array(256);
  const last = lastColumn(bits, alphabet, counts);
  return withRuns(original(last, counts, row));
}

function bytesUsed(bits) {
  const rows = bits.read(16);
  const used = [];
  for (let row = 0; row < 16; row++) {
    const signs = (rows >> (15 - row)) & 1 ? bits.read(16) : 0;
    for (let sign = 0; sign < 16; sign++) if ((signs >> (15 - sign)) & 1) used.push(16 * row + sign);
  }
  return Uint8Array.from(used);
}

// The last column of all rotations of the block, in their order; `counts` are noted of its bytes.
function lastColumn(bits, recent, counts) {
  const [tables, end] = [bits.read(3), recent.length + 1];
  const selectors = Array.from({ length: bits.read(15) }, () => bits.ones());
  const codes = Array.from({ length: tables }, () => codeOf(bits, end + 1));
  const order = codes.map((_, k) => k);
  const column = new Uint8Array(LARGEST);
  let [size, run, weight, coded, left] = [0, 0, 1, null, 0];
  for (;;) {
    if (left-- === 0) {
      order.unshift(...order.splice(selectors.shift(), 1));
      [coded, left] = [codes[order[0]], GROUP - 1];
    }
    const symbol = symbolOf(bits, coded);
    if (symbol < 2) {
      run += weight << symbol;
      weight *= 2;
      continue;
    }
    counts[recent[0]] += run;
    column.fill(recent[0], size, size + run);
    size += run;
    [run, weight] = [0, 1];
    if (symbol === end) return column.subarray(0, size);
    const byte = recent[symbol - 1];
    recent.copyWithin(1, 0, symbol - 1);
    recent[0] = byte;
    counts[byte]++;
    column[size++] = byte;
  }
}

// A canonical code: how many symbols have a code of each length, and the symbols by these lengths.
function codeOf(bits, symbols) {
  let length = bits.read(5);
  const lengths = Array.from({ length: symbols }, () => {
    while (bits.bit()) length += bits.bit() ? -1 : 1;
    return length;
  });
  const byLength = Array.from({ length: 21 }, () => []);
  lengths.forEach((each, symbol) => byLength[each].push(symbol));
  return byLength;
}

function symbolOf(bits, byLength) {
  let [code, first] = [0, 0];
  for (let length = 1; ; length++) {
    code = 2 * code + bits.bit();
    const found = byLength[length][code - 2 * first];
    if (found !== undefined) return found;
    first = 2 * first + byLength[length].length;
  }
}

// Undoes the transform of Burrows and Wheeler.
function original(last, counts, row) {
  const before = new Uint32Array(last.length);
  let start = 0;
  const starts = counts.map((count) => (start += count) - count);
  last.forEach((byte, k) => (before[starts[byte]++] = k));
  let at = before[row];
  return last.map(() => {
    const byte = last[at];
    at = before[at];
    return byte;
  });
}

// Behind four equal bytes stands how often the byte follows.
function withRuns(bytes) {
  const found = [];
  let [equal, before] = [0, -1];
  for (const byte of bytes) {
    if (equal === 4) {
      for (let k = 0; k < byte; k++) found.push(before);
      equal = 0;
    } else {
      equal = byte === before ? equal + 1 : 1;
      found.push((before = byte));
    }
  }
  return Uint8Array.from(found);
}
