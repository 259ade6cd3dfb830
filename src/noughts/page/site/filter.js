// The cards of the games: those are shown that fit what is typed and chosen.

{
  const form = document.querySelector(".filter");
  const field = form.querySelector("input");

  const fit = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = [...form.querySelectorAll("[aria-pressed=true]")].map(({ value }) => value);
    let count = 0;
    for (const group of document.querySelectorAll("section:has(> .games)")) {
      const kind = group.querySelector("h2").textContent;
      for (const card of group.querySelectorAll("li")) {
        const text = `${kind} ${card.textContent} ${card.dataset.words}`.toLowerCase();
        const tags = card.dataset.tags.split(" ");
        card.hidden = !(
          words.every((word) => text.includes(word)) && wanted.every((tag) => tags.includes(tag))
        );
      }
      const shown = group.querySelectorAll("li:not([hidden])").length;
      group.hidden = shown === 0;
      count += shown;
    }
    const isFiltered = words.length || wanted.length;
    const said = count ? `${count} ${count === 1 ? "game" : "games"}` : "No game fits.";
    form.querySelector("output").textContent = isFiltered ? said : "";
  };

  form.hidden = false;
  field.addEventListener("input", fit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {any} */ (document.querySelector(".games li:not([hidden]) a"))?.click();
  });
  form.addEventListener("click", (event) => {
    const chosen = /** @type {Element} */ (event.target).closest("button");
    chosen?.setAttribute("aria-pressed", String(chosen.getAttribute("aria-pressed") !== "true"));
    fit();
  });
  document.addEventListener("facts", fit); // more is known of a game
}
