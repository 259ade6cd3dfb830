// A match in a file: saved where the browser saves things, and loaded from there.

const at = (id) => document.querySelector(`#${id}`);

export class Files {
  constructor(send) {
    this.send = send;
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
    if (file) this.send({ do: "load", text: await file.text() });
    at("file").value = ""; // so that the same file can be chosen again
  }

  keep({ name, text }) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
    at("announcer").textContent = `The match is saved as ${name}.`;
  }
}
