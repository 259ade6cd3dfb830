// A document in a link: compressed, and in letters that any address may have.

export async function packed({ name, text }) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `name=${encodeURIComponent(name)}&document=${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

// What a fragment says, by its words.
export const told = (fragment) => new URLSearchParams(fragment.replace(/^#/, ""));

// The document of a fragment, or null if there is none in it; an error if it is damaged.
export async function unpacked(fragment) {
  const words = told(fragment);
  if (!words.has("document")) return null;
  const letters = atob(words.get("document").replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { name: words.get("name") || "shared.led", text: await new Response(stream).text() };
}
