// Small things that are made of the page's elements.

/** @type {(id: string) => PageElement} */
export const at = (id) => document.querySelector(`#${id}`);

export function button(text, run) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (run) made.addEventListener("click", run);
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

// A call takes some ten thousand arguments: a list may be longer.
export function appendAll(node, children) {
  for (const child of children) node.append(child);
}

export function labelled(text, input) {
  const made = document.createElement("label");
  made.append(text, input);
  return made;
}

export function option(value, text) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = text;
  return made;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Makes these the children of a node; a child that stays keeps its node, whatever has changed of it.
//
// So a press that lasts over a redraw, the focus and the place of a scrolled list are not lost.  Children with a key
// (an id, or `data-key`) stay under their key, others at their place among those without; listeners stay with the node,
// and must ask it, or the present view, what they are about.
export function redraw(parent, children) {
  const known = keyed(parent.childNodes);
  arrange(
    parent,
    [...keyed(children)].map(([key, fresh]) => patched(known.get(key), fresh)),
  );
}

// Makes these nodes the children of another; those that stay in their order are not touched.
export function arrange(parent, nodes) {
  const kept = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
  let next = parent.firstChild;
  for (const child of kept) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
}

function keyed(children) {
  const found = new Map();
  let place = 0;
  for (const child of children) {
    const key = child.id || child.dataset?.key;
    found.set(key && !found.has(key) ? key : (place += 1), child);
  }
  return found;
}

// The old node with all that the fresh one has, if it can be one of its kind.
function patched(old, fresh) {
  if (typeof fresh === "string") fresh = document.createTextNode(fresh);
  if (!old || old === fresh || old.nodeName !== fresh.nodeName) return fresh;
  if (old.isEqualNode(fresh)) return old;
  if (fresh.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return old;
  }
  patchAttributes(old, fresh);
  redraw(old, [...fresh.childNodes]);
  return old;
}

// A style is set through its object: the policy of a woven page forbids it as an attribute.
function patchAttributes(old, fresh) {
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else old.setAttribute(name, value);
  }
}

// A file that the browser saves where it saves things.
export function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
