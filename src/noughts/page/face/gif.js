// An animated GIF, as the specification of GIF89a has it: each frame has the pixels that it changes, and its own colours.

const COLOURS = 256;
const [CLEAR, END, FULL] = [COLOURS, COLOURS + 1, 4096]; // codes: for a new table, for the end, one more than the last
const LOOPED = [33, 255, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0]; // for ever
const TRAILER = 59;

export class Gif {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {Iterable<number>[]} */
    this.parts = [[...letters("GIF89a"), ...short(width), ...short(height), 0, 0, 0, ...LOOPED]];
    this.before = new Uint32Array(width * height);
  }

  // Adds a frame of opaque pixels, four bytes each, which is shown for some seconds.
  add(data, seconds) {
    const pixels = new Uint32Array(data.buffer, data.byteOffset, this.before.length);
    const { left, top, width, height } = this.changed(pixels);
    const part = new Uint32Array(width * height);
    for (let y = 0; y < height; y += 1) {
      const start = (top + y) * this.width + left;
      part.set(pixels.subarray(start, start + width), y * width);
    }
    const { table, places } = indexed(part);
    const control = [33, 249, 4, 4, ...short(100 * seconds), 0, 0];
    const frame = [44, ...[left, top, width, height].flatMap(short), 128 + 7];
    this.parts.push(control, frame, table, [8], inBlocks(compressed(places)));
    this.before = pixels.slice();
  }

  // The rectangle of what is other than in the frame before; a pixel if all is the same.
  changed(pixels) {
    let [left, top, right, bottom] = [this.width, this.height, -1, -1];
    for (let k = 0; k < pixels.length; k += 1) {
      if (pixels[k] === this.before[k]) continue;
      const [x, y] = [k % this.width, Math.floor(k / this.width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
    return { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  blob() {
    return new Blob(
      [...this.parts, [TRAILER]].map((part) => Uint8Array.from(part)),
      { type: "image/gif" },
    );
  }
}

// A table of red, green and blue, and for each pixel its place there: of many colours the most frequent are in it, and the
// others become the nearest of these, which on a board are mixtures at edges.
function indexed(pixels) {
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const chosen = colours.slice(0, COLOURS).map(bytesOf);
  const placeOf = new Map(
    colours.map((colour, k) => [colour, k < COLOURS ? k : nearest(chosen, bytesOf(colour))]),
  );
  const table = new Uint8Array(3 * COLOURS);
  table.set(chosen.flat());
  return { table, places: Uint8Array.from(pixels, (pixel) => placeOf.get(pixel)) };
}

function nearest(chosen, [red, green, blue]) {
  let [found, least] = [0, Infinity];
  chosen.forEach(([r, g, b], k) => {
    const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (far < least) [found, least] = [k, far];
  });
  return found;
}

/** Red, green and blue of a pixel: the first of four bytes. @returns {[number, number, number]} */
function bytesOf(pixel) {
  const [red, green, blue] = new Uint8Array(Uint32Array.of(pixel).buffer);
  return [red, green, blue];
}

// Lempel, Ziv and Welch's codes: of as many bits as the table needs, from the lowest bit up.
function compressed(places) {
  const bytes = [];
  const table = new Map(); // for a code and the next place the code of both
  let [size, next, bits, count] = [9, END + 1, 0, 0];
  const put = (code) => {
    bits |= code << count;
    for (count += size; count >= 8; count -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  };
  put(CLEAR);
  let code = places[0];
  for (const place of places.subarray(1)) {
    const both = code * COLOURS + place;
    const known = table.get(both);
    if (known !== undefined) {
      code = known;
      continue;
    }
    put(code);
    if (next < FULL) {
      table.set(both, next);
      if (next === 1 << size) size += 1;
      next += 1;
    } else {
      put(CLEAR);
      table.clear();
      [size, next] = [9, END + 1];
    }
    code = place;
  }
  put(code);
  put(END);
  if (count) bytes.push(bits);
  return bytes;
}

// Blocks of up to 255 bytes, each behind its length, and an empty one.
function inBlocks(bytes) {
  const blocks = [];
  for (let k = 0; k < bytes.length; k += 255) {
    const block = bytes.slice(k, k + 255);
    blocks.push(block.length);
    for (const byte of block) blocks.push(byte);
  }
  blocks.push(0);
  return blocks;
}

function short(number) {
  return [number & 255, number >> 8];
}

function letters(text) {
  return [...text].map((letter) => letter.charCodeAt(0));
}
