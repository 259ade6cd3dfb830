// One web socket for this tab; the name of its match outlives a reload, not the tab.

import { OF_TAB } from "./storage.js";

const GAME = location.pathname.match(/^\/play\/(.+)/)?.[1] ?? ""; // that was chosen on the page of all games
const NAME = `noughts-match${GAME && "-"}${GAME}`;
const TOO_LARGE = 1009; // as in RFC 6455, 7.4.1
const lost = document.querySelector("#lost");

export function connect(listeners) {
  let socket;
  let attempt = 0;

  function open() {
    const name = encodeURIComponent(OF_TAB.get(NAME) ?? "");
    socket = new WebSocket(`ws://${location.host}/tab?name=${name}&game=${GAME}`);
    socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    socket.addEventListener("close", closed);
  }

  function receive(told) {
    if (told.kind === "name") {
      OF_TAB.set(NAME, told.name);
      attempt = 0;
      lost.hidden = true;
    }
    listeners[told.kind]?.(told);
  }

  function closed({ code }) {
    listeners.lost?.();
    if (code === TOO_LARGE) listeners.refused?.({ message: "That is too large to be sent." });
    lost.textContent = "Noughts has stopped. Start it again where you started it, and the match goes on here.";
    lost.hidden = attempt === 0;
    attempt += 1;
    setTimeout(open, Math.min(250 * attempt, 3000));
  }

  open();
  return (command) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  };
}
