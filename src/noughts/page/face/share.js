// Sharing: a link that is the match, the board as a picture, the match as one that moves.

import { canvasOf, drawing, film, stills } from "./drawing.js";
import { Gif } from "./gif.js";
import { at, download } from "./nodes.js";
import { choiceOf, numbersOf } from "./other_game.js";
import { OF_TAB } from "../play/storage.js";

const isFramed = window.parent !== window && window.origin === "null"; // whose address leads nowhere
const GIF = "as-gif";
const FILMS = [GIF, "as-film"];
const FOLLOWED = "noughts-link";
const GAP = "~"; // which no move needs: what stands between two of them in a link

export class Sharer {
  // `say` shows a sentence.
  constructor(screen, send, say) {
    this.screen = screen;
    this.send = send;
    this.say = say;
    this.game = "";
    this.view = null;
    this.wanted = OF_TAB.get(FOLLOWED) === location.href ? null : linked(); // what was played since then is kept
    at("share").addEventListener("click", () => this.open());
    at("copy").addEventListener("click", () => this.copy());
    at("as-svg").addEventListener("click", () => keep(this.name("svg"), drawing(screen), "image/svg+xml"));
    at("as-png").addEventListener("click", () => this.keepPng());
    for (const id of FILMS) at(id).addEventListener("click", () => this.askFrames(id));
    window.addEventListener("hashchange", () => {
      this.wanted = linked();
      this.follow();
    });
  }

  // A link leads to its match once its game is there.
  begin({ game, chooses, numbers }) {
    this.game = game;
    this.isAlone = !chooses; // no other game can be chosen
    this.numbers = numbers ? numbersOf(numbers) : "";
    this.ready = false;
    this.view = null;
    at("share").hidden = true;
  }

  show(view) {
    this.view = view;
    at("share").hidden = false;
    if (this.ready) return;
    this.ready = true;
    this.follow();
  }

  follow() {
    const { wanted } = this;
    this.wanted = null;
    if (!wanted || !this.view) return;
    const { game, numbers } = wanted;
    const isOther = game && (game !== this.game || numbers !== this.numbers);
    if (isOther && this.isAlone) {
      this.say(`This link is for ${`${game} ${numbers}`.trim()}, not for this page.`);
    } else if (isOther) {
      this.wanted = { ...wanted, game: "" };
      this.send(choiceOf(wanted));
    } else if (wanted.moves.length) {
      OF_TAB.set(FOLLOWED, location.href);
      this.send({ do: "line", moves: wanted.moves, of: "link" });
    }
  }

  open() {
    const moves = this.view.line.slice(0, this.view.ply).map((made) => made.text);
    const words = wordsOf(this.game, this.numbers, moves);
    at("link").parentElement.hidden = at("copy").hidden = isFramed;
    at("link").value = `${location.href.replace(/#.*$/s, "")}#${words}`;
    at("shared").textContent = "";
    for (const id of ["as-svg", "as-png", ...FILMS]) at(id).disabled = this.view.images === null;
    at("sharing").showModal();
    at("link").select();
  }

  async copy() {
    at("link").select();
    try {
      await navigator.clipboard.writeText(at("link").value);
      at("shared").textContent = "Copied.";
    } catch {
      at("shared").textContent = "Copy the marked link.";
    }
  }

  async keepPng() {
    const canvas = await canvasOf(drawing(this.screen), 2);
    canvas.toBlob((blob) => keep(this.name("png"), blob, "image/png"));
  }

  askFrames(as) {
    this.filmed = as;
    this.send({ do: "frames" });
  }

  keepFilm({ frames }) {
    if (this.filmed === GIF) return this.keepGif(stills(this.screen, frames));
    keep(this.name("svg", "match"), film(this.screen, frames), "image/svg+xml");
  }

  // It takes a while for a long match, and ends when the dialog is closed.
  async keepGif(pictures) {
    let gif = null;
    for (const [k, { svg, seconds }] of pictures.entries()) {
      if (!at("sharing").open) return;
      at("shared").textContent = `Drawing picture ${k + 1} of ${pictures.length} …`;
      const canvas = await canvasOf(svg, 1);
      gif ??= new Gif(canvas.width, canvas.height);
      gif.add(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data, seconds);
    }
    keep(this.name("gif", "match"), gif.blob(), "image/gif");
  }

  name(ending, what = "board") {
    return `${this.game.replace(/[^\w-]+/g, "-") || "noughts"}-${what}.${ending}`;
  }
}

// The fragment of an address that is a match.
export function wordsOf(game, numbers, moves) {
  const settings = numbers && `&let=${encodeURIComponent(numbers)}`;
  return `game=${encodeURIComponent(game)}${settings}&moves=${moves.map(encodeURIComponent).join(GAP)}`;
}

// Whether the fragment of an address is a match.
export function isMatch(fragment) {
  return new URLSearchParams(fragment.slice(1)).has("moves");
}

function linked() {
  if (!isMatch(location.hash)) return null;
  const words = new URLSearchParams(location.hash.slice(1));
  const moves = words.get("moves").split(GAP).filter(Boolean);
  return { game: words.get("game") ?? "", numbers: words.get("let") ?? "", moves };
}

function keep(name, content, type) {
  download(name, content, type);
  at("shared").textContent = `Saved as ${name}.`;
}
