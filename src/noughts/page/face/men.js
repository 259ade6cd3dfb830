// Chess men: own shapes for their signs, which many typefaces lack.
//
// A shape lies in a square of 100, its middle at the origin, and y goes down: an outline, and straight lines within it.

const BALL = (x, y) =>
  `M ${x - 4} ${y} C ${x - 4} ${y - 5} ${x + 4} ${y - 5} ${x + 4} ${y} C ${x + 4} ${y + 5} ${x - 4} ${y + 5} ${x - 4} ${y} Z`;

const MEN = new Map([
  [
    "♚",
    {
      name: "king",
      outline:
        "M -22 38 L -22 31 C -18 27 -18 22 -20 16 C -38 4 -34 -16 -18 -16 C -9 -16 -4 -10 0 -3 C 4 -10 9 -16 18 -16 C 34 -16 38 4 20 16 C 18 22 18 27 22 31 L 22 38 Z " +
        "M 0 -4 C -9 -13 -7 -22 0 -22 C 7 -22 9 -13 0 -4 Z M -3 -22 L -3 -28 L -9 -28 L -9 -33 L -3 -33 L -3 -39 L 3 -39 L 3 -33 L 9 -33 L 9 -28 L 3 -28 L 3 -22 Z",
      lines: "M -20 16 L 20 16 M -19 24 L 19 24 M -22 31 L 22 31 M 0 -3 L 0 10",
    },
  ],
  [
    "♛",
    {
      name: "queen",
      outline:
        "M -22 38 L -22 31 C -18 27 -17 22 -19 16 L -33 -18 L -18 -4 L -16 -27 L -6 -7 L 0 -31 L 6 -7 L 16 -27 L 18 -4 L 33 -18 L 19 16 C 17 22 18 27 22 31 L 22 38 Z " +
        [BALL(-33, -20), BALL(-16, -29), BALL(0, -33), BALL(16, -29), BALL(33, -20)].join(" "),
      lines: "M -19 16 L 19 16 M -19 24 L 19 24 M -22 31 L 22 31",
    },
  ],
  [
    "♜",
    {
      name: "rook",
      outline:
        "M -28 38 L -28 31 L -21 27 L -18 22 L -15 -10 L -21 -16 L -21 -33 L -12 -33 L -12 -27 L -5 -27 L -5 -33 L 5 -33 L 5 -27 L 12 -27 L 12 -33 L 21 -33 L 21 -16 L 15 -10 L 18 22 L 21 27 L 28 31 L 28 38 Z",
      lines: "M -21 -16 L 21 -16 M -15 -10 L 15 -10 M -18 22 L 18 22 M -28 31 L 28 31",
    },
  ],
  [
    "♝",
    {
      name: "bishop",
      outline:
        "M -27 38 L -27 32 C -19 30 -15 28 -12 24 L -9 13 L -13 9 C -22 -6 -11 -20 -2 -28 C 7 -22 22 -6 13 9 L 9 13 L 12 24 C 15 28 19 30 27 32 L 27 38 Z " +
        BALL(0, -33),
      lines: "M -13 9 L 13 9 M -9 13 L 9 13 M -12 24 L 12 24 M 0 -17 L 0 -3 M -6 -10 L 6 -10",
    },
  ],
  [
    "♞",
    {
      name: "knight",
      outline:
        "M -20 38 C -20 24 -2 18 -3 3 C -8 8 -13 9 -17 10 C -21 15 -25 15 -29 11 C -33 8 -32 3 -29 -1 C -26 -6 -22 -14 -19 -20 C -18 -25 -17 -30 -16 -37 C -12 -34 -9 -31 -7 -29 C -5 -32 -3 -35 0 -38 C 2 -34 3 -31 4 -29 C 24 -22 30 6 28 38 Z",
      lines: "M -16 -17 L -12 -20 M -27 3 L -26 5 M 7 -22 L 15 -12 M 15 -12 L 20 2 M 20 2 L 21 16",
    },
  ],
  [
    "♟",
    {
      name: "pawn",
      outline:
        "M -23 38 L -23 32 C -22 26 -16 23 -12 20 C -7 14 -6 6 -5 -1 L -12 -1 L -12 -6 L -8 -8 C -16 -14 -13 -29 0 -29 C 13 -29 16 -14 8 -8 L 12 -6 L 12 -1 L 5 -1 C 6 6 7 14 12 20 C 16 23 22 26 23 32 L 23 38 Z",
      lines: "M -8 -7 L 8 -7 M -12 20 L 12 20",
    },
  ],
]);

const HIGH = 0.78; // of the height of its text

// What a chess man is called; nothing of other texts.
export function nameOfMan(text) {
  return MEN.get(text)?.name;
}

// How an image is drawn: a chess man with its own shape, all else as it is.
export function shapeOf(image) {
  const man = image.tag === "text" && MEN.get(image.text);
  if (!man) return image;
  const { x, y, "font-size": size, ...colours } = image.attributes;
  const place = (_, across, down) =>
    `${Number(x) + (across * size) / 100} ${Number(y) + (down * size) / 100}`;
  const d = `${man.outline} ${man.lines}`.replaceAll(/(-?\d+) (-?\d+)/g, place);
  return { tag: "path", attributes: { d, "stroke-linejoin": "round", ...colours }, text: "" };
}

// The box of a chess man, by the attributes of its text.
export function boxOfMan({ x, y, "font-size": size }) {
  const side = HIGH * size;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}
