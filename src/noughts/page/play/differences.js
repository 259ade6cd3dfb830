// What of a picture is other than in the picture before it.

// The places of images that were not there before, and the images that are no longer there.
export function differences(before, after) {
  const kept = counted(before.map(wholeOf));
  const fresh = [...after.keys()].filter((place) => !takeOne(kept, wholeOf(after[place])));
  return { fresh, gone: before.filter((image) => takeOne(kept, wholeOf(image))) };
}

function wholeOf(image) {
  return JSON.stringify(image);
}

// How often each key occurs.
export function counted(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

// Takes one of those that are left; false if none is.
export function takeOne(counts, key) {
  const count = counts.get(key) ?? 0;
  if (count) counts.set(key, count - 1);
  return count > 0;
}
