// The facts of games that are not known yet: asked for one after the other, since each may take seconds.

for (const item of document.querySelectorAll("[data-facts-of]")) {
  const answer = await fetch(`/facts/${encodeURIComponent(item.dataset.factsOf)}`).catch(() => null);
  const facts = answer?.ok ? await answer.json() : [];
  item.querySelectorAll("p").forEach((line, number) => (line.textContent = facts[number] ?? ""));
}
