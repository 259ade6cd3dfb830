/** Positions by number: an open-addressing hash table (linear probing) over rows of words. */

/** A copy of a typed array with twice the room. */
export function doubled(array) {
    const copy = new array.constructor(2 * array.length);
    copy.set(array);
    return copy;
}

/** The hash of a position: each word is mixed in by an odd multiplier, 2 ** 32 divided by the golden ratio
 * (D. E. Knuth, The Art of Computer Programming, vol. 3, section 6.4), and its upper half folded down,
 * because a slot is chosen by the lower bits. */
export function hashed(codes, at, words) {
    let h = 0;
    for (let word = 0; word < words; word++) {
        h = Math.imul(h ^ codes[at + word], 0x9e3779b1);
        h ^= h >>> 15;
    }
    h = Math.imul(h, 0x85ebca6b);
    return h ^ h >>> 13;
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

/** The positions that are known so far, numbered in the order in which they came. */
export class Positions {
    constructor(words) {
        this.words = words;
        this.size = 0;
        this.codes = new Int32Array(words << 12);
        this.slots = new Int32Array(1 << 13).fill(-1);
    }

    /** The slot of a position, or the free slot where it belongs. */
    slotOf(codes, at) {
        const { words, slots } = this;
        const mask = slots.length - 1;
        let slot = hashed(codes, at, words) & mask;
        while (slots[slot] >= 0 && !isSame(this.codes, slots[slot] * words, codes, at, words)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The number of a position; -1 if it is not known. */
    numberOf(codes, at) {
        return this.slots[this.slotOf(codes, at)];
    }

    /** The number of a position, which is known from now on. */
    add(codes, at) {
        const slot = this.slotOf(codes, at);
        return this.slots[slot] >= 0 ? this.slots[slot] : this.enter(codes, at, slot);
    }

    enter(codes, at, slot) {
        const { words, size } = this;
        for (let word = 0; word < words; word++) {
            this.codes[size * words + word] = codes[at + word];
        }
        this.slots[slot] = size;
        this.size += 1;
        if (2 * this.size >= this.slots.length) { // at most half full: longer runs slow down every question
            this.makeRoom();
        }
        return size;
    }

    makeRoom() {
        const { words, size } = this;
        this.codes = doubled(this.codes);
        this.slots = new Int32Array(2 * this.slots.length).fill(-1);
        const { codes, slots } = this, mask = slots.length - 1;
        for (let number = 0; number < size; number++) { // all different, so that a free slot is the right one
            let slot = hashed(codes, number * words, words) & mask;
            while (slots[slot] >= 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = number;
        }
    }
}
