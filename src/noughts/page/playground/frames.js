// Pages in frames of their own origin: what they do stays in them.
//
// Games are shown in a page of drafts, which is ready before there is anything to show; other papers are written into
// an empty frame, since a page in an address that is made here would have the policy of the playground beside its own.
// The page that is seen stays until there is something to see of the next one.

export class Frames {
  constructor(place) {
    this.place = place;
    this.seen = null; // the frame
    this.coming = null;
    this.spare = null; // a page of drafts, and the promise that it is ready
    this.sent = null; // the frame of the last draft, once it has that
    this.scrolled = 0;
    this.match = null; // what is played in the frame that is seen; it goes on in the next one
    window.addEventListener("message", ({ source, data }) => {
      if (source !== this.seen?.contentWindow) return;
      if (Number.isFinite(data?.scrolled)) this.scrolled = data.scrolled;
      if (data?.match) this.match = data.match;
    });
  }

  // Has a page of drafts that is ready, or soon will be.
  prepare() {
    if (this.spare) return;
    const frame = this.framed("board.html");
    this.spare = { frame, isReady: told(frame, "isReady") };
  }

  async show(draft) {
    this.prepare();
    const { frame, isReady } = this.spare;
    const isShown = told(frame, "isShown");
    this.spare = null;
    this.expect(frame);
    this.sent = isReady.then(() => sent(frame, { ...draft, match: this.match }));
    await isShown;
    if (this.coming !== frame) return;
    this.replaceBy(frame);
    this.prepare();
  }

  // What else was found out about the game that was shown last.
  async finish(draft) {
    sent(await this.sent, draft);
  }

  async write(page) {
    const frame = this.framed("frame.html");
    this.expect(frame);
    await loaded(frame);
    sent(frame, { page });
    await loaded(frame);
    if (this.coming === frame) this.replaceBy(frame);
  }

  framed(address) {
    const frame = document.createElement("iframe");
    frame.title = "The page";
    frame.setAttribute("sandbox", "allow-scripts allow-downloads");
    frame.src = address;
    this.place.append(frame);
    return frame;
  }

  expect(frame) {
    this.coming?.remove();
    this.coming = frame;
  }

  replaceBy(frame) {
    sent(frame, { scrolled: this.scrolled });
    this.seen?.remove();
    this.seen = frame;
    this.coming = null;
    frame.className = "seen";
  }
}

function sent(frame, told) {
  frame.contentWindow?.postMessage(told, "*"); // which is null once the frame has been removed
  return frame;
}

function loaded(frame) {
  return new Promise((resolve) => {
    frame.addEventListener("load", resolve, { once: true });
  });
}

// That a frame has said something.
function told(frame, what) {
  return new Promise((resolve) => {
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow || !data?.[what]) return;
      window.removeEventListener("message", listen);
      resolve();
    };
    window.addEventListener("message", listen);
  });
}
