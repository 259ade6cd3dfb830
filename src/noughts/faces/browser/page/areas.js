// Where on the screen a click makes a move; coloured by the worth of the move if that is known.

import { element } from "./screen.js";

const HEIGHT = 800;
const GAP = 5; // between what is coloured and the lines of a board

// Colours lie beneath what the document draws, so that pieces keep theirs; borders and values lie above.
export function drawAreas({ fills, areas }, view) {
  const held = areas.querySelector(".current")?.dataset.index;
  fills.replaceChildren(...eachArea(view, (choice, area) => (choice.worth ? [valued(fill(area), choice)] : [])));
  areas.replaceChildren(...eachArea(view, (choice, area, index, k) => [areaNode(choice, area, index, k, view)]));
  for (const node of areas.children) node.classList.toggle("current", node.dataset.index === held);
}

function eachArea(view, make) {
  return view.choices.flatMap((choice, index) => choice.areas.flatMap((area, k) => make(choice, area, index, k)));
}

function areaNode(choice, area, index, k, view) {
  const group = valued(element("g", { class: view.person ? "area playable" : "area" }), choice);
  group.dataset.index = index;
  if (choice.hinted) group.dataset.hinted = "";
  if (choice.permitted !== null) group.dataset.permitted = String(choice.permitted);
  const { left, bottom, right, top } = area;
  const reach = { x: left, y: HEIGHT - top, width: right - left, height: top - bottom, class: "reach" };
  group.append(fill(area), element("rect", reach));
  if (choice.worth && k === 0) group.append(worthLabel(choice.worth, inner(area)));
  return group;
}

function valued(node, { worth }) {
  if (worth) {
    node.dataset.result = worth.result;
    node.style.setProperty("--strength", strength(worth));
  }
  return node;
}

function fill(area) {
  const place = inner(area);
  return element("rect", { ...place, rx: Math.min(place.width, place.height) * 0.07 });
}

function inner({ left, bottom, right, top }) {
  const gap = Math.min(GAP, (right - left) / 8, (top - bottom) / 8);
  const [width, height] = [right - left - 2 * gap, top - bottom - 2 * gap];
  return { x: left + gap, y: HEIGHT - top + gap, width, height };
}

// The nearer the end, the stronger the colour.
function strength({ distance }) {
  return distance === null ? 0.3 : 0.2 + 0.5 / (1 + (distance - 1) / 3);
}

function worthLabel({ result, distance }, { x, y, width, height }) {
  const text = distance === null ? result : `${result} ${distance}`;
  const size = Math.min(height * 0.18, (1.7 * width) / text.length, 18);
  const place = { x: x + width / 2, y: y + height - size * 0.75 };
  const label = element("text", { class: "value", ...place, "font-size": size });
  label.textContent = text;
  return label;
}
