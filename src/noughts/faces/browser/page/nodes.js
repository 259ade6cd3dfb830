// Small things that are made of the page's elements.

export const at = (id) => document.querySelector(`#${id}`);

export function button(text, run) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", run);
  return made;
}

export function span(name, text) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

export function item(...parts) {
  const made = document.createElement("li");
  made.append(...parts);
  return made;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// A file that the browser saves where it saves things.
export function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
