// A document that moves on its own: mouse and letter keys go to it, thirty pictures a second come back.

export class Film {
  constructor(screen, send) {
    this.screen = screen;
    this.send = send;
    this.held = new Set();
    this.wired = false;
  }

  begin({ title, images }) {
    document.body.dataset.kind = "film";
    document.title = title;
    document.querySelector("#title").textContent = title;
    document.querySelector("#headline").textContent = "Running";
    document.querySelector("#message").textContent = "The mouse and the letter keys go to the document.";
    document.querySelector("#restart").textContent = "Start over";
    this.images = images;
    this.screen.draw(images);
    this.screen.svg.setAttribute("aria-label", title);
    if (!this.wired) this.wire();
    this.tellVisibility();
  }

  // Only what is another image than in the frame before is sent, with its place.
  frame({ count, changed }) {
    this.images.length = Math.min(this.images.length, count);
    for (const [place, image] of changed) this.images[place] = image;
    this.screen.change(this.images, changed.map(([place]) => place));
  }

  wire() {
    this.wired = true;
    const { svg } = this.screen;
    svg.addEventListener("pointermove", (event) => this.send({ do: "cursor", ...this.screen.pixel(event) }));
    svg.addEventListener("pointerdown", (event) => {
      if (event.button === 0) this.send({ do: "press", ...this.screen.pixel(event) });
    });
    document.addEventListener("keydown", (event) => this.key(event, true));
    document.addEventListener("keyup", (event) => this.key(event, false));
    window.addEventListener("blur", () => this.release());
    document.addEventListener("visibilitychange", () => this.tellVisibility());
    document.querySelector("#restart").addEventListener("click", () => this.send({ do: "restart" }));
  }

  key(event, down) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!/^[a-z]$/i.test(event.key)) return;
    const key = event.key.toLowerCase();
    down ? this.held.add(key) : this.held.delete(key);
    this.tellKeys();
  }

  release() {
    this.held.clear();
    this.tellKeys();
  }

  tellKeys() {
    this.send({ do: "keys", held: [...this.held] });
  }

  tellVisibility() {
    this.send({ do: "visible", visible: document.visibilityState === "visible" });
  }
}
