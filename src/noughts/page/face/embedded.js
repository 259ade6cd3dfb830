// A page in a frame: the page around it learns how far it is scrolled, and may scroll it.

export function speakToParent() {
  if (window.parent === window) return;
  window.addEventListener("scroll", () => window.parent.postMessage({ scrolled: window.scrollY }, "*"));
  window.addEventListener("message", ({ source, data }) => {
    if (source === window.parent && Number.isFinite(data?.scrolled)) window.scrollTo(0, data.scrolled);
  });
}
