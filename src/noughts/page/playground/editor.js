// The text, with what is wrong marked at its place: the marks lie beneath the letters of a field.

export class Editor {
  constructor(field, marks, changed) {
    this.field = field;
    this.marks = marks;
    this.isReplaced = false;
    field.addEventListener("input", () => {
      if (this.isReplaced) return;
      this.mark([]);
      changed();
    });
    field.addEventListener("scroll", () => this.follow());
  }

  get text() {
    return this.field.value;
  }

  // Another text, which *undo* takes back.
  set text(text) {
    this.isReplaced = true;
    if (this.field.value) {
      this.field.select();
      document.execCommand("insertText", false, text) || (this.field.value = text);
      this.field.setSelectionRange(0, 0);
      this.field.scrollTop = 0;
    } else {
      this.field.value = text;
    }
    this.isReplaced = false;
    this.mark([]);
  }

  // Marks places, which may overlap: what begins within another one belongs to it.
  mark(places) {
    const { text } = this;
    const parts = [];
    let end = 0;
    for (const place of [...places].sort((a, b) => a.start - b.start)) {
      if (place.start < end) continue;
      const mark = document.createElement("mark");
      mark.textContent = text.slice(place.start, Math.max(place.end, place.start + 1)) || " ";
      parts.push(text.slice(end, place.start), mark);
      end = place.start + mark.textContent.length;
    }
    this.marks.replaceChildren(...parts, `${text.slice(end)}\n`);
    this.follow();
  }

  follow() {
    this.marks.scrollTop = this.field.scrollTop;
    this.marks.style.paddingRight = `${this.field.offsetWidth - this.field.clientWidth}px`; // beside a scroll bar
  }

  show({ start, end, line }) {
    this.field.focus();
    this.field.setSelectionRange(start, end);
    const height = this.field.scrollHeight / (this.text.split("\n").length || 1);
    this.field.scrollTop = Math.max(0, (line - 4) * height);
  }
}
