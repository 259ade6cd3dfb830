// The screen of a document: its images, which come as SVG elements, and where on it the legal moves are.

import { around, boxOf } from "./boxes.js";
import { nameOfMan, shapeOf } from "./men.js";
import { arrange, at } from "./nodes.js";
import { HEIGHT, WIDTH } from "../play/rectangles.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 24;
const WHITE = /^#f[0-9a-f]f[0-9a-f]f[0-9a-f]$/; // nearly, as white men are
const GROUND = 0.6; // of what is shown: a board that is painted covers as much, a piece never does

export class Screen {
  constructor() {
    this.sheet = at("sheet");
    /** @type {any} */
    this.svg = at("screen");
    this.images = at("images");
    this.fills = at("fills");
    this.areas = at("areas");
    this.shown = []; // the images that are drawn
    this.nodes = []; // of each of them
    this.keys = []; // each of them in writing
    this.known = new WeakMap(); // the boxes of nodes
    this.drawn = null;
    this.hasNamedColors = false; // in a game of black and white, what is white must stay so in the dark
    this.box = { left: 0, top: 0, width: WIDTH, height: HEIGHT }; // the part of the screen that is shown
  }

  // An image that stays keeps its node, wherever it stands among the others.
  draw(images) {
    this.svg.removeAttribute("hidden"); // SVG elements have no property of that name
    const free = Map.groupBy(this.nodes, (_, place) => this.keys[place]);
    this.keys = images.map((image) => JSON.stringify(image));
    this.nodes = images.map((image, place) => free.get(this.keys[place])?.shift() ?? imageNode(image));
    arrange(this.images, this.nodes);
    this.shown = images;
  }

  // The boxes of the images that are drawn.
  get boxes() {
    return this.shown.map((image, place) => this.boxAt(image, this.nodes[place]));
  }

  boxAt(image, node) {
    if (!this.known.has(node)) this.known.set(node, boxOf(image, node));
    return this.known.get(node);
  }

  hide() {
    this.svg.setAttribute("hidden", "");
  }

  // Another game has another screen.
  clear() {
    this.drawn = null;
    this.sheet.removeAttribute("data-turned");
    this.draw([]);
  }

  // Turns the board by half a turn, with all that lies on it; texts and pictures stay upright.
  turn() {
    this.sheet.toggleAttribute("data-turned");
  }

  get isTurned() {
    return this.sheet.hasAttribute("data-turned");
  }

  // The pixel of the document under the mouse; its y goes up.
  pixel({ clientX, clientY }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const shares = [(clientX - left) / width, (clientY - top) / height];
    const [across, down] = this.isTurned ? shares.map((share) => 1 - share) : shares;
    const x = Math.floor(this.box.left + across * this.box.width);
    const y = Math.floor(HEIGHT - this.box.top - down * this.box.height);
    return { x: Math.min(Math.max(x, 0), WIDTH), y: Math.min(Math.max(y, 0), HEIGHT) };
  }

  // Shows what has been drawn so far in the match: it only grows, so that the picture does not jump about.
  // `names` are boxes of what stands beside the board.
  include(areas, names) {
    const places = areas.map(({ left, bottom, right, top }) => ({
      x: left,
      y: HEIGHT - top,
      width: right - left,
      height: top - bottom,
    }));
    const images = this.boxes.filter(({ width, height }) => width || height);
    const boxes = [...places, ...names, ...images, ...(this.drawn ? [this.drawn] : [])];
    this.drawn = boxes.length ? around(boxes) : null;
    this.fit(this.drawn ? shown(this.drawn) : { left: 0, top: 0, width: WIDTH, height: HEIGHT });
  }

  fit(box) {
    const { left, top, width, height } = box;
    this.box = box;
    this.sheet.toggleAttribute(
      "data-ground",
      this.hasNamedColors || this.hasWhitePieces() || this.paintsGround(),
    );
    setAttributes(this.svg, { viewBox: `${left} ${top} ${width} ${height}` });
    this.sheet.style.setProperty("--ratio", String(width / height));
  }

  // On a white sheet nobody fills something with white that is not meant to be white.
  hasWhitePieces() {
    return this.shown.some(
      ({ tag, attributes: { fill }, text }) =>
        (["circle", "polygon"].includes(tag) || nameOfMan(text)) && WHITE.test(fill),
    );
  }

  // Whether something that is filled covers most of what is shown.
  paintsGround() {
    const { boxes } = this;
    return this.shown.some(({ tag }, place) => {
      if (!["rect", "polygon", "image"].includes(tag)) return false;
      const { width, height } = boxes[place];
      return width * height > GROUND * this.box.width * this.box.height;
    });
  }

  /** Puts a node of HTML over a rectangle of the screen. @param {HTMLElement} node @param {Area} area */
  place(node, { left, bottom, right, top }) {
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    node.style.left = percent(left - this.box.left, this.box.width);
    node.style.top = percent(HEIGHT - top - this.box.top, this.box.height);
    node.style.width = percent(right - left, this.box.width);
    node.style.height = percent(top - bottom, this.box.height);
  }
}

export function imageNode(image) {
  const { tag, attributes, text } = shapeOf(image);
  const node = element(tag, attributes);
  node.textContent = text;
  return node;
}

export function element(tag, attributes = {}) {
  const node = document.createElementNS(SVG, tag);
  setAttributes(node, attributes);
  return node;
}

function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

// The part of the screen with a margin around a box.
function shown({ x, y, width, height }) {
  const left = Math.max(x - MARGIN, 0);
  const top = Math.max(y - MARGIN, 0);
  const right = Math.min(x + width + MARGIN, WIDTH);
  const bottom = Math.min(y + height + MARGIN, HEIGHT);
  return { left, top, width: right - left, height: bottom - top };
}
