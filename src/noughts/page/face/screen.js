// The screen of a document: its images, which come as SVG elements, and where on it the legal moves are.

import { around, boxOf } from "./boxes.js";
import { nameOfMan, shapeOf } from "./men.js";
import { at } from "./nodes.js";
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
    this.keys = []; // each of them in writing
    this.known = null; // their boxes, once somebody has asked
    this.drawn = null;
    this.hasNamedColors = false; // in a game of black and white, what is white must stay so in the dark
    this.box = { left: 0, top: 0, width: WIDTH, height: HEIGHT }; // the part of the screen that is shown
  }

  // Nodes are kept from one picture to the next, and images that stay are no work.
  draw(images) {
    this.svg.removeAttribute("hidden"); // SVG elements have no property of that name
    const keys = images.map((image) => JSON.stringify(image));
    this.change(
      images,
      [...images.keys()].filter((place) => keys[place] !== this.keys[place]),
    );
    this.keys = keys;
  }

  // Draws the images at these places, in their order, where all others are drawn already.
  change(images, places) {
    for (const place of places) this.drawAt(place, images[place]);
    while (this.images.children.length > images.length) this.images.lastChild.remove();
    this.shown = images;
    this.keys = [];
    this.known = null;
  }

  // The boxes of the images that are drawn.
  get boxes() {
    return (this.known ??= this.shown.map((image, place) => boxOf(image, this.images.children[place])));
  }

  drawAt(place, drawn) {
    const image = shapeOf(drawn);
    let node = this.images.children[place];
    if (node?.tagName !== image.tag) {
      const fresh = element(image.tag);
      node ? node.replaceWith(fresh) : this.images.append(fresh);
      node = fresh;
    }
    for (const name of node.getAttributeNames()) if (!(name in image.attributes)) node.removeAttribute(name);
    setAttributes(node, image.attributes);
    if (node.textContent !== image.text) node.textContent = image.text;
  }

  hide() {
    this.svg.setAttribute("hidden", "");
  }

  // Another game has another screen.
  clear() {
    this.drawn = null;
    this.sheet.removeAttribute("data-turned");
    this.images.replaceChildren();
    this.change([], []);
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
    return this.shown.some(({ tag }, place) => {
      if (!["rect", "polygon", "image"].includes(tag)) return false;
      const { width, height } = this.boxes[place];
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
