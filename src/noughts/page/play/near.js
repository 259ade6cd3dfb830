// Names that were most likely meant: much like what is written, in the measure of Python's difflib.

const NEAR = 0.7; // as in noughts.refusal
const MOST = 3;

// The nearest names, or else all of them.
export function suggestion(name, known) {
  const near = known.map((other) => [likeness(name, other), other]).filter(([measure]) => measure >= NEAR);
  if (!near.length) return `there are ${anyOf(known)}`;
  const best = near.sort(([a, first], [b, second]) => b - a || (first < second ? 1 : -1)).slice(0, MOST);
  return `did you mean ${anyOf(best.map(([, other]) => other))}?`;
}

// Twice the letters that match, over all letters.
function likeness(first, second) {
  const [a, b] = [first.toLowerCase(), second.toLowerCase()];
  return a.length + b.length === 0 ? 1 : (2 * matching(a, b)) / (a.length + b.length);
}

// The letters of the longest part that both have, of what stands before it in both, and behind it.
function matching(a, b) {
  let [start, there, longest] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      let length = 0;
      while (i + length < a.length && j + length < b.length && a[i + length] === b[j + length]) length += 1;
      if (length > longest) [start, there, longest] = [i, j, length];
    }
  }
  if (longest === 0) return 0;
  const before = matching(a.slice(0, start), b.slice(0, there));
  return before + longest + matching(a.slice(start + longest), b.slice(there + longest));
}

// Names to choose from, in a sentence.
function anyOf(names) {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}` : quoted[0];
}
