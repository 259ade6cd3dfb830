// What helps a reader of a page: code that can be copied, and contents that are folded on a phone.

// A copy of a session has what is typed: neither prompts nor answers.
function typedIn(code) {
  if (!code.querySelector(".code-prompt") || code.classList.contains("language-led")) return code.textContent;
  const typed = code.cloneNode(true);
  for (const other of typed.querySelectorAll(".code-prompt, .code-output")) other.remove();
  return typed.textContent.replace(/\n{2,}/g, "\n");
}

// Browsers offer the clipboard to pages from a disk or by https alone; `execCommand` is there for others, too.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

for (const code of document.querySelectorAll("main pre > code")) {
  const box = document.createElement("div"),
    button = document.createElement("button"),
    block = code.parentElement;
  box.className = "code";
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    await copy(typedIn(code).replace(/\n$/, ""));
    button.focus();
    button.textContent = "Copied";
  });
  button.addEventListener("blur", () => (button.textContent = "Copy"));
  if (block.classList.contains("signature")) continue;
  block.replaceWith(box);
  box.append(block, button);
}

// Contents beside the text stay open, and the list of all pages shows this one without scrolling.
const contents = /** @type {HTMLDetailsElement} */ (document.querySelector(".noughts-contents details"));
const here = /** @type {HTMLElement} */ (document.querySelector("nav.manual [aria-current]"));
const isWide = matchMedia("(min-width: 78rem)");
const arrange = () => {
  if (contents) contents.open = isWide.matches;
  if (here) here.parentElement.scrollTop = here.offsetTop - here.parentElement.clientHeight / 2;
};
isWide.addEventListener("change", arrange);
arrange();
