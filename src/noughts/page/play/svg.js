// Easel images as SVG elements: y goes down there, from the top of the screen.

import { HEIGHT } from "./rectangles.js";

const MEN = new Set("♚♛♜♝♞♟"); // chess men: an edge shows white ones on white, and the parts of black ones

const ELEMENTS = {
  segment: ([start, end, color]) => {
    const [[x1, y1], [x2, y2]] = [start.parts, end.parts];
    const ends = { x1: number(x1), y1: down(y1), x2: number(x2), y2: down(y2) };
    return ["line", { ...ends, stroke: css(color), "stroke-width": "3" }];
  },
  circle: ([center, radius, color]) => [
    "circle",
    { ...round(center, radius), fill: "none", stroke: css(color), "stroke-width": "3" },
  ],
  disc: ([center, radius, color]) => ["circle", { ...round(center, radius), fill: css(color) }],
  fTri: ([a, b, c, color]) => {
    const points = [a, b, c].map(({ parts: [x, y] }) => `${number(x)},${down(y)}`).join(" ");
    // a hairline in the same colour closes the seam between two triangles that meet
    return ["polygon", { points, fill: css(color), stroke: css(color), "stroke-width": "0.6" }];
  },
  text: ([content, center, height, color]) => {
    const [x, y] = center.parts;
    const edge = MEN.has(content) ? edgeOf(color, height) : {};
    return [
      "text",
      { x: number(x), y: down(y), "font-size": number(height), fill: css(color), ...edge },
      content,
    ];
  },
  graphic: ([file, center, width, height], graphics) => {
    const [x, y] = center.parts.map(decimal);
    const [wide, high] = [decimal(width), decimal(height)];
    const place = {
      x: number(x - wide / 2),
      y: down(y + high / 2),
      width: number(wide),
      height: number(high),
    };
    const href = graphics.get(file);
    if (!href) return ["rect", { ...place, fill: "none", stroke: "#94a3b8" }];
    return ["image", { href, ...place, preserveAspectRatio: "none" }];
  },
};

// 0 for what is filled, 1 for lines, 2 for text: the order in which a *set* of images is drawn.
const LAYERS = { disc: 0, fTri: 0, graphic: 0, segment: 1, circle: 1, text: 2 };

export function isImage(value) {
  return Object.hasOwn(LAYERS, value?.maker ?? "");
}

export function inLayers(images) {
  return [...images].sort((a, b) => LAYERS[a.maker] - LAYERS[b.maker]);
}

// `graphics` has the picture files that the document names, as data of the page.
export function elementOf(image, graphics) {
  const [tag, attributes, text = ""] = ELEMENTS[image.maker](image.parts, graphics);
  return { tag, attributes, text };
}

// Dark around light ones, light around dark ones.
function edgeOf({ parts }, height) {
  const isLight = parts.map(decimal).reduce((sum, part) => sum + part, 0) > 3 * 128;
  return { stroke: isLight ? "#3c4250" : "#cdd2d9", "stroke-width": number(decimal(height) / 40) };
}

function css({ parts }) {
  return `#${parts
    .map((part) =>
      Math.min(255, Math.max(0, rounded(part)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

// To the nearest whole number, halves to the even one.
function rounded(part) {
  const value = decimal(part);
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 ? low + 1 : low;
}

function round(center, radius) {
  const [cx, cy] = center.parts;
  return { cx: number(cx), cy: down(cy), r: number(radius) };
}

function down(y) {
  return number(HEIGHT - decimal(y));
}

// Six significant digits.
function number(exact) {
  return String(Number(decimal(exact).toPrecision(6)));
}

// A number as the screen has it: a fraction is a quotient of whole numbers.
function decimal(exact) {
  return typeof exact === "object" ? Number(exact.numerator) / Number(exact.denominator) : Number(exact);
}
