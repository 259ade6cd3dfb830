// Begins the page: its script, what its workers run and its data stand in it as base64 of deflate.

const PACKED = document.getElementById("noughts-packed");

unpacked(PACKED.textContent).then(({ face, workers, game }) => {
  add("noughts-workers", "text/plain", workers);
  add("noughts-game", "application/json", JSON.stringify(game));
  add("noughts-face", "text/javascript", face); // which runs: the security policy has its digest
});

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

function add(id, type, text) {
  const script = document.createElement("script");
  Object.assign(script, { id, type, textContent: text });
  document.body.append(script);
}
