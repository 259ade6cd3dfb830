// The pictures of the games, and their facts that are not known yet.  Each may take seconds, so they are asked for
// one after the other: a browser has six connections to a server, and a game that is chosen needs one of them.

// What is seen comes first, then what is nearest to it.
async function draw() {
  const waiting = new Set(document.querySelectorAll("img[data-source]"));
  while (waiting.size) {
    const next = [...waiting].reduce((best, other) => (farther(best, other) ? other : best));
    waiting.delete(next);
    const picture = /** @type {any} */ (next);
    picture.src = picture.dataset.source;
    await picture.decode().catch(() => null);
  }
}

function farther(picture, other) {
  const distance = (each) => {
    const { top, bottom } = each.closest("li").getBoundingClientRect();
    return each.closest("[hidden]") ? Infinity : Math.max(top - innerHeight, -bottom, 0);
  };
  return distance(picture) > distance(other);
}

async function complete() {
  for (const item of document.querySelectorAll("[data-facts-of]")) {
    const answer = await fetch(
      new URL(`facts/${encodeURIComponent(item.dataset.factsOf)}`, import.meta.url),
    ).catch(() => null);
    const facts = answer?.ok ? await answer.json() : [];
    item.querySelectorAll("p").forEach((line, number) => (line.textContent = facts[number] ?? ""));
    if (facts.length) item.dataset.tags = facts[2];
    document.dispatchEvent(new Event("facts"));
  }
}

// A picture that is asked for earlier would keep the page from being loaded.
addEventListener("load", () => Promise.all([draw(), complete()]));
