// A match in a file: saved where the browser saves things, and loaded from there.

import { at, download } from "./nodes.js";

const MEGABYTE = 1_000_000;
const LARGEST = 8 * MEGABYTE; // a message may have twice that, and some letters take two bytes there

export class Files {
  constructor(send, refuse) {
    this.send = send;
    this.refuse = refuse;
    at("save").addEventListener("click", () => this.save());
    at("load").addEventListener("click", () => this.load());
    at("file").addEventListener("change", () => this.read());
  }

  save() {
    this.send({ do: "save" });
  }

  load() {
    at("file").click();
  }

  async read() {
    const [file] = at("file").files;
    if (file) await this.take(file);
    at("file").value = ""; // so that the same file can be chosen again
  }

  async take(file) {
    const size = Math.ceil(file.size / MEGABYTE);
    if (file.size > LARGEST) {
      this.refuse(`${file.name} has ${size} megabytes, and a page takes up to 8: see noughts play --load.`);
      return;
    }
    try {
      this.send({ do: "load", text: await file.text() });
    } catch {
      this.refuse(`${file.name} cannot be read.`);
    }
  }

  keep({ name, text }) {
    download(name, text, "text/plain");
    at("announcer").textContent = `The match is saved as ${name}.`;
  }
}
