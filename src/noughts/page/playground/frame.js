// The frame of a page: takes its place as soon as the playground sends it, and has then the policy of the page.

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data?.page !== "string") return;
  document.open();
  document.write(data.page);
  document.close();
});
