// Work that a picture does not wait for: it is done after the frame of the picture, or before the next input.

const LONGEST = 100; // milliseconds: a page that nobody sees has no frames

let isAwaited = false; // the frame
let waiting = null;

// A new picture should be seen first; what waits for the one before it is of no use any more.
export function awaitFrame() {
  waiting = null;
  isAwaited = true;
  requestAnimationFrame(() => setTimeout(catchUp));
  setTimeout(catchUp, LONGEST);
}

// Work of which only the last one counts.
export function later(work) {
  waiting = work;
  if (!isAwaited) catchUp();
}

export function catchUp() {
  const work = waiting;
  isAwaited = false;
  waiting = null;
  work?.();
}

for (const kind of ["pointerdown", "click", "keydown"]) addEventListener(kind, catchUp, true);
