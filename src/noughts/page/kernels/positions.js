/** Positions by number: an open-addressing hash table (linear probing) over rows of words. */

/** A copy of a typed array with twice the room. */
export function doubled(array) {
  const copy = new array.constructor(2 * array.length);
  copy.set(array);
  return copy;
}

/** The hash of a position: each word is mixed in by an odd multiplier, 2 ** 32 divided by the golden ratio
 * (D. E. Knuth, The Art of Computer Programming, vol. 3, section 6.4), and its upper half folded down,
 * because a slot is chosen by the lower bits. The last multiplier is of A. Appleby's MurmurHash3. */
export function hashed(codes, at, words) {
  let h = 0;
  for (let word = 0; word < words; word++) {
    h = Math.imul(h ^ codes[at + word], 0x9e3779b1);
    h ^= h >>> 15;
  }
  h = Math.imul(h, 0x85ebca6b);
  return h ^ (h >>> 13);
}

/** Whether two positions are the same. */
export function isSame(codes, at, others, there, words) {
  for (let word = 0; word < words; word++) {
    if (codes[at + word] !== others[there + word]) {
      return false;
    }
  }
  return true;
}

/** The positions that are known so far, numbered in the order in which they came.
 *
 * A slot has the number of a position, or -1, and behind it the words: they come from memory together, which is
 * what a question costs once there are millions. */
export class Positions {
  constructor(words) {
    this.words = words;
    this.size = 0;
    this.codes = new Int32Array(words << 12);
    this.mask = (1 << 13) - 1;
    this.slots = freeSlots(this.mask, words);
    this.places = new Int32Array(64);
    this.touched = 0;
  }

  /** The place of the slot where the search for a position begins. */
  home(codes, at) {
    return (hashed(codes, at, this.words) & this.mask) * (this.words + 1);
  }

  /** The place of a position's slot, or of the free slot where it belongs. */
  slotOf(codes, at, home = this.home(codes, at)) {
    const { words, slots } = this;
    let place = home;
    while (slots[place] >= 0 && !isSame(slots, place + 1, codes, at, words)) {
      place += words + 1;
      if (place === slots.length) {
        place = 0;
      }
    }
    return place;
  }

  /** The number of a position; -1 if it is not known. */
  numberOf(codes, at) {
    return this.slots[this.slotOf(codes, at)];
  }

  /** The number of a position, which is known from now on. */
  add(codes, at) {
    const place = this.slotOf(codes, at);
    return this.slots[place] >= 0 ? this.slots[place] : this.enter(codes, at, place);
  }

  /** The numbers of several positions, one after another, put into an array.
   *
   * First one word of each slot is read: from large tables it comes from memory, and the processor fetches
   * several at once where nothing waits for one. It saves a fifth of the time of 4×4 with three in a row. */
  addAll(codes, count, into, from) {
    const { words, slots } = this;
    if (count > this.places.length) {
      this.places = new Int32Array(2 * count);
    }
    for (let k = 0; k < count; k++) {
      this.places[k] = this.home(codes, k * words);
      this.touched |= slots[this.places[k]];
    }
    for (let k = 0; k < count; k++) {
      const at = k * words;
      const place = this.slots === slots ? this.slotOf(codes, at, this.places[k]) : this.slotOf(codes, at);
      into[from + k] = this.slots[place] >= 0 ? this.slots[place] : this.enter(codes, at, place);
    }
  }

  enter(codes, at, place) {
    const { words, size } = this;
    this.slots[place] = size;
    for (let word = 0; word < words; word++) {
      this.codes[size * words + word] = this.slots[place + 1 + word] = codes[at + word];
    }
    this.size += 1;
    if (2 * this.size > this.mask) {
      // half full: longer runs slow down every question
      this.makeRoom();
    }
    return size;
  }

  makeRoom() {
    const { words, size, codes } = this;
    const width = words + 1,
      mask = 2 * this.mask + 1;
    const slots = freeSlots(mask, words);
    for (let number = 0; number < size; number++) {
      // all different, so that a free slot is the right one
      let slot = hashed(codes, number * words, words) & mask;
      while (slots[slot * width] >= 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot * width] = number;
      for (let word = 0; word < words; word++) {
        slots[slot * width + 1 + word] = codes[number * words + word];
      }
    }
    this.mask = mask;
    this.slots = slots;
    this.codes = doubled(codes);
  }
}

/** Slots with nothing in them, numbered up to a power of two less one. */
function freeSlots(mask, words) {
  return new Int32Array((mask + 1) * (words + 1)).fill(-1);
}
