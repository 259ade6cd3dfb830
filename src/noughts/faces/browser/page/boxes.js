// Boxes of what is drawn on the screen, as SVG has them: y goes down.

const LONG = 2.5; // times as long as wide

// The boxes of pieces: of what is drawn, but for lines and for grounds on which a whole board lies.
export function boxesOf(images) {
  const pieces = [...images.children].filter((node) => node.tagName !== "line").map((node) => node.getBBox());
  return pieces.filter((box) => !pieces.some((other) => other !== box && within(other, box)));
}

function within(small, large) {
  return (
    small.width * small.height < 0.25 * large.width * large.height &&
    small.x >= large.x &&
    small.y >= large.y &&
    small.x + small.width <= large.x + large.width &&
    small.y + small.height <= large.y + large.height
  );
}

export function meets(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// The smallest box that has all of these in it.
export function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

// A square with a box in its middle, as high or wide; the box itself if it is a long one.
export function squared(box) {
  const side = Math.max(box.width, box.height);
  if (side > LONG * Math.min(box.width, box.height)) return box;
  return { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side };
}
