// The board as a picture that stands alone, and the match as one that moves.

import { appendAll } from "./nodes.js";
import { element, imageNode } from "./screen.js";

const STYLE = `
line, circle { stroke-width: 2; stroke-linecap: round }
polygon { stroke-linejoin: round }
text { text-anchor: middle; dominant-baseline: central; font-family: system-ui, sans-serif }`;
const SECONDS = 1; // for each position
const REST = 2; // more for the last one

// The screen without what the page has drawn into it.
export function drawing(screen) {
  return picture(screen, [screen.images.cloneNode(true)]);
}

// The pictures of a match, each with its seconds.
export function stills(screen, frames) {
  return frames.map((images, k) => ({
    svg: picture(screen, images.map(imageNode)),
    seconds: k === frames.length - 1 ? SECONDS + REST : SECONDS,
  }));
}

// A picture in writing, drawn on a canvas so many times as large.
export async function canvasOf(svg, scale) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [scale * image.width, scale * image.height];
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export function film(screen, frames) {
  const whole = frames.length * SECONDS + REST;
  const groups = frames.map((images, k) => {
    const group = element("g");
    appendAll(group, images.map(imageNode));
    appendAll(group, shownFor(k * SECONDS, k === frames.length - 1 ? whole : (k + 1) * SECONDS, whole));
    return group;
  });
  return picture(screen, groups);
}

function picture({ box }, parts) {
  const svg = element("svg", {
    viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`,
    width: Math.round(box.width),
    height: Math.round(box.height),
  });
  const style = element("style");
  style.textContent = STYLE;
  svg.append(
    style,
    element("rect", { x: box.left, y: box.top, width: box.width, height: box.height, fill: "#fff" }),
  );
  appendAll(svg, parts);
  return new XMLSerializer().serializeToString(svg);
}

// Visible from one second to another of each round, which lasts as long as all.
function shownFor(from, until, whole) {
  const times = [0, from / whole, until / whole].map((time) => Math.min(time, 1));
  const values = from === 0 ? ["visible", "visible", "hidden"] : ["hidden", "visible", "hidden"];
  const last = until === whole;
  return [
    element("animate", {
      attributeName: "visibility",
      dur: `${whole}s`,
      repeatCount: "indefinite",
      calcMode: "discrete",
      keyTimes: (last ? times.slice(0, 2) : times).join(";"),
      values: (last ? values.slice(0, 2) : values).join(";"),
    }),
  ];
}
