// A move is seen: what it adds to the picture appears, and what it moves glides; not with reduced motion, nor where
// moves follow each other so quickly that nobody could see it.  Besides, while something moves the next picture waits for
// one of sixty frames a second; where all rests it is drawn at once, some ten milliseconds earlier.

import { differences } from "../play/differences.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const LONG = 180; // milliseconds: seen, and over before the next move
const QUICK = 300; // milliseconds between two moves: less than a program takes at least for its own
const PLACES = {
  circle: ["cx", "cy"],
  text: ["x", "y"],
  rect: ["x", "y"],
  image: ["x", "y"],
  ellipse: ["cx", "cy"],
};

let last = -QUICK; // when a move was made

// The nodes of a picture's images, where another picture was `before`.
export function animate(nodes, images, before) {
  const isQuick = performance.now() - last < QUICK;
  last = performance.now();
  if (still.matches || isQuick) return;
  const { fresh, gone } = differences(before, images);
  const looks = fresh.map((place) => lookOf(images[place]));
  fresh.forEach((place, k) => {
    const from = gone.filter((image) => placeOf(image) && lookOf(image) === looks[k]);
    const isAlone = looks.indexOf(looks[k]) === looks.lastIndexOf(looks[k]);
    const to = placeOf(images[place]);
    if (to && from.length === 1 && isAlone) glide(nodes[place], placeOf(from[0]), to);
    else nodes[place].animate([{ opacity: 0 }, { opacity: 1 }], { duration: LONG, easing: "ease-out" });
  });
}

function glide(node, [x, y], [toX, toY]) {
  node.animate([{ translate: `${x - toX}px ${y - toY}px` }, { translate: "none" }], {
    duration: LONG,
    easing: "ease-in-out",
  });
}

function placeOf({ tag, attributes }) {
  const names = PLACES[tag];
  return names ? names.map((name) => Number(attributes[name])) : null;
}

// An image but for its place.
function lookOf({ tag, attributes, text }) {
  const places = PLACES[tag] ?? [];
  return JSON.stringify([tag, text, Object.entries(attributes).filter(([name]) => !places.includes(name))]);
}
