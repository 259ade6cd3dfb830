// The shapes of what passes between the parts of a page.  `make check` holds the scripts to them; no page needs this
// file.  What a document computes is a value of the language, of any type here.

export {};

declare global {
  /** A rectangle of whole pixels of the screen, all four borders included; y goes up. */
  type Area = Record<"left" | "bottom" | "right" | "top", number>;

  /** An image of a position: an element of SVG. */
  interface BoardImage {
    tag: string;
    attributes: Record<string, string>;
    text: string;
  }

  /** What a move is worth to the side that makes it. */
  interface Worth {
    result: "win" | "draw" | "loss";
    distance: number | null;
  }

  /** A move, where it is made, and what it is worth if that is known and may be said. */
  interface Move {
    text: string;
    areas: Area[];
    worth: Worth | null;
  }

  /** A legal move; its areas are where its next click may be. */
  interface Choice extends Move {
    final: boolean;
    begun: boolean;
    hinted: boolean;
    permitted: boolean | null;
  }

  /** A move that was made. */
  interface MadeMove extends Move {
    side: string;
    mistake: boolean;
  }

  /** Who decides for a side: `kind` is the word for a player. */
  interface Seat {
    side: string;
    player: string;
    person: boolean;
    kind: string;
    points: number;
    note: string;
  }

  /** What is seen of a position before all else; null if nothing is drawn of it. */
  interface Picture {
    images: BoardImage[] | null;
    ply: number;
    number: number;
  }

  /** All that the page shows of a match. */
  interface View extends Picture {
    kind: "table";
    title: string;
    headline: string;
    text: string; // of the position
    record: string;
    message: string;
    error: string;
    outcome: string;
    winner: string | null;
    to_move: string | null;
    person: boolean; // decides
    waits?: boolean; // in a room, for somebody to sit down
    thinking: boolean;
    advisable: boolean;
    values_shown: boolean;
    can_undo: boolean;
    can_redo: boolean;
    can_resume: boolean;
    seats: Seat[];
    choices: Choice[];
    chosen: Area[];
    deciding: number[][]; // the places of images
    changed: { fresh: number[]; gone: BoardImage[] } | null; // by the last move: places of images, and images
    line: MadeMove[];
    variations: { ply: number; line: MadeMove[] }[];
    searched: { text: string; line: MadeMove[] } | null; // what a search says where there are no values
    puzzles: boolean;
    puzzle: "asked" | "solved" | null;
    matches: number;
    draws: number;
  }

  /** What a person asks for: `do` says what, such as "undo". */
  interface Command {
    do: string;
    [name: string]: any;
  }

  /** What the rules' worker answers to a command; a picture, and the view with what decided, come by themselves. */
  interface Told {
    picture?: Picture;
    view?: View;
    saved?: any;
    turn?: { number: number; way: string; line?: number[]; analyses?: boolean; question?: any } | null;
    asked?: boolean;
    unmarked?: boolean;
    marked?: View;
    record?: { name: string; text: string };
    frames?: { frames: BoardImage[][] };
    options?: { settings: any[]; players: any[] };
    why?: { fact: string | null; reasons: any[] };
    notice?: string;
    stopped?: { message: string; error: string };
    bug?: string;
  }

  /** What is to be decided or found out about a match: by a player, or by whoever knows values. */
  interface Turn {
    match: any;
    player: any;
    asked?: { ply: number; wanted: boolean; first: number };
    number?: number;
  }

  /** Rules as code on words of 32 bits (`noughts.kernels.javascript`). Moves and sides are numbers. */
  interface Kernel {
    name: string;
    sides: string[];
    moves: string[];
    words: number;
    moveWords: number;
    initial: Int32Array;
    sure: boolean;
    valued: boolean;
    over(codes: Int32Array, at: number): boolean;
    toMove(codes: Int32Array, at: number): number;
    won(codes: Int32Array, at: number): number;
    legal(codes: Int32Array, at: number, found: Int32Array, to: number): void;
    after(codes: Int32Array, at: number, move: number, reached: Int32Array, to: number): void;
    unsure?(codes: Int32Array, at: number): boolean;
  }

  /** An element of the page, with what fields, buttons, dialogs and links of it have. */
  type PageElement = HTMLElement &
    Pick<HTMLInputElement, "name" | "value" | "checked" | "disabled" | "files" | "select"> &
    Pick<HTMLDialogElement, "open" | "showModal" | "close"> &
    Pick<HTMLAnchorElement, "href">;

  /** What a page looks for by a selector is one of its elements. */
  interface ParentNode {
    querySelector(selectors: string): PageElement | null;
    querySelectorAll(selectors: string): NodeListOf<PageElement>;
  }

  /** The rows of the search of a site. */
  const INDEX: [
    address: string,
    title: string,
    weight: number,
    rows: [heading: string, anchor: string, text: string][],
  ][];

  /** A worker has the program of its page. */
  interface Window {
    given: { program: any; kernel: Kernel | null };
  }
}

declare module "./language/values.js" {
  interface AnySet {
    readonly size: any; // a whole number of the language
    readonly extent: { parts: number; levels: number };
    has(value: any): boolean;
    listed(): any;
    hash(): number;
    equals(other: any): boolean;
    [Symbol.iterator](): Iterator<any>;
    rank?(element: any): any; // of a set that is not listed: the place of an element from 0
    asListed?(element: any): any;
  }
}
