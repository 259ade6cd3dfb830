// A move is seen: what it adds to the picture appears, and what it moves glides; not with reduced motion.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const LONG = 180; // milliseconds: seen, and over before the next move
const PLACES = { circle: ["cx", "cy"], text: ["x", "y"], rect: ["x", "y"], image: ["x", "y"], ellipse: ["cx", "cy"] };

// The images of a node's picture before a change, to be compared with those after it.
export function pictureOf(images) {
  return [...images.children].map((node) => ({ look: lookOf(node), whole: wholeOf(node), place: placeOf(node) }));
}

export function animate(images, before) {
  if (still.matches) return;
  const kept = counted(before.map((each) => each.whole));
  const fresh = [...images.children].filter((node) => !takeOne(kept, wholeOf(node)));
  const gone = before.filter((each) => takeOne(kept, each.whole));
  for (const node of fresh) {
    const from = gone.filter((each) => each.place && each.look === lookOf(node));
    const alike = fresh.filter((each) => lookOf(each) === lookOf(node));
    const place = placeOf(node);
    if (place && from.length === 1 && alike.length === 1) glide(node, from[0].place, place);
    else node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: LONG, easing: "ease-out" });
  }
}

function glide(node, [x, y], [toX, toY]) {
  node.animate([{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: "none" }], { duration: LONG, easing: "ease-in-out" });
}

function placeOf(node) {
  const names = PLACES[node.tagName];
  return names ? names.map((name) => Number(node.getAttribute(name))) : null;
}

function lookOf(node) {
  const places = PLACES[node.tagName] ?? [];
  const rest = node.getAttributeNames().filter((name) => !places.includes(name));
  return [node.tagName, node.textContent, ...rest.map((name) => `${name}=${node.getAttribute(name)}`)].join("|");
}

function wholeOf(node) {
  return `${lookOf(node)}|${placeOf(node)}`;
}

function counted(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function takeOne(counts, key) {
  const count = counts.get(key) ?? 0;
  if (count) counts.set(key, count - 1);
  return count > 0;
}
