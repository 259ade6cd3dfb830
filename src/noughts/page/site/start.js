// The pictures of the games, and their facts that are not known yet.  Each may take seconds, so they are asked for
// one after the other: a browser has six connections to a server, and a game that is chosen needs one of them.

async function draw() {
  for (const found of document.querySelectorAll("img[data-source]")) {
    const picture = /** @type {any} */ (found);
    picture.src = picture.dataset.source;
    await picture.decode().catch(() => null);
  }
}

async function complete() {
  for (const item of document.querySelectorAll("[data-facts-of]")) {
    const answer = await fetch(`/facts/${encodeURIComponent(item.dataset.factsOf)}`).catch(() => null);
    const facts = answer?.ok ? await answer.json() : [];
    item.querySelectorAll("p").forEach((line, number) => (line.textContent = facts[number] ?? ""));
  }
}

// A picture that is asked for earlier would keep the page from being loaded.
addEventListener("load", () => Promise.all([draw(), complete()]));
