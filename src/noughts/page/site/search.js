// Search in the index of the site: INDEX, with [address, title, weight, [heading, anchor, text][]] of each page.  The index
// is loaded when the field is used for the first time, by a script, since a page on a disk may fetch nothing.

const ROOT = document.currentScript.dataset.root;
const form = document.querySelector(".site form"),
  field = form.querySelector("input"),
  found = /** @type {HTMLElement} */ (form.querySelector(".found")),
  said = found.querySelector("output"),
  list = found.querySelector("ul");

const SHOWN = 12; // results
const AROUND = 70; // letters of a snippet, on each side of the word that it begins with
const IN_HEADING = 8,
  IN_TITLE = 3; // how much more a word counts there than in a text; in a heading of one word twice as much

// The words of a text as [stem, start, end]; the parts of `playerToMove` are words, too.
function* wordsOf(text) {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    yield [stem(word.toLowerCase()), index, index + word.length];
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|_/u);
    for (const part of parts.length > 1 ? parts : [])
      yield [stem(part.toLowerCase()), index, index + word.length];
  }
}

// A word without its endings of number and tense, by the first steps of Porter's algorithm
// (An algorithm for suffix stripping, Program 14, 1980): `solves`, `solved` and `solving` become `solv`.
function stem(word) {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const isShort = (stump) => /^[^aeiou]*[aeiouy][^aeiouwxy]$/.test(stump); // keeps its `e`: move, use
  const single = word
    .replace(/sses$/, "ss")
    .replace(/ie[sd]$/, "y")
    .replace(/([^su])s$/, "$1");
  const stump = /^(.*[aeiouy].*?)(?:ing|(?<!e)ed)$/.exec(single)?.[1];
  if (stump && isShort(stump)) return `${stump}e`;
  const base = stump ? stump.replace(/([^aeioulsz])\1$/, "$1") : single;
  return base.endsWith("e") && !isShort(base.slice(0, -1)) ? base.slice(0, -1) : base;
}

// For each stem the rows in which it occurs, with what it counts there.
function indexed(pages) {
  const rows = [];
  const places = new Map();
  const add = (text, row, weight) => {
    for (const [word] of wordsOf(text)) {
      if (!places.has(word)) places.set(word, new Map());
      const counts = places.get(word);
      const { fixed, count } = counts.get(row) ?? { fixed: 0, count: 0 };
      counts.set(row, weight ? { fixed: Math.max(fixed, weight), count } : { fixed, count: count + 1 });
    }
  };
  for (const [address, title, weight, parts] of pages)
    for (const [heading, anchor, text] of parts) {
      const row = rows.push({ heading, title, weight, text, address: `${address}#${anchor}` }) - 1;
      add(heading, row, IN_HEADING * (1 + 1 / [...wordsOf(heading)].length));
      add(title, row, IN_TITLE);
      add(text, row, 0);
    }
  return { rows, places };
}

// The rows in which all words occur, or longer ones that begin with them, the best ones first: a word counts more where
// it stands in a heading, where it is typed as a whole, and if few rows have it.
function search({ rows, places }, typed) {
  /** @type {Map<number, number>} */
  let hits = null;
  for (const word of typed) {
    /** @type {Map<number, number>} */
    const scores = new Map();
    for (const [other, counts] of places) {
      if (!other.startsWith(word)) continue;
      for (const [row, { fixed, count }] of counts) {
        const score = (other === word ? 1 : 0.4) * (fixed + count / (count + 1));
        scores.set(row, Math.max(scores.get(row) ?? 0, score));
      }
    }
    const rarity = Math.log(1 + rows.length / scores.size);
    const sums = [...scores].map(([row, score]) => [
      row,
      (hits?.get(row) ?? 0) + rarity * rows[row].weight * score,
    ]);
    hits = new Map(/** @type {any} */ (sums.filter(([row]) => !hits || hits.has(row))));
  }
  return [...(hits ?? [])].sort((one, other) => other[1] - one[1]).map(([row]) => rows[row]);
}

// A text as nodes, in which the words that are looked for are marked.
function marked(text, typed) {
  const nodes = [];
  let place = 0;
  for (const [word, start, end] of wordsOf(text)) {
    if (start < place || !typed.some((each) => word.startsWith(each))) continue;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(start, end);
    nodes.push(text.slice(place, start), mark);
    place = end;
  }
  return [...nodes, text.slice(place)];
}

// The part of a text in which most of the words stand.
function snippet(text, typed) {
  const hits = [...wordsOf(text)].flatMap(([word, start]) => {
    const which = typed.findIndex((each) => word.startsWith(each));
    return which < 0 ? [] : [{ which, start }];
  });
  const different = ({ start }) =>
    new Set(hits.filter((hit) => hit.start >= start && hit.start < start + AROUND).map(({ which }) => which))
      .size;
  const best = hits.reduce(
    (one, other) => (different(other) > different(one) ? other : one),
    hits[0] ?? { start: 0 },
  );
  const from = best.start <= AROUND ? 0 : text.lastIndexOf(" ", best.start - AROUND / 2) + 1;
  const cut = text
    .slice(from, from + 2 * AROUND)
    .replace(/\s\S*$/, text.length > from + 2 * AROUND ? " …" : "$&");
  return `${from ? "… " : ""}${cut}`;
}

function shown(row, typed) {
  const item = document.createElement("li"),
    link = document.createElement("a"),
    where = document.createElement("small"),
    text = document.createElement("span");
  link.href = ROOT + row.address;
  where.textContent = row.title;
  text.append(...marked(snippet(row.text, typed), typed));
  link.append(...marked(row.heading, typed), row.title === row.heading ? "" : where, text);
  item.append(link);
  return item;
}

let index = null;
const load = () =>
  (index ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = `${ROOT}search-index.js`;
    script.addEventListener("load", () => resolve(indexed(INDEX)));
    document.head.append(script);
  }));

async function find() {
  const ready = await load();
  const typed = [
    ...new Set((field.value.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => stem(word.toLowerCase()))),
  ];
  const hits = search(ready, typed);
  found.hidden = typed.length === 0;
  said.textContent = hits.length ? `${hits.length} found` : "Nothing found.";
  list.replaceChildren(...hits.slice(0, SHOWN).map((row) => shown(row, typed)));
}

function clear() {
  field.value = "";
  found.hidden = true;
}

form.hidden = false;
field.addEventListener("focus", load, { once: true });
field.addEventListener("input", find);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await find();
  list.querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  /** @type {any[]} */
  const links = [field, ...list.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    clear();
    field.focus();
  }
  if (step) {
    event.preventDefault();
    links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
  }
});
document.addEventListener("keydown", (event) => {
  const { tagName } = /** @type {Element} */ (event.target);
  if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName))
    return;
  event.preventDefault();
  field.focus();
});
list.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("a")) clear();
});
document.addEventListener("click", (event) => {
  if (!form.contains(/** @type {Node} */ (event.target))) found.hidden = true;
});
