// Search in the index of the site, INDEX: rows of [text, page, address, words].
const ROOT = document.currentScript.dataset.root;
const form = document.querySelector(".site form"),
  field = form.querySelector("input"),
  found = form.querySelector("output");
const rows = INDEX.map(([text, page, address, words]) => ({
  text,
  page,
  address,
  all: `${text} ${page} ${words}`.toLowerCase(),
}));
form.hidden = false;
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (row) =>
    row.text.toLowerCase().startsWith(words[0]) ? 0 : row.text.toLowerCase().includes(words[0]) ? 1 : 2;
  const hits = words.length ? rows.filter((row) => words.every((word) => row.all.includes(word))) : [];
  found.replaceChildren(
    ...hits
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 12)
      .map((row) => {
        const link = document.createElement("a"),
          where = document.createElement("small");
        link.href = ROOT + row.address;
        where.textContent = row.page;
        link.append(row.text, where);
        return link;
      }),
  );
  if (words.length && !hits.length) found.textContent = "Nothing found.";
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  /** @type {any[]} */
  const links = [field, ...found.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    field.value = "";
    found.replaceChildren();
    field.focus();
  }
  if (step) {
    event.preventDefault();
    links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
  }
});
found.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("a")) found.replaceChildren();
});
