// Begins the page: its data, what its workers run and its script stand in it, in a draft as JSON, else as base64
// of bzip2.

import { decompressed } from "./bzip2.js";

const PACKED = document.getElementById("noughts-packed");

unpacked(PACKED).then(([told, workers, face]) => {
  const { game, titles } = JSON.parse(told);
  const titleOf = new Map(Object.entries(titles));
  for (const link of document.querySelectorAll("#paper a")) entitle(link, titleOf.get(link.getAttribute("href")));
  add("noughts-workers", "text/plain", workers);
  add("noughts-game", "application/json", JSON.stringify(game));
  add("noughts-face", "text/javascript", face); // which runs: the security policy has its digest
});

// A link to a definition shows it.
function entitle(link, title) {
  if (title !== undefined) link.title = title;
}

async function unpacked({ type, textContent: text }) {
  if (type === "application/json") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return (await new Blob(decompressed(bytes)).text()).split("\0");
}

function add(id, type, text) {
  const script = document.createElement("script");
  Object.assign(script, { id, type, textContent: text });
  document.body.append(script);
}
