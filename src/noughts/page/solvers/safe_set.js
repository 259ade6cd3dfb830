/** The positions in which a side has a strategy that never loses, as a decision diagram.
 *
 * `noughts.solvers.safe_set` encodes it: nodes are numbered from 2 on, those of the last cell in
 * front, 0 is the empty set and 1 the set of the filling whose cells are all empty; each node has a child for
 * each content of its cell, whose number is given less that of the node before. A cell that a path leaves out
 * is empty. */

const NOTHING = 0;
const BLANK = 1;

/** A safe set; `side` is the number of its side. */
export class SafeSet {
  constructor({ side, cells, nodes, root, children }) {
    const bits = cells.flat().reduce((count, bit) => Math.max(count, bit + 1), 0);
    this.side = side;
    this.root = root;
    this.children = new Uint32Array(children.length);
    this.filling = new Uint8Array(cells.length);
    this.cellOfBit = new Uint16Array(bits);
    this.contentOfBit = new Uint8Array(bits);
    cells.forEach((inside, cell) =>
      inside.forEach((bit, content) => {
        this.cellOfBit[bit] = cell;
        this.contentOfBit[bit] = content + 1;
      }),
    );
    const count = nodes.reduce((sum, number) => sum + number, 2);
    this.cellOf = new Uint16Array(count);
    this.begins = new Uint32Array(count);
    const before = [];
    let number = 2,
      begin = 0;
    for (let cell = cells.length - 1; cell >= 0; cell--) {
      for (let left = nodes[cell]; left > 0; left--, number++) {
        this.cellOf[number] = cell;
        this.begins[number] = begin;
        for (let content = 0; content <= cells[cell].length; content++, begin++) {
          before[content] = (before[content] ?? 0) + children[begin];
          this.children[begin] = before[content];
        }
      }
    }
  }

  /** Whether a position of so many words is in the set; no game reaches one with two bits in a cell. */
  holds(codes, at, words) {
    const { filling, cellOfBit, contentOfBit, cellOf, begins, children } = this;
    filling.fill(0);
    let full = 0; // cells that are not empty, and have not been met on the path
    for (let word = 0; word < words; word++) {
      for (let bits = codes[at + word]; bits !== 0; bits &= bits - 1) {
        const bit = (word << 5) + 31 - Math.clz32(bits & -bits);
        filling[cellOfBit[bit]] = contentOfBit[bit];
        full += 1;
      }
    }
    let node = this.root;
    while (node > BLANK) {
      const content = filling[cellOf[node]];
      full -= content === 0 ? 0 : 1;
      node = children[begins[node] + content];
    }
    return node !== NOTHING && full === 0;
  }
}
