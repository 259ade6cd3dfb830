// Rectangles of whole pixels, all four borders included; the origin is bottom-left.

// The size of the screen.
export const WIDTH = 1000;
export const HEIGHT = 800;

export function contains({ left, bottom, right, top }, x, y) {
  return left <= x && x <= right && bottom <= y && y <= top;
}
